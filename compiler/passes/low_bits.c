/* low_bits: where a condition asks for low bits of a sum that one side alone has, it asks that side.
 *
 *     %3 = ishl %group, 4                 %8 = iand %thread, 1
 *     %5 = iadd %3, %thread        ->     %9 = ieq %8, 0
 *     %8 = iand %5, 1
 *     %9 = ieq %8, 0                      every other thread of any group: known before the kernel runs
 *
 * The mask is the same in all groups then, and the place in the picture, which steps from lane to lane, is no longer
 * wanted as a vector. Bits of (x | y) and (x ^ y) are bits of both.
 *
 * Needs: uniformity. Comes behind all that knows parts of one number by each other (words and their bytes, rows and
 * columns). Breaks: facts of the new values; uniformity must run again. What nothing wants stays for drop_dead. */
#include "passes/passes_priv.h"

enum { WORD_BITS = 32, MOST_DEPTH = 6 };

static int least(int left, int right) { return left < right ? left : right; }

/* Of an i32, as its operations show. */
static int low_zeros(const IrInstr *value, int depth)
{
    if (value->op == IR_const)
        return (uint32_t)value->bits == 0 ? WORD_BITS : __builtin_ctz((uint32_t)value->bits);
    if (value->operand_count != 2 || depth == 0)
        return 0;
    const IrInstr *left = value->operands[0], *right = value->operands[1];
    switch (value->op) {
    case IR_ishl:
        return right->op != IR_const ? 0 : least(WORD_BITS, low_zeros(left, depth - 1) + (int)(right->bits & (WORD_BITS - 1)));
    case IR_imul: return least(WORD_BITS, low_zeros(left, depth - 1) + low_zeros(right, depth - 1));
    case IR_iadd:
    case IR_isub:
    case IR_ior:
    case IR_ixor: return least(low_zeros(left, depth - 1), low_zeros(right, depth - 1));
    default: return 0;
    }
}

/* A value with the same low bits that is made of less, or `value`. */
static IrInstr *with_low_bits(IrBuilder *builder, IrInstr *value, int bits, int depth)
{
    bool is_sum = value->op == IR_iadd, is_mix = value->op == IR_ior || value->op == IR_ixor;
    if ((!is_sum && !is_mix) || value->type.components != 1 || depth == 0)
        return value;
    for (int i = 0; i < 2; i++)
        if (low_zeros(value->operands[i], MOST_DEPTH) >= bits)
            return with_low_bits(builder, value->operands[1 - i], bits, depth - 1);
    if (is_sum)
        return value;
    IrInstr *left = with_low_bits(builder, value->operands[0], bits, depth - 1),
            *right = with_low_bits(builder, value->operands[1], bits, depth - 1);
    bool is_same = left == value->operands[0] && right == value->operands[1];
    return is_same ? value : IR_BUILD(builder, value->op, left, right);
}

/* x & 1, x & 7 of what differs between lanes. */
static bool takes_low_bits(const IrInstr *value)
{
    return value->op == IR_iand && value->type.scalar == IR_I32 && value->type.components == 1 &&
           value->level == LEVEL_VARYING && value->operands[1]->op == IR_const && (uint32_t)value->operands[1]->bits != 0;
}

/* NULL: it is none of such bits, or nothing else has them. */
static IrInstr *asked_of_less(IrKernel *kernel, IrInstr *compare)
{
    if ((compare->op != IR_ieq && compare->op != IR_ine) || !takes_low_bits(compare->operands[0]))
        return NULL;
    IrInstr *part = compare->operands[0], *constant = part->operands[1];
    IrBuilder builder = ir_builder_before(kernel, compare);
    int bits = WORD_BITS - __builtin_clz((uint32_t)constant->bits);
    IrInstr *less = with_low_bits(&builder, part->operands[0], bits, MOST_DEPTH);
    if (less == part->operands[0])
        return NULL;
    return IR_BUILD(&builder, compare->op, IR_BUILD(&builder, IR_iand, less, constant), compare->operands[1]);
}

bool pass_low_bits(PassContext *context)
{
    bool changed = false;
    clear_notes(context->kernel);
    EACH_INSTR (context->kernel->body, instr) {
        use_current_operands(instr);
        instr->note = asked_of_less(context->kernel, instr);
        changed |= instr->note != NULL;
    }
    return changed;
}
