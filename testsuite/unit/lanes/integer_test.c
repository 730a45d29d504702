/* Integer operations: nothing faults, everything is defined. */
#include "lanes_test.h"

#define INTEGER_OPS(type)                    \
    OP_2(udiv_##type, type)                  \
    OP_2(sdiv_##type, type)                  \
    OP_2(urem_##type, type)                  \
    OP_2(srem_##type, type)                  \
    OP_2(ishl_##type, type)                  \
    OP_2(sshr_##type, type)                  \
    OP_2(ushr_##type, type)                  \
    OP_2(imin_##type, type)                  \
    OP_2(imax_##type, type)                  \
    OP_2(umin_##type, type)                  \
    OP_2(umax_##type, type)                  \
    OP_1(iabs_##type, type, type)            \
    OP_1(bitreverse_##type, type, type)      \
    OP_1(popcount_##type, type, i32)         \
    OP_1(ufirsthigh_##type, type, i32)       \
    OP_1(sfirsthigh_##type, type, i32)       \
    OP_1(ufirstlow_##type, type, i32)
INTEGER_OPS(i16)
INTEGER_OPS(i32)
INTEGER_OPS(i64)
#define WIDTH_OPS(narrow, wide)                          \
    OP_1(sext_##narrow##_##wide, narrow, wide)           \
    OP_1(zext_##narrow##_##wide, narrow, wide)           \
    OP_1(itrunc_##wide##_##narrow, wide, narrow)
WIDTH_OPS(i16, i32)
WIDTH_OPS(i16, i64)
WIDTH_OPS(i32, i64)

TEST(division_by_zero_gives_all_ones)
{
#define BY_ZERO(type)                          \
    EXPECT_2(udiv_##type, 7, 0, -1);                            \
    EXPECT_2(sdiv_##type, -7, 0, -1);                           \
    EXPECT_2(urem_##type, 7, 0, -1);                            \
    EXPECT_2(srem_##type, -7, 0, -1);                           \
    EXPECT_2(udiv_##type, 0, 0, -1);
    BY_ZERO(i16)
    BY_ZERO(i32)
    BY_ZERO(i64)
}
TEST(the_smallest_integer_over_minus_one_wraps)
{
    EXPECT_2(sdiv_i16, INT16_MIN, -1, INT16_MIN);
    EXPECT_2(sdiv_i32, INT32_MIN, -1, INT32_MIN);
    EXPECT_2(sdiv_i64, INT64_MIN, -1, INT64_MIN);
    EXPECT_2(srem_i16, INT16_MIN, -1, 0);
    EXPECT_2(srem_i32, INT32_MIN, -1, 0);
    EXPECT_2(srem_i64, INT64_MIN, -1, 0);
}
TEST(signed_division_goes_toward_zero)
{
    EXPECT_2(sdiv_i32, -7, 2, -3);
    EXPECT_2(srem_i32, -7, 2, -1);
    EXPECT_2(sdiv_i32, 7, -2, -3);
    EXPECT_2(srem_i32, 7, -2, 1);
    EXPECT_2(sdiv_i16, -7, 2, -3);
    EXPECT_2(sdiv_i64, -7, 2, -3);
    EXPECT_2(sdiv_i32, INT32_MIN, 1, INT32_MIN);
    EXPECT_2(sdiv_i32, INT32_MIN, INT32_MIN, 1);
    EXPECT_2(sdiv_i32, INT32_MAX, INT32_MIN, 0);
}
TEST(quotients_next_to_multiples_are_exact)
{
    static const uint32_t divisors[] = {1, 2, 3, 5, 7, 10, 641, 65535, 65536, 65537, 0x55555555, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    for (int i = 0; i < 16; i++) {
        uint32_t b = divisors[i], most = 0xffffffffu / b;
        uint32_t quotients[] = {1, most / 2 + 1, most - 1, most};
        for (int j = 0; j < 4; j++)
            for (int off = -1; off <= 1; off++) {
                uint32_t a = quotients[j] * b + (uint32_t)off;
                EXPECT_2(udiv_i32, (int32_t)a, (int32_t)b, (int32_t)(a / b));
                EXPECT_2(urem_i32, (int32_t)a, (int32_t)b, (int32_t)(a % b));
                int32_t c = (int32_t)a, d = (int32_t)b;
                if (d != -1) {
                    EXPECT_2(sdiv_i32, c, d, c / d);
                    EXPECT_2(srem_i32, c, d, c % d);
                }
            }
    }
}
TEST(division_agrees_with_c_for_all_sorts_of_operands)
{
    uint32_t p = 3, q = 11;
    for (int i = 0; i < 20000; i++, p = next_pattern(p), q = next_pattern(q) ^ p >> 5) {
        int32_t a = (int32_t)(p >> (i & 15)), b = (int32_t)(q >> (i >> 4 & 31)) | 1;
        EXPECT_2(udiv_i32, a, b, (int32_t)((uint32_t)a / (uint32_t)b));
        EXPECT_2(sdiv_i32, a, b, b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b);
    }
}
TEST(sixteen_bit_quotients_are_exact_for_every_dividend)
{
    static const uint16_t divisors[] = {1, 2, 3, 7, 10, 255, 257, 32767, 32768, 32769, 65535};
    for (int i = 0; i < 11; i++)
        for (int a = 0; a < 65536; a += 16) {
            i16x16 x, u, s;
            for (int k = 0; k < 16; k++)
                x[k] = (int16_t)(a + k);
            u = udiv_i16x16(x, splat_i16x16((int16_t)divisors[i]));
            s = sdiv_i16x16(x, splat_i16x16((int16_t)divisors[i]));
            for (int k = 0; k < 16; k++) {
                assert_int_equal((uint16_t)u[k], (a + k) / divisors[i]);
                assert_int_equal(s[k], (int16_t)((int16_t)(a + k) / (int16_t)divisors[i]));
            }
        }
}
TEST(shift_counts_are_taken_modulo_the_width)
{
    EXPECT_2(ishl_i32, 1, 33, 2);
    EXPECT_2(ishl_i32, 1, 32, 1);
    EXPECT_2(ishl_i32, 1, -1, INT32_MIN);
    EXPECT_2(sshr_i32, INT32_MIN, 63, -1);
    EXPECT_2(ushr_i32, INT32_MIN, 63, 1);
    EXPECT_2(ishl_i16, 1, 17, 2);
    EXPECT_2(sshr_i16, -32768, 31, -1);
    EXPECT_2(ushr_i16, -32768, 15, 1);
    EXPECT_2(ishl_i64, 1, 65, 2);
    EXPECT_2(ushr_i64, -1, 127, 1);
    EXPECT_2(sshr_i64, INT64_MIN, 127, -1);
}
TEST(min_and_max_know_signed_from_unsigned)
{
#define ORDER(type)                            \
    EXPECT_2(imin_##type, -1, 1, -1);                           \
    EXPECT_2(imax_##type, -1, 1, 1);                            \
    EXPECT_2(umin_##type, -1, 1, 1);                            \
    EXPECT_2(umax_##type, -1, 1, -1);
    ORDER(i16)
    ORDER(i32)
    ORDER(i64)
}
TEST(abs_of_the_smallest_integer_stays)
{
    EXPECT(iabs_i16, INT16_MIN, INT16_MIN);
    EXPECT(iabs_i32, INT32_MIN, INT32_MIN);
    EXPECT(iabs_i64, INT64_MIN, INT64_MIN);
    EXPECT(iabs_i32, -5, 5);
    EXPECT(iabs_i64, -5, 5);
    EXPECT(iabs_i16, 5, 5);
}
TEST(first_bits_of_nothing_are_minus_one)
{
#define NOTHING(type)                                \
    EXPECT(ufirsthigh_##type, 0, -1);                           \
    EXPECT(ufirstlow_##type, 0, -1);                            \
    EXPECT(sfirsthigh_##type, 0, -1);                           \
    EXPECT(sfirsthigh_##type, -1, -1);                          \
    EXPECT(popcount_##type, 0, 0);
    NOTHING(i16)
    NOTHING(i32)
    NOTHING(i64)
}
TEST(first_bits_are_found_at_every_place)
{
    for (int i = 0; i < 64; i++) {
        uint64_t bit = (uint64_t)1 << i, below = bit | (bit - 1), above = ~(bit - 1);
        EXPECT(ufirsthigh_i64, (int64_t)bit, i);
        EXPECT(ufirsthigh_i64, (int64_t)below, i);
        EXPECT(ufirstlow_i64, (int64_t)bit, i);
        EXPECT(ufirstlow_i64, (int64_t)above, i);
        EXPECT(popcount_i64, (int64_t)below, i + 1);
        EXPECT(bitreverse_i64, (int64_t)bit, (int64_t)((uint64_t)1 << (63 - i)));
        EXPECT(sfirsthigh_i64, (int64_t)above, i - 1);
    }
    for (int i = 0; i < 32; i++) {
        uint32_t bit = 1u << i, below = bit | (bit - 1), above = ~(bit - 1);
        EXPECT(ufirsthigh_i32, (int32_t)bit, i);
        EXPECT(ufirsthigh_i32, (int32_t)below, i);
        EXPECT(ufirstlow_i32, (int32_t)bit, i);
        EXPECT(ufirstlow_i32, (int32_t)above, i);
        EXPECT(popcount_i32, (int32_t)below, i + 1);
        EXPECT(popcount_i32, (int32_t)above, 32 - i);
        EXPECT(bitreverse_i32, (int32_t)bit, (int32_t)(1u << (31 - i)));
        EXPECT(sfirsthigh_i32, (int32_t)above, i - 1);
    }
    for (int i = 0; i < 16; i++) {
        EXPECT(ufirsthigh_i16, (int16_t)(1 << i), i);
        EXPECT(ufirstlow_i16, (int16_t)(1 << i), i);
        EXPECT(popcount_i16, (int16_t)((2 << i) - 1), i + 1);
        EXPECT(bitreverse_i16, (int16_t)(1 << i), (int16_t)(0x8000 >> i));
    }
}
TEST(widths_change_with_or_without_the_sign)
{
    EXPECT(sext_i16_i32, -2, -2);
    EXPECT(zext_i16_i32, -2, 0xfffe);
    EXPECT(sext_i32_i64, -2, -2);
    EXPECT(zext_i32_i64, -2, 0xfffffffell);
    EXPECT(sext_i16_i64, -2, -2);
    EXPECT(zext_i16_i64, -2, 0xfffe);
    EXPECT(itrunc_i64_i32, 0x123456789abcdef0ll, (int32_t)0x9abcdef0);
    EXPECT(itrunc_i64_i16, 0x123456789abcdef0ll, (int16_t)0xdef0);
    EXPECT(itrunc_i32_i16, 0x12348765, (int16_t)0x8765);
}
TEST(a_mask_widens_to_1_and_0)
{
    i32x4 mask = {-1, 0, -1, 0};
    i32x4 narrow = zext_i1_i32x4(mask);
    i64x4 wide = zext_i1_i64x4(mask);
    i16x4 small = zext_i1_i16x4(mask);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(narrow[i], !(i & 1));
        assert_int_equal(wide[i], !(i & 1));
        assert_int_equal(small[i], !(i & 1));
    }
    assert_int_equal(zext_i1_i64(1), 1);
}

/* Each byte at its bounds, beside others; the vectors' lanes differ. */
static int32_t dot4(uint32_t a, uint32_t b, uint32_t sum, bool is_signed)
{
    for (int i = 0; i < 4; i++) {
        uint32_t x = a >> 8 * i & 255, y = b >> 8 * i & 255;
        sum += is_signed ? (x - (x > 127 ? 256 : 0)) * (y - (y > 127 ? 256 : 0)) : x * y;
    }
    return (int32_t)sum;
}

#define EXPECT_DOTS(lanes)                                                                              \
    do {                                                                                                \
        i32x##lanes x, y, z;                                                                            \
        for (int lane = 0; lane < lanes; lane++)                                                        \
            x[lane] = (int32_t)words[lane][0], y[lane] = (int32_t)words[lane][1], z[lane] = (int32_t)words[lane][2]; \
        i32x##lanes s = sdot4_i32x##lanes(x, y, z), u = udot4_i32x##lanes(x, y, z);                     \
        for (int lane = 0; lane < lanes; lane++) {                                                      \
            assert_int_equal(s[lane], dot4(words[lane][0], words[lane][1], words[lane][2], true));      \
            assert_int_equal(u[lane], dot4(words[lane][0], words[lane][1], words[lane][2], false));     \
            assert_int_equal(s[lane], sdot4_i32(x[lane], y[lane], z[lane]));                            \
            assert_int_equal(u[lane], udot4_i32(x[lane], y[lane], z[lane]));                            \
        }                                                                                               \
    } while (0)

#define EXPECT_UPPER_HALVES(lanes)                                                                      \
    do {                                                                                                \
        i32x##lanes x, y;                                                                               \
        for (int lane = 0; lane < lanes; lane++)                                                        \
            x[lane] = (int32_t)words[lane][0], y[lane] = (int32_t)words[lane][1];                       \
        i32x##lanes high = umulhigh_i32x##lanes(x, y);                                                  \
        for (int lane = 0; lane < lanes; lane++)                                                        \
            assert_int_equal((uint32_t)high[lane], (uint64_t)words[lane][0] * words[lane][1] >> 32);    \
    } while (0)

TEST(upper_halves_of_products_are_those_of_64_bits)
{
    static const uint32_t BOUNDS[] = {0, 1, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xffff, 0x10000};
    uint32_t words[16][2], seed = 1;
    for (int round = 0; round < 2000; round++) {
        for (int lane = 0; lane < 16; lane++)
            for (int i = 0; i < 2; i++) {
                seed = seed * 1664525 + 1013904223;
                words[lane][i] = seed >> 30 == 0 ? seed * 2654435761u : BOUNDS[seed >> 16 & 7];
            }
        EXPECT_UPPER_HALVES(4);
        EXPECT_UPPER_HALVES(8);
        EXPECT_UPPER_HALVES(16);
        assert_int_equal((uint32_t)umulhigh_i32((int32_t)words[0][0], (int32_t)words[0][1]), (uint64_t)words[0][0] * words[0][1] >> 32);
    }
}

TEST(products_of_four_bytes_are_added_in_all_lanes)
{
    static const uint8_t BOUNDS[] = {0, 1, 127, 128, 129, 255, 64, 3};
    uint32_t words[16][3], seed = 1;
    for (int round = 0; round < 2000; round++) {
        for (int i = 0; i < 16 * 3; i++) {
            uint32_t word = seed = seed * 747796405u + 2891336453u;
            for (int k = 0; k < 4 && round % 2; k++)
                word = word << 8 | BOUNDS[seed >> (8 + 5 * k) & 7];
            words[i / 3][i % 3] = word;
        }
        EXPECT_DOTS(16);
        EXPECT_DOTS(8);
        EXPECT_DOTS(4);
    }
}

/* Words of four vectors, of each lane one from each, and as memory has them: those of the first lane first. */
#define EXPECT_PACKED(lanes)                                                                            \
    do {                                                                                                \
        i32x##lanes apart[4], ordered[4];                                                               \
        for (int i = 0; i < 4 * lanes; i++) {                                                           \
            apart[i % 4][i / 4] = (int32_t)words[i];                                                    \
            ordered[i / lanes][i % lanes] = (int32_t)words[i];                                          \
        }                                                                                               \
        i32x##lanes a = pack_bytes_i32x##lanes(apart[0], apart[1], apart[2], apart[3]),                 \
                    b = pack_bytes_in_order_i32x##lanes(ordered[0], ordered[1], ordered[2], ordered[3]); \
        for (int lane = 0; lane < lanes; lane++) {                                                      \
            const uint32_t *of = &words[4 * lane];                                                      \
            uint32_t packed = (of[0] & 255) + (of[1] & 255) * 256 + (of[2] & 255) * 65536 + (of[3] & 255) * 16777216; \
            assert_int_equal((uint32_t)a[lane], packed);                                                \
            assert_int_equal((uint32_t)b[lane], packed);                                                \
            assert_int_equal((uint32_t)pack_bytes_i32(apart[0][lane], apart[1][lane], apart[2][lane], apart[3][lane]), packed); \
        }                                                                                               \
    } while (0)

TEST(bytes_of_four_words_are_packed_in_all_lanes)
{
    uint32_t words[64], seed = 7;
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < 64; i++)
            words[i] = seed = seed * 747796405u + 2891336453u;
        EXPECT_PACKED(16);
        EXPECT_PACKED(8);
        EXPECT_PACKED(4);
    }
}
