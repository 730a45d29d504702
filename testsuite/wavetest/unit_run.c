/* A unit test's run: its resources are zeros, and the assertions that failed come back in a buffer
 * (runtime/include/wcc_report.h). */
#include <stdlib.h>

#include "child.h"

enum { RECORD_WORDS = 7 }; /* bytes, assertion, lane, group, wave */
enum { REPORT_BYTES = 1 << 20, REPORT_HEADER = 8 };
enum { BUFFER_ELEMENTS = 4096, RAW_BYTES = 16384, MOST_ROWS = 16 };
enum { TEXTURE_SIDE = 64, TEXTURE_DEPTH = 16 };
static const char REPORT[] = "test report";

/* ---- resources ---- */

static void create(WccRuntime *runtime, const WccResourceInfo *info, const char *name)
{
    bool is_cube = info->kind == WCC_TEXTURECUBE || info->kind == WCC_TEXTURECUBE_ARRAY;
    switch (info->kind) {
    /* the runtime has its defaults */
    case WCC_CBUFFER: case WCC_SAMPLER: case WCC_SAMPLER_COMPARISON: return;
    case WCC_BYTEADDRESS:
    case WCC_RWBYTEADDRESS: wcc_create(runtime, name, RAW_BYTES, 1, 1); return;
    case WCC_TEXTURE1D: case WCC_RWTEXTURE1D: wcc_create(runtime, name, TEXTURE_SIDE, 1, 1); return;
    case WCC_TEXTURE1D_ARRAY:
    case WCC_RWTEXTURE1D_ARRAY: wcc_create(runtime, name, TEXTURE_SIDE, 1, TEXTURE_DEPTH); return;
    case WCC_TEXTURE2D:
    case WCC_RWTEXTURE2D: wcc_create(runtime, name, TEXTURE_SIDE, TEXTURE_SIDE, 1); return;
    default: break;
    }
    if (info->kind < WCC_TEXTURE1D)
        wcc_create(runtime, name, BUFFER_ELEMENTS, 1, 1);
    else
        wcc_create(runtime, name, TEXTURE_SIDE, TEXTURE_SIDE, is_cube ? 6 : TEXTURE_DEPTH);
}

static void create_resources(Arena *arena, WccRuntime *runtime, const WccModule *module)
{
    for (uint32_t i = 0; i < module->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[i];
        if (strcmp(info->name, REPORT) == 0)
            continue;
        if (info->array_count == 0)
            create(runtime, info, info->name);
        for (uint32_t k = 0; k < info->array_count && k < MOST_ROWS; k++)
            create(runtime, info, arena_printf(arena, "%s[%u]", info->name, k));
    }
}

/* ---- what failed ---- */

typedef struct Failure {
    const uint32_t *record;
    const IrAssertion *assertion;
} Failure;

typedef VEC(Failure) FailureList;

static int compare_numbers(uint32_t left, uint32_t right)
{
    return left < right ? -1 : left > right;
}

/* By assertion, then group, wave, lane: the workers' order means nothing. */
static int compare_failures(const void *left, const void *right)
{
    static const int ORDER[] = {1, 5, 4, 3, 6, 2}; /* of the record's words */
    const uint32_t *a = ((const Failure *)left)->record, *b = ((const Failure *)right)->record;
    int order = 0;
    for (int i = 0; i < COUNT_OF(ORDER) && order == 0; i++)
        order = compare_numbers(a[ORDER[i]], b[ORDER[i]]);
    return order != 0 ? order : a < b ? -1 : a > b;
}

static FailureList read_failures(Arena *arena, const uint32_t *report, const IrKernel *kernel)
{
    FailureList failures = {0};
    uint32_t used = report[1] / 4;
    for (uint32_t at = 0; at + RECORD_WORDS <= used;) {
        const uint32_t *record = report + REPORT_HEADER / 4 + at;
        if (record[0] < 4 * RECORD_WORDS || record[1] >= (uint32_t)kernel->assertions.count)
            break;
        vec_push(arena, &failures, (Failure){record, &kernel->assertions.items[record[1]]});
        at += record[0] / 4;
    }
    if (failures.count > 1)
        qsort(failures.items, (size_t)failures.count, sizeof(Failure), compare_failures);
    return failures;
}

/* ---- values ---- */

static DataFormat format_of(const IrReported *value)
{
    switch (value->scalar) {
    case IR_I1: return FORMAT_BOOL;
    case IR_I16: return value->is_signed ? FORMAT_INT16 : FORMAT_UINT16;
    case IR_I64: return value->is_signed ? FORMAT_INT64 : FORMAT_UINT64;
    case IR_F16: return FORMAT_FLOAT16;
    case IR_F32: return FORMAT_FLOAT32;
    case IR_F64: return FORMAT_FLOAT64;
    default: return value->is_signed ? FORMAT_INT32 : FORMAT_UINT32;
    }
}

static int words_of(const IrReported *value)
{
    return value->scalar == IR_I64 || value->scalar == IR_F64 ? 2 : 1;
}

/* Halves come as floats. */
static void explain_number(Text *out, const IrReported *value, const uint32_t *words)
{
    uint64_t bits = words[0];
    float single;
    if (words_of(value) == 2)
        bits |= (uint64_t)words[1] << 32;
    memcpy(&single, words, sizeof single);
    if (value->scalar == IR_F16)
        number_from_double(FORMAT_FLOAT16, single, &bits);
    if (value->scalar == IR_I1)
        text_printf(out, "%s", bits ? "true" : "false");
    else
        number_explain(out, format_of(value), &bits);
}

