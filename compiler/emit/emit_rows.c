/* Accesses that look at each piece by itself: pieces and halves of them that lie in rows, columns of texels, lanes
 * in another order, and what a test finds as it runs. Each is the good way under a condition, else lane by lane. */
#include "emit_access.h"

/* A lane of each piece, as a scalar: of vectors that step in rows, or of scalars. */
static const char *lane_of_piece(Emitter *emitter, const IrInstr *value, int lane)
{
    int32_t stride = value->shape.stride;
    if (emit_form(emitter, value) == FORM_VECTOR)
        return emit_format(emitter, "%s[%d]", emit_piece(emitter, value), lane);
    if (emit_form(emitter, value) == FORM_LINEAR)
        return emit_format(emitter, "%s + p * %d + %d", emit_scalar(emitter, value), (int32_t)((uint32_t)emitter->lanes * (uint32_t)stride),
                           (int32_t)((uint32_t)lane * (uint32_t)stride));
    return emit_scalar(emitter, value);
}

static const char *first_of_piece(Emitter *emitter, const IrInstr *value) { return lane_of_piece(emitter, value, 0); }

static const char *and_condition(Emitter *emitter, const char *left, const char *right)
{
    return left == NULL ? right : emit_format(emitter, "%s && %s", left, right);
}

static void open_branch(Emitter *emitter, const char *format, const char *condition)
{
    emit_line(emitter, format, condition);
    emitter->indent++;
}

static void close_branch(Emitter *emitter)
{
    emitter->indent--;
    emit_line(emitter, "}");
}

/* A run of lanes that are adjacent in memory: a piece or half of one. Names of C variables. */
typedef struct Run {
    int lane, lanes; /* first, how many */
    const char *first, *row, *slice;
} Run;

static Run whole_piece(const Emitter *emitter) { return (Run){0, emitter->lanes, "first", "row_first", "slice_first"}; }
static Run low_half(const Emitter *emitter) { return (Run){0, emitter->lanes / 2, "first", "row_first", "slice_first"}; }
static Run high_half(const Emitter *emitter) { return (Run){emitter->lanes / 2, emitter->lanes / 2, "second", "row_second", "slice_second"}; }

/* The access at the run's row and slice, and what must hold further. */
static Access shift_by_row(Emitter *emitter, const Access *access, Run run, const char **inside)
{
    Access shifted = *access;
    const char *offset = "";
    if (access->row != NULL) {
        *inside = and_condition(emitter, *inside, emit_format(emitter, "%s < %s", run.row, access->row_count));
        offset = emit_format(emitter, " + (uint64_t)%s * %s", run.row, access->row_pitch);
    }
    if (access->slice != NULL) {
        *inside = and_condition(emitter, *inside, emit_format(emitter, "%s < %s", run.slice, access->slice_count));
        offset = emit_format(emitter, "%s + (uint64_t)%s * %s", offset, run.slice, access->slice_pitch);
    }
    for (int c = 0; c < access->components; c++)
        shifted.base[c] = emit_format(emitter, "%s%s", access->base[c], offset);
    return shifted;
}

static void declare_firsts(Emitter *emitter, const Access *access, Run run)
{
    const char *first = emit_format(emitter, "(%s)", lane_of_piece(emitter, access->index, run.lane));
    emit_line(emitter, "const int32_t %s = %s;", run.first, emit_aligned(emitter, access, first));
    if (access->row != NULL)
        emit_line(emitter, "const uint32_t %s = (uint32_t)%s;", run.row, lane_of_piece(emitter, access->row, run.lane));
    if (access->slice != NULL)
        emit_line(emitter, "const uint32_t %s = (uint32_t)%s;", run.slice, lane_of_piece(emitter, access->slice, run.lane));
}

static const char *and_unmasked(Emitter *emitter, const Body *body, const char *inside)
{
    if (!emit_store_is_masked(emitter, body))
        return inside;
    return emit_format(emitter, "%s && bitsx%d(m%d[p]) == %uu", inside, emitter->lanes, emitter->mask.id, (1u << emitter->lanes) - 1);
}

static const char *run_inside(Emitter *emitter, const Access *access, Run run)
{
    int span = access->index_scale != NULL ? run.lanes * access->element_bytes - access->element_bytes + 1 : run.lanes;
    return emit_format(emitter, "wcc_inside(%s, %d, %s)", run.first, span, access->count);
}

/* if (test && inside) { the adjacent piece } else { */
static void try_adjacent(Emitter *emitter, const Access *access, const IrInstr *const *values, const char *test)
{
    Run run = whole_piece(emitter);
    const char *inside = and_condition(emitter, test, run_inside(emitter, access, run));
    Access row = shift_by_row(emitter, access, run, &inside);
    Body body = {.access = &row, .values = values, .index = run.first, .kind = BODY_ADJACENT};
    open_branch(emitter, "if (WCC_LIKELY(%s)) {", emit_with_guard(emitter, access, and_unmasked(emitter, &body, inside)));
    emit_body(emitter, &body);
    emitter->indent--;
    open_branch(emitter, "} else%s {", "");
}

