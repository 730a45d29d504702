StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void Main(uint i : SV_GroupIndex)
{
    float items[4];
    [unroll] for (uint k = 0; k < 4; ++k)
        items[k] = In[i * 4 + k];
    [unroll] for (uint n = 0; n < 4; ++n)
        Out[i * 4 + n] = items[3 - n];
}
