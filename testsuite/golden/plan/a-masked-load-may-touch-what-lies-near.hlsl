// options: --target=x86-64-v4
// What active lanes load is inside the groupshared array; lanes that are off read what lies beside it, and no
// test is needed. An index that a condition does not keep inside is tested.
StructuredBuffer<float> gIn;
RWStructuredBuffer<float> gOut;
cbuffer Settings { uint gStep, gOffset; };

groupshared float tile[64];
groupshared float square[16][16];

[numthreads(16, 4, 1)]
void main(uint2 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    tile[i] = gIn[i];
    square[t.y][t.x] = gIn[i];
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    if (i >= gStep)
        sum += tile[i - gStep];
    if (i >= gOffset)
        sum += tile[i + gOffset];
    if (t.y >= gStep)
        sum += square[t.y - gStep][t.x];
    gOut[i] = sum;
}
