void f(int a b) { x; }
void g() { int 1; }
struct S { int a int b; };
