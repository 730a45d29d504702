// options: --target=x86-64-v3 --wave-size=64
cbuffer Constants { float gScale; uint gCount; };
RWStructuredBuffer<float> gOut;
[numthreads(64, 1, 1)] void Main(uint3 id : SV_DispatchThreadID)
{
    float scale = gScale * gScale;
    uint place = gCount * gCount;
    gOut[id.x + place] = gOut[id.x] * scale;
}
