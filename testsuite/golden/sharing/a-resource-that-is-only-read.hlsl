StructuredBuffer<float> gIn;
RWStructuredBuffer<float> gOnlyRead;
RWStructuredBuffer<float> gOut;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gOut[id.x] = gIn[id.x ^ 5] + gOnlyRead[id.x + 1];
}
