StructuredBuffer<float4> gIn;
RWStructuredBuffer<float4> gOut;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { gOut[id.x] = gIn[id.x] * 2; }
