/* check_unrolled: loops marked [unroll] are no loops any more.
 *
 *     loop (%5 = %0) [unroll] { ...      warning: how often it turns is not known
 *
 * unroll itself cannot tell: `for (s = r; s < 7; s++)` follows from constants once the loop over r
 * around it is unrolled, and other bounds once what they are computed of is folded.
 *
 * Needs: unroll and the passes that repeat with it. Changes nothing. */
#include "passes/passes_priv.h"

bool pass_check_unrolled(PassContext *context)
{
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_loop && is_unroll_asked_for(instr))
            diag_report(context->diagnostics, instr->pos, DIAG_cannot_unroll);
    return false;
}
