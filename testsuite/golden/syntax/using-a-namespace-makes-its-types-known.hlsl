namespace N { struct S { int a; }; }
using namespace N;
void f() { (S)0; }
