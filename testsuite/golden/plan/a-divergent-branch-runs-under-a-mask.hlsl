// options: --target=x86-64-v4 --wave-size=32
StructuredBuffer<uint> gIn;
RWStructuredBuffer<uint> gOut, gCount;

[numthreads(64, 1, 1)]
void Main(uint3 id : SV_DispatchThreadID)
{
    if (gIn[id.x] > 7)
        gOut[id.x] = 1;
}
