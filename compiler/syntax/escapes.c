/* Escape sequences: what stands behind a backslash comes in, the character goes out (C++ 2011, 2.14.3). */
#include "lex_priv.h"

enum { LARGEST_CHARACTER = 0x10ffff };

/* Letters that stand for a character; every other one stands for itself. */
static const char letter_rows[][2] = {
    {'a', '\a'}, {'b', '\b'}, {'e', '\x1b'}, {'f', '\f'}, {'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'v', '\v'},
};

typedef struct CodeRow { /* numbers of characters */
    const char *first;   /* what may stand behind the backslash */
    int digits;          /* where the digits begin */
    unsigned base;
    size_t least, most; /* how many digits there are */
    uint32_t largest;
    bool is_universal;
} CodeRow;

static const CodeRow code_rows[] = {
    {"01234567", 0, 8, 1, 3, 0xff, false},
    {"x", 1, 16, 1, SIZE_MAX, 0xff, false},
    {"u", 1, 16, 4, 4, LARGEST_CHARACTER, true},
    {"U", 1, 16, 8, 8, LARGEST_CHARACTER, true},
};

static const CodeRow *find_code(char letter)
{
    for (int i = 0; i < COUNT_OF(code_rows); i++)
        if (letter != '\0' && strchr(code_rows[i].first, letter) != NULL)
            return &code_rows[i];
    return NULL;
}

static unsigned char letter_value(char letter)
{
    for (int i = 0; i < COUNT_OF(letter_rows); i++)
        if (letter_rows[i][0] == letter)
            return (unsigned char)letter_rows[i][1];
    return (unsigned char)letter;
}

/* Surrogates are halves of characters. */
static bool is_character(const CodeRow *row, uint32_t value)
{
    return value <= row->largest && !(row->is_universal && value >= 0xd800 && value <= 0xdfff);
}

Escape escape_value(Slice after)
{
    const CodeRow *row = find_code(after.text[0]);
    if (row == NULL)
        return (Escape){.length = 1, .value = letter_value(after.text[0]), .is_valid = true};
    Escape escape = {.length = (size_t)row->digits, .is_universal = row->is_universal};
    size_t count = 0;
    for (; count < row->most && escape.length < after.length; count++, escape.length++) {
        int digit = digit_value(after.text[escape.length]);
        if (digit >= (int)row->base)
            break;
        if (escape.value <= LARGEST_CHARACTER) /* a larger one stays too large */
            escape.value = escape.value * row->base + (uint32_t)digit;
    }
    escape.is_valid = count >= row->least && is_character(row, escape.value);
    return escape;
}

/* UTF-8 where the character was given by its universal name, one byte elsewhere. */
size_t escape_bytes(const Escape *escape, char bytes[4])
{
    uint32_t value = escape->value;
    if (!escape->is_universal || value < 0x80) {
        bytes[0] = (char)value;
        return 1;
    }
    size_t length = value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, value >>= 6)
        bytes[i] = (char)(0x80 | (value & 0x3f));
    bytes[0] = (char)((0xf00 >> length) | value);
    return length;
}
