// options: --wave-size=32 --target=x86-64-v3
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = In[id.x * 40] + In[id.x * 40 + 3];
}
