/* flatten: small divergent branches without effects become selects.
 *
 *     if %c {                                 %3 = fadd %1, %2
 *       %3 = fadd %1, %2                      %4 = select %c, %3, %1
 *       yield %3
 *     } else {
 *       yield %1
 *     } -> %4
 *
 * A branch under a mask costs a test whether any lane takes it, and a blend of each result anyway;
 * below MOST_COST operations both sides are cheaper to compute. Inner ifs go first. [flatten] takes
 * any number of operations, [branch] none. What is no longer under the branch's mask must be pure,
 * free of loads (they would touch memory for nothing; a constant that all lanes share is no more
 * than a scalar) and not convergent (it would see more lanes).
 *
 * Needs: uniformity; uniform ifs stay, as plain C branches. Keeps: facts. */
#include "passes/passes_priv.h"

enum { MOST_COST = 8, FORBIDDEN = 1 << 20 };

/* In simple operations of one machine vector; those not named cost 1. */
static const uint8_t COSTS[IR_OP_COUNT] = {
    [IR_fdiv] = 4, [IR_frem] = 8, [IR_fsqrt] = 4, [IR_frsqrt] = 4, [IR_frcp] = 4, [IR_fexp2] = 10,
    [IR_flog2] = 10,
    [IR_fpow] = 20, [IR_fsin] = 16, [IR_fcos] = 16, [IR_ftan] = 24, [IR_fasin] = 16,
    [IR_facos] = 16, [IR_fatan] = 16,
    [IR_fatan2] = 24, [IR_fsinh] = 20, [IR_fcosh] = 20, [IR_ftanh] = 20, [IR_fldexp] = 10,
    [IR_imul] = 2,
    [IR_sdiv] = 16, [IR_udiv] = 16, [IR_srem] = 16, [IR_urem] = 16, [IR_popcount] = 4,
    [IR_bitreverse] = 4,
    [IR_ufirsthigh] = 4, [IR_sfirsthigh] = 4, [IR_ufirstlow] = 4,
};

/* Uniform values cost next to nothing: one scalar operation for the wave. */
static int cost_of(const IrInstr *instr)
{
    if (instr->op == IR_load_cbuffer && instr->level < LEVEL_VARYING)
        return 0;
    if (!ir_is(instr, OP_PURE) || ir_is(instr, OP_CONVERGENT))
        return FORBIDDEN;
    if (instr->level < LEVEL_VARYING)
        return 0;
    return COSTS[instr->op] ? COSTS[instr->op] : 1;
}

static int cost_of_region(const IrRegion *region)
{
    int cost = region->last->op == IR_yield ? 0 : FORBIDDEN;
    for (const IrInstr *instr = region->first; instr != region->last && cost < FORBIDDEN;
         instr = instr->next)
        cost += cost_of(instr);
    return cost;
}

static int cost_of_branch(const IrInstr *branch)
{
    return cost_of_region(branch->regions[0]) + cost_of_region(branch->regions[1]) +
           branch->result_count;
}

static bool pays(const IrInstr *branch)
{
    if (branch->operands[0]->level < LEVEL_VARYING || branch->immediate == HINT_BRANCH)
        return false;
    int cost = cost_of_branch(branch);
    return branch->immediate == HINT_FLATTEN ? cost < FORBIDDEN : cost <= MOST_COST;
}

/* The first instruction of the branches that must stay under their masks. */
static const IrInstr *find_forbidden(const IrInstr *branch)
{
    EACH_REGION (branch, region)
        EACH_IN (region, instr)
            if (instr == region->last ? instr->op != IR_yield : cost_of(instr) >= FORBIDDEN)
                return instr;
    return NULL;
}

static void explain(const PassContext *context, const IrInstr *branch)
{
    const IrInstr *forbidden = find_forbidden(branch);
    int level = branch->operands[0]->level;
    if (pays(branch))
        pass_explain(context, branch->pos, "flattened: it costs %d", cost_of_branch(branch));
    else if (level < LEVEL_VARYING)
        pass_explain(context, branch->pos,
                     "not flattened: its condition does not differ between lanes");
    else if (branch->immediate == HINT_BRANCH)
        pass_explain(context, branch->pos, "not flattened: [branch] says so");
    else if (forbidden)
        pass_explain(context, branch->pos, "not flattened: %s in it is for its lanes only",
                     op_info(forbidden->op)->name);
    else
        pass_explain(context, branch->pos, "not flattened: it costs %d, more than %d",
                     cost_of_branch(branch), MOST_COST);
}

static void flatten(IrKernel *kernel, IrInstr *branch)
{
    IrInstr *yes = branch->regions[0]->last, *no = branch->regions[1]->last;
    ir_move_region(branch->regions[0], branch);
    ir_move_region(branch->regions[1], branch);
    IrBuilder builder = ir_builder_before(kernel, branch);
    for (int i = 0; i < branch->result_count; i++) {
        IrInstr *result = branch->results[i];
        result->note = IR_BUILD(&builder, IR_select, branch->operands[0], yes->operands[i],
                                no->operands[i]);
        ((IrInstr *)result->note)->level = result->level;
        ((IrInstr *)result->note)->shape = result->shape;
    }
    ir_remove(branch);
}

static bool flatten_region(const PassContext *context, IrRegion *region)
{
    bool changed = false;
    EACH_IN (region, instr) {
        use_current_operands(instr);
        EACH_REGION (instr, inner)
            changed |= flatten_region(context, inner);
        if (instr->op == IR_if && context->explaining)
            explain(context, instr);
        if (instr->op == IR_if && pays(instr)) {
            flatten(context->kernel, instr);
            changed = true;
        }
    }
    return changed;
}

bool pass_flatten(PassContext *context)
{
    clear_notes(context->kernel);
    return flatten_region(context, context->kernel->body);
}
