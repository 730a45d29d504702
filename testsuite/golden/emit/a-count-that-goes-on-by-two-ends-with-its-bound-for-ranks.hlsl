StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
cbuffer C { uint n, m; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float s = 0;
    for (uint k = 3; k < m; k += 2)
        s += In[k];
    Out[i] = s;
}
