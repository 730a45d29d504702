/* A kernel's steps, each by its template, in their order. */
#include "emit_priv.h"

/* ---- steps of more than a template ---- */

/* The arrays of what leaves the run, then the loop over the pieces. */
static void emit_run(Emitter *emitter, const PlanStep *step)
{
    const PlanStep *run = step;
    for (step++; step->kind != STEP_end_run; step++) {
        bool is_second = step->numbers != NULL; /* of the two that make it */
        if (step->kind != STEP_piece || is_second)
            continue;
        emit_at(emitter, step->pos);
        if (emitter->plan->values[step->instr->id].is_array &&
            !emit_is_declared(emitter, step->instr))
            emit_line(emitter, "%v %i[%P];", step->instr->type.scalar, step->instr);
    }
    emit_at(emitter, run->pos);
    emit_open_pieces(emitter);
}

typedef VEC(const char *) Pieces;

/* Of an element in the order of memory, of which any part asks, all vectors, once. */
static void add_asked(Emitter *emitter, Pieces *pieces, const PlanNumbers *numbers, int at)
{
    int part = 0, other = 0;
    const PlanElement *element = plan_element_of(emitter->plan, numbers->values.items[at], &part);
    for (int i = 0; i < at && element != NULL; i++)
        if (plan_element_of(emitter->plan, numbers->values.items[i], &other) == element)
            return;
    if (element == NULL)
        vec_push(emitter->scratch, pieces, emit_piece(emitter, numbers->values.items[at]));
    for (int i = 0; element != NULL && i < element->count; i++)
        vec_push(emitter->scratch, pieces, emit_part(emitter, numbers->values.items[at], i));
}

/* Two at a time. */
static void emit_numbers(Emitter *emitter, const PlanStep *step)
{
    Pieces pieces = {0};
    for (int i = 0; i < step->numbers->values.count; i++)
        add_asked(emitter, &pieces, step->numbers, i);
    for (int i = 0; i < pieces.count; i += 2)
        emit_line(emitter, "%s are_numbers_f32x%l(%s, %s);",
                  i == 0 ? emit_format(emitter, "i32x%l numbers =") : "numbers &=", pieces.items[i],
                  pieces.items[i + 1 < pieces.count ? i + 1 : i]);
    emit_open(emitter, "if (WCC_LIKELY(all_x%l(&numbers, 1))) {");
}

static void emit_end_run(Emitter *emitter, const PlanStep *step)
{
    (void)step;
    emit_close_pieces(emitter);
}

/* What stands inside is of piece `p` alone. */
static void emit_pieces_of_loop(Emitter *emitter, const PlanStep *step)
{
    (void)step;
    emit_open_pieces(emitter);
    emitter->is_in_piece = true;
}

static void emit_end_pieces_of_loop(Emitter *emitter, const PlanStep *step)
{
    (void)step;
    emitter->is_in_piece = false;
    emit_close_pieces(emitter);
}

static void emit_declared(Emitter *emitter, const PlanStep *step)
{
    emit_declare(emitter, step->instr);
}

static void emit_clear(Emitter *emitter, const PlanStep *step)
{
    if (plan_is_vector(emitter->plan, step->instr))
        emit_each_piece(emitter, "%I[p] = (%v){0};", step->instr->type.scalar);
    else
        emit_line(emitter, "%I = 0;");
}

static void emit_spread(Emitter *emitter, const PlanStep *step)
{
    if (step->access != NULL) {
        emit_row_for_lanes(emitter, step);
        return;
    }
    emit_line(emitter, "%v spread%d[%P];", step->value->type.scalar, step->number);
    emit_each_piece(emitter, "spread%d[p] = %p;", step->number, step->value);
}

static void emit_save(Emitter *emitter, const PlanStep *step)
{
    if (!plan_is_vector(emitter->plan, step->instr)) {
        emit_line(emitter, "const %T old%d_%I = %I;", step->number);
        return;
    }
    emit_line(emitter, "%v old%d_%I[%P];", step->instr->type.scalar, step->number);
    emit_each_piece(emitter, "old%d_%I[p] = %I[p];", step->number);
}

static void emit_start_next(Emitter *emitter, const PlanStep *step)
{
    if (!plan_is_vector(emitter->plan, step->instr)) {
        emit_line(emitter, "%T next_%I = %I;");
        return;
    }
    emit_line(emitter, "%v next_%I[%P];", step->instr->type.scalar);
    emit_each_piece(emitter, "next_%I[p] = %I[p];");
}

