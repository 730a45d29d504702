/* check_uniform: ASSERT_UNIFORM and ASSERT_VARYING of unit tests are about what the compiler knows.
 *
 *     expect_uniform %12       error where %12 is varying, with the chain of values that make it so
 *     expect_varying %13       error where %13 is not
 *
 * Needs: uniformity. Takes the expectations out. */
#include "passes/causes.h"

static void check_expectation(Causes *causes, const IrInstr *instr)
{
    bool expects_uniform = instr->op == IR_expect_uniform;
    const IrInstr *value = instr->operands[0];
    if ((value->level <= LEVEL_WAVE) == expects_uniform)
        return;
    diag_report(causes->diagnostics, instr->pos,
                expects_uniform ? DIAG_not_uniform : DIAG_not_varying);
    if (expects_uniform)
        causes_explain(causes, value, SOURCE_NOWHERE, DIAG_made_of_varying);
}

bool pass_check_uniform(PassContext *context)
{
    const IrRegion *body = context->kernel->body;
    if (!ir_contains_op(body, IR_expect_uniform) && !ir_contains_op(body, IR_expect_varying))
        return false;
    Order order = order_kernel(context->kernel, context->scratch);
    Causes causes = causes_new(context, &order);
    EACH_INSTR (body, instr) {
        if (instr->op != IR_expect_uniform && instr->op != IR_expect_varying)
            continue;
        check_expectation(&causes, instr);
        ir_remove(instr);
    }
    return true;
}
