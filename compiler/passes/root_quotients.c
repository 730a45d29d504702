/* Quotients by roots are products with the root's reciprocal, where the machine estimates that (vrsqrt14ps).
 *
 *     %s = fsqrt %x                   %r = frsqrt %x
 *     %q = fdiv %a, %s        ->      %q = fmul %r, %a
 *
 * A square root and a division keep a divider busy for 34 cycles of 16 lanes (Sapphire Rapids; 17 on a Zen 4), the
 * estimate and its Newton step are six operations. An error of 1.04 ulps and a rounding are less than the two that D3D11.3,
 * 3.1.3.2 leaves to a root and a division; what is 0, infinite or no number is so either way. `precise` quotients stay, as
 * all do with --fp=strict. Where others read the root, it stays for them.
 *
 * Before `merge`, which makes one of the reciprocals of one root. */
#include "passes/passes_priv.h"

enum { LEAST_LANES = 16 }; /* of machines with that estimate */

static bool divides_by_root(const IrInstr *instr)
{
    if (instr->op != IR_fdiv || instr->type.scalar != IR_F32 || instr->precise)
        return false;
    const IrInstr *root = instr->operands[1];
    return root->op == IR_fsqrt && !root->precise;
}

static void multiply(IrKernel *kernel, IrInstr *quotient)
{
    IrBuilder before = ir_builder_before(kernel, quotient);
    before.pos = quotient->pos;
    IrInstr *reciprocal = IR_BUILD(&before, IR_frsqrt, quotient->operands[1]->operands[0]);
    quotient->op = IR_fmul;
    quotient->operands[1] = quotient->operands[0]; /* a factor of 1 stands there */
    quotient->operands[0] = reciprocal;
}

bool pass_root_quotients(PassContext *context)
{
    bool changed = false;
    if (!context->adds_in_any_order || context->lanes < LEAST_LANES)
        return false;
    EACH_INSTR (context->kernel->body, instr)
        if (divides_by_root(instr)) {
            multiply(context->kernel, instr);
            changed = true;
        }
    return changed;
}
