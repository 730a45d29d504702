// options: -O0 --target=x86-64-v3 --wave-size=16
StructuredBuffer<float4> gIn;
RWStructuredBuffer<float4> gOut;

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) { gOut[id.x] = gIn[id.x] * 2; }
