// options: --wave-size=32 --target=x86-64-v3
RWTexture2D<uint> Out;
[numthreads(64, 1, 1)] void main(uint2 g : SV_GroupID, uint t : SV_GroupIndex)
{
    [unroll] for (uint i = 0; i < 2; i++)
    {
        uint n = t + 64 * i;
        Out[g * 16 + uint2((n >> 1 & 7) | (n >> 3 & 8), (n & 1) | (n >> 3 & 6))] = i;
    }
}
