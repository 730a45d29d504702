/* Folding of the integer operations, row by row of op.def. */
#include "ops_test.h"

/* 32 bits: operands and result of one type. */
#define I(op, a, b, expected) {IR_##op, IR_I32, IR_I32, {(uint32_t)(a), (uint32_t)(b)}, (uint32_t)(expected)}
#define I16(op, a, b, expected) {IR_##op, IR_I16, IR_I16, {(uint16_t)(a), (uint16_t)(b)}, (uint16_t)(expected)}
#define I64(op, a, b, expected) {IR_##op, IR_I64, IR_I64, {(uint64_t)(a), (uint64_t)(b)}, (uint64_t)(expected)}
#define I1(op, a, b, expected) {IR_##op, IR_I1, IR_I1, {a, b}, expected}
#define COMPARE(op, a, b, expected) {IR_##op, IR_I32, IR_I1, {(uint32_t)(a), (uint32_t)(b)}, expected}

TEST(integers_wrap)
{
    EXPECT_FOLDS(I(iadd, 2, 3, 5), I(iadd, INT32_MAX, 1, INT32_MIN), I(iadd, -1, 1, 0), I16(iadd, 0xffff, 2, 1), I64(iadd, -1, 1, 0),
                 I(isub, 2, 3, -1), I(isub, INT32_MIN, 1, INT32_MAX), I16(isub, 0, 1, 0xffff), I64(isub, INT64_MIN, 1, INT64_MAX),
                 I(imul, -3, 5, -15), I(imul, 0x10000, 0x10000, 0), I(imul, 0x12345, 0x54321, 0xfcb99ae5),
                 I16(imul, 0x100, 0x100, 0), I64(imul, INT64_MIN, -1, INT64_MIN),
                 I(ineg, 5, 0, -5), I(ineg, INT32_MIN, 0, INT32_MIN), I16(ineg, 1, 0, 0xffff), I64(ineg, INT64_MIN, 0, INT64_MIN));
}

TEST(signed_division_rounds_toward_zero_and_never_faults)
{
    EXPECT_FOLDS(I(sdiv, 7, 2, 3), I(sdiv, -7, 2, -3), I(sdiv, 7, -2, -3), I(sdiv, 7, 0, -1), I(sdiv, 0, 0, -1),
                 I(sdiv, INT32_MIN, -1, INT32_MIN), I(sdiv, INT32_MIN, 1, INT32_MIN), I(sdiv, 5, -1, -5),
                 I16(sdiv, 0x8000, 0xffff, 0x8000), I16(sdiv, 0xfff9, 2, 0xfffd), I64(sdiv, INT64_MIN, -1, INT64_MIN), I64(sdiv, 1, 0, -1),
                 I(srem, 7, 2, 1), I(srem, -7, 2, -1), I(srem, 7, -2, 1), I(srem, 7, 0, -1), I(srem, INT32_MIN, -1, 0),
                 I16(srem, 0x8000, 0xffff, 0), I16(srem, 5, 0, 0xffff), I64(srem, INT64_MIN, -1, 0));
}

TEST(unsigned_division_by_zero_gives_all_ones)
{
    EXPECT_FOLDS(I(udiv, 7, 2, 3), I(udiv, -1, 2, INT32_MAX), I(udiv, 7, 0, -1), I16(udiv, 7, 0, 0xffff), I64(udiv, 7, 0, -1), I64(udiv, -1, -1, 1),
                 I(urem, 7, 4, 3), I(urem, -1, 16, 15), I(urem, 7, 0, -1), I16(urem, 0xffff, 0x100, 0xff), I16(urem, 7, 0, 0xffff), I64(urem, 7, 0, -1));
}

TEST(bits_combine)
{
    EXPECT_FOLDS(I(iand, 12, 10, 8), I(ior, 12, 10, 14), I(ixor, 12, 10, 6), I(inot, 0, 0, -1), I(inot, -6, 0, 5), I16(inot, 0xff, 0, 0xff00),
                 I1(iand, 1, 0, 0), I1(ior, 1, 0, 1), I1(ixor, 1, 1, 0), I1(inot, 0, 0, 1), I1(inot, 1, 0, 0), I64(inot, 0, 0, -1));
}

TEST(shift_counts_are_taken_modulo_the_width)
{
    EXPECT_FOLDS(I(ishl, 1, 31, INT32_MIN), I(ishl, 1, 32, 1), I(ishl, 3, 33, 6), I(ishl, 1, -1, INT32_MIN), I16(ishl, 1, 16, 1), I16(ishl, 1, 15, 0x8000),
                 I64(ishl, 1, 63, INT64_MIN), I64(ishl, 1, 64, 1),
                 I(sshr, -8, 1, -4), I(sshr, INT32_MIN, 31, -1), I(sshr, -8, 32, -8), I(sshr, 8, 33, 4), I(sshr, -1, -1, -1), I16(sshr, 0x8000, 15, 0xffff),
                 I16(sshr, 0x8000, 17, 0xc000), I64(sshr, INT64_MIN, 63, -1),
                 I(ushr, -8, 1, 0x7ffffffc), I(ushr, INT32_MIN, 31, 1), I(ushr, -8, 32, -8), I16(ushr, 0x8000, 31, 1), I64(ushr, -1, 63, 1));
}

