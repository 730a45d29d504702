/* What depends on the thread: system values, waves, atomics, groupshared memory. */
#include "shader.h"

/* Runs two groups of 8 threads at wave size 4; `o` gets the 16 results. */
static void run_threads(const char *source, int32_t *o)
{
    Shader shader = shader_lower(source, 4);
    shader_bind(&shader, "o", o, sizeof *o * 16);
    shader_run(&shader, 2);
    shader_free(&shader);
}

static void expect_threads(const char *source, const int32_t *wanted)
{
    int32_t o[16] = {0};
    run_threads(source, o);
    for (int i = 0; i < 16; i++)
        if (o[i] != wanted[i])
            fail_msg("o[%d] is %d, expected %d, in %s", i, o[i], wanted[i], source);
}
#define EXPECT_THREADS(source, ...) expect_threads("RWStructuredBuffer<int> o; " source, (int32_t[16]){__VA_ARGS__})

TEST(system_values_as_parameters_and_members)
{
    EXPECT_THREADS("struct In { uint2 t : SV_GroupThreadID; float g : SV_GroupID; }; [numthreads(4, 2, 1)] void main(In a, uint i : SV_GroupIndex, uint3 d : SV_DispatchThreadID)"
                   "{ o[a.g * 8 + i] = d.x * 100 + a.t.y * 10 + a.t.x; }",
                   0, 101, 202, 303, 10, 111, 212, 313, 400, 501, 602, 703, 410, 511, 612, 713);
}

TEST(wave_operations_act_per_wave)
{
    EXPECT_THREADS("[numthreads(8, 1, 1)] void main(uint3 d : SV_DispatchThreadID) { int v = d.x; int s = WaveActiveSum(v); int m = WaveActiveMax(v); if (v & 1) s = WavePrefixSum(v); o[v] = s * 100 + m; }",
                   603, 3, 603, 103, 2207, 7, 2207, 507, 3811, 11, 3811, 911, 5415, 15, 5415, 1315);
}

TEST(wave_queries)
{
    EXPECT_THREADS("[numthreads(8, 1, 1)] void main(uint3 d : SV_DispatchThreadID, uint i : SV_GroupIndex) { uint4 b = WaveActiveBallot(i & 1); uint4 m = WaveMatch(i / 2);"
                   "o[d.x] = b.x + 100 * WaveGetLaneIndex() + 1000 * WaveIsFirstLane() + 10000 * WaveReadLaneAt(i, 2) + 100000 * m.x; }",
                   321010, 320110, 1220210, 1220310, 361010, 360110, 1260210, 1260310,
                   321010, 320110, 1220210, 1220310, 361010, 360110, 1260210, 1260310);
}

TEST(wave_operations_on_vectors_are_componentwise)
{
    EXPECT_THREADS("[numthreads(8, 1, 1)] void main(uint3 d : SV_DispatchThreadID) { int2 v = WaveActiveMin(int2(d.x, -(int)d.x)); o[d.x] = v.x * 100 + v.y; }",
                   -3, -3, -3, -3, 393, 393, 393, 393, 789, 789, 789, 789, 1185, 1185, 1185, 1185);
}

TEST(quads_exchange_lanes)
{
    EXPECT_THREADS("[numthreads(8, 1, 1)] void main(uint3 d : SV_DispatchThreadID) { int v = d.x; o[v] = QuadReadAcrossX(v) + 100 * QuadReadAcrossY(v) + 10000 * QuadReadLaneAt(v, 2); }",
                   20201, 20300, 20003, 20102, 60605, 60704, 60407, 60506, 101009, 101108, 100811, 100910, 141413, 141512, 141215, 141314);
}

TEST(groupshared_is_shared_and_barriers_separate)
{
    EXPECT_THREADS("groupshared int2 g[8]; [numthreads(8, 1, 1)] void main(uint3 d : SV_DispatchThreadID, uint i : SV_GroupIndex) { g[i].x = d.x; g[i].y = 100; GroupMemoryBarrierWithGroupSync(); o[d.x] = g[7 - i].x + g[i].y; }",
                   107, 106, 105, 104, 103, 102, 101, 100, 115, 114, 113, 112, 111, 110, 109, 108);
}

TEST(atomics_on_groupshared_and_buffers)
{
    EXPECT_THREADS("groupshared uint total; groupshared int least; [numthreads(8, 1, 1)] void main(uint3 d : SV_DispatchThreadID, uint i : SV_GroupIndex) {"
                   "uint old; InterlockedAdd(total, i, old); InterlockedMin(least, -(int)i); int before; InterlockedMax(o[15], 7, before); GroupMemoryBarrierWithGroupSync(); if (i == 0) { o[d.x] = total; o[d.x + 1] = least; } }",
                   28, -7, 0, 0, 0, 0, 0, 0, 28, -7, 0, 0, 0, 0, 0, 7);
}

TEST(atomics_on_a_component_chosen_at_run_time)
{
    EXPECT_THREADS("groupshared uint2 g[2]; [numthreads(8, 1, 1)] void main(uint3 d : SV_DispatchThreadID, uint i : SV_GroupIndex) { uint old; InterlockedAdd(g[1][i & 1], 1, old); o[d.x] = old; }",
                   0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3);
}

TEST(compare_exchange_gives_the_old_value)
{
    EXPECT_THREADS("groupshared uint lock; [numthreads(8, 1, 1)] void main(uint3 d : SV_DispatchThreadID, uint i : SV_GroupIndex) { uint old = 9; InterlockedCompareExchange(lock, 0, i + 1, old); o[d.x] = old; }",
                   0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1);
}

TEST(a_barrier_after_early_return_waits_for_the_rest)
{
    EXPECT_THREADS("groupshared int g[2]; [numthreads(8, 1, 1)] void main(uint3 d : SV_DispatchThreadID, uint i : SV_GroupIndex) { int s = WaveActiveSum((int)i); if (WaveIsFirstLane()) g[i / 4] = s; GroupMemoryBarrierWithGroupSync(); if (i > 3) return; o[d.x] = g[0] + g[1]; }",
                   28, 28, 28, 28, 0, 0, 0, 0, 28, 28, 28, 28, 0, 0, 0, 0);
}

TEST(divergent_branches_and_loops)
{
    EXPECT_THREADS("[numthreads(8, 1, 1)] void main(uint3 d : SV_DispatchThreadID) { int n = 0; for (uint k = 0; k < d.x; k++) { if (k == 3) continue; n += k; if (n > 20) break; } o[d.x] = n; }",
                   0, 0, 1, 3, 3, 7, 12, 18, 25, 25, 25, 25, 25, 25, 25, 25);
}

TEST(what_is_unsupported_is_named)
{
    Shader shader = shader_lower("Texture2DMS<float4, 4> t; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = t.GetSamplePosition(0).x; }", 4);
    assert_null(shader.lowered.kernel);
    assert_non_null(strstr(shader_error(&shader), "GetSamplePosition is not supported"));
    shader_free(&shader);
}
