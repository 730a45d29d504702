/* --emit=plan: a decision a line. The kernel's variables and resources with where they live, then
 * its steps, numbered, with the vector and scalar registers that are estimated to be alive, and
 * their place in the source:
 *
 *     12   6v   3s  access %7 vector f32 = load $in at %9; rows: rows, else lanes; 1.0 ns  ; 7 */
#include "ir/range.h"
#include "plan_priv.h"

enum { NOTHING = 0, INSTR = 1, VALUE = 2, A = 4, RULE = 8, LABEL = 16, ACCESS = 32, OPERANDS = 64,
       SAMPLE = 128 };

typedef struct StepInfo {
    const char *name;
    unsigned shows;
    const char *text;
} StepInfo;

static const StepInfo STEPS[] = {
#define STEP(name, indent, shows, text) {#name, shows, text},
#include "step.def"
#undef STEP
};

static const char *const MASK_WORDS[] = {
#define MASK(name, words, text) words,
#include "mask.def"
#undef MASK
};

static const char *const LABEL_WORDS[] = {
    [LABEL_END] = "end", [LABEL_EXIT] = "exit", [LABEL_NEXT] = "next"};
static const char *const FORM_WORDS[] = {[FORM_CONST] = "const",
                                         [FORM_SCALAR] = "scalar",
                                         [FORM_LINEAR] = "linear",
                                         [FORM_VECTOR] = "vector"};
static const char *const HOME_WORDS[] = {[HOME_SHARED] = "shared",
                                         [HOME_GROUP_SCALAR] = "group",
                                         [HOME_GROUP_KEPT] = "group, in scratch",
                                         [HOME_WAVE_LOCAL] = "stretch",
                                         [HOME_WAVE_KEPT] = "wave, in scratch",
                                         [HOME_CONSTANT] = "constant"};
static const char *const ATOMIC_WORDS[] = {[ATOMIC_BY_LANES] = "by lanes",
                                           [ATOMIC_BY_CELLS] = "by cells",
                                           [ATOMIC_TESTED] = "tested together, else by lanes",
                                           [ATOMIC_IN_A_ROW] = "in a row, else by lanes",
                                           [ATOMIC_IN_ONE_LANE] = "in one lane",
                                           [ATOMIC_COMBINED] = "combined",
                                           [ATOMIC_TOTAL] = "into the total"};

/* ---- values ---- */

/* "%12", "%12.1", "5". */
static void print_value(Text *out, const IrInstr *value)
{
    int component = -1;
    value = plan_resolve(value, &component);
    if (value->op == IR_const && !op_scalar_is_float(value->type.scalar))
        text_printf(out, "%lld", (long long)op_sign_extend(value->type.scalar, value->bits));
    else if (value->op == IR_const)
        text_printf(out, "%g", op_bits_to_double(value->type.scalar, value->bits));
    else if (component >= 0)
        text_printf(out, "%%%u.%d", value->id, component);
    else
        text_printf(out, "%%%u", value->id);
}

static void print_mask(Text *out, int mask)
{
    if (mask == 0)
        text_printf(out, "all");
    else
        text_printf(out, "m%d", mask);
}

static void print_definition(Text *out, const Plan *plan, const IrInstr *instr)
{
    const PlanValue *value = &plan->values[instr->id];
    text_printf(out, " %%%u", instr->id);
    if (instr->type.scalar == IR_VOID)
        return;
    bool is_kept = value->form == FORM_VECTOR && value->run != 0 && value->is_array &&
                   !value->is_cold;
    text_printf(out, " %s%s %s", FORM_WORDS[value->form],
                is_kept ? ", kept" : "",
                op_scalar_name(instr->type.scalar));
    if (instr->type.components > 1)
        text_printf(out, "x%d", instr->type.components);
    if (value->form == FORM_LINEAR)
        text_printf(out, " step %d", instr->shape.stride);
    if (value->is_asked)
        text_printf(out, " mostly step %d", value->straight_step);
    if (value->is_rounded)
        text_printf(out, " rounded");
    if (value->element != NULL && !value->element->is_loaded)
        text_printf(out, " in order %d of %d", value->part, value->element->count);
    if (value->by_thread != NULL)
        text_printf(out, value->by_thread->counter != NULL ? " by thread and turn" : " by thread");
    if (value->is_packed_in_order)
        text_printf(out, " packed in order");
}

