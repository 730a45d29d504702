/* What --check=race and --check=uninit ask: a call of wcc_watch.h before each access that the pass
 * instrument marked. */
#include "emit_priv.h"

enum { FIRST, COUNT, BYTES, VALUES }; /* operands, behind the row */

/* Of the groupshared variables before the one at `end`, one behind the other. */
static uint32_t shared_cells(const IrKernel *kernel, int end)
{
    int64_t cells = 0;
    for (int i = 0; i < end; i++)
        if (kernel->variables.items[i]->kind == IR_GROUPSHARED)
            cells +=
                kernel->variables.items[i]->count * kernel->variables.items[i]->type.components;
    return (uint32_t)cells;
}

static int place_of(const IrInstr *touch, int operand) { return op_row_count(touch->op) + operand; }

static int cell_bytes(const IrInstr *touch)
{
    return (int)touch->operands[place_of(touch, BYTES)]->bits;
}

static void declare_touch(Emitter *emitter, const PlanStep *step, char axis)
{
    static const char *const KINDS[] = {"WCC_LOADS", "WCC_STORES", "WCC_UPDATES", "WCC_ASKS"};
    const IrInstr *instr = step->instr;
    bool is_shared = instr->variable != NULL;
    const char *place = emit_declare_place(emitter, step);
    const char *name = is_shared ? instr->variable->name : instr->resource->name;
    emit_line(emitter,
              "static const WccTouch touch%d = {&%s, %d & (WCC_MOST_TOUCHES - 1), %s, %s, %d, %d, "
              "%d, %d, %u, %u, %u, %d};",
              step->labels[0], place, step->labels[0], KINDS[instr->immediate],
              emit_quoted(emitter, name), axis, cell_bytes(instr), is_shared,
              !is_shared && instr->resource->is_coherent,
              is_shared ? shared_cells(emitter->kernel, instr->variable->index) : 0,
              shared_cells(emitter->kernel, emitter->kernel->variables.count),
              is_shared ? (uint32_t)(instr->component * instr->variable->count) : 0,
              is_shared ? instr->variable->index : -1);
}

/* The call, behind the touch's declaration; C of its arguments. */
static void call(Emitter *emitter, const PlanStep *step, const char *row, const char *limit,
                 const char *plane, const char *width)
{
    const IrInstr *instr = step->instr;
    int values = instr->operand_count - place_of(instr, VALUES);
    const char *list = "";
    for (int i = place_of(instr, VALUES); i < instr->operand_count; i++)
        list =
            emit_format(emitter, "%s%s%s", list, *list ? ", " : "", emit_words(emitter, step, i));
    if (values > 0)
        emit_line(emitter, "const WccWords values[] = {%s};", list);
    emit_line(emitter,
              "wcc_touchx%l(&watcher, &touch%d, %s, %s, %s, %s, (uint32_t)wave, "
              "(const int32_t *)%m, (WccWords)%s, %n, %s, %d);",
              step->labels[0], row, limit, plane, width, step->mask,
              emit_words(emitter, step, place_of(instr, FIRST)),
              instr->operands[place_of(instr, COUNT)], values > 0 ? "values" : "0", values);
}

static void touch_variable(Emitter *emitter, const PlanStep *step)
{
    const IrVariable *variable = step->instr->variable;
    declare_touch(emitter, step, 0);
    call(emitter, step, "0",
         emit_format(emitter, "%D", variable->count * variable->type.components),
         emit_format(emitter, "%D", variable->count), "0");
}

static void touch_resource(Emitter *emitter, const PlanStep *step)
{
    const IrResource *resource = step->instr->resource;
    bool is_texture = resource->shape >= IR_SHAPE_TEX1D, is_raw = resource->shape == IR_SHAPE_RAW;
    bool is_struct = resource->shape == IR_SHAPE_STRUCT;
    int bytes = cell_bytes(step->instr);
    declare_touch(emitter, step, is_raw ? 'b' : is_texture ? 't' : 0);
    const char *row = emit_format(emitter, "%uu", resource->first_row);
    if (resource->array_count != 0) {
        row = emit_format(emitter, "%uu + (uint32_t)%n", resource->first_row,
                          step->instr->operands[0]);
        emit_line(emitter,
                  "const WccResource *const touched = wcc_row(dispatch, %u, %uu, (uint32_t)%n);",
                  resource->first_row, resource->array_count, step->instr->operands[0]);
    } else {
        emit_line(emitter, "const WccResource *const touched = &dispatch->resources[%u];",
                  resource->first_row);
    }
    const char *limit = is_texture  ? "wcc_texels(touched)"
                        : is_raw    ? emit_format(emitter, "touched->width / %d", bytes)
                        : is_struct ? emit_format(emitter, "(uint64_t)touched->width * %d",
                                                  (int)resource->stride / bytes)
                                    : "touched->width";
    call(emitter, step, row, limit, is_struct ? "touched->width" : "1",
         is_texture ? "touched->width" : "0");
}

void emit_touch(Emitter *emitter, const PlanStep *step)
{
    emit_open(emitter, step->instr->immediate == TOUCH_ASK && step->instr->variable != NULL
                           ? emit_format(emitter, "if (!wcc_is_full(&watcher, %d)) {",
                                         step->instr->variable->index)
                           : "{");
    if (step->instr->variable != NULL)
        touch_variable(emitter, step);
    else
        touch_resource(emitter, step);
    emit_close(emitter);
}
