// options: -enable-16bit-types -T cs_6_6
// Builtins of arguments that do not fold.
StructuredBuffer<int> zeros;
int k(int i) { return i + 1 + zeros[0]; } // 1, 2, 3 ...
float x(int i) { return 0.5 * (i + 1) + zeros[0]; } // 0.5, 1, 1.5 ...

[Test]
[numthreads(1, 1, 1)]
void ComponentwiseMathematics()
{
    ASSERT_NEAR(abs(-x(0)), 0.5, 1e-5);
    ASSERT_NEAR(min(x(0), x(1)), 0.5, 1e-5);
    ASSERT_NEAR(max(x(0), x(1)), 1, 1e-5);
    ASSERT_NEAR(clamp(x(7), 0, 2), 2, 1e-5);
    ASSERT_NEAR(saturate(x(4)), 1, 1e-5);
    ASSERT_NEAR(frac(x(4)), 0.5, 1e-5);
    ASSERT_NEAR(floor(x(4)), 2, 1e-5);
    ASSERT_NEAR(ceil(x(4)), 3, 1e-5);
    ASSERT_NEAR(round(x(4)), 2, 1e-5);
    ASSERT_NEAR(trunc(-x(4)), -2, 1e-5);
    ASSERT_NEAR(fmod(-x(4), x(1)), -0.5, 1e-5);
    ASSERT_NEAR(sqrt(x(7)), 2, 1e-5);
    ASSERT_NEAR(rsqrt(x(7)), 0.5, 1e-5);
    ASSERT_NEAR(rcp(x(7)), 0.25, 1e-5);
    ASSERT_NEAR(exp2(x(5)), 8, 1e-5);
    ASSERT_NEAR(log2(x(15)), 3, 1e-5);
    ASSERT_NEAR(pow(x(3), x(5)), 8, 1e-5);
}

[Test]
[numthreads(1, 1, 1)]
void ExponentialsAndAngles()
{
    ASSERT_NEAR(exp(x(1)), 2.7182818, 1e-5);
    ASSERT_NEAR(log(x(1) * 2.7182818f), 1, 1e-5);
    ASSERT_NEAR(log10(x(1) * 100), 2, 1e-5);
    ASSERT_NEAR(degrees(3.14159265f * x(1)), 180, 1e-5);
    ASSERT_NEAR(radians(180 * x(1)), 3.14159265, 1e-5);
    float s, c;
    sincos(x(1), s, c);
    ASSERT_NEAR(s, 0.84147098, 1e-5);
    ASSERT_NEAR(c, 0.54030231, 1e-5);
    ASSERT_NEAR(ldexp(x(2), x(3)), 6, 1e-5);
    ASSERT_NEAR(atan2(x(1), x(1)), 0.78539816, 1e-5);
}

[Test]
[numthreads(1, 1, 1)]
void Interpolation()
{
    ASSERT_NEAR(lerp(x(1), x(3), x(0)), 1.5, 1e-5);
    ASSERT_NEAR(smoothstep(x(1), x(3), x(2)), 0.5, 1e-5);
    ASSERT_NEAR(smoothstep(0, 2, x(0)), 0.15625, 1e-5);
    ASSERT_NEAR(step(x(1), x(0)), 0, 1e-5);
    ASSERT_NEAR(step(x(1), x(1)), 1, 1e-5);
    ASSERT_NEAR(mad(x(0), x(3), x(1)), 2, 1e-5);
}

[Test]
[numthreads(1, 1, 1)]
void IntegerMadSignAndClamp()
{
    ASSERT_EQUAL(mad(k(1), k(2), k(3)), 10);
    ASSERT_EQUAL(sign(-k(3)), -1);
    ASSERT_EQUAL(sign(k(0) - 1), 0);
    ASSERT_EQUAL(sign(x(0)), 1);
    ASSERT_EQUAL(clamp(-k(4), -3, 3), -3);
}

[Test]
[numthreads(1, 1, 1)]
void SplittingFloats()
{
    float e;
    ASSERT_NEAR(frexp(x(5), e), 0.75, 1e-5);
    ASSERT_NEAR(e, 2, 1e-5);
    ASSERT_NEAR(frexp(-x(0) / 8, e), -0.5, 1e-5);
    ASSERT_NEAR(e, -3, 1e-5);
    float w;
    ASSERT_NEAR(modf(-x(4), w), -0.5, 1e-5);
    ASSERT_NEAR(w, -2, 1e-5);
    int i;
    ASSERT_NEAR(modf(x(4), i), 0.5, 1e-5);
    ASSERT_NEAR(i, 2, 1e-5);
}

