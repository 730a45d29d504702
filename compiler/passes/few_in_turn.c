/* few_in_turn: a branch that few lanes of a wave can take runs for one lane after the other.
 *
 *     %1 rows(16, 1) = group_thread_id.x     if %2 {
 *     %2 = ieq %1, 0                           lane_loop {
 *     if %2 {                                    %6 = wave_read_first %3
 *       %4 = load_struct $In [%3]       ->       %7 = load_struct $In [%6]
 *       store_var $tile [%5], %4                 store_var $tile [%8], %7
 *     }                                        }
 *                                            }
 *
 * The edges of a tile that a group fetches beside its own element: two lanes of a wave of 32 are on
 * in a group of 16 x 16 threads, one in each of its rows, and nowhere near each other. As vectors
 * all addresses are computed, tested, gathered and scattered for two.
 *
 * How many lanes there can be a comparison tells that has steps on one side and what lanes share on
 * the other: one lane of each row is equal to that, and as many are below it as there are numbers
 * from the least step on. What goes to memory as rows all the same, or not at all, stays as it is.
 *
 * Where data says who goes there, as for the first lane of each run of equal keys, which walks on to the run's end, it is
 * asked as it runs: a loop that some leave by what they find takes all vectors of the wave through the longest walk.
 *
 *     if %2 {                                if %2 {
 *       loop { ... }                           if (ule (wave_count true), 8) {
 *       store_struct $Out [%3], %9     ->        lane_loop { loop { ... } store_struct ... }
 *     }                                        } else { loop { ... } store_struct ... }
 *                                            }
 *
 * Those who stay behind a return are such a branch, too, and behind another one in there.
 *
 * Needs: uniformity, wave_loops. Breaks: facts; uniformity must run again. */
#include <stdlib.h>

#include "full_waves.h"
#include "ir/range.h"
#include "passes/lane_costs.h"
#include "passes/lane_stretch.h"

enum {
    FEW = 8,        /* of so many lanes one */
    FEW_AT_TIMES = 4, /* likewise, where that is asked as it runs, */
    MOST_OPERATIONS = 5, /* for each load of such a loop, */
    MOST_TWICE = 60,  /* and the branch has so many instructions, which are there twice then */
    MOST_REDONE = 8 /* quick operations that a lane does again for a value, which its vector would
                       leave in memory for all of them */
};

/* ---- how many lanes ---- */

/* From lane to lane of each row it is another number. */
static bool is_stepping(const IrInstr *value)
{
    return value->level == LEVEL_VARYING && value->type.scalar == IR_I32 &&
           value->shape.stride != 0 &&
           llabs((int64_t)value->shape.stride) * value->shape.length <= UINT32_MAX;
}

/* Of `left < right`: those that are neither below the least left one nor above the greatest right one. */
static int64_t numbers_of_order(const IrInstr *order)
{
    IrRange left = ir_range_of_operand(order, 0), right = ir_range_of_operand(order, 1);
    bool is_signed = order->op == IR_slt || order->op == IR_sle,
         may_be_equal = order->op == IR_ule || order->op == IR_sle;
    return (is_signed ? right.smax - left.smin : (int64_t)right.umax - (int64_t)left.umin) +
           may_be_equal;
}

/* At most, of one wave. */
static int lanes_of_comparison(const IrKernel *kernel, const IrInstr *comparison)
{
    const IrInstr *left = comparison->operands[0], *right = comparison->operands[1];
    const IrInstr *steps = is_stepping(left) ? left : right, *other = steps == left ? right : left;
    if (!is_stepping(steps) || other->level > LEVEL_WAVE)
        return kernel->wave_size;
    int64_t numbers = comparison->op == IR_ieq ? 1 : numbers_of_order(comparison),
            stride = llabs((int64_t)steps->shape.stride),
            in_row = numbers <= 0 ? 0 : (numbers + stride - 1) / stride;
    if (in_row > steps->shape.length)
        in_row = steps->shape.length;
    return (int)in_row * (kernel->wave_size / steps->shape.length);
}

static int most_lanes(const IrKernel *kernel, const IrInstr *condition)
{
    if (condition->op == IR_ieq || op_is_order(condition->op))
        return lanes_of_comparison(kernel, condition);
    if (condition->op != IR_iand && condition->op != IR_ior)
        return kernel->wave_size;
    int left = most_lanes(kernel, condition->operands[0]),
        right = most_lanes(kernel, condition->operands[1]);
    if (condition->op == IR_iand)
        return left < right ? left : right;
    return left + right < kernel->wave_size ? left + right : kernel->wave_size;
}

