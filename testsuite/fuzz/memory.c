/* Resources in memory that faults where a kernel may not reach: each row lies before an unmapped
 * page, and behind another, with some bytes between that a kernel may read and must leave as they
 * are. What is 4 GiB away, as where an
 * offset of 32 bits wraps, is unmapped too. Shared between processes. */
#include "fuzz_priv.h"

#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096, SLOT = 2 << 20, BEFORE = 1024, SPARE = 0xEE };

static const size_t FAR = ((size_t)4 << 30) + PAGE; /* unmapped on both sides */

static size_t memory_size(void) { return (size_t)SLOT * (FUZZ_ROWS + 1) + PAGE; }

FuzzMemory *fuzz_memory_new(void)
{
    FuzzMemory *memory = calloc(1, sizeof *memory);
    memory->all = mmap(NULL, memory_size() + 2 * FAR, PROT_NONE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    memory->base = memory->all + FAR;
    mprotect(memory->base, memory_size(), PROT_READ | PROT_WRITE);
    for (int i = 0; i <= FUZZ_ROWS; i++)
        mprotect(memory->base + (size_t)i * SLOT + SLOT - PAGE, PAGE, PROT_NONE);
    memory->counters = (uint32_t *)(memory->base + (size_t)SLOT * (FUZZ_ROWS + 1));
    return memory;
}

void fuzz_memory_drop(FuzzMemory *memory)
{
    munmap(memory->all, memory_size() + 2 * FAR);
    free(memory);
}

/* The place of `bytes` bytes that end at the slot's fence. */
static uint8_t *place_in(const FuzzMemory *memory, int slot, size_t bytes)
{
    uint8_t *fence = memory->base + (size_t)slot * SLOT + SLOT - PAGE;
    return fence - bytes;
}

/* The pages before the bytes before a row, which its slot does not need. */
static void fence_off(FuzzMemory *memory, int slot, const uint8_t *data)
{
    uint8_t *start = memory->base + (size_t)slot * SLOT;
    size_t unused = (size_t)(data - BEFORE - start) / PAGE * PAGE;
    mprotect(start, unused, PROT_NONE);
    mprotect(start + unused, SLOT - PAGE - unused, PROT_READ | PROT_WRITE);
}

void *fuzz_memory_scratch(FuzzMemory *memory, size_t bytes)
{
    uint8_t *scratch = place_in(memory, FUZZ_ROWS, (bytes + 63) & ~(size_t)63); /* aligned to 64 */
    memset(scratch, SPARE, bytes);
    return scratch;
}

/* ---- content ---- */

static uint64_t small_number(IrScalar scalar, uint32_t random)
{
    if (op_scalar_is_float(scalar))
        return op_double_to_bits(scalar, ((int)(random % 96) - 24) * 0.25 + 0.125);
    return op_mask_to_width(
        scalar, (uint64_t)(int64_t)((int)(random % (random & 0x10000 ? 20 : 400)) - 6));
}

static void fill_row(uint8_t *data, const FuzzRow *row, uint32_t seed)
{
    size_t size = (size_t)op_scalar_bits(row->scalar) / 8;
    uint32_t state = seed;
    memset(data - BEFORE, SPARE, BEFORE + row->bytes);
    for (size_t at = 0; at + size <= row->bytes; at += size) {
        state = state * 1664525u + 1013904223u;
        uint64_t bits = small_number(row->scalar, state >> 7);
        memcpy(data + at, &bits, size);
    }
}

void fuzz_memory_fill(FuzzMemory *memory, const FuzzKernel *fuzz)
{
    for (int i = 0; i < fuzz->row_count; i++) {
        const FuzzRow *row = &fuzz->rows[i];
        memory->data[i] = place_in(memory, i, row->bytes);
        fence_off(memory, i, memory->data[i]);
        fill_row(memory->data[i], row, fuzz->seed * 31 + (uint32_t)i);
        memory->counters[i] = 1000;
    }
}

bool fuzz_memory_evaluate(FuzzMemory *memory, Arena *arena, const FuzzKernel *fuzz,
                          const IrKernel *kernel, const char **error)
{
    IrEvalResource resources[FUZZ_ROWS] = {0};
    fuzz_memory_fill(memory, fuzz);
    for (int i = 0; i < fuzz->row_count; i++) {
        const FuzzRow *row = &fuzz->rows[i];
        if (row->is_bound)
            resources[i] = (IrEvalResource){
                memory->data[i], row->width,     row->height,      row->depth,           1,
                row->stride,     row->row_pitch, row->slice_pitch, &memory->counters[i], NULL};
    }
    return ir_evaluate(arena, kernel, resources, fuzz->groups, error);
}

/* ---- comparing ---- */

static bool same_value(IrScalar scalar, const uint8_t *left, const uint8_t *right)
{
    uint64_t bits[2] = {0, 0};
    size_t size = (size_t)op_scalar_bits(scalar) / 8;
    memcpy(&bits[0], left, size);
    memcpy(&bits[1], right, size);
    if (bits[0] == bits[1] || !op_scalar_is_float(scalar))
        return bits[0] == bits[1];
    double a = op_bits_to_double(scalar, bits[0]), b = op_bits_to_double(scalar, bits[1]);
    return a == b || (isnan(a) && isnan(b));
}

static const char *show(Arena *arena, IrScalar scalar, const uint8_t *data)
{
    uint64_t bits = 0;
    memcpy(&bits, data, (size_t)op_scalar_bits(scalar) / 8);
    if (op_scalar_is_float(scalar))
        return arena_printf(arena, "%.9g", op_bits_to_double(scalar, bits));
    return arena_printf(arena, "%lld", (long long)op_sign_extend(scalar, bits));
}

static const char *row_differs(Arena *arena, const FuzzRow *row, int index,
                               const uint8_t *expected, const uint8_t *actual)
{
    size_t size = (size_t)op_scalar_bits(row->scalar) / 8;
    if (memcmp(expected - BEFORE, actual - BEFORE, BEFORE) != 0)
        return arena_printf(arena, "row %d: bytes before it were written", index);
    for (size_t at = 0; at + size <= row->bytes; at += size)
        if (!same_value(row->scalar, expected + at, actual + at))
            return arena_printf(arena, "row %d, byte %zu of %u: %s instead of %s", index, at,
                                row->bytes, show(arena, row->scalar, actual + at),
                                show(arena, row->scalar, expected + at));
    return NULL;
}

const char *fuzz_memory_differ(Arena *arena, const FuzzKernel *fuzz, const FuzzMemory *expected,
                               const FuzzMemory *actual)
{
    for (int i = 0; i < fuzz->row_count; i++) {
        const char *why = row_differs(arena, &fuzz->rows[i], i, expected->data[i],
                                      actual->data[i]);
        if (why != NULL)
            return why;
        if (expected->counters[i] != actual->counters[i])
            return arena_printf(arena, "counter %d: %u instead of %u", i, actual->counters[i],
                                expected->counters[i]);
    }
    return NULL;
}
