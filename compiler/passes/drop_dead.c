/* drop_dead: what no one can see the effect of goes.
 *
 *     %3 = fmul %1, %2                        if %c {
 *     if %c {                                   store $Out [%0], %1
 *       store_var $x [%0], %3                   yield
 *       store $Out [%0], %1                   }
 *       yield %1
 *     } else {
 *       yield %2
 *     } -> %4
 *
 * Everything is dead until something needed needs it. Needed from the start: stores to resources,
 * atomics and counters on them, barriers, returns. Needed then: operands; the constructs around
 * what is needed, with their conditions; the jumps to a needed construct, since they decide what
 * runs in it; the operands of jumps whose parameter or result is needed; stores and atomics on a
 * variable that a needed load reads, or that a debugger shows. Loops without effects end, so they are
 * dead.
 *
 * Needs: nothing. Keeps: all facts. Drops variables and resources that nothing names any more. */
#include "passes/passes_priv.h"

typedef VEC(IrInstr *) Instrs;

typedef struct Liveness {
    PassContext *context;
    Order order;
    bool *live;       /* by order */
    Instrs todo;      /* live, not yet looked at */
    Instrs *stores;   /* by variable */
    bool *is_loaded;  /* by variable */
} Liveness;

static void need(Liveness *liveness, IrInstr *instr)
{
    if (instr == NULL || liveness->live[order_of(instr)])
        return;
    liveness->live[order_of(instr)] = true;
    vec_push(liveness->context->scratch, &liveness->todo, instr);
}

/* ---- what a needed thing needs ---- */

static void need_edge_values(Liveness *liveness, const IrInstr *phi)
{
    need(liveness, phi->owner);
    for (int i = 0; i < incoming_count(phi); i++)
        need(liveness, incoming_value(phi, i));
}

static void need_jumps(Liveness *liveness, const Construct *construct)
{
    for (int i = 0; i < construct->exits.count; i++)
        need(liveness, construct->exits.items[i]);
    for (int i = 0; i < construct->continues.count; i++)
        need(liveness, construct->continues.items[i]);
}

static void need_stores(Liveness *liveness, const IrVariable *variable)
{
    if (liveness->is_loaded[variable->index])
        return;
    liveness->is_loaded[variable->index] = true;
    for (int i = 0; i < liveness->stores[variable->index].count; i++)
        need(liveness, liveness->stores[variable->index].items[i]);
}

static void follow(Liveness *liveness, IrInstr *instr)
{
    if (is_phi(instr)) {
        need_edge_values(liveness, instr);
        return;
    }
    need(liveness, instr->region->owner);
    if (is_construct(instr))
        need_jumps(liveness, construct_of(instr));
    if (!is_jump(instr) && instr->op != IR_loop) /* those carry values of edges */
        EACH_USE (instr, use)
            need(liveness, *use);
    if (instr->variable && ir_is(instr, OP_READS))
        need_stores(liveness, instr->variable);
}

/* ---- what is needed anyway ---- */

/* A loop may be there for nothing but to wait until a load of memory that other groups write gives
 * what it looks for. */
static bool has_effect(const IrInstr *instr, bool is_debugged)
{
    bool writes_memory = ir_is(instr, OP_WRITES) &&
                         (!instr->variable || (is_debugged && instr->variable->shown != 0));
    bool looks = ir_is(instr, OP_READS) && instr->resource && instr->resource->is_coherent;
    bool surely_holds = instr->op == IR_check_init && is_const(instr->operands[0], 1);
    return writes_memory || looks || (ir_is(instr, OP_SYNC) && !surely_holds) ||
           instr->op == IR_return;
}

static void find_roots(Liveness *liveness)
{
    const IrKernel *kernel = liveness->context->kernel;
    EACH_INSTR (kernel->body, instr) {
        if (has_effect(instr, kernel->stops.count > 0) || (is_jump(instr) && instr->region->owner == NULL))
            need(liveness, instr);
        if (instr->variable && ir_is(instr, OP_WRITES))
            vec_push(liveness->context->scratch, &liveness->stores[instr->variable->index], instr);
    }
}

/* ---- taking out ---- */

static bool remove_dead(const Liveness *liveness)
{
    bool changed = false;
    EACH_INSTR (liveness->context->kernel->body, instr) {
        if (liveness->live[order_of(instr)])
            continue;
        ir_remove(instr);
        changed = true;
    }
    return changed;
}

/* The phis of constructs that stay. */
static bool remove_dead_phis(Liveness *liveness)
{
    bool *dead = ARENA_ARRAY(liveness->context->scratch, bool, liveness->order.count + 1),
         changed = false;
    for (int i = 0; i < liveness->order.count; i++)
        dead[i] = !liveness->live[i];
    for (int i = 0; i < liveness->order.constructs.count; i++)
        EACH_PHI (liveness->order.constructs.items[i]->instr, phi)
            changed |= dead[order_of(phi)];
    remove_phis(&liveness->order, dead);
    return changed;
}

/* ---- variables and resources ---- */

static void note_resource(IrKernel *kernel, IrResource *resource)
{
    for (int i = 0; i < kernel->resources.count; i++)
        if (kernel->resources.items[i] == resource)
            return;
    vec_push(kernel->arena, &kernel->resources, resource);
}

/* Keeps what the instructions name, in the old order. */
static bool remove_unused_resources(IrKernel *kernel)
{
    int count = kernel->resources.count, kept = 0;
    IrResource **old = kernel->resources.items;
    kernel->resources.items = NULL;
    kernel->resources.count = kernel->resources.capacity = 0;
    EACH_INSTR (kernel->body, instr) {
        if (instr->resource)
            note_resource(kernel, instr->resource);
        if (instr->sampler)
            note_resource(kernel, instr->sampler);
    }
    for (int i = 0; i < count; i++)
        for (int k = kept; k < kernel->resources.count; k++)
            if (kernel->resources.items[k] == old[i]) {
                kernel->resources.items[k] = kernel->resources.items[kept];
                kernel->resources.items[kept++] = old[i];
            }
    return kept != count;
}

/* A variable's index says for a moment whether it is used: 0, else -1. */
static bool remove_unused_variables(IrKernel *kernel)
{
    int count = kernel->variables.count, kept = 0;
    for (int i = 0; i < count; i++)
        kernel->variables.items[i]->index = -1;
    EACH_INSTR (kernel->body, instr)
        if (instr->variable)
            instr->variable->index = 0;
    for (int i = 0; i < count; i++)
        if (kernel->variables.items[i]->index == 0)
            kernel->variables.items[kept++] = kernel->variables.items[i];
    kernel->variables.count = kept;
    for (int i = 0; i < kept; i++)
        kernel->variables.items[i]->index = i;
    return kept != count;
}

static bool remove_unused(IrKernel *kernel)
{
    bool changed = remove_unused_resources(kernel);
    return remove_unused_variables(kernel) || changed;
}

bool pass_drop_dead(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Liveness liveness = {.context = context, .order = order_kernel(kernel, context->scratch)};
    liveness.live = ARENA_ARRAY(context->scratch, bool, liveness.order.count + 1);
    liveness.stores = ARENA_ARRAY(context->scratch, Instrs, kernel->variables.count + 1);
    liveness.is_loaded = ARENA_ARRAY(context->scratch, bool, kernel->variables.count + 1);
    find_roots(&liveness);
    while (liveness.todo.count > 0)
        follow(&liveness, liveness.todo.items[--liveness.todo.count]);
    bool changed = remove_dead_phis(&liveness);
    changed |= remove_dead(&liveness);
    return remove_unused(kernel) || changed;
}
