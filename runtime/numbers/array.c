/* Arrays: numbers with a shape, as files hold them; and pictures as numbers. */
#include "numbers.h"

#include <stdlib.h>
#include <string.h>

bool host_new_array(Report *report, Array *array, Number number, Meaning meaning, uint32_t rank,
                    const size_t *dims)
{
    size_t bytes = host_number(number)->bytes;
    *array = (Array){.number = number, .meaning = meaning, .rank = rank};
    for (uint32_t i = 0; i < rank; i++) {
        array->dims[i] = dims[i];
        if (__builtin_mul_overflow(bytes, dims[i], &bytes) || bytes > HOST_MAX_BYTES)
            return host_fail(report, "too large: more than 2^31 - 1 bytes");
    }
    array->bytes = bytes;
    array->data = calloc(bytes + 1, 1);
    return array->data || host_fail(report, "not enough memory for %zu bytes", bytes);
}

void host_free_records(Records *records)
{
    for (uint32_t i = 0; i < records->count; i++)
        free(records->fields[i].path);
    free(records->fields);
    *records = (Records){0};
}

void host_free_array(Array *array)
{
    free(array->data);
    host_free_records(&array->records);
    *array = (Array){0};
}

bool host_add_side(Sides *sides, uint32_t side)
{
    if (side != 1 && sides->count == MAX_SIDES)
        return false;
    if (side != 1)
        sides->sides[sides->count++] = side;
    return true;
}

size_t host_array_count(const Array *array)
{
    return array->bytes / host_number(array->number)->bytes;
}

enum { OPAQUE = 4 };

/* Which channel of a picture of n + 1 channels (grey, grey + alpha, RGB, RGBA) a component is. */
static const uint8_t source_channel[4][4] = {
    {0, 0, 0, OPAQUE},
    {0, 0, 0, 1},
    {0, 1, 2, OPAQUE},
    {0, 1, 2, 3},
};

/* What each stored value 0..highest becomes. */
static bool fill_lookup(Report *report, uint8_t *lookup, Number number, uint32_t highest)
{
    const NumberInfo *info = host_number(number);
    for (uint32_t value = 0; value <= highest; value++) {
        Wide wide = info->family == FAMILY_FLOAT ? (Wide)value / highest : value;
        if (info->store(&wide, lookup + (size_t)value * info->bytes, 1) != 1)
            return host_fail(report, "a %d-bit picture does not fit %s", highest == 255 ? 8 : 16,
                             info->name);
    }
    return true;
}

/* Four bytes a component is nearly all there is; it has a loop of its own, ten times as fast. */
static void look_up_4(const uint32_t *lookup, const uint8_t *channels, const Array *picture,
                      uint32_t components, uint32_t highest, uint32_t *target)
{
    size_t pixels = picture->dims[0] * picture->dims[1], depth = picture->dims[2];
    const uint8_t *bytes = picture->data;
    const uint16_t *words = (const uint16_t *)picture->data;
    for (size_t pixel = 0; pixel < pixels; pixel++) {
        for (uint32_t c = 0; c < components; c++) {
            size_t index = pixel * depth + channels[c];
            uint32_t value = channels[c] == OPAQUE ? highest
                             : highest == 255      ? bytes[index]
                                                   : words[index];
            *target++ = lookup[value];
        }
    }
}

static void look_up_any(const uint8_t *lookup, size_t size, const uint8_t *channels,
                        const Array *picture, uint32_t components, uint32_t highest,
                        uint8_t *target)
{
    size_t pixels = picture->dims[0] * picture->dims[1], depth = picture->dims[2];
    const uint16_t *words = (const uint16_t *)picture->data;
    for (size_t pixel = 0; pixel < pixels; pixel++) {
        for (uint32_t c = 0; c < components; c++) {
            size_t index = pixel * depth + channels[c];
            uint32_t value = channels[c] == OPAQUE ? highest
                             : highest == 255      ? picture->data[index]
                                                   : words[index];
            memcpy(target, lookup + value * size, size);
            target += size;
        }
    }
}

bool host_picture_numbers(Report *report, const Array *picture, Number number, uint32_t components,
                          Array *numbers)
{
    size_t dims[3] = {picture->dims[0], picture->dims[1], components};
    size_t size = host_number(number)->bytes;
    uint32_t highest = picture->number == NUMBER_U8 ? 255 : 65535;
    const uint8_t *channels = source_channel[picture->dims[2] - 1];
    void *lookup = malloc((highest + 1) * size);
    bool made = lookup && fill_lookup(report, lookup, number, highest) &&
                host_new_array(report, numbers, number, MEANING_NUMBERS, 3, dims);
    if (made && size == 4)
        look_up_4(lookup, channels, picture, components, highest, (uint32_t *)numbers->data);
    else if (made)
        look_up_any(lookup, size, channels, picture, components, highest, numbers->data);
    free(lookup);
    return made;
}

bool host_has_one_number(const Layout *layout)
{
    for (uint32_t i = 1; i < layout->count; i++)
        if (layout->scalars[i].number != layout->scalars[0].number)
            return false;
    return layout->count > 0;
}
