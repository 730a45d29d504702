// options: --target=x86-64-v3 --wave-size=64
Buffer<float4> gTyped;
StructuredBuffer<float4> gStructured;
RWStructuredBuffer<float> gOut;
[numthreads(64, 1, 1)] void Typed(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    float4 m = gTyped[group.x];
    gOut[id.x] = m.x * gOut[id.x] + m.y;
}
[numthreads(64, 1, 1)] void Structured(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    float4 m = gStructured[group.x];
    gOut[id.x] = m.x * gOut[id.x] + m.y;
}
