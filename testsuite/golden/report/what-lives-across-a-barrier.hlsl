// options: --target=x86-64-v3 --wave-size=64
StructuredBuffer<float> gIn;
RWStructuredBuffer<float> gOut;
groupshared float gTile[256];
[numthreads(256, 1, 1)] void Main(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    float value = gIn[id.x];
    gTile[thread] = value;
    GroupMemoryBarrierWithGroupSync();
    bool is_more = gTile[255 - thread] > value;
    gOut[id.x] = is_more ? value : 0;
}
