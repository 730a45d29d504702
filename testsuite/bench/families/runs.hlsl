// Sums of runs of equal keys, by the first thread of each, which walks on to the run's end.

StructuredBuffer<uint> gKeys : register(t0);
StructuredBuffer<uint> gValues : register(t1);
RWStructuredBuffer<uint> gSums : register(u0); // [first place of the run]

cbuffer cbRuns : register(b0)
{
    uint gCount;
};

[numthreads(256, 1, 1)]
void HeadsCS(uint3 id : SV_DispatchThreadID)
{
    uint key = gKeys[id.x];
    if (id.x == 0 || gKeys[id.x - 1] != key)
    {
        uint sum = 0, i = id.x;
        do
        {
            sum += gValues[i];
            i++;
        } while (i < gCount && gKeys[i] == key);
        gSums[id.x] = sum;
    }
}

// The others return.
[numthreads(256, 1, 1)]
void StayCS(uint3 id : SV_DispatchThreadID)
{
    uint key = gKeys[id.x], sum = 0;
    if (id.x > 0 && gKeys[id.x - 1] == key)
        return;
    for (uint i = id.x; i < gCount; i++)
    {
        if (gKeys[i] != key)
            break;
        sum += gValues[i];
    }
    gSums[id.x] = sum;
}
