/* idle_groups: loops that the waves of a group go through together are passed over where none of its threads goes there.
 *
 *     %c = ult %i, %n                          %some = ult %least, %n       (of the group's threads)
 *     if %c {                                  if %some {
 *       loop [group] { .. }         ->           if %c { loop [group] { .. } }
 *     }                                        }
 *
 *     if %c { return }                         %some = ..
 *     loop [group] { .. }           ->         if %some {
 *                                                if %c { return }
 *                                                loop [group] { .. }
 *                                              }
 *
 * A wave alone would leave at its branch. Such a loop (interchange.c) stands around the waves, each of which asks in
 * each turn whether it is there; groups beyond the end of what there is to do would go through all turns for nothing.
 * What threads of a group have in common, and the range of what they differ by (spread.c), say that a comparison is so
 * for none of them.
 *
 * Needs: uniformity, interchange; comes before form_waves, which takes the branches apart. Breaks: facts. */
#include "ir/range.h"
#include "passes/spread.h"

/* ---- what is so for all threads of a group ---- */

/* That `condition` is `wanted` for all of them, added to `all`. Without a builder a question. */
static bool build_for_all(IrBuilder *builder, IrInstr *condition, bool wanted, IrInstr **all);

static bool build_of_both(IrBuilder *builder, IrInstr *condition, bool wanted, IrInstr **all)
{
    return build_for_all(builder, condition->operands[0], wanted, all) &&
           build_for_all(builder, condition->operands[1], wanted, all);
}

static bool build_of_either(IrBuilder *builder, IrInstr *condition, bool wanted, IrInstr **all)
{
    IrInstr *sides[2] = {NULL, NULL};
    bool is_first = build_for_all(builder, condition->operands[0], wanted, &sides[0]),
         is_second = build_for_all(builder, condition->operands[1], wanted, &sides[1]);
    if (builder != NULL && (is_first || is_second)) {
        IrInstr *either = is_first && is_second ? IR_BUILD(builder, IR_ior, sides[0], sides[1]) : sides[!is_first];
        *all = build_both(builder, *all, either);
    }
    return is_first || is_second;
}

/* The greatest of what is less, and the least of the other, are in that order, and nothing wraps between. */
static bool build_order(IrBuilder *builder, IrOp op, IrInstr *less, IrInstr *more, IrInstr **all)
{
    SpreadAsk ask = {.alike = LEVEL_GROUP, .stands_first = true};
    bool is_signed = op == IR_slt || op == IR_sle;
    Spread low, high;
    if (!find_spread(&ask, builder, less, &low) || !find_spread(&ask, builder, more, &high) || low.base == NULL ||
        high.base == NULL)
        return false;
    if (builder == NULL)
        return true;
    IrInstr *most = spread_most(builder, &low), *least = spread_least(builder, &high);
    *all = build_both(builder, *all, IR_BUILD(builder, op, most, least));
    IrInstr *keeps[2] = {spread_build_no_wrap(builder, &low, most, true, is_signed),
                         spread_build_no_wrap(builder, &high, least, false, is_signed)};
    for (int i = 0; i < 2; i++)
        if (keeps[i] != NULL)
            *all = build_both(builder, *all, keeps[i]);
    return true;
}

static bool build_for_all(IrBuilder *builder, IrInstr *condition, bool wanted, IrInstr **all)
{
    if (condition->op == IR_inot)
        return build_for_all(builder, condition->operands[0], !wanted, all);
    if (condition->op == IR_iand || condition->op == IR_ior)
        return (condition->op == IR_iand) == wanted ? build_of_both(builder, condition, wanted, all)
                                                    : build_of_either(builder, condition, wanted, all);
    if (!op_is_order(condition->op))
        return false;
    OpComplement complement = op_complement(condition->op);
    bool swaps = !wanted && complement.swaps;
    return build_order(builder, wanted ? condition->op : complement.op, condition->operands[swaps],
                       condition->operands[!swaps], all);
}

/* ---- branches ---- */

static bool has_group_loop(const IrRegion *region)
{
    EACH_INSTR (region, instr)
        if (is_group_loop(instr))
            return true;
    return false;
}

static bool is_before_group_loop(const IrInstr *instr)
{
    for (const IrInstr *later = instr->next; later != NULL; later = later->next) {
        if (is_group_loop(later))
            return true;
        EACH_REGION (later, region)
            if (has_group_loop(region))
                return true;
    }
    return false;
}

