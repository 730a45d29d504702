RWStructuredBuffer<float> gOut;
cbuffer Sizes { uint gWidth; };
[numthreads(8, 8, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gOut[id.y * gWidth + id.x] = 1;
}
