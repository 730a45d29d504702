/* Builtins against numbers worked out by hand. x[0..] is 0.5, 1, 1.5 ..., so that nothing folds. */
#include "shader.h"

TEST(componentwise_mathematics)
{
    EXPECT_FLOATS("", "f[0] = abs(-x[0]); f[1] = min(x[0], x[1]); f[2] = max(x[0], x[1]); f[3] = clamp(x[7], 0, 2); f[4] = saturate(x[4]); f[5] = frac(x[4]);"
                      "f[6] = floor(x[4]); f[7] = ceil(x[4]); f[8] = round(x[4]); f[9] = trunc(-x[4]); f[10] = fmod(-x[4], x[1]); f[11] = sqrt(x[7]); f[12] = rsqrt(x[7]);"
                      "f[13] = rcp(x[7]); f[14] = exp2(x[5]); f[15] = log2(x[15]); f[16] = pow(x[3], x[5]);",
                  0.5, 0.5, 1, 2, 1, 0.5, 2, 3, 2, -2, -0.5, 2, 0.5, 0.25, 8, 3, 8);
}

TEST(exponentials_and_angles)
{
    EXPECT_FLOATS("", "f[0] = exp(x[1]); f[1] = log(x[1] * 2.7182818f); f[2] = log10(x[1] * 100); f[3] = degrees(3.14159265f * x[1]); f[4] = radians(180 * x[1]);"
                      "float s, c; sincos(x[1], s, c); f[5] = s; f[6] = c; f[7] = ldexp(x[2], x[3]); f[8] = atan2(x[1], x[1]);",
                  2.7182818f, 1, 2, 180, 3.14159265f, 0.84147098f, 0.54030231f, 6, 0.78539816f);
}

TEST(interpolation)
{
    EXPECT_FLOATS("", "f[0] = lerp(x[1], x[3], x[0]); f[1] = smoothstep(x[1], x[3], x[2]); f[2] = smoothstep(0, 2, x[0]); f[3] = step(x[1], x[0]); f[4] = step(x[1], x[1]); f[5] = mad(x[0], x[3], x[1]);",
                  1.5, 0.5, 0.15625f, 0, 1, 2);
    EXPECT_INTS("", "n[0] = mad(k[1], k[2], k[3]); n[1] = sign(-k[3]); n[2] = sign(k[0] - 1); n[3] = sign(x[0]); n[4] = clamp(-k[4], -3, 3);", 10, -1, 0, 1, -3);
}

TEST(splitting_floats)
{
    EXPECT_FLOATS("", "float e; f[0] = frexp(x[5], e); f[1] = e; f[2] = frexp(-x[0] / 8, e); f[3] = e; float w; f[4] = modf(-x[4], w); f[5] = w; int i; f[6] = modf(x[4], i); f[7] = i;",
                  0.75f, 2, -0.5f, -3, -0.5f, -2, 0.5f, 2);
    EXPECT_INTS("", "n[0] = isnan(x[0] - x[0]); n[1] = isinf(x[0] / (x[0] - x[0])); n[2] = isfinite(x[0]); n[3] = isnan((x[0] - x[0]) / (x[0] - x[0]));", 0, 1, 1, 1);
}

TEST(vector_geometry)
{
    EXPECT_FLOATS("", "float3 a = float3(x[1], x[3], x[5]), b = float3(x[7], x[9], x[11]);" /* (1 2 3) (4 5 6) */
                      "f[0] = dot(a, b); float3 c = cross(a, b); f[1] = c.x; f[2] = c.y; f[3] = c.z; f[4] = length(float2(x[5], x[7])); f[5] = distance(a, b);"
                      "float2 u = normalize(float2(x[5], x[7])); f[6] = u.x; f[7] = u.y;",
                  32, -3, 6, -3, 5, 5.19615242f, 0.6f, 0.8f);
    EXPECT_INTS("", "n[0] = dot(int2(k[0], k[1]), int2(k[2], k[3])); n[1] = all(int2(k[0], k[0] - 1)); n[2] = any(int2(k[0], k[0] - 1)); n[3] = all(bool2(true, k[0] > 0));", 11, 0, 1, 1);
}

