/* Number formats: reading as LLVM's YAML does, printing as it does, and conversion between formats
 * for typed buffers whose declared type is another than the test's. */
#include "description.h"

#include <errno.h>
#include <stdlib.h>

#include "ops/half.h"

/*                                     name       class          bytes */
const FormatInfo FORMATS[FORMAT_COUNT] = {
    [FORMAT_HEX8] = {"Hex8", DATA_HEX, 1},          [FORMAT_HEX16] = {"Hex16", DATA_HEX, 2},
    [FORMAT_HEX32] = {"Hex32", DATA_HEX, 4},        [FORMAT_HEX64] = {"Hex64", DATA_HEX, 8},
    [FORMAT_UINT16] = {"UInt16", DATA_UNSIGNED, 2}, [FORMAT_UINT32] = {"UInt32", DATA_UNSIGNED, 4},
    [FORMAT_UINT64] = {"UInt64", DATA_UNSIGNED, 8}, [FORMAT_INT16] = {"Int16", DATA_SIGNED, 2},
    [FORMAT_INT32] = {"Int32", DATA_SIGNED, 4},     [FORMAT_INT64] = {"Int64", DATA_SIGNED, 8},
    [FORMAT_FLOAT16] = {"Float16", DATA_FLOAT, 2},  [FORMAT_FLOAT32] = {"Float32", DATA_FLOAT, 4},
    [FORMAT_FLOAT64] = {"Float64", DATA_FLOAT, 8},  [FORMAT_DEPTH32] = {"Depth32", DATA_FLOAT, 4},
    [FORMAT_BOOL] = {"Bool", DATA_UNSIGNED, 4},
};

bool format_is_float(DataFormat format) { return FORMATS[format].class == DATA_FLOAT; }

/* ---- bits ---- */

static uint64_t load_bits(DataFormat format, const void *value)
{
    uint64_t bits = 0;
    memcpy(&bits, value, FORMATS[format].bytes); /* little-endian */
    return bits;
}

static int64_t load_signed(DataFormat format, const void *value)
{
    int unused = 64 - 8 * (int)FORMATS[format].bytes;
    return (int64_t)(load_bits(format, value) << unused) >> unused;
}

/* ---- reading ---- */

/* LLVM's automatic radix: 0x, 0b, 0o, a leading 0 for octal. */
static int take_radix(const char **text)
{
    static const struct { const char *start; int radix; } PREFIXES[] = {
        {"0x", 16}, {"0X", 16}, {"0b", 2}, {"0B", 2}, {"0o", 8},
    };
    for (int i = 0; i < COUNT_OF(PREFIXES); i++)
        if (strncmp(*text, PREFIXES[i].start, 2) == 0) {
            *text += 2;
            return PREFIXES[i].radix;
        }
    return (*text)[0] == '0' && (*text)[1] >= '0' && (*text)[1] <= '9' ? 8 : 10;
}

static bool parse_magnitude(const char *text, uint64_t *magnitude)
{
    int radix = take_radix(&text);
    char *end;
    errno = 0;
    *magnitude = strtoull(text, &end, radix);
    return end != text && *end == '\0' && *text != '-' && *text != '+' && errno == 0;
}

static bool parse_integer(const FormatInfo *info, const char *text, void *target)
{
    bool is_negative = text[0] == '-';
    int bits = 8 * (int)info->bytes;
    uint64_t magnitude, limit = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    if (!parse_magnitude(text + is_negative, &magnitude) ||
        (is_negative && info->class != DATA_SIGNED))
        return false;
    if (info->class == DATA_SIGNED)
        limit = (limit >> 1) + is_negative;
    uint64_t value = is_negative ? 0 - magnitude : magnitude;
    memcpy(target, &value, info->bytes);
    return magnitude <= limit;
}

static bool parse_float(const FormatInfo *info, const char *text, void *target)
{
    char *end;
    if (info->bytes == 4) {
        float value = strtof(text, &end);
        memcpy(target, &value, sizeof value);
    } else {
        double value = strtod(text, &end);
        memcpy(target, &value, sizeof value);
    }
    return end != text && *end == '\0';
}

/* YAML's own spellings of what strtof has no sign or another name for. */
static const char *plain_float(const char *text)
{
    static const struct { const char *yaml, *c; } SPELLINGS[] = {
        {".nan", "nan"}, {".NaN", "nan"}, {".NAN", "nan"}, {".inf", "inf"}, {".Inf", "inf"},
        {".INF", "inf"}, {"+.inf", "inf"}, {"-.inf", "-inf"}, {"-.Inf", "-inf"}, {"-.INF", "-inf"},
    };
    for (int i = 0; i < COUNT_OF(SPELLINGS); i++)
        if (strcmp(text, SPELLINGS[i].yaml) == 0)
            return SPELLINGS[i].c;
    return text;
}

bool number_parse(DataFormat format, const char *text, void *target)
{
    const FormatInfo *info = &FORMATS[format];
    if (info->class == DATA_FLOAT && info->bytes > 2)
        return parse_float(info, plain_float(text), target);
    return parse_integer(info, text, target);
}

/* ---- printing ---- */

void number_print(Text *out, DataFormat format, const void *value)
{
    const FormatInfo *info = &FORMATS[format];
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
    const FormatInfo *info = &FORMATS[format];
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
    const FormatInfo *info = &FORMATS[format];
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
    const FormatInfo *info = &FORMATS[format];
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
