RWStructuredBuffer<uint> gCount;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    uint old;
    InterlockedAdd(gCount[0], 1, old);
}
