// options: --wave-size=16 --target=x86-64-v3
StructuredBuffer<int> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);
cbuffer Settings { uint width; int step; };
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint x = In[i];
    Out[i] = x / 18 + x % width + (x & 255) / ((x >> 8) & 255) + (x & 255) % (width & 15) + x / (x >> 1);
    Out[i + 64] = int(x) / -18 + int(x) % step + (int(x) >> 12) / (int(x) % 100) + int(x) / int(x & 15);
}
