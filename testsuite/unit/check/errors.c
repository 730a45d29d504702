/* One error does not lead to others, and nothing that is wrong crashes. */
#include <stdlib.h>

#include "check_test.h"

static int count_errors(const char *source)
{
    Checked checked = check_shader(source, NULL);
    int errors = diag_error_count(checked.diagnostics);
    checked_free(&checked);
    return errors;
}

TEST(an_error_silences_what_follows_from_it)
{
    assert_int_equal(count_errors("[numthreads(1, 1, 1)] void main() { float a = wrong; a += wrong2.x * 3; float3 b = float3(a, wrong3(a), 1); b.x = a; }"), 3);
    assert_int_equal(count_errors("Unknown u; [numthreads(1, 1, 1)] void main() { u.x = u[3].foo(1) + 2; if (u) u++; }"), 1);
    assert_int_equal(count_errors("void f(Unknown u) {} [numthreads(1, 1, 1)] void main() { f(1); f(2, 3); }"), 2);
}

TEST(several_errors_are_found_in_one_run)
{
    assert_int_equal(count_errors("float f() { return wrong; } [numthreads(1, 1, 1)] void main() { int2 a = 1; a.z = 2; break; }"), 3);
}

TEST(functions_that_nobody_calls_are_checked)
{
    assert_int_equal(count_errors("void unused() { wrong(); } [numthreads(1, 1, 1)] void main() {}"), 1);
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
        count_errors(part);
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
        count_errors(part);
        free(part);
    }
}
