/* rows_alike: what follows from a lane's column alone is there once for all waves of a group.
 *
 *     numthreads(8, 8, 1), wave 32                 %1 = group_thread_id.x
 *     wave_loop {                                  %2 = ishl %1, 3
 *       %1 = group_thread_id.x                     %3 = load_words $cosines[%2]
 *       %2 = ishl %1, 3                            wave_loop {
 *       %3 = load_words $cosines[%2]         ->      %4 = load_var row, ...
 *       %4 = load_var row, ...                       %5 = fmul %3, %4
 *       %5 = fmul %3, %4                           }
 *     }
 *
 * Lane i of each wave has the same place in its row where a wave is whole rows. What it loads there of what nobody writes,
 * or computes dearly, is the same in all waves, and in each vector of a wave that is whole rows: rows of a table, twiddle
 * factors, cosines. Not what rows of lanes have side by side, which is a load as good as one from where it is kept; nor
 * under a branch, which might not be taken.
 *
 * Needs: uniformity, wave_loops, and the words that join_words joins. */
#include "passes/passes_priv.h"

enum { MOST_VECTORS = 16, DEAR = 16, TERMS = 64 };

/* Of what is alike. */
static bool keeps_alike(const IrInstr *instr)
{
    bool is_kept = instr->resource != NULL && instr->resource->class != IR_UAV && instr->sampler == NULL &&
                   ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES | OP_CONVERGENT);
    return is_kept || is_pure_of_lane(instr);
}

bool is_alike_in_waves(const IrKernel *kernel, const IrInstr *instr)
{
    bool is_column = instr->op == IR_group_thread_id && instr->immediate == AXIS_X;
    return ir_waves_are_whole_rows(kernel) && (is_column || (instr->operand_count > 0 && keeps_alike(instr)));
}

typedef struct Alike {
    const IrKernel *kernel;
    const IrInstr *loop;
    VEC(IrInstr *) terms; /* of a value, those of the loop, operands first */
    bool is_whole;
} Alike;

static bool is_dear_load(const IrInstr *instr)
{
    enum { INDEX = 1 }; /* behind the resource's own, in an array of them */
    bool is_load = instr->resource != NULL && instr->resource->class != IR_CBV && instr->operand_count > INDEX;
    return is_load && instr->operands[INDEX]->level > LEVEL_WAVE && instr->operands[INDEX]->shape.stride != 1;
}

/* Not places, which have forms of their own where they stand: a remainder wraps round. */
static bool is_dear(const IrInstr *instr)
{
    bool is_number = instr->type.scalar == IR_F32 || instr->type.scalar == IR_F64;
    return is_dear_load(instr) || (is_number && cost_of_operation(instr) >= DEAR);
}

static void take(Arena *arena, Alike *alike, IrInstr *instr)
{
    if (!ir_is_defined_in(instr, alike->loop) || !alike->is_whole)
        return;
    for (int i = 0; i < alike->terms.count; i++)
        if (alike->terms.items[i] == instr)
            return;
    bool is_term = !is_phi(instr) && instr->region->owner == alike->loop &&
                   (instr->op == IR_const || is_alike_in_waves(alike->kernel, instr)) && alike->terms.count < TERMS;
    alike->is_whole = is_term;
    for (int i = 0; i < instr->operand_count && is_term; i++)
        take(arena, alike, instr->operands[i]);
    vec_push(arena, &alike->terms, instr);
}

static bool hoist_from(Arena *arena, const IrKernel *kernel, IrInstr *wave_loop)
{
    int vectors = 0;
    IrInstr *next;
    for (IrInstr *instr = wave_loop->regions[0]->first; instr != NULL; instr = next) {
        Alike alike = {.kernel = kernel, .loop = wave_loop, .is_whole = true};
        next = instr->next;
        if (instr->level <= LEVEL_WAVE || instr->type.scalar == IR_VOID || !is_dear(instr))
            continue;
        take(arena, &alike, instr);
        if (!alike.is_whole || vectors + instr->type.components > MOST_VECTORS)
            continue;
        vectors += instr->type.components;
        for (int i = 0; i < alike.terms.count; i++)
            ir_move_before(alike.terms.items[i], wave_loop);
    }
    return vectors > 0;
}

bool pass_rows_alike(PassContext *context)
{
    bool changed = false;
    if (!ir_waves_are_whole_rows(context->kernel))
        return false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_wave_loop && ir_waves_through(context->kernel, instr) > 1)
            changed |= hoist_from(context->scratch, context->kernel, instr);
    return changed;
}
