// options: --target=x86-64-v3 --wave-size=32 --join-groups=off
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float x = In[id.x];
    if (id.x % 2 == 0)
        Out[id.x / 2] = x;
}
