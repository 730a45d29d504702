/* Accesses that look at each piece by itself: pieces and halves of them that lie in rows, columns
 * of texels, lanes in another order, and what a test finds as it runs. Each is the good way under a
 * condition, else lane by lane. */
#include "emit_access.h"

/* What of a place steps, or has its lanes near each other, where the place does. */
static const IrInstr *asked_of(const Emitter *emitter, const IrInstr *place)
{
    const IrInstr *asked = emitter->plan->values[place->id].asked_of;
    return asked != NULL ? asked : place;
}

/* From the scalar `of` of what varies in it, that of the place: " + %n". */
static const char *shifted_from(Emitter *emitter, const IrInstr *varying, const char *of, const IrInstr *place)
{
    for (int side; place != varying; place = place->operands[side]) {
        side = place->op == IR_iadd && plan_is_uniform(emitter->plan, place->operands[0]) ? 1 : 0;
        of = emit_format(emitter, place->op == IR_iadd ? "%s + %n" : "%s - %n", of, place->operands[1 - side]);
    }
    return of;
}

/* Likewise of what it is asked of. */
static const char *shifted_to(Emitter *emitter, const char *of, const IrInstr *place)
{
    return shifted_from(emitter, asked_of(emitter, place), of, place);
}

/* A lane of each piece, as a scalar: out of its vector, or computed as one. */
static const char *lane_of_piece(Emitter *emitter, const Access *access, const IrInstr *value,
                                 int lane)
{
    bool by_scalars =
        access->planned->by_scalars && emitter->plan->values[value->id].is_by_lanes;
    if (by_scalars)
        return emit_scalar_lane(emitter, value, lane);
    return shifted_to(emitter, emit_lane(emitter, asked_of(emitter, value), lane), value);
}

const char *emit_and(Emitter *emitter, const char *left, const char *right)
{
    return left == NULL || right == NULL ? (left == NULL ? right : left)
                                         : emit_format(emitter, "%s && %s", left, right);
}

/* A run of lanes that are adjacent in memory: a piece or half of one. Names of C variables. */
typedef struct Run {
    int lane, lanes; /* first, how many */
    const char *first, *row, *slice;
} Run;

static Run low_run(int lanes) { return (Run){0, lanes, "first", "row_first", "slice_first"}; }
static Run high_run(int lanes)
{
    return (Run){lanes, lanes, "second", "row_second", "slice_second"};
}

static bool is_shuffled(const PlanAccess *planned)
{
    return planned->way == WAY_shuffled || planned->way == WAY_shuffled_halves;
}

/* Lanes at known places, from that of the lowest one. */
static bool is_picked(const PlanAccess *planned)
{
    return planned->way == WAY_picked || planned->way == WAY_placed;
}

static void declare_row(Emitter *emitter, const Access *access, Run run)
{
    const PlanAccess *planned = access->planned;
    if (planned->lane_row != NULL)
        emit_line(emitter, "const uint32_t %s = (uint32_t)%s;", run.row,
                  lane_of_piece(emitter, access, planned->lane_row, run.lane));
    if (planned->lane_slice != NULL)
        emit_line(emitter, "const uint32_t %s = (uint32_t)%s;", run.slice,
                  lane_of_piece(emitter, access, planned->lane_slice, run.lane));
}

static void declare_run(Emitter *emitter, const Access *access, Run run)
{
    const PlanAccess *planned = access->planned;
    const char *first =
        emit_format(emitter, "(%s)", lane_of_piece(emitter, access, planned->index, run.lane));
    if (is_shuffled(planned) || is_picked(planned))
        first = emit_format(emitter, "(%s + %d)", first,
                            is_picked(planned) ? planned->picked.start : planned->shuffle.start);
    emit_line(emitter, "const int32_t %s = %s;", run.first,
              emit_near(emitter, access, emit_aligned(emitter, access, first), run.lanes));
    declare_row(emitter, access, run);
}

int emit_index_step(const PlanAccess *planned)
{
    bool steps = planned->way >= WAY_reversed && planned->way <= WAY_stepped_halves;
    if (plan_way_of_pieces(planned->way) != planned->way)
        return planned->step / planned->index_bytes;
    return steps ? planned->index->shape.stride : plan_contiguous_stride(planned);
}

/* Of the run's lanes: the last one's where the index steps back. */
static const char *lowest_index(Emitter *emitter, const Access *access, Run run)
{
    int step = emit_index_step(access->planned);
    return step > 0 ? run.first
                    : emit_format(emitter, "%s - %d", run.first, (run.lanes - 1) * -step);
}

int emit_indices_beyond(const Emitter *emitter, const PlanAccess *planned, int lanes)
{
    bool is_strided = planned->way == WAY_strided || planned->way == WAY_strided_halves ||
                      planned->way == WAY_straight_strided;
    int unit = planned->index_bytes == 0 ? 1 : planned->index_bytes;
    if (!is_strided || planned->component_bytes > 2)
        return 0;
    int bytes = (lanes - 1) * planned->step + planned->component_bytes, words = (bytes + 3) / 4;
    int read = words > emitter->plan->lanes ? words : emitter->plan->lanes;
    return (read * 4 - bytes + unit - 1) / unit;
}

static const char *run_inside(Emitter *emitter, const Access *access, Run run)
{
    const PlanAccess *planned = access->planned;
    if (planned->is_walked)
        return "1";
    if (is_shuffled(planned))
        return emit_format(emitter, "wcc_inside(%s, %d, %s)", run.first,
                           emit_shuffle_reach(planned), access->count);
    if (is_picked(planned))
        return emit_format(emitter, "wcc_inside(%s, %d, %s)", run.first, planned->picked.span, access->count);
    int step = emit_index_step(planned), along = (run.lanes - 1) * (step < 0 ? -step : step) + 1;
    return emit_format(emitter, "wcc_inside(%s, %d, %s)", lowest_index(emitter, access, run),
                       along + emit_indices_beyond(emitter, planned, run.lanes), access->count);
}

