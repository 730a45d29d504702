/* Operations that are neither componentwise nor loads or stores: across lanes, atomic, through
 * samplers, checks. What is planned is how each reads its operands; the C is emit's. */
#include <stdlib.h>

#include "ir/range.h"
#include "plan_priv.h"

bool plan_is_componentwise(const IrInstr *instr)
{
    return ir_is(instr, OP_PURE) && !ir_is(instr, OP_CONVERGENT) && instr->op != IR_resource_size;
}

/* ---- operands ---- */

static PlanOperand *new_operands(PlanBuilder *builder, const IrInstr *instr)
{
    PlanOperand *operands = ARENA_ARRAY(builder->arena, PlanOperand, instr->operand_count + 1);
    for (int i = 0; i < instr->operand_count; i++)
        operands[i] = (PlanOperand){AS_IT_IS, -1, -1};
    return operands;
}

static void read_pieces(PlanBuilder *builder, const IrInstr *instr, PlanOperand *operands, int i)
{
    operands[i].spread = plan_spread(builder, instr->operands[i]);
    operands[i].role = operands[i].spread < 0 ? AS_PIECES : AS_SPREAD;
}

/* The scalar of the one lane that runs. */
static void read_lane(PlanBuilder *builder, const IrInstr *instr, PlanOperand *operands, int i)
{
    if (plan_is_uniform(builder->plan, instr->operands[i]))
        return;
    operands[i] =
        (PlanOperand){AS_LANE, plan_spread(builder, instr->operands[i]), plan_new_label(builder)};
}

static PlanStep *push_op(PlanBuilder *builder, const IrInstr *instr, PlanOperand *operands)
{
    PlanStep *step = plan_push_instr(builder, STEP_op, instr);
    step->operands = operands;
    return step;
}

/* ---- rows of arrays of resources ---- */

void plan_check_row(PlanBuilder *builder, const IrInstr *instr, const IrResource *resource,
                    int operand)
{
    if (resource != NULL && resource->array_count != 0 &&
        !plan_is_uniform(builder->plan, instr->operands[operand]))
        plan_unsupported(builder, instr,
                         "an array of resources indexed differently by different lanes");
}

int plan_row(PlanBuilder *builder, const IrInstr *instr, const IrResource *resource, int operand)
{
    if (resource->array_count == 0)
        return -1;
    plan_check_row(builder, instr, resource, operand);
    return plan_new_label(builder);
}

/* ---- across lanes ---- */

static void plan_plain(PlanBuilder *builder, const IrInstr *instr)
{
    push_op(builder, instr, new_operands(builder, instr));
}

static PlanStep *push_first_in_pieces(PlanBuilder *builder, const IrInstr *instr)
{
    PlanOperand *operands = new_operands(builder, instr);
    read_pieces(builder, instr, operands, 0);
    return push_op(builder, instr, operands);
}

static void plan_first_in_pieces(PlanBuilder *builder, const IrInstr *instr) { push_first_in_pieces(builder, instr); }

/* Those of a lane_loop are read already: plan_control.c. */
static void plan_read_first(PlanBuilder *builder, const IrInstr *instr)
{
    if (!builder->in_lane)
        plan_first_in_pieces(builder, instr);
}

static void plan_all_in_pieces(PlanBuilder *builder, const IrInstr *instr)
{
    PlanOperand *operands = new_operands(builder, instr);
    for (int i = 0; i < instr->operand_count; i++)
        read_pieces(builder, instr, operands, i);
    push_op(builder, instr, operands);
}

/* Does it step over the lanes without wrapping, taken as signed or not? Is it the same in all? All
 * lanes are on, so each is in the range: what wrapped would be less than a step from one end of all
 * numbers and come from as near the other. */
static bool keeps_order(const Plan *plan, const IrInstr *value, bool is_signed)
{
    if (plan_is_uniform(plan, value))
        return true;
    if (plan_form(plan, value) != FORM_LINEAR || value->type.scalar != IR_I32)
        return false;
    IrRange range = ir_range_of(value);
    int64_t step = value->shape.stride < 0 ? -(int64_t)value->shape.stride : value->shape.stride;
    if (is_signed)
        return range.smax <= INT32_MAX - step || range.smin >= INT32_MIN + step;
    return (int64_t)range.umax <= UINT32_MAX - step || (int64_t)range.umin >= step;
}

