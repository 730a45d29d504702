// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
StructuredBuffer<float> from;
StructuredBuffer<uint> picks;
RWStructuredBuffer<float> to;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    to[i] = from[i >> 1] + from[min(i, 40)] - from[picks[i]] * from[i * 40503 & 1023];
}
