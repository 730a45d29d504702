/* ranges: what values lie between, and whether that keeps sums from wrapping and conversions from
 * saturating.
 *
 *     if %5 {    ; %4 < 64                      if %5 {
 *       %6 i32 = iadd %4, %1                      %6 i32 [1..64] nuw nsw = iadd %4, %1
 *       %7 f32 = load_typed $B[%0] [%4]           %7 f32 = load_typed $B[%0] [%4 [0..63]]
 *
 * A walk in text order knows at each place what each value lies between (Ranges.here): what its
 * operation makes of its operands (op.def's column `range`, ranges_rules.c), and what the
 * conditions say that hold there (ranges_conditions.c): those of the branches around it, and behind
 * an `if` one of whose branches does not come back, that of the other. What a condition adds is
 * taken back at the end of its region. A condition on a value says something of what that was
 * computed from (assume_value), and what was computed from it before is looked at anew where it is
 * used (find_here). Both go through pure operations alone: what a wave operation gives came from
 * lanes that the condition does not hold for.
 *
 * All this is about one lane, so it does not matter whether lanes part. Wave operations see values
 * of lanes that are at the same place, or 0.
 *
 * Loops: a parameter starts as what enters the loop, and the body is walked until what comes back
 * is within what was assumed. A bound that moves is moved far at once, first to the constants that
 * the kernel tests for equality with it, then to the end of the type (widened), so a few turns do.
 * One more walk of the kernel starts from that: what comes back then is all that parameters are
 * (the exit condition bounds them). (Cousot and Cousot, Abstract Interpretation; known bits and
 * ranges as in LLVM's ValueTracking.)
 *
 * Variables are one range for all elements, of all that is stored anywhere and the 0 that they
 * begin with; the last walk believes what the one before saw stored.
 *
 * Needs: nothing; changes facts only. Ranges do not outlive the next pass that may move or copy. */
#include "passes/ranges.h"

enum {
    LOOK_BACK_DEPTH = 4,
    LOOK_ANEW_DEPTH = 3,
    MOST_OPERANDS = 8,
    GROWTHS_AS_FOUND = 1,
    GROWTHS_TO_LANDMARKS = 3,
    MOST_GROWTHS = 5
};

/* What was known of a value before a condition narrowed it. */
typedef struct Known {
    int order, newest;
    IrRange range;
    bool is_assumed;
} Known;

/* less + gap <= more, as unsigned numbers. */
typedef struct Ordered {
    const IrInstr *less, *more;
    unsigned gap;
} Ordered;

typedef struct Place { /* how much was known there */
    int known, ordered;
} Place;

typedef struct Ranges {
    IrKernel *kernel;
    Arena *scratch;
    IrRange *here;     /* by order */
    bool *is_assumed;  /* by order: a condition has narrowed it */
    IrRange *incoming; /* by order, of phis: joined from the edges walked; flags 0: from none */
    uint8_t *growths;  /* by order, of parameters */
    IrRange *variables, *stored; /* by index: believed; seen in this walk, flags 0: nothing */
    VEC(Known) undo;
    VEC(Ordered) ordered; /* what conditions say that hold here */
    int now, newest; /* the order that the walk is at; where the newest narrowing was, which what is
                        defined behind has been computed with */
    VEC(const IrInstr *) landmarks; /* that counters of loops are compared with for equality */
    bool is_last;                   /* the walk that leaves its facts in the instructions */
    bool is_narrowing;
    bool keeps_choices;             /* and what choices' conditions are known to be there */
} Ranges;

/* ---- what is known here ---- */

/* As order_of, which asks whether it is a construct. */
static int order_of_value(const IrInstr *value) { return (int)value->mark; }

enum { VALUE_FLAGS = RANGE_KNOWN | RANGE_NOT_NAN | RANGE_WHOLE };

static bool is_computed(const IrInstr *value)
{
    bool is_pure = (op_info(value->op)->flags & (OP_PURE | OP_CONVERGENT)) == OP_PURE;
    return is_pure && value->operand_count > 0 && value->operand_count <= MOST_OPERANDS;
}

static void narrow(Ranges *ranges, const IrInstr *value, const IrRange *range)
{
    int order = order_of_value(value);
    vec_push(ranges->scratch, &ranges->undo,
             ((Known){order, ranges->newest, ranges->here[order], ranges->is_assumed[order]}));
    ranges->newest = ranges->now;
    ranges->here[order] = *range;
    ranges->is_assumed[order] = true;
}

