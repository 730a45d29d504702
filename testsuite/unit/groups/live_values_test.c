/* Values of every type live across the barriers of a loop; 1,024 threads with 32 KiB of groupshared memory. */
#include <stdio.h>
#include <string.h>

#include "groups.h"

enum { THREADS = 200, GROUPS = 2, WORDS = 32, TURNS = 5, FULL = 1024, SHARED_WORDS = 8192 };

static uint32_t bits(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* All floats here are exact in 16 bits too: multiples of a half below 2048. */
typedef struct Values {
    int32_t a;
    uint32_t b;
    float c, d, e;
    int16_t f;
    uint16_t h;
    int64_t j;
    uint64_t l;
    double m;
    bool p;
    float q[3], t[2][2], u;
    int32_t r[4], pair[2];
    uint32_t list[4], whole;
} Values;

static void advance(Values *v, uint32_t i, uint32_t k, uint32_t s)
{
    float q = v->q[0];
    int32_t r = v->r[3];
    v->a = (int32_t)((uint32_t)v->a * 3 - s);
    v->b = v->b * 5 + s;
    v->c += (float)s * 0.25f;
    v->d += (float)s * 0.5f;
    v->e += (float)s;
    v->f = (int16_t)((uint32_t)v->f * 7 + s);
    v->h = (uint16_t)(v->h * 3 + s);
    v->j = (int64_t)((uint64_t)v->j * 1000003 - s);
    v->l = v->l * 1000003 + s;
    v->m = v->m * 0.5 + s;
    v->p = v->p != (s > 7);
    v->q[0] = v->q[1] + (float)s, v->q[1] = v->q[2] + (float)s, v->q[2] = q + (float)s;
    v->r[3] = v->r[2] - (int32_t)s, v->r[2] = v->r[1] - (int32_t)s, v->r[1] = v->r[0] - (int32_t)s, v->r[0] = r - (int32_t)s;
    v->t[k % 2][1 - k % 2] += (float)s;
    v->u += (float)s;
    v->pair[k & 1] -= (int32_t)s;
    v->list[(i + k) % 4] += s;
    v->whole = v->whole * 3 + k;
}

static void model_thread(uint32_t group, uint32_t i, uint32_t *words)
{
    Values v = {.a = -(int32_t)i, .b = i, .c = (float)i * 0.5f, .d = (float)(i % 8), .e = (float)(i % 4), .f = (int16_t)i, .h = (uint16_t)(i * 251),
                .j = i, .l = i, .m = i, .p = i & 1, .q = {(float)i, 1, 2}, .r = {(int32_t)i, (int32_t)i, 3, 4}, .t = {{1, 2}, {3, (float)i}},
                .u = (float)i, .pair = {1, 1}, .list = {0, 1, 2, i}, .whole = group};
    for (uint32_t k = 0; k < TURNS; k++)
        advance(&v, i, k, ((i + 5 + k) % THREADS * 3 + k) % 16);
    uint32_t all[WORDS] = {(uint32_t)v.a, v.b, bits(v.c), bits(v.d), bits(v.e), (uint32_t)(int32_t)v.f, v.h, (uint32_t)v.j,
                           (uint32_t)((uint64_t)v.j >> 32), (uint32_t)v.l, (uint32_t)(v.l >> 32), bits((float)v.m), v.p, bits(v.q[0]), bits(v.q[1]),
                           bits(v.q[2]), (uint32_t)v.r[0], (uint32_t)v.r[1], (uint32_t)v.r[2], (uint32_t)v.r[3], bits(v.t[0][0]), bits(v.t[0][1]),
                           bits(v.t[1][0]), bits(v.t[1][1]), bits(v.u), (uint32_t)v.pair[0], (uint32_t)v.pair[1], v.list[0], v.list[1], v.list[2],
                           v.list[3], v.whole};
    memcpy(words, all, sizeof all);
}

static void check_values(const char *program, Setting setting, void *context)
{
    static uint32_t got[GROUPS * THREADS * WORDS], want[GROUPS * THREADS * WORDS];
    (void)context;
    for (uint32_t group = 0; group < GROUPS; group++)
        for (uint32_t i = 0; i < THREADS; i++)
            model_thread(group, i, want + (group * THREADS + i) * WORDS);
    groups_run(program, setting, "main", GROUPS, "--set gTurns=5", got, GROUPS * THREADS * WORDS);
    sample_expect_words("word", got, want, GROUPS * THREADS * WORDS);
}

SLOW_TEST(values_of_every_type_live_across_the_barriers_of_a_loop)
{
    const char *options = "-DN=200 -DWORDS=32 -O1 -enable-16bit-types --wave-size=all";
    sample_at_all_settings(groups_compile("live_values", "live_values", options), check_values, NULL);
}

/* ---- a full group ---- */

static void check_full(const char *program, Setting setting, void *context)
{
    static uint32_t got[2 * SHARED_WORDS], want[2 * SHARED_WORDS];
    (void)context;
    for (uint32_t group = 0; group < 2; group++)
        for (uint32_t i = 0; i < FULL; i++)
            for (uint32_t k = 0; k < 8; k++)
                want[group * SHARED_WORDS + ((k * FULL + i) ^ (SHARED_WORDS - 1))] = (i * 8 + k) * 5 + group;
    groups_run(program, setting, "main", 2, "", got, 2 * SHARED_WORDS);
    sample_expect_words("word", got, want, 2 * SHARED_WORDS);
}

SLOW_TEST(groups_of_1024_threads_share_32_kib)
{
    sample_at_all_settings(groups_compile("full_group", "full_group", "-DSIDE_X=1024 -DSIDE_Y=1 -DSIDE_Z=1 -O1 --wave-size=all"), check_full, NULL);
    sample_at_all_settings(groups_compile("full_group", "full_group-box", "-DSIDE_X=16 -DSIDE_Y=8 -DSIDE_Z=8 -O1 --wave-size=all"), check_full, NULL);
}
