struct S
{
    int a;
    int f() { return g(); }
    int g() { return f(); }
};
RWBuffer<int> Out;

[numthreads(1, 1, 1)]
void main()
{
    const S s = {1};
    Out[0] = s.f();
}
