// options: --join-groups=off --wave-size=32 --target=x86-64-v3
Texture2D<float4> In : register(t0);
RWTexture2D<float4> Out : register(u0);
cbuffer Size : register(b0) { int2 size; };
[numthreads(32, 8, 1)]
void main(int2 id : SV_DispatchThreadID)
{
    Out[id] = In[clamp(2 * id - 1, 0, size - 1)] + In[clamp(2 * id + 1, 0, size - 1)];
}
