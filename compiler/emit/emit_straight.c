/* Values that step over the whole wave unless they meet a bound (plan_straight.c): `first5`, what
 * lane 0 has, and `straight5`, whether all lanes step from there; and accesses by them.
 *
 * A maximum, remainder or the like of what steps from `first` is that itself, or steps likewise,
 * where the wave's first and last lane meet no bound (wcc_straight.h). */
#include "emit_access.h"

static bool has_condition(Emitter *emitter, const IrInstr *value)
{
    return plan_is_vector(emitter->plan, value);
}

/* From lane 0 to the last. */
static int span_of(Emitter *emitter, const IrInstr *value)
{
    int step = 0;
    plan_steps_over_wave(emitter->plan, value, &step);
    return step * (emitter->kernel->wave_size - 1);
}

/* ---- choices ---- */

static bool is_equality(IrOp op) { return op == IR_ieq || op == IR_ine; }

/* Of a comparison, in lane 0 or, `first` lanes later, the last one. */
static const char *comparison(Emitter *emitter, const IrInstr *condition, bool of_last)
{
    const char *text[2];
    for (int i = 0; i < 2; i++) {
        int span = of_last ? span_of(emitter, condition->operands[i]) : 0;
        text[i] = emit_first(emitter, condition->operands[i]);
        if (span != 0)
            text[i] = emit_format(emitter, "(%s + %d)", text[i], span);
    }
    return emit_integer(emitter, condition, text[0], text[1]);
}

/* All lanes choose alike, as far as the plan knows the side that steps. */
static const char *choice_condition(Emitter *emitter, const IrInstr *select)
{
    const IrInstr *condition = select->operands[0];
    int stepping = span_of(emitter, condition->operands[0]) != 0 ? 0 : 1;
    int side = plan_expected_side(emitter->plan, select);
    const char *first = emit_first(emitter, condition->operands[stepping]),
               *bound = emit_first(emitter, condition->operands[1 - stepping]);
    int span = span_of(emitter, condition->operands[stepping]);
    if (is_equality(condition->op)) {
        bool expects_none = side == 0 || (side == 1) == (condition->op == IR_ine);
        return expects_none ? emit_format(emitter, "wcc_avoids(%s, %d, %s)", first, span, bound)
                            : "0";
    }
    bool is_signed = condition->op == IR_slt || condition->op == IR_sle;
    const char *ends = emit_format(emitter, "%s == %s", comparison(emitter, condition, false),
                                   comparison(emitter, condition, true));
    if (side != 0)
        ends = emit_format(emitter, "%s && %s == %d", ends, comparison(emitter, condition, false),
                           side == 1);
    return emit_format(emitter, "wcc_runs_%s(%s, %d) && %s", is_signed ? "signed" : "unsigned",
                       first, span, ends);
}

static const char *chosen_first(Emitter *emitter, const IrInstr *select)
{
    int side = plan_expected_side(emitter->plan, select);
    const char *left = emit_first(emitter, select->operands[1]),
               *right = emit_first(emitter, select->operands[2]);
    if (side != 0)
        return side == 1 ? left : right;
    return emit_format(emitter, "%s ? %s : %s", comparison(emitter, select->operands[0], false),
                       left, right);
}

/* ---- all others ---- */

static const char *bound_condition(Emitter *emitter, const IrInstr *value)
{
    int stepping = span_of(emitter, value->operands[0]) != 0 ? 0 : 1;
    int span = span_of(emitter, value->operands[stepping]);
    const char *first = emit_first(emitter, value->operands[stepping]),
               *bound = emit_first(emitter, value->operands[1 - stepping]);
    switch (value->op) {
    case IR_imin:
    case IR_imax:
    case IR_umin:
    case IR_umax:
    case IR_iand:
    case IR_udiv:
    case IR_urem:
    case IR_ushr:
    case IR_sshr:
        return span == 0 ? NULL
                         : emit_format(emitter, "wcc_keeps_%s(%s, %d, %s)",
                                       op_info(value->op)->name, first, span, bound);
    default: return NULL;
    }
}

/* What those that it is computed of ask, and its own. */
static const char *condition_of(Emitter *emitter, const IrInstr *value)
{
    const IrInstr *compared = value->op == IR_select ? value->operands[0] : NULL;
    const char *test = NULL;
    for (int i = 0; compared != NULL && i < 2; i++)
        if (has_condition(emitter, compared->operands[i]))
            test = emit_and(emitter, test,
                            emit_format(emitter, "straight%u", compared->operands[i]->id));
    for (int i = compared != NULL; i < value->operand_count; i++)
        if (has_condition(emitter, value->operands[i]))
            test =
                emit_and(emitter, test, emit_format(emitter, "straight%u", value->operands[i]->id));
    const char *own = compared != NULL ? choice_condition(emitter, value)
                                       : bound_condition(emitter, value);
    test = emit_and(emitter, test, own);
    return test != NULL ? test : "1";
}

