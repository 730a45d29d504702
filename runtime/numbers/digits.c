/* Numbers as text, with the fewest digits that read back as the same number of their type.
 *
 * A float owns all numbers up to the middles between it and its neighbours. Of n digits the nearest
 * decimal number is the best, and if it is owned, so is that of n + 1 digits: the least n is found
 * by halving 1 .. `most`, which always do (5, 9 and 17 for 16, 32 and 64 bits). Decimal numbers are
 * computed in double for floats of 16 and 32 bits, in Wide for those of 64, with a few errors of
 * rounding; what lies as near as that to a middle is read back to see. */
#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TINY_EXPONENT = -4 }; /* numbers below 10^that have an exponent, as with %g */

/* A float: where it lies and what it owns. */
typedef struct Float {
    Number number;
    double value;         /* over 0 */
    double below, above;  /* the steps to its neighbours, powers of two */
    int most, exponent;   /* digits; floor of the logarithm to the base 10 */
} Float;

/* Digits of a positive number, of which the first is worth 10^exponent. */
typedef struct Decimal {
    uint64_t digits;
    int count, exponent;
} Decimal;

/* ---- powers of ten ---- */

enum { MOST_POWER = 54 };

/* Of floats up to 32 bits: each power is the nearest double. */
static double scale(double value, int exponent)
{
    static const double powers[] = {
        1e-54, 1e-53, 1e-52, 1e-51, 1e-50, 1e-49, 1e-48, 1e-47, 1e-46,
        1e-45, 1e-44, 1e-43, 1e-42, 1e-41, 1e-40, 1e-39, 1e-38, 1e-37,
        1e-36, 1e-35, 1e-34, 1e-33, 1e-32, 1e-31, 1e-30, 1e-29, 1e-28,
        1e-27, 1e-26, 1e-25, 1e-24, 1e-23, 1e-22, 1e-21, 1e-20, 1e-19,
        1e-18, 1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10,
        1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1,
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8,
        1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26,
        1e27, 1e28, 1e29, 1e30, 1e31, 1e32, 1e33, 1e34, 1e35,
        1e36, 1e37, 1e38, 1e39, 1e40, 1e41, 1e42, 1e43, 1e44,
        1e45, 1e46, 1e47, 1e48, 1e49, 1e50, 1e51, 1e52, 1e53};
    return value * powers[exponent + MOST_POWER];
}

enum { POWERS = 28 }; /* of ten, that Wide holds exactly */

