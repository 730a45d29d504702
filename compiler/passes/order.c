/* The order of definitions in the text, and the edges of constructs. */
#include "passes/passes_priv.h"

typedef struct Ordering {
    Arena *scratch;
    Order order;
} Ordering;

static void order_phis(Ordering *ordering, IrInstr *const *phis, int count)
{
    for (int i = 0; i < count; i++)
        phis[i]->mark = ordering->order.count++;
}

static void add_edge(Ordering *ordering, IrInstr *jump)
{
    IrInstr *target = jump_target(jump);
    if (target == NULL)
        return;
    Construct *construct = construct_of(target);
    if (jump->op == IR_continue)
        vec_push(ordering->scratch, &construct->continues, jump);
    else
        vec_push(ordering->scratch, &construct->exits, jump);
}

static void order_region(Ordering *ordering, IrRegion *region);

static void order_construct(Ordering *ordering, IrInstr *instr)
{
    Construct *construct = ARENA_NEW(ordering->scratch, Construct);
    construct->instr = instr;
    construct->order = ordering->order.count++;
    instr->note = construct;
    vec_push(ordering->scratch, &ordering->order.constructs, construct);
    order_phis(ordering, instr->parameters, instr->parameter_count);
    EACH_REGION (instr, region)
        order_region(ordering, region);
    order_phis(ordering, instr->results, instr->result_count);
}

static void order_region(Ordering *ordering, IrRegion *region)
{
    EACH_IN (region, instr) {
        if (is_construct(instr)) {
            order_construct(ordering, instr);
            continue;
        }
        instr->mark = ordering->order.count++;
        if (is_jump(instr))
            add_edge(ordering, instr);
    }
}

Order order_kernel(IrKernel *kernel, Arena *scratch)
{
    Ordering ordering = {.scratch = scratch};
    order_region(&ordering, kernel->body);
    return ordering.order;
}
