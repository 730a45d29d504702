/* Copies in which workers update resources (WccUpdates), on kernels that note whether they are alone. */
#include <stdlib.h>
#include <string.h>

#include "host/dispatch.h"
#include "kernels.h"

enum { CELLS = 48, GROUPS = 20000, SIZES = 2 };

/* What group x brings, and to which cell: some of each sign, all bits. */
static uint64_t number_of(uint32_t x) { return (uint64_t)x * 0x9e3779b97f4a7c15u; }
static uint32_t cell_of(uint32_t x) { return x * 7 % CELLS; }

typedef uint64_t Result(uint64_t a, uint64_t b);
#define UPDATE(name, type, bits, result)                                                                                  \
    static uint64_t name##_of(uint64_t left, uint64_t right)                                                              \
    {                                                                                                                     \
        const type a = (type)left, b = (type)right;                                                                       \
        return (uint##bits##_t)(result);                                                                                  \
    }                                                                                                                     \
    static void name##_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)               \
    {                                                                                                                     \
        type *cell = (type *)dispatch->resources[0].data + cell_of(x), a = __atomic_load_n(cell, __ATOMIC_RELAXED);       \
        const type b = (type)number_of(x);                                                                                \
        (void)shared, (void)y, (void)z;                                                                                   \
        __atomic_fetch_add((uint32_t *)dispatch->resources[1].data + dispatch->is_alone, 1, __ATOMIC_RELAXED);            \
        while (!__atomic_compare_exchange_n(cell, &a, (type)(result), 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))             \
            continue;                                                                                                     \
    }
#define UPDATES_OF_BITS(bits)                                                                                             \
    UPDATE(sum##bits, uint##bits##_t, bits, a + b)                                                                        \
    UPDATE(xor##bits, uint##bits##_t, bits, a ^ b)                                                                        \
    UPDATE(or##bits, uint##bits##_t, bits, a | b)                                                                         \
    UPDATE(and##bits, uint##bits##_t, bits, a & b)                                                                        \
    UPDATE(umin##bits, uint##bits##_t, bits, a < b ? a : b)                                                               \
    UPDATE(umax##bits, uint##bits##_t, bits, a > b ? a : b)                                                               \
    UPDATE(min##bits, int##bits##_t, bits, a < b ? a : b)                                                                 \
    UPDATE(max##bits, int##bits##_t, bits, a > b ? a : b)
UPDATES_OF_BITS(32)
UPDATES_OF_BITS(64)

typedef struct Case {
    WccMerge merge;
    WccKernel *kernel;
    Result *result;
} Case;

#define CASES_OF_BITS(bits)                                                                                               \
    {                                                                                                                     \
        {WCC_MERGE_SUM, sum##bits##_group, sum##bits##_of}, {WCC_MERGE_XOR, xor##bits##_group, xor##bits##_of},           \
        {WCC_MERGE_OR, or##bits##_group, or##bits##_of}, {WCC_MERGE_AND, and##bits##_group, and##bits##_of},              \
        {WCC_MERGE_UMIN, umin##bits##_group, umin##bits##_of}, {WCC_MERGE_UMAX, umax##bits##_group, umax##bits##_of},     \
        {WCC_MERGE_MIN, min##bits##_group, min##bits##_of}, {WCC_MERGE_MAX, max##bits##_group, max##bits##_of},           \
    }
enum { WAYS = 8 };
static const Case CASES[SIZES][WAYS] = {CASES_OF_BITS(32), CASES_OF_BITS(64)};

/* A dispatch whose cells are updated, and what it noted. */
typedef struct Updated {
    uint64_t cells[CELLS];    /* or half as many words */
    uint32_t groups[2];       /* how many were not alone, and were */
    WccResource rows[3];
    WccUpdate update;
    WccUpdates updates;
    WccVariant variant;
    WccDispatch dispatch;
} Updated;

static void prepare(Updated *updated, const Case *of, uint32_t bytes)
{
    memset(updated, 0, sizeof *updated);
    for (uint32_t i = 0; i < CELLS; i++) { /* what is there already counts, too */
        uint64_t start = number_of(1000000 + i);
        memcpy((char *)updated->cells + i * bytes, &start, bytes);
    }
    updated->rows[0] = (WccResource){.data = updated->cells, .width = CELLS, .height = 1, .depth = 1, .mips = 1, .stride = bytes};
    updated->rows[1] = (WccResource){.data = updated->groups, .width = 2, .height = 1, .depth = 1, .mips = 1, .stride = 4};
    updated->update = (WccUpdate){0, of->merge, bytes};
    updated->updates = (WccUpdates){&updated->update, 1, HOST_LENGTH(updated->rows)};
    updated->variant = (WccVariant){.run = of->kernel, .updates = &updated->updates};
    updated->dispatch = (WccDispatch){.resources = updated->rows, .groups = {GROUPS, 1, 1}};
}

static void check_cells(const Updated *updated, const Case *of, uint32_t bytes)
{
    uint64_t wanted[CELLS];
    for (uint32_t i = 0; i < CELLS; i++)
        wanted[i] = number_of(1000000 + i);
    for (uint32_t x = 0; x < GROUPS; x++)
        wanted[cell_of(x)] = of->result(wanted[cell_of(x)], number_of(x));
    for (uint32_t i = 0; i < CELLS; i++)
        assert_memory_equal((const char *)updated->cells + i * bytes, &wanted[i], bytes);
    assert_int_equal(updated->groups[0] + updated->groups[1], GROUPS);
}

static void run(Pool *pool, Updated *updated, bool owns_memory)
{
    Report report = {0};
    Job job = {.variant = &updated->variant, .dispatch = &updated->dispatch, .owns_memory = owns_memory};
    assert_int_equal(host_run_job(&report, pool, &job, NULL), WCC_OK);
}

TEST(updates_in_copies_come_together_by_each_operation)
{
    static const uint32_t workers[] = {1, 2, 5};
    Report report = {0};
    Updated updated;
    for (size_t w = 0; w < HOST_LENGTH(workers); w++) {
        Pool *pool = host_new_pool(&report, workers[w]);
        for (int size = 0; size < SIZES; size++)
            for (int i = 0; i < WAYS; i++) {
                const uint32_t bytes = size == 0 ? 4 : 8;
                prepare(&updated, &CASES[size][i], bytes);
                run(pool, &updated, i % 2 == 0);
                check_cells(&updated, &CASES[size][i], bytes);
                assert_true(updated.groups[1] > 0);
            }
        host_free_pool(pool);
    }
}

/* Runs sums with a change of what is bound; gives how many groups were alone. */
static uint32_t alone_where(void (*change)(Updated *updated))
{
    Report report = {0};
    Updated updated;
    Pool *pool = host_new_pool(&report, 3);
    prepare(&updated, &CASES[0][0], 4);
    change(&updated);
    run(pool, &updated, true);
    check_cells(&updated, &CASES[0][0], 4);
    host_free_pool(pool);
    return updated.groups[1];
}

static void change_nothing(Updated *updated) { (void)updated; }

static void bind_twice(Updated *updated)
{
    updated->rows[2] = updated->rows[0];
    updated->rows[2].data = (char *)updated->cells + 4 * CELLS - 4;
}

static void bind_behind(Updated *updated)
{
    updated->rows[2] = updated->rows[0];
    updated->rows[2].data = (char *)updated->cells + 4 * CELLS;
}

static void forget_updates(Updated *updated) { updated->variant.updates = NULL; }
static void use_levels(Updated *updated) { updated->rows[0].mips = 2; }
static void be_large(Updated *updated) { updated->rows[0].height = 1 << 20, updated->rows[0].row_pitch = 4096; }
static void be_unaligned(Updated *updated) { updated->rows[0].stride = 2, updated->rows[0].width = 2 * CELLS; }

TEST(only_what_is_bound_once_and_in_whole_numbers_is_copied)
{
    assert_true(alone_where(change_nothing) > 0);
    assert_true(alone_where(bind_behind) > 0);
    assert_int_equal(alone_where(bind_twice), 0);
    assert_int_equal(alone_where(forget_updates), 0);
    assert_int_equal(alone_where(use_levels), 0);
    assert_int_equal(alone_where(be_large), 0);
    assert_int_equal(alone_where(be_unaligned), 0);
}

/* ---- textures: rows with others' memory between them ---- */

enum { SIDE = 3, PITCH = 8, SLICE = 32 };

static void texel_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    const WccResource *texture = &dispatch->resources[0];
    char *texel = (char *)texture->data + x % SIDE * 4 + x / SIDE % SIDE * texture->row_pitch + x / 9 % 2 * texture->slice_pitch;
    (void)shared, (void)y, (void)z;
    __atomic_fetch_add((uint32_t *)texel, 1, __ATOMIC_RELAXED);
}

TEST(what_lies_between_the_rows_of_a_texture_stays)
{
    Report report = {0};
    uint32_t texels[2 * SLICE];
    WccResource row = {.data = texels, .width = SIDE, .height = SIDE, .depth = 2, .mips = 1, .stride = 4, .row_pitch = 4 * PITCH,
                       .slice_pitch = 4 * SLICE};
    WccUpdate update = {0, WCC_MERGE_SUM, 4};
    WccUpdates updates = {&update, 1, 1};
    WccVariant variant = {.run = texel_group, .updates = &updates};
    WccDispatch dispatch = {.resources = &row, .groups = {18 * 500, 1, 1}};
    Pool *pool = host_new_pool(&report, 2);
    memset(texels, 0xff, sizeof texels);
    assert_int_equal(host_run_job(&report, pool, &(Job){.variant = &variant, .dispatch = &dispatch}, NULL), WCC_OK);
    for (uint32_t i = 0; i < 2 * SLICE; i++) {
        bool is_texel = i % PITCH < SIDE && i % SLICE / PITCH < SIDE;
        assert_int_equal(texels[i], is_texel ? 499u : UINT32_MAX);
    }
    host_free_pool(pool);
}