Access emit_shift_by_row(Emitter *emitter, const Access *access, const char *row, const char *slice,
                         const char **inside)
{
    Access shifted = *access;
    const char *offset = "";
    bool is_asked = !access->planned->is_walked;
    if (access->planned->lane_row != NULL) {
        if (is_asked)
            *inside = emit_and(emitter, *inside,
                               emit_format(emitter, "%s < %s", row, access->row_count));
        offset = emit_format(emitter, " + (uint64_t)%s * %s", row, access->row_pitch);
    }
    if (access->planned->lane_slice != NULL) {
        if (is_asked)
            *inside = emit_and(emitter, *inside,
                               emit_format(emitter, "%s < %s", slice, access->slice_count));
        offset =
            emit_format(emitter, "%s + (uint64_t)%s * %s", offset, slice, access->slice_pitch);
    }
    for (int c = 0; c < access->planned->components; c++)
        shifted.base[c] = emit_format(emitter, "%s%s", access->base[c], offset);
    return shifted;
}

static Access shift_by_row(Emitter *emitter, const Access *access, Run run, const char **inside)
{
    return emit_shift_by_row(emitter, access, run.row, run.slice, inside);
}

/* Planes are stored under masks, but not past the caches; what is spread is masked anyway. */
static bool stores_masked(const PlanAccess *planned)
{
    if (planned->way == WAY_stepped_store || planned->way == WAY_stepped_by || planned->way == WAY_word_column)
        return false;
    if (planned->way == WAY_spread || planned->way == WAY_spread_halves ||
        planned->way == WAY_shuffled || planned->way == WAY_picked)
        return true;
    return planned->is_store && planned->mask != 0 && plan_is_planes(planned) &&
           !planned->is_streamed;
}

/* Other stores write whole pieces: only where all lanes are on. */
static const char *and_unmasked(Emitter *emitter, const Access *access, const char *inside)
{
    int mask = access->planned->is_store ? access->planned->mask : 0;
    if (mask == 0 || stores_masked(access->planned))
        return inside;
    return emit_format(emitter, "%s && bitsx%l(%k) == %uu", inside, mask,
                       (1u << emitter->plan->lanes) - 1);
}

/* ---- tests ---- */

/* That `value` steps by `stride` in each piece, or half of one; NULL where that is known. */
static const char *step_test(Emitter *emitter, PlanTest test, const IrInstr *value, PlanWay way,
                             int stride)
{
    if (test == TEST_KNOWN)
        return NULL;
    return emit_format(emitter, "%ssteps_byx%l(%p, %d)", way == WAY_halves ? "halves_" : "",
                       asked_of(emitter, value), stride);
}

static const char *attempt_test(Emitter *emitter, const Access *access, const PlanAttempt *attempt)
{
    const PlanAccess *planned = access->planned;
    int along = attempt->way == WAY_column ? 0 : emit_index_step(planned),
        down = attempt->way == WAY_column ? 1 : 0;
    const char *test = step_test(emitter, attempt->index, planned->index, attempt->way, along);
    test = emit_and(emitter, test,
                         step_test(emitter, attempt->row, planned->lane_row, attempt->way, down));
    return emit_and(emitter, test,
                         step_test(emitter, attempt->slice, planned->lane_slice, attempt->way, 0));
}

/* if (inside, by its guard too) { */
static void open_attempt(Emitter *emitter, const Access *access, const char *inside)
{
    emit_open(emitter, "if (WCC_LIKELY(%s)) {", emit_with_guard(emitter, access, inside));
}

/* ---- the ways ---- */

/* The runs of a piece: all of it, or its halves, which lie in different rows as those of 8 x 8
 * threads do in 16 lanes. */
typedef struct Runs {
    int count;
    Run runs[2];
    Access rows[2];
} Runs;

/* Of a run's first lane; of the first in its upper half, which may be another run. */
static const char *low_place(Emitter *emitter, const Runs *runs, int c)
{
    return emit_address(emitter, &runs->rows[0], c, runs->runs[0].first);
}

static const char *high_place(Emitter *emitter, const Runs *runs, int c)
{
    if (runs->count == 2)
        return emit_address(emitter, &runs->rows[1], c, runs->runs[1].first);
    return emit_format(emitter, "%s + %d", low_place(emitter, runs, c),
                       emitter->plan->lanes / 2 * runs->rows[0].planned->step);
}

/* Words up to four apart have a function for each step. */
static const char *strided_words(Emitter *emitter, const Runs *runs, int c)
{
    const PlanAccess *planned = runs->rows[0].planned;
    const char *low = low_place(emitter, runs, c), *high = high_place(emitter, runs, c);
    int apart = planned->step / 4;
    if (apart <= 4)
        return emit_format(emitter, "(%v)load_%sstride_%d_f32x%l(%s, %s)", planned->type,
                           runs->count == 2 ? "halves_" : "", apart, low, high);
    if (runs->count == 2)
        return emit_format(emitter, "(%v)load_halves_strides_f32x%l(%s, %s, %d)", planned->type,
                           low, high, apart);
    return emit_format(emitter, "(%v)load_strides_f32x%l(%s, %d)", planned->type, low, apart);
}

static const char *strided_halfwords(Emitter *emitter, const Runs *runs, int c)
{
    const char *low = low_place(emitter, runs, c), *high = high_place(emitter, runs, c);
    int apart = runs->rows[0].planned->step / 2;
    return runs->count == 2
               ? emit_format(emitter, "load_halves_strides_i16x%l(%s, %s, %d)", low, high, apart)
               : emit_format(emitter, "load_strides_i16x%l(%s, %d)", low, apart);
}

