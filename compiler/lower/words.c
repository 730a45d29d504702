/* Leaves of values as 32-bit words, for whoever tells them while the kernel runs. */
#include "lower/values_priv.h"

void words_add(Words *words, IrInstr *word) { vec_push(words->arena, &words->list, word); }

static void add_wide(Lower *l, Words *words, IrInstr *value)
{
    IrInstr *shift = ir_const_bits(&l->builder, IR_I64, 32);
    words_add(words, op_to(l, IR_itrunc, IR_I32, value));
    words_add(words, op_to(l, IR_itrunc, IR_I32, op2(l, IR_ushr, value, shift)));
}

/* As wcc_abi.h has them: WccTracePoint.leaves. */
char word_letter(ScalarKind kind, const IrInstr *leaf)
{
    bool is_signed = leaf_is_signed(kind);
    switch (leaf->type.scalar) {
    case IR_I1: return 'b';
    case IR_F16:
    case IR_F32: return 'f';
    case IR_F64: return 'd';
    case IR_I64: return is_signed ? 'l' : 'm';
    default: return kind == SCALAR_BOOL ? 'b' : is_signed ? 'i' : 'u';
    }
}

void words_add_leaf(Lower *l, Words *words, ScalarKind kind, IrInstr *value)
{
    switch (value->type.scalar) {
    case IR_F16: value = op_to(l, IR_fconvert, IR_F32, value); /* fall through */
    case IR_F32: words_add(words, op_to(l, IR_bitcast, IR_I32, value)); break;
    case IR_F64: add_wide(l, words, op_to(l, IR_bitcast, IR_I64, value)); break;
    case IR_I64: add_wide(l, words, value); break;
    case IR_I32: words_add(words, value); break;
    default: {
        IrOp widen = leaf_is_signed(kind) ? IR_sext : IR_zext;
        words_add(words, op_to(l, widen, IR_I32, value));
    }
    }
}
