/* Operations across the lanes of a wave, and hidden counters. The functions are wcc_wave.h's.
 * Masks, the pieces of an i1, are all ones where true; halves are floats that are rounded again. */
#include "emit_priv.h"

static IrScalar operand_type(const PlanStep *step) { return step->instr->operands[0]->type.scalar; }

/* A sum or product of halves is rounded once, when it is complete. */
static bool needs_rounding(const IrInstr *instr)
{
    return instr->type.scalar == IR_F16 && (instr->combine == IR_fadd || instr->combine == IR_fmul);
}

const char *emit_active_or_zero(Emitter *emitter, const PlanStep *step)
{
    return emit_format(emitter, "only_%v(%k, %p)", operand_type(step), step->mask, step->instr->operands[0]);
}

/* The value is the same in all lanes, but may be wanted in pieces. */
static void define(Emitter *emitter, const PlanStep *step, const char *expression)
{
    IrScalar type = step->instr->type.scalar;
    if (type == IR_I1)
        expression = emit_format(emitter, "(%s) != 0", expression);
    if (needs_rounding(step->instr))
        expression = emit_format(emitter, "round_f16_f32(%s)", expression);
    if (!plan_is_vector(emitter->plan, step->instr)) {
        emit_line(emitter, "const %T %I = %s;", expression);
        return;
    }
    emit_declare(emitter, step->instr);
    emit_each_piece(emitter, "%I[p] = splat_%sx%l(%s);", type == IR_I1 ? "mask" : emit_suffix(type),
                    expression);
}

/* The operand's true lanes among the active ones, as pieces of a fresh mask. */
static const char *active_where(Emitter *emitter, const PlanStep *step)
{
    const char *name = emit_format(emitter, "on%d", step->labels[0]);
    emit_line(emitter, "i32x%l %s[%P];", name);
    emit_each_piece(emitter, "%s[p] = %k & %p;", name, step->mask, step->instr->operands[0]);
    return name;
}

static void round_pieces(Emitter *emitter, const PlanStep *step)
{
    if (needs_rounding(step->instr))
        emit_each_piece(emitter, "%I[p] = round_f16_f32x%l(%I[p]);");
}

/* ---- of rows ---- */

void emit_set_aside(Emitter *emitter, const PlanStep *step)
{
    emit_line(emitter, "%v parts%U[%d];", step->instr->type.scalar, emitter->kernel->wave_size);
}

/* One machine vector of it. */
static void emit_set_part(Emitter *emitter, const PlanStep *step)
{
    emit_line(emitter, "parts%u[lane] = piece_%s_%v(%s, %m, %P);", step->set_aside_for->id, op_info(step->instr->combine)->name,
              operand_type(step), emit_operand(emitter, 0), step->mask);
}

void emit_put_together(Emitter *emitter, const PlanStep *step)
{
    emit_line(emitter, "transposed_%s_%v(%I, parts%U, %P);", op_info(step->combine)->name, step->instr->type.scalar);
    if (step->value != NULL)
        emit_each_piece(emitter, "%I[p] = %p + %I[p];", step->value);
}

/* ---- reductions, prefixes ---- */

static void emit_reduce(Emitter *emitter, const PlanStep *step)
{
    if (step->set_aside_for != NULL) {
        emit_set_part(emitter, step);
        return;
    }
    define(emitter, step,
           emit_format(emitter, "reduce_%s_%v(%s, %m, %P)", op_info(step->instr->combine)->name,
                       operand_type(step), emit_operand(emitter, 0), step->mask));
}

static void emit_prefix(Emitter *emitter, const PlanStep *step)
{
    emit_declare(emitter, step->instr);
    emit_line(emitter, "prefix_%s_%v(%I, %s, %m, %P);", op_info(step->instr->combine)->name,
              operand_type(step), emit_operand(emitter, 0), step->mask);
    round_pieces(emitter, step);
}

static void emit_multi_prefix(Emitter *emitter, const PlanStep *step)
{
    emit_declare(emitter, step->instr);
    emit_line(emitter, "multi_prefix_%s_%v(%I, %s, %s, %s, %s, %s, %m, %P);", op_info(step->instr->combine)->name,
              operand_type(step), emit_operand(emitter, 0), emit_operand(emitter, 1), emit_operand(emitter, 2),
              emit_operand(emitter, 3), emit_operand(emitter, 4), step->mask);
    round_pieces(emitter, step);
}

