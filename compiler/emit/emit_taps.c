/* Samples that stand together (wcc_taps.h): the test that all lanes of all of them lie along rows,
 * those of the wave or those of each vector; where they do, a load each; where not, one call.
 *
 *     wcc_straysx16 strays = {.all.rows = !runs0.is_plain};
 *     const int32_t column0 = wcc_tap_columnx16(&runs0, v29, 2, 0, 1, &strays);
 *     const int32_t row0 = wcc_tap_row(&runs0, v30, 0, 1, &strays.all); (several rows: wcc_tap_rows)
 *     if (WCC_LIKELY(wcc_taps_runx16(&strays))) {
 *         WCC_PIECES(2) {
 *             f32x16 texel[4];
 *             wcc_tapx16(&runs0, column0 + p * 16, row0, 1, WCC_TEXEL_F32, 1, texel);
 *             v31[p] = texel[0];
 *         }
 *     } else {
 *         sample_2d_1f32_xx16_taps(&view0, &(const WccTaps){...}, x[0], y[0], ..., 2, texels, ...);
 *         WCC_PIECES(2) v31[p] = texels[0 + p][0];
 *     } */
#include "emit_priv.h"

enum { LEVEL = 9, LEAST }; /* operands */
enum { TAP_ROWS = 4 };     /* wcc_tap_rows takes */
enum { GATHERED = 4 };     /* components of a gather */
enum { MOST_APART = 16 };  /* WCC_MOST_APART */

static const char *by_of(Emitter *emitter, const PlanAxis *axis)
{
    return emit_scalar(emitter, axis->by);
}

static bool is_vector(Emitter *emitter, const PlanAxis *axis)
{
    return plan_is_vector(emitter->plan, axis->coordinate);
}

static bool sees_words(const PlanSample *sample)
{
    return sample->is_inline && sample->taps->are_words;
}

/* Components of a gather that something reads; 0: it is a sample. */
static unsigned gathered(const PlanSample *sample)
{
    return sample->taps->samples[0]->op == IR_gather ? sample->used : 0;
}

/* Which components a tap sees a word of each for: a sample is one. */
static unsigned words_seen(const PlanSample *sample) { return gathered(sample) ? gathered(sample) : 1; }

static int words_of(const PlanSample *sample) { return __builtin_popcount(words_seen(sample)); }

/* ---- the test ---- */

/* Of lanes with a coordinate each: of the wave, or of each vector. `name`: "column0". */
static void find_by_lanes(Emitter *emitter, const PlanTaps *taps, const PlanAxis *axis,
                          const char *name, const char *function, int count)
{
    const char *by = by_of(emitter, axis);
    bool is_wave = taps->run == TAP_RUN_WAVE;
    emit_line(emitter, is_wave ? "int32_t %s;" : "int32_t %s[%P];", name);
    emit_open(emitter, "{");
    emit_line(emitter, "f32x%l at[%P];");
    emit_each_piece(emitter, "at[p] = %p;", axis->coordinate);
    if (is_wave)
        emit_line(emitter, "%s = %sx%l(&runs%d, at, %P, %s, %d, &strays);", name, function,
                  axis->view, by, count);
    else
        emit_each_piece(emitter, "%s[p] = %sx%l(&runs%d, &at[p], 1, %s, %d, &strays);", name,
                        function, axis->view, by, count);
    emit_close(emitter);
}

static void find_row(Emitter *emitter, const PlanTaps *taps, int number, int count)
{
    const PlanAxis *axis = &taps->rows[number];
    if (is_vector(emitter, axis))
        find_by_lanes(emitter, taps, axis, emit_format(emitter, "row%d", number),
                      "wcc_tap_row_of", count);
    else
        emit_line(emitter, "const int32_t row%d = wcc_tap_row(&runs%d, %n, %s, %d, &strays.all);",
                  number, axis->view, axis->coordinate, by_of(emitter, axis), count);
}

/* Rows `first` to `end` - 1, all of them of the wave, at once. */
static void find_rows(Emitter *emitter, const PlanTaps *taps, int first, int end, int count)
{
    const char *at = "", *by = "";
    for (int i = first; i < first + TAP_ROWS; i++) {
        const PlanAxis *axis = &taps->rows[i < end ? i : first];
        at = emit_format(emitter, "%s%s%n", at, i > first ? ", " : "", axis->coordinate);
        by = emit_format(emitter, "%s%s%s", by, i > first ? ", " : "", by_of(emitter, axis));
    }
    emit_line(emitter, "const wcc_four_i32 rows%d = wcc_tap_rows(&runs%d, (wcc_four_f32){%s}, (wcc_four_i32){%s}, %d, &strays.all);",
              first, taps->view, at, by, count);
    for (int i = first; i < end; i++)
        emit_line(emitter, "const int32_t row%d = rows%d[%d];", i, first, i - first);
}

