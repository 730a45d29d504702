/* full_waves: what a branch does for all lanes of a wave it does without a mask, where one scalar
 * comparison tells that all go there.
 *
 *     %c = ult %i, %n                      %c = ult %i, %n
 *     if %c {                              %all = wave_all %c
 *       A                                  if %all {
 *       yield %1                             A'
 *     } else {                               yield %1'
 *       yield %2                           } else {
 *     } -> %3                                %d = ult %i, %n
 *                                            %any = wave_any %d
 *                                            if %any {
 *                                              if %d { A yield %1 } else { yield %2 } -> %4
 *                                              yield %4
 *                                            } else { yield %2 } -> %5
 *                                            yield %5
 *                                          } -> %3
 *
 * `if (i < count)` and `if (x >= step)` are true in all lanes of a wave, or in none, but for one
 * wave of many: %i steps from lane to lane, so that one lane of it says so (plan_ops.c). In A'
 * there are then no masks, no blends and no tests of single lanes; and the waves that a tree of
 * sums no longer needs (`if (t < step) sum[t] += sum[t + step]`) go on after two scalar
 * comparisons.
 *
 *     if %c { return }                     %d = inot %c
 *     A                            ->      if %d { A yield }
 *     yield                                yield
 *
 * in the last stretch, likewise, for the threads outside a picture; those that do something else
 * before they return, as at the walls of a grid (`if (i == 0 || i == n - 1)`), go the other way of
 * such a branch. Where A holds loops with such branches in them, these threads go along up to the
 * first store (let_all_go_on).
 *
 * A is twice there then, so only what is small, and not what costs the same under a mask: samples,
 * loops that store nothing. Needs: uniformity. Breaks: facts; uniformity must
 * run again. */
#include "full_waves.h"

#include "ir/range.h"
#include "passes/lane_stretch.h"

enum {
    MOST_SIZE = 160,  /* instructions of a branch */
    MOST_ADDED = 256 /* of a kernel */
};

typedef struct Waves {
    PassContext *context;
    VEC(IrInstr *) branches; /* that become two */
    int added, added_together;
    bool changed; /* sides of a branch, or several are one */
} Waves;

/* ---- conditions ---- */

static bool steps_over_wave(const IrKernel *kernel, const IrInstr *value)
{
    return value->level > LEVEL_WAVE && spans_wave(kernel, value);
}

bool full_waves_are_there(const IrKernel *kernel)
{
    return ir_waves_are_full(kernel) && kernel->thread_of_lane == NULL && !kernel->watches_barriers;
}

static bool is_of_step_and_bound(const IrKernel *kernel, const IrInstr *step, const IrInstr *bound)
{
    return step->type.scalar == IR_I32 && steps_over_wave(kernel, step) &&
           (step->shape.stride == 1 || step->shape.stride == -1) && bound->level <= LEVEL_WAVE;
}

/* Whether a number is one of those that lanes step through. */
static bool is_equality_of_steps(const IrKernel *kernel, const IrInstr *condition)
{
    return (condition->op == IR_ieq || condition->op == IR_ine) &&
           (is_of_step_and_bound(kernel, condition->operands[0], condition->operands[1]) ||
            is_of_step_and_bound(kernel, condition->operands[1], condition->operands[0]));
}

bool full_waves_is_of_steps(const IrKernel *kernel, const IrInstr *condition)
{
    if (condition->level <= LEVEL_WAVE)
        return true;
    const IrInstr *left = condition->operand_count == 2 ? condition->operands[0] : NULL;
    if (left == NULL)
        return false;
    const IrInstr *right = condition->operands[1];
    if (condition->op == IR_iand)
        return full_waves_is_of_steps(kernel, left) && full_waves_is_of_steps(kernel, right);
    if (condition->op == IR_ine)
        return is_equality_of_steps(kernel, condition);
    return op_is_order(condition->op) && left->type.scalar == IR_I32 &&
           (left->level <= LEVEL_WAVE || steps_over_wave(kernel, left)) &&
           (right->level <= LEVEL_WAVE || steps_over_wave(kernel, right));
}

