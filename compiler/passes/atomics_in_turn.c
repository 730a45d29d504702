/* atomics_in_turn: atomics that stand together are done by one lane after the other.
 *
 *     %1 = load_struct $Keys [%i]          %1 = load_struct $Keys [%i]
 *     %2 = atomic_var iadd $sum [%1] %v    %5 = fmul %v, 2
 *     %3 = fmul %v, 2                      %6 = wave_all_equal %1
 *     %4 = atomic_var umax $most [%1] %3   if %6 {
 *                                            %7 = wave_read_first %1
 *                                            %2 = atomic_var iadd $sum [%7] %v
 *                                            %4 = atomic_var umax $most [%7] %5
 *                                          } else { lane_loop {
 *                                            %8 = wave_read_first %1 ...
 *                                            atomic_var iadd $sum [%8] %9
 *                                            atomic_var umax $most [%8] %10
 *                                          } }
 *
 * Sums, counts and extremes by a key. By itself each atomic takes its lanes out of their vectors,
 * index and operand, a few moves and shifts each, and where three go by one index, that is done
 * three times. Left in memory once, they are scalar loads for all of them. Whole waves that go to
 * one place combine before they do.
 *
 * Needs: uniformity, wave_loops. Breaks: facts; uniformity must run again. */
#include "passes/lane_stretch.h"

enum { FEWEST = 2 }; /* atomics; one alone is as fast out of its vectors */

typedef struct Together { /* atomics of one region, with nothing between that has an effect */
    IrInstr *first, *last;
    int count;
} Together;

static bool may_stand_between(const IrInstr *instr)
{
    return (ir_is(instr, OP_PURE) && !ir_is(instr, OP_CONVERGENT)) || reads_constant_memory(instr);
}

/* The atomics into the branch, everything else before it. */
static void gather(IrKernel *kernel, Together together, IrInstr *branch, IrRegion *into)
{
    const IrInstr *end = together.last->next;
    for (IrInstr *instr = together.first, *next; instr != end; instr = next) {
        next = instr->next;
        if (op_is_atomic(instr->op))
            move_to_end(kernel, instr, next, into);
        else
            ir_move_before(instr, branch);
    }
    ir_close_region(kernel, into);
}

/* Where all lanes have one index, it is the first one's. */
static void use_first(IrKernel *kernel, IrRegion *region, IrInstr *index)
{
    IrBuilder start = ir_builder_before(kernel, region->first);
    start.pos = region->first->pos;
    IrInstr *first = IR_BUILD(&start, IR_wave_read_first, index);
    first->level = LEVEL_WAVE;
    for (IrInstr *instr = first->next; instr != NULL; instr = instr->next)
        EACH_USE (instr, use)
            if (*use == index)
                *use = first;
}

static void run_in_turn(PassContext *context, Together together)
{
    IrKernel *kernel = context->kernel;
    IrInstr *index = stretch_index_of(together.first);
    IrBuilder before = ir_builder_before(kernel, together.first);
    before.pos = together.first->pos;
    pass_explain(context, before.pos, "%d atomics, one lane after the other", together.count);
    IrInstr *branch = ir_if(&before, IR_BUILD(&before, IR_wave_all_equal, index));
    branch->operands[0]->level = LEVEL_WAVE;
    gather(kernel, together, branch, branch->regions[1]);
    IrReplacements copies = {0};
    IrBuilder equal = ir_builder_at_end(kernel, branch->regions[0]);
    ir_clone_region(&equal, branch->regions[1], &copies);
    use_first(kernel, branch->regions[0], index);
    Stretch stretch;
    stretch_number(kernel);
    stretch_between(kernel, branch->regions[1]->first, branch->regions[1]->last->prev, &stretch);
    stretch_run_in_turn(context, stretch);
}

/* ---- which ---- */

static bool is_candidate(const IrInstr *instr)
{
    return op_is_atomic(instr->op) && stretch_is_scattered(instr);
}

/* From `first` on; `next`: where to go on looking. */
static Together together_from(IrInstr *first, IrInstr **next)
{
    Together together = {first, first, 0};
    IrInstr *instr = first;
    for (; instr != NULL && (is_candidate(instr) || may_stand_between(instr)); instr = instr->next)
        if (is_candidate(instr)) {
            together.last = instr;
            together.count++;
        }
    *next = instr;
    return together;
}

static bool visit(PassContext *context, IrRegion *region)
{
    bool changed = false;
    for (IrInstr *instr = region->first, *next; instr != NULL; instr = next) {
        next = instr->next;
        if (instr->op == IR_lane_loop)
            continue;
        EACH_REGION (instr, inner)
            changed |= visit(context, inner);
        if (!is_candidate(instr))
            continue;
        Together together = together_from(instr, &next);
        Stretch stretch;
        stretch_number(context->kernel);
        if (together.count >= FEWEST &&
            stretch_between(context->kernel, together.first, together.last, &stretch)) {
            run_in_turn(context, together);
            changed = true;
        }
    }
    return changed;
}

bool pass_atomics_in_turn(PassContext *context)
{
    bool changed = false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_wave_loop)
            changed |= visit(context, instr->regions[0]);
    return changed;
}
