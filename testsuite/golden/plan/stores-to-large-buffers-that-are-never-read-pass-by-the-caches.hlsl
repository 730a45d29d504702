// options: --target=x86-64-v4 --wave-size=32
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
RWStructuredBuffer<float> InPlace;
globallycoherent RWStructuredBuffer<float> Shared;

[numthreads(64, 1, 1)]
void Main(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = In[id.x];
    InPlace[id.x] += 1;
    Shared[id.x] = 2;
}
