// options: --wave-size=4
RWBuffer<int> o;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (GroupGetWaveCount() > 1)
        GroupMemoryBarrierWithGroupSync();
    o[i] = 1;
}
