/* What --check asks: the operations that the instrument pass put in, as calls of wcc_check.h.
 *
 * Barriers: each wave notes the lanes that arrive and those that return; at the barrier the group
 * looks whether someone is missing. Bounds: a comparison beside each access, and a call where a
 * lane is outside. */
#include "emit_priv.h"

enum { LABEL_PLACE, LABEL_OUTSIDE, LABEL_LIMITS }; /* of a step's labels */

/* SV_GroupIndex by lane, where the kernel has a lane order. */
static const char *thread_table(Emitter *emitter)
{
    const IrKernel *kernel = emitter->kernel;
    return kernel->thread_of_lane == NULL
               ? "0"
               : emit_format(emitter, "%s_threads[3]",
                             emit_function_name(emitter->scratch, kernel));
}

void emit_check_prologue(Emitter *emitter)
{
    const IrKernel *kernel = emitter->kernel;
    if (emitter->plan->has_checks || kernel->traces.count > 0 || kernel->prints.count > 0 ||
        emit_is_shown(emitter))
        emit_line(emitter,
                  "const WccWhere where = {dispatch, {group_x, group_y, group_z}, {%u, %u, %u}, "
                  "%d, %d, %s};",
                  kernel->threads[0], kernel->threads[1], kernel->threads[2],
                  ir_running_waves(kernel), kernel->wave_size, thread_table(emitter));
    if (emitter->plan->watches_memory)
        emit_line(emitter, "WccWatcher watcher = wcc_begin_watch(&where, %d, %d, %d);",
                  kernel->least_wave_size, emitter->module->checks >> RUN_CHECK_race & 1,
                  emitter->module->checks >> RUN_CHECK_uninit & 1);
    if (kernel->watches_barriers)
        emit_line(emitter, "WccArrivals arrivals;\nwcc_start_arrivals(&arrivals, &where);");
}

SourcePlace emit_source_place(const Emitter *emitter, SourcePos pos)
{
    bool is_known = pos != SOURCE_NOWHERE && emitter->module->sources != NULL;
    return is_known ? sources_place(emitter->module->sources, pos) : (SourcePlace){.path = "?"};
}

const char *emit_place_row(Emitter *emitter, SourcePlace place)
{
    return emit_format(emitter, "{%s, %d, %d}", emit_quoted(emitter, place.path), place.line,
                       place.column);
}

void emit_place(Emitter *emitter, const char *name, SourcePlace place)
{
    emit_line(emitter, "static const WccPlace %s = %s;", name, emit_place_row(emitter, place));
}

const char *emit_declare_place(Emitter *emitter, const PlanStep *step)
{
    const char *name = emit_format(emitter, "place%d", step->labels[LABEL_PLACE]);
    emit_place(emitter, name, emit_source_place(emitter, step->instr->pos));
    return name;
}

/* ---- barriers ---- */

static void note_lanes(Emitter *emitter, const char *list)
{
    for (int word = 0; word * 32 < emitter->kernel->wave_size; word++)
        emit_line(emitter, "arrivals.%s[wave][%d] |= (uint32_t)ballot_x%l(%m, %P, %d);", list, word,
                  emitter->step->mask, word);
}

/* The end of a loop over the waves is one; it is called where it is watched. */
static void emit_barrier(Emitter *emitter, const PlanStep *step)
{
    if (!emitter->kernel->watches_barriers)
        return;
    const char *place = emit_declare_place(emitter, step);
    emit_line(emitter,
              emitter->plan->watches_memory
                  ? "wcc_pass_barrier(&watcher, wcc_check_barrier(&arrivals, &where, &%s));"
                  : "(void)wcc_check_barrier(&arrivals, &where, &%s);",
              place);
}

/* ---- bounds ---- */

typedef struct Bound { /* what is compared with what */
    const IrInstr *index;
    int operand;          /* the index's */
    const char *limit;    /* elements along that axis; at mip level 0 of textures */
    const IrInstr *level; /* the mip of whose axis, or NULL */
    const char *what, *axis;
} Bound;

static bool has_alike_limit(const PlanStep *step) { return step->labels[LABEL_LIMITS] < 0; }
static bool is_alike(const PlanStep *step) { return step->labels[LABEL_OUTSIDE] < 0; }

