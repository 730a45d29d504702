/* check_uniform: ASSERT_UNIFORM and ASSERT_VARYING of unit tests are about what the compiler knows.
 *
 *     expect_uniform %12       error where %12 is varying, with the chain of values that make it so
 *     expect_varying %13       error where %13 is not
 *
 * Needs: uniformity. Takes the expectations out. */
#include "passes/causes.h"

typedef struct Checker {
    PassContext *context;
    Order order;
    Causes causes;
} Checker;

static void check_expectation(void *context, IrInstr *instr)
{
    Checker *checker = context;
    bool expects_uniform = instr->op == IR_expect_uniform;
    if (!expects_uniform && instr->op != IR_expect_varying)
        return;
    const IrInstr *value = instr->operands[0];
    if ((value->level <= LEVEL_WAVE) != expects_uniform) {
        diag_report(checker->context->diagnostics, instr->pos, expects_uniform ? DIAG_not_uniform : DIAG_not_varying);
        if (expects_uniform)
            causes_explain(&checker->causes, value, SOURCE_NOWHERE, DIAG_made_of_varying);
    }
    ir_remove(instr);
}

bool pass_check_uniform(PassContext *context)
{
    const IrRegion *body = context->kernel->body;
    if (!ir_contains_op(body, IR_expect_uniform) && !ir_contains_op(body, IR_expect_varying))
        return false;
    Checker checker = {.context = context, .order = order_kernel(context->kernel, context->scratch)};
    checker.causes = causes_new(context, &checker.order);
    ir_walk(context->kernel->body, check_expectation, &checker);
    return true;
}