static const char *const DIVISION_WORDS[] = {[DIVIDE_ANY] = "",
                                             [DIVIDE_BY_CONSTANT] = "",
                                             [DIVIDE_BY_UNIFORM] = "; by a uniform value",
                                             [DIVIDE_SMALL] = "; small",
                                             [DIVIDE_SMALL_BY_UNIFORM] =
                                                 "; small, by a uniform value",
                                             [DIVIDE_BY_RECIPROCAL] = "; by a reciprocal",
                                             [DIVIDE_BY_RECIPROCAL_OF_SOME] =
                                                 "; by a reciprocal, unless too small",
                                             [DIVIDE_BY_SCALAR] = "; by a scalar's reciprocal"};

static const char *const EXTREME_WORDS[] = {[EXTREME_ANY] = "",
                                            [EXTREME_SECOND_NUMBER] = "; the second is a number",
                                            [EXTREME_FIRST_NUMBER] = "; the first is a number"};

static const char *const POWER_WORDS[] = {[POWER_ANY] = "",
                                          [POWER_QUARTERS] = "; by products and square roots",
                                          [POWER_CUBE_ROOT] = "; a cube root"};

static void print_operation(Text *out, const Plan *plan, const IrInstr *instr)
{
    if (instr->type.scalar != IR_VOID)
        print_definition(out, plan, instr), text_printf(out, " =");
    text_printf(out, " %s", op_info(instr->op)->name);
    if (op_info(instr->op)->immediate == IMMEDIATE_AXIS)
        text_printf(out, " %c", "xyz"[instr->immediate]);
    if (plan_accessed_name(instr) != NULL)
        text_printf(out, " $%s", plan_accessed_name(instr));
    for (int i = 0; i < instr->operand_count; i++) {
        text_printf(out, i == 0 ? " " : ", ");
        print_value(out, instr->operands[i]);
    }
    const PlanValue *planned = &plan->values[instr->id];
    text_printf(out, "%s%s%s%s", DIVISION_WORDS[planned->division], EXTREME_WORDS[planned->extreme],
                POWER_WORDS[planned->power.kind],
                planned->is_cut         ? "; cut"
                : planned->is_signed    ? "; signed"
                : planned->turns_signs  ? "; signs turned"
                : planned->counts_bytes ? "; a bit a byte"
                                        : "");
    if (planned->is_by_pieces)
        text_printf(out, "; by scalars");
}

/* ---- accesses ---- */

static void print_part(Text *out, const char *name, const IrInstr *value)
{
    if (value == NULL)
        return;
    text_printf(out, " %s ", name);
    print_value(out, value);
}

static void print_tile(Text *out, const PlanTile *tile)
{
    text_printf(out, " of %d by ", tile->width);
    print_value(out, tile->source);
    for (int i = 0; i < tile->clamp_count; i++) {
        text_printf(out, i == 0 ? " where it leaves " : ", ");
        print_value(out, tile->clamps[i].of);
    }
}

static void print_attempts(Text *out, const Plan *plan, const PlanAccess *access)
{
    static const char *const WORDS[] = {
        [TEST_KNOWN] = "", [TEST_NEVER] = "never", [TEST_AS_IT_RUNS] = "tested"};
    for (int i = 0; i < access->attempt_count; i++) {
        const PlanAttempt *attempt = &access->attempts[i];
        bool tested = attempt->index == TEST_AS_IT_RUNS || attempt->row == TEST_AS_IT_RUNS ||
                      attempt->slice == TEST_AS_IT_RUNS;
        text_printf(out, "%s%s%s%s", i == 0 ? ": " : ", ", tested ? WORDS[TEST_AS_IT_RUNS] : "",
                    tested ? " " : "", plan_way_info(attempt->way)->name);
        if (attempt->way == WAY_tile)
            print_tile(out, &access->tile);
        if (attempt->way == WAY_stepped_by) {
            for (int u = 0; u < access->factor.count; u++)
                print_part(out, u == 0 ? "by" : "x", access->factor.uniforms[u]);
            text_printf(out, " x %d", access->factor.by);
        }
    }
    if (access->attempt_count > 0 && !access->is_certain)
        text_printf(out, ", else lanes");
    const IrInstr *asked[PLAN_PLACES];
    for (int i = 0; i < plan_asked_places(plan, access, asked); i++)
        text_printf(out, i == 0 ? ", asked of " : " and of "), print_value(out, asked[i]);
}

