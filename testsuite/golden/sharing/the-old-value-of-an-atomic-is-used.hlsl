RWStructuredBuffer<uint> gNext, gOut;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    uint old;
    InterlockedAdd(gNext[0], 1, old);
    gOut[old] = id.x;
}
