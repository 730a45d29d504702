// options: --wave-size=16 --target=x86-64-v3
/* A row of threads beyond the picture's end is left out of the call, which then asks once. */
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
uint Width, Height;

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= Width || id.y >= Height)
        return;
    uint above = max(id.y, 1) - 1;
    Out[id.y * Width + id.x] = In[above * Width + id.x] + In[id.y * Width + id.x];
}