static int step_of(Emitter *emitter, const IrInstr *value)
{
    return plan_form(emitter->plan, value) == FORM_LINEAR ? value->shape.stride : 0;
}

/* Lane 0, or the wave's last one. */
static const char *end_of(Emitter *emitter, const IrInstr *value, bool is_last)
{
    uint32_t way = (uint32_t)step_of(emitter, value) * (uint32_t)(emitter->kernel->wave_size - 1);
    return is_last && way != 0 ? emit_format(emitter, "(%n + %d)", value, (int32_t)way)
                               : emit_format(emitter, "%n", value);
}

/* From one end of the wave to the other `value` does not pass the greatest number. */
static const char *keeps_order(Emitter *emitter, const IrInstr *value, bool is_signed)
{
    bool falls = step_of(emitter, value) < 0;
    return emit_format(emitter, is_signed ? "(%s <= %s)" : "((uint32_t)%s <= (uint32_t)%s)",
                       end_of(emitter, value, falls), end_of(emitter, value, !falls));
}

/* That the number on one side is that of no lane on the other, or of one: how far it is from lane 0
 * to there. */
static const char *vote_by_distance(Emitter *emitter, const IrInstr *condition)
{
    bool is_left = step_of(emitter, condition->operands[0]) != 0;
    const IrInstr *steps = condition->operands[!is_left], *bound = condition->operands[is_left];
    bool falls = step_of(emitter, steps) < 0;
    return emit_format(emitter, "((uint32_t)%n - (uint32_t)%n %s %d)", falls ? steps : bound,
                       falls ? bound : steps, condition->op == IR_ine ? ">=" : "<",
                       emitter->kernel->wave_size);
}

/* Whether it holds in all lanes, or in any, by one lane of each comparison: where the right side
 * gains on the left one, what holds in lane 0 holds in all. */
static const char *vote_by_ends(Emitter *emitter, IrOp vote, const IrInstr *condition)
{
    const IrInstr *left = condition->operand_count == 2 ? condition->operands[0] : NULL;
    if (plan_is_uniform(emitter->plan, condition))
        return emit_scalar(emitter, condition);
    const IrInstr *right = condition->operands[1];
    if (condition->op == IR_iand || condition->op == IR_ior)
        return emit_format(emitter, "(%s %s %s)", vote_by_ends(emitter, vote, left),
                           condition->op == IR_iand ? "&" : "|",
                           vote_by_ends(emitter, vote, right));
    if (condition->op == IR_ieq || condition->op == IR_ine)
        return vote_by_distance(emitter, condition);
    bool gains = step_of(emitter, right) > step_of(emitter, left);
    bool is_last = gains != (vote == IR_wave_all);
    const char *holds = emit_integer(emitter, condition, end_of(emitter, left, is_last),
                                     end_of(emitter, right, is_last));
    const IrInstr *wraps = plan_wraps_in_vote(emitter->plan, condition);
    if (wraps == NULL)
        return holds;
    bool is_signed = condition->op == IR_slt || condition->op == IR_sle;
    return emit_format(emitter, "(%s & %s)", keeps_order(emitter, wraps, is_signed), holds);
}

static void emit_any(Emitter *emitter, const PlanStep *step)
{
    if (step->ends == ENDS_TELL) {
        define(emitter, step, vote_by_ends(emitter, IR_wave_any, step->instr->operands[0]));
        return;
    }
    define(emitter, step, emit_format(emitter, "any_x%l(%s, %P)", active_where(emitter, step)));
}

/* A name of what says whether an active lane is not true. */
static const char *some_are_off(Emitter *emitter, const PlanStep *step)
{
    const char *off = emit_format(emitter, "off%d", step->labels[0]); /* active, and not true */
    emit_line(emitter, "i32x%l %s[%P];", off);
    emit_each_piece(emitter, "%s[p] = %k & ~%p;", off, step->mask, step->instr->operands[0]);
    return emit_format(emitter, "any_x%l(%s, %P)", off);
}

