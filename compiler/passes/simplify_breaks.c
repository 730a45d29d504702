/* A break that only skips what follows in its scope: early returns of inlined functions,
 * `continue`.
 *
 *     ^1 scope {                            if %c {
 *       if %c {                               A
 *         A                                   yield %2
 *         break ^1 %2                       } else {
 *       }                                     B
 *       B                                     yield %3
 *       yield %3                            } -> %4
 *     } -> %4
 *
 * The lanes that skip B meet the others where they did before. Done for the ifs at the body's own
 * level, the last one first: each puts the rest, later ifs included, into its other branch, at
 * whose end a break out of the scope is a yield just as well. So nothing is moved but once. */
#include "passes/simplify.h"

static bool breaks_to(const IrRegion *region, const IrInstr *scope)
{
    return region->last->op == IR_break && region->last->target == scope;
}

static void yield_instead(IrRegion *region, IrInstr *scope)
{
    region->last->op = IR_yield;
    region->last->target = NULL;
    scope->mark--;
}

/* What follows `branch` goes to the end of its region `rest`, whose yields become what they
 * yield. */
static void move_rest_into(Simplifier *simplifier, IrInstr *branch, IrRegion *rest)
{
    IrInstr *yield = rest->last;
    for (int i = 0; i < branch->result_count; i++)
        branch->results[i]->note = yield->operands[i];
    ir_remove(yield);
    move_to_end(simplifier->kernel, branch->next, NULL, rest);
    if (branch->result_count > 0)
        EACH_INSTR (rest, instr)
            use_current_operands(instr);
}

/* `branch` ends its region now: it yields what the region yielded. */
static void yield_results(Simplifier *simplifier, IrInstr *branch, const IrInstr *scope)
{
    IrBuilder builder = ir_builder_at_end(simplifier->kernel, branch->region);
    builder.pos = branch->pos;
    branch->results = NULL; /* the old ones are replaced, or were never reached */
    branch->result_count = 0;
    for (int i = 0; i < scope->result_count; i++)
        ir_add_result(simplifier->kernel, branch, scope->results[i]->type);
    ir_jump(&builder, IR_yield, NULL, branch->results, branch->result_count);
}

static void end_with(Simplifier *simplifier, IrInstr *branch, IrInstr *scope)
{
    IrRegion *rest = branch->regions[breaks_to(branch->regions[0], scope) ? 1 : 0];
    if (rest->last->op == IR_yield)
        move_rest_into(simplifier, branch, rest);
    else
        remove_from(branch->next);
    EACH_REGION (branch, region)
        if (breaks_to(region, scope))
            yield_instead(region, scope);
    yield_results(simplifier, branch, scope);
    simplifier->changed = true;
}

void simplify_breaks(Simplifier *simplifier, IrInstr *scope)
{
    for (IrInstr *instr = scope->regions[0]->last, *before; instr && scope->mark > 0; instr = before) {
        before = instr->prev;
        if (instr->op == IR_if &&
            (breaks_to(instr->regions[0], scope) || breaks_to(instr->regions[1], scope)))
            end_with(simplifier, instr, scope);
    }
}
