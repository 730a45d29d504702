/* What a C file of kernels includes. */
#include "emit_priv.h"

#include <ctype.h>

static bool has_one(const EmitModule *module, bool (*is_such)(const Plan *))
{
    for (int i = 0; i < module->entry_count; i++)
        for (int v = 0; v < module->entries[i].variant_count; v++)
            if (is_such(module->entries[i].variants[v]))
                return true;
    return false;
}

static bool has_assertions(const Plan *plan) { return plan->kernel->assertions.count > 0; }
static bool has_checks(const Plan *plan) { return plan->has_checks; }

static bool has_points(const Plan *plan) { return plan->kernel->points.count > 0; }
static bool has_traces(const Plan *plan) { return plan->kernel->traces.count > 0; }
static bool has_prints(const Plan *plan) { return plan->kernel->prints.count > 0; }

/* The lane functions for one width, if a kernel uses it. */
static void include_lanes(Text *out, const EmitModule *module, int lanes)
{
    bool used = false, samples = false, watches = false;
    for (int i = 0; i < module->entry_count; i++)
        for (int v = 0; v < 2 * module->entries[i].variant_count; v++) {
            const Plan *plan = emit_plan(&module->entries[i], v);
            used |= plan != NULL && plan->lanes == lanes;
            samples |= plan != NULL && plan->lanes == lanes && plan->samples;
            watches |= plan != NULL && plan->lanes == lanes && plan->watches_memory;
        }
    if (used)
        text_printf(out, "#define LANES %d\n#include \"wcc_lanes.h\"\n%s%s#undef LANES\n", lanes,
                    watches ? "#include \"wcc_watch.h\"\n" : "", samples ? "#include \"wcc_texture.h\"\n#include \"wcc_sampling.h\"\n" : "");
}

static void define_sampled(Text *out, const EmitModule *module)
{
    EmitSampled sampled = {0};
    for (int i = 0; i < module->entry_count; i++)
        for (int v = 0; v < module->entries[i].variant_count; v++)
            emit_find_sampled(module->entries[i].variants[v], &sampled);
    emit_sampled(out, &sampled);
}

/* ---- which of the functions over lanes ---- */

/* Those that the runtime defines only where they are used begin so; `part` is the part of wcc_lanes.h
 * that has them, where not each is chosen by itself. The first start that fits counts. Most of the
 * time that a small kernel takes to compile would go into parsing what it does not call. */
typedef struct Chosen {
    Slice start;
    const char *part;
} Chosen;

static const Chosen CHOSEN[] = {
#define START(start, part) {{start, sizeof start - 1}, part}
    START("reduce_", NULL), START("total_", NULL), START("neutral_", NULL), START("piece_", NULL), START("fold_", NULL),
    START("transposed_", NULL), START("prefix_", NULL), START("read_", NULL), START("shuffle_", NULL),
    START("all_equal_", NULL), START("match_", NULL), START("quad_x_", NULL), START("quad_y_", NULL),
    START("quad_diagonal_", NULL), START("quad_lane_", NULL), START("quad_down_", NULL),
    START("quad_of_rows_", NULL), START("multi_prefix_", NULL),
    START("load_2_rows_", "rows"), START("load_3_rows_", "rows"),
    START("store_2_rows_", "rows"), START("store_3_rows_", "rows"),
    START("load_u", "parts"), START("load_halves_u", "parts"), START("load_masked_u", "parts"),
    START("load_masked_halves_u", "parts"), START("gather_u", "parts"), START("rare_gather_u", "parts"),
    START("load_s8", "parts"), START("load_s16", "parts"),
    START("load_halves_stride", "strided"), START("load_halves_s", "parts"),
    START("load_masked_s", "parts"), START("load_masked_halves_s", "parts"), START("gather_s", "parts"),
    START("rare_gather_s", "parts"),
    START("load_2_", "elements"), START("load_3_", "elements"), START("load_4_", "elements"),
    START("store_first_2_", "elements"), START("store_2_", "elements"), START("store_3_", "elements"), START("store_4_", "elements"),
    START("gather_2_", "elements"), START("gather_3_", "elements"), START("gather_4_", "elements"),
    START("scatter_2_", "elements"), START("scatter_3_", "elements"), START("scatter_4_", "elements"),
    START("in_order_", "elements"), START("load_column_", "elements"), START("store_column_", "elements"),
    START("load_steps_", "elements"), START("load_placed_", "elements"), START("store_steps_", "elements"),
    START("repeat_quad_", "elements"), START("transpose_4", "elements"), START("line_", "lines"),
    START("wide_", "wide_elements"),
    START("load_stride", "strided"), START("store_spread_", "strided"),
    START("pack_bytes_", "bytes"), START("sdot4_", "dot4"), START("udot4_", "dot4"),
    START("fexp2_", "curves"), START("flog2_", "curves"), START("fpow_", "curves"), START("fldexp_", "curves"),
    START("fsin", "curves"), START("fcos", "curves"), START("ftan", "curves"), START("fasin_", "curves"),
    START("facos_", "curves"), START("fatan", "curves"),
#undef START
};
enum { ROWS_IN_WORD = 64, WORDS = 2 };
_Static_assert(sizeof CHOSEN / sizeof CHOSEN[0] <= ROWS_IN_WORD * WORDS, "a bit of Used's for each");