/* The limit, of the whole texture, at each lane's mip level: the name of pieces. */
static const char *limits_of_levels(Emitter *emitter, const PlanStep *step, const Bound *bound)
{
    int label = step->labels[LABEL_LIMITS];
    emit_line(emitter, "i32x%l limits%d[%P];", label);
    emit_each_piece(
        emitter, "limits%d[p] = (i32x%l)((u32x%l)splat_i32x%l((int32_t)%s) >> ((u32x%l)%p & 31));",
        label, bound->limit, bound->level);
    emit_each_piece(emitter, "limits%d[p] |= (limits%d[p] == 0) & (%s != 0);", label, label,
                    bound->limit);
    return emit_format(emitter, "limits%d", label);
}

/* The lanes outside as pieces of a mask; the active ones where all have one index and one limit. */
static const char *lanes_outside(Emitter *emitter, const PlanStep *step, const Bound *bound,
                                 const char *limit)
{
    if (is_alike(step))
        return emit_format(emitter, "%m", step->mask);
    const char *name = emit_format(emitter, "outside%d", step->labels[LABEL_OUTSIDE]);
    const char *most =
        emit_format(emitter, has_alike_limit(step) ? "splat_i32x%l((int32_t)%s)" : "%s[p]", limit);
    emit_line(emitter, "i32x%l %s[%P];", name);
    emit_each_piece(emitter, "%s[p] = %k & ((u32x%l)%p >= (u32x%l)%s);", name, step->mask,
                    bound->index, most);
    return name;
}

static const char *first_lane(Emitter *emitter, const char *pieces, const char *lanes)
{
    return emit_format(emitter, "lane_i32x%l(%s, %P, first_x%l(%s, %P))", pieces, lanes);
}

/* Those of a mask's pieces, as a fault has them. */
static void declare_lanes(Emitter *emitter, const char *mask)
{
    emit_line(emitter,
              "const uint32_t lanes[4] = {(uint32_t)ballot_x%l(%s, %P, 0), "
              "(uint32_t)ballot_x%l(%s, %P, 1), "
              "(uint32_t)ballot_x%l(%s, %P, 2), (uint32_t)ballot_x%l(%s, %P, 3)};",
              mask, mask, mask, mask);
}

static void report_index(Emitter *emitter, const Bound *bound, const char *outside,
                         const char *place, const char *value, const char *limit)
{
    declare_lanes(emitter, outside);
    emit_line(emitter,
              "wcc_report_index(&where, &%s, %s, %s, %s, (uint32_t)%s, (uint32_t)wave, lanes);",
              place, emit_quoted(emitter, bound->what), bound->axis, value, limit);
}

static void check_index(Emitter *emitter, const PlanStep *step, const Bound *bound)
{
    const char *limit = bound->limit;
    emit_open(emitter, "{");
    if (bound->level != NULL && has_alike_limit(step))
        limit =
            emit_format(emitter, "wcc_level_size((uint32_t)%s, (uint32_t)%n)", limit, bound->level);
    else if (bound->level != NULL)
        limit = limits_of_levels(emitter, step, bound);
    const char *outside = lanes_outside(emitter, step, bound, limit),
               *place = emit_declare_place(emitter, step);
    const char *value = emit_operand(emitter, bound->operand);
    if (!plan_is_uniform(emitter->plan, bound->index))
        value = first_lane(emitter, value, outside);
    if (!has_alike_limit(step))
        limit = first_lane(emitter, limit, outside);
    if (is_alike(step))
        emit_open(emitter, "if ((uint32_t)%s >= (uint32_t)%s) {", value, limit);
    else
        emit_open(emitter, "if (any_x%l(%s, %P)) {", outside);
    report_index(emitter, bound, outside, place, value, limit);
    emit_close(emitter);
    emit_close(emitter);
}

static void emit_check_var(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    const char *limit = emit_format(emitter, "%D", instr->variable->count);
    check_index(emitter, step,
                &(Bound){instr->operands[0], 0, limit, NULL, instr->variable->name, "0"});
}

