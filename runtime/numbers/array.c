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
    free(array->texture);
    host_free_records(&array->records);
    host_free_tree(array->tree);
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

/* What the stored values 0..highest become, as colours and as alpha. */
typedef struct Lookup {
    uint32_t highest, bytes; /* of one */
    uint8_t *values[2];      /* of colours; of alpha */
} Lookup;

enum { OF_COLOURS, OF_ALPHA };

static bool is_alpha(uint32_t depth, uint8_t channel)
{
    return channel == OPAQUE || ((depth == 2 || depth == 4) && channel == depth - 1);
}

static bool fill_lookup(Report *report, const Lookup *lookup, Number number, bool srgb,
                        uint8_t *values)
{
    const NumberInfo *info = host_number(number);
    for (uint32_t value = 0; value <= lookup->highest; value++) {
        Wide wide = info->family == FAMILY_FLOAT ? (Wide)value / lookup->highest : value;
        if (srgb)
            wide = host_decode_srgb((double)wide);
        if (info->store(&wide, values + (size_t)value * info->bytes, 1) != 1)
            return host_fail(report, "a %d-bit picture does not fit %s",
                             lookup->highest == 255 ? 8 : 16, info->name);
    }
    return true;
}

static bool new_lookup(Report *report, const Array *picture, Number number, Lookup *lookup)
{
    const NumberInfo *info = host_number(number);
    *lookup = (Lookup){picture->number == NUMBER_U8 ? 255 : 65535, info->bytes, {NULL, NULL}};
    if (picture->srgb && info->family != FAMILY_FLOAT)
        return host_fail(report, "integers are not decoded; leave out :srgb");
    for (int i = 0; i < 2; i++) {
        lookup->values[i] = malloc(((size_t)lookup->highest + 1) * info->bytes);
        if (!lookup->values[i])
            return host_fail(report, "not enough memory");
        if (!fill_lookup(report, lookup, number, picture->srgb && i == OF_COLOURS,
                         lookup->values[i]))
            return false;
    }
    return true;
}

static uint32_t stored_value(const Array *picture, const Lookup *lookup, size_t pixel,
                             uint8_t channel)
{
    size_t index = pixel * picture->dims[picture->rank - 1] + channel;
    return channel == OPAQUE         ? lookup->highest
           : lookup->highest == 255 ? picture->data[index]
                                    : ((const uint16_t *)picture->data)[index];
}

/* Four bytes a component is nearly all there is; it has a loop of its own, ten times as fast. */
static void look_up(const Lookup *lookup, const uint8_t *channels, const Array *picture,
                    size_t pixels, uint32_t components, uint8_t *target)
{
    const uint8_t *values[4];
    for (uint32_t c = 0; c < components; c++)
        values[c] = lookup->values[is_alpha((uint32_t)picture->dims[picture->rank - 1],
                                            channels[c])];
    if (lookup->bytes == 4) {
        uint32_t *words = (uint32_t *)target;
        for (size_t pixel = 0; pixel < pixels; pixel++)
            for (uint32_t c = 0; c < components; c++)
                *words++ = ((const uint32_t *)values[c])[stored_value(picture, lookup, pixel,
                                                                      channels[c])];
        return;
    }
    for (size_t pixel = 0; pixel < pixels; pixel++) {
        for (uint32_t c = 0; c < components; c++, target += lookup->bytes) {
            uint32_t value = stored_value(picture, lookup, pixel, channels[c]);
            memcpy(target, values[c] + (size_t)value * lookup->bytes, lookup->bytes);
        }
    }
}

/* The same components in the picture's own numbers. */
static void pick_channels(const Array *picture, const uint8_t *channels, Array *picked)
{
    const NumberInfo *info = host_number(picture->number);
    size_t depth = picture->dims[picture->rank - 1], components = picked->dims[picked->rank - 1];
    size_t pixels = picture->bytes / (depth * info->bytes);
    uint8_t one[8], *target = picked->data;
    const uint8_t *source = picture->data;
    info->store(&(Wide){1}, one, 1);
    for (size_t pixel = 0; pixel < pixels; pixel++, source += depth * info->bytes) {
        for (size_t c = 0; c < components; c++, target += info->bytes)
            memcpy(target, channels[c] == OPAQUE ? one : source + channels[c] * info->bytes,
                   info->bytes);
    }
}

/* Of a picture whose numbers stand for themselves. */
static bool convert_picture(Report *report, const Array *picture, const uint8_t *channels,
                            Number number, const size_t *dims, Array *numbers)
{
    Array picked;
    bool good = host_new_array(report, &picked, picture->number, MEANING_NUMBERS, picture->rank,
                               dims);
    if (good)
        pick_channels(picture, channels, &picked);
    good = good &&
           host_new_array(report, numbers, number, MEANING_NUMBERS, picture->rank, dims) &&
           host_convert(report, picture->number, picked.data, number, numbers->data,
                        host_array_count(&picked));
    host_free_array(&picked);
    return good;
}

bool host_picture_numbers(Report *report, const Array *picture, Number number, uint32_t components,
                          Array *numbers)
{
    size_t dims[HOST_MAX_RANK], depth = picture->dims[picture->rank - 1];
    const uint8_t *channels = source_channel[depth - 1];
    Lookup lookup;
    memcpy(dims, picture->dims, sizeof dims);
    dims[picture->rank - 1] = components;
    if (picture->number != NUMBER_U8 && picture->number != NUMBER_U16)
        return convert_picture(report, picture, channels, number, dims, numbers);
    bool made = new_lookup(report, picture, number, &lookup) &&
                host_new_array(report, numbers, number, MEANING_NUMBERS, picture->rank, dims);
    if (made)
        look_up(&lookup, channels, picture, host_array_count(picture) / depth, components,
                numbers->data);
    free(lookup.values[0]);
    free(lookup.values[1]);
    return made;
}

bool host_has_one_number(const Layout *layout)
{
    for (uint32_t i = 1; i < layout->count; i++)
        if (layout->scalars[i].number != layout->scalars[0].number)
            return false;
    return layout->count > 0;
}
