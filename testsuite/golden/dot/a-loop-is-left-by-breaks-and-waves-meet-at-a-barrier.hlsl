// options: --wave-size=16 -O0
RWStructuredBuffer<uint> Out;
groupshared uint least;
[numthreads(32, 1, 1)] void main(uint i : SV_GroupIndex)
{
    uint n = i;
    [loop] while (true) {
        if (n > 100)
            break;
        if (n == 77)
            return;
        n = n * 2 + 1;
    }
    InterlockedMin(least, n);
    GroupMemoryBarrierWithGroupSync();
    Out[i] = least; // "quoted" \ and not
}
