/* Before a loop, or a stretch of steps: whether all that it accesses lies inside, in all turns that it may take. Spans of
 * wcc_spans.h, of what plan_inside.c has found to have one. */
#include "emit_access.h"
#include "ir/range.h"

static uint32_t number_of(const PlanWalks *walks) { return walks->items.items[0].access->instr->id; }

/* Lane 0's number, and those of the others, where it is a C scalar. */
static const char *span_of_lanes(Emitter *emitter, const PlanWalks *walks, const IrInstr *value)
{
    int64_t stride = plan_form(emitter->plan, value) == FORM_LINEAR ? value->shape.stride : 0,
            reach = stride * (walks->lanes - 1);
    if (reach != 0 && walks->mask != 0)
        return emit_format(emitter, "wcc_sum(wcc_one(%n), wcc_times(on%u, wcc_one(%D)))", value, number_of(walks), stride);
    return reach == 0 ? emit_format(emitter, "wcc_one(%n)", value)
                      : emit_format(emitter, "wcc_along(wcc_one(%n), %D)", value, reach);
}

/* From the first turn, whose number the parameter has, to the last. */
static const char *span_of_parameter(Emitter *emitter, const PlanWalks *walks, const IrInstr *parameter)
{
    const char *first = span_of_lanes(emitter, walks, parameter);
    if (parameter == walks->counter)
        return emit_format(emitter, "wcc_turned(%s, turns%U, %d)", first, walks->is_down ? -walks->step : walks->step);
    return emit_format(emitter, "wcc_turned(%s, turns%U, %n)", first, ir_travel(parameter, walks->loop).step);
}

static uint32_t count_numbers(const IrKernel *kernel, const PlanWalks *walks, const IrInstr *value)
{
    switch (value->op) {
    case IR_lane_index: return (uint32_t)walks->lanes;
    case IR_group_index: return ir_group_size(kernel);
    default: return kernel->threads[value->immediate];
    }
}

/* Of all threads of the group, which the waves in the loop are. */
static const char *span_of_threads(Emitter *emitter, const PlanWalks *walks, const IrInstr *value)
{
    uint32_t count = count_numbers(emitter->kernel, walks, value);
    return emit_format(emitter, "wcc_along(wcc_one(0), %D)", (int64_t)count - 1);
}

/* What each lane of the wave takes in its turn. */
static const char *span_of_all_lanes(Emitter *emitter, const IrInstr *value)
{
    int64_t stride = plan_form(emitter->plan, value) == FORM_LINEAR ? value->shape.stride : 0;
    return emit_format(emitter, "wcc_along(wcc_one(%n), %D)", value, stride * (emitter->kernel->wave_size - 1));
}

static const char *span_of_range(Emitter *emitter, const IrInstr *value)
{
    IrRange range = ir_range_of(value);
    return emit_format(emitter, "wcc_along(wcc_one(%D), %D)", (int64_t)range.umin, (int64_t)(range.umax - range.umin));
}

static const char *span_of(Emitter *emitter, const PlanWalks *walks, const IrInstr *value);

static const char *span_of_two(Emitter *emitter, const PlanWalks *walks, const IrInstr *value,
                               const char *function)
{
    return emit_format(emitter, "%s(%s, %s)", function, span_of(emitter, walks, value->operands[0]),
                       span_of(emitter, walks, value->operands[1]));
}

static const char *span_of_product(Emitter *emitter, const PlanWalks *walks, const IrInstr *value)
{
    int uniform = plan_is_uniform(emitter->plan, value->operands[1]) &&
                  !plan_is_of_turn(walks, value->operands[1]);
    return emit_format(emitter, "wcc_times(%s, %s)",
                       span_of(emitter, walks, value->operands[1 - uniform]),
                       span_of(emitter, walks, value->operands[uniform]));
}

/* Where the second operand is a constant. */
static const char *span_by(Emitter *emitter, const PlanWalks *walks, const IrInstr *value,
                           const char *function, uint32_t number)
{
    return emit_format(emitter, "%s(%s, %uu)", function, span_of(emitter, walks, value->operands[0]),
                       number);
}