/* Of rows as wide as waves, which threads that are not there fill up. */
static bool is_lane(const IrKernel *kernel, const IrInstr *value)
{
    bool is_column = value->op == IR_group_thread_id && value->immediate == AXIS_X &&
                     kernel->threads[0] == (uint32_t)kernel->wave_size && kernel->order.kind == IR_ORDER_LINEAR;
    return value->op == IR_lane_index || is_column;
}

/* Of `lane_index < 18`, where there are more lanes, that is known to fail. */
static bool fails_in_some_lane(const IrKernel *kernel, const IrInstr *condition)
{
    if (condition->op == IR_iand)
        return fails_in_some_lane(kernel, condition->operands[0]) || fails_in_some_lane(kernel, condition->operands[1]);
    if (!op_is_order(condition->op) || !is_lane(kernel, condition->operands[0]) || condition->operands[1]->op != IR_const)
        return false;
    bool may_be_equal = condition->op == IR_ule || condition->op == IR_sle;
    return op_sign_extend(IR_I32, condition->operands[1]->bits) + may_be_equal <
           kernel->wave_size;
}

static IrInstr *copy_of(IrBuilder *builder, IrInstr *condition)
{
    if (condition->level <= LEVEL_WAVE)
        return condition;
    IrInstr *left = condition->operands[0], *right = condition->operands[1];
    if (condition->op == IR_iand)
        left = copy_of(builder, left), right = copy_of(builder, right);
    return IR_BUILD(builder, condition->op, left, right);
}

/* ---- which branches ---- */

int full_waves_size(const IrRegion *region)
{
    int size = 0;
    EACH_INSTR (region, instr)
        size++;
    return size;
}

bool full_waves_touches_memory(const IrRegion *region)
{
    EACH_INSTR (region, instr)
        if (instr->resource != NULL || instr->variable != NULL)
            return true;
    return false;
}

/* Each turn stores, which takes several times as long under a mask. */
static bool stores_by_lanes(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (ir_is(instr, OP_WRITES) && !ir_is(instr, OP_CONVERGENT) &&
            stretch_index_of(instr)->level > LEVEL_WAVE)
            return true;
    return false;
}

/* It takes as long under a mask, or more than twice the code. */
static bool stays_as_it_is(const IrInstr *instr)
{
    return instr->sampler != NULL || ir_is(instr, OP_SYNC) ||
           (instr->op == IR_loop && !stores_by_lanes(instr));
}

static bool parts(const IrInstr *instr)
{
    return instr->op == IR_loop || (instr->op == IR_if && instr->operands[0]->level > LEVEL_WAVE);
}

/* What touches memory goes by masks and tests else. */
static bool gains(const IrRegion *region)
{
    bool touches = false;
    EACH_INSTR (region, instr) {
        bool is_vector = instr->level > LEVEL_WAVE || instr->type.scalar == IR_VOID;
        if (stays_as_it_is(instr))
            return false;
        touches |= is_vector && (instr->variable != NULL || instr->resource != NULL);
    }
    return touches;
}

bool full_waves_gains(const IrRegion *region, const IrInstr *leaves)
{
    EACH_INSTR (region, instr)
        if (instr != leaves && parts(instr))
            return false;
    return gains(region);
}

/* Waves that take it as a whole went another way before. */
static bool is_of_parts(const IrInstr *branch)
{
    for (const IrInstr *around = branch->region->owner, *inner = branch; around != NULL;
         inner = around, around = around->region->owner)
        if (around->op == IR_if && inner->region == around->regions[1] && around->operands[0]->op == IR_wave_all &&
            around->operands[0]->operands[0] == branch->operands[0])
            return true;
    return false;
}

static void consider(Waves *waves, IrInstr *branch)
{
    int size = full_waves_size(branch->regions[0]);
    if (!full_waves_can_ask(waves->context->kernel, branch->operands[0]) ||
        fails_in_some_lane(waves->context->kernel, branch->operands[0]) ||
        ir_has_jump_out(branch) || is_of_parts(branch) || size > MOST_SIZE || waves->added + size > MOST_ADDED ||
        !gains(branch->regions[0]))
        return;
    waves->added += size;
    vec_push(waves->context->scratch, &waves->branches, branch);
}

