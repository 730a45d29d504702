namespace N { struct S { int a; }; static int k; }
N::S s;
int f() { return N::k + ::N::k; }
