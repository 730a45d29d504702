/* The entry point: attributes, semantics, registers. */
#include "check_test.h"

static void expect_program(const char *source, const char *part)
{
    Checked checked = check_shader(source, NULL);
    if (!strstr(checked.tree, part) && !strstr(checked.messages, part))
        fail_msg("no '%s' in\n%s%s", part, checked.tree, checked.messages);
    checked_free(&checked);
}

TEST(semantics_have_no_case)
{
    expect_program("[numthreads(8, 8, 1)] void main(uint2 a : SV_GROUPID, uint b : sv_groupindex) {}", "void main(uint2 a : SV_GroupID, uint b : SV_GroupIndex)");
}

TEST(thread_counts_may_be_computed)
{
    expect_program("static const int N = 4; [numthreads(N * 2, N, 1)] void main() {}", "numthreads(8, 4, 1)");
    expect_program("[numthreads(64, 32, 1)] void main() {}", "error: 2048 threads in a group are more than 1024");
    expect_program("[numthreads(0, 1, 1)] void main() {}", "error: 0 threads are outside 1 to 1024");
    expect_program("[numthreads(1, 1, 65)] void main() {}", "error: 65 threads are outside 1 to 64");
}

TEST(the_entry_point_must_exist_and_have_threads)
{
    expect_program("[numthreads(1, 1, 1)] void other() {}", "error: there is no entry point 'main'");
    expect_program("void main() {}", "error: entry point 'main' needs [numthreads(x, y, z)]");
}

TEST(parameters_need_inputs_of_a_compute_shader)
{
    expect_program("[numthreads(1, 1, 1)] void main(uint a) {}", "error: 'a' needs a semantic, such as SV_DispatchThreadID");
    expect_program("[numthreads(1, 1, 1)] void main(float4 a : SV_Position) {}", "error: 'SV_Position' is no input of a compute shader");
    expect_program("[numthreads(1, 1, 1)] void main(uint4 a : SV_GroupID) {}", "error: 'SV_GroupID' cannot be of type 'uint4'");
    expect_program("struct In { uint3 a : SV_GroupID; uint b; }; [numthreads(1, 1, 1)] void main(In i) {}", "error: 'b' needs a semantic");
}

TEST(group_wave_index_excludes_thread_positions)
{
    expect_program("[numthreads(64, 1, 1)] void main(uint w : SV_GroupWaveIndex, uint g : SV_GroupIndex, uint3 b : SV_GroupID) {}",
                   "uint w : SV_GroupWaveIndex");
    expect_program("[numthreads(64, 1, 1)] void main(uint w : SV_GroupWaveIndex, uint3 d : SV_DispatchThreadID) {}",
                   "error: SV_GroupWaveIndex excludes SV_DispatchThreadID");
    expect_program("[numthreads(64, 1, 1)] void main(uint w : SV_GroupWaveIndex, uint3 d : SV_GroupThreadID) {}",
                   "error: SV_GroupWaveIndex excludes SV_GroupThreadID");
}

TEST(registers_are_as_written_or_the_lowest_free)
{
    expect_program("Texture2D a; Texture2D b : register(t0); Texture2D c[3] : register(t2); Texture2D d; Texture2D e;"
                   "[numthreads(1, 1, 1)] void main() {}",
                   "resource Texture2D<float4> a : t1\nresource Texture2D<float4> b : t0\nresource Texture2D<float4> c[3] : t2\n"
                   "resource Texture2D<float4> d : t5\nresource Texture2D<float4> e : t6\n");
    expect_program("Buffer<float> a : register(t1, space3); Buffer<float> b : register(space3); [numthreads(1, 1, 1)] void main() {}",
                   "a : t1 space3\nresource Buffer<float> b : t0 space3\n");
    expect_program("RWBuffer<float> a : register(t0); [numthreads(1, 1, 1)] void main() {}",
                   "error: register 't0' does not suit 'RWBuffer<float>', which takes 'u' registers");
}

