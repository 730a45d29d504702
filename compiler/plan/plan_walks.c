/* Places that can be asked for before a loop: what they lie between in all of its turns and lanes. Counters up to the loop's bound, what goes on by the same in each turn, lanes that
 * step, threads' numbers and what all lanes share are spans from a lowest to a highest number, and so
 * are their sums, products and bounds (wcc_spans.h), computed once in 64 bits, so that nothing comes
 * round. */
#include "ir/range.h"
#include "plan_priv.h"

enum { DEPTH = 12 };

/* ---- what has a span ---- */

/* By the same in each turn, from where a C scalar says. */
static bool goes_evenly(const Plan *plan, const PlanWalks *walks, const IrInstr *parameter)
{
    IrTravel travel = ir_travel(parameter, walks->loop);
    return parameter == walks->counter ||
           (walks->has_one_way && !plan_is_vector(plan, parameter) && travel.step != NULL &&
            plan_is_uniform(plan, travel.step) && !ir_is_defined_in(travel.step, walks->loop));
}

bool plan_is_of_turn(const PlanWalks *walks, const IrInstr *value)
{
    return (walks->hangs_on_x != NULL && walks->hangs_on_x[value->id]) ||
           (walks->loop != NULL && ir_is_defined_in(value, walks->loop));
}

bool plan_is_still(const Plan *plan, const PlanWalks *walks, const IrInstr *value)
{
    return !plan_is_vector(plan, value) && !plan_is_of_turn(walks, value);
}

/* What a lane whose turn it is has of what steps from lane to lane. */
static bool is_of_lane(const Plan *plan, const PlanWalks *walks, const IrInstr *value)
{
    return value->op == IR_wave_read_first && walks->loop != NULL && walks->loop->op == IR_lane_loop &&
           !plan_is_vector(plan, value->operands[0]) && !ir_is_defined_in(value->operands[0], walks->loop);
}

/* In a loop inside the lanes' turns: all that it can be is known. */
bool plan_has_known_span(const PlanWalks *walks, const IrInstr *value)
{
    const IrInstr *loop = ir_loop_around(value->owner != NULL ? value->owner->regions[0]->first : value);
    IrRange range = ir_range_of(value);
    return walks->loop != NULL && walks->loop->op == IR_lane_loop && loop != NULL && ir_is_within(loop, walks->loop) &&
           range.umax <= INT32_MAX;
}

/* Before a loop's test its counter is not below the end yet. */
static bool loads_before_test(const IrInstr *loop)
{
    const IrInstr *instr = loop->regions[0]->first;
    while (instr->op != IR_if && !ir_is(instr, OP_READS))
        instr = instr->next;
    return instr->op != IR_if;
}

const IrInstr *plan_inner_end(const PlanWalks *walks, const IrInstr *value)
{
    const IrInstr *loop = value->op == IR_parameter ? value->owner : NULL;
    if (loop == NULL || walks->loop == NULL || loop == walks->loop || loop->op != IR_loop || !ir_is_within(loop, walks->loop))
        return NULL;
    const IrInstr *condition = plan_head_condition(loop);
    return condition != NULL && !loads_before_test(loop) && condition->op == IR_ult && condition->operands[0] == value ? condition->operands[1] : NULL;
}

/* At the end of a row of all groups, say: in few of them, which are parts of their own (plan_call_inside.c). */
static bool comes_round_seldom(const Plan *plan, const PlanWalks *walks, const IrInstr *value)
{
    bool is_wrap = value->op == IR_urem || (value->op == IR_iand && plan_mask_modulus(value) != 0);
    return walks->hangs_on_x != NULL && is_wrap && plan_is_still(plan, walks, value->operands[1]);
}

/* A quotient or remainder that each turn has one of, by what is the same in all. Waves would ask for the whole range of a
 * remainder, which few of them meet. */
static bool is_scalar_by_still(const Plan *plan, const PlanWalks *walks, const IrInstr *value)
{
    return walks->loop != NULL && walks->loop->op == IR_loop && plan_is_uniform(plan, value) && plan_is_still(plan, walks, value->operands[1]);
}

