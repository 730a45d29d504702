// options: -enable-16bit-types -T cs_6_6
// Equal and near values of every component type and shape pass.

[Test]
void Scalars(uint i : SV_GroupIndex)
{
    ASSERT(i < WaveGetLaneCount());
    ASSERT_EQUAL(true, i + 1 > i);
    ASSERT_EQUAL((int16_t)-7, (int16_t)-7);
    ASSERT_EQUAL((uint16_t)65535, (uint16_t)65535);
    ASSERT_EQUAL(-2147483647 - 1, (int)0x80000000u);
    ASSERT_EQUAL(i, WaveGetLaneIndex());
    ASSERT_EQUAL((int64_t)-5, -(int64_t)5);
    ASSERT_EQUAL((uint64_t)i << 33, (uint64_t)(i * 2) << 32);
    ASSERT_EQUAL((float16_t)0.5, (float16_t)1 / (float16_t)2);
    ASSERT_EQUAL(0.25, 0.5 * 0.5);
    ASSERT_EQUAL(1.0L / 3, 1.0L / 3);
}

[Test]
void Vectors(uint i : SV_GroupIndex)
{
    ASSERT(bool3(true, i >= 0, !false));
    ASSERT_EQUAL(uint2(i, i + 1), WaveGetLaneIndex() + uint2(0, 1));
    ASSERT_NEAR(float4(1, 2, 3, i), float4(1.5, 1.5, 3.25, i), 0.5);
    ASSERT_NEAR(int3(-1, 0, 1), 0, 1);
    ASSERT_NEAR(double2(1, 2), double2(1, 2), 0);
    ASSERT_NEAR(half2(1, 2), half2(1.25, 2), 0.25);
    ASSERT_EQUAL(float3(i, i, i), i); // a scalar stands for all components
}

[Test]
void Matrices(uint i : SV_GroupIndex)
{
    const float2x3 m = {1, 2, 3, 4, 5, (float)i};
    const double4x4 d = 1.5;
    ASSERT_EQUAL(transpose(transpose(m)), m);
    ASSERT_NEAR(m, m + 0.125, 0.125);
    ASSERT_EQUAL(d * 2, 3);
    ASSERT(d > 1);
}