static const char *strided_parts(Emitter *emitter, const Runs *runs, int c)
{
    const char *low = low_place(emitter, runs, c), *high = high_place(emitter, runs, c);
    const PlanAccess *planned = runs->rows[0].planned;
    const char *parts = planned->is_signed ? "signed_parts" : "parts";
    return runs->count == 2
               ? emit_format(emitter, "load_halves_strides_%s_i32x%l(%s, %s, %d, %d)", parts, low, high,
                             planned->step, planned->part)
               : emit_format(emitter, "load_strides_%s_i32x%l(%s, %d, %d)", parts, low, planned->step,
                             planned->part);
}

static const char *strided_double_words(Emitter *emitter, const Runs *runs, int c)
{
    const PlanAccess *planned = runs->rows[0].planned;
    return emit_format(emitter, "(%v)load_halves_strides_i64x%l(%s, %s, %d)", planned->type,
                       low_place(emitter, runs, c), high_place(emitter, runs, c),
                       planned->step / 8);
}

/* All words of the lanes, one of which is wanted; what takes the others shares their loads. */
static void load_interleaved(Emitter *emitter, const Runs *runs)
{
    const PlanAccess *planned = runs->rows[0].planned;
    int words = planned->step / 4, before = 4 * planned->word;
    bool halves = runs->count == 2;
    const char *list = "";
    for (int w = 0; w < words; w++)
        list = emit_format(emitter, "%s, &%s", list, w == planned->word ? "wanted" : "unwanted");
    emit_line(emitter, "f32x%l wanted, unwanted;");
    emit_line(emitter, "load_%d_%sf32x%l(%s - %d%s%s);", words, halves ? "halves_" : "",
              low_place(emitter, runs, 0), before,
              halves ? emit_format(emitter, ", %s - %d", high_place(emitter, runs, 0), before) : "",
              list);
    emit_line(emitter, "%s[p] = (%v)wanted;", emit_name(emitter, planned->instr, 0),
              planned->instr->type.scalar);
}

static void load_strided(Emitter *emitter, const Runs *runs, int c)
{
    const PlanAccess *planned = runs->rows[0].planned;
    if (planned->is_interleaved) {
        load_interleaved(emitter, runs);
        return;
    }
    const char *loaded = (planned->part != 0                ? strided_parts
                          : planned->component_bytes == 2 ? strided_halfwords
                          : planned->component_bytes == 4 ? strided_words
                                                          : strided_double_words)(emitter, runs, c);
    emit_line(emitter, "%s[p] = %s;", emit_name(emitter, planned->instr, c),
              emit_from_memory(emitter, &runs->rows[0], loaded, true));
}

static void load_stepped(Emitter *emitter, const Runs *runs)
{
    const PlanAccess *planned = runs->rows[0].planned;
    bool has_elements = planned->components > 1 && !plan_is_planes(planned);
    if (has_elements)
        emit_stepped_elements(emitter, &runs->rows[0], low_place(emitter, runs, 0),
                              high_place(emitter, runs, 0),
                              emit_format(emitter, "%d", planned->step));
    for (int c = 0; c < planned->components && !has_elements; c++)
        emit_line(emitter, "%s[p] = (%v)load_steps_f32x%l(%s, %s, %d);",
                  emit_name(emitter, planned->instr, c), planned->type,
                  low_place(emitter, runs, c), high_place(emitter, runs, c), planned->step);
}

static void store_reversed(Emitter *emitter, const Access *access, int c, const char *at)
{
    const PlanAccess *planned = access->planned;
    const char *value =
        emit_format(emitter, "reverse_%v(%p)", planned->type, access->values[c]);
    value = emit_to_memory(emitter, access, value, true);
    if (stores_masked(planned))
        emit_line(emitter, "store_%s_%v(%s, %s, reverse_i32x%l(%k));",
                  emit_masking_word(planned), emit_memory_type(access), at, value, planned->mask);
    else
        emit_line(emitter, "store_%v(%s, %s);", emit_memory_type(access), at, value);
}

static void access_reversed(Emitter *emitter, const Access *access, Run run)
{
    for (int c = 0; c < access->planned->components; c++) {
        const char *at =
            emit_address(emitter, access, c, lowest_index(emitter, access, run));
        IrScalar type = access->planned->type;
        const char *loaded =
            emit_format(emitter, "load_%s(%s)", emit_loaded_vector(emitter, access), at);
        if (access->values == NULL)
            emit_line(emitter, "%s[p] = reverse_%v(%s);", emit_name(emitter, access->instr, c),
                      type, emit_from_memory(emitter, access, loaded, true));
        else
            store_reversed(emitter, access, c, at);
    }
}

/* Each word at its place in as many vectors as the run reaches over. */
static void store_spread(Emitter *emitter, const Runs *runs, int c)
{
    const PlanAccess *planned = runs->rows[0].planned;
    const char *value = emit_piece_to_memory(emitter, &runs->rows[0], c);
    for (int i = 0; i < runs->count; i++) {
        const Run *run = &runs->runs[i];
        emit_line(emitter, "store_spread_i32x%l(%s, (i32x%l)%s, %k, %d, %d, %d);",
                  emit_address(emitter, &runs->rows[i], c, run->first), value, planned->mask,
                  run->lane, run->lanes, planned->step / 4);
    }
}

static void store_stepped(Emitter *emitter, const Runs *runs, int c)
{
    emit_line(emitter, "store_steps_f32x%l(%s, %d, (f32x%l)%s);", low_place(emitter, runs, c),
              runs->rows[0].planned->step, emit_piece_to_memory(emitter, &runs->rows[0], c));
}

