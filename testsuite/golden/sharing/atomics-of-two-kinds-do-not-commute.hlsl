RWStructuredBuffer<uint> gCount;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(gCount[0], 1);
    InterlockedMax(gCount[0], id.x);
}
