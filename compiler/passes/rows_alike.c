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
 * factors, cosines; of groupshared memory, too, where no wave stores to that between two barriers (the pivot's row of an
 * elimination, divided by the pivot). Not what rows of lanes have side by side, which is a load as good as one from where it
 * is kept; nor under a branch, which might not be taken, unless the column says whether it is (rows that leave lanes out,
 * pad_rows.c), which is the same for all waves, too: there it stands in one of its own, whose result they read.
 *
 * What a wave keeps of it over a barrier needs no variable then:
 *
 *     wave_loop { store_var $keep [%0], %3 }
 *     barrier                                      barrier
 *     wave_loop { %4 = load_var $keep [%0] .. }    wave_loop { .. %3 .. }
 *
 * Needs: uniformity, wave_loops, and the words that join_words joins. */
#include "passes/passes_priv.h"

enum { MOST_VECTORS = 16, DEAR = 4, TERMS = 64 };

/* Of what is alike. */
static bool keeps_alike(const IrInstr *instr)
{
    bool is_kept = instr->resource != NULL && instr->resource->class != IR_UAV && instr->sampler == NULL &&
                   ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES | OP_CONVERGENT);
    return is_kept || is_pure_of_lane(instr) || (instr->op == IR_load_var && is_shared(instr));
}

bool is_alike_in_waves(const IrKernel *kernel, const IrInstr *instr)
{
    bool is_column = instr->op == IR_group_thread_id && instr->immediate == AXIS_X;
    return ir_waves_are_whole_rows(kernel) && (is_column || (instr->operand_count > 0 && keeps_alike(instr)));
}

typedef struct Alike {
    const IrKernel *kernel;
    const IrInstr *loop, *branch; /* a branch right in the loop, in which the value stands; NULL: in none */
    VEC(IrInstr *) terms; /* of a value, those of the loop, operands first */
    bool is_whole;
} Alike;

/* By some wave, while others may not have come to it yet. */
static bool is_stored_meanwhile(const IrInstr *load, const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->variable == load->variable && ir_is(instr, OP_WRITES))
            return true;
    return false;
}

static bool is_dear_load(const IrInstr *instr)
{
    enum { INDEX = 1 }; /* behind the resource's own, in an array of them */
    bool is_load = instr->resource != NULL && instr->resource->class != IR_CBV && instr->operand_count > INDEX;
    return is_load && instr->operands[INDEX]->level > LEVEL_WAVE && instr->operands[INDEX]->shape.stride != 1;
}

/* Of what lanes have each for itself. Not places, which have forms of their own where they stand: a remainder wraps round. */
static bool is_dear(const IrInstr *instr)
{
    if (instr->level <= LEVEL_WAVE || instr->type.scalar == IR_VOID)
        return false;
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
    bool is_here = !is_phi(instr) && (instr->region->owner == alike->loop ||
                                      (alike->branch != NULL && instr->region == alike->branch->regions[0]));
    bool is_term = is_here && (instr->op == IR_const || is_alike_in_waves(alike->kernel, instr)) && alike->terms.count < TERMS &&
                   (instr->variable == NULL || !is_stored_meanwhile(instr, alike->loop));
    alike->is_whole = is_term;
    for (int i = 0; i < instr->operand_count && is_term; i++)
        take(arena, alike, instr->operands[i]);
    vec_push(arena, &alike->terms, instr);
}

/* ---- under a branch ---- */

static bool is_alike(Arena *arena, const IrKernel *kernel, const IrInstr *wave_loop, const IrInstr *branch, IrInstr *value)
{
    Alike alike = {.kernel = kernel, .loop = wave_loop, .branch = branch, .is_whole = true};
    take(arena, &alike, value);
    return alike.is_whole;
}

/* What is dear in the branch, and the same in all waves that take it. */
static int list_in_branch(Arena *arena, const IrKernel *kernel, const IrInstr *wave_loop, const IrInstr *branch, int room,
                          IrInstr **values)
{
    int count = 0;
    EACH_IN (branch->regions[0], instr)
        if (is_dear(instr) && instr->type.components == 1 && count < room && is_alike(arena, kernel, wave_loop, branch, instr))
            values[count++] = instr;
    return count;
}