/* The better ways that a value spoilt, and why it is not contiguous. */
static void print_closed(Text *out, const PlanAccess *access)
{
    bool is_first = true;
    for (int i = 0; i < access->closed_count; i++) {
        const PlanClosed *closed = &access->closed[i];
        if (closed->culprit == NULL && closed->way != WAY_contiguous)
            continue;
        text_printf(out, "%s%s (", is_first ? "; closed: " : ", ",
                    plan_way_info(closed->way)->name);
        is_first = false;
        if (closed->culprit != NULL)
            print_value(out, closed->culprit), text_printf(out, ": ");
        text_printf(out, "%s)", plan_need_text(closed->need));
    }
}

/* Of what reads or stores: its number, or that it is a store. */
static void print_apart(Text *out, const PlanApart *apart)
{
    if (apart->why == NULL)
        return;
    text_printf(out, "; apart (");
    if (apart->culprit != NULL && apart->culprit->type.scalar != IR_VOID)
        print_value(out, apart->culprit), text_printf(out, ": ");
    else if (apart->culprit != NULL)
        text_printf(out, "%s: ", op_info(apart->culprit->op)->name);
    text_printf(out, "%s)", apart->why);
}

/* "%16 vector f32 = load $height", "store $smooth %19" */
static void print_transfer(Text *out, const Plan *plan, const PlanAccess *access)
{
    const IrInstr *instr = access->instr;
    if (!access->is_store)
        print_definition(out, plan, instr), text_printf(out, " = load");
    else
        text_printf(out, " store");
    if (access->part != 0)
        text_printf(out, access->is_signed ? " signed %s of" : " %s of", access->part == 1 ? "byte" : "halfword");
    text_printf(out, " $%s", plan_accessed_name(instr));
    for (int c = 0; c < access->components && access->is_store; c++) {
        text_printf(out, c == 0 ? " " : ", ");
        print_value(out, instr->operands[instr->operand_count - access->components + c]);
    }
}

static void print_travel(Text *out, const PlanAccess *access)
{
    const IrTravel *travel = &access->travel;
    if (travel->step == NULL || !access->is_fetched_ahead)
        return;
    text_printf(out, "; goes on by ");
    print_value(out, travel->step);
    if (travel->factor > 1)
        text_printf(out, " x %d", travel->factor);
}

static void print_access(Text *out, const Plan *plan, const PlanAccess *access)
{
    print_transfer(out, plan, access);
    print_part(out, "at", access->index);
    if (access->part != 0 && access->offset != 0)
        text_printf(out, " + %d", (int)access->offset);
    print_part(out, "row", access->uniform_row != NULL ? access->uniform_row : access->lane_row);
    print_part(out, "slice",
               access->uniform_slice != NULL ? access->uniform_slice : access->lane_slice);
    print_part(out, "offset",
               access->uniform_offset != NULL ? access->uniform_offset : access->lane_offset);
    text_printf(out, "; %s", plan_way_info(access->way)->name);
    print_part(out, "apart by", access->split);
    bool has_runs = access->way == WAY_counted || access->way == WAY_packed;
    if (has_runs && (access->goes_back[0] || access->goes_back[1]))
        text_printf(out, !access->goes_back[0] ? ", those back" : !access->goes_back[1] ? ", others back" : ", back");
    if (access->padded != NULL)
        text_printf(out, ", of row %%%u at %d", access->padded->first->instr->id, access->padded_at);
    else
        print_attempts(out, plan, access);
    if (access->way == WAY_same && access->two.source != NULL)
        text_printf(out, ", else two places");
    if (access->clamp.chain != NULL && access->padded == NULL)
        text_printf(out, ", else clamped");
    if (access->by_scalars)
        text_printf(out, "; by scalars");
    if (access->is_at_once)
        text_printf(out, "; at once");
    if (access->has_edge && !access->is_certain && !access->is_inside)
        text_printf(out, "; edges copied");
    if (access->is_or_zeros)
        text_printf(out, "; or of zeros");
    if (access->asks_pieces)
        text_printf(out, ", asks each piece");
    if (access->is_rare_in_turn)
        text_printf(out, "; else in turn");
    if (access->is_in_order)
        text_printf(out, "; in order");
    if (access->is_interleaved)
        text_printf(out, "; word %d of %d", access->word, access->step / access->component_bytes);
    for (int i = 0; i < access->cold.count; i++)
        print_part(out, i == 0 ? "; each piece with" : ",", access->cold.items[i]);
    text_printf(out, "; %d.%d ns", access->cost / 10, access->cost % 10);
    if (access->is_inside || access->is_outside)
        text_printf(out, "; %s%s", access->is_inside ? "inside" : "outside", access->adds_up ? ", adds up" : "");
    if (access->beside != NULL)
        text_printf(out, " beside %%%u%+d", access->beside->id, access->behind);
    if (access->is_near)
        text_printf(out, "; inside or near%s", access->has_lane ? ", as a lane is on" : "");
    bool is_over = access->is_store && access->masking == MASKING_OVER;
    if (access->mask != 0)
        text_printf(out, "; in m%d%s", access->mask, is_over ? ", over what was there" : "");
    else if (is_over && access->way == WAY_shuffled)
        text_printf(out, "; over what was there");
    if (access->whole_pieces != 0)
        text_printf(out, ", pieces %#x whole", access->whole_pieces);
    for (int i = 0; i < access->end_count; i++)
        text_printf(out, ", lanes %d to %d of piece %d", access->ends[i].first,
                    access->ends[i].first + access->ends[i].count - 1, access->ends[i].piece);
    if (access->first_pieces < plan->pieces)
        text_printf(out, ", first %d piece%s", access->first_pieces, access->first_pieces == 1 ? "" : "s");
    if (access->is_fetched_ahead && plan->resources[access->instr->resource->index].is_tiled)
        text_printf(out, "; fetches ahead");
    print_travel(out, access);
    print_apart(out, &access->apart);
    print_closed(out, access);
}

