/* Literals: the spelling of a number or string comes in, its value goes out. */
#include "lex_priv.h"

#include <math.h>
#include <stdlib.h>

typedef struct SuffixRow {
    const char *text;
    AstSuffix suffix;
    bool for_integers, for_floats;
} SuffixRow;

/* Lower case; u and l come in either order. */
static const SuffixRow suffix_rows[] = {
    {"", AST_SUFFIX_NONE, true, true},
    {"u", AST_SUFFIX_U, true, false},
    {"l", AST_SUFFIX_L, true, true},
    {"ll", AST_SUFFIX_LL, true, false},
    {"ul", AST_SUFFIX_UL, true, false},
    {"lu", AST_SUFFIX_UL, true, false},
    {"ull", AST_SUFFIX_ULL, true, false},
    {"llu", AST_SUFFIX_ULL, true, false},
    {"h", AST_SUFFIX_H, false, true},
    {"f", AST_SUFFIX_F, false, true},
    {"f16", AST_SUFFIX_F16, false, true},
    {"f32", AST_SUFFIX_F, false, true},
    {"f64", AST_SUFFIX_L, false, true},
};

bool suffix_is_unsigned(AstSuffix suffix)
{
    return suffix == AST_SUFFIX_U || suffix == AST_SUFFIX_UL || suffix == AST_SUFFIX_ULL;
}

static const SuffixRow *find_suffix(Slice text)
{
    char lower[8] = {0};
    if (text.length >= sizeof lower)
        return NULL;
    for (size_t i = 1; i < text.length; i++)
        if ((text.text[i - 1] ^ text.text[i]) == 0x20) /* lL */
            return NULL;
    for (size_t i = 0; i < text.length; i++)
        lower[i] = (char)(text.text[i] | 0x20);
    for (int i = 0; i < COUNT_OF(suffix_rows); i++)
        if (strcmp(suffix_rows[i].text, lower) == 0)
            return &suffix_rows[i];
    return NULL;
}

int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    char lower = (char)(digit | 0x20);
    return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
}

static void set_suffix(NumberValue *value, Slice text)
{
    const SuffixRow *row = find_suffix(text);
    value->is_valid = row != NULL && (value->is_float ? row->for_floats : row->for_integers);
    value->suffix = row != NULL ? row->suffix : AST_SUFFIX_NONE;
}

/* Digits of `base` from `text`; what follows them is the suffix. */
static NumberValue integer_value(Slice text, unsigned base)
{
    NumberValue value = {.is_decimal = base == 10};
    size_t i = 0;
    for (; i < text.length && digit_value(text.text[i]) < (int)base; i++) {
        unsigned digit = (unsigned)digit_value(text.text[i]);
        value.is_too_large |= value.integer > (UINT64_MAX - digit) / base;
        value.integer = value.integer * base + digit;
    }
    set_suffix(&value, (Slice){text.text + i, text.length - i});
    value.is_valid = value.is_valid && i > 0;
    return value;
}

/* 1.#INF, 1.#IND, 1.#QNAN; `end`: behind it. */
static double special_value(char *special, char **end)
{
    char *word = special + 2;
    *end = word + strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return strncmp(word, "INF", 3) == 0 ? (double)INFINITY : (double)NAN;
}

/* Of a number that ends with its text. */
static NumberValue read_float(char *text)
{
    NumberValue value = {.is_float = true};
    char *end, *special = strstr(text, ".#");
    value.number = special != NULL ? special_value(special, &end) : strtod(text, &end);
    value.single = special != NULL ? (float)value.number : strtof(text, NULL);
    set_suffix(&value, (Slice){end, strlen(end)});
    value.is_too_large = special == NULL && isinf(value.suffix == AST_SUFFIX_F ? (double)value.single : value.number);
    return value;
}

static NumberValue float_value(Slice text)
{
    Text copy = {0};
    text_add(&copy, text.text, text.length);
    NumberValue value = read_float(copy.bytes);
    text_free(&copy);
    return value;
}

/* 'a', and 'abcd' as the preprocessors of C have it: the first letter is the highest byte. */
static NumberValue character_value(Slice quoted)
{
    NumberValue value = {.is_valid = true};
    char text[64];
    Slice inner = {quoted.text + 1, quoted.length - 2};
    if (inner.length >= sizeof text)
        return (NumberValue){0};
    for (size_t i = 0; i < inner.length; i++) {
        uint32_t byte = (unsigned char)inner.text[i];
        if (byte == '\\' && i + 1 < inner.length) {
            Escape escape = escape_value((Slice){inner.text + i + 1, inner.length - i - 1});
            value.is_valid &= escape.is_valid && (!escape.is_universal || escape.value < 0x80);
            byte = escape.value & 0xff;
            i += escape.length;
        }
        value.integer = value.integer << 8 | byte;
        value.letters++;
    }
    return value;
}

static bool has_letter(Slice text, const char *letters)
{
    for (size_t i = 0; i < text.length; i++)
        if (strchr(letters, text.text[i]) != NULL)
            return true;
    return false;
}

/* 0x1.8p-3: hexadecimal digits and a power of two. */
static bool is_hexadecimal_float(Slice text)
{
    bool has_power = memchr(text.text, 'p', text.length) != NULL || memchr(text.text, 'P', text.length) != NULL;
    return has_power && text.text[0] == '0' && (text.text[1] | 0x20) == 'x';
}

NumberValue number_value(Slice text)
{
    char second = text.length > 1 ? (char)(text.text[1] | 0x20) : '\0';
    if (text.text[0] == '\'')
        return character_value(text);
    if (is_hexadecimal_float(text))
        return float_value(text);
    if (text.text[0] == '0' && second == 'x')
        return integer_value((Slice){text.text + 2, text.length - 2}, 16);
    if (text.text[0] == '0' && second == 'b')
        return integer_value((Slice){text.text + 2, text.length - 2}, 2);
    if (has_letter(text, ".eEfFhH")) {
        NumberValue value = float_value(text);
        value.is_bare = !has_letter(text, ".eE");
        return value;
    }
    bool is_octal = text.text[0] == '0' && second >= '0' && second <= '9';
    return integer_value(text, is_octal ? 8 : 10);
}

/* Of a backslash before a line's end; 0: there is another character. */
static size_t joined_length(Slice after)
{
    if (after.text[0] == '\n')
        return 1;
    return after.length > 1 && after.text[0] == '\r' && after.text[1] == '\n' ? 2 : 0;
}

StringValue string_value(Arena *arena, Slice quoted)
{
    StringValue value = {0};
    char *text = arena_alloc(arena, quoted.length);
    size_t length = 0;
    for (size_t i = 1; i + 1 < quoted.length;) {
        Slice after = {quoted.text + i + 1, quoted.length - i - 2};
        if (quoted.text[i] != '\\' || after.length == 0) {
            text[length++] = quoted.text[i++];
            continue;
        }
        size_t joined = joined_length(after);
        Escape escape = joined == 0 ? escape_value(after) : (Escape){.length = joined, .is_valid = true};
        if (!escape.is_valid && value.mistake.length == 0)
            value.mistake = (Slice){quoted.text + i, 1 + escape.length};
        if (joined == 0 && escape.is_valid)
            length += escape_bytes(&escape, text + length);
        i += 1 + escape.length;
    }
    value.text = (Slice){text, length};
    return value;
}
