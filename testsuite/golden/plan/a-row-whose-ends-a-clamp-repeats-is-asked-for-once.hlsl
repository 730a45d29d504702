// options: --wave-size=16 --target=x86-64-v3
/* Three taps of one row, by one clamp, are loaded from memory, or from where its ends are repeated; the row is asked for
 * before them. A tap by other bounds is of another row. */
StructuredBuffer<float4> In;
RWStructuredBuffer<float4> Out;
int Width, Last;

[numthreads(64, 1, 1)]
void main(int3 id : SV_DispatchThreadID)
{
    float4 sum = In[id.y * Width + clamp(id.x - 1, 0, Last)] + In[id.y * Width + clamp(id.x, 0, Last)];
    sum += In[id.y * Width + clamp(id.x + 2, 0, Last)];
    Out[id.y * Width + id.x] = sum * In[id.y * Width + max(id.x - 1, 0)];
}
