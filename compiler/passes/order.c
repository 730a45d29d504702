/* What the passes share about instructions: their order, the edges of constructs, small edits. */
#include "passes/passes_priv.h"

/* ---- small edits ---- */

void move_jump(IrKernel *kernel, IrInstr *jump, IrRegion *to)
{
    ir_remove(jump);
    IrBuilder builder = ir_builder_at_end(kernel, to);
    ir_insert(&builder, jump);
}

void remove_from(IrInstr *first)
{
    while (first) {
        IrInstr *next = first->next;
        ir_remove(first);
        first = next;
    }
}

IrInstr *const_at_start(IrKernel *kernel, IrScalar type, uint64_t bits)
{
    IrBuilder builder = {.kernel = kernel, .region = kernel->body, .before = kernel->body->first};
    return ir_const_bits(&builder, type, bits);
}

bool reads_constant_memory(const IrInstr *instr)
{
    bool only_reads = ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES);
    return only_reads && instr->resource && instr->resource->class != IR_UAV;
}

bool keeps_uniform_value(const IrInstr *instr)
{
    bool combines = op_carries(instr->op, CARRIES_COMBINE);
    return ir_is(instr, OP_CONVERGENT) && ir_is(instr, OP_IDEMPOTENT) && (!combines || op_has(instr->combine, OP_IDEMPOTENT));
}

/* ---- notes ---- */

void clear_notes(IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr) {
        instr->note = NULL;
        EACH_PHI (instr, phi)
            phi->note = NULL;
    }
}

/* ---- order ---- */

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