static bool compares_signed(const IrInstr *condition)
{
    return condition->op == IR_slt || condition->op == IR_sle;
}

/* `%i < %n` and `%n < %i` fail in some lane of a wave where %i wraps, if it steps by one: there it
 * is the greatest number, then the least. So do `%i <= 9` and `0 <= %i`. */
static bool fails_by_wrapping(const IrInstr *condition, const IrInstr *steps, const IrInstr *bound)
{
    bool is_strict = condition->op == IR_slt || condition->op == IR_ult;
    if (abs(steps->shape.stride) != 1 || is_strict)
        return is_strict && abs(steps->shape.stride) == 1;
    uint32_t least = compares_signed(condition) ? (uint32_t)INT32_MIN : 0,
             extreme = steps == condition->operands[1] ? least : least - 1;
    return bound->op == IR_const && (uint32_t)bound->bits != extreme;
}

const IrInstr *plan_wraps_in_vote(const Plan *plan, const IrInstr *condition)
{
    for (int i = 0; i < 2; i++)
        if (!keeps_order(plan, condition->operands[i], compares_signed(condition)))
            return condition->operands[i];
    return NULL;
}

/* All lanes are asked, and where it wraps is known as it runs. */
static bool may_wrap(const Plan *plan, const IrInstr *condition)
{
    const IrInstr *steps = plan_wraps_in_vote(plan, condition),
                  *bound = condition->operands[steps == condition->operands[0]];
    return plan_form(plan, steps) == FORM_LINEAR && steps->type.scalar == IR_I32 &&
           plan_is_uniform(plan, bound) && fails_by_wrapping(condition, steps, bound);
}

/* Whether a number is among those that the lanes step through, one by one, is one subtraction: some
 * are equal to it, or none is. */
static bool is_met_by_steps(const Plan *plan, IrOp vote, const IrInstr *condition)
{
    if (condition->op != (vote == IR_wave_all ? IR_ine : IR_ieq))
        return false;
    bool is_left = plan_form(plan, condition->operands[0]) == FORM_LINEAR;
    const IrInstr *steps = condition->operands[!is_left], *bound = condition->operands[is_left];
    return plan_form(plan, steps) == FORM_LINEAR && steps->type.scalar == IR_I32 &&
           abs(steps->shape.stride) == 1 && plan_is_uniform(plan, bound);
}

/* A comparison of what steps holds from some lane on, or up to one: its first or last lane says
 * whether it does in all lanes, or in any. All of `a && b` are, and any of `a || b` is, where that
 * is so of a and of b; any of `a && b` is where that is so of b and a is the same in all. */
static bool is_by_ends(const Plan *plan, IrOp vote, const IrInstr *condition)
{
    if (plan_is_uniform(plan, condition))
        return true;
    if (condition->operand_count != 2)
        return false;
    const IrInstr *left = condition->operands[0], *right = condition->operands[1];
    bool joins = condition->op == IR_iand || condition->op == IR_ior;
    bool is_free = condition->op == (vote == IR_wave_all ? IR_iand : IR_ior) ||
                   plan_is_uniform(plan, left) || plan_is_uniform(plan, right);
    if (joins)
        return is_free && is_by_ends(plan, vote, left) && is_by_ends(plan, vote, right);
    if (condition->op == IR_ieq || condition->op == IR_ine)
        return is_met_by_steps(plan, vote, condition);
    bool is_order = compares_signed(condition) || condition->op == IR_ult ||
                    condition->op == IR_ule;
    return is_order && (plan_wraps_in_vote(plan, condition) == NULL ||
                        (vote == IR_wave_all && may_wrap(plan, condition)));
}

/* Where the ends say that it holds in all lanes of the wave, it does in those that are on; where not, or where what steps
 * wraps as it runs, nothing is known. */
