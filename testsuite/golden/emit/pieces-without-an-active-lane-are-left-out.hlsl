// options: --target=x86-64-v3 --wave-size=32
/* Of the first 32 lanes 10 fetch rows: the places of two vectors of eight are asked for, loaded and stored. */
StructuredBuffer<uint> rows;
RWStructuredBuffer<uint> sums;
groupshared uint tile[60];
cbuffer Settings { uint pitch; };

[numthreads(64, 1, 1)]
void main(uint thread : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (thread < 10)
        [loop] for (uint row = 0; row < 6; row++)
            tile[row * 10 + thread] = rows[row * pitch + group.x + thread];
    GroupMemoryBarrierWithGroupSync();
    sums[group.x * 64 + thread] = tile[thread % 60];
}
