/* The kernel's text before and after a pass, as a patch.
 *
 *     --- before merge#1: Main wave 32
 *     +++ after merge#1: Main wave 32
 *     @@ -7,4 +7,3 @@
 *        %3   dispatch i32 = load_cbuffer $Args[%0] [%0]
 *     -  %4   dispatch i32 = load_cbuffer $Args[%0] [%0]
 *     -  %5   varying  i32 = iadd %3, %4
 *     +  %5   varying  i32 = iadd %3, %3
 *
 * What was there before a pass keeps its number, also where the pass numbers the kernel anew, so
 * that a line differs only where its instruction does. Numbers are those of the dump before the
 * pass; they are given to the kernel for its text alone. */
#include "diff_passes.h"

#include <stdlib.h>

#include "text_diff.h"

typedef struct Known { /* an instruction and its number */
    const IrInstr *instr;
    uint32_t id;
} Known;

typedef VEC(Known) KnownList;

struct PassDiff {
    IrKernel *kernel;
    const Sources *sources;
    const char *name;
    Arena *known_arena;
    KnownList known; /* all of the kernel, by address */
    uint32_t next_id;
    Text before;
    bool has_told;
};

/* ---- numbers ---- */

static int compare_known(const void *left, const void *right)
{
    uintptr_t a = (uintptr_t)((const Known *)left)->instr,
              b = (uintptr_t)((const Known *)right)->instr;
    return a < b ? -1 : a > b;
}

static KnownList list_numbers(Arena *arena, const IrKernel *kernel)
{
    KnownList list = {0};
    EACH_INSTR (kernel->body, instr) {
        vec_push(arena, &list, (Known){instr, instr->id});
        EACH_PHI (instr, phi)
            vec_push(arena, &list, (Known){phi, phi->id});
    }
    return list;
}

static void know_kernel(PassDiff *diff)
{
    arena_drop(diff->known_arena);
    diff->known_arena = arena_new("diff");
    diff->known = list_numbers(diff->known_arena, diff->kernel);
    diff->next_id = diff->kernel->next_id;
    if (diff->known.count > 0)
        qsort(diff->known.items, (size_t)diff->known.count, sizeof(Known), compare_known);
}

static const Known *find_known(const PassDiff *diff, const IrInstr *instr)
{
    Known key = {.instr = instr};
    if (diff->known.count == 0)
        return NULL;
    return bsearch(&key, diff->known.items, (size_t)diff->known.count, sizeof key, compare_known);
}

/* New ones are numbered on from the numbers before, as they are where a pass numbers nothing anew. */
static void number_as_before(const PassDiff *diff, const KnownList *now)
{
    uint32_t next_id = diff->next_id;
    bool is_anew = false;
    for (int i = 0; i < now->count; i++) {
        const Known *known = find_known(diff, now->items[i].instr);
        is_anew |= known != NULL ? known->id != now->items[i].id : now->items[i].id < next_id;
    }
    for (int i = 0; i < now->count && is_anew; i++) {
        const Known *known = find_known(diff, now->items[i].instr);
        ((IrInstr *)now->items[i].instr)->id = known != NULL ? known->id : next_id++;
    }
}

static void number_back(const KnownList *now)
{
    for (int i = 0; i < now->count; i++)
        ((IrInstr *)now->items[i].instr)->id = now->items[i].id;
}

/* ---- telling ---- */

void pass_diff_after(PassDiff *diff, Text *out, const char *label)
{
    Arena *scratch = arena_new("diff");
    KnownList now = list_numbers(scratch, diff->kernel);
    Text after = {0}, changes = {0};
    number_as_before(diff, &now);
    ir_print(&after, diff->kernel, diff->sources);
    number_back(&now);
    if (text_diff(&changes, diff->before.bytes, after.bytes))
        text_printf(out, "--- before %s: %s\n+++ after %s: %s\n%s", label, diff->name, label,
                    diff->name, changes.bytes);
    else
        text_printf(out, "; %s: %s: nothing changed\n", label, diff->name);
    text_free(&after);
    text_free(&changes);
    arena_drop(scratch);
    diff->has_told = true;
}

void pass_diff_before(PassDiff *diff)
{
    diff->before.length = 0;
    ir_print(&diff->before, diff->kernel, diff->sources);
    know_kernel(diff);
}

PassDiff *pass_diff_new(Arena *arena, IrKernel *kernel, const Sources *sources, const char *name)
{
    PassDiff *diff = ARENA_NEW(arena, PassDiff);
    *diff = (PassDiff){.kernel = kernel, .sources = sources, .name = name, .known_arena = arena_new("diff")};
    return diff;
}

void pass_diff_end(PassDiff *diff, Text *out, const char *wanted)
{
    if (!diff->has_told)
        text_printf(out, "; %s: %s: did not run\n", wanted, diff->name);
    text_free(&diff->before);
    arena_drop(diff->known_arena);
}
