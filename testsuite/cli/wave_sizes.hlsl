RWStructuredBuffer<uint> Out;

[WaveSize(WAVE_SIZES)]
[numthreads(THREADS)]
void main(uint i : SV_GroupIndex)
{
    Out[i] = GetGroupWaveCount() * 1000000 + GetGroupWaveIndex() * 1000 + WaveGetLaneCount();
}