static void emit_check_resource(Emitter *emitter, const PlanStep *step)
{
    static const char *const FIELDS[] = {"width", "height", "depth", "mips"};
    static const char *const AXES[] = {"'x'", "'y'", "'z'", "'m'"};
    const IrInstr *instr = step->instr, *level = instr->operands[2];
    const IrResource *resource = instr->resource;
    const char *field = FIELDS[instr->immediate],
               *limit = emit_format(emitter, "r%d_%s", resource->index, field);
    const char *axis = resource->shape >= IR_SHAPE_TEX1D ? AXES[instr->immediate]
                       : resource->shape == IR_SHAPE_RAW ? "'b'"
                                                         : "0";
    if (resource->array_count != 0)
        limit = emit_format(emitter, "wcc_row(dispatch, %u, %uu, (uint32_t)%n)->%s",
                            resource->first_row, resource->array_count, instr->operands[0], field);
    if (instr->immediate == 3) /* an unbound texture has none, and then no width either */
        limit = emit_format(emitter, "(%s | !%s)", limit, limit);
    bool is_first = level->op == IR_const && level->bits == 0;
    check_index(emitter, step,
                &(Bound){instr->operands[1], 1, limit, is_first ? NULL : level, resource->name,
                         axis});
}

/* ---- what lanes tell of themselves ---- */

/* C for "this piece of lanes is at fault", of pieces and of what all lanes share. */
static const struct {
    const char *kind, *pieces, *all;
} FAULTS[] = {
    [IR_check_init] = {"WCC_UNWRITTEN", "~%p", "!(%s)"},
    [IR_check_nan] = {"WCC_NAN", "(i32x%l)(%p != %p)", "%s != %s"},
};

static const char *fault_name(Emitter *emitter, const IrInstr *instr)
{
    bool is_known =
        instr->op == IR_check_init && instr->immediate < emitter->kernel->names.count;
    return emit_quoted(emitter,
                       is_known ? emitter->kernel->names.items[instr->immediate] : "a variable");
}

static void report_lanes(Emitter *emitter, const PlanStep *step, const char *mask)
{
    const char *place = emit_declare_place(emitter, step);
    emit_open(emitter, "if (any_x%l(%s, %P)) {", mask);
    declare_lanes(emitter, mask);
    emit_line(emitter, "wcc_report_lanes(&where, &%s, %s, %s, (uint32_t)wave, lanes);", place,
              FAULTS[step->instr->op].kind, fault_name(emitter, step->instr));
    emit_close(emitter);
}

static void check_lanes(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr, *value = instr->operands[0];
    const char *lanes = emit_format(emitter, "lanes%d", step->labels[1]);
    bool is_alike = plan_is_uniform(emitter->plan, value);
    emit_open(emitter, "{");
    if (is_alike) {
        const char *text = emit_operand(emitter, 0);
        emit_open(emitter, "if (%s) {", emit_format(emitter, FAULTS[instr->op].all, text, text));
        report_lanes(emitter, step, emit_format(emitter, "%m", step->mask));
        emit_close(emitter);
    } else {
        emit_line(emitter, "i32x%l %s[%P];", lanes);
        emit_each_piece(
            emitter, "%s[p] = %k & %s;", lanes, step->mask,
            emit_format(emitter, FAULTS[instr->op].pieces, value, value));
        report_lanes(emitter, step, lanes);
    }
    emit_close(emitter);
}

static void check_read_lane(Emitter *emitter, const PlanStep *step)
{
    emit_open(emitter, "{");
    const char *place = emit_declare_place(emitter, step);
    emit_line(emitter,
              "wcc_check_lane(&where, &%s, (uint32_t)wave, (const int32_t *)%m, (WccWords)%s);",
              place, step->mask, emit_words(emitter, step, 0));
    emit_close(emitter);
}

void emit_check(Emitter *emitter, const PlanStep *step)
{
    switch (step->instr->op) {
    case IR_arrive: note_lanes(emitter, "here"); break;
    case IR_retire: note_lanes(emitter, "gone"); break;
    case IR_barrier: emit_barrier(emitter, step); break;
    case IR_check_var: emit_check_var(emitter, step); break;
    case IR_check_resource: emit_check_resource(emitter, step); break;
    case IR_check_lane: check_read_lane(emitter, step); break;
    default: check_lanes(emitter, step);
    }
}
