// options: --target=x86-64-v3
// Machines without AVX-512 take long for a masked store. Nobody else writes the group's memory, so what is off is
// loaded, chosen and stored; past the ends of the array, too, where the lanes that are on stay inside. A resource's
// neighbours are those of other threads; where a vector may lie far outside, the machine's mask is taken.
RWStructuredBuffer<uint> gOut;
cbuffer Settings { uint gStep, gOffset; };

groupshared uint tile[64];
groupshared uint rows[8][4];

[numthreads(4, 8, 1)]
void main(uint2 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    uint flag = gOut[i];
    if (flag != 0)
        tile[i] = flag;
    if (flag != 1 && i >= gStep)
        tile[i - gStep] = flag;
    if (flag != 2)
        tile[i + gOffset] = flag;
    if (flag != 3)
        rows[t.y][t.x] = flag;
    if (flag != 4)
        gOut[i] = 1;
    GroupMemoryBarrierWithGroupSync();
    gOut[i] = tile[31 - i] + rows[7 - t.y][t.x];
}