static bool can_hold_by_ends(const Plan *plan, const IrInstr *condition)
{
    if (plan_is_uniform(plan, condition))
        return true;
    if (condition->operand_count != 2)
        return false;
    if (condition->op == IR_iand)
        return can_hold_by_ends(plan, condition->operands[0]) && can_hold_by_ends(plan, condition->operands[1]);
    if (!compares_signed(condition) && condition->op != IR_ult && condition->op != IR_ule)
        return false;
    const IrInstr *steps = plan_wraps_in_vote(plan, condition);
    return steps == NULL || (plan_form(plan, steps) == FORM_LINEAR && steps->type.scalar == IR_I32 &&
                             plan_is_uniform(plan, condition->operands[steps == condition->operands[0]]));
}

/* Some comparison of it is with what steps by several. */
static bool asks_of_strides(const Plan *plan, const IrInstr *condition)
{
    if (condition->op == IR_iand)
        return asks_of_strides(plan, condition->operands[0]) || asks_of_strides(plan, condition->operands[1]);
    for (int i = 0; i < condition->operand_count; i++) {
        const IrInstr *operand = condition->operands[i];
        if (operand->type.scalar == IR_I32 && plan_form(plan, operand) == FORM_LINEAR && abs(operand->shape.stride) > 1)
            return true;
    }
    return false;
}

static PlanEnds ends_of_vote(const PlanBuilder *builder, const IrInstr *vote)
{
    const IrInstr *condition = vote->operands[0];
    if (plan_active(builder) == 0 && is_by_ends(builder->plan, vote->op, condition))
        return ENDS_TELL;
    bool saves_more = ir_loop_around(vote) != NULL || asks_of_strides(builder->plan, condition); /* than two ways are */
    return vote->op == IR_wave_all && saves_more && can_hold_by_ends(builder->plan, condition) ? ENDS_MAY_TELL : ENDS_UNASKED;
}

static void plan_vote(PlanBuilder *builder, const IrInstr *instr)
{
    PlanEnds ends = ends_of_vote(builder, instr);
    int label = ends == ENDS_TELL ? -1 : plan_new_label(builder);
    PlanStep *step = push_op(builder, instr, new_operands(builder, instr));
    step->labels[0] = label;
    step->ends = ends;
}

/* A condition is joined with the active lanes in a mask of its own. */
static void plan_where(PlanBuilder *builder, const IrInstr *instr)
{
    bool is_linear = instr->op == IR_wave_prefix_count && !plan_is_vector(builder->plan, instr);
    int label = is_linear ? -1 : plan_new_label(builder);
    builder->plan->values[instr->id].counted_of = plan_active_version(builder);
    push_op(builder, instr, new_operands(builder, instr))->labels[0] = label;
}

/* A lane that is surely there, of a vector, is an element of that. */
static void plan_read_one_lane(PlanBuilder *builder, const IrInstr *instr)
{
    const IrInstr *lane = instr->operands[1];
    PlanStep *step = push_first_in_pieces(builder, instr);
    if (step->mask == 0 && lane->op == IR_const && lane->bits < (uint64_t)builder->plan->kernel->wave_size &&
        !plan_is_vector(builder->plan, instr) && instr->type.scalar != IR_I1)
        step->move = (PlanMove){.kind = MOVE_ONE, .by = (int)lane->bits};
}

static void plan_read_lane(PlanBuilder *builder, const IrInstr *instr)
{
    PlanMove move = plan_find_lane_move(builder, instr);
    if (move.kind != MOVE_NONE) {
        int label = plan_new_label(builder);
        PlanStep *step = push_op(builder, instr, new_operands(builder, instr));
        step->labels[0] = label;
        step->move = move;
    } else if (plan_is_uniform(builder->plan, instr->operands[1]))
        plan_read_one_lane(builder, instr);
    else
        plan_all_in_pieces(builder, instr);
}

static void plan_counter(PlanBuilder *builder, const IrInstr *instr)
{
    int row = plan_row(builder, instr, instr->resource, 0);
    builder->plan->values[instr->id].counted_of = plan_active_version(builder);
    push_op(builder, instr, new_operands(builder, instr))->labels[0] = row;
}

