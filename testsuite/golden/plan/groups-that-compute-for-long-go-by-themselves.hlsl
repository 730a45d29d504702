// options: --join-groups=off --wave-size=16 --target=x86-64-v3
Texture2D<float> In;
RWTexture2D<float> Out;
[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float x = In[id.xy], sum = 1;
    [unroll] for (int i = 0; i < 25; i++)
        sum = sum * x + i;
    Out[id.xy] = sum;
}
