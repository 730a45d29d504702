// options: --wave-size=32 --target=x86-64-v4
StructuredBuffer<float4> weights;
StructuredBuffer<float> coarse;
RWStructuredBuffer<float> fine;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 w = weights[id.x & 3];
    uint i = id.x >> 2;
    fine[id.x] = w.x * coarse[i] + w.y * coarse[i + 1] + w.z * coarse[i + 2] + w.w * coarse[i + 3];
}
