struct A { int a; };
struct B { int b; int f() { return b; } };
RWBuffer<int> o;

[numthreads(1, 1, 1)]
void main()
{
    B b = { 1 };
    o[0] = b.A::a;
    o[1] = b.B::f() + b.B::b;
}