[Test]
[numthreads(1, 1, 1)]
void NansAndInfinities()
{
    ASSERT_EQUAL(isnan(x(0) - x(0)), 0);
    ASSERT_EQUAL(isinf(x(0) / (x(0) - x(0))), 1);
    ASSERT_EQUAL(isfinite(x(0)), 1);
    ASSERT_EQUAL(isnan((x(0) - x(0)) / (x(0) - x(0))), 1);
}

[Test]
[numthreads(1, 1, 1)]
void VectorGeometry()
{
    float3 a = float3(x(1), x(3), x(5)), b = float3(x(7), x(9), x(11));
    ASSERT_NEAR(dot(a, b), 32, 1e-5);
    float3 c = cross(a, b);
    ASSERT_NEAR(c.x, -3, 1e-5);
    ASSERT_NEAR(c.y, 6, 1e-5);
    ASSERT_NEAR(c.z, -3, 1e-5);
    ASSERT_NEAR(length(float2(x(5), x(7))), 5, 1e-5);
    ASSERT_NEAR(distance(a, b), 5.19615242, 1e-5);
    float2 u = normalize(float2(x(5), x(7)));
    ASSERT_NEAR(u.x, 0.6, 1e-5);
    ASSERT_NEAR(u.y, 0.8, 1e-5);
}

[Test]
[numthreads(1, 1, 1)]
void VectorsOfIntegersAndBools()
{
    ASSERT_EQUAL(dot(int2(k(0), k(1)), int2(k(2), k(3))), 11);
    ASSERT_EQUAL(all(int2(k(0), k(0) - 1)), 0);
    ASSERT_EQUAL(any(int2(k(0), k(0) - 1)), 1);
    ASSERT_EQUAL(all(bool2(true, k(0) > 0)), 1);
}

[Test]
[numthreads(1, 1, 1)]
void ReflectionAndRefraction()
{
    float2 i = float2(x(1), -x(1)), up = float2(0, x(1));
    float2 r = reflect(i, up);
    ASSERT_NEAR(r.x, 1, 1e-5);
    ASSERT_NEAR(r.y, 1, 1e-5);
    float2 t = refract(float2(0, -x(1)), up, x(0));
    ASSERT_NEAR(t.x, 0, 1e-5);
    ASSERT_NEAR(t.y, -1, 1e-5);
    float2 none = refract(normalize(float2(x(19), -x(1))), up, x(3));
    ASSERT_NEAR(none.x, 0, 1e-5);
    ASSERT_NEAR(faceforward(up, i, up).y, 1, 1e-5);
    ASSERT_NEAR(faceforward(up, -i, up).y, -1, 1e-5);
}

[Test]
[numthreads(1, 1, 1)]
void LightingVectors()
{
    float4 l = lit(x(0), x(0), x(3));
    ASSERT_NEAR(l.x, 1, 1e-5);
    ASSERT_NEAR(l.y, 0.5, 1e-5);
    ASSERT_NEAR(l.z, 0.25, 1e-5);
    ASSERT_NEAR(l.w, 1, 1e-5);
    l = lit(-x(0), x(0), x(3));
    ASSERT_NEAR(l.y, 0, 1e-5);
    ASSERT_NEAR(l.z, 0, 1e-5);
    float4 d = dst(float4(1, x(3), x(5), 4), float4(1, x(3), 6, x(7)));
    ASSERT_NEAR(d.y, 4, 1e-5);
    ASSERT_NEAR(d.z, 3, 1e-5);
    ASSERT_NEAR(d.w, 4, 1e-5);
}

