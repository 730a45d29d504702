// 8 of four words, 6 of two.
groupshared float4 Wide[8];
groupshared float2 Narrow[6];
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i < 6) {
        Wide[i] = i;
        Narrow[i] = i;
    }
    GroupMemoryBarrierWithGroupSync();
    Out[i] = Wide[i % 8].x + Narrow[i % 6].y;
}
