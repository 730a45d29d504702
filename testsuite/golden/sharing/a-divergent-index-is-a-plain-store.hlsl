StructuredBuffer<uint> gWhere;
RWStructuredBuffer<uint> gOut;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    if (gWhere[id.x] < 100)
        gOut[gWhere[id.x]] = id.x;
}
