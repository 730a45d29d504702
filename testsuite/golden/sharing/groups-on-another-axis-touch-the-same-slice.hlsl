RWStructuredBuffer<uint> gOut;
[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gOut[id.x] = max(gOut[id.x], id.y);
}