/* ---- steps ---- */

static void print_atomic(Text *out, const PlanAtomic *atomic)
{
    bool by_lanes = atomic->kind < ATOMIC_IN_ONE_LANE;
    bool are_side_by_side = atomic->is_contiguous || atomic->cells_span != 0;
    text_printf(out, "; %s%s%s", atomic->cells_pieces > 1 ? "all " : "", are_side_by_side ? "contiguous, else " : "",
                ATOMIC_WORDS[atomic->kind]);
    if (atomic->sharers > 1)
        text_printf(out, " of %d lanes", atomic->sharers);
    text_printf(out, "%s%s%s",
                atomic->counts_lanes ? ", counted" : "",
                by_lanes && atomic->skips_neutral ? ", where it changes something" : "",
                by_lanes && atomic->is_inside ? "; inside" : "");
}

static void print_operands(Text *out, const PlanStep *step)
{
    static const char *const WORDS[] = {[AS_IT_IS] = "",
                                        [AS_SPREAD] = "spread",
                                        [AS_PIECES] = "in pieces",
                                        [AS_LANE] = "of the lane"};
    for (int i = 0; i < step->instr->operand_count; i++)
        if (step->operands[i].role != AS_IT_IS && step->operands[i].role != AS_PIECES) {
            text_printf(out, "; ");
            print_value(out, step->instr->operands[i]);
            text_printf(out, " %s", WORDS[step->operands[i].role]);
        }
    if (ir_is(step->instr, OP_READS) && ir_is(step->instr, OP_WRITES) &&
        step->instr->op != IR_counter)
        print_atomic(out, &step->atomic);
    if (step->mask != 0)
        text_printf(out, "; in m%d", step->mask);
}

static void print_rule(Text *out, const PlanStep *step)
{
    text_printf(out, " %s", MASK_WORDS[step->rule]);
    if (step->b != 0)
        text_printf(out, ", b m%d", step->b);
    if (step->c != 0)
        text_printf(out, ", c m%d", step->c);
    if (step->value != NULL)
        print_part(out, ", condition", step->value);
}

/* ---- samples ---- */

static void print_view(Text *out, const PlanStep *step)
{
    static const char *const WORDS[] = {[VIEW_TOP] = "level 0",
                                        [VIEW_LEVEL] = "level",
                                        [VIEW_ANY_LEVEL] = "levels that differ"};
    text_printf(out, " %d = $%s through $%s, %s", step->number, step->instr->resource->name,
                step->instr->sampler->name, WORDS[step->view_kind]);
    if (step->view_kind == VIEW_LEVEL)
        text_printf(out, " "), print_value(out, step->instr->operands[9]);
}