TEST(globals_outside_a_cbuffer_make_one)
{
    expect_program("float a; float4 b = { 1, 2, 3, 4 }; static float c = 2; [numthreads(1, 1, 1)] void main() {}",
                   "resource ConstantBuffer<$Globals> $Globals : b0 32 bytes\n     0 float a\n    16 float4 b = 1, 2, 3, 4\nstatic float c = float(2)\n");
}

TEST(a_const_global_with_a_value_is_a_constant)
{
    expect_program("const int n = 3; [numthreads(1, 1, 1)] void main() { float a[n]; }", "float[3] a");
}

TEST(resources_in_a_global_struct_are_resources_of_their_own)
{
    expect_program("struct P { Buffer<float> from; RWBuffer<float> to; float scale; }; P p : register(t2) : register(u1);"
                   "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { p.to[i] = p.from[i] * p.scale; }",
                   "resource Buffer<float> p.from : t2\nresource RWBuffer<float> p.to : u1\n");
}

TEST(only_reachable_groupshared_memory_counts)
{
    expect_program("groupshared float a[16000]; groupshared float b[16]; void f() { a[0] = 1; } [numthreads(1, 1, 1)] void main() { b[0] = 1; }",
                   "groupshared float[16] b\n");
    expect_program("groupshared float a[16000]; [numthreads(1, 1, 1)] void main() { a[0] = 1; }",
                   "warning: the entry point uses 64000 bytes of groupshared memory; many GPUs have no more than 32768");
    expect_program("groupshared float a[16000]; [GroupSharedLimit(65536)] [numthreads(1, 1, 1)] void main() { a[0] = 1; }", "groupshared float[16000] a");
}

TEST(what_other_stages_need_is_no_error_where_it_is_not_reached)
{
    expect_program("float4 ps(float4 p : SV_Position) : SV_Target { clip(p.x); discard; return p; } [numthreads(1, 1, 1)] void main() {}", "void main()");
    expect_program("[numthreads(1, 1, 1)] void main() { clip(-1); }", "error: 'clip' is not supported: it is for pixel shaders");
}

TEST(wave_size_must_allow_the_compilations)
{
    expect_program("[WaveSize(32)] [numthreads(64, 1, 1)] void main() {}", "wave 32");
    expect_program("[WaveSize(64)] [numthreads(64, 1, 1)] void main() {}", "error: this compilation is for waves of 32 lanes, WaveSize allows 64 to 64");
    expect_program("[WaveSize(13)] [numthreads(64, 1, 1)] void main() {}", "error: WaveSize takes one to three powers of two from 4 to 128");
}

static void expect_with(const char *source, const char *part, ChangeOptions *change)
{
    Checked checked = check_shader(source, change);
    if (!strstr(checked.tree, part) && !strstr(checked.messages, part))
        fail_msg("no '%s' in\n%s%s", part, checked.tree, checked.messages);
    checked_free(&checked);
}

static void with_model_6_9(CheckOptions *options) { options->shader_model_minor = 9; }
static void with_wave_index_at_6_9(CheckOptions *options) { options->shader_model_minor = 9; options->group_wave_index = true; }
static void with_model_6_7(CheckOptions *options) { options->shader_model_minor = 7; }

TEST(the_group_wave_index_needs_shader_model_6_10_or_the_option)
{
    const char *index = "[numthreads(64, 1, 1)] void main(uint w : SV_GroupWaveIndex) { uint n = GroupGetWaveCount(); }";
    expect_with(index, "error: 'SV_GroupWaveIndex' needs Shader Model 6.10; this is 6.9", with_model_6_9);
    expect_with(index, "error: 'GroupGetWaveCount' needs Shader Model 6.10; this is 6.9", with_model_6_9);
    expect_with(index, "uint n = uint(2)", with_wave_index_at_6_9);
}

TEST(ranges_of_wave_sizes_need_shader_model_6_8)
{
    expect_with("[WaveSize(16, 64)] [numthreads(64, 1, 1)] void main() {}", "error: '[WaveSize(min, max)]' needs Shader Model 6.8; this is 6.7", with_model_6_7);
    expect_with("[WaveSize(32)] [numthreads(64, 1, 1)] void main() {}", "wave 32", with_model_6_7);
}
