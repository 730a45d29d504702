// options: --explain=lanes_in_turn --target=x86-64-v4
// The index and three words of each, and 12 operations: three a word.
StructuredBuffer<uint> gCounts;
StructuredBuffer<uint> gLists;
StructuredBuffer<float3> gPlaces;
RWStructuredBuffer<float> gSums;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint k = 0; k < gCounts[i]; k++)
    {
        float3 away = gPlaces[gLists[i * 16 + k]] - gPlaces[i];
        sum += dot(away, away);
    }
    gSums[i] = sum;
}