/* ---- which ---- */

/* Lanes beside each other are no neighbours there. */
static bool goes_lane_by_lane(const IrInstr *instr)
{
    const IrInstr *index = ir_is(instr, OP_READS | OP_WRITES) ? stretch_index_of(instr) : NULL;
    return index != NULL && index->level == LEVEL_VARYING &&
           (index->shape.length == 1 || index->shape.stride == 0);
}

static bool is_thread_id(const IrKernel *kernel, const IrInstr *value)
{
    (void)kernel;
    return value->op == IR_group_thread_id;
}

static void redo_quick(IrKernel *kernel, IrInstr *branch)
{
    IrReplacements copies = {0};
    IrBuilder start = ir_builder_before(kernel, branch->regions[0]->first);
    EACH_INSTR (branch->regions[0], instr)
        EACH_USE (instr, use)
            if (!ir_is_defined_in(*use, branch) &&
                stretch_operations_to_redo(kernel, *use, MOST_REDONE, is_thread_id) <= MOST_REDONE)
                *use = stretch_redo(&start, &copies, *use);
}

static bool has_no_else(const IrInstr *branch)
{
    return branch->regions[1]->first == branch->regions[1]->last;
}

static bool is_candidate(const IrInstr *branch)
{
    if (branch->op != IR_if || branch->operands[0]->level != LEVEL_VARYING || !has_no_else(branch))
        return false;
    EACH_INSTR (branch->regions[0], instr)
        if (goes_lane_by_lane(instr))
            return true;
    return false;
}

static bool runs_in_turn(PassContext *context, IrInstr *branch)
{
    IrKernel *kernel = context->kernel;
    StretchPlaces places = {0};
    Stretch stretch;
    stretch_number(context, &places);
    if (!stretch_of_region(&places, branch->regions[0], &stretch))
        return false;
    pass_explain(context, branch->pos, "for few lanes, one after the other");
    redo_quick(kernel, branch);
    places = (StretchPlaces){0};
    stretch_number(context, &places);
    stretch_of_region(&places, branch->regions[0], &stretch);
    stretch_run_in_turn(context, stretch);
    return true;
}

/* ---- at times ---- */

/* Memory that is no lane's own. */
static bool is_of_others(const IrInstr *access)
{
    return access->resource != NULL || (access->variable != NULL && access->variable->kind == IR_GROUPSHARED);
}

/* In vectors of their own: some leave it before others, and in a turn it mostly loads. */
static bool walks(const IrInstr *loop)
{
    int loads = 0, operations = 0;
    EACH_INSTR (loop->regions[0], instr) {
        loads += ir_is(instr, OP_READS) && is_of_others(instr);
        operations += lanes_operations(instr);
    }
    return lanes_part_in(loop) && operations <= MOST_OPERATIONS * loads;
}

/* No lane of it speaks to another, and a loop in it, whose lanes stay beside each other, may take long for a few. */
static bool has_walk(const IrInstr *branch)
{
    bool has_one = false;
    int count = 0;
    EACH_INSTR (branch->regions[0], instr) {
        bool is_apart = goes_lane_by_lane(instr) && ir_loop_around(instr) != ir_loop_around(branch);
        has_one |= instr->op == IR_loop && walks(instr);
        count++;
        if (ir_is(instr, OP_CONVERGENT | OP_SYNC) || op_is_atomic(instr->op) || is_apart || instr->op == IR_lane_loop)
            return false;
    }
    return has_one && count <= MOST_TWICE;
}

/* What a lane_loop gives, each put into a vector. */
static bool leaves_scalars(const IrInstr *branch)
{
    for (int i = 0; i < branch->result_count; i++)
        if (branch->results[i]->type.components > 1)
            return false;
    return true;
}

/* What the branch's side goes on with, `ask` gives, from its second way. */
static void give_what_goes_on(IrKernel *kernel, IrInstr *ask, const IrInstr *goes_on)
{
    VEC(IrInstr *) values = {0};
    EACH_USE (goes_on, use)
        if (ir_is_defined_in(*use, ask)) {
            vec_push(kernel->arena, &values, *use);
            *use = ir_add_result(kernel, ask, (*use)->type);
            (*use)->level = LEVEL_VARYING;
        }
    yield_at_end(kernel, ask->regions[1], values.items, values.count);
}

