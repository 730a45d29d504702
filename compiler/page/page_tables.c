/* The figures of --emit=report, its advice, and -Rperf's remarks, as tables. */
#include "page_priv.h"

static void add_operations(Text *out, const Figures *figures)
{
    page_add(out, "<section><h3>Operations</h3><div class=\"wide\"><table><tr><th></th>");
    for (int level = 0; level < LEVEL_COUNT; level++)
        page_add(out, "<th>%s</th>", ir_level_name((IrLevel)level));
    page_add(out, "</tr>\n");
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        int sum = 0;
        for (int level = 0; level < LEVEL_COUNT; level++)
            sum += figures->operations[kind][level];
        if (sum == 0)
            continue;
        page_add(out, "<tr><th>%s</th>", REPORT_KINDS[kind]);
        for (int level = 0; level < LEVEL_COUNT; level++)
            page_add(out, "<td class=\"num\">%d</td>", figures->operations[kind][level]);
        page_add(out, "</tr>\n");
    }
    page_add(out, "</table></div></section>\n");
}

static void add_registers(Text *out, const Figures *figures)
{
    page_add(out, "<section><h3>Registers, estimated</h3><p>Most vectors at line %d, most VGPRs at "
                  "line %d. Vectors and scalars are of this machine, VGPRs and SGPRs of a GPU.</p>"
                  "<div class=\"wide\"><table><tr><th>line</th><th>vectors</th><th>scalars</th>"
                  "<th>VGPRs</th><th>SGPRs</th></tr>\n", figures->peak_line, figures->vgpr_line);
    for (int i = 0; i < figures->lines.count; i++) {
        const LineFigures *line = &figures->lines.items[i];
        page_add(out, "<tr><th>%d</th><td class=\"num\">%d</td><td class=\"num\">%d</td>"
                      "<td class=\"num\">%d</td><td class=\"num\">%d</td></tr>\n",
                 line->line, line->vectors, line->scalars, line->vgprs, line->sgprs);
    }
    page_add(out, "<tr><th>most</th><td class=\"num\">%d</td><td class=\"num\">%d</td><td class="
                  "\"num\">%d</td><td class=\"num\">%d</td></tr></table></div></section>\n",
             figures->vectors, figures->scalars, figures->vgprs, figures->sgprs);
}

static void add_accesses(Text *out, const Figures *figures)
{
    page_add(out, "<section><h3>Memory</h3><p>Groupshared: %D bytes.</p><div class=\"wide\"><table>"
                  "<tr><th></th><th>what</th><th>way</th><th>times</th><th>from line</th></tr>\n",
             figures->shared_bytes);
    for (int i = 0; i < figures->accesses.count; i++) {
        const AccessFigures *access = &figures->accesses.items[i];
        page_add(out, "<tr><td>%s</td><td>%s</td><td>%s</td><td class=\"num\">%d</td>"
                      "<td class=\"num\">%d</td></tr>\n", access->is_store ? "store" : "load",
                 access->name, access->way, access->count, access->line);
    }
    page_add(out, "</table></div></section>\n");
}

static void add_barriers(Text *out, const Figures *figures)
{
    page_add(out, "<section><h3>Barriers</h3>");
    if (figures->barriers.count == 0) {
        page_add(out, "<p>None is left.</p></section>\n");
        return;
    }
    page_add(out, "<div class=\"wide\"><table><tr><th>line</th><th>VGPRs across</th><th>SGPRs "
                  "across</th><th>of lines</th></tr>\n");
    for (int i = 0; i < figures->barriers.count; i++) {
        const BarrierFigures *barrier = &figures->barriers.items[i];
        page_add(out, "<tr><th>%d</th><td class=\"num\">%d</td><td class=\"num\">%d</td><td>",
                 barrier->line, barrier->vgprs, barrier->sgprs);
        for (int k = 0; k < barrier->kept_lines.count; k++)
            page_add(out, "%r%d", k > 0 ? ", " : "", barrier->kept_lines.items[k]);
        page_add(out, "</td></tr>\n");
    }
    page_add(out, "</table></div></section>\n");
}

static void add_gcn(Text *out, const Figures *figures)
{
    const GcnOccupancy *gcn = &figures->gcn;
    page_add(out, "<section><h3>On a GCN compute unit</h3><p>%d %r of %d threads, %d of 40 waves, "
                  "%d.%d&nbsp;%% of the register file idle; limited by %s.</p><ul>\n",
             gcn->groups, gcn->groups == 1 ? "group" : "groups",
             (int)ir_group_size(figures->plan->kernel), gcn->waves, gcn->idle_permille / 10,
             gcn->idle_permille % 10, gcn->limit);
    for (int i = 0; i < figures->advice.count; i++) {
        page_add(out, "<li>");
        if (figures->advice.items[i].line > 0)
            page_add(out, "line %d: ", figures->advice.items[i].line);
        page_add(out, "%s</li>\n", figures->advice.items[i].text);
    }
    page_add(out, "</ul></section>\n");
}

/* ---- remarks ---- */

typedef struct Remarks {
    Text *out;
    int count;
} Remarks;

static void add_remark(void *context, const DiagTold *told)
{
    Remarks *remarks = context;
    page_add(remarks->out, "<li>");
    if (told->line > 0)
        page_add(remarks->out, "<code>%s:%d</code> ", told->path, told->line);
    page_add(remarks->out, "%s</li>\n", told->message);
    remarks->count++;
}

static void add_remarks(Text *out, const PageKernel *kernel)
{
    Diagnostics *diagnostics = diag_new(kernel->arena, kernel->page->sources);
    Remarks remarks = {.out = out};
    diag_set_group(diagnostics, "perf", true);
    report_performance(diagnostics, kernel->plan);
    page_add(out, "<section><h3>What costs time</h3><ul>\n");
    diag_each(diagnostics, add_remark, &remarks);
    page_add(out, "%r</ul></section>\n", remarks.count == 0 ? "<li>Nothing to remark.</li>" : "");
}

void page_tables(Text *out, const PageKernel *kernel)
{
    page_add(out, "<div class=\"tables\">\n");
    add_remarks(out, kernel);
    add_gcn(out, &kernel->figures);
    add_accesses(out, &kernel->figures);
    add_barriers(out, &kernel->figures);
    add_operations(out, &kernel->figures);
    add_registers(out, &kernel->figures);
    page_add(out, "</div>\n");
}
