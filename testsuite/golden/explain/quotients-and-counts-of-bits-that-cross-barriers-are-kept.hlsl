// options: --explain=form_waves --wave-size=8
RWStructuredBuffer<uint> Out;
uint Width;
groupshared uint Shared[64];
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex)
{
    uint ones = countbits(i & 0x2d) & 1, row = i / Width, twice = Width * 2 + i;
    Shared[i] = ones + row + twice;
    GroupMemoryBarrierWithGroupSync();
    Out[i] = Shared[i ^ 1] * ones + row + twice;
}
