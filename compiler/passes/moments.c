/* Stores and atomics change what they name, barriers and fences what other threads may have
 * written; private memory too counts as changed by them, since a value that lives over a barrier
 * is kept in memory, and loaded again, anyway. The walk comes to a turn of a loop, or to the next wave of a stretch, once, so all that
 * the body changes counts as changed before it. */
#include "passes/moments.h"

Moments moments_start(IrKernel *kernel, Arena *scratch)
{
    for (int i = 0; i < kernel->variables.count; i++)
        kernel->variables.items[i]->index = i;
    return (Moments){.kernel = kernel,
                     .variables = ARENA_ARRAY(scratch, int, kernel->variables.count + 1)};
}

bool moments_cover(const IrInstr *load)
{
    bool only_reads = ir_is(load, OP_READS) && !ir_is(load, OP_WRITES) &&
                      !ir_is(load, OP_CONVERGENT);
    return only_reads && (load->variable != NULL ||
                          (load->resource != NULL && !load->resource->is_coherent));
}

int moment_of(const Moments *moments, const IrInstr *load)
{
    return load->variable != NULL ? moments->variables[load->variable->index] : moments->resources;
}

static void change_all(Moments *moments)
{
    moments->resources = ++moments->count;
    for (int i = 0; i < moments->kernel->variables.count; i++)
        moments->variables[i] = moments->count;
}

void moments_pass(Moments *moments, const IrInstr *instr)
{
    if (ir_is(instr, OP_SYNC))
        change_all(moments);
    if (!ir_is(instr, OP_WRITES))
        return;
    if (instr->variable != NULL)
        moments->variables[instr->variable->index] = ++moments->count;
    if (instr->resource != NULL)
        moments->resources = ++moments->count;
}

void moments_enter(Moments *moments, const IrInstr *construct)
{
    if (construct->op != IR_loop && construct->op != IR_wave_loop)
        return;
    moments->resources = ++moments->count; /* a loop may wait for what another group writes */
    EACH_REGION (construct, region)
        EACH_INSTR (region, instr)
            moments_pass(moments, instr);
}