/* The same where the halves of the piece lie in different rows, as those of 8 x 8 threads do in 16 lanes. */
static void try_halves(Emitter *emitter, const Access *access, const IrInstr *const *values, const char *test)
{
    Run runs[] = {low_half(emitter), high_half(emitter)};
    Access rows[2];
    const char *inside = test;
    for (int i = 0; i < 2; i++) {
        inside = and_condition(emitter, inside, run_inside(emitter, access, runs[i]));
        rows[i] = shift_by_row(emitter, access, runs[i], &inside);
    }
    Body body = {.access = &rows[0], .values = values, .index = runs[0].first, .kind = BODY_ADJACENT, .high = &rows[1], .high_index = runs[1].first};
    open_branch(emitter, "if (WCC_LIKELY(%s)) {", emit_with_guard(emitter, access, and_unmasked(emitter, &body, inside)));
    emit_body(emitter, &body);
    emitter->indent--;
    open_branch(emitter, "} else%s {", "");
}

void emit_access_halves(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    Body slow = {.access = access, .values = values, .index = "first", .kind = BODY_LANES};
    emit_open_pieces(emitter);
    declare_firsts(emitter, access, low_half(emitter));
    declare_firsts(emitter, access, high_half(emitter));
    try_halves(emitter, access, values, NULL);
    emit_body(emitter, &slow);
    close_branch(emitter);
    emit_close_pieces(emitter);
}

static void write_column(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    const char *at = emit_format(emitter, "%s + (uint32_t)first * (uint64_t)%d + (uint64_t)row_first * %s", access->base[0],
                                 access->element_bytes, access->row_pitch);
    const char *name[4];
    for (int c = 0; c < 4 && values == NULL; c++)
        name[c] = emit_format(emitter, "(f32x%d *)&%s[p]", emitter->lanes, emit_name(emitter, access->instr, c));
    if (values == NULL)
        emit_line(emitter, "load_column_4_f32x%d(%s, %s, %s, %s, %s, %s);", emitter->lanes, at, access->row_pitch, name[0], name[1], name[2], name[3]);
    else
        emit_line(emitter, "store_column_4_f32x%d(%s, %s, %s, %s, %s, %s);", emitter->lanes, at, access->row_pitch,
                  emit_as_f32(emitter, values[0]), emit_as_f32(emitter, values[1]), emit_as_f32(emitter, values[2]), emit_as_f32(emitter, values[3]));
}

/* if (test && inside) { the column } else { */
static void try_column(Emitter *emitter, const Access *access, const IrInstr *const *values, const char *test)
{
    Body body = {.access = access, .values = values, .index = "first", .kind = BODY_ADJACENT};
    const char *inside = emit_format(emitter, "(uint32_t)first < %s && wcc_inside((int32_t)row_first, %d, %s)", access->count,
                                     emitter->lanes, access->row_count);
    inside = and_unmasked(emitter, &body, and_condition(emitter, test, inside));
    open_branch(emitter, "if (WCC_LIKELY(%s)) {", emit_with_guard(emitter, access, inside));
    write_column(emitter, access, values);
    emitter->indent--;
    open_branch(emitter, "} else%s {", "");
}

/* Writes `if (test && ...) { the fast way } else {`; no test: NULL. */
typedef void Attempt(Emitter *emitter, const Access *access, const IrInstr *const *values, const char *test);

/* In each piece the attempt, else lane by lane. */
static void access_whole_pieces(Emitter *emitter, const Access *access, const IrInstr *const *values, Attempt *attempt)
{
    Body slow = {.access = access, .values = values, .index = "first", .kind = BODY_LANES};
    emit_open_pieces(emitter);
    declare_firsts(emitter, access, whole_piece(emitter));
    attempt(emitter, access, values, NULL);
    emit_body(emitter, &slow);
    close_branch(emitter);
    emit_close_pieces(emitter);
}

void emit_access_rows(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    access_whole_pieces(emitter, access, values, try_adjacent);
}

void emit_access_column(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    access_whole_pieces(emitter, access, values, try_column);
}

static void write_mixed(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    for (int c = 0; c < access->components; c++) {
        const char *at = emit_address(emitter, access, c, "first"), *suffix = emit_suffix(access->type);
        if (values == NULL)
            emit_line(emitter, "%s[p] = permute_%sx%d(load_%sx%d(%s), from);", emit_name(emitter, access->instr, c), suffix,
                      emitter->lanes, suffix, emitter->lanes, at);
        else
            emit_line(emitter, "store_%sx%d(%s, permute_%sx%d(%s, from));", suffix, emitter->lanes, at, suffix, emitter->lanes,
                      emit_piece(emitter, values[c]));
    }
}

