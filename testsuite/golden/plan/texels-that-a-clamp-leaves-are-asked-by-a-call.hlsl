// options: --wave-size=32 --target=x86-64-v3
/* Two groups are joined. Where a clamp is met they ask for it, and where places lie outside they are not joined. */
Texture2D<float> In;
RWTexture2D<float> Out;
int2 Size;

[numthreads(16, 16, 1)]
void main(int3 id : SV_DispatchThreadID)
{
    if (id.x >= Size.x || id.y >= Size.y)
        return;
    Out[id.xy] = In[int2(max(id.x - 1, 0), id.y)] + In[int2(min(id.x + 1, Size.x - 1), max(id.y - 1, 0))];
}
