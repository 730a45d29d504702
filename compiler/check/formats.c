/* printf's formats: what stands between a % and its letter, and which argument fits it.
 *
 *     %[flags][width][.precision][v2|v3|v4][l|ll]letter      %%
 *
 * Flags, width and precision are C's (7.21.6.1), vectors NonSemantic.DebugPrintf's as Vulkan's
 * validation layers read them: components parted by ", ". An l is for integers of 64 bits; %ul is
 * another name of %lx there, but for an argument of 32 bits it is %u and a letter. */
#include "conversions_priv.h"

enum { MOST_DIGITS = 3 }; /* of a width or a precision */

static const struct { const char *letters, *reason; } FAULTS[] = {
    {"sc", "arguments are numbers, neither strings nor characters"},
    {"pn", "there are no pointers"},
    {"*", "widths and precisions stand in the format"},
    {"v", "v2, v3 or v4 says how many components a vector has"},
    {"hjztLq", "only integers of 64 bits have a prefix, l"},
    {"0123456789", "widths and precisions have at most three digits"},
};
static const char NO_LETTER[] =
    "d i u o x X print integers, a e f g A E F G floating-point numbers";

static char letter_at(Slice format, size_t at)
{
    return at < format.length ? format.text[at] : '\0';
}

static size_t skip_letters(Slice format, size_t at, const char *letters)
{
    while (letter_at(format, at) != '\0' && strchr(letters, letter_at(format, at)) != NULL)
        at++;
    return at;
}

static size_t skip_number(Slice format, size_t at)
{
    size_t end = skip_letters(format, at, "0123456789");
    return end - at > MOST_DIGITS ? at + MOST_DIGITS : end;
}

static const char *fault_of(char letter)
{
    for (int i = 0; letter != '\0' && i < COUNT_OF(FAULTS); i++)
        if (strchr(FAULTS[i].letters, letter) != NULL)
            return FAULTS[i].reason;
    return NO_LETTER;
}

static size_t read_components(Slice format, size_t at, Conversion *conversion)
{
    char count = letter_at(format, at) == 'v' ? letter_at(format, at + 1) : '\0';
    conversion->components = count >= '2' && count <= '4' ? count - '0' : 1;
    return at + (conversion->components > 1 ? 2 : 0);
}

/* The letter, with an l before it or behind; gives the place behind both. */
static size_t read_kind(Slice format, size_t at, int argument_bits, Conversion *conversion)
{
    size_t start = at;
    at = skip_letters(format, at, "l");
    char letter = letter_at(format, at);
    bool is_prefixed = at > start && at - start <= 2;
    conversion->letter = letter;
    conversion->prints_integers = letter != '\0' && strchr("diuoxX", letter) != NULL;
    bool is_float = letter != '\0' && strchr("aAeEfFgG", letter) != NULL;
    if ((!conversion->prints_integers && !is_float) || at - start > 2)
        conversion->fault = at - start > 2 ? NO_LETTER : fault_of(letter);
    conversion->is_wide = is_prefixed && conversion->prints_integers;
    at += letter != '\0';
    if (start + 1 == at && letter == 'u' && argument_bits == 64 && letter_at(format, at) == 'l') {
        conversion->is_wide = true;
        conversion->letter = 'x';
        at++;
    }
    return at;
}

bool format_next(Slice format, size_t *at, int argument_bits, Conversion *conversion)
{
    size_t start = *at;
    while (letter_at(format, start) != '\0' && format.text[start] != '%')
        start++;
    *conversion = (Conversion){.before = {format.text + *at, start - *at}, .components = 1};
    *at = start;
    if (letter_at(format, start) == '\0')
        return false;
    size_t flags = start + 1, end;
    if (letter_at(format, flags) == '%') {
        conversion->letter = '%';
        *at = start + 2;
        return true;
    }
    end = skip_number(format, skip_letters(format, flags, "-+ #0"));
    if (letter_at(format, end) == '.')
        end = skip_number(format, end + 1);
    conversion->flags = (Slice){format.text + flags, end - flags};
    end = read_components(format, end, conversion);
    *at = read_kind(format, end, argument_bits, conversion);
    conversion->text = (Slice){format.text + start, *at - start};
    return true;
}

int format_bits(const Type *type)
{
    return type_is_numeric(type) ? scalar_bits(type->scalar) : 0;
}

/* ---- whether the arguments fit ---- */

static const char *spell_wanted(Checker *checker, const Conversion *conversion)
{
    const char *one = !conversion->prints_integers ? "a floating-point number"
                      : conversion->is_wide        ? "an integer of 64 bits"
                                                   : "an integer of at most 32 bits";
    const char *several = !conversion->prints_integers ? "floating-point numbers"
                          : conversion->is_wide        ? "integers of 64 bits"
                                                       : "integers of at most 32 bits";
    return conversion->components == 1
             ? one
             : arena_printf(checker->arena, "a vector of %d %s", conversion->components, several);
}

static bool fits_conversion(const Conversion *conversion, const Type *type)
{
    if (!type_is_numeric(type) || type->kind == TYPE_MATRIX ||
        type_component_count(type) != conversion->components)
        return false;
    bool is_float = scalar_info(type->scalar)->class == CLASS_FLOAT;
    return is_float ? !conversion->prints_integers
                    : conversion->prints_integers &&
                          conversion->is_wide == (scalar_bits(type->scalar) == 64);
}

static const char *spell_conversion(Checker *checker, const Conversion *conversion)
{
    return arena_copy_text(checker->arena, conversion->text.text, conversion->text.length);
}

/* Arguments are settled, and begin behind the format. */
static bool check_conversion(Checker *checker, const Conversion *conversion, const Expr *format,
                             const Expr *argument)
{
    const char *spelling = spell_conversion(checker, conversion);
    if (conversion->fault != NULL)
        diag_report(checker->diagnostics, format->pos, DIAG_printf_conversion, spelling,
                    conversion->fault);
    else if (argument == NULL)
        diag_report(checker->diagnostics, format->pos, DIAG_printf_few_arguments, spelling);
    else if (!fits_conversion(conversion, argument->type))
        diag_report(checker->diagnostics, argument->pos, DIAG_printf_argument, spelling,
                    spell_wanted(checker, conversion), argument->type);
    else
        return true;
    return false;
}

/* A string has no value but the one that it begins with. */
static Expr *find_literal(Expr *format)
{
    Expr *init = format->kind == EXPR_VARIABLE ? format->variable->init : NULL;
    return init != NULL && init->kind == EXPR_CONSTANT ? init : format;
}

bool check_format(Checker *checker, Expr **arguments, int count)
{
    const Expr *format = arguments[0] = find_literal(arguments[0]);
    Conversion conversion;
    size_t at = 0;
    int next = 1;
    bool fits = true;
    if (format->kind != EXPR_CONSTANT) {
        diag_report(checker->diagnostics, format->pos, DIAG_printf_format);
        return false;
    }
    while (format_next(format->string, &at, next < count ? format_bits(arguments[next]->type) : 0,
                       &conversion)) {
        const Expr *argument = next < count ? arguments[next] : NULL;
        if (conversion.letter == '%' && conversion.text.length == 0)
            continue;
        fits &= check_conversion(checker, &conversion, format, argument);
        if (conversion.fault != NULL)
            return false;
        next++;
    }
    if (fits && next < count)
        diag_report(checker->diagnostics, arguments[next]->pos, DIAG_printf_many_arguments);
    return fits && next >= count;
}
