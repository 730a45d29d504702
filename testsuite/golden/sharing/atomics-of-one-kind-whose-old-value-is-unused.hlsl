RWStructuredBuffer<uint> gSum, gXor, gLeast, gAnd, gOr;
RWStructuredBuffer<int> gMost;
RWByteAddressBuffer gWide;
RWTexture2D<uint> gHits;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    uint key = id.x % 10;
    InterlockedAdd(gSum[key], id.x);
    InterlockedXor(gXor[key], id.x);
    InterlockedMin(gLeast[key], id.x);
    InterlockedMax(gMost[key], (int)id.x);
    InterlockedAnd(gAnd[key], ~id.x);
    InterlockedOr(gOr[key], id.x);
    gWide.InterlockedMax64(key * 8, (uint64_t)id.x);
    InterlockedAdd(gHits[uint2(key, 0)], 1);
}