static Place place_of(const Ranges *ranges)
{
    return (Place){ranges->undo.count, ranges->ordered.count};
}

static void take_back(Ranges *ranges, Place place)
{
    ranges->ordered.count = place.ordered;
    while (ranges->undo.count > place.known) {
        Known known = ranges->undo.items[--ranges->undo.count];
        ranges->here[known.order] = known.range;
        ranges->is_assumed[known.order] = known.is_assumed;
        ranges->newest = known.newest;
    }
}

/* x - y where y <= x, which says more than both sides' bounds: x >= step gives x - step <= x. */
static void narrow_difference(const Ranges *ranges, const IrInstr *value, const IrRange *operands,
                              IrRange *range)
{
    for (int i = 0; i < ranges->ordered.count && value->op == IR_isub; i++) {
        const Ordered *ordered = &ranges->ordered.items[i];
        if (ordered->more != value->operands[0] || ordered->less != value->operands[1] ||
            operands[0].umax < operands[1].umin + ordered->gap)
            continue;
        ir_range_meet(value->type.scalar, range,
                      ir_range_unsigned(value->type.scalar, ordered->gap,
                                        operands[0].umax - operands[1].umin));
        range->flags |= RANGE_FITS_UNSIGNED;
    }
}

static IrRange computed_here(const Ranges *ranges, const IrInstr *value, const IrRange *operands)
{
    IrRange range =
        ranges_apply_rule(&(RangeInput){ranges->kernel, value, operands, ranges->variables});
    narrow_difference(ranges, value, operands, &range);
    return range;
}

/* Applies the value's rule again where a condition has narrowed what it was computed from. */
static bool look_anew(Ranges *ranges, const IrInstr *value, int depth)
{
    IrRange operands[MOST_OPERANDS];
    bool is_narrower = false;
    if (depth == 0 || order_of_value(value) > ranges->newest || !is_computed(value))
        return ranges->is_assumed[order_of_value(value)];
    for (int i = 0; i < value->operand_count; i++) {
        is_narrower |= look_anew(ranges, value->operands[i], depth - 1);
        operands[i] = ranges->here[order_of_value(value->operands[i])];
    }
    IrRange range = ranges->here[order_of_value(value)];
    if (!is_narrower)
        return ranges->is_assumed[order_of_value(value)];
    IrRange again = computed_here(ranges, value, operands);
    if (ir_range_meet(value->type.scalar, &range, again) &&
        !ir_range_is_same(&range, &ranges->here[order_of_value(value)]))
        narrow(ranges, value, &range);
    return true;
}

static IrRange find_here(Ranges *ranges, const IrInstr *value)
{
    if (ranges->undo.count > 0)
        look_anew(ranges, value, LOOK_ANEW_DEPTH);
    return ranges->here[order_of_value(value)];
}

/* ---- conditions ---- */

/* The value is in `range`; what it is computed from follows. */
static void assume_value(Ranges *ranges, const IrInstr *value, IrRange range, int depth)
{
    IrRange both = ranges->here[order_of_value(value)], operands[MOST_OPERANDS], operand;
    if (value->op == IR_const || !ir_range_meet(value->type.scalar, &both, range) ||
        ir_range_is_same(&both, &ranges->here[order_of_value(value)]))
        return;
    narrow(ranges, value, &both);
    if (depth == 0 || !is_computed(value))
        return;
    for (int i = 0; i < value->operand_count; i++)
        operands[i] = ranges->here[order_of_value(value->operands[i])];
    for (int i = 0; i < value->operand_count; i++)
        if (ranges_look_back(value, i, &both, operands, &operand))
            assume_value(ranges, value->operands[i], operand, depth - 1);
}

/* Signed numbers that have no sign are ordered as unsigned ones are. */
static void note_order(Ranges *ranges, const IrInstr *comparison, bool holds,
                       const IrRange *left, const IrRange *right)
{
    bool is_signed = comparison->op == IR_slt || comparison->op == IR_sle;
    bool is_less = comparison->op == IR_ult || comparison->op == IR_slt;
    bool is_order = is_signed || comparison->op == IR_ult || comparison->op == IR_ule;
    if (!is_order || (is_signed && (left->smin < 0 || right->smin < 0)))
        return;
    const IrInstr *less = comparison->operands[holds ? 0 : 1];
    const IrInstr *more = comparison->operands[holds ? 1 : 0];
    vec_push(ranges->scratch, &ranges->ordered, ((Ordered){less, more, is_less == holds}));
}