[Test]
[numthreads(1, 1, 1)]
void MatrixProducts()
{
    float2x3 m = float2x3(x(1), 2, 3, 4, 5, 6);
    float3x2 o = transpose(m);
    ASSERT_EQUAL(mul(m, float3(1, 2, 3)), float2(14, 32));
    ASSERT_EQUAL(mul(float2(1, 2), m), float3(9, 12, 15));
    ASSERT_EQUAL(mul(m, o), float2x2(14, 32, 32, 77));
    ASSERT_EQUAL(o._31, 3);
    ASSERT_EQUAL(mul(2, m)._23, 12);
    ASSERT_EQUAL(mul(float2(1, 2), float2(3, 4)), 11);
}

[Test]
[numthreads(1, 1, 1)]
void Determinants()
{
    ASSERT_NEAR(determinant(float2x2(x(1), 2, 3, 4)), -2, 1e-5);
    ASSERT_NEAR(determinant(float3x3(2, 0, x(1), 1, 3, 2, 1, 1, 4)), 18, 1e-5);
    ASSERT_NEAR(determinant(float4x4(x(1),0,0,0, 0,2,0,0, 0,0,3,1, 0,0,1,4)), 22, 1e-5);
}

[Test]
[numthreads(1, 1, 1)]
void BitFunctions()
{
    ASSERT_EQUAL(countbits(k(6)), 3);
    ASSERT_EQUAL(firstbithigh(k(9)), 3);
    ASSERT_EQUAL(firstbitlow(k(7)), 3);
    ASSERT_EQUAL(reversebits(k(0)), 0x80000000);
    ASSERT_EQUAL(firstbithigh(k(0) - 1), -1);
    ASSERT_EQUAL(asint(x(1)), 0x3f800000);
    ASSERT_EQUAL(f32tof16(x(1)), 0x3c00);
    ASSERT_EQUAL(firstbithigh(-k(4)), 2);
}

[Test]
[numthreads(1, 1, 1)]
void BitCasts()
{
    ASSERT_NEAR(asfloat(0x40000000u + k(0) - 1), 2, 1e-5);
    ASSERT_NEAR(f16tof32(0x3c00 + k(0) - 1), 1, 1e-5);
    ASSERT_NEAR(f16tof32(f32tof16(x(4))), 2.5, 1e-5);
    uint lo, hi;
    asuint((double)x(1), lo, hi);
    ASSERT_NEAR(hi == 0x3ff00000 && lo == 0, 1, 1e-5);
    ASSERT_NEAR((float)asdouble(lo, hi), 1, 1e-5);
}

[Test]
[numthreads(1, 1, 1)]
void PackedBytes()
{
    uint p = 0x04030281u + k(0) - 1;
    uint4 u = unpack_u8u32(p);
    int4 s = unpack_s8s32(p);
    ASSERT_EQUAL(u.x, 0x81);
    ASSERT_EQUAL(u.w, 4);
    ASSERT_EQUAL(s.x, -127);
    ASSERT_EQUAL(s.z, 3);
    ASSERT_EQUAL(pack_u8(u) == p, 1);
    ASSERT_EQUAL(pack_clamp_u8(int4(-5, 300, 7, k(0))), 0x0107ff00);
    ASSERT_EQUAL(dot4add_u8packed(p, 0x01010101u, 5), 0x81 + 14);
    ASSERT_EQUAL(dot4add_i8packed(p, 0x01010101u, 5), -127 + 14);
    ASSERT_EQUAL(pack_s8(s) == p, 1);
    ASSERT_EQUAL(pack_clamp_s8(int4(-200, 200, 0, k(0))), 0x01007f80);
}

[Test]
[numthreads(1, 1, 1)]
void SumsOfDifferences()
{
    uint4 a = msad4(0x00010203u, uint2(0x04030201u, 0x08070605u), uint4(k(0), 0, 0, 0));
    ASSERT_EQUAL(a.x, 1 + 2 + 0 + 2);
    ASSERT_EQUAL(a.y, 1 + 1 + 3);
}

[Test]
[numthreads(1, 1, 1)]
void SelectAndLogicWithoutShortCircuit()
{
    int2 a = select(bool2(k(0) > 0, k(0) > 5), int2(1, 2), int2(3, 4));
    ASSERT_EQUAL(a, int2(1, 4));
    bool2 b = and(bool2(true, k(0) > 5), bool2(k(0) > 0, true));
    ASSERT_EQUAL(b.x, 1);
    ASSERT_EQUAL(b.y, 0);
    ASSERT_EQUAL(or(k(0) > 5, k(0) > 0), 1);
}