/* What calls take for each lane: pieces, or what all lanes share. Rows of resources stay. */
static PlanOperand *operands_of_lanes(PlanBuilder *builder, const IrInstr *instr)
{
    PlanOperand *operands = new_operands(builder, instr);
    for (int i = op_row_count(instr->op); i < instr->operand_count; i++)
        if (!plan_is_uniform(builder->plan, instr->operands[i]))
            read_pieces(builder, instr, operands, i);
    return operands;
}

static void plan_report(PlanBuilder *builder, const IrInstr *instr)
{
    push_op(builder, instr, operands_of_lanes(builder, instr));
}

static void plan_resource_size(PlanBuilder *builder, const IrInstr *instr)
{
    int row = plan_row(builder, instr, instr->resource, 0);
    push_op(builder, instr, new_operands(builder, instr))->labels[0] = row;
}

/* ---- through samplers ---- */

static void plan_texture(PlanBuilder *builder, const IrInstr *instr)
{
    plan_check_row(builder, instr, instr->resource, 0);
    plan_check_row(builder, instr, instr->sampler, 1);
    if (instr->op == IR_load_texture && op_scalar_bits(instr->type.scalar) == 64)
        plan_unsupported(builder, instr,
                         "a load of 64-bit texels from mip levels that differ between lanes");
    plan_plain(builder, instr);
}

static void plan_taps(PlanBuilder *builder, const PlanTaps *taps)
{
    const PlanSample *sample = plan_taps_sample(builder, taps);
    plan_push(builder, STEP_taps)->sample = sample;
    for (int i = 0; i < taps->count; i++) {
        plan_texture(builder, taps->samples[i]);
        builder->plan->steps.items[builder->plan->steps.count - 1].sample = sample;
    }
    plan_push(builder, STEP_end_taps);
    builder->planned_taps = taps->count - 1;
}

static void plan_sampled(PlanBuilder *builder, const IrInstr *instr)
{
    if (builder->planned_taps > 0) {
        builder->planned_taps--;
        return;
    }
    const PlanTaps *taps = plan_find_taps(builder, instr);
    if (taps != NULL) {
        plan_taps(builder, taps);
        return;
    }
    const PlanSample *sample = plan_sample(builder, instr);
    plan_texture(builder, instr);
    builder->plan->steps.items[builder->plan->steps.count - 1].sample = sample;
}

static void plan_load_texture(PlanBuilder *builder, const IrInstr *instr)
{
    if (plan_is_uniform(builder->plan, instr->operands[4]))
        plan_memory(builder, instr);
    else
        plan_texture(builder, instr);
}

/* ---- atomics ---- */

static int first_coordinate(const IrInstr *instr) { return instr->op == IR_atomic_var ? 0 : 1; }

/* Behind the coordinates, but where a swap has what it expects before it (IR_select). */
static int value_operand(const IrInstr *instr) { return instr->operand_count - 1; }

static bool goes_to_one_cell(const PlanBuilder *builder, const IrInstr *instr)
{
    for (int i = first_coordinate(instr); i < value_operand(instr); i++)
        if (!plan_is_uniform(builder->plan, instr->operands[i]))
            return false;
    return true;
}

/* As if the lanes had come one after the other: sums of lower lanes are cheap. */
static bool may_combine(const PlanBuilder *builder, const IrInstr *instr)
{
    if (instr->combine == IR_select)
        return false;
    return instr->combine == IR_iadd || !builder->plan->values[instr->id].is_used;
}

bool plan_adds_one(const IrInstr *atomic)
{
    const IrInstr *added = atomic->operands[atomic->operand_count - 1];
    return atomic->combine == IR_iadd && added->op == IR_const && added->bits == 1 &&
           atomic->type.scalar == IR_I32;
}

/* Can the lanes combine before they reach memory? */
static bool combines_first(const PlanBuilder *builder, const IrInstr *instr)
{
    return may_combine(builder, instr) && goes_to_one_cell(builder, instr);
}

/* Some coordinate may be the same in neighbouring lanes or not: it has no shape that says. */
static bool may_meet(const PlanBuilder *builder, const IrInstr *instr)
{
    if (instr->combine == IR_const || !may_combine(builder, instr))
        return false;
    for (int i = first_coordinate(instr); i < value_operand(instr); i++)
        if (instr->operands[i]->shape.stride != 0)
            return false;
    return true;
}

