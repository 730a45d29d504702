// options: --explain=interchange --wave-size=32 -O0
RWStructuredBuffer<float> Out;
StructuredBuffer<float> In;
cbuffer C { uint count; };
[numthreads(256, 1, 1)] void Main(uint i : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint turn = 0; turn < count; turn++)
        sum += In[turn * 256 + i];
    Out[i] = sum;
}