static void emit_take_next(Emitter *emitter, const PlanStep *step)
{
    if (plan_is_vector(emitter->plan, step->instr))
        emit_each_piece(emitter, "%I[p] = next_%I[p];");
    else
        emit_line(emitter, "%I = next_%I;");
}

static void emit_set_mask(Emitter *emitter, const PlanStep *step)
{
    static const char *const TEMPLATES[] = {
#define MASK(name, words, text) text ";",
#include "plan/mask.def"
#undef MASK
    };
    emit_each_piece(emitter, TEMPLATES[step->rule]);
}

static void emit_turn(Emitter *emitter, const PlanStep *step)
{
    const char *name = emit_format(emitter, "waits%U");
    SourcePlace place = emit_source_place(emitter, step->instr->pos);
    place.column = 0; /* IR text knows none */
    emit_place(emitter, name, place);
    emit_line(emitter, "wcc_turn(&turns%U, dispatch, &%s);", name);
}

static void emit_begin_wave(Emitter *emitter)
{
    if (emit_is_shown(emitter))
        emit_line(emitter, "wcc_begin_wave(dispatch, wave);\nhlsl.wave = (uint32_t)wave;");
}

/* In C the group's x is a variable of the loop, too. */
static void emit_rows(Emitter *emitter, const PlanStep *step)
{
    (void)step;
    uint32_t rows = ir_group_rows(emitter->kernel);
    emit_line(emitter, "const uint32_t first_group = group_x;");
    emit_line(emitter, "for (int32_t row = 0; row < %d; row++)", rows);
    emit_open(emitter, "for (uint32_t group_x = first_group; group_x < group_end; group_x++) {");
}

static void emit_waves_of_row(Emitter *emitter)
{
    int waves = emitter->plan->waves_in_row;
    if (waves > 1)
        emit_open(emitter, "for (int32_t wave = row * %d; wave < row * %d + %d; wave++) {", waves, waves,
                  waves);
    else
        emit_open(emitter, "{\n    const int32_t wave = row;");
}

static void emit_waves(Emitter *emitter, const PlanStep *step)
{
    if (emitter->plan->waves_in_row > 0) {
        emit_waves_of_row(emitter);
        return;
    }
    int waves = ir_waves_through(emitter->kernel, step->instr);
    bool is_down = step->instr->immediate == WAVES_DOWN;
    if (!emitter->module->schedules || is_down) {
        emit_open(emitter,
                  is_down ? "for (int32_t wave = %d - 1; wave >= 0; wave--) {"
                          : "for (int32_t wave = 0; wave < %d; wave++) {",
                  waves);
        emit_begin_wave(emitter);
        return;
    }
    emit_line(emitter, "uint16_t order%U[%d];", waves);
    emit_line(emitter,
              "wcc_order_waves(order%U, %d, dispatch, group_x, group_y, group_z, stretch++);",
              waves);
    emit_open(emitter, "for (int32_t turn%U = 0; turn%U < %d; turn%U++) {", waves);
    emit_line(emitter, "const int32_t wave = order%U[turn%U];");
    emit_begin_wave(emitter);
}

static void emit_known_lanes(Emitter *emitter, const PlanLanes *lanes)
{
    int step = plan_step_of_lanes(lanes), last = lanes->lanes[lanes->count - 1];
    if (step != 0) {
        emit_open(emitter, "for (int32_t lane = %d; lane <= %d; lane += %d) {", lanes->lanes[0],
                  last, step);
        return;
    }
    const char *all = "";
    for (int i = 0; i < lanes->count; i++)
        all = emit_format(emitter, "%s%s%d", all, i == 0 ? "" : ", ", lanes->lanes[i]);
    emit_line(emitter, "static const uint8_t lanes%U[] = {%s};", all);
    emit_open(emitter, "for (int32_t of_lanes = 0; of_lanes < %d; of_lanes++) {", lanes->count);
    emit_line(emitter, "const int32_t lane = lanes%U[of_lanes];");
}

/* By the bits of a mask, 64 lanes after the other: where each loop of them ends nobody foresees. */
static void emit_lanes(Emitter *emitter, const PlanStep *step)
{
    if (step->a == 0) {
        emit_open(emitter, "for (int32_t lane = 0; lane < %d; lane++) {",
                  emitter->kernel->wave_size);
        return;
    }
    if (step->lanes != NULL) {
        emit_known_lanes(emitter, step->lanes);
        return;
    }
    int words = (emitter->kernel->wave_size + 63) / 64;
    emit_line(emitter, "uint64_t on%U[%d] = {0};", words);
    emit_each_piece(emitter, "on%U[p * %l / 64] |= (uint64_t)bitsx%l(%A) << (p * %l & 63);");
    if (words > 1)
        emit_line(emitter, "for (int32_t word = 0; word < %d; word++)", words);
    emit_open(emitter, "for (uint64_t on = on%U[%s]; on != 0; on &= on - 1) {", words > 1 ? "word" : "0");
    emit_line(emitter, "const int32_t lane = %s__builtin_ctzll(on);", words > 1 ? "word * 64 + " : "");
}