static bool has_span(const Plan *plan, const PlanWalks *walks, const IrInstr *value, int depth);

static bool have_spans(const Plan *plan, const PlanWalks *walks, const IrInstr *value, int depth)
{
    for (int i = 0; i < value->operand_count; i++)
        if (depth == 0 || !has_span(plan, walks, value->operands[i], depth - 1))
            return false;
    return true;
}

/* What emit_inside.c makes a span of. */
static bool has_span(const Plan *plan, const PlanWalks *walks, const IrInstr *value, int depth)
{
    if (value->type.scalar != IR_I32 || value->type.components != 1)
        return false;
    if (value->op == IR_const || plan_has_known_span(walks, value))
        return true;
    if (walks->loop != NULL && value->owner == walks->loop)
        return goes_evenly(plan, walks, value);
    if (plan_is_still(plan, walks, value))
        return true;
    const IrInstr *end = plan_inner_end(walks, value);
    if (end != NULL)
        return !plan_is_vector(plan, value) && value->shape.stride == 0 && depth > 0 && has_span(plan, walks, end, depth - 1);
    switch (value->op) {
    case IR_group_id: /* along x, the others are no turn's */
    case IR_lane_index: return true;
    case IR_wave_read_first: return is_of_lane(plan, walks, value);
    case IR_group_index:
    case IR_group_thread_id:
        return plan->kernel->order.kind == IR_ORDER_LINEAR && ir_waves_are_full(plan->kernel);
    case IR_iadd:
    case IR_isub:
    case IR_imin:
    case IR_imax:
    case IR_umin:
    case IR_umax: return have_spans(plan, walks, value, depth);
    case IR_imul:
        return (plan_is_uniform(plan, value->operands[0]) ||
                plan_is_uniform(plan, value->operands[1])) &&
               have_spans(plan, walks, value, depth);
    case IR_select:
        return depth > 0 && !plan_is_vector(plan, value) && has_span(plan, walks, value->operands[1], depth - 1) &&
               has_span(plan, walks, value->operands[2], depth - 1);
    case IR_urem:
    case IR_udiv:
        return (value->operands[1]->op == IR_const || is_scalar_by_still(plan, walks, value) ||
                comes_round_seldom(plan, walks, value)) &&
               have_spans(plan, walks, value, depth);
    case IR_ishl:
    case IR_ushr:
    case IR_iand: return value->operands[1]->op == IR_const && have_spans(plan, walks, value, depth);
    default: return false;
    }
}

/* ---- what steps in all turns ---- */

uint32_t plan_mask_modulus(const IrInstr *value)
{
    const IrInstr *mask = value->operands[1];
    bool is_modulus = mask->op == IR_const && (mask->bits & (mask->bits + 1)) == 0 && mask->bits < UINT32_MAX;
    return is_modulus ? (uint32_t)mask->bits + 1 : 0;
}

/* A clamp's operand that steps; the other one is the bound. */
const IrInstr *plan_clamped(const Plan *plan, const IrInstr *clamp)
{
    int step = 0;
    plan_steps_over_wave(plan, clamp->operands[0], &step);
    return clamp->operands[step != 0 ? 0 : 1];
}

static bool has_one_bound(const Plan *plan, const PlanWalks *walks, const IrInstr *clamp)
{
    const IrInstr *of = plan_clamped(plan, clamp),
                  *bound = clamp->operands[of == clamp->operands[0] ? 1 : 0];
    return plan_is_still(plan, walks, bound);
}

/* What comes round keeps its span, but not its steps. */
static bool comes_round(const IrInstr *value)
{
    return value->op == IR_iand || value->op == IR_ushr || value->op == IR_udiv || value->op == IR_urem;
}

