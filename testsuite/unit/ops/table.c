/* The table itself: names are found, folding happens where a row says so. */
#include "ops_test.h"

TEST(every_operation_is_found_by_its_name)
{
    for (int op = 0; op < IR_OP_COUNT; op++)
        assert_int_equal(op_by_name(op_info((IrOp)op)->name, (unsigned)strlen(op_info((IrOp)op)->name)), op);
    assert_int_equal(op_by_name("fad", 3), IR_OP_COUNT);
    assert_int_equal(op_by_name("", 0), IR_OP_COUNT);
}

#define NONE false
#define FLOAT(expression) true
#define UNSIGNED(expression) true
#define SIGNED(expression) true
static const bool HAS_EXPRESSION[] = {
#define OP(name, operands, result, domain, flags, carries, rule, range, fold, text) fold,
#include "ops/op.def"
#undef OP
};

TEST(rows_with_an_expression_fold_and_others_only_convert_or_select)
{
    for (int op = 0; op < IR_OP_COUNT; op++) {
        const OpInfo *info = op_info((IrOp)op);
        bool converts = op == IR_select || info->domain == DOMAIN_CONVERT;
        IrScalar type = info->domain == DOMAIN_FLOAT ? IR_F32 : IR_I32;
        uint64_t operands[4] = {1, 1, 1, 1}, result;
        IrScalar result_type = info->result == 'T' ? type : info->result == 'B' ? IR_I1 : IR_I32;
        assert_int_equal(op_fold((IrOp)op, type, result_type, operands, &result), HAS_EXPRESSION[op] || converts);
    }
}

TEST(expressions_stand_in_pure_rows_of_one_to_four_equal_operands)
{
    for (int op = 0; op < IR_OP_COUNT; op++)
        if (HAS_EXPRESSION[op]) {
            size_t length = strlen(op_info((IrOp)op)->operands);
            assert_true(op_has((IrOp)op, OP_PURE));
            assert_false(op_has((IrOp)op, OP_READS | OP_WRITES | OP_CONVERGENT | OP_SYNC | OP_REGION | OP_JUMP));
            assert_in_range(length, 1, 4);
            const char *letters = op_info((IrOp)op)->operands;
            assert_int_equal(strspn(letters, (char[]){letters[0], 0}), length);
        }
}

TEST(scalar_widths_and_kinds)
{
    static const int BITS[] = {0, 1, 16, 32, 64, 16, 32, 64};
    for (int scalar = 0; scalar < IR_SCALAR_COUNT; scalar++)
        assert_int_equal(op_scalar_bits((IrScalar)scalar), BITS[scalar]);
    assert_false(op_scalar_is_float(IR_I64));
    assert_true(op_scalar_is_float(IR_F16));
    assert_string_equal(op_scalar_name(IR_I1), "i1");
}

TEST(sign_extension_and_masking_know_the_width)
{
    assert_int_equal(op_sign_extend(IR_I1, 1), -1);
    assert_int_equal(op_sign_extend(IR_I16, 0x8000), -32768);
    assert_int_equal(op_sign_extend(IR_I64, ~0ull), -1);
    assert_int_equal(op_mask_to_width(IR_I1, 2), 0);
    assert_int_equal(op_mask_to_width(IR_I32, ~0ull), 0xffffffff);
    assert_true(op_mask_to_width(IR_I64, ~0ull) == ~0ull);
}