static void assume_sides(Ranges *ranges, const IrInstr *comparison, bool holds)
{
    if (op_info(comparison->op)->result != 'B' || comparison->operand_count != 2)
        return;
    const IrInstr *left = comparison->operands[0], *right = comparison->operands[1];
    IrRange left_range = find_here(ranges, left), right_range = find_here(ranges, right);
    ranges_assume_comparison(comparison->op, holds, left->type.scalar, &left_range, &right_range);
    note_order(ranges, comparison, holds, &left_range, &right_range);
    assume_value(ranges, left, left_range, LOOK_BACK_DEPTH);
    assume_value(ranges, right, right_range, LOOK_BACK_DEPTH);
}

static void assume_number(Ranges *ranges, const IrInstr *test, bool holds)
{
    IrScalar type = test->operands[0]->type.scalar;
    if (holds == (test->op == IR_fisfinite))
        assume_value(ranges, test->operands[0],
                     ir_range_float(type, RANGE_NO_LEAST, RANGE_NO_MOST, RANGE_NOT_NAN), 0);
}

static void assume(Ranges *ranges, const IrInstr *condition, bool holds);

/* Both are true, or both are false. */
static void assume_both(Ranges *ranges, const IrInstr *condition, bool holds)
{
    for (int i = 0; i < 2 && holds == (condition->op == IR_iand); i++)
        assume(ranges, condition->operands[i], holds);
}

/* Of all lanes that have it, those that a condition has left behind among them. */
static IrRange find_in_all_lanes(Ranges *ranges, const IrInstr *value)
{
    int order = order_of_value(value);
    for (int i = 0; i < ranges->undo.count; i++)
        if (ranges->undo.items[i].order == order)
            return ranges->undo.items[i].range;
    return ranges->here[order];
}

/* True in some lane that has voted: what all lanes have alike is within what any of them compares it with. */
static void assume_of_some(Ranges *ranges, const IrInstr *comparison)
{
    if (op_info(comparison->op)->result != 'B' || comparison->operand_count != 2)
        return;
    const IrInstr *left = comparison->operands[0], *right = comparison->operands[1];
    IrRange left_range = find_here(ranges, left), right_range = find_in_all_lanes(ranges, right);
    ranges_assume_comparison(comparison->op, true, left->type.scalar, &left_range, &right_range);
    if (left->level > LEVEL_CONSTANT && left->level <= LEVEL_WAVE)
        assume_value(ranges, left, left_range, LOOK_BACK_DEPTH);
}

/* True in all lanes that are here, in none, or in some. */
static void assume_of_lanes(Ranges *ranges, const IrInstr *vote, bool holds)
{
    if (holds == (vote->op == IR_wave_all))
        assume(ranges, vote->operands[0], holds);
    else if (holds)
        assume_of_some(ranges, vote->operands[0]);
}

/* The condition is `holds` in every lane that gets here. */
static void assume(Ranges *ranges, const IrInstr *condition, bool holds)
{
    assume_value(ranges, condition, ir_range_exact(IR_I1, holds), 0);
    switch (condition->op) {
    case IR_inot: assume(ranges, condition->operands[0], !holds); break;
    case IR_iand:
    case IR_ior: assume_both(ranges, condition, holds); break;
    case IR_wave_all:
    case IR_wave_any: assume_of_lanes(ranges, condition, holds); break;
    case IR_fisnan:
    case IR_fisfinite: assume_number(ranges, condition, holds); break;
    default: assume_sides(ranges, condition, holds);
    }
}

/* ---- values ---- */

static void set_here(Ranges *ranges, IrInstr *value, IrRange range)
{
    if (ranges->is_last)
        value->range =
            value->op == IR_const ? (IrRange){0} : ir_range_kept(value->type.scalar, range);
    range.flags &= VALUE_FLAGS;
    ranges->here[order_of_value(value)] = range;
}

/* Each side of a select is only taken under its condition. */
static void find_sides(Ranges *ranges, const IrInstr *select, IrRange operands[3])
{
    for (int side = 1; side < 3; side++) {
        Place before = place_of(ranges);
        assume(ranges, select->operands[0], side == 1);
        operands[side] = find_here(ranges, select->operands[side]);
        take_back(ranges, before);
    }
}

/* A condition that stands before a branch, or a loop, may be known in it. */
static void keep_choice(const Ranges *ranges, IrInstr *select, IrRange condition)
{
    if (!ir_range_is_one(&condition) || select->operands[0]->op == IR_const)
        return;
    select->operand_ranges = ARENA_ARRAY(ranges->kernel->arena, IrRange, select->operand_count);
    select->operand_ranges[0] = condition;
}