/* Where numbers come round. */
static const char *modulus_of(Emitter *emitter, const IrInstr *value)
{
    return value->op == IR_iand ? emit_format(emitter, "%uu", plan_mask_modulus(value))
                                : emit_format(emitter, "(uint32_t)%n", value->operands[1]);
}

static const char *span_of_wrap(Emitter *emitter, const PlanWalks *walks, const IrInstr *value)
{
    return emit_format(emitter, "wcc_remainder(%s, %s)", span_of(emitter, walks, value->operands[0]), modulus_of(emitter, value));
}

static const char *span_in_all_rows(Emitter *emitter, const PlanWalks *walks, const IrInstr *value)
{
    bool is_of_turn = plan_is_of_turn(walks, value);
    if (value->op != IR_const && plan_has_known_span(walks, value))
        return span_of_range(emitter, value);
    if (is_of_turn && value->owner == walks->loop)
        return span_of_parameter(emitter, walks, value);
    if (value->op == IR_const || plan_is_still(emitter->plan, walks, value))
        return span_of_lanes(emitter, walks, value);
    const IrInstr *end = plan_inner_end(walks, value);
    if (end != NULL)
        return emit_format(emitter, "wcc_up_to(%s)", span_of(emitter, walks, end));
    switch (value->op) {
    case IR_group_id: return "wcc_along(wcc_one(group_x), (int64_t)group_end - 1 - group_x)";
    case IR_wave_read_first: return span_of_all_lanes(emitter, value->operands[0]);
    case IR_iadd: return span_of_two(emitter, walks, value, "wcc_sum");
    case IR_isub: return span_of_two(emitter, walks, value, "wcc_difference");
    case IR_imin: return span_of_two(emitter, walks, value, "wcc_lower");
    case IR_imax: return span_of_two(emitter, walks, value, "wcc_higher");
    case IR_umin: return span_of_two(emitter, walks, value, "wcc_lower_unsigned");
    case IR_umax: return span_of_two(emitter, walks, value, "wcc_higher_unsigned");
    case IR_select:
        return emit_format(emitter, "wcc_either(%s, %s)", span_of(emitter, walks, value->operands[1]),
                           span_of(emitter, walks, value->operands[2]));
    case IR_imul: return span_of_product(emitter, walks, value);
    case IR_ishl:
        return emit_format(emitter, "wcc_times(%s, wcc_one(%D))",
                           span_of(emitter, walks, value->operands[0]),
                           (int64_t)1 << (value->operands[1]->bits & 31));
    case IR_ushr:
        return span_by(emitter, walks, value, "wcc_quotient",
                       UINT32_C(1) << (value->operands[1]->bits & 31));
    case IR_udiv:
        return emit_format(emitter, "wcc_quotient(%s, (uint32_t)%n)", span_of(emitter, walks, value->operands[0]), value->operands[1]);
    case IR_urem: return span_of_wrap(emitter, walks, value);
    case IR_iand:
        if (plan_mask_modulus(value) != 0)
            return span_of_wrap(emitter, walks, value);
        return span_by(emitter, walks, value, "wcc_masked", (uint32_t)value->operands[1]->bits);
    default: return span_of_threads(emitter, walks, value);
    }
}

/* Numbers without a sign are what they are there, too. */
static const char *span_of_compared(Emitter *emitter, const PlanWalks *walks, const IrInstr *compare, int i)
{
    const IrInstr *value = compare->operands[i];
    bool is_unsigned = compare->op == IR_ult || compare->op == IR_ule;
    return is_unsigned && plan_is_still(emitter->plan, walks, value) ? emit_format(emitter, "wcc_one((uint32_t)%n)", value) : span_of(emitter, walks, value);
}