static Runs runs_of(Emitter *emitter, const Access *access, PlanWay way)
{
    int lanes = emitter->plan->lanes;
    bool halves = way == WAY_halves || way == WAY_strided_halves || way == WAY_spread_halves ||
                  way == WAY_stepped_halves || way == WAY_shuffled_halves;
    if (way == WAY_picked || way == WAY_placed)
        lanes = (access->planned->picked.span - 1) / plan_contiguous_stride(access->planned) + 1;
    return halves ? (Runs){2, {low_run(lanes / 2), high_run(lanes / 2)}, {*access, *access}}
                  : (Runs){1, {low_run(lanes)}, {*access}};
}

static void access_runs(Emitter *emitter, const Runs *runs, PlanWay way)
{
    const Access *high = runs->count == 2 ? &runs->rows[1] : NULL;
    switch (way) {
    case WAY_reversed: access_reversed(emitter, &runs->rows[0], runs->runs[0]); break;
    case WAY_strided:
    case WAY_strided_halves:
        for (int c = 0; c < runs->rows[0].planned->components; c++)
            load_strided(emitter, runs, c);
        break;
    case WAY_spread:
    case WAY_spread_halves:
        for (int c = 0; c < runs->rows[0].planned->components; c++)
            store_spread(emitter, runs, c);
        break;
    case WAY_stepped_store:
        for (int c = 0; c < runs->rows[0].planned->components; c++)
            store_stepped(emitter, runs, c);
        break;
    case WAY_stepped_elements: emit_store_steps(emitter, &runs->rows[0], low_place(emitter, runs, 0)); break;
    case WAY_shuffled: emit_shuffled(emitter, &runs->rows[0], runs->runs[0].first); break;
    case WAY_picked: emit_picked(emitter, &runs->rows[0], runs->runs[0].first); break;
    case WAY_placed:
        (runs->rows[0].planned->is_store ? emit_picked : emit_load_placed)(emitter, &runs->rows[0], runs->runs[0].first);
        break;
    case WAY_shuffled_halves:
        emit_shuffled_halves(emitter, &(Places){&runs->rows[0], high, runs->runs[0].first,
                                                runs->runs[1].first});
        break;
    case WAY_stepped:
    case WAY_stepped_halves: load_stepped(emitter, runs); break;
    default:
        emit_adjacent_piece(emitter, &(Places){&runs->rows[0], high, runs->runs[0].first,
                                               runs->runs[1].first});
    }
}

void emit_run_of_steps(Emitter *emitter, const Access *access)
{
    PlanWay way = plan_way_of_pieces(access->planned->way);
    Runs runs = runs_of(emitter, access, way);
    emit_line(emitter, "const int32_t %s = %s + p * %d;", runs.runs[0].first,
              emit_first_index(emitter, access),
              emit_index_step(access->planned) * emitter->plan->lanes);
    access_runs(emitter, &runs, way);
}

/* The runs of a piece, and that they lie inside. */
static Runs locate_runs(Emitter *emitter, const Access *access, PlanWay way, const char **inside)
{
    Runs runs = runs_of(emitter, access, way);
    for (int i = 0; i < runs.count; i++) {
        *inside = emit_and(emitter, *inside, run_inside(emitter, access, runs.runs[i]));
        runs.rows[i] = shift_by_row(emitter, access, runs.runs[i], inside);
    }
    return runs;
}

static void try_runs(Emitter *emitter, const Access *access, PlanWay way, const char *test)
{
    const char *inside = test;
    Runs runs = locate_runs(emitter, access, way, &inside);
    open_attempt(emitter, access, and_unmasked(emitter, access, inside));
    access_runs(emitter, &runs, way);
}

static void try_column(Emitter *emitter, const Access *access, const char *test)
{
    const char *inside =
        emit_format(emitter, "(uint32_t)first < %s && wcc_inside((int32_t)row_first, %l, %s)",
                    access->count, access->row_count);
    open_attempt(emitter, access,
                 and_unmasked(emitter, access, emit_and(emitter, test, inside)));
    emit_line(
        emitter,
        "%s_column_4_f32x%l(%s + (uint32_t)first * (uint64_t)%d + (uint64_t)row_first * %s, %s%s);",
        access->values != NULL ? "store" : "load", access->base[0], access->planned->element_bytes,
        access->row_pitch, access->row_pitch, emit_component_list(emitter, access));
}

/* Words `step` times `bytes` apart, from the one at `at` on. */
static void access_words_by(Emitter *emitter, const Access *access, int component, const char *at, const char *step, int bytes)
{
    const PlanAccess *planned = access->planned;
    if (planned->is_store)
        emit_line(emitter, "store_steps_f32x%l(%s, %s * %d, (f32x%l)%p);", at, step, bytes, access->values[component]);
    else
        emit_line(emitter, "%s[p] = (%v)load_steps_f32x%l(%s, %s + %s * %d, %s * %d);",
                  emit_name(emitter, planned->instr, component), planned->type, at, at, step,
                  emitter->plan->lanes / 2 * bytes, step, bytes);
}

/* A word a lane, each in the row below the last one's. */
static void try_word_column(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    emit_line(emitter, "const int64_t pitch = %s;", access->row_pitch);
    const char *inside = planned->is_inside ? "1"
                                            : emit_format(emitter, "(uint32_t)first < %s && wcc_inside((int32_t)row_first, %l, %s)",
                                                          access->count, access->row_count);
    open_attempt(emitter, access, and_unmasked(emitter, access, inside));
    for (int c = 0; c < planned->components; c++)
        access_words_by(emitter, access, c,
                        emit_format(emitter, "%s + (uint32_t)first * (uint64_t)%d + (uint64_t)row_first * pitch",
                                    access->base[c], planned->index_bytes),
                        "pitch", 1);
}

/* Elements of words that lie `apart`. */
static void access_elements_by(Emitter *emitter, const Access *access, int bytes)
{
    const char *at = emit_address(emitter, access, 0, "first");
    if (access->planned->is_store)
        emit_line(emitter, "store_column_4_f32x%l(%s, apart * %d%s);", at, bytes,
                  emit_component_list(emitter, access));
    else
        emit_stepped_elements(emitter, access, at,
                              emit_format(emitter, "%s + apart * %d", at,
                                          emitter->plan->lanes / 2 * bytes),
                              emit_format(emitter, "apart * %d", bytes));
}