static bool ends_with_nothing(const IrRegion *region) { return region->last->op == IR_yield && region->last->operand_count == 0; }

/* The side that does nothing but return while the other one does nothing; -1: none. */
static int returning_side(const IrInstr *branch)
{
    for (int side = 0; side < 2; side++)
        if (branch->regions[side]->first->op == IR_return && branch->regions[!side]->first->op == IR_yield)
            return side;
    return -1;
}

/* The side that all of the branch is, with such a loop; -1: none. */
static int looping_side(const IrInstr *branch)
{
    for (int side = 0; side < 2; side++)
        if (branch->regions[!side]->first->op == IR_yield && has_group_loop(branch->regions[side]) &&
            !ir_has_jump_out(branch) && !ir_contains_op(branch->regions[side], IR_return))
            return side;
    return -1;
}

/* `if some {} else {}` before the branch, some threads being those for which its condition is not `wanted`; NULL: nobody knows. */
static IrInstr *build_some(PassContext *context, IrInstr *branch, bool wanted)
{
    IrBuilder before = ir_builder_before(context->kernel, branch);
    IrInstr *all = NULL;
    before.pos = branch->pos;
    if (!build_for_all(NULL, branch->operands[0], wanted, &all))
        return NULL;
    build_for_all(&before, branch->operands[0], wanted, &all);
    pass_explain(context, branch->pos, "passed over by groups none of whose threads goes there");
    return ir_if(&before, build_negated(&before, all));
}

/* The branch and all that follows. */
static bool stay_if_some(PassContext *context, IrInstr *branch, int returning)
{
    IrRegion *region = branch->region;
    IrInstr *some = build_some(context, branch, returning == 0);
    if (some == NULL)
        return false;
    move_to_end(context->kernel, branch, region->last, some->regions[0]);
    ir_close_region(context->kernel, some->regions[0]);
    ir_close_region(context->kernel, some->regions[1]);
    return true;
}

/* What the branch gives to those who do not take it, all have where there are none. */
static void pass_results_on(IrKernel *kernel, const IrInstr *branch, IrInstr *some, const IrInstr *otherwise)
{
    IrBuilder ends[2] = {ir_builder_at_end(kernel, some->regions[0]), ir_builder_at_end(kernel, some->regions[1])};
    IrReplacements instead = {0};
    for (int i = 0; i < branch->result_count; i++) {
        vec_push(kernel->arena, &instead.from, branch->results[i]);
        vec_push(kernel->arena, &instead.to, ir_add_result(kernel, some, branch->results[i]->type));
    }
    ir_replace_all(kernel, &instead);
    ir_jump(&ends[0], IR_yield, NULL, branch->results, branch->result_count);
    ir_jump(&ends[1], IR_yield, NULL, otherwise->operands, otherwise->operand_count);
}

static bool go_there_if_some(PassContext *context, IrInstr *branch, int looping)
{
    IrInstr *some = build_some(context, branch, looping == 1);
    if (some == NULL)
        return false;
    move_to_end(context->kernel, branch, branch->next, some->regions[0]);
    pass_results_on(context->kernel, branch, some, branch->regions[!looping]->first);
    return true;
}

static bool pass_over(PassContext *context, const IrRegion *region)
{
    bool changed = false;
    for (IrInstr *instr = region->first, *next; instr != NULL; instr = next) {
        next = instr->next;
        bool is_of_threads = instr->op == IR_if && instr->operands[0]->level > LEVEL_GROUP;
        int returning = is_of_threads ? returning_side(instr) : -1, looping = is_of_threads ? looping_side(instr) : -1;
        if (returning >= 0 && is_before_group_loop(instr) && ends_with_nothing(instr->region))
            changed |= stay_if_some(context, instr, returning);
        else if (looping >= 0)
            changed |= go_there_if_some(context, instr, looping);
        else
            EACH_REGION (instr, inner)
                changed |= pass_over(context, inner);
    }
    return changed;
}

bool pass_idle_groups(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    if (kernel->watches_barriers || !has_group_loop(kernel->body))
        return false;
    pass_ranges(context);
    bool changed = pass_over(context, kernel->body);
    ir_forget_ranges(kernel);
    if (changed)
        pass_uniformity(context);
    return changed;
}
