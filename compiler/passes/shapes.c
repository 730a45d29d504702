/* Arithmetic on shapes. The one idea: in a row whose first value has z low zero bits, the first 2^z
 * steps of 1 change only those bits, so nothing carries out of them: there division is constant,
 * remainder steps on, and no wrap can happen. Rows are cut until that holds. */
#include "passes/shapes.h"

static int smaller(int left, int right) { return left < right ? left : right; }

Fact fact_uniform(const IrKernel *kernel, IrLevel level, int zeros)
{
    /* those stand in stretches */
    bool one_wave = kernel->wave_count == 1 && level == LEVEL_WAVE && !kernel->watches_barriers;
    return (Fact){one_wave ? LEVEL_GROUP : level, {kernel->wave_size, 0}, zeros};
}

Fact fact_varying(void) { return (Fact){LEVEL_VARYING, {1, 0}, 0}; }

Fact fact_rows(const IrKernel *kernel, int length, int64_t stride, int zeros)
{
    if (length <= 1 || stride < INT32_MIN || stride > INT32_MAX)
        return (Fact){LEVEL_VARYING, {1, 0}, length <= 1 ? zeros : 0};
    if (length >= kernel->wave_size && stride == 0)
        return fact_uniform(kernel, LEVEL_WAVE, zeros);
    return (Fact){LEVEL_VARYING, {smaller(length, kernel->wave_size), (int32_t)stride}, zeros};
}

/* `level` if it is a uniform one, else rows. */
static Fact fact_of(const IrKernel *kernel, IrLevel level, int length, int64_t stride, int zeros)
{
    return level < LEVEL_VARYING ? fact_uniform(kernel, level, zeros)
                                 : fact_rows(kernel, length, stride, zeros);
}

Fact fact_cut(Fact fact, int length)
{
    if (length >= fact.shape.length)
        return fact;
    /* between the first values of the new rows */
    int64_t step = (int64_t)fact.shape.stride * length;
    fact.zeros = smaller(fact.zeros, zeros_of((uint64_t)step));
    fact.shape.length = length;
    if (length == 1)
        fact.shape.stride = 0;
    return fact;
}

static IrLevel higher(IrLevel left, IrLevel right) { return left > right ? left : right; }

Fact fact_join(Fact left, Fact right)
{
    int length = smaller(left.shape.length, right.shape.length);
    if (left.shape.stride != right.shape.stride)
        length = 1;
    Fact first = fact_cut(left, length), second = fact_cut(right, length);
    first.level = higher(left.level, right.level);
    first.zeros = smaller(first.zeros, second.zeros);
    return first;
}

Fact fact_add(const IrKernel *kernel, Fact left, Fact right, int factor)
{
    int length = smaller(left.shape.length, right.shape.length);
    left = fact_cut(left, length);
    right = fact_cut(right, length);
    int64_t stride = (int64_t)left.shape.stride + (int64_t)factor * right.shape.stride;
    return fact_of(kernel, higher(left.level, right.level), length, stride,
                   smaller(left.zeros, right.zeros));
}

Fact fact_scale(const IrKernel *kernel, Fact fact, int64_t factor)
{
    int64_t stride;
    bool fits = !__builtin_mul_overflow((int64_t)fact.shape.stride, factor, &stride);
    int zeros = smaller(ALL_ZEROS, fact.zeros + zeros_of((uint64_t)factor));
    return fact_of(kernel, fact.level, fits ? fact.shape.length : 1, fits ? stride : 0,
                   fits ? zeros : 0);
}

Fact fact_multiply(const IrKernel *kernel, Fact left, Fact right)
{
    int length = smaller(fact_flat_length(&left), fact_flat_length(&right));
    left = fact_cut(left, length);
    right = fact_cut(right, length);
    return fact_of(kernel, higher(left.level, right.level), length, 0,
                   smaller(ALL_ZEROS, left.zeros + right.zeros));
}

/* Rows are whole waves, or a power of two that divides these. */
static int shorter(int length)
{
    int power = length & -length;
    return power < length ? power : length / 2;
}

/* The longest cut of the rows in which all lanes differ from the first in its low `bits` bits at
 * most, and those are zeros of the first value of each row: of the second half of (i * 7) & 127,
 * say, that is not 0. */
