// options: --target=x86-64-v3 --wave-size=16
// What is loaded and stored as float4 needs no shuffles where each component is treated as the others are: by a value for
// all, by scalars of its own, by a value of the thread, which is repeated for its components. So it is over a loop's turns.
StructuredBuffer<float4> gIn;
StructuredBuffer<float> gOwn;
RWStructuredBuffer<float4> gOut;
cbuffer Settings { float4 gTint; float gScale; uint gCount; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 sum = gOut[id.x] * gTint;
    for (uint i = 0; i < gCount; i++)
        sum += gScale * gIn[i * 64 + id.x];
    gOut[id.x] = max(sum * gOwn[id.x], 0);
}