static void emit_all(Emitter *emitter, const PlanStep *step)
{
    if (step->ends == ENDS_TELL) {
        define(emitter, step, vote_by_ends(emitter, IR_wave_all, step->instr->operands[0]));
        return;
    }
    if (step->ends == ENDS_UNASKED) {
        define(emitter, step, emit_format(emitter, "!%s", some_are_off(emitter, step)));
        return;
    }
    const char *all = emit_format(emitter, "all%d", step->labels[0]);
    emit_line(emitter, "int %s = %s;", all, vote_by_ends(emitter, IR_wave_all, step->instr->operands[0]));
    emit_open(emitter, "if (!%s) {", all);
    emit_line(emitter, "%s = !%s;", all, some_are_off(emitter, step));
    emit_close(emitter);
    define(emitter, step, all);
}

static void emit_count(Emitter *emitter, const PlanStep *step)
{
    define(emitter, step, emit_format(emitter, "count_x%l(%s, %P)", active_where(emitter, step)));
}

static void emit_ballot(Emitter *emitter, const PlanStep *step)
{
    const char *on = active_where(emitter, step);
    for (int word = 0; word < 4; word++) {
        const char *bits = word * 32 < emitter->kernel->wave_size
                               ? emit_format(emitter, "ballot_x%l(%s, %P, %d)", on, word)
                               : "0";
        emit_line(emitter, "const int32_t v%U_%d = %s;", word, bits);
    }
}

/* Linear when all lanes count: its value in lane 0 is 0. */
static void emit_prefix_count(Emitter *emitter, const PlanStep *step)
{
    if (!plan_is_vector(emitter->plan, step->instr)) {
        emit_line(emitter, "const int32_t %I = 0;");
        return;
    }
    const char *on = active_where(emitter, step);
    emit_declare(emitter, step->instr);
    emit_line(emitter, "prefix_count_x%l(%I, %s, %P);", on);
}

static void emit_all_equal(Emitter *emitter, const PlanStep *step)
{
    define(emitter, step,
           emit_format(emitter, "all_equal_%v(%s, %m, %P)", operand_type(step),
                       emit_operand(emitter, 0), step->mask));
}

static void emit_is_first(Emitter *emitter, const PlanStep *step)
{
    emit_declare(emitter, step->instr);
    emit_line(emitter, "const int32_t first%U = first_x%l(%m, %P);", step->mask);
    emit_each_piece(emitter, "%I[p] = linear_i32x%l(p * %l, 1) == splat_i32x%l(first%U);");
}

static void emit_read_first(Emitter *emitter, const PlanStep *step)
{
    define(emitter, step,
           emit_format(emitter, "lane_%v(%s, %P, first_x%l(%m, %P))", operand_type(step),
                       emit_operand(emitter, 0), step->mask));
}

static void emit_read_lane(Emitter *emitter, const PlanStep *step)
{
    if (step->move.kind != MOVE_NONE && step->move.kind != MOVE_ONE) {
        emit_lane_move(emitter, step);
        return;
    }
    const char *value = emit_operand(emitter, 0), *lane = emit_operand(emitter, 1);
    if (step->move.kind == MOVE_ONE) {
        int lane = step->move.by, lanes = emitter->plan->lanes;
        emit_line(emitter, "const %T %I = %s[%d][%d];", value, lane / lanes, lane % lanes);
        return;
    }
    if (step->operands[1].role == AS_IT_IS) {
        define(emitter, step,
               emit_format(emitter, "read_%v(%s, %m, %P, %s)", operand_type(step), value,
                           step->mask, lane));
        return;
    }
    emit_declare(emitter, step->instr);
    emit_line(emitter, "shuffle_%v(%I, %s, %m, %P, %s);", operand_type(step), value, step->mask,
              lane);
}

static void emit_match(Emitter *emitter, const PlanStep *step)
{
    emit_declare(emitter, step->instr);
    emit_line(emitter, "match_%v(v%U_0, v%U_1, v%U_2, v%U_3, %s, %m, %P);", operand_type(step),
              emit_operand(emitter, 0), step->mask);
}

/* The lane below, or above, is in this vector or in another one of the wave. */
static void emit_below(Emitter *emitter, const PlanStep *step, const char *active, const char *format)
{
    IrScalar type = operand_type(step);
    int down = ir_lanes_down_quad(emitter->kernel), lanes = emitter->plan->lanes;
    const char *below = emit_format(emitter, "quad_down_%v(%s, %d)", type, active, down);
    if (down >= lanes) {
        emit_line(emitter, "%v read%U[%P];", type);
        emit_each_piece(emitter, "read%U[p] = %s;", active);
        below = emit_format(emitter, "read%U[p ^ %d]", down / lanes);
    }
    emit_each_piece(emitter, format, below);
}

