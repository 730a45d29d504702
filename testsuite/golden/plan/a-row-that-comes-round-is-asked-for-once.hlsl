// options: --wave-size=16 --target=x86-64-v3
/* Three taps of one row of a ring are loaded from memory, or from where what follows its end is beside it; the row is asked for
 * before them. Addresses in bytes are multiples of elements. One tap of a ring is asked for by itself. */
StructuredBuffer<float> In;
ByteAddressBuffer Raw;
StructuredBuffer<float> Single;
RWStructuredBuffer<float> Out;
uint Width;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = In[id.y * Width + (id.x - 1 & Width - 1)] + In[id.y * Width + (id.x & Width - 1)];
    sum += In[id.y * Width + (id.x + 1 & Width - 1)];
    sum += asfloat(Raw.Load(4 * (id.y * Width + id.x % Width))) * asfloat(Raw.Load(4 * (id.y * Width + (id.x + 1) % Width)));
    Out[id.y * Width + id.x] = sum;
}

[numthreads(64, 1, 1)]
void single(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = Single[id.x + 1 & Width - 1];
}
