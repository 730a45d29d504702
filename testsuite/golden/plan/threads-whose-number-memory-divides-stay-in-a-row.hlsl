// options: --wave-size=32
StructuredBuffer<uint> Sizes;
StructuredBuffer<float> In, Bias;
RWStructuredBuffer<float> Out;

[numthreads(256, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint channels = Sizes[0];
    Out[i] = max(In[i] + Bias[i % channels], 0);
}
