/* Whether a pass that says it has changed nothing has changed nothing: its kernel's text before and behind it, of values
 * that are numbered anew, since numbers alone are no change. Passes that repeat until none changes anything end too early
 * where one says so wrongly, and nobody judges what it left. Of large kernels, whose text takes longer than all passes, it
 * tells nothing. */
#include "passes_priv.h"

enum { MOST_NUMBERED = 2000 }; /* instructions there have been */

static void print_numbered(Text *out, const IrKernel *kernel)
{
    Arena *arena = arena_new("witness");
    IrKernel *copy = ir_copy_kernel(arena, kernel);
    ir_renumber(copy);
    out->length = 0;
    ir_print(out, copy, NULL);
    arena_drop(arena);
}

void passes_witness_before(PassWitness *witness, const IrKernel *kernel)
{
    witness->before.length = 0;
    if (kernel->next_id <= MOST_NUMBERED)
        print_numbered(&witness->before, kernel);
}

bool passes_witness_agrees(const PassWitness *witness, const IrKernel *kernel, const PassStep *step)
{
    if (step->changed || witness->before.length == 0)
        return true;
    Text after = {0};
    print_numbered(&after, kernel);
    bool is_same = strcmp(witness->before.bytes, after.bytes) == 0;
    text_free(&after);
    return is_same;
}

void passes_witness_end(PassWitness *witness) { text_free(&witness->before); }