/* Bytes from a number that its first coordinate may be to the next; 0: of other things than cells. */
static int bytes_apart(const IrInstr *instr)
{
    int bytes = op_scalar_bytes(instr->type.scalar);
    switch (instr->op) {
    case IR_atomic_var: return bytes;
    case IR_atomic_raw: return 1;
    case IR_atomic_typed:
    case IR_atomic_struct: return (int)instr->resource->stride == bytes ? bytes : 0;
    default: return 0;
    }
}

/* From each lane of a piece to the next by one cell. */
static bool goes_along_cells(const PlanBuilder *builder, const IrInstr *instr)
{
    int first = first_coordinate(instr);
    const IrShape *shape = &instr->operands[first]->shape;
    for (int i = first + 1; i < value_operand(instr); i++)
        if (!plan_is_uniform(builder->plan, instr->operands[i]))
            return false;
    return !plan_is_uniform(builder->plan, instr->operands[first]) &&
           shape->length >= builder->plan->lanes &&
           (int64_t)shape->stride * bytes_apart(instr) == op_scalar_bytes(instr->type.scalar);
}

static int64_t cells_span(const PlanBuilder *builder, const IrInstr *instr, int sharers, int pieces)
{
    int first = first_coordinate(instr), length = builder->plan->lanes * pieces;
    for (int i = first + 1; i < value_operand(instr); i++)
        if (!plan_is_uniform(builder->plan, instr->operands[i]))
            return 0;
    int64_t step = plan_step_of_cells(builder->plan, instr->operands[first], sharers, length);
    bool are_side_by_side = step * bytes_apart(instr) == op_scalar_bytes(instr->type.scalar);
    return are_side_by_side ? step * (length / sharers - 1) : 0;
}

/* Those of the wave together, where they fill vectors or halves of one; else each piece's. */
static void place_cells(const PlanBuilder *builder, const IrInstr *instr, PlanAtomic *atomic)
{
    int all = builder->plan->pieces;
    bool fills = (all & (all - 1)) == 0;
    atomic->cells_pieces = fills ? all : 1;
    atomic->cells_span = fills ? cells_span(builder, instr, atomic->sharers, all) : 0;
    if (atomic->cells_span == 0) {
        atomic->cells_pieces = 1;
        atomic->cells_span = cells_span(builder, instr, atomic->sharers, 1);
    }
}

static bool is_contiguous(const PlanBuilder *builder, const IrInstr *instr)
{
    return plan_form(builder->plan, instr->operands[first_coordinate(instr)]) == FORM_LINEAR;
}

/* Not what only moves bits, floats' too, or compares them. */
static bool combines_numbers(const IrInstr *instr)
{
    return instr->combine != IR_const && instr->combine != IR_select;
}

static bool shares_cells(const PlanBuilder *builder, const IrInstr *instr)
{
    return combines_numbers(instr) && !builder->plan->values[instr->id].is_used &&
           plan_sharers(builder->plan, instr) > 1;
}

static PlanAtomicKind atomic_kind(const PlanBuilder *builder, const IrInstr *instr)
{
    if (builder->in_lane || !plan_is_vector(builder->plan, instr))
        return ATOMIC_IN_ONE_LANE;
    if (combines_first(builder, instr))
        return ATOMIC_COMBINED;
    if (combines_numbers(instr) && goes_along_cells(builder, instr))
        return ATOMIC_IN_A_ROW;
    if (shares_cells(builder, instr))
        return ATOMIC_BY_CELLS;
    return may_meet(builder, instr) ? ATOMIC_TESTED : ATOMIC_BY_LANES;
}

/* In the lanes that are on; the others are left out anyway. */
static bool is_inside_variable(const IrInstr *instr)
{
    return instr->op == IR_atomic_var &&
           ir_range_of_operand(instr, 0).umax < (uint64_t)instr->variable->count;
}

/* A locked instruction costs as much as 18 others: counts of a group are mostly 0. Minimum and
 * maximum look before they lock. */
static bool skips_neutral(const PlanBuilder *builder, const IrInstr *instr)
{
    bool locks = instr->combine == IR_iadd || instr->combine == IR_iand ||
                 instr->combine == IR_ior || instr->combine == IR_ixor;
    return instr->resource != NULL && locks && !builder->plan->values[instr->id].is_used &&
           instr->operands[value_operand(instr)]->op != IR_const;
}

