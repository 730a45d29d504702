// Of the lanes below, no prefix: the bits of the mask, and of those for which it is true.
RWStructuredBuffer<uint> Out : register(u0);

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Out[i] = WaveMultiPrefixCountBits(i < 5, uint4(Out[i], 0, 0, 0));
}
