// options: --target=x86-64-v4 --wave-size=32
Texture2D<float> In;
RWTexture2D<float> Out;
[numthreads(32, 8, 1)]
void main(uint2 id : SV_DispatchThreadID)
{
    if ((id.x * 5 & 3) != 0)
        Out[id] = In[id - uint2(1, 0)] + In[id + uint2(1, 0)] + In[id - uint2(0, 1)] + In[id + uint2(0, 1)];
}
