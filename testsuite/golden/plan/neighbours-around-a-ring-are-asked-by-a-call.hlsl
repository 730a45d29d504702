// options: --wave-size=16 --target=x86-64-v3
/* All groups but those at its ends have neighbours side by side: nothing comes round between the call's first thread and its
 * last. */
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;
uint Width, Height;

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= Width || id.y >= Height)
        return;
    uint row = id.y * Width, above = (id.y + Height - 1) % Height * Width;
    Out[row + id.x] = In[row + (id.x + Width - 1) % Width] + In[row + (id.x + 1) % Width] + In[above + (id.x & 63)];
}