/* In the rows that go there. */
static const char *span_of(Emitter *emitter, const PlanWalks *walks, const IrInstr *value)
{
    const char *span = span_in_all_rows(emitter, walks, value);
    for (int i = 0; i < walks->of_row.count && !plan_is_still(emitter->plan, walks, value); i++) {
        const IrInstr *compare = walks->of_row.items[i];
        if (compare->operands[0] == value)
            span = emit_format(emitter, "wcc_first_where_%s(%s, %s)", op_info(compare->op)->name, span,
                               span_of_compared(emitter, walks, compare, 1));
        else if (compare->operands[1] == value)
            span = emit_format(emitter, "wcc_second_where_%s(%s, %s)", op_info(compare->op)->name,
                               span_of_compared(emitter, walks, compare, 0), span);
    }
    return span;
}

static const char *limit_of(const Access *access, PlanCoordinate coordinate)
{
    const char *limits[] = {[COORDINATE_INDEX] = access->count,
                            [COORDINATE_ROW] = access->row_count,
                            [COORDINATE_SLICE] = access->slice_count};
    return limits[coordinate];
}

/* Raw buffers' addresses are rounded down, which keeps them inside. */
static const char *walk_test(Emitter *emitter, const PlanWalks *walks, const PlanWalk *walk)
{
    PlanStep step = {.kind = STEP_access, .instr = walk->access->instr,
                     .access = (PlanAccess *)walk->access};
    Access access = emit_locate(emitter, &step);
    const char *span = span_of(emitter, walks, walk->place);
    if (walk->least < 0 || walk->most > 0)
        span = emit_format(emitter, "wcc_around(%s, %D, %D)", span, walk->least, walk->most);
    return emit_format(emitter, "wcc_is_below(%s, %s)", span, limit_of(&access, walk->coordinate));
}

static const char *guard_test(Emitter *emitter, const PlanWalks *walks, const IrInstr *compare)
{
    const char *format = plan_has_constant_order(compare) ? "wcc_keeps_%s(%s, %s)" : "wcc_holds_%s(%s, %s)";
    return emit_format(emitter, format, op_info(compare->op)->name,
                       span_of_compared(emitter, walks, compare, 0), span_of_compared(emitter, walks, compare, 1));
}

/* All lanes step as they would without it. */
static const char *clamp_test(Emitter *emitter, const PlanWalks *walks, const IrInstr *clamp)
{
    if (clamp->op == IR_urem || clamp->op == IR_iand)
        return emit_format(emitter, "wcc_go_on(%s, %s)", span_of(emitter, walks, clamp->operands[0]),
                           modulus_of(emitter, clamp));
    return emit_format(emitter, "wcc_are_equal(%s, %s)", span_of(emitter, walks, clamp),
                       span_of(emitter, walks, plan_clamped(emitter->plan, clamp)));
}

/* The compared value in the first turn: the counter, a constant and what else does not change. */
static const char *first_compared(Emitter *emitter, const PlanWalks *walks)
{
    const IrInstr *value = walks->compare->operands[walks->is_down], *addends[IR_MOST_ADDENDS];
    int32_t more = (int32_t)ir_constant_addend(value);
    const char *sum = emit_scalar(emitter, walks->counter);
    int count = ir_list_addends(value, addends);
    for (int i = 0; i < count; i++)
        if (addends[i] != walks->counter)
            sum = emit_format(emitter, "%s + %n", sum, addends[i]);
    return more == 0 ? sum : emit_format(emitter, "%s + %d", sum, more);
}

static void declare_turns(Emitter *emitter, const PlanWalks *walks)
{
    const IrInstr *compare = walks->compare;
    bool is_signed = compare->op == IR_slt || compare->op == IR_sle,
         has_end = compare->op == IR_ule || compare->op == IR_sle;
    int reach = walks->counter->shape.stride * (emitter->kernel->wave_size - 1); /* from lane 0 on */
    emit_line(emitter, "const uint64_t turns%U = wcc_turns_%s%s%s(%s, %n, %d, %d%s);", walks->is_down ? "down_" : "",
              is_signed ? "i32" : "u32", reach != 0 ? "_of_lanes" : "", first_compared(emitter, walks),
              compare->operands[!walks->is_down], has_end, walks->step,
              reach != 0 ? emit_format(emitter, ", %d", reach) : "");
}

