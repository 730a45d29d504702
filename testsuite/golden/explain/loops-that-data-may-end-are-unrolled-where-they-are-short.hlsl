// options: --explain=unroll --wave-size=8
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
float Best(float best[4])
{
    return best[0] + best[1] + best[2] + best[3];
}
[numthreads(8, 1, 1)] void Insert(uint i : SV_GroupIndex)
{
    float best[4] = {In[0], In[1], In[2], In[3]}, v = In[i];
    int k = 3;
    while (k > 0 && v > best[k - 1]) {
        best[k] = best[k - 1];
        k--;
    }
    best[k] = v;
    Out[i] = Best(best);
}
[numthreads(8, 1, 1)] void Newton(uint i : SV_GroupIndex)
{
    float v = In[i], x = v, step = 1;
    for (uint k = 0; k < 5 && abs(step) > 0.001; k++) {
        step = (x * x - v) / (2 * x + 1);
        x -= step;
    }
    Out[i] = x;
}
[numthreads(8, 1, 1)] void Ten(uint i : SV_GroupIndex)
{
    float x = In[i];
    for (uint k = 0; k < 10 && x < 100; k++)
        x *= x;
    Out[i] = x;
}
[numthreads(8, 1, 1)] void Search(uint i : SV_GroupIndex)
{
    uint k;
    for (k = 0; k < 4 && In[i + k] > 0; k++)
        ;
    Out[i] = k;
}