static void print_axis(Text *out, const PlanAxis *axis)
{
    static const char *const WORDS[] = {"x", "y", "z", "slice"};
    text_printf(out, " %d = view %d %s", axis->number, axis->view, WORDS[axis->which]);
    print_part(out, "at", axis->coordinate);
    if (axis->which != PLAN_SLICE)
        print_part(out, "by", axis->by);
}

static void print_tap_axes(Text *out, const char *name, const PlanAxis *axes, int count)
{
    text_printf(out, " %s", name);
    for (int i = 0; i < count; i++) {
        text_printf(out, i > 0 ? ", " : " ");
        print_value(out, axes[i].coordinate);
        if (axes[i].by->op != IR_const || axes[i].by->bits != 0)
            print_part(out, "by", axes[i].by);
    }
}

static void print_taps(Text *out, const PlanTaps *taps)
{
    static const char *const RUNS[] = {[TAP_RUN_NONE] = "",
                                       [TAP_RUN_PIECE] = "along rows by pieces",
                                       [TAP_RUN_WAVE] = "along rows"};
    text_printf(out, " of view %d %s,", taps->view, RUNS[taps->run]);
    print_tap_axes(out, "columns", taps->columns, taps->column_count);
    text_printf(out, ",");
    print_tap_axes(out, "rows", taps->rows, taps->row_count);
    if (taps->has_kept_rows)
        text_printf(out, " kept");
    if (taps->are_words)
        text_printf(out, ", words");
    if (taps->is_fetched_ahead)
        text_printf(out, ", fetched ahead");
}

static void print_kept_rows(Text *out, const PlanTaps *taps)
{
    text_printf(out, " in view %d,", taps->view);
    print_tap_axes(out, "rows", taps->rows, taps->row_count);
}

static void print_tap(Text *out, const PlanTaps *taps, const IrInstr *instr)
{
    for (int i = 0; i < taps->count; i++)
        if (taps->samples[i] == instr)
            text_printf(out, "; column %d row %d", taps->column[i], taps->row[i]);
}

static void print_axes(Text *out, const PlanSample *sample)
{
    text_printf(out, sample->is_scattered ? "; view %d, scattered" : "; view %d, axes", sample->view);
    for (int i = 0; i < 4; i++)
        if (sample->axes[i] >= 0)
            text_printf(out, " %d", sample->axes[i]);
}

static void print_sample(Text *out, const PlanStep *step)
{
    const PlanSample *sample = step->sample;
    if (sample == NULL)
        return;
    if (step->kind == STEP_taps)
        print_taps(out, sample->taps);
    else if (step->kind == STEP_keep_rows)
        print_kept_rows(out, sample->taps);
    else if (sample->taps != NULL)
        print_tap(out, sample->taps, step->instr);
    else
        print_axes(out, sample);
    if (sample->taps != NULL && step->kind != STEP_taps)
        return;
    text_printf(out, ", components ");
    for (int c = 0; c < 4; c++)
        if (sample->used >> c & 1)
            text_printf(out, "%c", "xyzw"[c]);
    text_printf(out, sample->is_inline ? ", inline" : "");
    text_printf(out, sample->scatters_levels && !sample->is_scattered ? ", levels scattered" : "");
}

static void print_numbers(Text *out, const PlanNumbers *numbers)
{
    for (int i = 0; i < numbers->values.count; i++) {
        text_printf(out, i == 0 ? " " : ", ");
        print_value(out, numbers->values.items[i]);
    }
}

static bool sets(PlanStepKind kind) { return kind == STEP_assign || kind == STEP_set_lane || kind == STEP_put_together; }

static bool is_of_array(PlanStepKind kind)
{
    return kind == STEP_spread || kind == STEP_of_lane;
}

/* `if_inside 3 places of %18 while %21` */
static void print_neighbours(Text *out, const PlanNeighbours *neighbours)
{
    for (int i = 0; i < neighbours->items.count; i++) {
        text_printf(out, i == 0 ? " between " : ", ");
        print_value(out, neighbours->items.items[i].first);
        text_printf(out, " and ");
        print_value(out, neighbours->items.items[i].last);
    }
    for (int i = 0; i < neighbours->greatest.count; i++) {
        const IrInstr *atomic = neighbours->greatest.items[i];
        text_printf(out, "%s %u of $%s", i == 0 ? " up to" : ",", (unsigned)ir_range_of_operand(atomic, 1).umax,
                    atomic->resource->name);
    }
}