/* A word a lane, or four, the same number of elements apart. */
static void try_stepped_by(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    int bytes = planned->index_bytes;
    const char *uniform = emit_format(emitter, "%n", planned->factor.uniforms[0]);
    for (int i = 1; i < planned->factor.count; i++)
        uniform = emit_format(emitter, "(%s * %n)", uniform, planned->factor.uniforms[i]);
    emit_line(emitter, "const int64_t apart = (int64_t)%s * %d;", uniform, planned->factor.by);
    const char *test = planned->is_inside
                           ? "1"
                           : emit_format(emitter, "wcc_steps_inside(first, apart * %d, %s)",
                                         emitter->plan->lanes - 1, access->count);
    open_attempt(emitter, access, and_unmasked(emitter, access, test));
    if (planned->components > 1 && !plan_is_planes(planned)) {
        access_elements_by(emitter, access, bytes);
        return;
    }
    for (int c = 0; c < planned->components; c++)
        access_words_by(emitter, access, c, emit_address(emitter, access, c, "first"), "apart", bytes);
}

static const char *mix_operator(const Access *access)
{
    IrOp op = access->planned->mix.op;
    return op == IR_iand ? "&" : op == IR_ior ? "|" : "^";
}

static void try_mixed(Emitter *emitter, const Access *access)
{
    const PlanMix *mix = &access->planned->mix;
    const char *inside = emit_format(emitter, "start %% %l == 0 && %s",
                                     run_inside(emitter, access, low_run(emitter->plan->lanes)));
    open_attempt(emitter, access, inside);
    emit_line(emitter, "const i32x%l from = linear_i32x%l(0, 1) %s splat_i32x%l(%n);",
              mix_operator(access), mix->uniform);
    for (int c = 0; c < access->planned->components; c++) {
        const char *at = emit_address(emitter, access, c, "first");
        IrScalar type = access->planned->type, in_memory = emit_memory_type(access);
        const char *loaded =
            emit_format(emitter, "load_%s(%s)", emit_loaded_vector(emitter, access), at);
        if (access->values == NULL)
            emit_line(emitter, "%s[p] = permute_%v(%s, from);",
                      emit_name(emitter, access->instr, c), type,
                      emit_from_memory(emitter, access, loaded, true));
        else
            emit_line(emitter, "store_%v(%s, %s);", in_memory, at,
                      emit_to_memory(emitter, access,
                                     emit_format(emitter, "permute_%v(%p, from)", type,
                                                 access->values[c]),
                                     true));
    }
}

/* Out of one vector or two, which begin at element `window`; `near`: where in them. */
static void look_up(Emitter *emitter, const Access *access, int vectors, const char *window, const char *near)
{
    const PlanAccess *planned = access->planned;
    for (int c = 0; c < planned->components; c++)
        emit_line(emitter, "%s[p] = (%v)look_up_%s_i32x%l(%s, %s);", emit_name(emitter, planned->instr, c), planned->type,
                  vectors == 1 ? "one" : "two", emit_address(emitter, access, c, window), near);
}

/* A table so short that its vectors are known. */
static void try_few_places(Emitter *emitter, const Access *access)
{
    const IrInstr *index = access->planned->index;
    PlanFewPlaces few = access->planned->few;
    const char *first = emit_format(emitter, "%d", few.first);
    if (few.of != index) {
        emit_line(emitter, "const int32_t table = %s;", shifted_from(emitter, few.of, first, index));
        first = "table";
    }
    open_attempt(emitter, access,
                 emit_format(emitter, "wcc_inside(%s, %d, %s)", first, few.vectors * emitter->plan->lanes, access->count));
    look_up(emitter, access, few.vectors, first,
            few.of == index && few.first == 0 ? emit_piece(emitter, index)
                                              : emit_format(emitter, "%p - splat_i32x%l(%s)", index, first));
}

/* Indices near each other: at a clamped edge, a wrap, or some lanes to an element. */
static void try_window(Emitter *emitter, const Access *access)
{
    int span = 2 * emitter->plan->lanes;
    emit_line(emitter, "const i32x%l near = %p;", access->planned->index);
    emit_line(emitter, "const int32_t window = wcc_window(lower_endx%l(near), %d, %s);", span,
              access->count);
    open_attempt(emitter, access,
                 emit_format(emitter, "window >= 0 && in_windowx%l(near, window)"));
    look_up(emitter, access, 2, "window", emit_format(emitter, "near - splat_i32x%l(window)"));
}

/* The same, asked of what varies: not at the end, where a window begins before the lowest lane. */
static void try_window_ahead(Emitter *emitter, const Access *access)
{
    const IrInstr *index = access->planned->index;
    emit_line(emitter, "const i32x%l varying = %p;", asked_of(emitter, index));
    emit_line(emitter, "const int32_t lowest = lower_endx%l(varying), ahead = %s;",
              shifted_to(emitter, "lowest", index));
    open_attempt(emitter, access,
                 emit_format(emitter, "in_windowx%l(varying, lowest) && wcc_inside(ahead, %d, %s)",
                             2 * emitter->plan->lanes, access->count));
    look_up(emitter, access, 2, "ahead", emit_format(emitter, "varying - splat_i32x%l(lowest)"));
}

/* ---- lanes that are on, moved together ---- */

/* A run of the lanes that are on: all of them, or those on either side of a split. Names of C variables end in `name`. */
typedef struct PackedRun {
    const char *name, *on; /* a mask of its lanes */
    bool goes_back;        /* the last lane's place is the first */
} PackedRun;