/* Of a place that has a span, and steps unless it meets a bound: that it meets none. */
static bool add_clamps(Arena *arena, const Plan *plan, PlanWalks *walks, const IrInstr *value)
{
    if (!plan_is_vector(plan, value))
        return true;
    bool is_wrap = comes_round_seldom(plan, walks, value);
    if (comes_round(value) && !is_wrap)
        return false;
    for (int i = 0; i < walks->clamps.count; i++)
        if (walks->clamps.items[i] == value)
            return true;
    for (int i = 0; i < value->operand_count; i++)
        if (!add_clamps(arena, plan, walks, value->operands[i]))
            return false;
    bool is_clamp = value->op == IR_imin || value->op == IR_imax || value->op == IR_umin || value->op == IR_umax;
    if (is_clamp && !has_one_bound(plan, walks, value))
        return false;
    if (is_clamp || is_wrap)
        vec_push(arena, &walks->clamps, value);
    return true;
}

/* ---- what is asked ---- */

/* By the same bound. */
static bool has_same_limit(const PlanAccess *left, const PlanAccess *right)
{
    return left->instr->resource == right->instr->resource &&
           left->instr->variable == right->instr->variable && left->part == right->part &&
           left->limit == right->limit && (left->instr->op == IR_load_word) == (right->instr->op == IR_load_word) &&
           plan_contiguous_stride(left) == plan_contiguous_stride(right);
}

/* Vectors of which shuffles take lanes reach past these. */
static void reach_past_lanes(const Plan *plan, PlanWalk *walk)
{
    const PlanShuffle *shuffle = &walk->access->shuffle;
    if (walk->access->way != WAY_shuffled || walk->place != walk->access->index)
        return;
    int low = shuffle->places[0], high = shuffle->places[0];
    for (int i = 1; i < plan->lanes; i++) {
        low = shuffle->places[i] < low ? shuffle->places[i] : low;
        high = shuffle->places[i] > high ? shuffle->places[i] : high;
    }
    walk->least = -low;
    walk->most = shuffle->words - 1 - high;
}

/* The neighbours of a place are asked with it: their constants differ. */
static bool joins(PlanWalk *walk, const PlanWalk *other)
{
    int64_t apart = ir_constant_addend(other->place) - ir_constant_addend(walk->place);
    if (walk->access->part != 0) /* bytes behind the place */
        apart += other->access->offset - walk->access->offset;
    if (walk->coordinate != other->coordinate || !has_same_limit(walk->access, other->access) ||
        (walk->place != other->place && !ir_has_same_addends(walk->place, other->place)))
        return false;
    int64_t least = apart + other->least, most = apart + other->most;
    walk->least = least < walk->least ? least : walk->least;
    walk->most = most > walk->most ? most : walk->most;
    return true;
}

static bool add_walk(Arena *arena, const Plan *plan, PlanWalks *walks, const PlanAccess *access,
                     const IrInstr *place, PlanCoordinate coordinate)
{
    PlanWalk walk = {access, place, coordinate, 0, 0};
    if (place == NULL)
        return true;
    if (!has_span(plan, walks, place, DEPTH))
        return false;
    reach_past_lanes(plan, &walk);
    for (int i = 0; i < walks->items.count; i++)
        if (joins(&walks->items.items[i], &walk))
            return true;
    vec_push(arena, &walks->items, walk);
    return true;
}

/* Where its lanes lie is known but for where the first of a row does: nothing else is tested. Of bytes
 * and halfwords that step vectors reach past those that they want; so they do of shuffled words, by what is known. */
static bool has_known_lanes(const PlanAccess *access)
{
    static const bool ARE_KNOWN[PLAN_WAY_COUNT] = {
        [WAY_broadcast] = true,      [WAY_contiguous] = true,  [WAY_masked] = true,
        [WAY_pieces] = true,         [WAY_half_pieces] = true, [WAY_rows] = true,
        [WAY_halves] = true,         [WAY_reversed] = true,    [WAY_strided] = true,
        [WAY_strided_halves] = true, [WAY_stepped] = true,     [WAY_stepped_halves] = true,
        [WAY_stepped_by] = true,     [WAY_straight] = true,    [WAY_stepped_elements] = true,
        [WAY_picked] = true,         [WAY_piece_words] = true, [WAY_half_words] = true,
        [WAY_placed] = true,         [WAY_word_column] = true};
    bool is_strided = access->way == WAY_strided || access->way == WAY_strided_halves;
    if (access->way == WAY_shuffled)
        return !access->is_store && access->instr->resource != NULL;
    return ARE_KNOWN[access->way] && (!is_strided || access->component_bytes > 2);
}

