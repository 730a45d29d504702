/* printf and DebugBreak: a table beside each kernel of what it prints, and a call where lanes come
 * to one (wcc_print.h). */
#include "emit_priv.h"

void emit_print_table(Emitter *emitter, const char *name)
{
    const IrKernel *kernel = emitter->kernel;
    if (kernel->prints.count == 0)
        return;
    text_printf(emitter->out, "static const WccPrintPoint %s_prints[] __attribute__((unused)) = {\n",
                name);
    for (int i = 0; i < kernel->prints.count; i++) {
        const IrPrint *print = &kernel->prints.items[i];
        text_printf(emitter->out, "    {%s, ",
                    emit_place_row(emitter, emit_source_place(emitter, print->pos)));
        emit_string(emitter->out, print->format);
        text_printf(emitter->out, ", ");
        emit_string(emitter->out, print->leaves);
        text_printf(emitter->out, "},\n");
    }
    text_printf(emitter->out, "};\n");
}

void emit_print(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    if (instr->immediate >= emitter->kernel->prints.count) /* of a kernel read from text */
        return;
    emit_open(emitter, "{");
    if (instr->operand_count > 0)
        emit_line(emitter, "const WccWords words[] = {%s};", emit_all_words(emitter, step, 0));
    emit_line(emitter,
              "wcc_print(&where, (uint32_t)wave, &%s_prints[%d], (const int32_t *)%m, %s);",
              emit_function_name(emitter->scratch, emitter->kernel), instr->immediate, step->mask,
              instr->operand_count > 0 ? "words" : "0");
    emit_close(emitter);
}
