/* Operations on resources and variables that are no accesses: sizes, failed assertions, flags of
 * the group. */
#include "emit_priv.h"

/* Over the group's waves: whether the kept i1 is true for any thread. */
void emit_group_any(Emitter *emitter, const PlanStep *step)
{
    const IrVariable *variable = step->instr->variable;
    const char *cell = emit_variable_base(emitter, variable, 0);
    const char *any =
        emit_format(emitter, variable->level > LEVEL_WAVE ? "any_x%l(%s, %P)" : "%s != 0", cell);
    emit_line(emitter, "int32_t %I = 0;");
    emit_line(emitter, "for (int32_t wave = 0; wave < %d; wave++) %I |= %s;",
              ir_running_waves(emitter->kernel), any);
}

void emit_resource_size(Emitter *emitter, const PlanStep *step)
{
    static const char *const FIELDS[] = {"width", "height", "depth", "mips", "stride"};
    int row = step->labels[0];
    emit_declare_row(emitter, step->instr, row);
    emit_line(emitter, "const int32_t %I = (int32_t)%s;",
              emit_resource_field(emitter, step->instr->resource, row,
                                  FIELDS[step->instr->immediate]));
}

const char *emit_words(Emitter *emitter, const PlanStep *step, int operand)
{
    const char *format = step->operands[operand].role == AS_IT_IS ? "{(const int32_t[]){%s}, 0}"
                                                                  : "{(const int32_t *)%s, 1}";
    return emit_format(emitter, format, emit_operand(emitter, operand));
}

const char *emit_all_words(Emitter *emitter, const PlanStep *step, int first)
{
    const char *words = "";
    for (int i = first; i < step->instr->operand_count; i++)
        words = emit_format(emitter, "%s%s%s", words, i > first ? ", " : "",
                            emit_words(emitter, step, i));
    return words;
}

/* A cold place: a call with pointers to the lanes' words keeps it small. */
void emit_report(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    int r = instr->resource->index;
    emit_open(emitter, "{");
    emit_line(emitter, "const WccWords words[] = {%s};", emit_all_words(emitter, step, 1));
    emit_line(emitter, "wcc_report(r%d_data, r%d_width, (const int32_t *)%m, %d, %d, words, %d);",
              r, r, step->mask, emitter->kernel->wave_size, instr->immediate,
              instr->operand_count - 1);
    emit_close(emitter);
}
