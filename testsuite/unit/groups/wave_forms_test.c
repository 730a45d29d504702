/* Wave operations on vectors and matrices: each component by itself, in a wave with some lanes gone. */
#include <string.h>

#include "groups.h"

enum { THREADS = 64, WORDS = 26 };

static bool is_active(uint32_t i) { return i < THREADS && i % 8 != 5; }

/* Component `c` of m and of v, in thread i. */
static uint32_t matrix_at(uint32_t i, int c)
{
    const uint32_t m[6] = {i, 1, i * i, i % 5, 7 * i, 3};
    return m[c];
}

static uint32_t vector_at(uint32_t i, int c)
{
    const uint32_t v[4] = {i, i + 1, i % 3, 2};
    return v[c];
}

static uint32_t matrix_sum(uint32_t first, uint32_t end, int c)
{
    uint32_t sum = 0;
    for (uint32_t i = first; i < end; i++)
        sum += is_active(i) ? matrix_at(i, c) : 0;
    return sum;
}

typedef struct VectorFacts { uint32_t product, most, bits; bool equal; } VectorFacts;

static VectorFacts vector_facts(uint32_t first, uint32_t end, int c)
{
    VectorFacts facts = {1, 0, 0, true};
    for (uint32_t i = first; i < end; i++) {
        uint32_t value = vector_at(i, c);
        if (!is_active(i))
            continue;
        facts.product *= value % 2 + 1;
        facts.most = value > facts.most ? value : facts.most;
        facts.bits ^= value;
        facts.equal &= value == vector_at(first, c);
    }
    return facts;
}

static void model_thread(uint32_t i, uint32_t w, uint32_t *words)
{
    uint32_t start = i / w * w, end = start + w, third = start + 2, beside = i ^ 1;
    VectorFacts x = vector_facts(start, end, 0), y = vector_facts(start, end, 1), z = vector_facts(start, end, 2), last = vector_facts(start, end, 3);
    /* lanes 0 and 2 of each wave are active: thread 5 of 8 returns */
    const uint32_t all[WORDS] = {
        matrix_sum(start, end, 0), matrix_sum(start, end, 1), matrix_sum(start, end, 2), matrix_sum(start, end, 3), matrix_sum(start, end, 4),
        matrix_sum(start, end, 5), matrix_sum(start, i, 0), matrix_sum(start, i, 2), matrix_sum(start, i, 5), matrix_at(start, 3), matrix_at(start, 4),
        matrix_at(third, 0), matrix_at(third, 2), matrix_at(third, 5), x.product, last.product, x.most, y.most, z.most, x.bits, last.bits,
        x.equal, last.equal, is_active(beside) ? vector_at(beside, 0) : 0, is_active(beside) ? vector_at(beside, 2) : 0, 0};
    memcpy(words, all, sizeof all);
}

static void check(const char *program, Setting setting, void *context)
{
    static uint32_t got[THREADS * WORDS], want[THREADS * WORDS];
    (void)context;
    memset(want, 0, sizeof want);
    for (uint32_t i = 0; i < THREADS; i++)
        if (is_active(i))
            model_thread(i, (uint32_t)setting.wave_size, want + i * WORDS);
    groups_run(program, setting, "main", 1, "", got, THREADS * WORDS);
    sample_expect_words("word", got, want, THREADS * WORDS);
}

SLOW_TEST(wave_operations_act_on_each_component_of_vectors_and_matrices)
{
    sample_at_all_settings(groups_compile("wave_forms", "wave_forms", "-DWORDS=26 -O1 --lane-order=linear --wave-size=all"), check, NULL);
}