/* ---- the other side ---- */

/* Negated, it takes no instruction of its own, and can be asked. */
static bool is_step_to_leave(const IrKernel *kernel, const IrInstr *condition)
{
    if (condition->level > LEVEL_WAVE && condition->op == IR_ior)
        return is_step_to_leave(kernel, condition->operands[0]) &&
               is_step_to_leave(kernel, condition->operands[1]);
    if (condition->level > LEVEL_WAVE && (condition->op == IR_ieq || condition->op == IR_ine))
        return condition->op == IR_ieq && (is_equality_of_steps(kernel, condition) ||
                                           full_waves_has_bounds(kernel, condition));
    return full_waves_can_ask(kernel, condition) && condition->op != IR_iand;
}

/* `if (x == 0 || x == width - 1) { A } else { B }`: most waves have no lane at a border, and go as a whole where B is. */
static bool is_for_borders(const IrKernel *kernel, const IrInstr *branch)
{
    const IrInstr *condition = branch->operands[0];
    return (condition->op == IR_ior || condition->op == IR_ieq) && !only_yields(branch->regions[1]) &&
           is_step_to_leave(kernel, condition);
}

/* Where all lanes of a wave come together; false: no longer behind it. */
static bool visit(Waves *waves, IrRegion *region)
{
    IrInstr *whole = full_branches_split(waves->context, region, &waves->added_together, &waves->changed);
    if (whole != NULL)
        return visit(waves, whole->regions[0]);
    for (IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
        bool is_varying = instr->op == IR_if && instr->operands[0]->level > LEVEL_WAVE;
        bool parts = is_construct(instr) && lanes_leave_inside(instr, LEVEL_WAVE);
        if (is_varying && is_for_borders(waves->context->kernel, instr)) {
            change_sides(waves->context->kernel, instr);
            waves->changed = true;
        }
        if (is_varying)
            consider(waves, instr);
        if (parts || (is_varying && ir_has_jump_out(instr)))
            return false;
        if (!is_construct(instr) || is_varying)
            continue;
        EACH_REGION (instr, inner)
            visit(waves, inner);
    }
    return true;
}

/* ---- threads that return ---- */

/* Threads do a little, and return. */
static bool returns_soon(const IrInstr *branch)
{
    if (!ends_by_returning(branch))
        return false;
    for (const IrInstr *instr = branch->regions[0]->first; instr != NULL; instr = instr->next)
        if (is_construct(instr))
            return false;
    return true;
}

/* The first branch, where threads leave by it and no other: who stays could be asked of single
 * lanes; else NULL. */
static IrInstr *next_leaving(const IrKernel *kernel, IrInstr *from)
{
    while (from != NULL && from->op != IR_if)
        from = from->next;
    return from != NULL && returns_soon(from) && from->operands[0]->level > LEVEL_WAVE &&
                   is_step_to_leave(kernel, from->operands[0])
               ? from
               : NULL;
}

IrInstr *full_waves_find_leaving(const IrKernel *kernel, const IrInstr *stretch)
{
    const IrRegion *body = stretch->regions[0];
    IrInstr *leaves = next_leaving(kernel, body->first);
    if (leaves == NULL || !nothing_follows(stretch) || body->last->op != IR_yield ||
        leaves->regions[0]->first->op != IR_return)
        return NULL;
    return leaves;
}

/* All that return do so by such branches, one behind the other. */
static bool part_by_leaving(const IrKernel *kernel, const IrRegion *body)
{
    const IrInstr *leaves = next_leaving(kernel, body->first);
    EACH_INSTR (body, instr) {
        if (leaves != NULL && instr == leaves->regions[0]->last)
            leaves = next_leaving(kernel, leaves->next);
        else if (instr->op == IR_return)
            return false;
    }
    return true;
}

