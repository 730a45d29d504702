struct { int a; } s;
struct T;
static struct U { int b; } u, v;
