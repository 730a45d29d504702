/* Expressions are evaluated while they are read, by descent:
 *
 *     sum      = product (("+" | "-") product)*
 *     product  = factor (("*" | "/" | "%") factor)*
 *     factor   = "-" factor | "(" sum ")" | number | name ["." name] | name "(" sum ("," sum)* ")"
 */
#include "expression.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_ARGUMENTS = 3, MAX_NAME = 64 };

typedef struct Cursor {
    Report *report;
    const char *at;
    const JobNames *names;
    unsigned depth;
} Cursor;

typedef struct Function {
    const char *name;
    size_t arguments;
    double (*apply)(const double *x);
} Function;

#define FUNCTION(name, value) \
    static double apply_##name(const double *x) { return value; }
FUNCTION(abs, fabs(x[0]))
FUNCTION(ceil, ceil(x[0]))
FUNCTION(clamp, fmin(fmax(x[0], x[1]), x[2]))
FUNCTION(cos, cos(x[0]))
FUNCTION(exp, exp(x[0]))
FUNCTION(floor, floor(x[0]))
FUNCTION(log2, log2(x[0]))
FUNCTION(max, fmax(x[0], x[1]))
FUNCTION(min, fmin(x[0], x[1]))
FUNCTION(pow, pow(x[0], x[1]))
FUNCTION(sin, sin(x[0]))
FUNCTION(sqrt, sqrt(x[0]))

static const Function functions[] = {
    {"abs", 1, apply_abs}, {"ceil", 1, apply_ceil},   {"clamp", 3, apply_clamp},
    {"cos", 1, apply_cos}, {"exp", 1, apply_exp},     {"floor", 1, apply_floor},
    {"log2", 1, apply_log2}, {"max", 2, apply_max},   {"min", 2, apply_min},
    {"pow", 2, apply_pow}, {"sin", 1, apply_sin},     {"sqrt", 1, apply_sqrt},
};

static const char *function_name(const void *list, size_t index)
{
    return ((const Function *)list)[index].name;
}

static void skip_spaces(Cursor *cursor)
{
    while (isspace((unsigned char)*cursor->at))
        cursor->at++;
}

static bool take(Cursor *cursor, char letter)
{
    skip_spaces(cursor);
    if (*cursor->at != letter)
        return false;
    cursor->at++;
    return true;
}

static bool read_sum(Cursor *cursor, double *value);

/* Letters, digits, underscores and an index: "maps[2]". */
static bool read_name(Cursor *cursor, char name[MAX_NAME])
{
    size_t length = 0;
    while (isalnum((unsigned char)cursor->at[length]) || cursor->at[length] == '_')
        length++;
    if (length && cursor->at[length] == '[') {
        size_t digits = strspn(cursor->at + length + 1, "0123456789");
        if (digits && cursor->at[length + 1 + digits] == ']')
            length += digits + 2;
    }
    if (!length || length >= MAX_NAME)
        return host_fail(cursor->report, "a name is wanted at '%.40s'", cursor->at);
    memcpy(name, cursor->at, length);
    name[length] = 0;
    cursor->at += length;
    return true;
}

static bool call(Cursor *cursor, const char *name, double *value)
{
    double arguments[MAX_ARGUMENTS] = {0};
    size_t count = 0;
    const Function *function = NULL;
    for (size_t i = 0; i < HOST_LENGTH(functions); i++)
        if (!strcmp(functions[i].name, name))
            function = &functions[i];
    if (!function)
        return host_fail_unknown(cursor->report, "unknown function", name,
                                 (NameList){functions, HOST_LENGTH(functions), function_name});
    do {
        if (count == function->arguments)
            return host_fail(cursor->report, "%s() takes %zu values", name, function->arguments);
        if (!read_sum(cursor, &arguments[count++]))
            return false;
    } while (take(cursor, ','));
    if (count != function->arguments || !take(cursor, ')'))
        return host_fail(cursor->report, "%s() takes %zu value%s and a ')'", name,
                         function->arguments, function->arguments == 1 ? "" : "s");
    *value = function->apply(arguments);
    return true;
}

static bool read_named(Cursor *cursor, double *value)
{
    char name[MAX_NAME], member[MAX_NAME] = "";
    if (!read_name(cursor, name))
        return false;
    if (take(cursor, '('))
        return call(cursor, name, value);
    if (*cursor->at == '.') {
        cursor->at++;
        if (!read_name(cursor, member))
            return false;
    }
    return cursor->names->find(cursor->report, cursor->names->context, name, member, value);
}

static bool read_factor(Cursor *cursor, double *value)
{
    char *end;
    if (++cursor->depth > MAX_DEPTH)
        return host_fail(cursor->report, "more than %d levels deep", MAX_DEPTH);
    bool good = true;
    skip_spaces(cursor);
    if (take(cursor, '-')) {
        good = read_factor(cursor, value);
        *value = -*value;
    } else if (take(cursor, '(')) {
        good = read_sum(cursor, value) &&
               (take(cursor, ')') || host_fail(cursor->report, "a ')' is missing"));
    } else if (isdigit((unsigned char)*cursor->at) || *cursor->at == '.') {
        *value = strtod(cursor->at, &end);
        good = end != cursor->at || host_fail(cursor->report, "'%.40s' is no number", cursor->at);
        cursor->at = end;
    } else {
        good = read_named(cursor, value);
    }
    cursor->depth--;
    return good;
}

static bool read_product(Cursor *cursor, double *value)
{
    double right = 1;
    bool good = read_factor(cursor, value);
    while (good) {
        char operator = take(cursor, '*') ? '*' : take(cursor, '/') ? '/' : *cursor->at;
        if (operator == '%')
            cursor->at++;
        if (operator != '*' && operator != '/' && operator != '%')
            break;
        good = read_factor(cursor, &right);
        if (good && operator != '*' && right == 0 && !*cursor->names->is_unknown)
            return host_fail(cursor->report, "a division by 0");
        *value = operator == '*' ? *value * right
                 : operator == '/' ? *value / right
                                   : *value - floor(*value / right) * right;
    }
    return good;
}

static bool read_sum(Cursor *cursor, double *value)
{
    double right = 1;
    bool good = read_product(cursor, value);
    while (good) {
        bool plus = take(cursor, '+');
        if (!plus && !take(cursor, '-'))
            break;
        good = read_product(cursor, &right);
        *value = plus ? *value + right : *value - right;
    }
    return good;
}

bool job_evaluate(Report *report, const char *text, const JobNames *names, double *value)
{
    Cursor cursor = {report, text, names, 0};
    *value = 0;
    if (!read_sum(&cursor, value))
        return false;
    skip_spaces(&cursor);
    if (*cursor.at)
        return host_fail(report, "'%.40s' does not belong there", cursor.at);
    return *names->is_unknown || isfinite(*value) || host_fail(report, "'%.60s' is no finite number", text);
}