static bool keep_those_who_stay(Waves *waves, IrInstr *stretch)
{
    IrKernel *kernel = waves->context->kernel;
    IrRegion *body = stretch->regions[0];
    IrInstr *leaves = next_leaving(kernel, body->first);
    if (leaves == NULL || !nothing_follows(stretch) || body->last->op != IR_yield ||
        full_waves_size(body) > MOST_SIZE || !part_by_leaving(kernel, body) ||
        !gains(body))
        return false;
    while (leaves != NULL) {
        IrInstr *next = next_leaving(kernel, leaves->next);
        keep_who_stays(kernel, leaves);
        leaves = next;
    }
    return true;
}

/* ---- threads that returned before ---- */

/*     if %c { yield } else { A yield }  ->  %d = inot %c  if %d { A yield } else { yield }
 *
 * as a stretch begins that is not the last one: form_waves keeps them out of it so. */
static bool face_those_who_stay(IrKernel *kernel, const IrInstr *stretch)
{
    bool changed = false;
    for (IrInstr *instr = stretch->regions[0]->first; instr != NULL; instr = instr->next) {
        if (instr->op != IR_if || instr->operands[0]->level <= LEVEL_WAVE ||
            !only_yields(instr->regions[0]) || only_yields(instr->regions[1]) ||
            !is_step_to_leave(kernel, instr->operands[0]))
            continue;
        change_sides(kernel, instr);
        changed = true;
    }
    return changed;
}

/* ---- threads that return a little later ---- */

/* Nobody sees that lanes which are off have done it, too. */
static bool is_unseen(const IrInstr *instr)
{
    bool is_own = instr->variable != NULL && instr->variable->kind == IR_LOCAL;
    bool is_coherent = instr->resource != NULL && instr->resource->is_coherent;
    if (is_jump(instr))
        return instr->op != IR_return;
    if (is_construct(instr))
        return true;
    return !ir_is(instr, OP_CONVERGENT | OP_SYNC) && !is_coherent &&
           (is_own || !ir_is(instr, OP_WRITES));
}

/* The same of all that it holds; its loops end for the whole group in the same turn. */
static bool all_is_unseen(const IrInstr *instr)
{
    if (!is_unseen(instr))
        return false;
    EACH_REGION (instr, region)
        EACH_INSTR (region, inner)
            if (parts_above(inner, LEVEL_GROUP) || !is_unseen(inner))
                return false;
    return true;
}

/* In each turn there is a branch that most waves take as a whole. */
static bool has_branch_of_steps(const IrKernel *kernel, const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->op == IR_if && instr->operands[0]->level > LEVEL_WAVE &&
            full_waves_can_ask(kernel, instr->operands[0]) &&
            full_waves_gains(instr->regions[0], NULL))
            return true;
    return false;
}

/*     if %c { return }               %any = wave_any %d
 *     loop { .. }                    if %any { loop { .. }  if %d { store .. yield } yield }
 *     store ..                 ->
 *
 * with `%d = inot %c`: the loop's branches have all lanes then. */
static bool let_all_go_on(Waves *waves, IrInstr *stretch)
{
    IrKernel *kernel = waves->context->kernel;
    IrRegion *body = stretch->regions[0];
    IrInstr *leaves = full_waves_find_leaving(kernel, stretch), *first, *seen;
    bool pays = false;
    if (leaves == NULL)
        return false;
    first = leaves->next;
    for (seen = first; seen != body->last && all_is_unseen(seen); seen = seen->next)
        pays |= seen->op == IR_loop && has_branch_of_steps(kernel, seen);
    if (!pays)
        return false;
    IrBuilder builder = ir_builder_before(kernel, leaves);
    builder.pos = leaves->pos;
    pass_explain(waves->context, leaves->pos, "threads that return go through the loop as well");
    IrInstr *stays = build_negated(&builder, leaves->operands[0]);
    stays->level = LEVEL_VARYING;
    IrInstr *any = IR_BUILD(&builder, IR_wave_any, stays), *goes = ir_if(&builder, any);
    any->level = LEVEL_WAVE;
    move_to_end(kernel, first, seen, goes->regions[0]);
    IrBuilder end = ir_builder_at_end(kernel, goes->regions[0]);
    end.pos = leaves->pos;
    IrInstr *writes = ir_if(&end, stays);
    move_to_end(kernel, seen, body->last, writes->regions[0]);
    ir_remove(leaves);
    ir_close_region(kernel, writes->regions[0]);
    ir_close_region(kernel, writes->regions[1]);
    ir_close_region(kernel, goes->regions[0]);
    ir_close_region(kernel, goes->regions[1]);
    return true;
}