/* "1.5 (0x3fc00000)", "[1 (0x00000001), 2 (0x00000002)]", matrices row by row. Gives the words
 * read. */
static int explain_value(Text *out, const IrReported *value, const uint32_t *words)
{
    int step = words_of(value), count = value->rows * value->columns;
    text_printf(out, "%s", count > 1 ? value->rows > 1 ? "[[" : "[" : "");
    for (int i = 0; i < count; i++) {
        text_printf(out, "%s", i == 0 ? "" : i % value->columns == 0 ? "], [" : ", ");
        explain_number(out, value, words + i * step);
    }
    text_printf(out, "%s", count > 1 ? value->rows > 1 ? "]]" : "]" : "");
    return count * step;
}

static void explain_thread(Text *why, const Failure *failure)
{
    static const char *const NAMES[] = {"a", "b", "tolerance"};
    const uint32_t *record = failure->record, *words = record + RECORD_WORDS;
    const IrAssertion *assertion = failure->assertion;
    text_printf(why, "\n    group (%u, %u, %u) wave %u lane %u: ", record[3], record[4], record[5],
                record[6], record[2]);
    for (int i = 0; i < assertion->value_count; i++) {
        text_printf(why, "%s%s = ", i ? ", " : "",
                    assertion->value_count == 1 ? "value" : NAMES[i]);
        words += explain_value(why, &assertion->values[i], words);
    }
}

/* All failures of one place in the source; gives how many. */
static int explain_place(Text *why, const PipelineModule *compiled, const FailureList *failures,
                         int first)
{
    enum { MOST_THREADS = 4 };
    const IrAssertion *assertion = failures->items[first].assertion;
    SourcePlace place = sources_place(compiled->sources, assertion->pos);
    size_t skip = 0;
    int count = 0;
    while (skip < place.line_text.length && strchr(" \t", place.line_text.text[skip]) != NULL)
        skip++;
    while (first + count < failures->count && failures->items[first + count].assertion == assertion)
        count++;
    text_printf(why, "%s%s:%d:%d: %s failed in %d thread%s:  %.*s", why->length ? "\n" : "",
                place.path, place.line, place.column, assertion->name, count, count == 1 ? "" : "s",
                (int)(place.line_text.length - skip), place.line_text.text + skip);
    for (int i = 0; i < count && i < MOST_THREADS; i++)
        explain_thread(why, &failures->items[first + i]);
    if (count > MOST_THREADS)
        text_printf(why, "\n    and %d more", count - MOST_THREADS);
    return count;
}

static void explain(Text *why, const PipelineModule *compiled, const IrKernel *kernel,
                    const uint32_t *report)
{
    Arena *arena = arena_new("failures");
    FailureList failures = read_failures(arena, report, kernel);
    for (int at = 0; at < failures.count;)
        at += explain_place(why, compiled, &failures, at);
    if (report[0] > (uint32_t)failures.count)
        text_printf(why, "\n%u failures in all, of which the report has room for %d", report[0],
                    failures.count);
    arena_drop(arena);
}

/* ---- the run ---- */

static Outcome run(const Kernels *kernels, WccRuntime *runtime, const PipelineKernel *found,
                   int wave_size, uint32_t *report, Text *why)
{
    const IrKernel *kernel = found->kernel;
    Arena *arena = arena_new("unit test");
    WccResource view = {.data = report, .width = REPORT_BYTES, .height = 1, .depth = 1, .mips = 1,
                        .stride = 1};
    WccRun settings = {.entry = kernel->name, .wave_size = (uint32_t)wave_size};
    memcpy(settings.groups, kernel->test_groups, sizeof settings.groups);
    Text printed = {0};
    create_resources(arena, runtime, kernels->module);
    Outcome outcome = wcc_bind(runtime, REPORT, &view) == WCC_OK
                          ? kernels_run(kernels, runtime, &settings, &printed, why)
                          : OUTCOME_BAD_TEST;
    if (outcome != OUTCOME_PASSED && why->length == 0)
        text_printf(why, "%s", wcc_error(runtime));
    arena_drop(arena);
    if (outcome == OUTCOME_PASSED && report[0] > 0) {
        explain(why, kernels->compiled, kernel, report);
        outcome = OUTCOME_WRONG;
    }
    if (outcome != OUTCOME_PASSED && printed.length > 0)
        text_printf(why, "\nprinted:\n%s", printed.bytes);
    text_free(&printed);
    return outcome;
}

Outcome unit_run(const Kernels *kernels, const char *name, int wave_size, int workers, Text *why)
{
    const PipelineKernel *found = find_kernel(kernels->compiled, name, wave_size);
    WccRuntime *runtime = wcc_new(kernels->module, (uint32_t)workers);
    uint32_t *report = aligned_alloc(64, REPORT_BYTES + 64);
    Outcome outcome = OUTCOME_BAD_TEST;
    if (found != NULL && runtime != NULL && report != NULL) {
        memset(report, 0, REPORT_BYTES + 64);
        outcome = run(kernels, runtime, found, wave_size, report, why);
    } else {
        text_printf(why, "the runtime could not be started");
    }
    wcc_free(runtime);
    free(report);
    return outcome;
}
