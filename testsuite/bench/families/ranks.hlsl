// Keys sorted by counting: each thread of a group counts the keys that come before its own, and puts it there.

StructuredBuffer<uint> gKeys : register(t0);
RWStructuredBuffer<uint> gSorted : register(u0);

groupshared uint gsKeys[256];

[numthreads(256, 1, 1)]
void SortCS(uint thread : SV_GroupIndex, uint3 group : SV_GroupID)
{
    uint key = gKeys[group.x * 256 + thread];
    gsKeys[thread] = key;
    GroupMemoryBarrierWithGroupSync();
    uint rank = 0;
    for (uint i = 0; i < 256; i++)
    {
        uint other = gsKeys[i];
        if (other < key || (other == key && i < thread))
            rank++;
    }
    gSorted[group.x * 256 + rank] = key;
}