/* A branch before all waves, by the same condition, whose results are these values, and zeros of lanes that are not in it. */
static int hoist_from_branch(Arena *arena, IrKernel *kernel, IrInstr *wave_loop, IrInstr *branch, int room)
{
    IrInstr *values[MOST_VECTORS], *zeros[MOST_VECTORS], *copies[MOST_VECTORS];
    IrBuilder before = ir_builder_before(kernel, wave_loop);
    int count = 0;
    if (branch->operands[0]->level > LEVEL_WAVE && is_alike(arena, kernel, wave_loop, NULL, branch->operands[0]))
        count = list_in_branch(arena, kernel, wave_loop, branch, room, values);
    if (count == 0)
        return 0;
    before.pos = branch->pos;
    for (int i = 0; i < count; i++)
        zeros[i] = ir_const_bits(&before, values[i]->type.scalar, 0);
    IrInstr *ahead = ir_if(&before, build_outside(&before, branch->operands[0], wave_loop));
    IrBuilder inside = ir_builder_at_end(kernel, ahead->regions[0]), outside = ir_builder_at_end(kernel, ahead->regions[1]);
    inside.pos = outside.pos = branch->pos;
    for (int i = 0; i < count; i++)
        copies[i] = build_outside(&inside, values[i], wave_loop);
    ir_jump(&inside, IR_yield, NULL, copies, count);
    ir_jump(&outside, IR_yield, NULL, zeros, count);
    for (int i = 0; i < count; i++) {
        IrInstr *result = ir_add_result(kernel, ahead, values[i]->type);
        copy_facts_of(result, values[i]);
        use_instead(kernel->body, values[i], result);
    }
    return count;
}

static int hoist_from_branches(Arena *arena, IrKernel *kernel, IrInstr *wave_loop, int room)
{
    int vectors = 0;
    EACH_IN (wave_loop->regions[0], instr)
        if (instr->op == IR_if)
            vectors += hoist_from_branch(arena, kernel, wave_loop, instr, room - vectors);
    return vectors;
}

/* ---- in all waves ---- */

static bool hoist_from(Arena *arena, IrKernel *kernel, IrInstr *wave_loop)
{
    int vectors = 0;
    IrInstr *next;
    for (IrInstr *instr = wave_loop->regions[0]->first; instr != NULL; instr = next) {
        Alike alike = {.kernel = kernel, .loop = wave_loop, .is_whole = true};
        next = instr->next;
        if (!is_dear(instr))
            continue;
        take(arena, &alike, instr);
        if (!alike.is_whole || vectors + instr->type.components > MOST_VECTORS)
            continue;
        vectors += instr->type.components;
        for (int i = 0; i < alike.terms.count; i++)
            ir_move_before(alike.terms.items[i], wave_loop);
    }
    return vectors + hoist_from_branches(arena, kernel, wave_loop, MOST_VECTORS - vectors) > 0;
}

/* ---- what is kept of it ---- */

static void load_nothing(const IrKernel *kernel, IrInstr *store)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->variable == store->variable && instr != store) {
            use_instead(kernel->body, instr, store->operands[1]);
            ir_remove(instr);
        }
    ir_remove(store);
}

static void keep_no_alike(Arena *arena, const IrKernel *kernel, const IrInstr *wave_loop)
{
    const IrInstr **only_stores = ir_find_only_stores(kernel, arena);
    EACH_INSTR (wave_loop->regions[0], instr)
        if (instr->op == IR_store_var && only_stores[instr->variable->index] == instr && instr->operands[1]->level > LEVEL_WAVE &&
            !ir_is_defined_in(instr->operands[1], wave_loop))
            load_nothing(kernel, instr);
}

bool pass_rows_alike(PassContext *context)
{
    bool changed = false;
    if (!ir_waves_are_whole_rows(context->kernel))
        return false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_wave_loop && ir_waves_through(context->kernel, instr) > 1 &&
            hoist_from(context->scratch, context->kernel, instr)) {
            keep_no_alike(context->scratch, context->kernel, instr);
            changed = true;
        }
    return changed;
}
