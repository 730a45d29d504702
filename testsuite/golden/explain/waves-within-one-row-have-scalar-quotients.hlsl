// options: --explain=one_quotient --wave-size=32
RWStructuredBuffer<float> Out;
StructuredBuffer<float> In;
cbuffer C { uint count, width, height; };
[numthreads(64, 1, 1)] void Main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= count)
        return;
    uint x = id.x % width, y = id.x / width;
    Out[id.x] = x > 0 && y < height ? In[id.x] : 0;
}
[numthreads(64, 1, 1)] void OnlyPlace(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = In[id.x / width] * In[id.x % width];
}
[numthreads(64, 1, 1)] void SeveralPlaces(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = In[id.x / width] * In[id.x % height];
}
