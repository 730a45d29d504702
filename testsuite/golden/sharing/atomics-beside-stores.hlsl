RWStructuredBuffer<uint> gCount;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gCount[1] = 7;
    InterlockedAdd(gCount[0], 1);
}
