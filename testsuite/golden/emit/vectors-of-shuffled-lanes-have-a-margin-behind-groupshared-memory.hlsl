// The last wave takes its lanes out of vectors whose last one ends two floats behind the array.
RWStructuredBuffer<float> Out;
groupshared float tile[260];

[numthreads(256, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    tile[i] = (float)i;
    GroupMemoryBarrierWithGroupSync();
    uint turned = ((i & 31) >> 2) + ((i & 3) << 3);
    Out[i] = tile[turned + (i & ~31u)];
}
