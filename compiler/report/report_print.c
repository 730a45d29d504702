/* --emit=report and --emit=report-json: the figures of report_figures.c. */
#include "ir/sharing.h"
#include "report_priv.h"

static bool has_kind(const Figures *figures, int kind)
{
    for (int level = 0; level < LEVEL_COUNT; level++)
        if (figures->operations[kind][level] > 0)
            return true;
    return false;
}

/* ---- text ---- */

static void print_operations(Text *out, const Figures *figures)
{
    text_printf(out, "  operations         ");
    for (int level = 0; level < LEVEL_COUNT; level++)
        text_printf(out, " %9s", ir_level_name(level));
    text_printf(out, "\n");
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        if (!has_kind(figures, kind))
            continue;
        text_printf(out, "    %-17s", REPORT_KINDS[kind]);
        for (int level = 0; level < LEVEL_COUNT; level++)
            text_printf(out, " %9d", figures->operations[kind][level]);
        text_printf(out, "\n");
    }
}

static void print_registers(Text *out, const Figures *figures)
{
    text_printf(out, "  registers, estimated    vectors  scalars    VGPRs  SGPRs\n");
    for (int i = 0; i < figures->lines.count; i++) {
        const LineFigures *line = &figures->lines.items[i];
        text_printf(out, "    line %-18d %7d  %7d  %7d  %5d\n", line->line, line->vectors,
                    line->scalars, line->vgprs, line->sgprs);
    }
    text_printf(out, "    most                    %7d  %7d  %7d  %5d\n", figures->vectors,
                figures->scalars, figures->vgprs, figures->sgprs);
    text_printf(out, "    vectors peak at line %d, VGPRs at line %d\n", figures->peak_line,
                figures->vgpr_line);
}

static void print_memory(Text *out, const Figures *figures)
{
    text_printf(out, "  accesses\n");
    for (int i = 0; i < figures->accesses.count; i++) {
        const AccessFigures *access = &figures->accesses.items[i];
        text_printf(out, "    %-5s %-15s %-14s %3d  from line %d\n",
                    access->is_store ? "store" : "load", access->name, access->way, access->count,
                    access->line);
    }
    text_printf(out, "  groupshared memory: %lld bytes\n", (long long)figures->shared_bytes);
    text_printf(out, "  barriers: %d\n", figures->barriers.count);
    for (int i = 0; i < figures->barriers.count; i++) {
        const BarrierFigures *barrier = &figures->barriers.items[i];
        text_printf(out, "    line %d: %d VGPRs and %d SGPRs live across it", barrier->line,
                    barrier->vgprs, barrier->sgprs);
        for (int k = 0; k < barrier->kept_lines.count; k++)
            text_printf(out, "%s %d", k == 0 ? ", of line" : ",", barrier->kept_lines.items[k]);
        text_printf(out, "\n");
    }
}

static void print_gcn(Text *out, const Figures *figures)
{
    const GcnOccupancy *gcn = &figures->gcn;
    text_printf(out,
                "  GCN compute unit: %d %s of %u threads, %d of 40 waves, "
                "%d.%d %% of the register file idle; limited by %s\n",
                gcn->groups, gcn->groups == 1 ? "group" : "groups",
                ir_group_size(figures->plan->kernel), gcn->waves, gcn->idle_permille / 10,
                gcn->idle_permille % 10, gcn->limit);
    for (int i = 0; i < figures->advice.count; i++) {
        const Advice *advice = &figures->advice.items[i];
        if (advice->line > 0)
            text_printf(out, "    line %d: %s\n", advice->line, advice->text);
        else
            text_printf(out, "    %s\n", advice->text);
    }
}

/* "64 * group.x + 0..63"; without a step "0..63". */
static void print_slice(Text *out, const IrSlice *slice)
{
    if (slice->step > 0)
        text_printf(out, "%u * group.%c + ", slice->step, "xyz"[slice->axis]);
    if (slice->low == slice->high)
        text_printf(out, "%lld", (long long)slice->low);
    else
        text_printf(out, "%lld..%lld", (long long)slice->low, (long long)slice->high);
}

