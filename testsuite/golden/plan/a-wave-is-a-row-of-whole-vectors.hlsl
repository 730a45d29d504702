// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
[numthreads(24, 8, 1)]
void TwentyFour(uint3 id : SV_DispatchThreadID)
{
    Out[id.y * 1000 + id.x] = In[id.y * 1000 + id.x + 1];
}
[numthreads(10, 10, 1)]
void FourOfTen(uint3 id : SV_DispatchThreadID)
{
    Out[id.y * 1000 + id.x] = In[id.y * 1000 + id.x + 1];
}