/* The first and the last lane that is on. */
static void declare_lanes(Emitter *emitter, const PlanWalks *walks)
{
    emit_line(emitter, "const WccSpan on%u = {first_x%l(%m, %d), last_x%l(%m, %d)};", number_of(walks), walks->mask,
              emitter->plan->pieces, walks->mask, emitter->plan->pieces);
}

static const char *both(Emitter *emitter, const char *left, const char *right)
{
    return left == NULL ? right : emit_format(emitter, "%s &&\n    %s", left, right);
}

static bool is_walked(const PlanWalks *walks, const IrResource *resource)
{
    for (int i = 0; i < walks->items.count; i++)
        if (walks->items.items[i].access->instr->resource == resource)
            return true;
    return false;
}

/* That what is accessed stays in the caches (emit_stream.c). */
static const char *small_test(Emitter *emitter, const PlanWalks *walks)
{
    const char *all = NULL;
    for (int i = 0; i < emitter->kernel->resources.count; i++) {
        const IrResource *resource = emitter->kernel->resources.items[i];
        const PlanResource *planned = &emitter->plan->resources[resource->index];
        if (is_walked(walks, resource) && planned->is_fetched_ahead)
            all = both(emitter, all, emit_format(emitter, "r%d_ahead == 0", resource->index));
        if (is_walked(walks, resource) && planned->is_streamed)
            all = both(emitter, all, emit_format(emitter, "r%d_streams == 0", resource->index));
    }
    return all;
}

static const char *all_tests(Emitter *emitter, const PlanWalks *walks)
{
    const char *all = walks->is_of_small ? small_test(emitter, walks) : NULL;
    if (walks->compare != NULL)
        all = both(emitter, all, emit_format(emitter, "turns%U >= %d", walks->least_turns));
    for (int i = 0; i < walks->guards.count; i++)
        all = both(emitter, all, guard_test(emitter, walks, walks->guards.items[i]));
    for (int i = 0; i < walks->items.count; i++)
        all = both(emitter, all, walk_test(emitter, walks, &walks->items.items[i]));
    for (int i = 0; i < walks->clamps.count; i++)
        all = both(emitter, all, clamp_test(emitter, walks, walks->clamps.items[i]));
    return all;
}

void emit_if_inside(Emitter *emitter, const PlanStep *step)
{
    const PlanWalks *walks = step->walks;
    if (walks == NULL) { /* of a part of the call */
        emit_open(emitter, "if (parts.is_inside) {");
        return;
    }
    if (walks->compare != NULL)
        declare_turns(emitter, walks);
    if (walks->mask != 0)
        declare_lanes(emitter, walks);
    const char *all = all_tests(emitter, walks);
    /* of large ones the other way is the usual one */
    emit_open(emitter, walks->is_of_small ? "if (%s) {" : "if (WCC_LIKELY(%s)) {", all);
}

void emit_parts(Emitter *emitter, const PlanStep *step)
{
    emit_line(emitter, "WccParts parts = {.first = group_x, .end = group_end};");
    emit_line(emitter, "while (wcc_next_cut(&parts, &group_x, &group_end) && !(%s));", all_tests(emitter, step->walks));
    emit_open(emitter, "for (wcc_first_part(&parts, &group_x, &group_end); group_x < parts.end; wcc_next_part(&parts, &group_x, &group_end)) {");
}

/* All groups of the call go past the row, of whose waves there may be others. */
void emit_unless_row(Emitter *emitter, const PlanStep *step)
{
    emit_line(emitter, "if (!%n) %s;", step->value, emitter->plan->waves_in_row == 1 ? "break" : "continue");
}

/* By the function that is there for groups that are left over, which come one by one. */
void emit_not_joined(Emitter *emitter, const PlanStep *step)
{
    int groups = emitter->kernel->joined;
    (void)step;
    emit_line(emitter, "for (uint32_t own = group_x * %d; own < group_end * %d; own++)", groups, groups);
    emit_line(emitter, "    %s_groups(dispatch, scratch, own, own + 1, group_y, group_z);",
              emit_own_name(emitter->scratch, emitter->kernel));
}