static void print_share(Text *out, const Figures *figures, const IrShare *share)
{
    text_printf(out, "    %-21s ", share->resource != NULL ? share->resource->name : "the kernel");
    if (share->is_sliced)
        text_printf(out, "slices ");
    for (int axis = 0; share->is_sliced && axis < IR_SLICE_AXES; axis++)
        if (share->slices[axis].step > 0) {
            text_printf(out, "%c: ", "xyz"[axis]);
            print_slice(out, &share->slices[axis]);
            text_printf(out, ", ");
        }
    text_printf(out, "%s%s", share->is_sliced ? "else " : "", ir_merge_info(share->merge)->words);
    if (share->merge == MERGE_NONE)
        text_printf(out, ": line %d: %s", report_line(figures->sources, share->pos), share->why);
    text_printf(out, "\n");
}

static void print_sharing(Text *out, const Figures *figures)
{
    const IrSharing *sharing = figures->plan->kernel->sharing;
    if (sharing == NULL)
        return;
    text_printf(out, "  merged, where ranks share the groups out\n");
    for (int i = 0; i < sharing->shares.count; i++)
        print_share(out, figures, &sharing->shares.items[i]);
}

static void print_code(Text *out, const ReportCode *code)
{
    text_printf(out, "  machine code: ");
    if (code->bytes >= 0)
        text_printf(out, "%lld bytes", (long long)code->bytes);
    else
        text_printf(out, "not known");
    text_printf(out, ", by %s -O%d for %s\n", code->cc, code->optimisation, code->target);
}

static void print_text(Text *out, const Figures *figures, const ReportCode *code)
{
    const IrKernel *kernel = figures->plan->kernel;
    text_printf(out, "%s  wave %d x %d, vectors of %d lanes\n", kernel->name, kernel->wave_size,
                kernel->wave_count, figures->plan->lanes);
    print_operations(out, figures);
    print_registers(out, figures);
    print_memory(out, figures);
    print_sharing(out, figures);
    if (code != NULL)
        print_code(out, code);
    print_gcn(out, figures);
}

/* ---- JSON ---- */

static void print_json_operations(Text *out, const Figures *figures)
{
    const char *between = "";
    text_printf(out, " \"operations\": {");
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        if (!has_kind(figures, kind))
            continue;
        text_printf(out, "%s\"%s\": {", between, REPORT_KINDS[kind]);
        for (int level = 0; level < LEVEL_COUNT; level++)
            text_printf(out, "%s\"%s\": %d", level > 0 ? ", " : "", ir_level_name(level),
                        figures->operations[kind][level]);
        text_printf(out, "}");
        between = ",\n  ";
    }
    text_printf(out, "},\n");
}

static void print_json_registers(Text *out, const Figures *figures)
{
    text_printf(out,
                " \"registers\": {\"vectors\": %d, \"scalars\": %d, \"vgprs\": %d, "
                "\"sgprs\": %d,\n  \"vectors_line\": %d, \"vgprs_line\": %d, \"lines\": [",
                figures->vectors, figures->scalars, figures->vgprs, figures->sgprs,
                figures->peak_line, figures->vgpr_line);
    for (int i = 0; i < figures->lines.count; i++) {
        const LineFigures *line = &figures->lines.items[i];
        text_printf(out,
                    "%s\n   {\"line\": %d, \"vectors\": %d, \"scalars\": %d, \"vgprs\": %d, "
                    "\"sgprs\": %d}",
                    i > 0 ? "," : "", line->line, line->vectors, line->scalars, line->vgprs,
                    line->sgprs);
    }
    text_printf(out, "]},\n");
}

static void print_json_memory(Text *out, const Figures *figures)
{
    text_printf(out, " \"accesses\": [");
    for (int i = 0; i < figures->accesses.count; i++) {
        const AccessFigures *access = &figures->accesses.items[i];
        text_printf(out, "%s\n  {\"name\": ", i > 0 ? "," : "");
        text_add_json(out, access->name);
        text_printf(out, ", \"is_store\": %s, \"way\": \"%s\", \"count\": %d, \"line\": %d}",
                    access->is_store ? "true" : "false", access->way, access->count, access->line);
    }
    text_printf(out, "],\n \"groupshared_bytes\": %lld,\n \"barriers\": [",
                (long long)figures->shared_bytes);
    for (int i = 0; i < figures->barriers.count; i++) {
        const BarrierFigures *barrier = &figures->barriers.items[i];
        text_printf(out, "%s\n  {\"line\": %d, \"vgprs\": %d, \"sgprs\": %d, \"kept_lines\": [",
                    i > 0 ? "," : "", barrier->line, barrier->vgprs, barrier->sgprs);
        for (int k = 0; k < barrier->kept_lines.count; k++)
            text_printf(out, "%s%d", k > 0 ? ", " : "", barrier->kept_lines.items[k]);
        text_printf(out, "]}");
    }
    text_printf(out, "],\n");
}

