// options: --wave-size=16,32
struct PerWave { uint first[GroupGetWaveCount()]; };
RWStructuredBuffer<PerWave> Waves;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Waves[i].first[GroupGetWaveCount() - 1] = i;
}