static Wide wide_power(int exponent)
{
    static const Wide small[POWERS] = {
        1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
        1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
        1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
    static const Wide large[] = {1e0L,   1e28L,  1e56L,  1e84L,  1e112L, 1e140L, 1e168L,
                                 1e196L, 1e224L, 1e252L, 1e280L, 1e308L, 1e336L};
    Wide power = small[exponent % POWERS];
    return exponent < POWERS ? power : power * large[exponent / POWERS];
}

static Wide wide_scale(Wide value, int exponent)
{
    return exponent < 0 ? value / wide_power(-exponent) : value * wide_power(exponent);
}

/* ---- the least n ---- */

static bool reads_back(const Float *number, const Decimal *decimal)
{
    char text[48];
    snprintf(text, sizeof text, "%llue%d", (unsigned long long)decimal->digits,
             decimal->exponent - decimal->count + 1);
    double value = number->number == NUMBER_F32 ? strtof(text, NULL) : strtod(text, NULL);
    return value == number->value;
}

/* Twice what the errors of a few roundings are at most, as a share of the number. */
#define ERROR 0x1p-49
#define WIDE_ERROR 0x1p-60L

static bool round_to(const Float *number, int count, Decimal *decimal)
{
    int power = count - 1 - number->exponent;
    double scaled = scale(number->value, power);
    *decimal = (Decimal){(uint64_t)(int64_t)(scaled + 0.5), count, number->exponent};
    double back = scale((double)(int64_t)decimal->digits, -power);
    double twice = 2 * fabs(back - number->value), error = number->value * ERROR;
    double step = back < number->value ? number->below : number->above;
    return twice < step - error || (twice < step + error && reads_back(number, decimal));
}

static bool wide_round_to(const Float *number, int count, Decimal *decimal)
{
    int power = count - 1 - number->exponent;
    Wide scaled = wide_scale(number->value, power);
    *decimal = (Decimal){(uint64_t)llrintl(scaled), count, number->exponent};
    Wide back = wide_scale((int64_t)decimal->digits, -power);
    Wide twice = 2 * fabsl(back - number->value), error = number->value * WIDE_ERROR;
    Wide step = back < number->value ? number->below : number->above;
    return twice < step - error || (twice < step + error && reads_back(number, decimal));
}

static Decimal find_shortest(const Float *number)
{
    bool (*round_one)(const Float *, int, Decimal *) =
        number->number == NUMBER_F64 ? wide_round_to : round_to;
    int fewest = 1, most = number->most;
    Decimal best, tried;
    round_one(number, most, &best);
    while (fewest < most) {
        int middle = (fewest + most) / 2;
        bool is_owned = round_one(number, middle, &tried);
        if (is_owned)
            best = tried;
        most = is_owned ? middle : most;
        fewest = is_owned ? fewest : middle + 1;
    }
    return best;
}

/* ---- floats ---- */

typedef struct FloatType {
    int fraction_bits, lowest_exponent; /* of the least normal number, 2^lowest_exponent */
    int most;                           /* digits */
} FloatType;

static const FloatType *type_of(Number number)
{
    static const FloatType half = {10, -14, 5}, single = {23, -126, 9}, twice = {52, -1022, 17};
    return number == NUMBER_F64 ? &twice : number == NUMBER_F32 ? &single : &half;
}

/* 2^exponent */
static double power_of_two(int exponent)
{
    double power;
    if (exponent < -1022)
        return ldexp(1, exponent);
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    memcpy(&power, &bits, sizeof power);
    return power;
}

static Float find_float(Number number, double value)
{
    const FloatType *type = type_of(number);
    int exponent;
    bool is_power = frexp(value, &exponent) == 0.5 && exponent - 1 > type->lowest_exponent;
    /* log10(2), rounded down, is 78913 / 2^18; powers of ten are told by a division. */
    int decimal = (exponent - 1) * 78913 >> 18;
    decimal += number == NUMBER_F64 ? wide_scale(value, -decimal) >= 10
                                    : scale(value, -decimal) >= 10;
    exponent = exponent - 1 > type->lowest_exponent ? exponent - 1 : type->lowest_exponent;
    double step = power_of_two(exponent - type->fraction_bits);
    return (Float){number, value, is_power ? step / 2 : step, step, type->most, decimal};
}

/* Gives the end. */
static char *put_whole(char *text, uint64_t value)
{
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (count)
        *text++ = digits[--count];
    return text;
}

/* 1.5e-07 */
static char *put_with_exponent(char *text, const char *digits, int count, int exponent)
{
    *text++ = digits[0];
    if (count > 1) {
        *text++ = '.';
        memcpy(text, digits + 1, (size_t)count - 1);
        text += count - 1;
    }
    *text++ = 'e';
    *text++ = exponent < 0 ? '-' : '+';
    uint64_t size = (uint64_t)(exponent < 0 ? -exponent : exponent);
    if (size < 10)
        *text++ = '0';
    return put_whole(text, size);
}

/* 0.0015, 1.5; the number is not whole. */
static char *put_fixed(char *text, const char *digits, int count, int exponent)
{
    int before = exponent < 0 ? 0 : exponent + 1;
    if (!before)
        *text++ = '0';
    memcpy(text, digits, (size_t)before);
    text += before;
    *text++ = '.';
    for (int i = -1; i > exponent; i--)
        *text++ = '0';
    memcpy(text, digits + before, (size_t)(count - before));
    return text + count - before;
}

static char *put_fraction(char *text, Number number, double value)
{
    char digits[20];
    Float place = find_float(number, value);
    Decimal decimal = find_shortest(&place);
    int count = (int)(put_whole(digits, decimal.digits) - digits);
    int exponent = decimal.exponent + count - decimal.count; /* 9.9 may have become 10 */
    while (count > 1 && digits[count - 1] == '0')
        count--;
    bool is_fixed = exponent >= TINY_EXPONENT && exponent < count - 1;
    return is_fixed ? put_fixed(text, digits, count, exponent)
                    : put_with_exponent(text, digits, count, exponent);
}

static char *put_word(char *text, const char *word)
{
    memcpy(text, word, 3);
    return text + 3;
}

static char *put_float(char *text, Number number, double value)
{
    /* 10 to the power of `most` */
    static const double wholes[] = {[NUMBER_F16] = 1e5, [NUMBER_F32] = 1e9, [NUMBER_F64] = 1e17};
    if (value != value)
        return put_word(text, "nan");
    if (signbit(value))
        *text++ = '-';
    value = fabs(value);
    if (isinf(value))
        return put_word(text, "inf");
    bool is_whole = value < wholes[number] && value == (double)(int64_t)value;
    return is_whole ? put_whole(text, (uint64_t)value) : put_fraction(text, number, value);
}

size_t host_spell_number(Number number, const void *source, char text[HOST_NUMBER_LETTERS])
{
    const NumberInfo *info = host_number(number);
    Wide value;
    char *end = text;
    info->load(source, &value, 1);
    if (info->family == FAMILY_FLOAT)
        return (size_t)(put_float(text, number, (double)value) - text);
    if (value < 0)
        *end++ = '-';
    return (size_t)(put_whole(end, (uint64_t)fabsl(value)) - text);
}

void host_text_number(Text *out, Number number, const void *source)
{
    char text[HOST_NUMBER_LETTERS];
    host_text_add(out, text, host_spell_number(number, source, text));
}
