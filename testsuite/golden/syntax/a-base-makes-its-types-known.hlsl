struct B { struct I { int a; }; };
struct D : B { void f() { (I)0; } };