/* How many rows from this one on are of the wave; a single one is found by itself. */
static int rows_together(Emitter *emitter, const PlanTaps *taps, int first)
{
    int count = 0;
    while (count < TAP_ROWS && first + count < taps->row_count && !is_vector(emitter, &taps->rows[first + count]))
        count++;
    return count;
}

static void find_all_rows(Emitter *emitter, const PlanTaps *taps, int count)
{
    for (int i = 0, together; i < taps->row_count; i += together) {
        together = rows_together(emitter, taps, i);
        if (together > 1)
            find_rows(emitter, taps, i, i + together, count);
        else
            find_row(emitter, taps, i, count);
        together = together > 1 ? together : 1;
    }
}

/* Texels that a lane takes, of each row and column. */
static int texels_of_tap(const PlanTaps *taps) { return taps->samples[0]->op == IR_gather ? 2 : 1; }

static void declare_strays(Emitter *emitter, const PlanTaps *taps)
{
    emit_line(emitter, "wcc_straysx%l strays = {.all.rows = !runs%d.is_plain};", taps->view);
}

/* Tests into `strays`. */
static void find_axes(Emitter *emitter, const PlanTaps *taps)
{
    if (taps->has_kept_rows)
        emit_line(emitter, "wcc_straysx%l strays = {.all = strays_%i[wave]};", taps->samples[0]);
    else
        declare_strays(emitter, taps);
    for (int i = 0; i < taps->column_count; i++)
        find_by_lanes(emitter, taps, &taps->columns[i], emit_format(emitter, "column%d", i),
                      "wcc_tap_column", texels_of_tap(taps));
    if (!taps->has_kept_rows)
        find_all_rows(emitter, taps, texels_of_tap(taps));
    for (int i = 0; i < taps->row_count && taps->has_kept_rows; i++)
        emit_line(emitter, "const int32_t row%d = rows_%i[wave][%d];", i, taps->samples[0], i);
}

/* ---- rows that are kept (plan_kept.c) ---- */

/* Of each wave: what strays, the rows, and of single words where these and those below them begin. */
static void declare_kept_rows(Emitter *emitter, const PlanSample *sample, int waves)
{
    const PlanTaps *taps = sample->taps;
    const IrInstr *first = taps->samples[0];
    emit_line(emitter, "WccStrays strays_%i[%d];", first, waves);
    emit_line(emitter, "int32_t rows_%i[%d][%d];", first, waves, taps->row_count);
    if (sees_words(sample))
        emit_line(emitter, "int32_t begins_%i[%d][%d];", first, waves, taps->row_count * texels_of_tap(taps));
}

void emit_known_rows(Emitter *emitter, const PlanStep *step)
{
    int waves = ir_waves_through(emitter->kernel, step->instr);
    for (const PlanStep *inside = step + 1; inside->kind != STEP_end; inside++) {
        if (inside->kind == STEP_keep)
            emit_line(emitter, "%t kept_%i[%d];", inside->instr->type.scalar, inside->instr, waves);
        else if (inside->kind == STEP_keep_rows)
            declare_kept_rows(emitter, inside->sample, waves);
    }
    emit_open(emitter, "for (int32_t wave = 0; wave < %d; wave++) {", waves);
}

static const char *row_begins(Emitter *emitter, const PlanTaps *taps, int row, int below)
{
    return emit_format(emitter, "wcc_row_begins(&runs%d, row%d%s)", taps->view, row, below > 0 ? " + 1" : "");
}

void emit_keep_rows(Emitter *emitter, const PlanStep *step)
{
    const PlanTaps *taps = step->sample->taps;
    const IrInstr *first = taps->samples[0];
    int below = texels_of_tap(taps);
    emit_open(emitter, "{");
    declare_strays(emitter, taps);
    find_all_rows(emitter, taps, below);
    emit_line(emitter, "strays_%i[wave] = strays.all;", first);
    for (int i = 0; i < taps->row_count; i++)
        emit_line(emitter, "rows_%i[wave][%d] = row%d;", first, i, i);
    for (int i = 0; i < taps->row_count * below && sees_words(step->sample); i++)
        emit_line(emitter, "begins_%i[wave][%d] = %s;", first, i, row_begins(emitter, taps, i / below, i % below));
    emit_close(emitter);
}

