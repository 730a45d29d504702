// options: --wave-size=32 --target=x86-64-v3
// a dozen loads: where a wave ends outside, each of its pieces goes lane by lane; the store has less to do
// there than to copy, and the last loads stand in a loop that C compilers unroll
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
cbuffer Size { uint count; };

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    [unroll] for (uint k = 0; k < 36; k += 3)
        sum = sum * 0.5 + In[id.x * 40 + k];
    for (uint i = 0; i < count; i++)
        sum = sum * 0.5 + In[id.x * 40 + i];
    Out[id.x] = sum;
}