static void emit_of_lane(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *value = step->instr->operands[0];
    bool is_linear = plan_form(emitter->plan, value) == FORM_LINEAR;
    if (plan_is_uniform(emitter->plan, value))
        emit_line(emitter, "const %T %I = %n;", value);
    else if (is_linear)
        emit_line(emitter, "const %T %I = %n + lane * %d;", value, value->shape.stride);
    else if (plan_is_thread_id(emitter->plan, value))
        emit_line(emitter, "const %T %I = %s;", emit_thread_id(emitter, value, "lane"));
    else
        emit_line(emitter, "const %T %I = ((const %T *)spread%d)[lane]%s;", step->number,
                  value->type.scalar == IR_I1 ? " != 0" : "");
}

static void emit_set_lane(Emitter *emitter, const PlanStep *step)
{
    emit_line(emitter, "((%T *)%I)[lane] = %s%N;",
              step->instr->type.scalar == IR_I1 ? "-" : "");
}

static void emit_loop(Emitter *emitter, const PlanStep *step)
{
    emit_open(emitter, step->is_rolled ? "WCC_IN_TURNS {" : "for (;;) {");
}

/* Vectors of two registers, and of half a one, are left alone. */
static void emit_settle(Emitter *emitter, const PlanStep *step)
{
    IrType type = step->instr->type;
    bool is_register = op_scalar_bits(type.scalar) <= 32 && type.scalar != IR_I16;
    for (int c = 0; c < type.components && is_register; c++)
        emit_line(emitter, "settle_%v(&%s[p]);", type.scalar, emit_name(emitter, step->instr, c));
}

static void emit_locals(Emitter *emitter, const PlanStep *step)
{
    emit_stretch_locals(emitter, step->instr);
}

/* Labels stand at the line's start, and belong to no line of the HLSL. */
static void emit_label(Emitter *emitter, const PlanStep *step)
{
    const char *text = emit_format(emitter, "%G:;\n");
    (void)step;
    text_add(emitter->out, text, strlen(text));
}

static void emit_end_taps(Emitter *emitter, const PlanStep *step) { (void)emitter, (void)step; }

static void emit_device_fence(Emitter *emitter, const PlanStep *step)
{
    (void)step;
    emit_line(emitter, "wcc_device_fence();");
}

static void emit_op(Emitter *emitter, const PlanStep *step)
{
    static EmitOperation *const OPERATIONS[IR_OP_COUNT] = {
        [IR_atomic_var] = emit_atomic,
        [IR_atomic_typed] = emit_atomic,
        [IR_atomic_struct] = emit_atomic,
        [IR_atomic_raw] = emit_atomic,
        [IR_atomic_texture] = emit_atomic,
        [IR_sample] = emit_texture,
        [IR_sample_compare] = emit_texture,
        [IR_gather] = emit_texture,
        [IR_gather_compare] = emit_texture,
        [IR_sample_level] = emit_texture,
        [IR_load_texture] = emit_texture,
        [IR_group_any] = emit_group_any,
        [IR_resource_size] = emit_resource_size,
        [IR_report] = emit_report,
        [IR_arrive] = emit_check,
        [IR_retire] = emit_check,
        [IR_reach] = emit_reach,
        [IR_trace] = emit_trace,
        [IR_stop] = emit_stop,
        [IR_print] = emit_print,
        [IR_barrier] = emit_check,
        [IR_check_var] = emit_check,
        [IR_check_resource] = emit_check,
        [IR_check_init] = emit_check,
        [IR_check_nan] = emit_check,
        [IR_check_lane] = emit_check,
        [IR_touch_var] = emit_touch,
        [IR_touch_resource] = emit_touch,
        [IR_device_fence] = emit_device_fence,
    };
    EmitOperation *operation = OPERATIONS[step->instr->op];
    (operation != NULL ? operation : emit_cross_lane)(emitter, step);
}

/* Of a group; others of its call follow. */
static void emit_return(Emitter *emitter, const PlanStep *step)
{
    (void)step;
    emit_line(emitter, emitter->plan->groups_in_call > 1 ? "goto next_group;" : "return;");
}

/* ---- the table ---- */

