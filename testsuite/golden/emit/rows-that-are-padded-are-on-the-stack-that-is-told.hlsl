/* Rows that a call has room for, with their ends repeated, are on its stack: 18 + 16 elements of 16 bytes beside 149504. */
StructuredBuffer<float4> In;
RWStructuredBuffer<float4> Out;
int Width, Last;

[numthreads(64, 1, 1)]
void main(int3 id : SV_DispatchThreadID)
{
    Out[id.y * Width + id.x] = In[id.y * Width + clamp(id.x - 1, 0, Last)] + In[id.y * Width + clamp(id.x + 1, 0, Last)];
}