/* Quads whose lower lanes are in the next row. */
static void emit_quad_of_rows(Emitter *emitter, const PlanStep *step, const char *active)
{
    IrScalar type = operand_type(step);
    int direction = step->instr->immediate, down = ir_lanes_down_quad(emitter->kernel);
    if (direction == QUAD_LANE)
        emit_below(emitter, step, active,
                   emit_format(emitter, "%%I[p] = quad_of_rows_%v(%s, %%s, %p, p * %l, %d);", type, active,
                               step->instr->operands[1], down));
    else if (direction == QUAD_X)
        emit_each_piece(emitter, "%I[p] = quad_x_%v(%s);", type, active);
    else if (direction == QUAD_Y)
        emit_below(emitter, step, active, "%I[p] = %s;");
    else
        emit_below(emitter, step, active, emit_format(emitter, "%%I[p] = quad_x_%v(%%s);", type));
}

/* Reading an inactive lane gives 0. */
static void emit_quad_read(Emitter *emitter, const PlanStep *step)
{
    static const char *const DIRECTIONS[] = {"lane", "x", "y", "diagonal"};
    const IrInstr *instr = step->instr;
    IrScalar type = operand_type(step);
    const char *active = emit_active_or_zero(emitter, step);
    const char *lane =
        instr->immediate == 0 ? emit_format(emitter, ", %p", instr->operands[1]) : "";
    emit_declare(emitter, instr);
    if (emitter->kernel->order.kind == IR_ORDER_QUAD_ROWS) {
        emit_quad_of_rows(emitter, step, active);
        return;
    }
    emit_each_piece(emitter, "%I[p] = quad_%s_%v(%s%s);", DIRECTIONS[instr->immediate], type,
                    active, lane);
}

/* One addition for the wave; each active lane takes its own number in lane order. Append counts up
 * and takes the old values, consume counts down and takes the new ones. */
static void emit_counter(Emitter *emitter, const PlanStep *step)
{
    bool up = step->instr->immediate > 0;
    const char *lanes = step->mask == 0 ? emit_format(emitter, "%d", emitter->kernel->wave_size)
                                        : emit_format(emitter, "count_x%l(%m, %P)", step->mask);
    const char *counter =
        emit_resource_field(emitter, step->instr->resource, step->labels[0], "counter");
    emit_declare_row(emitter, step->instr, step->labels[0]);
    emit_line(emitter, "const int32_t lanes%U = %s;", lanes);
    emit_line(emitter,
              up ? "const int32_t first%U = wcc_count(%s, lanes%U);"
                 : "const int32_t first%U = wcc_count(%s, -lanes%U) - 1;",
              counter);
    if (!plan_is_vector(emitter->plan, step->instr)) {
        emit_line(emitter, "const int32_t %I = first%U;");
        return;
    }
    if (emitter->plan->values[step->instr->id].is_cold)
        return;
    emit_declare(emitter, step->instr);
    emit_line(emitter, "prefix_count_x%l(%I, %m, %P);", step->mask);
    emit_each_piece(emitter, "%I[p] = splat_i32x%l(first%U) %c %I[p];", up ? '+' : '-');
}

void emit_cross_lane(Emitter *emitter, const PlanStep *step)
{
    static EmitOperation *const WRITERS[IR_OP_COUNT] = {
        [IR_wave_reduce] = emit_reduce,
        [IR_wave_prefix] = emit_prefix,
        [IR_wave_any] = emit_any,
        [IR_wave_all] = emit_all,
        [IR_wave_ballot] = emit_ballot,
        [IR_wave_count] = emit_count,
        [IR_wave_prefix_count] = emit_prefix_count,
        [IR_wave_all_equal] = emit_all_equal,
        [IR_wave_is_first] = emit_is_first,
        [IR_wave_read_first] = emit_read_first,
        [IR_wave_read_lane] = emit_read_lane,
        [IR_wave_match] = emit_match,
        [IR_wave_multi_prefix] = emit_multi_prefix,
        [IR_quad_read] = emit_quad_read,
        [IR_counter] = emit_counter,
    };
    WRITERS[step->instr->op](emitter, step);
}