TEST(reflection_and_refraction)
{
    EXPECT_FLOATS("", "float2 i = float2(x[1], -x[1]), up = float2(0, x[1]); float2 r = reflect(i, up); f[0] = r.x; f[1] = r.y; float2 t = refract(float2(0, -x[1]), up, x[0]); f[2] = t.x; f[3] = t.y;"
                      "float2 none = refract(normalize(float2(x[19], -x[1])), up, x[3]); f[4] = none.x; f[5] = faceforward(up, i, up).y; f[6] = faceforward(up, -i, up).y;",
                  1, 1, 0, -1, 0, 1, -1);
    EXPECT_FLOATS("", "float4 l = lit(x[0], x[0], x[3]); f[0] = l.x; f[1] = l.y; f[2] = l.z; f[3] = l.w; l = lit(-x[0], x[0], x[3]); f[4] = l.y; f[5] = l.z; float4 d = dst(float4(1, x[3], x[5], 4), float4(1, x[3], 6, x[7])); f[6] = d.y; f[7] = d.z; f[8] = d.w;",
                  1, 0.5f, 0.25f, 1, 0, 0, 4, 3, 4);
}

TEST(matrix_products)
{
    const char *setup = "float2x3 m = float2x3(x[1], 2, 3, 4, 5, 6); float3x2 o = transpose(m);";
    char body[1024];
    snprintf(body, sizeof body, "%s float2 a = mul(m, float3(1, 2, 3)); f[0] = a.x; f[1] = a.y; float3 b = mul(float2(1, 2), m); f[2] = b.x; f[3] = b.y; f[4] = b.z;"
                                "float2x2 p = mul(m, o); f[5] = p._11; f[6] = p._12; f[7] = p._21; f[8] = p._22; f[9] = o._31; f[10] = mul(2, m)._23; f[11] = mul(float2(1, 2), float2(3, 4));", setup);
    EXPECT_FLOATS("", body, 14, 32, 9, 12, 15, 14, 32, 32, 77, 3, 12, 11);
    EXPECT_FLOATS("", "f[0] = determinant(float2x2(x[1], 2, 3, 4)); f[1] = determinant(float3x3(2, 0, x[1], 1, 3, 2, 1, 1, 4)); f[2] = determinant(float4x4(x[1],0,0,0, 0,2,0,0, 0,0,3,1, 0,0,1,4));", -2, 18, 22);
}

TEST(bit_functions)
{
    EXPECT_INTS("", "n[0] = countbits(k[6]); n[1] = firstbithigh(k[9]); n[2] = firstbitlow(k[7]); n[3] = reversebits(k[0]); n[4] = firstbithigh(k[0] - 1); n[5] = asint(x[1]); n[6] = f32tof16(x[1]); n[7] = firstbithigh(-k[4]);",
                3, 3, 3, INT32_MIN, -1, 0x3f800000, 0x3c00, 2);
    EXPECT_FLOATS("", "f[0] = asfloat(0x40000000u + k[0] - 1); f[1] = f16tof32(0x3c00 + k[0] - 1); f[2] = f16tof32(f32tof16(x[4])); uint lo, hi; asuint((double)x[1], lo, hi); f[3] = hi == 0x3ff00000 && lo == 0; f[4] = (float)asdouble(lo, hi);", 2, 1, 2.5f, 1, 1);
}

TEST(packed_bytes)
{
    EXPECT_INTS("", "uint p = 0x04030281u + k[0] - 1; uint4 u = unpack_u8u32(p); int4 s = unpack_s8s32(p); n[0] = u.x; n[1] = u.w; n[2] = s.x; n[3] = s.z; n[4] = pack_u8(u) == p; n[5] = pack_clamp_u8(int4(-5, 300, 7, k[0]));"
                    "n[6] = dot4add_u8packed(p, 0x01010101u, 5); n[7] = dot4add_i8packed(p, 0x01010101u, 5); n[8] = pack_s8(s) == p; n[9] = pack_clamp_s8(int4(-200, 200, 0, k[0]));",
                0x81, 4, -127, 3, 1, 0x0107ff00, 0x81 + 14, -127 + 14, 1, 0x01007f80);
    EXPECT_INTS("", "uint4 a = msad4(0x00010203u, uint2(0x04030201u, 0x08070605u), uint4(k[0], 0, 0, 0)); n[0] = a.x; n[1] = a.y;", 1 + 2 + 0 + 2, 1 + 1 + 3);
}

TEST(select_and_logic_without_short_circuit)
{
    EXPECT_INTS("", "int2 a = select(bool2(k[0] > 0, k[0] > 5), int2(1, 2), int2(3, 4)); n[0] = a.x; n[1] = a.y; bool2 b = and(bool2(true, k[0] > 5), bool2(k[0] > 0, true)); n[2] = b.x; n[3] = b.y; n[4] = or(k[0] > 5, k[0] > 0);",
                1, 4, 1, 0, 1);
}