static void apply_rule(Ranges *ranges, IrInstr *instr)
{
    IrRange operands[MOST_OPERANDS];
    if (op_info(instr->op)->range == RANGE_RULE_NONE) {
        ranges->here[order_of_value(instr)] = ir_range_full(instr->type.scalar);
        return;
    }
    for (int i = 0; i < instr->operand_count && i < MOST_OPERANDS; i++)
        operands[i] = find_here(ranges, instr->operands[i]);
    if (instr->op == IR_select && !ir_range_is_one(&operands[0]))
        find_sides(ranges, instr, operands);
    if (ranges->is_last && ranges->keeps_choices && instr->op == IR_select)
        keep_choice(ranges, instr, operands[0]);
    set_here(ranges, instr, computed_here(ranges, instr, operands));
}

/* ---- memory ---- */

static void join_into(IrScalar type, IrRange *joined, IrRange range)
{
    *joined = joined->flags & RANGE_KNOWN ? ir_range_join(type, *joined, range) : range;
}

/* What an atomic leaves is not followed but where it only moves values about. */
static bool stores_operands(const IrInstr *instr)
{
    switch (instr->combine) {
    case IR_imin:
    case IR_imax:
    case IR_umin:
    case IR_umax:
    case IR_const:
    case IR_select: return true;
    default: return instr->op == IR_store_var;
    }
}

static void apply_store(Ranges *ranges, const IrInstr *store)
{
    const IrVariable *variable = store->variable;
    IrScalar type = variable->type.scalar;
    for (int i = 1; i < store->operand_count; i++)
        join_into(type, &ranges->stored[variable->index],
                  stores_operands(store) ? find_here(ranges, store->operands[i])
                                         : ir_range_full(type));
}

/* The operands that say where an access goes, as they are known there. */
static void keep_operand_ranges(Ranges *ranges, IrInstr *access)
{
    int end = op_row_count(access->op) + op_address_count(access->op);
    access->operand_ranges = NULL;
    for (int i = 0; i < end && ranges->undo.count > 0; i++) {
        const IrInstr *operand = access->operands[i];
        IrRange range = find_here(ranges, operand), own = ir_range_of(operand);
        if (ir_range_is_within(operand->type.scalar, &own, &range))
            continue;
        if (access->operand_ranges == NULL)
            access->operand_ranges =
                ARENA_ARRAY(ranges->kernel->arena, IrRange, access->operand_count);
        access->operand_ranges[i] = range;
    }
}

/* ---- where control meets ---- */

static void apply_jump(Ranges *ranges, const IrInstr *jump)
{
    const IrInstr *target = jump_target(jump);
    if (target == NULL)
        return;
    IrInstr *const *phis = jump->op == IR_continue ? target->parameters : target->results;
    for (int i = 0; i < jump->operand_count; i++)
        join_into(phis[i]->type.scalar, &ranges->incoming[order_of_value(phis[i])],
                  find_here(ranges, jump->operands[i]));
}

/* Takes what the edges brought, leaving none. */
static IrRange take_incoming(Ranges *ranges, const IrInstr *phi)
{
    IrRange *incoming = &ranges->incoming[order_of_value(phi)], taken = *incoming;
    *incoming = (IrRange){0};
    return taken;
}

static void set_results(Ranges *ranges, const IrInstr *construct)
{
    for (int i = 0; i < construct->result_count; i++) {
        IrInstr *result = construct->results[i];
        IrRange range = take_incoming(ranges, result);
        set_here(ranges, result,
                 range.flags & RANGE_KNOWN ? range : ir_range_full(result->type.scalar));
    }
}

/* ---- loops ---- */

/* The nearest number from `value` on, going up or down by `step`, at which the counter of a loop
 * stops: one that it is compared with, or the last before it. */
static int64_t next_landmark(const Ranges *ranges, int64_t value, int step, int64_t end)
{
    for (int i = 0; i < ranges->landmarks.count * 2; i++) {
        const IrInstr *constant = ranges->landmarks.items[i / 2];
        int64_t landmark = op_sign_extend(constant->type.scalar, constant->bits);
        bool has_one_before = i % 2 == 1 && landmark > INT64_MIN && landmark < INT64_MAX;
        landmark -= has_one_before ? step : 0;
        if (step > 0 ? landmark >= value && landmark < end : landmark <= value && landmark > end)
            end = landmark;
    }
    return end;
}