/* ---- what is ahead ---- */

/* Groups go down a picture, so of all rows the last one is new. */
static const char *last_row(Emitter *emitter, const PlanTaps *taps)
{
    const char *last = NULL;
    for (int i = 0; i < taps->row_count; i++) {
        bool has_pieces = taps->run != TAP_RUN_WAVE && is_vector(emitter, &taps->rows[i]);
        const char *row = emit_format(emitter, has_pieces ? "row%d[p]" : "row%d", i);
        last = i == 0 ? row : emit_format(emitter, "imax_i32(%s, %s)", last, row);
    }
    return last;
}

/* `span`: how far the lanes reach, or where the last one is. `below`: rows further down that
 * a lane takes texels of. */
static void fetch_ahead(Emitter *emitter, const PlanTaps *taps, const char *function,
                        const char *span, int below)
{
    const IrInstr *first = taps->samples[0];
    const IrType element = first->resource->element;
    bool is_wave = taps->run == TAP_RUN_WAVE;
    int lanes = is_wave ? emitter->kernel->wave_size : emitter->plan->lanes;
    const char *call = emit_format(
        emitter, "%s(&runs%d, %s, %s%s, %s, %d, %d, %s, r%d_ahead);", function, taps->view,
        is_wave ? "column0" : "column0[p]", last_row(emitter, taps), below > 0 ? " + 1" : "", span,
        2 * (int)emitter->kernel->threads[0] / lanes, element.components,
        emit_texel_kind(element.scalar), first->resource->index);
    if (is_wave)
        emit_line(emitter, "%s", call);
    else
        emit_each_piece(emitter, "%s", call);
}

static void fetch_ahead_of_runs(Emitter *emitter, const PlanTaps *taps)
{
    int lanes = taps->run == TAP_RUN_WAVE ? emitter->kernel->wave_size : emitter->plan->lanes;
    if (taps->is_fetched_ahead)
        fetch_ahead(emitter, taps, "wcc_fetch_taps", emit_format(emitter, "%d", lanes),
                    taps->samples[0]->op == IR_gather);
}

static void fetch_ahead_of_others(Emitter *emitter, const PlanTaps *taps)
{
    if (!taps->is_fetched_ahead)
        return;
    emit_open(emitter, "if (known.kind & WCC_TAPS_ROWS) {");
    fetch_ahead(emitter, taps, "wcc_fetch_scaled",
                taps->run == TAP_RUN_WAVE ? emit_format(emitter, "x[0][%P - 1][%l - 1], %P * %l")
                                          : emit_format(emitter, "x[0][p][%l - 1], %l"),
                1);
    emit_close(emitter);
}

/* ---- loads ---- */

static void load_tap(Emitter *emitter, const PlanSample *sample, int tap)
{
    const PlanTaps *taps = sample->taps;
    const IrInstr *instr = taps->samples[tap];
    const IrType element = instr->resource->element;
    bool is_wave = taps->run == TAP_RUN_WAVE;
    const char *column = emit_format(emitter, is_wave ? "column%d + p * %l" : "column%d[p]",
                                     taps->column[tap]);
    const char *row =
        emit_format(emitter, is_wave || !is_vector(emitter, &taps->rows[taps->row[tap]])
                                 ? "row%d"
                                 : "row%d[p]",
                    taps->row[tap]);
    const char *texel = emit_format(emitter, "&runs%d, %s, %s, %d, %s", taps->view, column, row,
                                    element.components, emit_texel_kind(element.scalar));
    if (instr->op == IR_gather)
        emit_line(emitter, "wcc_tap_gatherx%l(%s, %d, texel);", texel, instr->immediate);
    else
        emit_line(emitter, "wcc_tapx%l(%s, view%d.is_linear, texel);", texel, taps->view);
    emit_give_texel(emitter, instr, sample->used, "texel");
}

/* ---- the call ---- */

static const char *number_list(Emitter *emitter, const int *numbers, int count)
{
    const char *list = "";
    for (int i = 0; i < count; i++)
        list = emit_format(emitter, "%s%s%d", list, i > 0 ? ", " : "", numbers[i]);
    return list;
}

static const char *by_list(Emitter *emitter, const PlanAxis *axes, int count)
{
    const char *list = "";
    for (int i = 0; i < count; i++)
        list = emit_format(emitter, "%s%s%s", list, i > 0 ? ", " : "", by_of(emitter, &axes[i]));
    return list;
}

