// options: --wave-size=16 --target=x86-64-v3
StructuredBuffer<float4x4> Left : register(t0);
StructuredBuffer<float4x4> Right : register(t1);
StructuredBuffer<float4> Points : register(t2);
RWStructuredBuffer<float4x4> Products : register(u0);
RWStructuredBuffer<float4> Out : register(u1);

[numthreads(64, 1, 1)]
void Product(uint3 id : SV_DispatchThreadID)
{
    Products[id.x] = mul(Left[id.x], Right[id.x]);
}

[numthreads(64, 1, 1)]
void Transform(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = mul(Left[id.x], Points[id.x]);
}

[numthreads(64, 1, 1)]
void Scaled(uint3 id : SV_DispatchThreadID)
{
    float4 x = Points[id.x] * 2; // computed: its word is a vector, each lane of which is repeated
    Out[id.x] = x * x.w;
}
