/* Which ways of touching memory a kernel's C takes: read off its lines, which call the runtime's functions by
 * these names. A way is a pattern (fnmatch) of a line and of the line before it. */
#include "fuzz_priv.h"

#include <fnmatch.h>
#include <stdlib.h>

#include "verified_passes.h"

typedef struct Way {
    const char *name;
    const char *line, *before; /* NULL: whatever it is */
} Way;

#define SCALARS "_[fi][0-9]*x*"
#define TEST "*WCC_LIKELY(*wcc_inside(first*"
#define STEPS "*WCC_LIKELY(*steps_by*"

static const Way WAYS[] = {
    {"load, one address", "* = *WCC_AT(*", NULL},
    {"load, one address, coherent", "*coherent_load_*", NULL},
    {"load, contiguous", "*[ (]load" SCALARS "*p [*] *", NULL},
    {"load, contiguous, pairs", "*load_2_f32x*p [*] *", NULL},
    {"load, contiguous, quads", "*load_4_f32x*p [*] *", NULL},
    {"load, rows", "*[ (]load" SCALARS "first*", TEST},
    {"load, rows, pairs", "*load_2_f32x*first*", TEST},
    {"load, rows, quads", "*load_4_f32x*first*", TEST},
    {"load, halves", "*[ (]load_halves_*", NULL},
    {"load, halves, pairs", "*load_2_halves_*", NULL},
    {"load, halves, quads", "*load_4_halves_*", NULL},
    {"load, column", "*load_column_4_*", NULL},
    {"load, mixed", "*permute_*(load_*", NULL},
    {"load, tested", "*[ (]load" SCALARS "first*", STEPS},
    {"load, tested, pairs", "*load_2_f32x*first*", STEPS},
    {"load, tested, quads", "*load_4_f32x*first*", STEPS},
    {"load, tested halves", "*load_*halves_*", "*halves_steps_by*"},
    {"load, tested column", "*load_column_4_*", STEPS},
    {"load, lane by lane", "*[ (]gather_[fi]*", NULL},
    {"load, lane by lane, quads", "*gather_4_f32x*", NULL},
    {"load, coherent", "*coherent_gather_*", NULL},
    {"store, one address", "*WCC_AT(*) = *", NULL},
    {"store, one address, coherent", "*coherent_store_*", NULL},
    {"store, contiguous", "* store" SCALARS "*p [*] *", NULL},
    {"store, contiguous, pairs", "*store_2_f32x*p [*] *", NULL},
    {"store, contiguous, quads", "*store_4_f32x*p [*] *", NULL},
    {"store, contiguous, masked", "*store_masked_*", NULL},
    {"store, contiguous, streamed", "*store_streamed_*", NULL},
    {"store, rows", "* store" SCALARS "first*", TEST},
    {"store, rows, pairs", "*store_2_f32x*first*", TEST},
    {"store, rows, quads", "*store_4_f32x*first*", TEST},
    {"store, rows, masked", "* store_*x*first*", TEST "bitsx*"},
    {"store, halves", "* store_halves_*", NULL},
    {"store, halves, pairs", "*store_2_halves_*", NULL},
    {"store, halves, quads", "*store_4_halves_*", NULL},
    {"store, halves, masked", "*store_*halves_*", TEST "bitsx*"},
    {"store, column", "*store_column_4_*", NULL},
    {"store, mixed", "*store_*permute_*", NULL},
    {"store, tested", "* store" SCALARS "first*", STEPS},
    {"store, tested, masked", "* store_*first*", STEPS "bitsx*"},
    {"store, lane by lane", "* scatter_[fi]*", NULL},
    {"store, lane by lane, quads", "*scatter_4_f32x*", NULL},
    {"store, coherent", "*coherent_scatter_*", NULL},
    {"halves of 16 bits, loaded", "*f32_of_halfx*(*load_*", NULL},
    {"halves of 16 bits, stored", "*store_*half_bits_f32x*", NULL},
    {"64 bits, loaded", "*load_[fi]64x*", NULL},
    {"64 bits, stored", "*store_[fi]64x*", NULL},
    {"atomic, lane by lane", "*old?lane? = active?lane?*", NULL},
    {"atomic, together by a reduction", "*together = reduce_*", NULL},
    {"atomic, together by the last lane", "*together = lane_*", NULL},
    {"atomic, in one lane", "*const * lane[0-9]* = lane_*", NULL},
};

int fuzz_way_count(void) { return COUNT_OF(WAYS); }
const char *fuzz_way_name(int way) { return WAYS[way].name; }

static bool matches(const Way *way, const char *line, const char *before)
{
    return fnmatch(way->line, line, 0) == 0 && (way->before == NULL || fnmatch(way->before, before, 0) == 0);
}

static void note_line(const char *line, const char *before, bool *taken)
{
    for (int way = 0; way < COUNT_OF(WAYS); way++)
        taken[way] |= matches(&WAYS[way], line, before);
}

static void note_lines(char *text, bool *taken)
{
    const char *before = "";
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        if (strpbrk(line, "(=") != NULL)
            note_line(line, before, taken);
        before = line;
    }
}

void fuzz_note_ways(Arena *arena, FuzzKernel *fuzz, int lanes, bool *taken)
{
    PassOptions options = {.diagnostics = diag_new(arena, sources_new(arena)), .optimisation = fuzz->optimisation};
    Text text = {0};
    const char *why = NULL;
    bool runs = verified_passes(fuzz->kernel, &options) == NULL && diag_error_count(options.diagnostics) == 0;
    if (runs && fuzz_emit(arena, fuzz->kernel, lanes, &text, &why))
        note_lines(text.bytes, taken);
    text_free(&text);
}
