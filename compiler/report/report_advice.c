/* What would save registers or groupshared memory on a GPU: the article's advice (report_gcn.c),
 * where the IR shows that it applies. A line is told each thing once. */
#include "report_priv.h"

static void advise(Figures *figures, SourcePos pos, const char *text)
{
    int line = report_line(figures->sources, pos);
    for (int i = 0; i < figures->advice.count; i++)
        if (figures->advice.items[i].line == line &&
            strcmp(figures->advice.items[i].text, text) == 0)
            return;
    vec_push(figures->arena, &figures->advice, (Advice){line, text});
}

/* From what it could be a scalar load; NULL: it is no load that all lanes share, or is one. */
static const char *better_source(const IrInstr *instr)
{
    if (instr->level > LEVEL_WAVE)
        return NULL;
    if (instr->op == IR_load_typed || instr->op == IR_load_texture)
        return "raw or structured buffer";
    bool is_buffer = instr->op == IR_load_struct || instr->op == IR_load_raw;
    return is_buffer && instr->resource->class == IR_UAV ? "buffer that is only read" : NULL;
}

static void advise_load(Figures *figures, const IrInstr *instr)
{
    const char *source = better_source(instr);
    if (source != NULL)
        advise(figures, instr->pos,
               arena_printf(figures->arena,
                            "the load of %s is wave-invariant: from a %s it could be a scalar "
                            "load, into scalar registers",
                            instr->resource->name, source));
}

static bool is_bool_in_number(const IrInstr *value)
{
    const IrRange *range = &value->range;
    return value->level == LEVEL_VARYING && value->type.scalar == IR_I32 &&
           (value->op == IR_zext || value->op == IR_select || value->op == IR_parameter ||
            value->op == IR_result) &&
           (range->flags & RANGE_KNOWN) && range->umax <= 1;
}

static void advise_life(Figures *figures, const LaneLife *life)
{
    if (life->value != NULL && life->file == FILE_VECTOR && is_bool_in_number(life->value))
        advise(figures, life->pos, "a number that is 0 or 1 takes a vector register: a bool is a "
                                   "lane mask in scalar registers");
    if (life->value != NULL && life->file == FILE_VECTOR && life->value->level <= LEVEL_WAVE &&
        life->value->op != IR_extract && better_source(life->value) == NULL)
        advise(figures, life->pos, "a wave-invariant value in vector registers: it would sit in "
                                   "scalar registers if only integer operations and scalar loads "
                                   "made it");
}

/* ---- groupshared memory ---- */

static bool fits_half(const IrInstr *value)
{
    const IrRange *range = &value->range;
    if (value->type.scalar == IR_F32)
        return value->op == IR_fconvert && value->operands[0]->type.scalar == IR_F16;
    return value->type.scalar == IR_I32 && (range->flags & RANGE_KNOWN) &&
           (range->umax <= 0xffff || (range->smin >= -0x8000 && range->smax <= 0x7fff));
}

/* All that is stored there is known to fit 16 bits. */
static bool is_halved_by_packing(const IrKernel *kernel, const IrVariable *variable)
{
    bool is_stored = false;
    EACH_INSTR (kernel->body, instr) {
        if (instr->variable != variable || !ir_is(instr, OP_WRITES))
            continue;
        if (instr->op != IR_store_var)
            return false;
        for (int i = 1; i < instr->operand_count; i++)
            if (!fits_half(instr->operands[i]))
                return false;
        is_stored = true;
    }
    return is_stored;
}

static void advise_packing(Figures *figures, const IrVariable *variable)
{
    int64_t bytes =
        variable->count * variable->type.components * op_scalar_bytes(variable->type.scalar);
    if (variable->kind == IR_GROUPSHARED && is_halved_by_packing(figures->plan->kernel, variable))
        advise(figures, variable->pos,
               arena_printf(figures->arena, "what %s holds fits 16 bits: packed in pairs it takes "
                                            "%lld bytes instead of %lld",
                            variable->name, (long long)bytes / 2, (long long)bytes));
}

void report_advise(Figures *figures, const LaneLives *lives)
{
    const IrKernel *kernel = figures->plan->kernel;
    if (figures->gcn.vgprs_for_more > 0)
        advise(figures, SOURCE_NOWHERE,
               arena_printf(figures->arena, "%d groups would fit with %d vector registers a lane",
                            figures->gcn.groups + 1, figures->gcn.vgprs_for_more));
    if (figures->shared_bytes > 32768)
        advise(figures, SOURCE_NOWHERE, "a group may have 32 KiB of groupshared memory in D3D");
    EACH_INSTR (kernel->body, instr)
        advise_load(figures, instr);
    for (int i = 0; i < lives->lives.count; i++)
        advise_life(figures, &lives->lives.items[i]);
    for (int i = 0; i < kernel->variables.count; i++)
        advise_packing(figures, kernel->variables.items[i]);
}
