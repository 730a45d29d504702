/* What kernels compiled with --coverage counted, added to a file (files/lcov.h). Points of one place
 * count together: the compiler has one for each call that it inlined, entry point and wave size. */
#include "module.h"

#include "files/files.h"
#include "files/lcov.h"

#include <stdlib.h>
#include <string.h>

/* ---- what was counted ---- */

static bool has_coverage(const WccModule *module, bool (*is_such)(const WccCoverage *))
{
    for (uint32_t e = 0; e < module->entry_count; e++)
        for (uint32_t v = 0; v < module->entries[e].variant_count; v++) {
            const WccCoverage *coverage = module->entries[e].variants[v].coverage;
            if (coverage && is_such(coverage))
                return true;
        }
    return false;
}

static bool is_any(const WccCoverage *coverage)
{
    return coverage->count > 0;
}

static bool is_reached(const WccCoverage *coverage)
{
    for (uint32_t i = 0; i < coverage->count; i++)
        if (__atomic_load_n(&coverage->counts[i].waves, __ATOMIC_RELAXED))
            return true;
    return false;
}

static bool counts_points(const WccModule *module)
{
    return has_coverage(module, is_any);
}

bool host_has_counted(const WccModule *module)
{
    return has_coverage(module, is_reached);
}

static LcovRow row_of(const WccPoint *point, const WccCount *count, uint32_t wave_size)
{
    static const LcovKind KINDS[] = {
        [WCC_POINT_FUNCTION] = LCOV_FUNCTION, [WCC_POINT_STATEMENT] = LCOV_LINE,
        [WCC_POINT_BRANCH] = LCOV_BRANCH,     [WCC_POINT_BARRIER] = LCOV_BARRIER,
        [WCC_POINT_WAVE] = LCOV_WAVE,
    };
    LcovRow row = {.file = point->place.file, .kind = KINDS[point->kind],
                   .line = point->place.line, .column = point->place.column, .way = point->way,
                   .name = point->name ? point->name : "", .threads = count->threads,
                   .lanes = count->waves * wave_size, .waves = count->waves,
                   .full_waves = count->full_waves};
    if (point->kind == WCC_POINT_FUNCTION)
        row.column = 0;
    return row;
}

static bool add_points(Report *report, LcovRows *rows, const WccVariant *variant)
{
    const WccCoverage *coverage = variant->coverage;
    bool good = true;
    for (uint32_t i = 0; coverage && i < coverage->point_count && good; i++) {
        const WccPoint *point = &coverage->points[i];
        good = lcov_add(report, rows,
                        row_of(point, &coverage->counts[point->counter], variant->wave_size));
    }
    return good;
}

/* They are written down: what comes is counted from 0 again. */
static void clear_counts(const WccModule *module)
{
    for (uint32_t e = 0; e < module->entry_count; e++)
        for (uint32_t v = 0; v < module->entries[e].variant_count; v++) {
            const WccCoverage *coverage = module->entries[e].variants[v].coverage;
            if (coverage)
                memset(coverage->counts, 0, coverage->count * sizeof *coverage->counts);
        }
}

/* A line counts as the statement in it does that most threads came to. Rows are summed. */
static void join_statements(LcovRows *rows)
{
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++) {
        LcovRow row = rows->items[i], *last = kept ? &rows->items[kept - 1] : NULL;
        if (row.kind == LCOV_LINE)
            row.column = 0;
        if (last && row.kind == LCOV_LINE && last->kind == LCOV_LINE && last->line == row.line &&
            !strcmp(last->file, row.file))
            *last = row.threads > last->threads ? row : *last;
        else
            rows->items[kept++] = row;
    }
    rows->count = kept;
}

static bool collect(Report *report, const WccModule *module, LcovRows *rows)
{
    bool good = true;
    for (uint32_t e = 0; e < module->entry_count; e++)
        for (uint32_t v = 0; v < module->entries[e].variant_count && good; v++)
            good = add_points(report, rows, &module->entries[e].variants[v]);
    lcov_sum(rows);
    join_statements(rows);
    return good;
}

bool host_check_coverage(Report *report, const WccModule *module, const char *path)
{
    if (!counts_points(module))
        return host_fail(report, "--coverage: %.300s was compiled without it", module->source);
    return host_check_target(report, path) || host_fail_in(report, "--coverage=%.300s", path);
}

bool host_take_coverage(Report *report, const WccModule *module, const char *path)
{
    LcovRows rows = {0};
    bool good = collect(report, module, &rows) && lcov_add_to_file(report, path, &rows);
    if (good)
        clear_counts(module);
    free(rows.items);
    return good || host_fail_in(report, "%.300s", path);
}
