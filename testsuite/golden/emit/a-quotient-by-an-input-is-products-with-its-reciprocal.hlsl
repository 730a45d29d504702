// What the dispatch shares has one reciprocal; what a wave finds, and what is precise, is divided by.
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
cbuffer cb { float Size; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    precise float kept = In[i] / Size;
    Out[i] = In[i] * In[i] / Size + WaveActiveMax(In[i]) / In[i] + kept;
}
