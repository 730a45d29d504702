// options: --wave-size=16 --target=x86-64-v4
/* Three words of one row by one clamp: a masked load each, and no row is put together. */
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
int Width, Last;

[numthreads(64, 1, 1)]
void main(int3 id : SV_DispatchThreadID)
{
    float sum = In[id.y * Width + clamp(id.x - 1, 0, Last)] + In[id.y * Width + clamp(id.x, 0, Last)];
    Out[id.y * Width + id.x] = sum + In[id.y * Width + clamp(id.x + 1, 0, Last)];
}