static const char *first_lane(Emitter *emitter, const IrInstr *value)
{
    if (value->op == IR_select)
        return chosen_first(emitter, value);
    return emit_integer(emitter, value, emit_first(emitter, value->operands[0]),
                        emit_first(emitter, value->operands[1]));
}

void emit_straight(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *value = step->instr;
    emit_line(emitter, "const int32_t first%u = %s;", value->id, first_lane(emitter, value));
    emit_line(emitter, "const int straight%u = %s;", value->id, condition_of(emitter, value));
}

/* ---- accesses ---- */

static const char *and_straight(Emitter *emitter, const IrInstr *place, const char *test)
{
    return place == NULL || !has_condition(emitter, place)
               ? test
               : emit_and(emitter, test, emit_format(emitter, "straight%u", place->id));
}

static const char *first_row(Emitter *emitter, const IrInstr *place)
{
    return place == NULL ? NULL : emit_format(emitter, "(uint32_t)%s", emit_first(emitter, place));
}

/* That the wave steps in one row, as `wave` then has it. */
static const char *straight_test(Emitter *emitter, const Access *access, Access *wave)
{
    const PlanAccess *planned = access->planned;
    const char *test = and_straight(emitter, planned->index, NULL);
    test = and_straight(emitter, planned->lane_row, test);
    test = and_straight(emitter, planned->lane_slice, test);
    *wave = emit_shift_by_row(emitter, access, first_row(emitter, planned->lane_row),
                              first_row(emitter, planned->lane_slice), &test);
    return test;
}

/* And that it is inside. */
static const char *row_test(Emitter *emitter, const Access *access, Access *wave)
{
    const char *test = straight_test(emitter, access, wave);
    return emit_and(emitter, test, emit_wave_inside(emitter, access));
}

/* Some words apart: each piece out of the vectors that its lanes lie in, or lane by lane from there. */
static void access_steps(Emitter *emitter, const Access *wave)
{
    emit_open_pieces(emitter);
    emit_run_of_steps(emitter, wave);
    emit_close_pieces(emitter);
}

typedef void EmitWave(Emitter *emitter, const Access *wave);

/* Up to the end, accesses follow. */
void emit_together(Emitter *emitter, const PlanStep *step)
{
    const PlanStep *loads = step + 1;
    const char *test = NULL;
    Access wave;
    int count = 0;
    for (; loads[count].kind == STEP_access; count++) {
        Access access = emit_locate(emitter, &loads[count]);
        if (!emit_is_declared(emitter, loads[count].instr))
            emit_declare(emitter, loads[count].instr);
        test = emit_and(emitter, test, row_test(emitter, &access, &wave));
    }
    emit_open(emitter, "if (WCC_LIKELY(%s)) {", test);
    for (int i = 0; i < count; i++) {
        Access access = emit_locate(emitter, &loads[i]);
        row_test(emitter, &access, &wave);
        emit_begin_first_pieces(emitter, access.planned);
        emit_row(emitter, &wave);
        emit_end_first_pieces(emitter);
    }
    emit_else(emitter);
}

static void access_where_straight(Emitter *emitter, const Access *access, EmitWave *access_wave)
{
    Access wave;
    const char *test = row_test(emitter, access, &wave);
    if (access->planned->is_walked) {
        access_wave(emitter, &wave);
        return;
    }
    emit_open(emitter, "if (WCC_LIKELY(%s)) {", test);
    access_wave(emitter, &wave);
    emit_else(emitter);
    (access->planned->clamp.chain != NULL ? emit_clamped : emit_rare_attempts)(emitter, access);
    emit_close(emitter);
}

void emit_access_straight(Emitter *emitter, const Access *access)
{
    if (access->planned->padded != NULL)
        emit_padded(emitter, access);
    else
        access_where_straight(emitter, access, emit_row);
}

void emit_access_straight_steps(Emitter *emitter, const Access *access)
{
    access_where_straight(emitter, access, access_steps);
}

/* All lanes at one place. */
void emit_access_same(Emitter *emitter, const Access *access)
{
    Access wave;
    const char *test = straight_test(emitter, access, &wave);
    const char *inside = emit_first_inside(emitter, &wave);
    emit_open(emitter, "if (WCC_LIKELY(%s)) {",
              inside != NULL ? emit_and(emitter, test, inside) : test);
    emit_load_place(emitter, &wave);
    emit_else(emitter);
    (access->planned->two.source != NULL ? emit_two_places : emit_attempts)(emitter, access);
    emit_close(emitter);
}
