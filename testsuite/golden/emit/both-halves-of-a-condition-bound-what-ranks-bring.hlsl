StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
cbuffer C { uint n, m; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float s = 0;
    if (i < n && i < m)
        s = In[i];
    Out[i] = s;
}
