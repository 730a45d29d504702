// options: --join-groups=off --target=x86-64-v4 --wave-size=16 -enable-16bit-types -T cs_6_6
StructuredBuffer<half2> pairs;
StructuredBuffer<uint16_t> shorts;
RWStructuredBuffer<half> to;
groupshared uint16_t tile[16];

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    tile[i ^ 1] = shorts[i];
    half2 pair = pairs[i];
    GroupMemoryBarrierWithGroupSync();
    if (pair.x > pair.y)
        to[i] = pair.x * (half)tile[i ^ 3];
}