void emit_access_mixed(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    Body slow = {.access = access, .values = values, .index = "first", .kind = BODY_LANES};
    Mix mix;
    emit_find_mix(emitter, access->index, &mix);
    const char *uniform = emit_scalar(emitter, mix.uniform);
    emit_open_pieces(emitter);
    emit_line(emitter, "const int32_t start = %s, first = (start %s %s) & -%d;", first_of_piece(emitter, mix.linear), mix.operator, uniform,
              emitter->lanes);
    const char *inside = emit_format(emitter, "start %% %d == 0 && %s", emitter->lanes, run_inside(emitter, access, whole_piece(emitter)));
    open_branch(emitter, "if (WCC_LIKELY(%s)) {", emit_with_guard(emitter, access, inside));
    emit_line(emitter, "const i32x%d from = linear_i32x%d(0, 1) %s splat_i32x%d(%s);", emitter->lanes, emitter->lanes, mix.operator,
              emitter->lanes, uniform);
    write_mixed(emitter, access, values);
    emitter->indent--;
    open_branch(emitter, "} else%s {", "");
    emit_body(emitter, &slow);
    close_branch(emitter);
    emit_close_pieces(emitter);
}

/* A C condition that `value` steps by `stride` in each run of `lanes` lanes of piece p; NULL where that is known, "0"
 * where it cannot be. */
static const char *steps_test(Emitter *emitter, const IrInstr *value, int lanes, int stride)
{
    if (value == NULL || (stride == 0 && emit_is_uniform_or_none(emitter, value)))
        return NULL;
    if (value->shape.length >= lanes)
        return value->shape.stride == stride ? NULL : "0";
    return emit_format(emitter, "%ssteps_byx%d(%s, %d)", lanes < emitter->lanes ? "halves_" : "", emitter->lanes, emit_piece(emitter, value), stride);
}

/* All of them; "0" where one cannot be. */
static const char *join_tests(Emitter *emitter, const char *a, const char *b, const char *c)
{
    const char *tests[] = {a, b, c}, *all = NULL;
    for (int i = 0; i < 3; i++) {
        if (tests[i] != NULL && strcmp(tests[i], "0") == 0)
            return "0";
        if (tests[i] != NULL)
            all = and_condition(emitter, all, tests[i]);
    }
    return all;
}

/* Rows of threads fill half a piece each, so what steps by one in memory probably does so in halves. */
static bool has_short_rows(const Emitter *emitter)
{
    const IrKernel *kernel = emitter->kernel;
    uint32_t half = (uint32_t)emitter->lanes / 2;
    return emitter->lanes >= 8 && kernel->threads[0] % half == 0 && kernel->threads[0] % (2 * half) != 0 && kernel->threads[1] > 1;
}

/* Not known at compile time: min and max with a border often leave an index that steps all the same. */
void emit_access_tested(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    Body slow = {.access = access, .values = values, .index = "first", .kind = BODY_LANES};
    bool known_place = access->extra == NULL, adjacent = (emit_is_packed(access) || emit_is_planes(access)) && known_place;
    bool halves = has_short_rows(emitter);
    int lanes = halves ? emitter->lanes / 2 : emitter->lanes;
    const char *in_row = join_tests(emitter, steps_test(emitter, access->index, lanes, emit_contiguous_stride(access)),
                                    steps_test(emitter, access->row, lanes, 0), steps_test(emitter, access->slice, lanes, 0));
    const char *in_column = join_tests(emitter, steps_test(emitter, access->index, emitter->lanes, 0), steps_test(emitter, access->row, emitter->lanes, 1), NULL);
    bool try_row = adjacent && in_row != NULL && strcmp(in_row, "0") != 0;
    bool try_down = emit_is_quad(access) && access->row != NULL && access->slice == NULL && known_place && !halves &&
                    (in_column == NULL || strcmp(in_column, "0") != 0);
    int open = 0;
    emit_open_pieces(emitter);
    if (try_row || try_down)
        declare_firsts(emitter, access, whole_piece(emitter));
    if (try_row && halves) {
        declare_firsts(emitter, access, high_half(emitter));
        try_halves(emitter, access, values, in_row), open++;
    } else if (try_row) {
        try_adjacent(emitter, access, values, in_row), open++;
    }
    if (try_down)
        try_column(emitter, access, values, in_column), open++;
    emit_body(emitter, &slow);
    for (; open > 0; open--)
        close_branch(emitter);
    emit_close_pieces(emitter);
}

void emit_access_coherent(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    emit_body_in_pieces(emitter, &(Body){.access = access, .values = values, .kind = BODY_LANES});
}
