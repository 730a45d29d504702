// The bitonic network over runs of 1024 keys with their values, a thread to a pair: thread t compares place
// 2 * j * (t / j) + t % j with the one j further.

StructuredBuffer<uint2> gUnsorted : register(t0);
RWStructuredBuffer<uint2> gSorted : register(u0);

#define RUN 1024

groupshared uint gsKeys[RUN];
groupshared uint gsValues[RUN];

[numthreads(RUN / 2, 1, 1)]
void SortCS(uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    for (uint part = 0; part < 2; ++part)
    {
        uint2 pair = gUnsorted[group.x * RUN + part * (RUN / 2) + t];
        gsKeys[part * (RUN / 2) + t] = pair.x;
        gsValues[part * (RUN / 2) + t] = pair.y;
    }
    GroupMemoryBarrierWithGroupSync();

    for (uint k = 2; k <= RUN; k *= 2)
        for (uint j = k / 2; j > 0; j /= 2)
        {
            uint i = 2 * j * (t / j) + t % j;
            bool ascending = (i & k) == 0;
            uint a = gsKeys[i], b = gsKeys[i + j];
            if ((a > b) == ascending)
            {
                gsKeys[i] = b;
                gsKeys[i + j] = a;
                uint value = gsValues[i];
                gsValues[i] = gsValues[i + j];
                gsValues[i + j] = value;
            }
            GroupMemoryBarrierWithGroupSync();
        }

    for (uint part = 0; part < 2; ++part)
    {
        uint place = part * (RUN / 2) + t;
        gSorted[group.x * RUN + place] = uint2(gsKeys[place], gsValues[place]);
    }
}
