RWStructuredBuffer<float> gOut;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gOut[id.x] = gOut[id.x] * 2 + 1;
}
