/* What --coverage counts: a table of the source's points beside each kernel, whose numbers live as
 * long as the module; a call counts on its own and adds to them at its end (wcc_cover.h). */
#include "emit_priv.h"

static const char *const KINDS[] = {
    [IR_POINT_FUNCTION] = "FUNCTION", [IR_POINT_STATEMENT] = "STATEMENT",
    [IR_POINT_BRANCH] = "BRANCH",     [IR_POINT_BARRIER] = "BARRIER",
    [IR_POINT_WAVE] = "WAVE",
};

static bool is_left_out(const EmitModule *module, SourcePlace place)
{
    return module->coverage == COVERAGE_INCLUDED && strcmp(place.path, module->source) == 0;
}

static int emit_point(Emitter *emitter, const IrPoint *point)
{
    Text *out = emitter->out;
    SourcePlace place = emit_source_place(emitter, point->pos);
    if (is_left_out(emitter->module, place))
        return 0;
    text_printf(out, "    {%s, WCC_POINT_%s, ", emit_place_row(emitter, place),
                KINDS[point->kind]);
    emit_string(out, point->name);
    text_printf(out, ", %d, %d},\n", point->way, point->counted_by);
    return 1;
}

void emit_coverage_table(Emitter *emitter, const char *name)
{
    const IrKernel *kernel = emitter->kernel;
    int count = kernel->points.count, told = 0;
    if (count == 0)
        return;
    text_printf(emitter->out, "static const WccPoint %s_points[] = {\n", name);
    for (int i = 0; i < count; i++)
        told += emit_point(emitter, &kernel->points.items[i]);
    text_printf(emitter->out, "%s};\nstatic WccCount %s_counts[%d];\n", told ? "" : "    {{0}}\n",
                name, count);
    text_printf(emitter->out,
                "static const WccCoverage %s_coverage = {%s_points, %d, %d, %s_counts};\n", name,
                name, told, count, name);
}

void emit_coverage_prologue(Emitter *emitter, const char *name)
{
    if (emitter->kernel->points.count > 0)
        emit_line(emitter,
                  "WccCount counts[%d] = {0};\n"
                  "WCC_COUNTING(%s_counts, counts, %d);",
                  emitter->kernel->points.count, name, emitter->kernel->points.count);
}

void emit_reach(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    int wave_size = emitter->kernel->wave_size;
    if (instr->immediate >= emitter->kernel->points.count) /* of a kernel read from text */
        return;
    emit_open(emitter, "{");
    emit_line(emitter, "uint32_t lanes = 0;");
    for (int word = 0; word * 32 < wave_size; word++)
        emit_line(emitter, "lanes += (uint32_t)__builtin_popcount(ballot_x%l(%m, %P, %d));",
                  step->mask, word);
    emit_line(emitter, "wcc_reach(&counts[%d], lanes, %d);", instr->immediate, wave_size);
    emit_close(emitter);
}
