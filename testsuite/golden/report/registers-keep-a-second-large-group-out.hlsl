// options: --target=x86-64-v3 --wave-size=64
StructuredBuffer<float4> gIn;
RWStructuredBuffer<float> gOut;
groupshared float gTile[8192];
[numthreads(1024, 1, 1)] void Main(uint thread : SV_GroupIndex)
{
    float4 kept[10];
    [unroll] for (uint i = 0; i < 10; i++)
        kept[i] = gIn[thread + i * 1024];
    gTile[thread] = kept[0].x;
    GroupMemoryBarrierWithGroupSync();
    float sum = gTile[thread ^ 1];
    [unroll] for (uint k = 0; k < 10; k++)
        sum = sum * dot(kept[k], kept[9 - k]);
    gOut[thread] = sum;
}
