interface I { int f(); };
struct S : I { int x : 4; int f() { return this.x; } S operator+(S o); };
