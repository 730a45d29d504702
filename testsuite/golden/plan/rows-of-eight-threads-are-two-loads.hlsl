// options: --join-groups=off --target=x86-64-v4 --wave-size=16
Texture2D<float4> In;
RWTexture2D<float> Out;

[numthreads(8, 8, 1)]
void Main(int2 at : SV_DispatchThreadID)
{
    Out[at] = In[at].x + In[max(at - 1, 0)].x;
}
