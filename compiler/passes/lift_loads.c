/* lift_loads: what both sides of a branch load, one load before it does.
 *
 *     if %c {                                      %a = load $in [%i]
 *       %a = load $in [%i]                         if %c {
 *       yield %a                                     yield %a
 *     } else {                              ->     } else {
 *       %b = load $in [%i]                           %d = load $in [%j]
 *       %d = load $in [%j]                           %e = fadd %a, %d
 *       %e = fadd %b, %d                             yield %e
 *       yield %e                                   } -> %r
 *     } -> %r
 *
 * A picture's border is kept and its inside computed so. Where lanes go both ways each side loaded it under
 * a mask; and a side that does nothing else is gone, with its mask. What computes the place on both sides is
 * computed once, before the branch.
 *
 * Which loads may stand before their branch: sides.h.
 *
 * Needs: merge, uniformity. Keeps: facts. */
#include "sides.h"

static bool loads_same(const IrInstr *branch, const IrInstr *left, const IrInstr *right)
{
    if (!ir_same_operation(left, right))
        return false;
    for (int i = 0; i < left->operand_count; i++)
        if (!computes_same(branch, left->operands[i], right->operands[i]))
            return false;
    return true;
}

static void lift(PassContext *context, IrInstr *branch, IrInstr *load, IrInstr *same)
{
    (void)same;
    pass_explain(context, load->pos, "both sides of a branch load this: one load before it does");
    move_out(branch, load);
}

bool pass_lift_loads(PassContext *context) { return sides_join_loads(context, loads_same, lift); }
