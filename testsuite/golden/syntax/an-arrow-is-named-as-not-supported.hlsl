struct S { float a; };
void f(S s) { s->a = 1; }
