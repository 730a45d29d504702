// Sorts 256 keys of 8 bits a group: one bit after the other, those with a zero go first. Where each goes is how many zeros
// there are before it, a scan of 256 words in steps that double.

StructuredBuffer<uint> gKeys : register(t0);
RWStructuredBuffer<uint> gSorted : register(u0);

#define THREADS 256
#define BITS 8

groupshared uint gsKeys[THREADS];
groupshared uint gsZeros[THREADS];

[numthreads(THREADS, 1, 1)]
void SplitCS(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    gsKeys[thread] = gKeys[id.x];
    for (uint bit = 0; bit < BITS; bit++)
    {
        GroupMemoryBarrierWithGroupSync();
        uint key = gsKeys[thread], isZero = 1 - ((key >> bit) & 1);
        gsZeros[thread] = isZero;
        GroupMemoryBarrierWithGroupSync();
        for (uint step = 1; step < THREADS; step *= 2)
        {
            uint zeros = gsZeros[thread];
            if (thread >= step)
                zeros += gsZeros[thread - step];
            GroupMemoryBarrierWithGroupSync();
            gsZeros[thread] = zeros;
            GroupMemoryBarrierWithGroupSync();
        }
        uint before = gsZeros[thread] - isZero, all = gsZeros[THREADS - 1];
        gsKeys[isZero != 0 ? before : all + thread - before] = key;
    }
    GroupMemoryBarrierWithGroupSync();
    gSorted[id.x] = gsKeys[thread];
}
