/* Stores of lanes that go to places behind each other, as plan_counted.c has found: the lanes that are on, in one run or
 * on either side of a choice, are moved together and stored from a scalar place on. */
#include "emit_access.h"

/* `number` ends the names of its C variables: on, lanes, from. */
typedef struct CountedRun {
    int number;
    bool goes_back;
} CountedRun;

/* Of the run's first lane: the place less the count. */
static const char *first_place(Emitter *emitter, const Access *access, const IrInstr *value, CountedRun run)
{
    const IrInstr *const *operands = (const IrInstr *const *)value->operands;
    if (value == access->planned->counts[run.number])
        return value->op == IR_wave_prefix_count ? "0" : emit_format(emitter, "first%u", value->id);
    if (!plan_is_vector(emitter->plan, value))
        return emit_first(emitter, value);
    switch (value->op) {
    case IR_select: return first_place(emitter, access, operands[run.number == 1 ? 1 : 2], run);
    case IR_imul: return emit_format(emitter, "%s * %n", first_place(emitter, access, operands[0], run), operands[1]);
    case IR_ishl:
        return emit_format(emitter, "%s * %d", first_place(emitter, access, operands[0], run), 1 << (operands[1]->bits & 31));
    default:
        return emit_format(emitter, "(%s %s %s)", first_place(emitter, access, operands[0], run),
                           value->op == IR_iadd ? "+" : "-", first_place(emitter, access, operands[1], run));
    }
}

static void declare_lanes(Emitter *emitter, const Access *access, CountedRun run)
{
    const PlanAccess *planned = access->planned;
    const char *on = planned->mask == 0 ? "splat_i32x%l(-1)" : "%k";
    on = emit_format(emitter, on, planned->mask);
    if (planned->split != NULL)
        on = emit_format(emitter, "%s & %s%p", on, run.number == 1 ? "" : "~", planned->split);
    emit_line(emitter, "i32x%l on%d[%P];", run.number);
    emit_each_piece(emitter, "on%d[p] = %s;", run.number, on);
    emit_line(emitter, "const int lanes%d = count_onx%l(on%d, %P);", run.number, run.number);
    emit_line(emitter, "const int32_t from%d = %s;", run.number, first_place(emitter, access, access->planned->index, run));
}

static void declare_words(Emitter *emitter, const Access *access)
{
    for (int c = 0; c < access->planned->components; c++) {
        emit_line(emitter, "i32x%l words%d[%P];", c);
        emit_each_piece(emitter, "words%d[p] = (i32x%l)%s;", c, emit_piece_to_memory(emitter, access, c));
    }
}

/* Of its places the one that is the first in memory. */
static const char *lowest_place(Emitter *emitter, const Access *access, CountedRun run)
{
    return run.goes_back ? emit_format(emitter, "(from%d - (lanes%d - 1) * %d)", run.number, run.number,
                                       plan_contiguous_stride(access->planned))
                         : emit_format(emitter, "from%d", run.number);
}

static const char *run_is_inside(Emitter *emitter, const Access *access, CountedRun run)
{
    return emit_format(emitter, "wcc_run_inside(%s, lanes%d, %d, %s)", lowest_place(emitter, access, run), run.number,
                       plan_contiguous_stride(access->planned), access->count);
}

/* From lane to lane, as C. An atomic operation that goes outside gives all lanes 0. */
static const char *step_of(Emitter *emitter, const Access *access, CountedRun run)
{
    const IrInstr *count = access->planned->counts[run.number];
    int step = plan_contiguous_stride(access->planned) * (run.goes_back ? -1 : 1);
    return op_is_atomic(count->op) ? emit_format(emitter, "(counts%u ? %d : 0)", count->id, step)
                                   : emit_format(emitter, "%d", step);
}

static const char *run_inside(Emitter *emitter, const Access *access, CountedRun run)
{
    const IrInstr *count = access->planned->counts[run.number];
    const char *counts = op_is_atomic(count->op) ? emit_format(emitter, "counts%u", count->id) : NULL;
    return emit_and(emitter, counts, run_is_inside(emitter, access, run));
}

/* Nobody else stores beside it, and there is room behind it. */
static bool is_alone(const Emitter *emitter, const Access *access)
{
    const IrVariable *variable = access->instr->variable;
    return variable != NULL && emitter->plan->variables[variable->index].home == HOME_SHARED;
}

static void store_run(Emitter *emitter, const Access *access, CountedRun run)
{
    for (int c = 0; c < access->planned->components; c++)
        emit_line(emitter, "store_run_%si32x%l(%s, words%d, on%d, %P, lanes%d, %d);", is_alone(emitter, access) ? "alone_" : "",
                  emit_address(emitter, access, c, lowest_place(emitter, access, run)), c, run.number, run.number,
                  run.goes_back);
}

/* Where it is not inside as a whole. */
static void store_by_lanes(Emitter *emitter, const Access *access, const CountedRun *runs, int count)
{
    const char *on = "on0[p]", *index = "from0 + before0++ * %s";
    emit_line(emitter, count == 2 ? "int before0 = 0, before1 = 0;" : "int before0 = 0;");
    index = emit_format(emitter, index, step_of(emitter, access, runs[0]));
    if (count == 2) {
        on = "on0[p] | on1[p]";
        index = emit_format(emitter, "on1[p][lane] ? from1 + before1++ * %s : %s", step_of(emitter, access, runs[1]), index);
    }
    emit_open(emitter, "WCC_PIECES_IN_TURN(%P) for (uint32_t left = bitsx%l(%s); left != 0; left &= left - 1) {", on);
    emit_line(emitter, "const int lane = __builtin_ctz(left);");
    emit_line(emitter, "const int32_t index = %s;", index);
    emit_open(emitter, "if (%s) {",
              emit_with_guard(emitter, access, emit_format(emitter, "(uint32_t)index < %s", access->count)));
    for (int c = 0; c < access->planned->components; c++)
        emit_line(emitter, "WCC_AT(int32_t, %s) = words%d[p][lane];", emit_address(emitter, access, c, "index"), c);
    emit_close(emitter);
    emit_close(emitter);
}

void emit_counted(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    const CountedRun runs[] = {{0, planned->goes_back[0]}, {1, planned->goes_back[1]}};
    int count = planned->split != NULL ? 2 : 1, step = plan_contiguous_stride(planned);
    emit_open(emitter, "{");
    declare_words(emitter, access);
    const char *inside = NULL;
    for (int i = 0; i < count; i++) {
        declare_lanes(emitter, access, runs[i]);
        inside = emit_and(emitter, inside, run_inside(emitter, access, runs[i]));
    }
    if (count == 2)
        inside = emit_format(emitter, "%s && wcc_are_apart(%s, lanes0 * %d, %s, lanes1 * %d)", inside,
                             lowest_place(emitter, access, runs[0]), step, lowest_place(emitter, access, runs[1]), step);
    emit_open(emitter, "if (WCC_LIKELY(%s)) {", emit_with_guard(emitter, access, inside));
    for (int i = 0; i < count; i++)
        store_run(emitter, access, runs[i]);
    emit_else(emitter);
    store_by_lanes(emitter, access, runs, count);
    emit_close(emitter);
    emit_close(emitter);
}
