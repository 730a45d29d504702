/* Parameters and results that are not needed.
 *
 *     loop (%5 = %1, %6 = %0) {           loop (%5 = %1) {
 *       ...                                 ...
 *       break %5, %0                        break %5
 *       continue %7, %6                     continue %7
 *     } -> %8, %9                         } -> %8
 *
 * A parameter or result that is the same value v on all its edges (or itself) is v, if v is defined
 * outside the construct; a constant always is. One that only feeds itself or other unneeded ones is
 * dropped. */
#include "passes/passes_priv.h"

typedef struct Phis {
    IrKernel *kernel;
    Order order;
    IrInstr **instead; /* by order: what replaces it, or NULL */
    bool *dead;        /* by order: to be taken out */
    VEC(IrInstr *) needed;
    Arena *scratch;
} Phis;

static IrInstr *resolve(const Phis *phis, IrInstr *value)
{
    while (!is_construct(value) && phis->instead[order_of(value)])
        value = phis->instead[order_of(value)];
    return value;
}

/* ---- the same on all edges ---- */

/* Adds what an edge carries to what all edges before it carried; false once they differ. */
static bool joins(const Phis *phis, IrInstr *phi, IrInstr *carried, IrInstr **common)
{
    carried = resolve(phis, carried);
    if (carried == phi || (*common && ir_same_value(*common, carried)))
        return true;
    bool is_first = *common == NULL;
    *common = carried;
    return is_first;
}

static IrInstr *common_value(const Phis *phis, IrInstr *phi)
{
    IrInstr *common = NULL;
    for (int i = 0; i < incoming_count(phi); i++)
        if (!joins(phis, phi, incoming_value(phi, i), &common))
            return NULL;
    return common;
}

/* Constants move to the kernel's start to be visible. */
static bool replace(Phis *phis, IrInstr *phi)
{
    const Construct *construct = construct_of(phi->owner);
    IrInstr *common = phis->dead[order_of(phi)] ? NULL : common_value(phis, phi);
    if (common == NULL || !(common->op == IR_const || is_from_outside(common, construct)))
        return false;
    if (common->op == IR_const && !is_from_outside(common, construct) &&
        common != phis->kernel->body->first)
        ir_move_before(common, phis->kernel->body->first);
    phis->instead[order_of(phi)] = common;
    phis->dead[order_of(phi)] = true;
    return true;
}

static bool replace_some(Phis *phis)
{
    bool changed = false;
    for (int i = phis->order.constructs.count - 1; i >= 0; i--) {
        const IrInstr *construct = phis->order.constructs.items[i]->instr;
        for (int k = 0; k < construct->result_count; k++)
            changed |= replace(phis, construct->results[k]);
        for (int k = 0; k < construct->parameter_count; k++)
            changed |= replace(phis, construct->parameters[k]);
    }
    return changed;
}

/* ---- needed by something that is no phi ---- */

static void need(Phis *phis, bool *is_needed, IrInstr *value)
{
    value = resolve(phis, value);
    if (!is_phi(value) || is_needed[order_of(value)])
        return;
    is_needed[order_of(value)] = true;
    vec_push(phis->scratch, &phis->needed, value);
}

static bool find_unneeded(Phis *phis)
{
    bool *is_needed = ARENA_ARRAY(phis->scratch, bool, phis->order.count), changed = false;
    EACH_INSTR (phis->kernel->body, instr)
        if (!is_jump(instr) && instr->op != IR_loop) /* those only feed phis */
            EACH_USE (instr, use)
                need(phis, is_needed, *use);
    while (phis->needed.count > 0) {
        const IrInstr *phi = phis->needed.items[--phis->needed.count];
        for (int i = 0; i < incoming_count(phi); i++)
            need(phis, is_needed, incoming_value(phi, i));
    }
    for (int i = 0; i < phis->order.constructs.count; i++)
        EACH_PHI (phis->order.constructs.items[i]->instr, phi) {
            int order = order_of(phi);
            changed |= !is_needed[order] && !phis->dead[order];
            phis->dead[order] |= !is_needed[order];
        }
    return changed;
}

/* ---- taking out ---- */

/* Keeps the operands whose phi stays. */
static void keep_operands(IrInstr *instr, IrInstr *const *phis, const bool *dead)
{
    int kept = 0;
    for (int i = 0; i < instr->operand_count; i++)
        if (!dead[order_of(phis[i])])
            instr->operands[kept++] = instr->operands[i];
    instr->operand_count = kept;
}

static int keep_phis(IrInstr **phis, int count, const bool *dead)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (dead[order_of(phis[i])])
            continue;
        phis[i]->position = kept;
        phis[kept++] = phis[i];
    }
    return kept;
}

void remove_phis(const Order *order, const bool *dead)
{
    for (int i = 0; i < order->constructs.count; i++) {
        const Construct *construct = order->constructs.items[i];
        IrInstr *instr = construct->instr;
        for (int k = 0; k < construct->exits.count && instr->result_count; k++)
            keep_operands(construct->exits.items[k], instr->results, dead);
        for (int k = 0; k < construct->continues.count; k++)
            keep_operands(construct->continues.items[k], instr->parameters, dead);
        if (instr->op == IR_loop)
            keep_operands(instr, instr->parameters, dead);
        instr->parameter_count = keep_phis(instr->parameters, instr->parameter_count, dead);
        instr->result_count = keep_phis(instr->results, instr->result_count, dead);
    }
}

bool clean_phis(IrKernel *kernel, Arena *scratch)
{
    Phis phis = {.kernel = kernel, .order = order_kernel(kernel, scratch), .scratch = scratch};
    phis.instead = ARENA_ARRAY(scratch, IrInstr *, phis.order.count);
    phis.dead = ARENA_ARRAY(scratch, bool, phis.order.count);
    bool changed = false;
    while (replace_some(&phis))
        changed = true;
    changed |= find_unneeded(&phis);
    if (changed) {
        remove_phis(&phis.order, phis.dead);
        EACH_INSTR (kernel->body, instr)
            EACH_USE (instr, use)
                *use = resolve(&phis, *use);
    }
    return changed;
}
