// Neighbours on a ring in groupshared memory: more than the registers hold, and all of it inside.
RWStructuredBuffer<uint> Out;
cbuffer cb { uint Turns; };
groupshared uint cells[2][128];

[numthreads(128, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    uint now = 0;
    for (uint i = 0; i < Turns; i++) {
        uint here = cells[now][t], left = cells[now][(t + 127) % 128], right = cells[now][(t + 1) & 127];
        cells[now ^ 1][t] = here + left + right;
        now ^= 1;
        GroupMemoryBarrierWithGroupSync();
    }
    Out[t] = cells[0][t];
}
