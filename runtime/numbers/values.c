/* Values typed in place of a file: TYPE(item, item, ...) where an item is a number, a range
 * a..b or a..b:step (both ends belong to it), or a repetition number*count.
 *     f32(1, 2.5, -3)    u32(0..1023)    f32(0..1:0.25)    i32(7*4, 1)    f32(): none */
#include "numbers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The type before the parenthesis. */
static bool find_type(const char *text, Number *number)
{
    const char *open = strchr(text, '(');
    return open && host_find_number(text, (size_t)(open - text), number);
}

bool host_is_values(const char *text)
{
    Number number;
    return find_type(text, &number);
}

/* Copies the piece up to `end` without spaces around it; gives false where it is empty or too
 * long. */
static bool copy_piece(const char *start, const char *end, char piece[80])
{
    while (start < end && isspace((unsigned char)*start))
        start++;
    while (end > start && isspace((unsigned char)end[-1]))
        end--;
    if (start == end || end - start >= 80)
        return false;
    memcpy(piece, start, (size_t)(end - start));
    piece[end - start] = 0;
    return true;
}

static bool add_number(Report *report, Text *out, Number number, const char *piece)
{
    uint8_t value[8];
    if (!host_parse_number(report, piece, number, value))
        return false;
    host_text_add(out, value, host_number(number)->bytes);
    return true;
}

static bool check_room(Report *report, const Text *out, Number number, Wide count)
{
    if (!(count * host_number(number)->bytes + out->length <= HOST_MAX_BYTES))
        return host_fail(report, "too many values: more than 2^31 - 1 bytes");
    return true;
}

static bool add_repetition(Report *report, Text *out, Number number, const char *piece,
                           const char *count_text)
{
    uint64_t count;
    const char *end;
    if (!host_parse_count(count_text, &end, HOST_MAX_BYTES, &count) || *end)
        return host_fail(report, "'%.60s' is no count", count_text);
    if (!check_room(report, out, number, count) || !add_number(report, out, number, piece))
        return false;
    size_t size = host_number(number)->bytes;
    out->length -= size;
    uint8_t value[8];
    memcpy(value, out->text + out->length, size);
    for (uint64_t i = 0; i < count; i++)
        host_text_add(out, value, size);
    return true;
}

/* Steps through 64-bit floats: 0..1:0.1 has 11 values, whatever 0.1 is in binary. */
static bool add_range(Report *report, Text *out, Number number, const char *first_text,
                      const char *last_text)
{
    char last_piece[80], *colon;
    double first, last, step = 1;
    memcpy(last_piece, last_text, strlen(last_text) + 1);
    if ((colon = strchr(last_piece, ':')))
        *colon++ = 0;
    if (!host_parse_number(report, first_text, NUMBER_F64, &first) ||
        !host_parse_number(report, last_piece, NUMBER_F64, &last) ||
        (colon && !host_parse_number(report, colon, NUMBER_F64, &step)))
        return false;
    if (!colon && last < first)
        step = -1;
    double steps = (last - first) / step;
    if (!(steps >= 0) || step == 0)
        return host_fail(report, "the range %.60s..%.60s never ends", first_text, last_text);
    if (!check_room(report, out, number, (Wide)steps + 1))
        return false;
    const NumberInfo *info = host_number(number);
    size_t count = (size_t)(steps + 1e-9) + 1;
    for (size_t i = 0; i < count; i++) {
        Wide value = (Wide)first + (Wide)i * step;
        uint8_t bytes[8];
        if (info->store(&value, bytes, 1) != 1)
            return host_fail(report, "value %.9Lg does not fit %s, which holds whole numbers %s",
                             value, info->name, info->range);
        host_text_add(out, bytes, info->bytes);
    }
    return true;
}

static bool add_item(Report *report, Text *out, Number number, const char *start, const char *end)
{
    char piece[80], *mark;
    if (!copy_piece(start, end, piece))
        return host_fail(report,
                         end - start < 80 ? "a value is missing" : "'%.60s...' is no number",
                         start);
    if ((mark = strstr(piece, ".."))) {
        *mark = 0;
        return add_range(report, out, number, piece, mark + 2);
    }
    if ((mark = strchr(piece, '*'))) {
        *mark = 0;
        return add_repetition(report, out, number, piece, mark + 1);
    }
    return add_number(report, out, number, piece);
}

/* The items between text and its end. */
static bool add_items(Report *report, Text *out, Number number, const char *text, const char *end)
{
    while (text <= end) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        if (!add_item(report, out, number, text, comma ? comma : end))
            return false;
        if (!comma)
            break;
        text = comma + 1;
    }
    return !out->failed || host_fail(report, "not enough memory for the values");
}

bool host_parse_values(Report *report, const char *text, Array *array)
{
    Number number = NUMBER_F32;
    Text out = {0};
    if (!find_type(text, &number))
        return host_fail(report, "no type");
    const char *open = strchr(text, '(') + 1, *end = open + strlen(open);
    if (end == open || end[-1] != ')')
        return host_fail(report, "%s(...: the closing parenthesis is missing",
                         host_number(number)->name);
    bool is_empty = open + strspn(open, " \t") == end - 1;
    bool good = is_empty || add_items(report, &out, number, open, end - 1);
    size_t count = out.length / host_number(number)->bytes;
    good = good && host_new_array(report, array, number, MEANING_LIST, 1, &count);
    if (good && count)
        memcpy(array->data, out.text, out.length);
    free(out.text);
    return good;
}

bool host_parse_list(Report *report, const char *text, Number number, void **numbers,
                     size_t *count)
{
    Text out = {0};
    if (!add_items(report, &out, number, text, text + strlen(text))) {
        free(out.text);
        return false;
    }
    *numbers = out.text;
    *count = out.length / host_number(number)->bytes;
    return true;
}