static void read_nothing(PlanBuilder *builder, const IrInstr *instr, PlanOperand *operands, int i)
{
    (void)builder, (void)instr, (void)operands, (void)i;
}

static void plan_atomic(PlanBuilder *builder, const IrInstr *instr)
{
    static void (*const READERS[])(PlanBuilder *, const IrInstr *, PlanOperand *, int) = {
        [ATOMIC_BY_LANES] = read_nothing,
        [ATOMIC_BY_CELLS] = read_nothing,
        [ATOMIC_TESTED] = read_nothing,
        [ATOMIC_IN_A_ROW] = read_nothing,
        [ATOMIC_IN_ONE_LANE] = read_lane,
        [ATOMIC_COMBINED] = read_pieces};
    PlanAtomicKind kind = atomic_kind(builder, instr);
    PlanOperand *operands = new_operands(builder, instr);
    int row = instr->resource != NULL ? plan_row(builder, instr, instr->resource, 0) : -1;
    int first = kind == ATOMIC_COMBINED ? value_operand(instr) : first_coordinate(instr);
    bool counts_lanes = kind == ATOMIC_COMBINED && plan_adds_one(instr);
    int sharers = kind == ATOMIC_BY_CELLS ? plan_sharers(builder->plan, instr) : 1;
    builder->plan->values[instr->id].counted_of = counts_lanes ? plan_active_version(builder) : -1;
    for (int i = first; i < instr->operand_count; i++)
        READERS[counts_lanes ? ATOMIC_BY_LANES : kind](builder, instr, operands, i);
    PlanStep *step = push_op(builder, instr, operands);
    step->labels[0] = row;
    step->atomic = (PlanAtomic){
        .kind = kind,
        .is_inside = is_inside_variable(instr),
        .counts_lanes = counts_lanes,
        .skips_neutral = skips_neutral(builder, instr),
        .sharers = sharers,
        .is_contiguous = kind == ATOMIC_IN_A_ROW && is_contiguous(builder, instr)};
    if (kind == ATOMIC_BY_CELLS)
        place_cells(builder, instr, &step->atomic);
}

/* ---- checks ---- */

static void plan_barrier(PlanBuilder *builder, const IrInstr *instr)
{
    int place = builder->plan->kernel->watches_barriers ? plan_new_label(builder) : -1;
    push_op(builder, instr, new_operands(builder, instr))->labels[0] = place;
}

/* Labels: the limits of each lane's mip level, the lanes outside, the place in the source. */
static void plan_check_index(PlanBuilder *builder, const IrInstr *instr, int index,
                             const IrInstr *level)
{
    const Plan *plan = builder->plan;
    PlanOperand *operands = new_operands(builder, instr);
    bool is_alike = plan_is_uniform(plan, instr->operands[index]);
    int limits = level != NULL && !plan_is_uniform(plan, level) ? plan_new_label(builder) : -1;
    int outside = is_alike && limits < 0 ? -1 : plan_new_label(builder),
        place = plan_new_label(builder);
    if (!is_alike)
        read_pieces(builder, instr, operands, index);
    PlanStep *step = push_op(builder, instr, operands);
    memcpy(step->labels, (int[]){place, outside, limits}, sizeof step->labels);
}

static void plan_check_var(PlanBuilder *builder, const IrInstr *instr)
{
    const IrInstr *index = instr->operands[0];
    if (index->op != IR_const ||
        index->bits >= (uint64_t)instr->variable->count) /* known since a loop was unrolled */
        plan_check_index(builder, instr, 0, NULL);
}

static void plan_check_resource(PlanBuilder *builder, const IrInstr *instr)
{
    const IrInstr *level = instr->operands[2];
    plan_check_index(builder, instr, 1, level->op == IR_const && level->bits == 0 ? NULL : level);
}