static int length_within(const Fact *fact, int bits)
{
    int length = fact->shape.length;
    if (fact->shape.stride == 0)
        return length;
    if (fact->shape.stride < 0)
        return 1;
    while (length > 1 && bits < 40 && (int64_t)length * fact->shape.stride > (int64_t)1 << bits) {
        length = shorter(length);
        bits = smaller(bits, zeros_of((uint64_t)((int64_t)length * fact->shape.stride)));
    }
    return length;
}

static bool steps_over(const Fact *fact, int bits)
{
    return zeros_of((uint64_t)(int64_t)fact->shape.stride) >= bits;
}

Fact fact_divide(const IrKernel *kernel, Fact fact, uint64_t divisor)
{
    int bits = zeros_of(divisor);
    bool is_power = (divisor & (divisor - 1)) == 0;
    if (divisor == 0)
        return fact_of_flat(kernel, fact.level, fact_flat_length(&fact));
    if (is_power && steps_over(&fact, bits) && !fact_is_flat(&fact)) {
        fact = fact_cut(fact, length_within(&fact, smaller(fact.zeros, 31)));
        int zeros = fact.zeros > bits ? fact.zeros - bits : 0;
        return fact_of(kernel, fact.level, fact.shape.length, fact.shape.stride >> bits, zeros);
    }
    fact = fact_cut(fact, length_within(&fact, smaller(fact.zeros, bits)));
    return fact_of(kernel, fact.level, fact.shape.length, 0,
                   is_power && fact.zeros > bits ? fact.zeros - bits : 0);
}

Fact fact_remainder(const IrKernel *kernel, Fact fact, uint64_t divisor)
{
    int bits = zeros_of(divisor);
    bool is_power = (divisor & (divisor - 1)) == 0;
    if (divisor == 0)
        return fact_of_flat(kernel, fact.level, fact_flat_length(&fact));
    if (is_power && steps_over(&fact, bits))
        return fact_of(kernel, fact.level, fact.shape.length, 0,
                       fact.zeros >= bits ? ALL_ZEROS : fact.zeros);
    fact = fact_cut(fact, length_within(&fact, smaller(fact.zeros, bits)));
    int zeros = is_power && fact.zeros >= bits ? ALL_ZEROS : smaller(fact.zeros, bits);
    return fact_of(kernel, fact.level, fact.shape.length, fact.shape.stride, zeros);
}

Fact fact_clear_low(const IrKernel *kernel, Fact fact, int bits)
{
    if (steps_over(&fact, bits))
        return fact_of(kernel, fact.level, fact.shape.length, fact.shape.stride,
                       fact.zeros > bits ? fact.zeros : bits);
    fact = fact_cut(fact, length_within(&fact, smaller(fact.zeros, bits)));
    return fact_of(kernel, fact.level, fact.shape.length, 0, fact.zeros > bits ? fact.zeros : bits);
}

Fact fact_set_high(const IrKernel *kernel, Fact stepping, Fact flat)
{
    int zeros = smaller(stepping.zeros, flat.zeros),
        length = smaller(length_within(&stepping, zeros), flat.shape.length);
    stepping = fact_cut(stepping, length);
    flat = fact_cut(flat, length);
    zeros = smaller(stepping.zeros, flat.zeros);
    return fact_of(kernel, higher(stepping.level, flat.level), length, stepping.shape.stride,
                   zeros);
}

Fact fact_extend(const IrKernel *kernel, Fact fact, int from_bits)
{
    fact = fact_cut(fact, length_within(&fact, smaller(fact.zeros, from_bits - 1)));
    return fact_of(kernel, fact.level, fact.shape.length, fact.shape.stride, fact.zeros);
}

Fact fact_compare(const IrKernel *kernel, Fact fact, Fact bound, int bound_zeros)
{
    int length = smaller(length_within(&fact, smaller(smaller(fact.zeros, bound_zeros), 31)),
                         fact_flat_length(&bound));
    return fact_of_flat(kernel, higher(fact.level, bound.level), length);
}

Fact fact_of_flat(const IrKernel *kernel, IrLevel level, int length)
{
    return fact_of(kernel, level, length, 0, 0);
}

int fact_flat_length(const Fact *fact) { return fact->shape.stride == 0 ? fact->shape.length : 1; }