static const struct {
    const char *text;
    EmitOperation *function;
} STEPS[PLAN_STEP_COUNT] = {
    [STEP_scalar] = {.function = emit_scalar_operation},
    [STEP_together] = {.function = emit_together},
    [STEP_pad] = {.function = emit_pad},
    [STEP_straight] = {.function = emit_straight},
    [STEP_run] = {.function = emit_run},
    [STEP_piece] = {.function = emit_piece_operation},
    [STEP_numbers] = {.function = emit_numbers},
    [STEP_pieces] = {.function = emit_pieces_of_loop},
    [STEP_end_pieces] = {.function = emit_end_pieces_of_loop},
    [STEP_end_run] = {.function = emit_end_run},
    [STEP_settle] = {.function = emit_settle},
    [STEP_declare] = {.function = emit_declared},
    [STEP_clear] = {.function = emit_clear},
    [STEP_assign] = {.function = emit_assign},
    [STEP_spread] = {.function = emit_spread},
    [STEP_save] = {.function = emit_save},
    [STEP_start_next] = {.function = emit_start_next},
    [STEP_take_next] = {.function = emit_take_next},
    [STEP_mask] = {.text = "i32x%l %M[%P];"},
    [STEP_set_mask] = {.function = emit_set_mask},
    [STEP_if] = {.text = "if (%N) {"},
    [STEP_if_any] = {.text = "if (any_x%l(%Q)) {"},
    [STEP_else] = {.text = "} else {"},
    [STEP_scope] = {.text = "{"},
    [STEP_if_inside] = {.function = emit_if_inside},
    [STEP_if_alone] = {.function = emit_if_alone},
    [STEP_loop] = {.function = emit_loop},
    [STEP_parts] = {.function = emit_parts},
    [STEP_rows] = {.function = emit_rows},
    [STEP_unless_row] = {.function = emit_unless_row},
    [STEP_not_joined] = {.function = emit_not_joined},
    [STEP_known_rows] = {.function = emit_known_rows},
    [STEP_keep] = {.text = "kept_%I[wave] = %I;"},
    [STEP_keep_rows] = {.function = emit_keep_rows},
    [STEP_groups] = {.text = "for (; group_x < group_end; group_x++) {"},
    [STEP_kept] = {.text = "const %T %I = kept_%I[wave];"},
    [STEP_waves] = {.function = emit_waves},
    [STEP_lanes] = {.function = emit_lanes},
    [STEP_of_lane] = {.function = emit_of_lane},
    [STEP_set_lane] = {.function = emit_set_lane},
    [STEP_set_aside] = {.function = emit_set_aside},
    [STEP_put_together] = {.function = emit_put_together},
    [STEP_end] = {.text = "}"},
    [STEP_count_turns] = {.text = "uint32_t turns%U = 0;"},
    [STEP_turn] = {.function = emit_turn},
    [STEP_goto] = {.text = "goto %G;"},
    [STEP_goto_if_none] = {.text = "if (!any_x%l(%Q))\n    goto %G;"},
    [STEP_break_if_none] = {.text = "if (!any_x%l(%Q)) break;"},
    [STEP_label] = {.function = emit_label},
    [STEP_return] = {.function = emit_return},
    [STEP_locals] = {.function = emit_locals},
    [STEP_access] = {.function = emit_access},
    [STEP_view] = {.function = emit_view},
    [STEP_axis] = {.function = emit_axis},
    [STEP_taps] = {.function = emit_taps},
    [STEP_end_taps] = {.function = emit_end_taps},
    [STEP_op] = {.function = emit_op},
    [STEP_total] = {.function = emit_total},
    [STEP_put] = {.function = emit_put},
    [STEP_stored] = {.text = "WCC_STORED(%W);"},
};

static void emit_step(Emitter *emitter, const PlanStep *step)
{
    PlanIndent indent = plan_step_indent(step->kind);
    bool writes_own_indent = STEPS[step->kind].function != NULL;
    emitter->step = step;
    emit_at(emitter, emit_shown_pos(emitter, step));
    if (writes_own_indent) {
        STEPS[step->kind].function(emitter, step);
        return;
    }
    emitter->indent -= indent == STEP_CLOSES || indent == STEP_BETWEEN;
    emit_line(emitter, STEPS[step->kind].text);
    emitter->indent += indent == STEP_OPENS || indent == STEP_BETWEEN;
}

void emit_steps(Emitter *emitter)
{
    for (int i = 0; i < emitter->plan->steps.count; i++)
        emit_step(emitter, &emitter->plan->steps.items[i]);
}
