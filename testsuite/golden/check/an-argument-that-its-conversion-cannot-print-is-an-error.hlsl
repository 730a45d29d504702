struct Point { int x; };

[numthreads(8, 1, 1)]
void main()
{
    int i = 1;
    uint64_t wide = 2;
    float4 v = 1;
    float4x4 m = 1;
    Point p = {3};
    printf("%f", i);
    printf("%d", 1.5);
    printf("%d", wide);
    printf("%ld %lu", i, wide);
    printf("%v3f", v);
    printf("%v4d", v);
    printf("%f", v);
    printf("%v2f", i);
    printf("%v4lx", v);
    printf("%d", m);
    printf("%d", p);
    printf("%d", "text");
}
