int f(int x)[2] { return g(x); }
int g(int x)[2][N] : SEMANTIC;
struct S { float m() const [3]; };
