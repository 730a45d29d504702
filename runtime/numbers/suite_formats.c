/* How the suite's tests write numbers: as LLVM's YAML reads them. */
#include "suite.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

const FormatInfo *host_data_format(DataFormat format)
{
    /*                                     name       class          bytes */
    static const FormatInfo formats[FORMAT_COUNT] = {
        [FORMAT_HEX8] = {"Hex8", DATA_HEX, 1},
        [FORMAT_HEX16] = {"Hex16", DATA_HEX, 2},
        [FORMAT_HEX32] = {"Hex32", DATA_HEX, 4},
        [FORMAT_HEX64] = {"Hex64", DATA_HEX, 8},
        [FORMAT_UINT16] = {"UInt16", DATA_UNSIGNED, 2},
        [FORMAT_UINT32] = {"UInt32", DATA_UNSIGNED, 4},
        [FORMAT_UINT64] = {"UInt64", DATA_UNSIGNED, 8},
        [FORMAT_INT16] = {"Int16", DATA_SIGNED, 2},
        [FORMAT_INT32] = {"Int32", DATA_SIGNED, 4},
        [FORMAT_INT64] = {"Int64", DATA_SIGNED, 8},
        [FORMAT_FLOAT16] = {"Float16", DATA_FLOAT, 2},
        [FORMAT_FLOAT32] = {"Float32", DATA_FLOAT, 4},
        [FORMAT_FLOAT64] = {"Float64", DATA_FLOAT, 8},
        [FORMAT_DEPTH32] = {"Depth32", DATA_FLOAT, 4},
        [FORMAT_BOOL] = {"Bool", DATA_UNSIGNED, 4},
    };
    return &formats[format];
}

bool host_is_float_data(DataFormat format)
{
    return host_data_format(format)->class == DATA_FLOAT;
}

/* LLVM's automatic radix: 0x, 0b, 0o, a leading 0 for octal. */
static int take_radix(const char **text)
{
    static const struct { const char *start; int radix; } prefixes[] = {
        {"0x", 16}, {"0X", 16}, {"0b", 2}, {"0B", 2}, {"0o", 8},
    };
    for (size_t i = 0; i < LENGTH(prefixes); i++)
        if (!strncmp(*text, prefixes[i].start, 2)) {
            *text += 2;
            return prefixes[i].radix;
        }
    return (*text)[0] == '0' && (*text)[1] >= '0' && (*text)[1] <= '9' ? 8 : 10;
}

static bool parse_magnitude(const char *text, uint64_t *magnitude)
{
    int radix = take_radix(&text);
    char *end;
    errno = 0;
    *magnitude = strtoull(text, &end, radix);
    return end != text && !*end && *text != '-' && *text != '+' && !errno;
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
    return end != text && !*end;
}

/* YAML's own spellings of what strtof has no sign or another name for. */
static const char *plain_float(const char *text)
{
    static const struct { const char *yaml, *c; } spellings[] = {
        {".nan", "nan"}, {".NaN", "nan"}, {".NAN", "nan"}, {".inf", "inf"}, {".Inf", "inf"},
        {".INF", "inf"}, {"+.inf", "inf"}, {"-.inf", "-inf"}, {"-.Inf", "-inf"}, {"-.INF", "-inf"},
    };
    for (size_t i = 0; i < LENGTH(spellings); i++)
        if (!strcmp(text, spellings[i].yaml))
            return spellings[i].c;
    return text;
}

bool host_parse_data(DataFormat format, const char *text, void *target)
{
    const FormatInfo *info = host_data_format(format);
    if (info->class == DATA_FLOAT && info->bytes > 2)
        return parse_float(info, plain_float(text), target);
    return parse_integer(info, text, target);
}