static bool asks_for_few(PassContext *context, IrInstr *branch)
{
    IrKernel *kernel = context->kernel;
    StretchPlaces places = {0};
    Stretch stretch;
    IrReplacements copies = {0};
    if (branch->op != IR_if || branch->operands[0]->level != LEVEL_VARYING || !has_no_else(branch) ||
        !leaves_scalars(branch) || ir_has_jump_out(branch) || !has_walk(branch))
        return false;
    stretch_number(context, &places);
    if (!stretch_of_region(&places, branch->regions[0], &stretch))
        return false;
    pass_explain(context, branch->pos, "twice: where it is asked as it runs");
    IrBuilder start = ir_builder_before(kernel, branch->regions[0]->first);
    start.pos = branch->pos;
    IrInstr *count = IR_BUILD(&start, IR_wave_count, ir_const_bits(&start, IR_I1, 1)),
            *is_few = IR_BUILD(&start, IR_ule, count, ir_const_i32(&start, kernel->wave_size / FEW_AT_TIMES)),
            *ask = ir_if(&start, is_few);
    while (ask->next != branch->regions[0]->last)
        move_to_end(kernel, ask->next, ask->next->next, ask->regions[1]);
    give_what_goes_on(kernel, ask, branch->regions[0]->last);
    IrBuilder few = ir_builder_at_end(kernel, ask->regions[0]);
    ir_clone_region(&few, ask->regions[1], &copies);
    return runs_in_turn(context, ask);
}

/* if %c { return } ... becomes if not %c { ... }, where nothing comes behind the region and there is a walk; that branch, or
 * NULL. */
static IrInstr *stay_in_branch(IrKernel *kernel, const IrRegion *region, IrInstr *branch)
{
    const IrInstr *only = branch->op == IR_if ? branch->regions[0]->first : NULL;
    IrInstr *last = region->last;
    bool has_one = false;
    for (const IrInstr *instr = branch->next; instr != NULL; instr = instr->next)
        has_one |= instr->op == IR_loop && walks(instr);
    if (only == NULL || only->op != IR_return || branch->result_count > 0 || !has_no_else(branch) || !has_one ||
        branch->operands[0]->level != LEVEL_VARYING)
        return NULL;
    IrBuilder before = ir_builder_before(kernel, branch);
    IrInstr *stays = IR_BUILD(&before, IR_ixor, branch->operands[0], ir_const_bits(&before, IR_I1, 1)),
            *rest = ir_if(&before, stays);
    move_to_end(kernel, branch->next, last, rest->regions[0]);
    ir_close_region(kernel, rest->regions[0]);
    ir_close_region(kernel, rest->regions[1]);
    ir_remove(branch);
    stays->level = rest->level = LEVEL_VARYING;
    return rest;
}

/* Those that return one after the other. */
static bool stay_in_branches(IrKernel *kernel, const IrInstr *stretch)
{
    const IrRegion *region = stretch->next == kernel->body->last ? stretch->regions[0] : NULL;
    bool changed = false;
    while (region != NULL) {
        IrInstr *rest = NULL;
        for (IrInstr *instr = region->first; instr != NULL && rest == NULL; instr = instr->next)
            rest = stay_in_branch(kernel, region, instr);
        changed |= rest != NULL;
        region = rest != NULL ? rest->regions[0] : NULL;
    }
    return changed;
}

static bool find_in(PassContext *context, const IrRegion *region)
{
    IrKernel *kernel = context->kernel;
    bool changed = false;
    EACH_IN (region, instr) {
        if (instr->op == IR_lane_loop)
            continue;
        bool is_for_few = is_candidate(instr) &&
                          most_lanes(kernel, instr->operands[0]) * FEW <= kernel->wave_size;
        if (is_for_few && runs_in_turn(context, instr)) {
            changed = true;
            continue;
        }
        bool has_one = false;
        EACH_REGION (instr, inner)
            has_one |= find_in(context, inner);
        changed |= has_one || asks_for_few(context, instr);
    }
    return changed;
}

static bool has_candidate(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (is_candidate(instr) || (instr->op == IR_loop && walks(instr)))
            return true;
    return false;
}

bool pass_few_in_turn(PassContext *context)
{
    bool changed = false;
    if (!has_candidate(context->kernel))
        return false;
    pass_ranges(context);
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_wave_loop) {
            changed |= stay_in_branches(context->kernel, instr);
            changed |= find_in(context, instr->regions[0]);
        }
    ir_forget_ranges(context->kernel);
    return changed;
}
