/* Parameters and results that are not needed.
 *
 *     loop (%5 = %1, %6 = %0) {           loop (%5 = %1) {
 *       ...                                 ...
 *       break %5, %0                        break %5
 *       continue %7, %6                     continue %7
 *     } -> %8, %9                         } -> %8
 *
 * A parameter or result that is the same value v on all its edges (or itself) is v, if v is defined outside
 * the construct; a constant always is. One that only feeds itself or other unneeded ones is dropped. */
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
    if (carried == phi || (*common && same_value(*common, carried)))
        return true;
    bool is_first = *common == NULL;
    *common = carried;
    return is_first;
}

static IrInstr *common_parameter_value(const Phis *phis, const Construct *construct, int position)
{
    IrInstr *phi = construct->instr->parameters[position], *common = NULL;
    bool same = joins(phis, phi, construct->instr->operands[position], &common);
    for (int i = 0; same && i < construct->continues.count; i++)
        same = joins(phis, phi, construct->continues.items[i]->operands[position], &common);
    return same ? common : NULL;
}

static IrInstr *common_result_value(const Phis *phis, const Construct *construct, int position)
{
    IrInstr *phi = construct->instr->results[position], *common = NULL;
    bool same = true;
    for (int i = 0; same && i < construct->exits.count; i++)
        same = joins(phis, phi, construct->exits.items[i]->operands[position], &common);
    return same ? common : NULL;
}

/* Constants move to the kernel's start to be visible. */
static bool replace(Phis *phis, const Construct *construct, IrInstr *phi, IrInstr *common)
{
    if (common == NULL || !(common->op == IR_const || is_from_outside(common, construct)))
        return false;
    if (common->op == IR_const && !is_from_outside(common, construct) && common != phis->kernel->body->first)
        ir_move_before(common, phis->kernel->body->first);
    phis->instead[order_of(phi)] = common;
    phis->dead[order_of(phi)] = true;
    return true;
}

static bool replace_some(Phis *phis)
{
    bool changed = false;
    for (int i = phis->order.constructs.count - 1; i >= 0; i--) {
        const Construct *construct = phis->order.constructs.items[i];
        IrInstr *instr = construct->instr;
        for (int k = 0; k < instr->result_count; k++)
            if (!phis->dead[order_of(instr->results[k])])
                changed |= replace(phis, construct, instr->results[k], common_result_value(phis, construct, k));
        for (int k = 0; k < instr->parameter_count; k++)
            if (!phis->dead[order_of(instr->parameters[k])])
                changed |= replace(phis, construct, instr->parameters[k], common_parameter_value(phis, construct, k));
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

typedef struct NeedWalk { Phis *phis; bool *is_needed; } NeedWalk;

static void need_operands(void *context, IrInstr *instr)
{
    NeedWalk *walk = context;
    if (is_jump(instr) || instr->op == IR_loop)
        return;
    for (int i = 0; i < instr->operand_count; i++)
        need(walk->phis, walk->is_needed, instr->operands[i]);
}

static void need_edges(Phis *phis, bool *is_needed, const IrInstr *phi)
{
    const Construct *construct = construct_of(phi->owner);
    if (phi->op == IR_parameter)
        need(phis, is_needed, construct->instr->operands[phi->position]);
    for (int i = 0; phi->op == IR_parameter && i < construct->continues.count; i++)
        need(phis, is_needed, construct->continues.items[i]->operands[phi->position]);
    for (int i = 0; phi->op == IR_result && i < construct->exits.count; i++)
        need(phis, is_needed, construct->exits.items[i]->operands[phi->position]);
}

static bool mark_unneeded(Phis *phis, IrInstr *const *list, int count, const bool *is_needed)
{
    bool changed = false;
    for (int i = 0; i < count; i++) {
        int order = order_of(list[i]);
        changed |= !is_needed[order] && !phis->dead[order];
        phis->dead[order] |= !is_needed[order];
    }
    return changed;
}

static bool find_unneeded(Phis *phis)
{
    NeedWalk walk = {phis, ARENA_ARRAY(phis->scratch, bool, phis->order.count)};
    ir_walk(phis->kernel->body, need_operands, &walk);
    while (phis->needed.count > 0)
        need_edges(phis, walk.is_needed, phis->needed.items[--phis->needed.count]);
    bool changed = false;
    for (int i = 0; i < phis->order.constructs.count; i++) {
        const IrInstr *instr = phis->order.constructs.items[i]->instr;
        changed |= mark_unneeded(phis, instr->parameters, instr->parameter_count, walk.is_needed);
        changed |= mark_unneeded(phis, instr->results, instr->result_count, walk.is_needed);
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

static void use_resolved(void *context, IrInstr *instr)
{
    for (int i = 0; i < instr->operand_count; i++)
        instr->operands[i] = resolve(context, instr->operands[i]);
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
        ir_walk(kernel->body, use_resolved, &phis);
    }
    return changed;
}
