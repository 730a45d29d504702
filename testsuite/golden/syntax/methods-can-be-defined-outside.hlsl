struct S { int f(); };
int S::f() { return 1; }
