// A hash table with open addressing: keys inserted by compare and exchange, then looked up.

cbuffer cbTable : register(b0)
{
    uint gCount;
    uint gMask; // slots less one, a power of two less one
};

static const uint EMPTY = 0xffffffff;

StructuredBuffer<uint> gKeys : register(t0);
StructuredBuffer<uint> gProbes : register(t1);
RWStructuredBuffer<uint2> gSlots : register(u0); // key, value
RWStructuredBuffer<uint> gFound : register(u1);

uint Hash(uint key)
{
    key ^= key >> 16;
    key *= 0x85ebca6b;
    key ^= key >> 13;
    key *= 0xc2b2ae35;
    return key ^ key >> 16;
}

[numthreads(256, 1, 1)]
void InsertCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    uint key = gKeys[id.x];
    uint slot = Hash(key) & gMask;
    while (true)
    {
        uint before;
        InterlockedCompareExchange(gSlots[slot].x, EMPTY, key, before);
        if (before == EMPTY || before == key)
        {
            gSlots[slot].y = key * 3 + 1;
            break;
        }
        slot = (slot + 1) & gMask;
    }
}

[numthreads(256, 1, 1)]
void FindCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    uint key = gProbes[id.x];
    uint slot = Hash(key) & gMask;
    uint value = 0;
    for (;;)
    {
        uint2 entry = gSlots[slot];
        if (entry.x == key)
            value = entry.y;
        if (entry.x == key || entry.x == EMPTY)
            break;
        slot = (slot + 1) & gMask;
    }
    gFound[id.x] = value;
}
