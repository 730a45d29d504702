// options: -T cs_6_9
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint wave : SV_GroupWaveIndex)
{
    Out[wave] = GetGroupWaveIndex() + GetGroupWaveCount();
    Out[wave] += GroupGetWaveCount();
}
