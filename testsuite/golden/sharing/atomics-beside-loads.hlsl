RWStructuredBuffer<uint> gCount, gOut;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(gCount[0], 1);
    gOut[id.x] = gCount[0];
}
