void f(Unknown u) {}

[numthreads(1, 1, 1)]
void main()
{
    float a = wrong;
    a += wrong2.x * 3;
    float3 b = float3(a, wrong3(a), 1);
    b.x = a;
    Unknown u;
    u.x = u[3].foo(1) + 2;
    if (u) u++;
    f(1);
    f(2, 3);
}
