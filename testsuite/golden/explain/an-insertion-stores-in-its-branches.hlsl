// options: --explain=branch_places --wave-size=8
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    float best[4] = {In[0], In[1], In[2], In[3]}, v = In[i];
    int k = 3;
    while (k > 0 && v > best[k - 1]) {
        best[k] = best[k - 1];
        k--;
    }
    best[k] = v;
    Out[i] = best[0] + best[1] + best[2] + best[3];
}
