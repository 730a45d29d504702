// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
StructuredBuffer<float> gIn;
RWStructuredBuffer<float> gOut;

[numthreads(64, 1, 1)]
void Main(uint3 id : SV_DispatchThreadID)
{
    gOut[id.x] = 2 * gIn[id.x];
}
