// Sorts each run of 1024 keys in groupshared memory, by Batcher's bitonic network: 55 rounds in which every
// key meets the one whose index differs in one bit, and the smaller or the larger stays.

#define COUNT 1024 // a group's keys, one a thread

RWStructuredBuffer<uint> gKeys : register(u0);

groupshared uint gShared[COUNT];

[numthreads(COUNT, 1, 1)]
void SortCS(uint3 groupID : SV_GroupID, uint self : SV_GroupIndex)
{
    uint place = groupID.x * COUNT + self;
    uint key = gKeys[place];
    gShared[self] = key;
    GroupMemoryBarrierWithGroupSync();

    // Runs of `length` keys become sorted, up in even runs and down in odd ones.
    for (uint length = 2; length <= COUNT; length *= 2)
    {
        for (uint distance = length / 2; distance > 0; distance /= 2)
        {
            uint other = gShared[self ^ distance];
            bool isUp = (self & length) == 0, isLower = (self & distance) == 0;
            key = isUp == isLower ? min(key, other) : max(key, other);
            GroupMemoryBarrierWithGroupSync();
            gShared[self] = key;
            GroupMemoryBarrierWithGroupSync();
        }
    }

    gKeys[place] = key;
}