/* Labels: the place in the source, the lanes that it tells of. */
static void plan_check_lanes(PlanBuilder *builder, const IrInstr *instr)
{
    PlanOperand *operands = operands_of_lanes(builder, instr);
    int place = plan_new_label(builder), lanes = plan_new_label(builder);
    PlanStep *step = push_op(builder, instr, operands);
    memcpy(step->labels, (int[]){place, lanes}, 2 * sizeof *step->labels);
}

/* Labels: the place in the source. */
static void plan_touch(PlanBuilder *builder, const IrInstr *instr)
{
    PlanOperand *operands = operands_of_lanes(builder, instr);
    int place = plan_new_label(builder);
    push_op(builder, instr, operands)->labels[0] = place;
}

/* ---- the table ---- */

static void note_store(PlanBuilder *builder, const IrInstr *instr)
{
    bool writes = instr->resource != NULL && ir_is(instr, OP_WRITES);
    if (builder->plan->target.watches_stores && writes && instr->pos != SOURCE_NOWHERE)
        plan_push_instr(builder, STEP_stored, instr);
}

void plan_operation(PlanBuilder *builder, const IrInstr *instr)
{
    static void (*const PLANNERS[IR_OP_COUNT])(PlanBuilder *, const IrInstr *) = {
        [IR_load_var] = plan_memory,
        [IR_store_var] = plan_memory,
        [IR_load_cbuffer] = plan_memory,
        [IR_load_typed] = plan_memory,
        [IR_load_struct] = plan_memory,
        [IR_load_raw] = plan_memory,
        [IR_load_words] = plan_memory,
        [IR_load_part] = plan_memory,
        [IR_load_word] = plan_memory,
        [IR_store_typed] = plan_memory,
        [IR_store_struct] = plan_memory,
        [IR_store_raw] = plan_memory,
        [IR_store_words] = plan_memory,
        [IR_store_texture] = plan_memory,
        [IR_load_texels] = plan_memory,
        [IR_store_texels] = plan_memory,
        [IR_load_texture] = plan_load_texture,
        [IR_sample] = plan_sampled,
        [IR_sample_compare] = plan_sampled,
        [IR_gather] = plan_sampled,
        [IR_gather_compare] = plan_sampled,
        [IR_sample_level] = plan_texture,
        [IR_atomic_var] = plan_atomic,
        [IR_atomic_typed] = plan_atomic,
        [IR_atomic_struct] = plan_atomic,
        [IR_atomic_raw] = plan_atomic,
        [IR_atomic_texture] = plan_atomic,
        [IR_counter] = plan_counter,
        [IR_wave_reduce] = plan_first_in_pieces,
        [IR_wave_prefix] = plan_first_in_pieces,
        [IR_wave_all_equal] = plan_first_in_pieces,
        [IR_wave_read_first] = plan_read_first,
        [IR_wave_match] = plan_first_in_pieces,
        [IR_wave_multi_prefix] = plan_all_in_pieces,
        [IR_wave_read_lane] = plan_read_lane,
        [IR_wave_any] = plan_vote,
        [IR_wave_all] = plan_vote,
        [IR_wave_ballot] = plan_where,
        [IR_wave_count] = plan_where,
        [IR_wave_prefix_count] = plan_where,
        [IR_wave_is_first] = plan_plain,
        [IR_quad_read] = plan_plain,
        [IR_group_any] = plan_plain,
        [IR_device_fence] = plan_plain,
        [IR_resource_size] = plan_resource_size,
        [IR_report] = plan_report,
        [IR_arrive] = plan_plain,
        [IR_retire] = plan_plain,
        [IR_reach] = plan_plain,
        [IR_trace] = plan_report,
        [IR_stop] = plan_plain,
        [IR_print] = plan_report,
        [IR_barrier] = plan_barrier,
        [IR_check_var] = plan_check_var,
        [IR_check_resource] = plan_check_resource,
        [IR_check_init] = plan_check_lanes,
        [IR_check_nan] = plan_check_lanes,
        [IR_check_lane] = plan_check_lanes,
        [IR_touch_var] = plan_touch,
        [IR_touch_resource] = plan_touch,
    };
    if (PLANNERS[instr->op] != NULL)
        PLANNERS[instr->op](builder, instr);
    else
        plan_unsupported(builder, instr, op_info(instr->op)->name);
    note_store(builder, instr);
}