/* ---- two of them ---- */

/* A lane says whether some lane goes there: of `a && b` only where one of them is the same in all. */
static bool is_any_by_step(const IrInstr *condition)
{
    if (condition->op == IR_ine)
        return condition->level <= LEVEL_WAVE;
    if (condition->op != IR_iand)
        return true;
    const IrInstr *left = condition->operands[0], *right = condition->operands[1];
    bool is_split = left->level > LEVEL_WAVE && right->level > LEVEL_WAVE;
    return !is_split && is_any_by_step(left) && is_any_by_step(right);
}

/* The branch at the end of `some`, which other waves than whole ones run; who has its results. */
static IrInstr *put_where_any(IrBuilder *some, IrInstr *branch)
{
    IrKernel *kernel = some->kernel;
    const IrInstr *otherwise = branch->regions[1]->last;
    if (!full_waves_is_of_steps(kernel, branch->operands[0]) ||
        !is_any_by_step(branch->operands[0]) || !only_yields(branch->regions[1])) {
        ir_insert(some, branch);
        return branch;
    }
    IrInstr *reached = ir_if(some, IR_BUILD(some, IR_wave_any, branch->operands[0]));
    IrBuilder inside = ir_builder_at_end(kernel, reached->regions[0]);
    ir_insert(&inside, branch);
    yield_at_end(kernel, reached->regions[1], otherwise->operands, otherwise->operand_count);
    give_results_to(kernel, branch, reached);
    yield_at_end(kernel, reached->regions[0], branch->results, branch->result_count);
    return reached;
}

static void split(Waves *waves, IrInstr *branch)
{
    IrKernel *kernel = waves->context->kernel;
    IrInstr *condition = branch->operands[0];
    IrBuilder before = ir_builder_before(kernel, branch);
    before.pos = branch->pos;
    IrInstr *whole = ir_if(&before, full_waves_build_all(&before, condition));
    IrReplacements copies = {0};
    IrBuilder all = ir_builder_at_end(kernel, whole->regions[0]),
              some = ir_builder_at_end(kernel, whole->regions[1]);
    ir_clone_region(&all, branch->regions[0], &copies);
    ir_remove(branch);
    branch->operands[0] = copy_of(&some, condition);
    IrInstr *rest = put_where_any(&some, branch);
    give_results_to(kernel, rest, whole);
    yield_at_end(kernel, whole->regions[1], rest->results, rest->result_count);
    full_waves_compute_places(kernel, waves->context->scratch, whole->regions[1]);
    pass_explain(waves->context, branch->pos, "twice: for waves all of which go there too");
    visit(waves, whole->regions[0]);
}

bool pass_full_waves(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Waves waves = {.context = context};
    bool changed = false;
    int added = 0;
    if (!full_waves_are_there(kernel))
        return false;
    if (!kernel->runs_left_over) /* of which bounds are not asked */
        pass_ranges(context);
    EACH_INSTR (kernel->body, stretch)
        if (stretch->op == IR_wave_loop) {
            changed |= face_those_who_stay(kernel, stretch);
            changed |= keep_those_who_stay(&waves, stretch) || let_all_go_on(&waves, stretch);
            changed |= full_groups_split(context, stretch, &added);
            visit(&waves, stretch->regions[0]);
        }
    for (int i = 0; i < waves.branches.count; i++)
        split(&waves, waves.branches.items[i]);
    ir_forget_ranges(kernel);
    return changed || waves.changed || waves.branches.count > 0;
}
