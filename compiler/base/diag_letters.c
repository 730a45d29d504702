/* Letters of what users wrote: UTF-8 as far as it is, and how the rest is shown to a terminal. */
#include "diag_priv.h"

int diag_letter_length(const char *letter)
{
    static const struct { unsigned char first, last, low, high; int length; } forms[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const unsigned char *at = (const unsigned char *)letter;
    for (int i = 0; i < COUNT_OF(forms); i++) {
        if (at[0] < forms[i].first || at[0] > forms[i].last)
            continue;
        if (forms[i].length > 1 && (at[1] < forms[i].low || at[1] > forms[i].high))
            return 0;
        for (int byte = 2; byte < forms[i].length; byte++)
            if ((at[byte] & 0xc0) != 0x80)
                return 0;
        return forms[i].length;
    }
    return 0;
}

/* Control characters (C0 but the tab, DEL, C1): a terminal would obey them. */
static bool is_control(const char *letter)
{
    unsigned char first = (unsigned char)letter[0];
    return (first < 0x20 && first != '\t') || first == 0x7f ||
           (first == 0xc2 && (unsigned char)letter[1] < 0xa0);
}

DiagLetter diag_letter(const char *at)
{
    int length = diag_letter_length(at);
    if (length > 0 && !is_control(at))
        return (DiagLetter){.length = length, .columns = 1, .is_plain = true};
    int bytes = length > 0 ? length : 1;
    return (DiagLetter){.length = bytes, .columns = 4 * bytes};
}

void text_add_visible(Text *out, Slice text)
{
    DiagLetter letter;
    for (size_t i = 0; i < text.length; i += (size_t)letter.length) {
        letter = diag_letter(text.text + i);
        if (letter.is_plain)
            text_add(out, text.text + i, (size_t)letter.length);
        for (int byte = 0; byte < letter.length && !letter.is_plain; byte++)
            text_printf(out, "\\x%02x", (unsigned char)text.text[i + (size_t)byte]);
    }
}

void text_add_json(Text *text, const char *string)
{
    text_add(text, "\"", 1);
    for (const char *at = string; *at != '\0';) {
        int length = diag_letter_length(at);
        if (*at == '"' || *at == '\\')
            text_printf(text, "\\%c", *at);
        else if ((unsigned char)*at < 0x20)
            text_printf(text, "\\u%04x", (unsigned char)*at);
        else if (length == 0)
            text_printf(text, "\\ufffd");
        else
            text_add(text, at, (size_t)length);
        at += length > 0 ? length : 1;
    }
    text_add(text, "\"", 1);
}
