/* hoist_constants: constants of the dispatch that only a branch reads are read once for the group.
 *
 *     wave_loop {                          %5 dispatch = load_cbuffer $c [4]
 *       if %3 {                            wave_loop {
 *         %5 = load_cbuffer $c [4]   ->      if %3 {
 *         %6 = fmul %4, %5                     %6 = fmul %4, %5
 *
 * What stands outside of branches form_waves has left before the loop. `if (all(id < size))` is around
 * most kernels, and then each wave read its constants, each with a test that the buffer has them: C
 * compilers cannot know that what the wave stores is no constant. Few of them: values that live all
 * along are on the stack where there are many.
 *
 * Needs: uniformity, wave_loops. Keeps: facts. */
#include "passes/passes_priv.h"

enum { MOST_WORDS = 16 }; /* of a wave_loop */

static bool is_constant_place(const IrInstr *load)
{
    for (int i = 0; i < load->operand_count; i++)
        if (load->operands[i]->op != IR_const)
            return false;
    return true;
}

static void bring_before(IrInstr *load, IrInstr *wave_loop)
{
    EACH_USE (load, use)
        if (ir_is_defined_in(*use, wave_loop))
            ir_move_before(*use, wave_loop);
    ir_move_before(load, wave_loop);
}

static bool hoist_from(IrInstr *wave_loop)
{
    int words = 0;
    EACH_INSTR (wave_loop->regions[0], instr)
        if (instr->op == IR_load_cbuffer && is_constant_place(instr)) {
            words += instr->type.components;
            if (words > MOST_WORDS)
                break;
            bring_before(instr, wave_loop);
        }
    return words > 0;
}

bool pass_hoist_constants(PassContext *context)
{
    bool changed = false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_wave_loop)
            changed |= hoist_from(instr);
    return changed;
}
