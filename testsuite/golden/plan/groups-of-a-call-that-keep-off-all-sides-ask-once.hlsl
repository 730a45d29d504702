// options: --wave-size=16 --target=x86-64-v3
/* The group at each end has threads that the guard keeps out, and rows that it keeps out are passed over: of those that are
 * left no place lies outside. */
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
uint Width, Height;

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x == 0 || id.y == 0 || id.x >= Width - 1 || id.y >= Height - 1)
        return;
    uint at = id.y * Width + id.x;
    Out[at] = In[at - 1] + In[at + 1] + In[at - Width] + In[at + Width];
}
