// options: --wave-size=32 --target=x86-64-v3
/* A size that a kernel asks for is a scalar that the host sets, as a constant is: groups go through their rows together, and
 * ask once for a call whether all that they load lies inside. */
Texture2D<float> In;
RWTexture2D<float> Out;

[numthreads(32, 8, 1)]
void main(int2 id : SV_DispatchThreadID)
{
    int2 size;
    In.GetDimensions(size.x, size.y);
    if (any(id >= size))
        return;
    float sum = In[int2(max(id.x - 1, 0), id.y)] + In[int2(min(id.x + 1, size.x - 1), id.y)];
    Out[id] = sum + In[int2(id.x, max(id.y - 1, 0))] + In[int2(id.x, min(id.y + 1, size.y - 1))] - 4 * In[id];
}