static void print_walks(Text *out, const PlanWalks *walks)
{
    text_printf(out, " %d places", walks->items.count);
    if (walks->compare != NULL)
        text_printf(out, " of %%%u while %%%u", walks->loop->id, walks->compare->id);
    else if (walks->loop != NULL && walks->loop->op == IR_wave_loop)
        text_printf(out, " of all waves");
    if (walks->guards.count > 0)
        text_printf(out, ", %d guards", walks->guards.count);
    if (walks->clamps.count > 0)
        text_printf(out, ", %d clamps met nowhere", walks->clamps.count);
    if (walks->is_of_small)
        text_printf(out, ", none large");
    if (walks->mask != 0)
        text_printf(out, ", of lanes in m%d", walks->mask);
}

/* `lanes %33 m1: 0, 16` */
static void print_lanes(Text *out, const PlanLanes *lanes)
{
    for (int i = 0; i < lanes->count; i++)
        text_printf(out, "%s%d", i == 0 ? ": " : ", ", lanes->lanes[i]);
}

/* How "lane", a number and what follows it are put together. */
static void print_move(Text *out, PlanMove move)
{
    static const struct { const char *before, *after; } WORDS[MOVE_KIND_COUNT] = {
        [MOVE_XOR] = {"lane ^ ", ""}, [MOVE_ADD] = {"lane + ", ""}, [MOVE_ROTATE] = {"(lane + ", ") % W"},
        [MOVE_ONE] = {"of lane ", ""}};
    if (move.kind == MOVE_TABLE)
        text_printf(out, "; known lanes");
    else
        text_printf(out, "; %s%d%s", WORDS[move.kind].before, move.by, WORDS[move.kind].after);
}

static void print_details(Text *out, const Plan *plan, const PlanStep *step)
{
    unsigned shows = STEPS[step->kind].shows;
    if (shows & OPERANDS || step->kind == STEP_scalar || step->kind == STEP_piece ||
        step->kind == STEP_straight)
        print_operation(out, plan, step->instr);
    else if (shows & INSTR && !(shows & (ACCESS | SAMPLE)))
        print_definition(out, plan, step->instr);
    if (step->kind == STEP_rows)
        text_printf(out, " %u of %d wave%s", ir_group_rows(plan->kernel),
                    plan->waves_in_row, plan->waves_in_row > 1 ? "s" : "");
    if (step->kind == STEP_waves && step->instr->immediate == WAVES_DOWN)
        text_printf(out, " down");
    else if (step->kind == STEP_waves && step->instr->immediate != WAVES_ALL)
        text_printf(out, " first %d", step->instr->immediate);
    if (shows & A) {
        text_printf(out, " ");
        if (step->kind == STEP_run)
            text_printf(out, "%d", step->a);
        else
            print_mask(out, step->a);
    }
    if (shows & VALUE && step->value != NULL)
        print_part(out, sets(step->kind) ? "=" : "", step->value);
    if (shows & RULE)
        print_rule(out, step);
    if (shows & LABEL)
        text_printf(out, " %s %d", is_of_array(step->kind) ? "array" : LABEL_WORDS[step->label],
                    step->number);
    if (shows & ACCESS)
        print_access(out, plan, step->access);
    if (shows & OPERANDS)
        print_operands(out, step);
    if (step->kind == STEP_numbers)
        print_numbers(out, step->numbers);
    else if (step->instr != NULL && plan_is_of_numbers(step->numbers, step->instr))
        text_printf(out, "; of numbers");
    if (step->kind == STEP_pad)
        text_printf(out, " %s of %%%u, %d to %d", plan_is_ring(&step->padded->clamp) ? "ring" : "row", step->instr->id,
                    step->padded->least, step->padded->most);
    if (step->kind == STEP_if_alone)
        print_neighbours(out, step->neighbours);
    if (step->set_aside_for != NULL) {
        text_printf(out, "; set aside for ");
        print_value(out, step->set_aside_for);
    }
    if (step->kind == STEP_op && step->atomic.is_alone)
        text_printf(out, step->atomic.is_inside ? "; asks nothing" : "; asks whether it is inside");
    if (step->kind == STEP_parts || (step->kind == STEP_if_inside && step->walks != NULL))
        print_walks(out, step->walks);
    if (step->lanes != NULL)
        print_lanes(out, step->lanes);
    if (step->to_inside > 0)
        text_printf(out, ", inside");
    if (step->ends != ENDS_UNASKED)
        text_printf(out, step->ends == ENDS_TELL ? "; by one lane" : "; by one lane, else by all");
    if (step->move.kind != MOVE_NONE)
        print_move(out, step->move);
    if (step->kind == STEP_view)
        print_view(out, step);
    if (step->kind == STEP_axis)
        print_axis(out, &step->axis);
    print_sample(out, step);
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The line, and the file where it is not `file`, that of the first step. */
static void print_place(Text *out, const Sources *sources, SourcePos pos, const char **file)
{
    if (sources == NULL || pos == SOURCE_NOWHERE)
        return;
    SourcePlace place = sources_place(sources, pos);
    if (place.line <= 0)
        return;
    *file = *file == NULL ? place.path : *file;
    if (strcmp(*file, place.path) == 0)
        text_printf(out, "  ; %d", place.line);
    else
        text_printf(out, "  ; %s:%d", file_name(place.path), place.line);
}

static void print_steps(Text *out, const Plan *plan, const Sources *sources)
{
    const char *file = NULL;
    int depth = 0;
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanStep *step = &plan->steps.items[i];
        const StepInfo *info = &STEPS[step->kind];
        PlanIndent indent = plan_step_indent(step->kind);
        depth -= indent == STEP_CLOSES || indent == STEP_BETWEEN;
        text_printf(out, "%5d %3dv %3ds  %*s%s", i, step->vector_registers, step->scalar_registers,
                    depth * 2, "", info->name);
        print_details(out, plan, step);
        print_place(out, sources, step->pos, &file);
        text_printf(out, "\n");
        depth += indent == STEP_OPENS || indent == STEP_BETWEEN;
    }
}

