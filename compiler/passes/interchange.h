/* Loops that the waves of a group should go through together: what interchange.c, even_turns.c and
 * group_turns.c share. */
#ifndef WAVECC_PASSES_INTERCHANGE_H
#define WAVECC_PASSES_INTERCHANGE_H

#include "passes/passes_priv.h"

/* Do several waves lie beside each other in long rows of threads? */
bool interchange_can_help(const IrKernel *kernel);
/* What speaks against it, but for how the waves leave `loop`; NULL: nothing. */
const char *interchange_refusal(Arena *scratch, const IrKernel *kernel, const IrInstr *loop);
/* A turn goes along a row of memory, and the next turn goes on where that ends. */
bool interchange_follows_on(const IrKernel *kernel, const IrInstr *access, const IrInstr *loop);
/* The body's first construct, where it is an `if` that does nothing but leave the loop; else NULL. */
IrInstr *interchange_head_test(const IrInstr *loop);
/* The test at the head of `loop`'s body, where that is the only way out of it and its end the only
 * way on; else NULL. */
IrInstr *interchange_only_test(Arena *scratch, const IrInstr *loop);
/* `instr` stands in a loop that even_turns has left as it was, for counters that may wrap: what
 * hardly ever runs. */
bool even_turns_is_spare(const IrInstr *instr);

#endif