/* A bound that moved is none; what all are, numbers and whole ones, they stay. */
static IrRange widened_float(IrScalar type, const IrRange *from, IrRange to)
{
    return ir_range_float(type, to.smin < from->smin ? RANGE_NO_LEAST : to.smin,
                          to.smax > from->smax ? RANGE_NO_MOST : to.smax, to.flags & VALUE_FLAGS);
}

/* `to` with the bounds that moved from where `from` had them moved on: not at all at first, since
 * what changes between few values (i ^ 1) may be found whole; then to landmarks, then to the ends
 * of the type as signed numbers, then anywhere. */
static IrRange widened(const Ranges *ranges, IrScalar type, const IrRange *from, IrRange to,
                       int growths)
{
    IrRange full = ir_range_full(type);
    if (growths >= MOST_GROWTHS)
        return full;
    if (op_scalar_is_float(type))
        return widened_float(type, from, to);
    if (growths < GROWTHS_AS_FOUND)
        return to;
    bool jumps = growths >= GROWTHS_TO_LANDMARKS;
    if (to.smax > from->smax)
        to.smax = jumps ? full.smax : next_landmark(ranges, to.smax, 1, full.smax);
    if (to.smin < from->smin)
        to.smin =
            jumps ? full.smin : next_landmark(ranges, to.smin, -1, to.smin >= 0 ? 0 : full.smin);
    if (to.umax > from->umax)
        to.umax = to.smin >= 0 ? (uint64_t)to.smax : full.umax;
    if (to.umin < from->umin)
        to.umin = to.smin >= 0 ? (uint64_t)to.smin : 0;
    to.zeros = ((uint64_t)1 << (ir_range_low_zeros(&to) & 63)) - 1;
    ir_range_normalise(type, &to);
    return to;
}

/* What the loop is entered with, and what earlier walks have found to come back. */
static IrRange head_of(Ranges *ranges, const IrInstr *parameter)
{
    IrScalar type = parameter->type.scalar;
    IrRange first = find_here(ranges, parameter->owner->operands[parameter->position]);
    IrRange before = ranges->here[order_of_value(parameter)];
    IrRange again = take_incoming(ranges, parameter);
    if (ranges->is_narrowing)
        return again.flags & RANGE_KNOWN ? ir_range_join(type, first, again) : first;
    return before.flags & RANGE_KNOWN ? ir_range_join(type, before, first) : first;
}

/* Whether what comes back to the parameter is more than was assumed; then more is. */
static bool grow(Ranges *ranges, IrInstr *parameter)
{
    IrScalar type = parameter->type.scalar;
    int order = order_of_value(parameter);
    IrRange *here = &ranges->here[order], again = ranges->incoming[order];
    if (!(again.flags & RANGE_KNOWN) || ir_range_is_within(type, &again, here))
        return false;
    *here =
        widened(ranges, type, here, ir_range_join(type, *here, again), ranges->growths[order]++);
    ranges->incoming[order] = (IrRange){0};
    return true;
}

static void apply_to_region(Ranges *ranges, const IrRegion *region);

static void forget_exits(Ranges *ranges, const IrInstr *construct)
{
    for (int i = 0; i < construct->result_count; i++)
        take_incoming(ranges, construct->results[i]);
}

static void apply_to_loop(Ranges *ranges, IrInstr *loop)
{
    bool grows = true;
    for (int i = 0; i < loop->parameter_count; i++)
        set_here(ranges, loop->parameters[i], head_of(ranges, loop->parameters[i]));
    while (grows) {
        grows = false;
        forget_exits(ranges, loop);
        apply_to_region(ranges, loop->regions[0]);
        for (int i = 0; i < loop->parameter_count && !ranges->is_narrowing; i++)
            grows |= grow(ranges, loop->parameters[i]);
    }
}

/* ---- the walk ---- */

static bool comes_back(const IrRegion *branch) { return branch->last->op == IR_yield; }

/* Behind an if that lanes leave by one branch only. */
static void assume_behind(Ranges *ranges, const IrInstr *construct)
{
    bool then_comes = comes_back(construct->regions[0]);
    bool else_comes = comes_back(construct->regions[1]);
    if (then_comes != else_comes)
        assume(ranges, construct->operands[0], then_comes);
}

