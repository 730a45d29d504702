// where a wave, two rows of 16 threads, ends outside, its lanes are found by what the last line takes, too
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
cbuffer Size { uint width; };

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float value = 0;
    [unroll] for (uint i = 0; i < 12; i++)
        value = value * 0.5 + In[id.y * width + id.x * 40 + i * 3];
    Out[id.y * width + id.x] = value * float(id.x ^ id.y);
}
