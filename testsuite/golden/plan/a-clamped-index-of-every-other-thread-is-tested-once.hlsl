// options: --join-groups=off --wave-size=32 --target=x86-64-v3
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);
cbuffer Size : register(b0) { int width; };
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int x = 2 * id.x;
    Out[id.x] = In[max(x - 1, 0)] + 2 * In[x] + In[min(x + 1, width - 1)];
}
