// options: --target=x86-64-v3 --wave-size=32
// Four words of each lane's row, of four vectors, are all the registers that there are: each vector loads and compares
// by itself, where all turns lie inside and where some do not.
StructuredBuffer<float> In;
RWStructuredBuffer<uint> Out;
cbuffer Size { uint count; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint bits = 0;
    for (uint k = 0; k < count; k++)
        bits = bits << 1 | (In[i * 8 + k] > 0.5 ? 1u : 0u);
    Out[i] = bits;
}
