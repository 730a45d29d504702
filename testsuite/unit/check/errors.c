/* Nothing that is wrong crashes. */
#include <stdlib.h>

#include "check_test.h"

static void check_only(const char *source)
{
    Checked checked = check_shader(source, NULL);
    checked_free(&checked);
}

static const char sample[] =
    "cbuffer cb : register(b0) { float4 w[3]; row_major float3x4 m; }; enum E { A, B = 3 };\n"
    "template<typename T, int N> struct Row { T v[N]; T sum() { T s = 0; for (int i = 0; i < N; i++) s += v[i]; return s; } };\n"
    "struct Base { float a; }; struct S : Base { float2 b; float get(float f = 2) { return a * f + b.x; } };\n"
    "RWTexture2D<float4> t; StructuredBuffer<S> s; groupshared uint g[GroupGetWaveCount()];\n"
    "namespace n { float f(inout float x) { x *= 2; return x; } }\n"
    "[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n"
    "  Row<float2, 3> row; float x = 1; S e = s[id.x]; InterlockedAdd(g[0], 1u);\n"
    "  switch (id.y) { case A: x = n::f(x); break; default: x = e.get(); }\n"
    "  if constexpr (GroupGetWaveCount() > 1) { t[id.xy].xz = mul(m, w[1]).xy + row.sum(); } else t[id.xy] = id.x > 3 ? 1 : x;\n"
    "}\n";

TEST(no_beginning_of_a_shader_crashes)
{
    for (size_t length = 0; length < sizeof sample; length++) {
        char *part = strndup(sample, length);
        check_only(part);
        free(part);
    }
}

TEST(no_shader_with_a_word_missing_crashes)
{
    for (size_t at = 0; sample[at]; at++) {
        char *part = strdup(sample);
        size_t length = 1;
        while (sample[at + length] && sample[at + length - 1] != ' ')
            length++;
        memset(part + at, ' ', length);
        check_only(part);
        free(part);
    }
}
