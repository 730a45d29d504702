/* Portable float maps: "PF" (three colours) or "Pf" (one), width, height, a scale whose sign tells
 * the order of bytes (less than 0: the least first), one space or line end, then rows of floats, the
 * lowest first. */
#include "files.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 1 << 20 };

static void skip(Bytes *rest, size_t count)
{
    rest->data += count;
    rest->count -= count;
}

/* Spaces, and comments as in .ppm: ImageMagick writes them. */
static void skip_spaces(Bytes *rest)
{
    bool is_comment = false;
    while (rest->count && (is_comment || isspace(*rest->data) || *rest->data == '#')) {
        is_comment = *rest->data != '\n' && (is_comment || *rest->data == '#');
        skip(rest, 1);
    }
}

/* The next word of the header, and the one space behind it; false: none, or longer than that. */
static bool take_word(Bytes *rest, char word[24])
{
    size_t length = 0;
    skip_spaces(rest);
    while (length < rest->count && length < 23 && !isspace(rest->data[length]))
        length++;
    if (!length || length == rest->count || !isspace(rest->data[length]))
        return false;
    memcpy(word, rest->data, length);
    word[length] = 0;
    skip(rest, length + 1);
    return true;
}

static bool take_side(Bytes *rest, size_t *side)
{
    char word[24];
    const char *end;
    uint64_t count = 0;
    bool good = take_word(rest, word) && host_parse_count(word, &end, MAX_SIDE, &count) && !*end;
    *side = count;
    return good && count > 0;
}

static uint32_t read_word(const uint8_t *bytes, bool most_first)
{
    uint32_t word;
    memcpy(&word, bytes, 4);
    return most_first ? __builtin_bswap32(word) : word;
}

static void copy_rows(const uint8_t *source, bool most_first, Array *array)
{
    size_t row = array->dims[1] * array->dims[2];
    uint32_t *target = (uint32_t *)array->data;
    for (size_t y = array->dims[0]; y-- > 0;)
        for (size_t i = 0; i < row; i++, source += 4)
            target[y * row + i] = read_word(source, most_first);
}

bool host_read_pfm(Report *report, Bytes bytes, const char *option, Array *array)
{
    (void)option;
    char word[24], *end = word;
    size_t dims[3];
    if (!take_word(&bytes, word) || (strcmp(word, "PF") != 0 && strcmp(word, "Pf") != 0))
        return host_fail(report, "no .pfm file: it does not begin with PF or Pf");
    dims[2] = word[1] == 'F' ? 3 : 1;
    if (!take_side(&bytes, &dims[1]) || !take_side(&bytes, &dims[0]))
        return host_fail(report, "no readable .pfm: its size is missing");
    double scale = take_word(&bytes, word) ? strtod(word, &end) : 0;
    if (!(fabs(scale) > 0 && fabs(scale) < HUGE_VAL) || *end)
        return host_fail(report, "no readable .pfm: its scale is no number but 0");
    if (!host_new_array(report, array, NUMBER_F32, MEANING_PICTURE, 3, dims))
        return false;
    if (bytes.count < array->bytes) {
        host_fail(report, "no readable .pfm: %zu bytes of numbers, not %zu", bytes.count,
                  array->bytes);
        host_free_array(array);
        return false;
    }
    copy_rows(bytes.data, scale > 0, array);
    if (fabs(scale) != 1)
        host_warn(report, "the .pfm says a scale of %g; its numbers are read as they are",
                  fabs(scale));
    return true;
}

bool host_write_pfm(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out)
{
    (void)layout, (void)option;
    Array colours;
    if (!host_picture_colours(report, array, "a .pfm", &colours))
        return false;
    bool is_grey = array->dims[2] == 1;
    size_t height = colours.dims[0], width = colours.dims[1], step = is_grey ? 3 : 1;
    host_text_printf(out, "%s\n%zu %zu\n-1.0\n", is_grey ? "Pf" : "PF", width, height);
    for (size_t y = height; y-- > 0;)
        for (size_t i = 0; i < width * 3; i += step)
            host_text_add(out, colours.data + (y * width * 3 + i) * 4, 4);
    host_free_array(&colours);
    return true;
}
