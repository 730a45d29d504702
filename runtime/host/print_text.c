/* What one printf prints: its format is C's, with a conversion for each leaf
 * (compiler/lower/expand_print.c sees to that), so C's printf does each. */
#include "print_text.h"

#include "print.h"

#include <math.h>
#include <string.h>

enum { MOST_LETTERS = 2048, MOST_CONVERSION = 32 }; /* "%+999.999lld"; 10^308 and 999 digits */

static uint64_t wide_of(const uint32_t *words)
{
    return words[0] | (uint64_t)words[1] << 32;
}

/* Its sign depends on the machine that computed it. */
static double without_sign_of_nan(double value)
{
    return isnan(value) ? (double)NAN : value;
}

static double single_of(const uint32_t *words)
{
    float single;
    memcpy(&single, words, sizeof single);
    return without_sign_of_nan((double)single);
}

static double double_of(const uint32_t *words)
{
    double value;
    memcpy(&value, words, sizeof value);
    return without_sign_of_nan(value);
}

/* Gives the words of the leaf. */
static int add_leaf(Text *text, const char *conversion, char leaf, const uint32_t *words)
{
    char letters[MOST_LETTERS];
    bool is_wide = strchr("lmd", leaf) != NULL;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (leaf == 'f' || leaf == 'd')
        snprintf(letters, sizeof letters, conversion,
                 is_wide ? double_of(words) : single_of(words));
    else if (is_wide)
        snprintf(letters, sizeof letters, conversion, (unsigned long long)wide_of(words));
    else
        snprintf(letters, sizeof letters, conversion, words[0]);
#pragma GCC diagnostic pop
    host_text_add(text, letters, strlen(letters));
    return is_wide ? 2 : 1;
}

void host_text_print(Text *text, const WccPrintPoint *point, const uint32_t *words)
{
    const char *leaf = point->leaves;
    for (const char *at = point->format; *at;) {
        size_t plain = strcspn(at, "%");
        host_text_add(text, at, plain);
        at += plain;
        if (*at == '%' && at[1] == '%') {
            host_text_add(text, at, 1);
            at += 2;
        } else if (*at == '%' && *leaf) {
            char conversion[MOST_CONVERSION] = {0};
            size_t length = strcspn(at, "diuoxXaAeEfFgG") + 1;
            memcpy(conversion, at, length < MOST_CONVERSION ? length : MOST_CONVERSION - 1);
            words += add_leaf(text, conversion, *leaf++, words);
            at += length;
        }
    }
}

char *host_spell_print(const WccPrintPoint *point, const uint32_t *words)
{
    Text text = {0};
    host_text_add(&text, "", 0);
    host_text_print(&text, point, words);
    return host_take_text(&text);
}
