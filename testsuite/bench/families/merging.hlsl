// Keys sorted in groupshared memory by pairs within a bound: neighbours, odd and even ones in turn, and Batcher's odd-even
// merging network, whose halves a quotient tells.

StructuredBuffer<uint> gKeys : register(t0);
RWStructuredBuffer<uint> gSorted : register(u0);

#define KEYS 256

groupshared uint gsKeys[KEYS];

void Order(uint low, uint high)
{
    uint a = gsKeys[low], b = gsKeys[high];
    if (a > b)
    {
        gsKeys[low] = b;
        gsKeys[high] = a;
    }
}

[numthreads(KEYS / 2, 1, 1)]
void NeighboursCS(uint thread : SV_GroupIndex, uint3 group : SV_GroupID)
{
    uint first = group.x * KEYS + thread;
    gsKeys[thread] = gKeys[first];
    gsKeys[thread + KEYS / 2] = gKeys[first + KEYS / 2];
    GroupMemoryBarrierWithGroupSync();
    for (uint turn = 0; turn < KEYS; turn++)
    {
        uint low = 2 * thread + (turn & 1);
        if (low + 1 < KEYS && gsKeys[low] > gsKeys[low + 1])
        {
            uint kept = gsKeys[low];
            gsKeys[low] = gsKeys[low + 1];
            gsKeys[low + 1] = kept;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    gSorted[first] = gsKeys[thread];
    gSorted[first + KEYS / 2] = gsKeys[thread + KEYS / 2];
}

[numthreads(KEYS / 2, 1, 1)]
void MergeCS(uint thread : SV_GroupIndex, uint3 group : SV_GroupID)
{
    uint first = group.x * KEYS + thread;
    gsKeys[thread] = gKeys[first];
    gsKeys[thread + KEYS / 2] = gKeys[first + KEYS / 2];
    GroupMemoryBarrierWithGroupSync();
    for (uint run = 1; run < KEYS; run <<= 1)
        for (uint apart = run; apart > 0; apart >>= 1)
        {
            uint low = apart % run + 2 * apart * (thread / apart) + thread % apart;
            if (low + apart < KEYS && low / (run * 2) == (low + apart) / (run * 2))
                Order(low, low + apart);
            GroupMemoryBarrierWithGroupSync();
        }
    gSorted[first] = gsKeys[thread];
    gSorted[first + KEYS / 2] = gsKeys[thread + KEYS / 2];
}
