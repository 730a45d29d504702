RWStructuredBuffer<uint> gOut[4];
RWStructuredBuffer<uint> gAny[4];
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gOut[0][id.x] = gOut[3][id.x] + 1;
    gAny[id.x & 3][id.x] = gAny[0][id.x ^ 64];
}
