// options: --wave-size=16 --target=x86-64-v4
cbuffer Counts { uint Frames; };
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    float sum = 0;
    for (uint i = t; i + group.x < Frames; i += 64)
        sum += In[i] * In[i + group.x];
    Out[group.x * 64 + t] = sum;
}
