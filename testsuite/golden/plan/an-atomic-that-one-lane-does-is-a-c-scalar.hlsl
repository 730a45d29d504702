// options: --wave-size=16 --target=x86-64-v3
globallycoherent RWStructuredBuffer<uint> Locks : register(u0);
RWStructuredBuffer<uint> Out : register(u1);
[numthreads(64, 1, 1)]
void main(uint thread : SV_GroupIndex, uint group : SV_GroupID)
{
    if (thread == 5)
    {
        uint old;
        do
            InterlockedCompareExchange(Locks[group & 3], 0, thread, old);
        while (old != 0);
        Out[group] = old;
    }
}
