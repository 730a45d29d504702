// options: --explain=form_waves --wave-size=8
/* The flag is the same for all when it is read. */
RWStructuredBuffer<uint> Out : register(u0);

groupshared uint Left;

[numthreads(128, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i == 0)
        Left = 5;
    uint rounds = 0;
    GroupMemoryBarrierWithGroupSync();
    while (Left > 0) {
        GroupMemoryBarrierWithGroupSync();
        if (i == 0)
            Left--;
        rounds++;
        GroupMemoryBarrierWithGroupSync();
    }
    Out[i] = rounds;
}