static const char *along_run(Emitter *emitter, PackedRun run, IrScalar type, const char *value)
{
    return run.goes_back ? emit_format(emitter, "reverse_%v(%s)", type, value) : value;
}

/* A bit for each of its lanes, how many they are, and their places from lane 0 on. */
static void declare_packed(Emitter *emitter, const Access *access, PackedRun run)
{
    const char *places = emit_aligned(emitter, access, emit_piece(emitter, access->planned->index));
    emit_line(emitter, "const uint32_t on%s = bitsx%l(%s);", run.name, along_run(emitter, run, IR_I32, run.on));
    emit_line(emitter, "const int lanes%s = __builtin_popcount(on%s);", run.name, run.name);
    emit_line(emitter, "const i32x%l run%s = pack_i32x%l(%s, on%s);", run.name, along_run(emitter, run, IR_I32, places),
              run.name);
}

static const char *packed_test(Emitter *emitter, const Access *access, PackedRun run)
{
    return emit_format(emitter, "is_runx%l(run%s, lanes%s, %d, %s)", run.name, run.name,
                       plan_contiguous_stride(access->planned), access->count);
}

static const char *packed_component(Emitter *emitter, const Access *access, int c, PackedRun run)
{
    IrScalar type = emit_memory_type(access);
    const char *value = along_run(emitter, run, type, emit_piece_to_memory(emitter, access, c));
    return emit_format(emitter, "pack_%v(%s, on%s)", type, value, run.name);
}

static void store_packed(Emitter *emitter, const Access *access, PackedRun run)
{
    const char *verb = access->planned->is_counted ? "counted" : "first";
    const char *first = emit_format(emitter, "run%s[0]", run.name);
    if (!plan_is_planes(access->planned)) {
        emit_line(emitter, "store_%s_2_f32x%l(%s, (f32x%l)%s, (f32x%l)%s, lanes%s);", verb,
                  emit_address(emitter, access, 0, first), packed_component(emitter, access, 0, run),
                  packed_component(emitter, access, 1, run), run.name);
        return;
    }
    for (int c = 0; c < access->planned->components; c++)
        emit_line(emitter, "store_%s_%v(%s, %s, lanes%s);", verb, emit_memory_type(access),
                  emit_address(emitter, access, c, first), packed_component(emitter, access, c, run), run.name);
}

/* One run, or two of which each lane is in one, and which do not meet. */
static void try_packed(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    int stride = plan_contiguous_stride(planned);
    const char *all = planned->mask == 0 ? "splat_i32x%l(-1)" : "%k";
    all = emit_format(emitter, all, planned->mask);
    if (planned->split == NULL) {
        PackedRun only = {"", all, planned->goes_back[0]};
        Run run = low_run(emitter->plan->lanes);
        declare_row(emitter, access, run);
        declare_packed(emitter, access, only);
        const char *inside = packed_test(emitter, access, only);
        Access row = shift_by_row(emitter, access, run, &inside);
        open_attempt(emitter, access, inside);
        store_packed(emitter, &row, only);
        return;
    }
    PackedRun where = {"1", emit_format(emitter, "%s & %p", all, planned->split), planned->goes_back[1]};
    PackedRun others = {"0", emit_format(emitter, "%s & ~%p", all, planned->split), planned->goes_back[0]};
    declare_packed(emitter, access, where);
    declare_packed(emitter, access, others);
    const char *apart = emit_format(
        emitter, "wcc_are_apart(run1[0], lanes1 * %d, run0[0], lanes0 * %d)", stride, stride);
    const char *test = emit_and(emitter, packed_test(emitter, access, where), packed_test(emitter, access, others));
    open_attempt(emitter, access, emit_and(emitter, test, apart));
    store_packed(emitter, access, where);
    store_packed(emitter, access, others);
}

/* ---- one address for the lanes of a piece, or of each half ---- */

const char *emit_element(Emitter *emitter, const Access *access, const char *index, const char *row,
                         const char *slice, int c)
{
    const char *sign = access->planned->type == IR_I1 ? "-" : ""; /* true is all ones */
    const char *inside = emit_format(emitter, "(uint32_t)%s < %s", index, access->count), *has_row = NULL;
    Access shifted = emit_shift_by_row(emitter, access, row, slice, &has_row);
    inside = emit_and(emitter, inside, has_row);
    shifted.guard = emit_and(emitter, access->guard, has_row);
    const char *cell = emit_cell(emitter, access, emit_address(emitter, &shifted, c, index));
    const char *value = emit_from_memory(emitter, access, cell, false);
    if (access->planned->is_inside && access->guard == NULL)
        return emit_format(emitter, "%s%s", sign, value);
    return emit_format(emitter, "(%s ? %s%s : %s)", emit_with_guard(emitter, access, inside), sign,
                       value, emit_cut_component(emitter, &shifted, index, c));
}

static const char *run_value(Emitter *emitter, const Access *access, Run run, int c)
{
    return emit_element(emitter, access, run.first, run.row, run.slice, c);
}

void emit_same_in_pieces(Emitter *emitter, const Access *access)
{
    int lanes = emitter->plan->lanes, halves = access->planned->way == WAY_half_pieces;
    IrScalar type = access->instr->type.scalar;
    emit_open_pieces(emitter);
    declare_run(emitter, access, low_run(lanes));
    if (halves)
        declare_run(emitter, access, high_run(lanes / 2));
    for (int c = 0; c < access->planned->components; c++) {
        const char *name = emit_name(emitter, access->instr, c);
        const char *low = run_value(emitter, access, low_run(lanes), c);
        if (halves)
            emit_line(emitter, "%s[p] = splat_halves_%v(%s, %s);", name, type, low,
                      run_value(emitter, access, high_run(lanes / 2), c));
        else
            emit_line(emitter, "%s[p] = splat_%v(%s);", name, type, low);
    }
    emit_close_pieces(emitter);
}

