// options: --wave-size=16 --target=x86-64-v3
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);
cbuffer Limits { uint limit; };
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint byte = In[i] & 255, word = In[i];
    Out[4 * i] = byte;
    Out[4 * i + 1] = word;
    Out[4 * i + 2] = byte < (word >> 1) ? 1.5 : 2.5;
    Out[4 * i + 3] = byte <= limit ? 3.5 : 4.5;
}
