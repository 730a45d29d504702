struct S { float4 a[4097]; };
ConstantBuffer<S> C;
float4 few, many[4096];
RWStructuredBuffer<float> o;

[numthreads(1, 1, 1)]
void main()
{
    o[0] = C.a[1].x + few.x + many[2].y;
}
