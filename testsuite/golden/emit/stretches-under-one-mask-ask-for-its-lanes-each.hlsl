// Two stretches under one mask, each of which asks once for the lanes that are on.
StructuredBuffer<float> In, Other;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (Out[i] > 0)
    {
        float left = In[i] + 2 * In[i + 1] + 3 * In[i + 2] + 4 * In[i + 3];
        float sum = WaveActiveSum(left);
        float right = Other[i] + 2 * Other[i + 1] + 3 * Other[i + 2] + 4 * Other[i + 3];
        Out[i] = sum + right;
    }
}
