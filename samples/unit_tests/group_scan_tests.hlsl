// Unit tests of group_scan.hlsli: wavetest runs each function marked [Test] at every wave size.
#include "group_scan.hlsli"

[Test]
[numthreads(1024, 1, 1)]
void PrefixSumOfOnesIsTheIndex(uint index : SV_GroupIndex)
{
    ASSERT_EQUAL(GroupPrefixSum(1, index), index);
}

[Test]
[numthreads(100, 1, 1)] // the last wave is not full, whatever the wave size
void PrefixSumOfIndicesIsTriangular(uint index : SV_GroupIndex)
{
    ASSERT_EQUAL(GroupPrefixSum(index, index), index * (index - 1) / 2);
}

[Test]
[WaveSize(8, 64)]
[numthreads(64, 1, 1)]
void SumsOfWavesAreUniform(uint index : SV_GroupIndex)
{
    const uint sum = WaveActiveSum(index);
    ASSERT_UNIFORM(sum);
    ASSERT_VARYING(WavePrefixSum(index));
    ASSERT(WaveActiveAllEqual(sum));
}

[Test] // without numthreads: one wave
void SrgbIsNearItsTable(uint lane : SV_GroupIndex)
{
    ASSERT_NEAR(LinearToSrgb(float3(0, 0.5, 1)), float3(0, 0.735357, 1), 1e-4);
    ASSERT_NEAR(LinearToSrgb(lane / 1e6).x, 12.92 * lane / 1e6, 1e-6); // the straight part near black
}