bool plan_is_tested(const PlanAccess *access)
{
    return !access->is_inside && !access->is_near && access->way != WAY_kept &&
           access->way != WAY_private_row && access->way != WAY_private_lanes &&
           access->way != WAY_permuted && access->way != WAY_few_places && access->way < WAY_elements;
}

bool plan_is_tested_in_order(const PlanAccess *access)
{
    return access->is_in_order && !access->is_store && plan_is_tested(access);
}

static bool add_all_clamps(Arena *arena, const Plan *plan, PlanWalks *walks, const PlanAccess *access)
{
    return add_clamps(arena, plan, walks, access->index) &&
           (access->lane_row == NULL || add_clamps(arena, plan, walks, access->lane_row)) &&
           (access->lane_slice == NULL || add_clamps(arena, plan, walks, access->lane_slice));
}

/* Products are spans of 32 bits, or anything (wcc_times). */
static bool is_whole_addend(const Plan *plan, const PlanWalks *walks, const IrInstr *value)
{
    if (plan_is_vector(plan, value))
        return false;
    if (!plan_is_of_turn(walks, value))
        return true;
    if (value->op == IR_iadd)
        return is_whole_addend(plan, walks, value->operands[0]) && is_whole_addend(plan, walks, value->operands[1]);
    return value == walks->counter || value->op == IR_imul || value->op == IR_ishl;
}

/* Others of the loop go to the same sum and another constant. What is added up before the loop may have come round: it is
 * the same value, or the sum in 64 bits is another one. */
static bool has_neighbours(const PlanWalks *walks, const PlanAccess *access)
{
    for (int i = 0; i < walks->items.count; i++) {
        const PlanWalk *walk = &walks->items.items[i];
        if ((walk->least < 0 || walk->most > 0) && walk->coordinate == COORDINATE_INDEX &&
            has_same_limit(walk->access, access) && ir_has_same_addends_in(walks->loop, walk->place, access->index))
            return true;
    }
    return false;
}

bool plan_adds_up(const Plan *plan, const PlanWalks *walks, const PlanAccess *access)
{
    bool is_one_sum = access->way == WAY_broadcast || access->way == WAY_contiguous;
    return is_one_sum && has_neighbours(walks, access) && access->alignment == 0 && access->index->op == IR_iadd &&
           plan_is_of_turn(walks, access->index) && is_whole_addend(plan, walks, access->index);
}

/* 0: it is no other place that is asked for with this one, or not near. */
static int apart_from(const Plan *plan, const PlanWalk *walk, const PlanAccess *access)
{
    bool is_scalar = walk->coordinate == COORDINATE_INDEX && !plan_is_vector(plan, walk->place);
    if (!is_scalar || !has_same_limit(walk->access, access) || !ir_has_same_addends(walk->place, access->index))
        return 0;
    int64_t apart = ir_constant_addend(access->index) - ir_constant_addend(walk->place);
    return apart == (int32_t)apart ? (int)apart : 0;
}

void plan_put_beside(const Plan *plan, const PlanWalks *walks, PlanAccess *access)
{
    bool is_one_sum = access->way == WAY_broadcast || access->way == WAY_contiguous;
    if (!is_one_sum || access->alignment != 0 || access->part != 0 || walks->mask != 0)
        return;
    for (int i = 0; i < walks->items.count && access->beside == NULL; i++) {
        access->behind = apart_from(plan, &walks->items.items[i], access);
        access->beside = access->behind != 0 ? walks->items.items[i].place : NULL;
    }
}