/* What the last lane on has; where all lanes of the run have the same, the first one's. */
static const char *last_of_run(Emitter *emitter, const Access *access, Run run, const char *on, int c)
{
    const char *piece = emit_piece_to_memory(emitter, access, c);
    if (plan_is_same_along(emitter->plan, access->values[c], run.lanes))
        return emit_format(emitter, "((i32x%l)%s)[%d]", piece, run.lane);
    return emit_format(emitter, "((i32x%l)%s)[31 - __builtin_clz(%s)]", piece, on);
}

/* Lanes `on` of the piece at hand, some of which may be in the run. */
static void store_last_of_run(Emitter *emitter, const Access *access, Run run, const char *on)
{
    const PlanAccess *planned = access->planned;
    bool is_proved = planned->is_inside || planned->is_active_inside;
    const char *inside = is_proved ? NULL : emit_format(emitter, "(uint32_t)%s < %s", run.first, access->count);
    Access row = emit_shift_by_row(emitter, access, run.row, run.slice, &inside);
    const char *test = emit_and(emitter, emit_format(emitter, "%s != 0", on), emit_and(emitter, inside, access->guard));
    declare_run(emitter, access, run);
    emit_open(emitter, "if (%s) {", test);
    for (int c = 0; c < planned->components; c++)
        emit_line(emitter, "WCC_AT(int32_t, %s) = %s;", emit_address(emitter, &row, c, run.first),
                  last_of_run(emitter, access, run, on, c));
    emit_close(emitter);
}

void emit_last_of_pieces(Emitter *emitter, const Access *access)
{
    int lanes = emitter->plan->lanes, mask = access->planned->mask;
    const char *all = emit_format(emitter, "%uu", (1u << lanes) - 1),
               *on = mask == 0 ? all : emit_format(emitter, "bitsx%l(%k)", mask);
    emit_open_pieces(emitter);
    emit_line(emitter, "const uint32_t on = %s;", on);
    if (access->planned->way == WAY_piece_words) {
        store_last_of_run(emitter, access, low_run(lanes), "on");
    } else {
        emit_line(emitter, "const uint32_t low = on & %uu, high = on - low;", (1u << lanes / 2) - 1);
        store_last_of_run(emitter, access, low_run(lanes / 2), "low");
        store_last_of_run(emitter, access, high_run(lanes / 2), "high");
    }
    emit_close_pieces(emitter);
}

/* ---- attempts ---- */

/* Its attempt looks at all lanes by itself, not at the first ones of runs. */
static bool has_runs(PlanWay way)
{
    return way != WAY_mixed && way != WAY_window && way != WAY_few_places && way != WAY_packed;
}

/* What an attempt reads. */
static void declare_runs(Emitter *emitter, const Access *access, PlanWay way)
{
    const PlanAccess *planned = access->planned;
    if (way == WAY_mixed) {
        emit_line(emitter, "const int32_t start = %s, first = (start %s %n) & -%l;",
                  lane_of_piece(emitter, access, planned->mix.linear, 0), mix_operator(access),
                  planned->mix.uniform);
        return;
    }
    Runs runs = runs_of(emitter, access, way);
    for (int i = 0; i < runs.count && has_runs(way); i++)
        declare_run(emitter, access, runs.runs[i]);
}

/* Elements from one lane to the next, in either direction. */
static int elements_apart(const PlanAccess *planned)
{
    int apart = emit_index_step(planned) / plan_contiguous_stride(planned);
    return apart < 0 ? -apart : apart;
}

/* Of a tile: what lies ahead of each run, wherever that leads. Lanes that are so many elements apart
 * make a group as many times as wide. */
static void fetch_runs_ahead(Emitter *emitter, const Access *access, PlanWay way)
{
    const PlanAccess *planned = access->planned;
    Runs runs = runs_of(emitter, access, way);
    int apart = elements_apart(planned);
    for (int i = 0; i < runs.count && emit_is_fetched_by_tiles(emitter, access); i++) {
        const char *inside = NULL;
        Access row = shift_by_row(emitter, access, runs.runs[i], &inside);
        const char *at = emit_address(emitter, &row, 0, runs.runs[i].first);
        if (apart > 1)
            at = emit_format(emitter, "%s + %d * r%d_ahead", at, apart - 1,
                             access->instr->resource->index);
        emit_fetch_ahead(emitter, &row, at, runs.runs[i].lanes * apart * planned->element_bytes);
    }
}

/* Of two, the first. */
static bool is_window_ahead(const PlanAccess *planned, const PlanAttempt *attempt)
{
    return attempt < &planned->attempts[planned->attempt_count - 1] && attempt[1].way == WAY_window;
}

static void try_attempt(Emitter *emitter, const Access *access, const PlanAttempt *attempt)
{
    const char *test = attempt_test(emitter, access, attempt);
    switch (attempt->way) {
    case WAY_column: try_column(emitter, access, test); break;
    case WAY_mixed: try_mixed(emitter, access); break;
    case WAY_window:
        (is_window_ahead(access->planned, attempt) ? try_window_ahead : try_window)(emitter, access);
        break;
    case WAY_few_places: try_few_places(emitter, access); break;
    case WAY_packed: try_packed(emitter, access); break;
    case WAY_tile: emit_try_tile(emitter, access); break;
    case WAY_stepped_by: try_stepped_by(emitter, access); break;
    case WAY_word_column: try_word_column(emitter, access); break;
    default: try_runs(emitter, access, attempt->way, test);
    }
    emit_else(emitter);
}

/* Pieces that have any of the lanes that are known to be on. */
static void open_chosen_pieces(Emitter *emitter, const Access *access)
{
    emit_open_pieces(emitter);
    if (access->planned->way == WAY_picked)
        emit_open(emitter, "if ((%uull << 32 | %uu) >> p & 1) {", (unsigned)(access->planned->picked.pieces >> 32),
                  (unsigned)access->planned->picked.pieces);
}

