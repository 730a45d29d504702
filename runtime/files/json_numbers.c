/* JSON of nothing but numbers in arrays, read straight into an array of doubles: a tree of as many
 * nodes would take ten times the memory and time. Whatever else there is, and what is doubtful, is
 * declined, and json.c reads it: members, words, arrays of unlike lengths, whole numbers that a
 * double has not, numbers that might be rounded twice on their way to a float. */
#include "files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TOKEN = 63, EXACT_DIGITS = 15 };

typedef struct Scanner {
    const char *at, *end;
    size_t dims[HOST_MAX_RANK]; /* of the first list on each level */
    bool is_known[HOST_MAX_RANK];
    uint32_t rank; /* of the first number; 0: none yet */
    double *numbers;
    size_t count, capacity;
} Scanner;

static void skip_blanks(Scanner *scanner)
{
    while (scanner->at < scanner->end && strchr(" \t\r\n", *scanner->at) && *scanner->at)
        scanner->at++;
}

static bool take(Scanner *scanner, char letter)
{
    skip_blanks(scanner);
    if (scanner->at == scanner->end || *scanner->at != letter)
        return false;
    scanner->at++;
    return true;
}

/* Digits and a point, so few that a double has them and the power of ten: rounded once (Clinger,
 * How to Read Floating Point Numbers Accurately). *whole tells that it has no point. */
static bool read_short(const char *text, size_t length, double *value, bool *whole)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    uint64_t digits = 0;
    size_t i = *text == '-', count = 0, behind = 0;
    bool has_point = false;
    for (; i < length; i++) {
        if (text[i] == '.' && !has_point && count) {
            has_point = true;
            continue;
        }
        if (text[i] < '0' || text[i] > '9' || ++count > EXACT_DIGITS)
            return false;
        digits = digits * 10 + (uint64_t)(text[i] - '0');
        behind += has_point;
    }
    if (!count || (has_point && !behind))
        return false;
    *value = (double)(int64_t)digits / powers[behind];
    *value = *text == '-' ? -*value : *value;
    *whole = !has_point;
    return true;
}

/* The middle of two floats, or less than normal ones: what a float gets of it depends on digits
 * that the double has not. */
static bool is_doubtful(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bool is_small = value != 0 && fabs(value) < 0x1p-126;
    return (bits & 0x1fffffff) == 0x10000000 || is_small;
}

static bool read_long(const char *text, size_t length, double *value)
{
    char copy[MAX_TOKEN + 1], *end;
    memcpy(copy, text, length);
    copy[length] = 0;
    *value = strtod(copy, &end);
    bool is_large = fabs(*value) >= 0x1p53;
    return !*end && !strpbrk(copy, "xXpP(") && !(is_large && !strpbrk(copy, ".eEnN"));
}

static bool add_number(Scanner *scanner, double value)
{
    if (scanner->count == scanner->capacity) {
        scanner->capacity = scanner->capacity * 2 + 1024;
        double *larger = realloc(scanner->numbers, scanner->capacity * sizeof *larger);
        if (!larger)
            return false;
        scanner->numbers = larger;
    }
    scanner->numbers[scanner->count++] = value;
    return true;
}

static bool take_number(Scanner *scanner)
{
    const char *start = scanner->at;
    while (scanner->at < scanner->end && *scanner->at && !strchr(" \t\r\n,[]", *scanner->at))
        scanner->at++;
    size_t length = (size_t)(scanner->at - start);
    double value;
    bool is_whole = false;
    if (!length || length > MAX_TOKEN || !strchr("-0123456789NI", *start) ||
        host_has_leading_zero(start, length))
        return false;
    if (!read_short(start, length, &value, &is_whole) && !read_long(start, length, &value))
        return false;
    return (is_whole || !is_doubtful(value)) && add_number(scanner, value);
}

/* The items of a list behind its bracket. */
static bool take_list(Scanner *scanner, uint32_t level)
{
    size_t count = 0;
    if (level == HOST_MAX_RANK)
        return false;
    if (take(scanner, ']'))
        return false; /* empty: its shape is json.c's matter */
    do {
        bool is_list = take(scanner, '[');
        bool is_number_level = scanner->rank == level + 1;
        if (!is_list && !scanner->rank)
            scanner->rank = level + 1;
        else if (is_list == is_number_level && scanner->rank)
            return false;
        if (!(is_list ? take_list(scanner, level + 1) : take_number(scanner)))
            return false;
        count++;
    } while (take(scanner, ','));
    if (scanner->is_known[level] && scanner->dims[level] != count)
        return false;
    scanner->is_known[level] = true;
    scanner->dims[level] = count;
    return take(scanner, ']');
}

bool host_has_leading_zero(const char *text, size_t length)
{
    size_t at = length && (*text == '-' || *text == '+');
    return length >= at + 2 && text[at] == '0' && text[at + 1] >= '0' && text[at + 1] <= '9';
}

bool host_scan_json_numbers(Bytes bytes, Array *array)
{
    const char *text = (const char *)bytes.data;
    Scanner scanner = {.at = text, .end = text + bytes.count};
    bool good = bytes.count && take(&scanner, '[') && take_list(&scanner, 0);
    skip_blanks(&scanner);
    if (!good || scanner.at != scanner.end ||
        scanner.count > HOST_MAX_BYTES / sizeof *scanner.numbers) {
        free(scanner.numbers);
        return false;
    }
    *array = (Array){.data = (uint8_t *)scanner.numbers,
                     .bytes = scanner.count * sizeof *scanner.numbers,
                     .number = NUMBER_F64,
                     .meaning = MEANING_TREE,
                     .rank = scanner.rank};
    memcpy(array->dims, scanner.dims, sizeof array->dims);
    return true;
}