bool plan_add_walks(Arena *arena, const Plan *plan, PlanWalks *walks, const PlanAccess *access)
{
    int lanes = access->first_pieces * plan->lanes;
    int count = walks->items.count, clamps = walks->clamps.count;
    bool can_be_asked =
        has_known_lanes(access) && access->row < 0 && access->level < 0 && !access->is_of_lane &&
        !access->is_outside && (!access->is_together || walks->hangs_on_x != NULL) && access->lane_offset == NULL &&
        access->uniform_offset == NULL && !plan_is_coherent(access) &&
        add_walk(arena, plan, walks, access, access->index, COORDINATE_INDEX) &&
        add_walk(arena, plan, walks, access, access->uniform_row, COORDINATE_ROW) &&
        add_walk(arena, plan, walks, access, access->lane_row, COORDINATE_ROW) &&
        add_walk(arena, plan, walks, access, access->lane_slice, COORDINATE_SLICE) &&
        add_walk(arena, plan, walks, access, access->uniform_slice, COORDINATE_SLICE) &&
        (access->way != WAY_straight || add_all_clamps(arena, plan, walks, access));
    if (!can_be_asked) {
        walks->items.count = count < walks->items.count ? count : walks->items.count;
        walks->clamps.count = clamps;
    }
    walks->lanes = lanes > walks->lanes ? lanes : walks->lanes;
    return can_be_asked;
}

bool plan_has_constant_order(const IrInstr *compare)
{
    if (!op_is_order(compare->op))
        return false;
    int64_t left = ir_constant_addend(compare->operands[0]), right = ir_constant_addend(compare->operands[1]);
    bool may_be_equal = compare->op == IR_ule || compare->op == IR_sle;
    return ir_has_same_addends(compare->operands[0], compare->operands[1]) &&
           left < right + may_be_equal;
}

/* Of a span and what all share, or of two whose constants alone differ; what wcc_spans.h has of comparisons is of those. */
static bool is_of_span(const Plan *plan, const PlanWalks *walks, const IrInstr *compare)
{
    bool has_still = plan_has_constant_order(compare);
    if (!op_is_order(compare->op) && compare->op != IR_ine)
        return false;
    for (int i = 0; i < 2; i++) {
        if (!has_span(plan, walks, compare->operands[i], DEPTH))
            return false;
        has_still |= plan_is_still(plan, walks, compare->operands[i]);
    }
    return has_still;
}

bool plan_add_guard(Arena *arena, const Plan *plan, PlanWalks *walks, const IrInstr *compare)
{
    bool is_asked = is_of_span(plan, walks, compare);
    if (is_asked)
        vec_push(arena, &walks->guards, compare);
    return is_asked;
}

void plan_add_row_guard(Arena *arena, const Plan *plan, PlanWalks *walks, const IrInstr *condition)
{
    for (int i = 0; condition->op == IR_iand && i < 2; i++)
        plan_add_row_guard(arena, plan, walks, condition->operands[i]);
    if (is_of_span(plan, walks, condition) && !plan_has_constant_order(condition))
        vec_push(arena, &walks->of_row, condition);
}

bool plan_has_questions(const PlanCopy *copy)
{
    for (int i = copy->first; i < copy->end; i++)
        if (plan_is_in_copy(copy, i) && copy->steps[i].kind == STEP_if_inside)
            return true;
    return false;
}

bool plan_add_all_walks(Arena *arena, const Plan *plan, PlanWalks *walks, const PlanCopy *copy)
{
    for (int i = copy->first; i < copy->end; i++) {
        const PlanStep *step = &copy->steps[i];
        if (plan_is_in_copy(copy, i) && step->kind == STEP_access && plan_is_tested(step->access) &&
            !plan_add_walks(arena, plan, walks, step->access)) {
            walks->items.count = walks->clamps.count = 0;
            return false;
        }
    }
    return walks->items.count > 0;
}