static void apply_to_branches(Ranges *ranges, const IrInstr *construct)
{
    for (int branch = 0; branch < 2; branch++) {
        Place before = place_of(ranges);
        assume(ranges, construct->operands[0], branch == 0);
        apply_to_region(ranges, construct->regions[branch]);
        take_back(ranges, before);
    }
}

static void apply_to_construct(Ranges *ranges, IrInstr *construct)
{
    if (construct->op == IR_if)
        apply_to_branches(ranges, construct);
    else if (construct->op == IR_loop)
        apply_to_loop(ranges, construct);
    else
        apply_to_region(ranges, construct->regions[0]);
    set_results(ranges, construct);
    if (construct->op == IR_if)
        assume_behind(ranges, construct);
}

static void apply_to_region(Ranges *ranges, const IrRegion *region)
{
    Place before = place_of(ranges);
    for (IrInstr *instr = region->first; instr; instr = instr->next) {
        ranges->now = order_of(instr);
        unsigned flags = op_info(instr->op)->flags;
        if (flags & OP_REGION)
            apply_to_construct(ranges, instr);
        else if (flags & OP_JUMP)
            apply_jump(ranges, instr);
        else if (instr->type.scalar != IR_VOID)
            apply_rule(ranges, instr);
        if (instr->variable && flags & OP_WRITES)
            apply_store(ranges, instr);
        if (ranges->is_last && flags & (OP_READS | OP_WRITES))
            keep_operand_ranges(ranges, instr);
    }
    take_back(ranges, before);
}

/* ---- the pass ---- */

/* `i`, `i + 1` and the like. */
static bool is_counter(const IrInstr *value)
{
    return value->op == IR_parameter ||
           (is_computed(value) && value->operands[0]->op == IR_parameter);
}

static void find_landmark(Ranges *ranges, const IrInstr *instr)
{
    bool is_equality = instr->op == IR_ieq || instr->op == IR_ine;
    if (is_equality && instr->operands[1]->op == IR_const && is_counter(instr->operands[0]))
        vec_push(ranges->scratch, &ranges->landmarks, instr->operands[1]);
}

/* What it gives is wanted before all that it may be has been seen. */
static bool needs_two_walks(const IrInstr *instr)
{
    bool loads = instr->op == IR_load_var || instr->op == IR_atomic_var;
    return (instr->op == IR_loop && instr->parameter_count > 0) ||
           (loads && !op_scalar_is_float(instr->type.scalar));
}

static void start(Ranges *ranges)
{
    IrKernel *kernel = ranges->kernel;
    int count = order_kernel(kernel, ranges->scratch).count + 1;
    ranges->here = ARENA_ARRAY(ranges->scratch, IrRange, count);
    ranges->is_assumed = ARENA_ARRAY(ranges->scratch, bool, count);
    ranges->incoming = ARENA_ARRAY(ranges->scratch, IrRange, count);
    ranges->growths = ARENA_ARRAY(ranges->scratch, uint8_t, count);
    ranges->variables = ARENA_ARRAY(ranges->scratch, IrRange, kernel->variables.count + 1);
    ranges->stored = ARENA_ARRAY(ranges->scratch, IrRange, kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++) {
        kernel->variables.items[i]->index = i;
        ranges->variables[i] = ir_range_full(kernel->variables.items[i]->type.scalar);
    }
}

/* Initially and out of bounds a variable is 0. */
static void believe_stores(Ranges *ranges)
{
    for (int i = 0; i < ranges->kernel->variables.count; i++) {
        IrScalar type = ranges->kernel->variables.items[i]->type.scalar;
        join_into(type, &ranges->stored[i], ir_range_exact(type, 0));
        ranges->variables[i] = ranges->stored[i];
    }
}

static void find_ranges(PassContext *context, Ranges ranges)
{
    bool walks_twice = false;
    EACH_INSTR (context->kernel->body, instr) {
        find_landmark(&ranges, instr);
        walks_twice |= needs_two_walks(instr);
    }
    start(&ranges);
    if (walks_twice) {
        apply_to_region(&ranges, context->kernel->body);
        believe_stores(&ranges);
        ranges.is_narrowing = true;
    }
    ranges.is_last = true;
    apply_to_region(&ranges, context->kernel->body);
    context->kernel->has_ranges = true;
}

bool pass_ranges(PassContext *context)
{
    find_ranges(context, (Ranges){.kernel = context->kernel, .scratch = context->scratch});
    return true;
}

void ranges_with_choices(PassContext *context)
{
    find_ranges(context, (Ranges){.kernel = context->kernel, .scratch = context->scratch, .keeps_choices = true});
}
