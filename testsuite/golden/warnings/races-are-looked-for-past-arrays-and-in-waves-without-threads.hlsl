// options: -E main --wave-size=8 --lane-order=quad --extra-waves=3
RWStructuredBuffer<float> o;
groupshared float few[6], many[64];

[numthreads(8, 4, 1)]
void main(uint i : SV_GroupIndex)
{
    few[i] = i;
    many[i] = i;
    GroupMemoryBarrierWithGroupSync();
    float sum = QuadReadAcrossX(few[i + 4]) + many[i + 40] + many[0xfffffff0 + i];
    few[i - 20] = sum;
    many[i / 16] = i;
    o[i] = sum;
}
