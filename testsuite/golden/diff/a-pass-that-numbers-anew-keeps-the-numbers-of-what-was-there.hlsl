// options: --diff=form_waves --wave-size=4 --join-groups=off
RWBuffer<uint> gOut;
groupshared uint gCells[8];
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    gCells[i] = i * i;
    GroupMemoryBarrierWithGroupSync();
    gOut[i] = gCells[7 - i];
}