static void print_json_slices(Text *out, const IrShare *share)
{
    const char *between = "";
    text_printf(out, ", \"slices\": [");
    for (int axis = 0; share->is_sliced && axis < IR_SLICE_AXES; axis++) {
        const IrSlice *slice = &share->slices[axis];
        if (slice->step == 0)
            continue;
        text_printf(out, "%s{\"axis\": \"%c\", \"step\": %u, \"group\": \"%c\", \"low\": %lld, "
                    "\"high\": %lld}",
                    between, "xyz"[axis], slice->step, "xyz"[slice->axis], (long long)slice->low,
                    (long long)slice->high);
        between = ", ";
    }
    text_printf(out, "]");
}

static void print_json_share(Text *out, const Figures *figures, const IrShare *share)
{
    text_printf(out, "{\"name\": ");
    if (share->resource != NULL)
        text_add_json(out, share->resource->name);
    else
        text_printf(out, "null");
    text_printf(out, ", \"merge\": \"%s\"", ir_merge_info(share->merge)->words);
    print_json_slices(out, share);
    if (share->merge == MERGE_NONE) {
        text_printf(out, ", \"line\": %d, \"why\": ", report_line(figures->sources, share->pos));
        text_add_json(out, share->why);
    }
    text_printf(out, "}");
}

static void print_json_sharing(Text *out, const Figures *figures)
{
    const IrSharing *sharing = figures->plan->kernel->sharing;
    text_printf(out, " \"sharing\": [");
    for (int i = 0; sharing != NULL && i < sharing->shares.count; i++) {
        text_printf(out, "%s\n  ", i > 0 ? "," : "");
        print_json_share(out, figures, &sharing->shares.items[i]);
    }
    text_printf(out, "],\n");
}

static void print_json_code(Text *out, const ReportCode *code)
{
    text_printf(out, " \"machine_code\": {\"bytes\": ");
    if (code->bytes >= 0)
        text_printf(out, "%lld", (long long)code->bytes);
    else
        text_printf(out, "null");
    text_printf(out, ", \"cc\": ");
    text_add_json(out, code->cc);
    text_printf(out, ", \"optimisation\": %d, \"target\": \"%s\"},\n", code->optimisation,
                code->target);
}

static void print_json(Text *out, const Figures *figures, const ReportCode *code)
{
    const IrKernel *kernel = figures->plan->kernel;
    const GcnOccupancy *gcn = &figures->gcn;
    text_printf(out, "{\"entry_point\": ");
    text_add_json(out, kernel->name);
    text_printf(out,
                ", \"wave_size\": %d, \"wave_count\": %d, \"threads\": %u, \"lanes\": %d,\n",
                kernel->wave_size, kernel->wave_count, ir_group_size(kernel),
                figures->plan->lanes);
    print_json_operations(out, figures);
    print_json_registers(out, figures);
    print_json_memory(out, figures);
    print_json_sharing(out, figures);
    if (code != NULL)
        print_json_code(out, code);
    text_printf(out,
                " \"gcn\": {\"groups\": %d, \"waves\": %d, \"idle_percent\": %d.%d, "
                "\"limit\": \"%s\", \"vgprs_for_more\": %d},\n \"advice\": [",
                gcn->groups, gcn->waves, gcn->idle_permille / 10, gcn->idle_permille % 10,
                gcn->limit, gcn->vgprs_for_more);
    for (int i = 0; i < figures->advice.count; i++) {
        text_printf(out, "%s\n  {\"line\": %d, \"text\": ", i > 0 ? "," : "",
                    figures->advice.items[i].line);
        text_add_json(out, figures->advice.items[i].text);
        text_printf(out, "}");
    }
    text_printf(out, "]}");
}

void report_resources(Text *out, const Plan *const *plans, const ReportCode *codes, int count,
                      const Sources *sources, ReportForm form)
{
    for (int i = 0; i < count; i++) {
        Arena *arena = arena_new("report");
        Figures figures = report_figures(arena, plans[i], sources);
        text_printf(out, "%s", form == REPORT_TEXT ? "" : i == 0 ? "[" : ",\n");
        const ReportCode *code = codes != NULL ? &codes[i] : NULL;
        (form == REPORT_TEXT ? print_text : print_json)(out, &figures, code);
        arena_drop(arena);
    }
    if (form == REPORT_JSON)
        text_printf(out, "%s]\n", count == 0 ? "[" : "");
}