/* ---- the head ---- */

static void print_variables(Text *out, const Plan *plan)
{
    for (int i = 0; i < plan->kernel->variables.count; i++) {
        const IrVariable *variable = plan->kernel->variables.items[i];
        bool starts_as_zero = variable->kind != IR_LOCAL && plan->variables[i].is_cleared;
        text_printf(out, "  $%s  %lld x %d %s  home %s%s%s%s\n", variable->name,
                    (long long)variable->count, variable->type.components,
                    op_scalar_name(variable->type.scalar), HOME_WORDS[plan->variables[i].home],
                    plan->variables[i].is_vector ? ", of all lanes" : "",
                    plan->variables[i].has_elements ? ", in elements" : "",
                    starts_as_zero ? ", cleared" : "");
    }
    for (int i = 0; i < plan->kernel->resources.count; i++) {
        const IrResource *resource = plan->kernel->resources.items[i];
        const PlanResource *decided = &plan->resources[resource->index];
        if (decided->is_fetched_ahead || decided->is_streamed)
            text_printf(out, "  $%s  %s where it is large\n", resource->name,
                        decided->is_streamed ? "stored past the caches"
                        : decided->is_tiled  ? "fetched ahead by tiles"
                                             : "fetched ahead");
    }
}

void plan_print_copy(Text *out, const IrKernel *kernel)
{
    if (kernel->told_threads[0] > 0)
        text_printf(out, "  threads in rows of %u", kernel->threads[0]);
    if (kernel->joined > 0)
        text_printf(out, "  %d groups at a time", kernel->joined);
    if (kernel->told_wave_size > 0)
        text_printf(out, "  %stold %d", kernel->runs_left_over ? "of groups left over, " : "", kernel->told_wave_size);
}

void plan_print(Text *out, const Plan *plan, const Sources *sources)
{
    const IrKernel *kernel = plan->kernel;
    text_printf(out, "plan %s  wave %d x %d  pieces %d of %d lanes%s", kernel->name,
                kernel->wave_size, kernel->wave_count, plan->pieces, plan->lanes,
                plan->writes_pieces_out ? ", written out" : "");
    plan_print_copy(out, kernel);
    text_printf(out, "\n");
    print_variables(out, plan);
    print_steps(out, plan, sources);
}
