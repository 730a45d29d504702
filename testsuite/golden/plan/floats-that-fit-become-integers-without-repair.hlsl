// options: --wave-size=16 --target=x86-64-v3
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<int4> Out : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float x = In[i];
    Out[i] = int4(uint(saturate(x) * 255 + 0.5), int(clamp(x, -8, 7)), int(x), uint(x));
}
