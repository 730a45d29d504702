RWStructuredBuffer<uint> gOut;
[numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    uint old;
    InterlockedExchange(gOut[group.x], id.x, old);
    gOut[group.x] += old;
}
