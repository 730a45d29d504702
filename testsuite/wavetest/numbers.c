/* Numbers of the suite's formats: printing as LLVM's YAML does, and conversion between formats for
 * typed buffers whose declared type is another than the test's. */
#include "description.h"

#include "ops/half.h"

/* ---- bits ---- */

static uint64_t load_bits(DataFormat format, const void *value)
{
    uint64_t bits = 0;
    memcpy(&bits, value, host_data_format(format)->bytes); /* little-endian */
    return bits;
}

static int64_t load_signed(DataFormat format, const void *value)
{
    int unused = 64 - 8 * (int)host_data_format(format)->bytes;
    return (int64_t)(load_bits(format, value) << unused) >> unused;
}

/* ---- printing ---- */

void number_print(Text *out, DataFormat format, const void *value)
{
    const FormatInfo *info = host_data_format(format);
    if (info->class == DATA_SIGNED)
        text_printf(out, "%lld", (long long)load_signed(format, value));
    else if (info->class == DATA_UNSIGNED)
        text_printf(out, "%llu", (unsigned long long)load_bits(format, value));
    else if (info->class == DATA_FLOAT && info->bytes > 2)
        text_printf(out, "%g", number_to_double(format, value));
    else
        text_printf(out, "0x%llX", (unsigned long long)load_bits(format, value));
}

void number_explain(Text *out, DataFormat format, const void *value)
{
    const FormatInfo *info = host_data_format(format);
    double number = number_to_double(format, value);
    if (info->class == DATA_FLOAT && number != number)
        text_printf(out, "nan");
    else if (info->class == DATA_FLOAT)
        text_printf(out, "%.*g", info->bytes == 8 ? 17 : info->bytes == 4 ? 9 : 5, number);
    else if (info->class == DATA_SIGNED)
        text_printf(out, "%lld", (long long)load_signed(format, value));
    else
        text_printf(out, "%llu", (unsigned long long)load_bits(format, value));
    text_printf(out, " (0x%0*llx)", 2 * (int)info->bytes,
                (unsigned long long)load_bits(format, value));
}

/* ---- conversion ---- */

double number_to_double(DataFormat format, const void *value)
{
    const FormatInfo *info = host_data_format(format);
    if (info->class == DATA_SIGNED)
        return (double)load_signed(format, value);
    if (info->class != DATA_FLOAT)
        return (double)load_bits(format, value);
    if (info->bytes == 2)
        return half_to_float((uint16_t)load_bits(format, value));
    if (info->bytes == 4) {
        float number;
        memcpy(&number, value, sizeof number);
        return number;
    }
    double number;
    memcpy(&number, value, sizeof number);
    return number;
}

static uint64_t clamp_to_unsigned(double value, double top)
{
    return value > 0 ? value < top ? (uint64_t)value : (uint64_t)top - 1 : 0;
}

static int64_t clamp_to_signed(double value, double top)
{
    return value >= top     ? (int64_t)top - 1
           : value <= -top  ? (int64_t)-top
           : value == value ? (int64_t)value
                            : 0;
}

void number_from_double(DataFormat format, double value, void *target)
{
    const FormatInfo *info = host_data_format(format);
    float single = (float)value;
    uint16_t half = half_from_double(value);
    int bits = 8 * (int)info->bytes;
    uint64_t whole = 0;
    if (info->class == DATA_SIGNED)
        whole = (uint64_t)clamp_to_signed(value, bits == 64 ? 0x1p62
                                                            : (double)(UINT64_C(1) << (bits - 1)));
    else if (info->class != DATA_FLOAT)
        whole = clamp_to_unsigned(value, bits == 64 ? 0x1p63 : (double)(UINT64_C(1) << bits));
    const void *source = info->class != DATA_FLOAT ? (const void *)&whole
                         : bits == 16              ? (const void *)&half
                         : bits == 32              ? (const void *)&single
                                                   : (const void *)&value;
    memcpy(target, source, info->bytes);
}
