// options: --join-groups=off --wave-size=32
Texture2D<float> In;
RWTexture2D<float> Out;

[numthreads(4, 2, 4)]
void main(uint3 id : SV_DispatchThreadID)
{
    int2 size;
    In.GetDimensions(size.x, size.y);
    Out[id.xy + 4 * id.z] = In[min(id.xy + 3, size - 1)];
}
