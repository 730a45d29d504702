// options: --wave-size=32
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint3 t : SV_DispatchThreadID)
{
    uint value = In[t.x * 2];
    uint middle = value / 2;
    if (middle > 5) {
        Out[t.x] = 1;
        AllMemoryBarrierWithGroupSync();
    }
}