static const char *const SAMPLING_NEEDS[] = {"elements", "curves"};

typedef struct Used {
    VEC(Slice) names;
    Arena *arena;
    uint64_t starts[128][WORDS]; /* rows of CHOSEN that begin with that letter: most names begin none */
} Used;

static void sort_starts(Used *used)
{
    for (int i = 0; i < COUNT_OF(CHOSEN); i++)
        used->starts[(int)CHOSEN[i].start.text[0]][i / ROWS_IN_WORD] |= 1ull << i % ROWS_IN_WORD;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || (c >= 'A' && c <= 'Z');
}

/* "reduce_fadd_f32" of reduce_fadd_f32x16; empty where it is not of lanes. */
static Slice without_lanes(Slice name)
{
    const char *end = name.text + name.length, *x = end;
    while (x > name.text && isdigit((unsigned char)x[-1]))
        x--;
    bool is_of_lanes = x < end && x > name.text && x[-1] == 'x';
    return (Slice){name.text, is_of_lanes ? (size_t)(x - 1 - name.text) : 0};
}

/* "strided" of load_stride_2_f32x8, "curves" of fsin_f32 of scalars, its name without the lanes of
 * what is chosen by itself; empty where it is none of those. */
static Slice chosen_in(const Used *used, Slice name)
{
    for (int word = 0; word < WORDS && name.length > 0; word++)
        for (uint64_t rows = used->starts[name.text[0] & 127][word]; rows != 0; rows &= rows - 1) {
            const Chosen *row = &CHOSEN[word * ROWS_IN_WORD + __builtin_ctzll(rows)];
            if (name.length >= row->start.length &&
                memcmp(name.text, row->start.text, row->start.length) == 0)
                return row->part != NULL ? slice_of(row->part) : without_lanes(name);
        }
    return (Slice){name.text, 0};
}

static void define_one(Text *out, Used *used, Slice name)
{
    bool is_new = true;
    for (int i = 0; i < used->names.count && is_new; i++)
        is_new = used->names.items[i].length != name.length ||
                 memcmp(used->names.items[i].text, name.text, name.length) != 0;
    if (!is_new)
        return;
    vec_push(used->arena, &used->names, name);
    text_printf(out, "#define WCC_USES_%.*s 1\n", (int)name.length, name.text);
}

static bool has_samples(const Plan *plan) { return plan->samples; }

/* Types of 64 bits have a third of the functions. */
static bool is_wide(const char *kernels)
{
    static const char *const TYPES[] = {"i64", "u64", "f64"};
    for (int i = 0; i < COUNT_OF(TYPES); i++)
        if (strstr(kernels, TYPES[i]) != NULL)
            return true;
    return false;
}

static void define_used(Arena *arena, Text *out, const EmitModule *module, const char *kernels)
{
    Used used = {.arena = arena};
    sort_starts(&used);
    text_printf(out, "#define WCC_USES_SOME 1\n%s",
                is_wide(kernels) ? "#define WCC_USES_wide 1\n" : "");
    for (int i = 0; i < COUNT_OF(SAMPLING_NEEDS) && has_one(module, has_samples); i++)
        define_one(out, &used, slice_of(SAMPLING_NEEDS[i]));
    for (const char *at = kernels, *end; *at != '\0'; at = end) {
        for (end = at; is_letter(*end); end++)
            continue;
        Slice chosen = chosen_in(&used, (Slice){at, (size_t)(end - at)});
        if (chosen.length > 0)
            define_one(out, &used, chosen);
        end += end == at;
    }
}

/* What C compilers would say of any kernel: templates declare all that there is of a resource or a
 * value, and gcc does not follow that what is set for linear samplers is read for them alone. */
static const char QUIET[] = "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
                            "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n"
                            "#ifndef __clang__\n"
                            "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n"
                            "#endif\n";

void emit_includes(Arena *arena, Text *out, const EmitModule *module, const char *kernels)
{
    text_printf(out, "%s#include \"wcc_abi.h\"\n%s", QUIET,
                module->schedules ? "#include \"wcc_schedule.h\"\n" : "");
    if (has_one(module, has_assertions))
        text_printf(out, "#include \"wcc_report.h\"\n");
    if (has_one(module, has_checks))
        text_printf(out, "#include \"wcc_check.h\"\n");
    if (has_one(module, has_points))
        text_printf(out, "#include \"wcc_cover.h\"\n");
    if (has_one(module, has_traces))
        text_printf(out, "#include \"wcc_trace.h\"\n");
    if (has_one(module, has_prints))
        text_printf(out, "#include \"wcc_print.h\"\n");
    if (module->marks_lines)
        text_printf(out, "#include \"wcc_running.h\"\n#include \"wcc_shown.h\"\n");
    define_sampled(out, module);
    define_used(arena, out, module, kernels);
    for (int lanes = 4; lanes <= module->lanes; lanes *= 2)
        include_lanes(out, module, lanes);
    text_printf(out, "\n");
}