static void close_chosen_pieces(Emitter *emitter, const Access *access)
{
    if (access->planned->way == WAY_picked)
        emit_close(emitter);
    emit_close_pieces(emitter);
}

/* All of the wave's by the first attempt. */
static void emit_pieces_by_runs(Emitter *emitter, const Access *access, const Runs *runs)
{
    PlanWay way = access->planned->attempts[0].way;
    open_chosen_pieces(emitter, access);
    declare_runs(emitter, access, way);
    fetch_runs_ahead(emitter, access, way);
    access_runs(emitter, runs, way);
    close_chosen_pieces(emitter, access);
}

/* What is proved needs no test, and no other way. */
static void emit_certain_pieces(Emitter *emitter, const Access *access)
{
    const char *inside = NULL;
    Runs runs = locate_runs(emitter, access, access->planned->attempts[0].way, &inside);
    emit_pieces_by_runs(emitter, access, &runs);
}

/* The second attempt reads what the first one does, unless that was a tile. */
static void prepare_attempt(Emitter *emitter, const Access *access, int i)
{
    const PlanAttempt *attempts = access->planned->attempts;
    PlanWay way = attempts[i].way;
    bool is_first = i == 0, follows_tile = i == 1 && attempts[0].way == WAY_tile;
    if (way == WAY_tile || (!is_first && !follows_tile))
        return;
    declare_runs(emitter, access, way);
    if (is_first && has_runs(way))
        fetch_runs_ahead(emitter, access, way);
}

/* Only some of its lanes can lie outside: its runs are runs anyway. */
static bool is_run_for_sure(const PlanAttempt *attempt)
{
    bool is_adjacent = attempt->way == WAY_rows || attempt->way == WAY_halves;
    return is_adjacent && attempt->index == TEST_KNOWN && attempt->row == TEST_KNOWN &&
           attempt->slice == TEST_KNOWN;
}

/* The runs of a piece that meets the end of a row. */
static void emit_last_edges(Emitter *emitter, const Access *access, PlanWay way)
{
    Runs runs = runs_of(emitter, access, way);
    EdgeRun edges[2];
    for (int i = 0; i < runs.count; i++) {
        const char *inside = access->guard;
        runs.rows[i] = shift_by_row(emitter, access, runs.runs[i], &inside);
        edges[i] = (EdgeRun){&runs.rows[i], runs.runs[i].first, inside};
    }
    emit_edge_of_runs(emitter, edges, runs.count);
}

/* Where all attempts fail. */
static void emit_last_resort(Emitter *emitter, const Access *access)
{
    int count = access->planned->attempt_count;
    const PlanAttempt *last = count > 0 ? &access->planned->attempts[count - 1] : NULL;
    bool goes_by_edge = access->planned->has_edge;
    if (last == NULL || !is_run_for_sure(last) || (!emit_may_mask_run(access) && !goes_by_edge)) {
        emit_lanes_of_piece(emitter, access);
        return;
    }
    const char *inside = NULL;
    if (goes_by_edge) {
        emit_last_edges(emitter, access, last->way);
        return;
    }
    Runs runs = locate_runs(emitter, access, last->way, &inside);
    emit_masked_run(emitter, &(Places){&runs.rows[0], runs.count == 2 ? &runs.rows[1] : NULL,
                                       runs.runs[0].first, runs.runs[1].first});
}

/* if (all pieces are inside) { them } else { */
static void open_at_once(Emitter *emitter, const Access *access)
{
    PlanWay way = access->planned->attempts[0].way;
    const char *inside = NULL;
    Runs runs = locate_runs(emitter, access, way, &inside);
    emit_line(emitter, "int inside%u = 1;", access->instr->id);
    open_chosen_pieces(emitter, access);
    declare_runs(emitter, access, way);
    emit_line(emitter, "inside%u &= %s;", access->instr->id, emit_with_guard(emitter, access, inside));
    close_chosen_pieces(emitter, access);
    emit_open(emitter, "if (WCC_LIKELY(inside%u)) {", access->instr->id);
    emit_pieces_by_runs(emitter, access, &runs);
    emit_else(emitter);
}

static void try_pieces(Emitter *emitter, const Access *access)
{
    int count = access->planned->attempt_count;
    bool is_late = access->planned->by_scalars; /* the first attempt reads no vector */
    bool was_rare = emitter->is_rare;
    emit_begin_turns(emitter, access);
    emit_begin_cut(emitter, access);
    open_chosen_pieces(emitter, access);
    if (!is_late)
        emit_cold(emitter, access);
    for (int i = 0; i < count; i++) {
        prepare_attempt(emitter, access, i);
        try_attempt(emitter, access, &access->planned->attempts[i]);
        emitter->is_rare |= emit_lanes_are_rare(access->planned);
        if (i == 0 && is_late)
            emit_cold(emitter, access);
    }
    emit_last_resort(emitter, access);
    emitter->is_rare = was_rare;
    for (int i = 0; i < count; i++)
        emit_close(emitter);
    close_chosen_pieces(emitter, access);
    emit_end_cut(emitter, access);
    emit_end_turns(emitter, access);
}

void emit_attempts(Emitter *emitter, const Access *access)
{
    if (access->planned->is_certain) {
        emit_certain_pieces(emitter, access);
        return;
    }
    if (access->planned->is_at_once)
        open_at_once(emitter, access);
    try_pieces(emitter, access);
    if (access->planned->is_at_once)
        emit_close(emitter);
}

void emit_rare_attempts(Emitter *emitter, const Access *access)
{
    Access apart = *access;
    apart.is_in_order = false;
    emit_attempts(emitter, &apart);
    if (!access->is_in_order || access->planned->is_store)
        return;
    emit_open_pieces(emitter);
    emit_put_in_order(emitter, access);
    emit_close_pieces(emitter);
}