static void declare_coordinates(Emitter *emitter, const char *name, const PlanAxis *axes,
                                int count)
{
    emit_line(emitter, "f32x%l %s[%d][%P];", name, count);
    for (int i = 0; i < count; i++)
        emit_each_piece(emitter, "%s[%d][p] = %p;", name, i, axes[i].coordinate);
}

/* ", level, least, active", which are declared; gathers have none. */
static const char *declare_level(Emitter *emitter, const IrInstr *instr)
{
    if (instr->op != IR_sample)
        return "";
    emit_line(emitter, "f32x%l level[%P], least[%P];");
    emit_line(emitter, "i32x%l active[%P];");
    emit_each_piece(emitter, "level[p] = %p;", instr->operands[LEVEL]);
    emit_each_piece(emitter, "least[p] = %p;", instr->operands[LEAST]);
    emit_each_piece(emitter, "active[p] = %s;", emit_active_piece(emitter, instr));
    return ", level, least, active";
}

/* Of each column or row the texels of all pieces, as the test has found them. */
static void declare_numbers(Emitter *emitter, const PlanTaps *taps, const char *name,
                            const PlanAxis *axes, int count)
{
    emit_line(emitter, "int32_t %ss[%d][%P];", name, count);
    for (int i = 0; i < count; i++) {
        bool is_column = axes == taps->columns, is_wave = taps->run == TAP_RUN_WAVE;
        bool has_pieces = !is_wave && is_vector(emitter, &axes[i]);
        emit_each_piece(emitter,
                        has_pieces             ? "%ss[%d][p] = %s%d[p];"
                        : is_wave && is_column ? "%ss[%d][p] = %s%d + p * %l;"
                                               : "%ss[%d][p] = %s%d;",
                        name, i, name, i);
    }
}

static void call_kind(Emitter *emitter, const PlanSample *sample)
{
    const PlanTaps *taps = sample->taps;
    const IrInstr *first = taps->samples[0];
    declare_coordinates(emitter, "x", taps->columns, taps->column_count);
    declare_coordinates(emitter, "y", taps->rows, taps->row_count);
    const char *level = declare_level(emitter, first);
    emit_line(emitter, "f32x%l texels[%d][4];", taps->count * emitter->plan->pieces);
    const char *list =
        emit_format(emitter, "{%d, %d, %d, {%s}, {%s}, {%s}, {%s}};", taps->count,
                    taps->column_count, taps->row_count,
                    number_list(emitter, taps->column, taps->count),
                    number_list(emitter, taps->row, taps->count),
                    by_list(emitter, taps->columns, taps->column_count),
                    by_list(emitter, taps->rows, taps->row_count));
    emit_line(emitter, "static const WccTaps taps = %s", list);
    if (sample->is_inline) {
        declare_numbers(emitter, taps, "column", taps->columns, taps->column_count);
        declare_numbers(emitter, taps, "row", taps->rows, taps->row_count);
        emit_line(emitter, "const WccTapsKnown known = {wcc_taps_knownx%l(&strays), columns[0], "
                           "rows[0]};");
        fetch_ahead_of_others(emitter, taps);
    } else {
        emit_line(emitter, "const WccTapsKnown known = {0};");
    }
    const char *call =
        emit_format(emitter, "%s_taps(&view%d, &taps, x[0], y[0], &known, %P, texels%s);",
                    emit_kind_name(emitter, sample, first), taps->view, level);
    if (!sees_words(sample)) {
        emit_line(emitter, "%s", call);
        return;
    }
    emit_line(emitter, "const char *at[%d];", taps->count * words_of(sample));
    const char *is_kept = emit_format(emitter, "known.kind & WCC_TAPS_CENTRED && wcc_keep_rowsx%l(&view%d, &taps, &known, %P, %u, seen, at)",
                                      taps->view, gathered(sample));
    if (gathered(sample))
        is_kept = emit_format(emitter, "(%s) || wcc_keep_pairsx%l(&view%d, &taps, &known, x[0], %P, %u, seen, at)", is_kept,
                              taps->view, gathered(sample));
    emit_open(emitter, "if (!(%s)) {", is_kept);
    emit_line(emitter, "%s", call);
    emit_line(emitter, "wcc_keep_tapsx%l(texels, %d, %P, %u, seen, at);", taps->count,
              gathered(sample));
    emit_close(emitter);
}

