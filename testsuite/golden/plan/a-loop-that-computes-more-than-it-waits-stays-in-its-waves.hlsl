// options: --target=x86-64-v4 --wave-size=32
// Each turn's sum waits for one only, and there is more to compute beside it.
StructuredBuffer<float4> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);
cbuffer C : register(b0) { uint Count; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float sum = 0, x = i * 0.125;
    for (uint k = 0; k < Count; k++)
    {
        float4 body = In[k];
        float dx = body.x - x, dy = body.y - x, dz = body.z - x;
        float d = dx * dx + dy * dy + dz * dz + 1;
        sum += dx / (d * d) * body.w;
    }
    Out[i] = sum;
}
