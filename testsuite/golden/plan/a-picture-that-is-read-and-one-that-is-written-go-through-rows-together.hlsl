// options: --join-groups=off --wave-size=16 --target=x86-64-v3
Texture2D<float> In;
RWTexture2D<float> Out;
[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Out[id.xy] = In[id.xy] * 2 + 1;
}
