// options: --wave-size=32
struct PerWave { uint first[GroupGetWaveCount()]; };
RWStructuredBuffer<PerWave> Waves;

[numthreads(32, 1, 1)]
void one(uint i : SV_GroupIndex)
{
    Waves[i].first[GroupGetWaveCount() - 1] = i;
}

[numthreads(64, 1, 1)]
void two(uint i : SV_GroupIndex)
{
    Waves[i].first[GroupGetWaveCount() - 1] = i;
}
