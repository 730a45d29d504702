/* Variables as C: arrays of the group, of a wave, and the struct of the group's scratch memory. */
#include "emit_priv.h"

/* "float l3[4][11]", in elements "float s3[1][11 * 4]", or "f32x16 l3[4][11][2]": the array's name
 * and its outer dimension are given. */
static void declare_variable(Emitter *emitter, const IrVariable *variable, const char *prefix,
                             const char *outer)
{
    bool is_vector = emitter->plan->variables[variable->index].is_vector;
    int components = variable->type.components;
    const char *count =
        variable->kind == IR_WAVE_VALUE ? "" : emit_format(emitter, "[%D]", variable->count);
    if (emitter->plan->variables[variable->index].has_elements)
        emit_line(emitter, "%t %s%d%s[1][%D * %d];", variable->type.scalar, prefix, variable->index,
                  outer, variable->count, components);
    else
        emit_line(emitter, is_vector ? "%v %s%d%s[%d]%s[%P];" : "%t %s%d%s[%d]%s;",
                  variable->type.scalar, prefix, variable->index, outer, components, count);
}

/* A C array, all zero. */
static void declare_local(Emitter *emitter, const IrVariable *variable)
{
    declare_variable(emitter, variable, "l", "");
    emit_line(emitter, "memset(l%d, 0, sizeof l%d);", variable->index, variable->index);
}

void emit_stretch_locals(Emitter *emitter, const IrInstr *stretch)
{
    for (int i = 0; i < emitter->kernel->variables.count; i++)
        if (emitter->plan->variables[i].stretch == stretch)
            declare_local(emitter, emitter->kernel->variables.items[i]);
}

void emit_group_locals(Emitter *emitter)
{
    for (int i = 0; i < emitter->kernel->variables.count; i++)
        if (emitter->plan->variables[i].home == HOME_GROUP_SCALAR)
            declare_local(emitter, emitter->kernel->variables.items[i]);
}

/* ---- constants ---- */

enum { LITERALS_A_LINE = 8 };

/* As it lies in memory: halves by their bits, bools all ones. */
static const char *literal_in_memory(Emitter *emitter, IrScalar type, uint64_t bits)
{
    if (type == IR_I1)
        return bits & 1 ? "-1" : "0";
    return emit_literal(emitter, type == IR_F16 ? IR_I16 : type, bits);
}

static void emit_literals(Emitter *emitter, IrScalar type, const uint64_t *bits, int64_t count, const char *end)
{
    emit_open(emitter, "{");
    for (int64_t first = 0; first < count; first += LITERALS_A_LINE) {
        const char *line = "";
        for (int64_t i = first; i < count && i < first + LITERALS_A_LINE; i++)
            line = emit_format(emitter, "%s%s, ", line, literal_in_memory(emitter, type, bits[i]));
        emit_line(emitter, "%s", line);
    }
    emit_close_with(emitter, emit_format(emitter, "}%s", end));
}

void emit_constants(Emitter *emitter)
{
    for (int i = 0; i < emitter->kernel->variables.count; i++) {
        const IrVariable *variable = emitter->kernel->variables.items[i];
        const PlanVariable *planned = &emitter->plan->variables[i];
        IrScalar type = variable->type.scalar;
        if (planned->home != HOME_CONSTANT)
            continue;
        emit_open(emitter, "static const %t l%d[%d][%D] = {", type == IR_F16 ? IR_I16 : type, i,
                  variable->type.components, planned->room);
        for (int c = 0; c < variable->type.components; c++)
            emit_literals(emitter, type, planned->bits + c * variable->count, variable->count, ",");
        emit_close_with(emitter, "};");
    }
}

void emit_thread_constants(Emitter *emitter)
{
    int lanes = ir_running_lanes(emitter->kernel);
    EACH_INSTR (emitter->kernel->body, instr) {
        const PlanThreadTable *table = emitter->plan->values[instr->id].by_thread;
        if (table == NULL)
            continue;
        emit_open(emitter, "static const %t t%u[%d] =", instr->type.scalar, instr->id, table->rows * lanes);
        emit_literals(emitter, instr->type.scalar, table->bits, table->rows * lanes, ";");
        emitter->indent--;
    }
}

/* ---- scratch memory ---- */

static void emit_scratch_members(Emitter *emitter, bool is_cleared, IrVariableKind kind,
                                 const char *prefix)
{
    const char *waves = emit_format(emitter, "[%d]", emitter->kernel->wave_count);
    for (int i = 0; i < emitter->kernel->variables.count; i++) {
        const IrVariable *variable = emitter->kernel->variables.items[i];
        const PlanVariable *planned = &emitter->plan->variables[i];
        bool in_scratch = planned->home != HOME_GROUP_SCALAR &&
                          planned->home != HOME_WAVE_LOCAL && planned->home != HOME_CONSTANT;
        if (in_scratch && planned->is_cleared == is_cleared && variable->kind == kind)
            declare_variable(emitter, variable, prefix,
                             planned->home == HOME_WAVE_KEPT ? waves : "");
    }
}

void emit_scratch_type(Emitter *emitter, const char *name)
{
    int margin = emitter->plan->scratch_margin;
    emit_open(emitter, "typedef struct %s_scratch {", name);
    if (margin > 0)
        emit_line(emitter, "char before[%d] __attribute__((aligned(64)));", margin);
    emit_line(emitter, "char start_of_cleared[0];");
    emit_scratch_members(emitter, true, IR_GROUPSHARED, "s");
    emit_scratch_members(emitter, true, IR_LOCAL, "l");
    emit_scratch_members(emitter, true, IR_WAVE_VALUE, "k");
    emit_line(emitter, "char end_of_cleared[0];");
    emit_scratch_members(emitter, false, IR_GROUPSHARED, "s");
    emit_scratch_members(emitter, false, IR_WAVE_VALUE, "k");
    if (margin > 0)
        emit_line(emitter, "char behind[%d];", margin);
    emit_close_with(emitter, emit_format(emitter, "} %s_scratch;", name));
}