TEST(extremes_and_absolute_values)
{
    EXPECT_FOLDS(I(imin, -1, 1, -1), I(imax, -1, 1, 1), I(umin, -1, 1, 1), I(umax, -1, 1, -1), I(imin, INT32_MIN, INT32_MAX, INT32_MIN),
                 I16(imin, 0x8000, 0x7fff, 0x8000), I16(umax, 0x8000, 0x7fff, 0x8000), I64(imax, -1, 0, 0), I64(umin, -1, 0, 0),
                 I(iabs, -5, 0, 5), I(iabs, 5, 0, 5), I(iabs, INT32_MIN, 0, INT32_MIN), I16(iabs, 0x8000, 0, 0x8000), I64(iabs, INT64_MIN, 0, INT64_MIN));
}

TEST(comparisons_know_signs)
{
    EXPECT_FOLDS(COMPARE(ieq, 5, 5, 1), COMPARE(ieq, 5, 6, 0), COMPARE(ine, 5, 6, 1), COMPARE(ine, -1, -1, 0),
                 COMPARE(slt, -1, 1, 1), COMPARE(slt, 1, 1, 0), COMPARE(slt, INT32_MIN, INT32_MAX, 1), COMPARE(sle, 1, 1, 1), COMPARE(sle, 1, -1, 0),
                 COMPARE(ult, -1, 1, 0), COMPARE(ult, 1, -1, 1), COMPARE(ule, -1, -1, 1), COMPARE(ule, -1, 1, 0),
                 {IR_slt, IR_I16, IR_I1, {0x8000, 0}, 1}, {IR_ult, IR_I16, IR_I1, {0x8000, 0}, 0}, {IR_slt, IR_I64, IR_I1, {(uint64_t)INT64_MIN, 0}, 1},
                 {IR_ieq, IR_I1, IR_I1, {1, 1}, 1}, {IR_ine, IR_I1, IR_I1, {1, 0}, 1});
}

#define COUNTS(op, type, a, expected) {IR_##op, type, IR_I32, {a}, (uint32_t)(expected)}

TEST(bits_are_counted_and_found)
{
    EXPECT_FOLDS(COUNTS(popcount, IR_I32, 0xffffffff, 32), COUNTS(popcount, IR_I32, 0, 0), COUNTS(popcount, IR_I16, 0x8001, 2), COUNTS(popcount, IR_I64, ~0ull, 64),
                 COUNTS(ufirsthigh, IR_I32, 0, -1), COUNTS(ufirsthigh, IR_I32, 1, 0), COUNTS(ufirsthigh, IR_I32, 0x80000000, 31),
                 COUNTS(ufirsthigh, IR_I16, 0x8000, 15), COUNTS(ufirsthigh, IR_I64, 1ull << 40, 40),
                 COUNTS(sfirsthigh, IR_I32, 0, -1), COUNTS(sfirsthigh, IR_I32, 0xffffffff, -1), COUNTS(sfirsthigh, IR_I32, 5, 2),
                 COUNTS(sfirsthigh, IR_I32, 0xfffffffe, 0), COUNTS(sfirsthigh, IR_I32, 0x80000000, 30), COUNTS(sfirsthigh, IR_I16, 0xff00, 7),
                 COUNTS(sfirsthigh, IR_I64, 1ull << 63, 62),
                 COUNTS(ufirstlow, IR_I32, 0, -1), COUNTS(ufirstlow, IR_I32, 0x80000000, 31), COUNTS(ufirstlow, IR_I32, 12, 2), COUNTS(ufirstlow, IR_I64, 1ull << 40, 40),
                 I(bitreverse, 1, 0, 0x80000000), I(bitreverse, 0xf0, 0, 0x0f000000), I16(bitreverse, 1, 0, 0x8000), I64(bitreverse, 1, 0, 1ull << 63));
}

TEST(products_of_four_bytes_are_added)
{
    EXPECT_FOLDS({IR_sdot4, IR_I32, IR_I32, {0x80808080, 0x80808080, 0}, 4 * 128 * 128}, {IR_sdot4, IR_I32, IR_I32, {0x01ff7f80, 0x02030405, 10}, (uint32_t)(2 - 3 + 508 - 640 + 10)},
                 {IR_sdot4, IR_I32, IR_I32, {0x00000001, 0x00000001, 0x7fffffff}, 0x80000000}, {IR_udot4, IR_I32, IR_I32, {0xffffffff, 0xffffffff, 0}, 4 * 255 * 255},
                 {IR_udot4, IR_I32, IR_I32, {0x01ff7f80, 0x02030405, 10}, 2 + 765 + 508 + 640 + 10}, {IR_udot4, IR_I32, IR_I32, {1, 1, 0xffffffff}, 0});
}

TEST(upper_halves_of_products_are_unsigned)
{
    EXPECT_FOLDS({IR_umulhigh, IR_I32, IR_I32, {0xffffffff, 0xffffffff}, 0xfffffffe}, {IR_umulhigh, IR_I32, IR_I32, {0x80000000, 2}, 1},
                 {IR_umulhigh, IR_I32, IR_I32, {0xffff, 0xffff}, 0}, {IR_umulhigh, IR_I32, IR_I32, {0x12345678, 0x9abcdef0}, 0x0b00ea4e});
}

TEST(bytes_are_packed_from_the_lowest_on)
{
    EXPECT_FOLDS({IR_pack_bytes, IR_I32, IR_I32, {0x101, 0x2ff, 0xffffff80, 0x7f}, 0x7f80ff01});
}