/* Of the call. */
static void give_texels(Emitter *emitter, const PlanSample *sample)
{
    const PlanTaps *taps = sample->taps;
    emit_open_pieces(emitter);
    for (int i = 0; i < taps->count; i++)
        emit_give_texel(emitter, taps->samples[i], sample->used,
                        emit_format(emitter, "texels[%d + p]", i * emitter->plan->pieces));
    emit_close_pieces(emitter);
}

/* ---- single words: where they are (wcc_tap_words.h) ---- */

/* `seen` holds the results of all taps, or what they see of all rows. */
static void declare_words(Emitter *emitter, const PlanSample *sample)
{
    const PlanTaps *taps = sample->taps;
    int pieces = emitter->plan->pieces, lanes = emitter->plan->lanes;
    int vectors = taps->count * words_of(sample) * pieces;
    int rows = taps->row_count * (gathered(sample) ? 2 : 1);
    int of_rows = rows * (pieces + (MOST_APART + lanes - 1) / lanes);
    emit_line(emitter, "f32x%l seen[%d];", vectors > of_rows ? vectors : of_rows);
    for (int i = 0; i < taps->count * words_of(sample); i++)
        emit_line(emitter, "const char *tap%d;", i);
}

static void find_words(Emitter *emitter, const PlanSample *sample)
{
    const PlanTaps *taps = sample->taps;
    bool is_gather = gathered(sample) != 0;
    int number = 0;
    for (int i = 0; i < taps->count; i++)
        for (int c = 0; c < GATHERED; c++) {
            if (!(words_seen(sample) >> c & 1))
                continue;
            int below = is_gather && c <= 1, row = taps->row[i];
            const char *begins = taps->has_kept_rows ? emit_format(emitter, "begins_%i[wave][%d]", taps->samples[0],
                                                                   row * texels_of_tap(taps) + below)
                                                     : row_begins(emitter, taps, row, below);
            emit_line(emitter, "tap%d = wcc_tap_atx%l(&runs%d, column%d%s, %s, %P, %s, seen + %d * %P);",
                      number, taps->view, taps->column[i],
                      is_gather && (c == 1 || c == 2) ? " + 1" : "", begins,
                      is_gather ? "0" : emit_format(emitter, "view%d.is_linear", taps->view),
                      number);
            number++;
        }
}

static void load_words(Emitter *emitter, const PlanSample *sample)
{
    const PlanTaps *taps = sample->taps;
    int number = 0;
    emit_open_pieces(emitter);
    emit_line(emitter, "f32x%l texel[4];");
    for (int i = 0; i < taps->count; i++) {
        for (int c = 0; c < GATHERED; c++)
            if (words_seen(sample) >> c & 1)
                emit_line(emitter, "texel[%d] = load_f32x%l(tap%d + p * sizeof *texel);", c,
                          number++);
        emit_give_texel(emitter, taps->samples[i], sample->used, "texel");
    }
    emit_close_pieces(emitter);
}

static void emit_tap_words(Emitter *emitter, const PlanSample *sample)
{
    const PlanTaps *taps = sample->taps;
    declare_words(emitter, sample);
    find_axes(emitter, taps);
    emit_open(emitter, "if (WCC_LIKELY(wcc_taps_runx%l(&strays))) {");
    fetch_ahead_of_runs(emitter, taps);
    find_words(emitter, sample);
    emit_else(emitter);
    call_kind(emitter, sample);
    for (int i = 0; i < taps->count * words_of(sample); i++)
        emit_line(emitter, "tap%d = at[%d];", i, i);
    emit_close(emitter);
    load_words(emitter, sample);
}

void emit_taps(Emitter *emitter, const PlanStep *step)
{
    const PlanSample *sample = step->sample;
    const PlanTaps *taps = sample->taps;
    for (int i = 0; i < taps->count; i++)
        emit_declare(emitter, taps->samples[i]);
    emit_open(emitter, "{");
    if (sees_words(sample)) {
        emit_tap_words(emitter, sample);
    } else if (sample->is_inline) {
        find_axes(emitter, taps);
        emit_open(emitter, "if (WCC_LIKELY(wcc_taps_runx%l(&strays))) {");
        fetch_ahead_of_runs(emitter, taps);
        emit_open_pieces(emitter);
        emit_line(emitter, "f32x%l texel[4];");
        for (int i = 0; i < taps->count; i++)
            load_tap(emitter, sample, i);
        emit_close_pieces(emitter);
        emit_else(emitter);
        call_kind(emitter, sample);
        give_texels(emitter, sample);
        emit_close(emitter);
    } else {
        call_kind(emitter, sample);
        give_texels(emitter, sample);
    }
    emit_close(emitter);
}
