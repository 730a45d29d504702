/* The number types of files and memory, one row each, and conversion between any two of them by
 * way of Wide, which holds all of them exactly. */
#include "numbers.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__LDBL_MANT_DIG__ >= 64, "Wide holds 64-bit integers exactly");

/* IEEE 754 binary16. */
typedef struct Half {
    uint16_t bits;
} Half;

static double power_of_two(int exponent)
{
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

static Wide of_half(Half half)
{
    int exponent = half.bits >> 10 & 31;
    double fraction = half.bits & 1023, sign = half.bits & 0x8000 ? -1 : 1;
    if (exponent == 31)
        return half.bits & 1023 ? (Wide)__builtin_nan("") : sign * (Wide)__builtin_inf();
    if (exponent == 0)
        return sign * fraction * power_of_two(-24);
    return sign * (1024 + fraction) * power_of_two(exponent - 25);
}

/* To the nearest whole number, ties to even; value is 0 .. 2048. */
static uint32_t round_to_even(Wide value)
{
    uint32_t whole = (uint32_t)value;
    Wide rest = value - whole;
    return whole + (rest > 0.5L || (rest == 0.5L && (whole & 1)));
}

static Half half_from_wide(Wide value)
{
    uint32_t sign = __builtin_signbit(value) ? 0x8000 : 0;
    Wide magnitude = sign ? -value : value;
    if (value != value)
        return (Half){(uint16_t)(sign | 0x7e00)};
    if (magnitude >= 65520)
        return (Half){(uint16_t)(sign | 0x7c00)};
    int exponent = -14;
    while (exponent < 15 && magnitude >= power_of_two(exponent + 1))
        exponent++;
    /* A carry out of the fraction runs into the exponent, which is right. */
    uint32_t fraction = round_to_even(magnitude * power_of_two(10 - exponent));
    uint32_t bits = magnitude < power_of_two(-14) ? fraction
                                                  : ((uint32_t)(exponent + 14) << 10) + fraction;
    return (Half){(uint16_t)(sign | bits)};
}

#define TO_WIDE(value) (value)
#define ANY(type, value) true
#define WHOLE(type, value) \
    ((value) >= LOWEST_##type && (value) <= HIGHEST_##type && (value) == (Wide)(type)(value))
#define CAST(type, value) ((type)(value))
#define TRUTH(type, value) ((type)((value) != 0))
#define ROUND(type, value) half_from_wide(value)

#define LOWEST_int8_t INT8_MIN
#define LOWEST_int16_t INT16_MIN
#define LOWEST_int32_t INT32_MIN
#define LOWEST_int64_t INT64_MIN
#define LOWEST_uint8_t 0
#define LOWEST_uint16_t 0
#define LOWEST_uint32_t 0
#define LOWEST_uint64_t 0
#define HIGHEST_int8_t INT8_MAX
#define HIGHEST_int16_t INT16_MAX
#define HIGHEST_int32_t INT32_MAX
#define HIGHEST_int64_t INT64_MAX
#define HIGHEST_uint8_t UINT8_MAX
#define HIGHEST_uint16_t UINT16_MAX
#define HIGHEST_uint32_t UINT32_MAX
#define HIGHEST_uint64_t UINT64_MAX

/*      number  in C      name     dtype  family    to Wide  fits?  from   range */
#define NUMBERS(ROW) \
    ROW(BOOL8,  uint8_t,  "bool8", "|b1", BOOL,     TO_WIDE, ANY,   TRUTH, "true or false") \
    ROW(BOOL32, uint32_t, "bool",  "<u4", BOOL,     TO_WIDE, ANY,   TRUTH, "true or false") \
    ROW(I8,     int8_t,   "i8",    "|i1", SIGNED,   TO_WIDE, WHOLE, CAST,  "-128 .. 127") \
    ROW(U8,     uint8_t,  "u8",    "|u1", UNSIGNED, TO_WIDE, WHOLE, CAST,  "0 .. 255") \
    ROW(I16,    int16_t,  "i16",   "<i2", SIGNED,   TO_WIDE, WHOLE, CAST,  "-32768 .. 32767") \
    ROW(U16,    uint16_t, "u16",   "<u2", UNSIGNED, TO_WIDE, WHOLE, CAST,  "0 .. 65535") \
    ROW(I32,    int32_t,  "i32",   "<i4", SIGNED,   TO_WIDE, WHOLE, CAST,  "-2^31 .. 2^31-1") \
    ROW(U32,    uint32_t, "u32",   "<u4", UNSIGNED, TO_WIDE, WHOLE, CAST,  "0 .. 4294967295") \
    ROW(I64,    int64_t,  "i64",   "<i8", SIGNED,   TO_WIDE, WHOLE, CAST,  "-2^63 .. 2^63-1") \
    ROW(U64,    uint64_t, "u64",   "<u8", UNSIGNED, TO_WIDE, WHOLE, CAST,  "0 .. 2^64-1") \
    ROW(F16,    Half,     "f16",   "<f2", FLOAT,    of_half, ANY,   ROUND, "a number") \
    ROW(F32,    float,    "f32",   "<f4", FLOAT,    TO_WIDE, ANY,   CAST,  "a number") \
    ROW(F64,    double,   "f64",   "<f8", FLOAT,    TO_WIDE, ANY,   CAST,  "a number")

#define DEFINE_LOAD_AND_STORE(NUMBER, type, name, npy, family, to_wide, fits, from_wide, range) \
    static void load_##NUMBER(const void *source, Wide *target, size_t count) \
    { \
        for (size_t i = 0; i < count; i++) { \
            type value; \
            memcpy(&value, (const char *)source + i * sizeof value, sizeof value); \
            target[i] = to_wide(value); \
        } \
    } \
    static size_t store_##NUMBER(const Wide *source, void *target, size_t count) \
    { \
        for (size_t i = 0; i < count; i++) { \
            if (!(fits(type, source[i]))) \
                return i; \
            type value = from_wide(type, source[i]); \
            memcpy((char *)target + i * sizeof value, &value, sizeof value); \
        } \
        return count; \
    }
NUMBERS(DEFINE_LOAD_AND_STORE)

#define TABLE_ROW(NUMBER, type, name, npy, family, to_wide, fits, from_wide, range) \
    [NUMBER_##NUMBER] = {name,  npy,           sizeof(type), FAMILY_##family, \
                         range, load_##NUMBER, store_##NUMBER},

const NumberInfo *host_number(Number number)
{
    static const NumberInfo numbers[NUMBER_COUNT] = {NUMBERS(TABLE_ROW)};
    return &numbers[number];
}

Number host_number_of(WccScalar scalar)
{
    static const Number numbers[] = {
        [WCC_BOOL] = NUMBER_BOOL32, [WCC_I16] = NUMBER_I16,   [WCC_U16] = NUMBER_U16,
        [WCC_I32] = NUMBER_I32,     [WCC_U32] = NUMBER_U32,   [WCC_I64] = NUMBER_I64,
        [WCC_U64] = NUMBER_U64,     [WCC_F16] = NUMBER_F16,   [WCC_F32] = NUMBER_F32,
        [WCC_F64] = NUMBER_F64,     [WCC_UNORM] = NUMBER_F32, [WCC_SNORM] = NUMBER_F32,
    };
    return (size_t)scalar < HOST_LENGTH(numbers) ? numbers[scalar] : NUMBER_U8;
}

bool host_find_number(const char *name, size_t length, Number *number)
{
    for (Number n = NUMBER_BOOL32; n < NUMBER_COUNT; n++) {
        if (strlen(host_number(n)->name) == length &&
            !memcmp(host_number(n)->name, name, length)) {
            *number = n;
            return true;
        }
    }
    return false;
}

bool host_find_npy_number(const char *dtype, Number *number)
{
    for (Number n = 0; n < NUMBER_COUNT; n++) {
        if (n != NUMBER_BOOL32 && !strcmp(host_number(n)->npy, dtype)) {
            *number = n;
            return true;
        }
    }
    return false;
}

/* All of a whole number's. */
static int digits_to_tell(Wide value)
{
    bool is_whole = fabsl(value) < 0x1p64L && floorl(value) == value;
    return is_whole ? 20 : 9;
}

bool host_convert(Report *report, Number from, const void *source, Number to, void *target,
                  size_t count)
{
    enum { CHUNK = 256 };
    const NumberInfo *in = host_number(from), *out = host_number(to);
    if (from == to) {
        if (count)
            memcpy(target, source, count * in->bytes);
        return true;
    }
    for (size_t done = 0; done < count; done += CHUNK) {
        Wide values[CHUNK];
        size_t length = count - done < CHUNK ? count - done : CHUNK;
        in->load((const char *)source + done * in->bytes, values, length);
        size_t stored = out->store(values, (char *)target + done * out->bytes, length);
        if (stored < length)
            return host_fail(report,
                             "value %.*Lg (number %zu) does not fit %s, "
                             "which holds whole numbers %s",
                             digits_to_tell(values[stored]), values[stored], done + stored,
                             out->name, out->range);
    }
    return true;
}

/* Rounds once, straight to the type. */
static Wide wide_from_text(const char *text, Number number, char **end)
{
    if (number == NUMBER_F32)
        return strtof(text, end);
    if (number == NUMBER_F64)
        return strtod(text, end);
    return strtold(text, end);
}

bool host_parse_number(Report *report, const char *text, Number number, void *target)
{
    const NumberInfo *info = host_number(number);
    Wide value;
    char *end = NULL;
    if (info->family == FAMILY_BOOL && (!strcmp(text, "true") || !strcmp(text, "false"))) {
        value = !strcmp(text, "true");
    } else {
        value = wide_from_text(text, number, &end);
        if (!*text || isspace((unsigned char)*text) || *end || strchr(text, '('))
            return host_fail(report, "'%.60s' is no number", text);
    }
    if (info->store(&value, target, 1) != 1)
        return host_fail(report, "%.60s does not fit %s, which holds whole numbers %s", text,
                         info->name, info->range);
    return true;
}

void host_print_number(Text *out, Number number, const void *value, int digits)
{
    const NumberInfo *info = host_number(number);
    Wide wide;
    info->load(value, &wide, 1);
    if (info->family == FAMILY_FLOAT)
        host_text_printf(out, "%.*Lg", digits, wide == wide ? wide : (Wide)__builtin_nan(""));
    else
        host_text_printf(out, "%.0Lf", wide);
}

bool host_parse_count(const char *text, const char **end, uint64_t maximum, uint64_t *value)
{
    *value = 0;
    *end = text;
    while (**end >= '0' && **end <= '9') {
        uint64_t digit = (uint64_t)(*(*end)++ - '0');
        if (*value > (maximum - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return *end > text;
}
