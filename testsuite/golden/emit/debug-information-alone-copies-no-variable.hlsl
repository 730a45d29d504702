RWStructuredBuffer<float> Out;
groupshared float tile[32];

[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    float x = Out[t];
    tile[t] = x;
    GroupMemoryBarrierWithGroupSync();
    Out[t] = tile[31 - t];
}
