/* Pictures for formats that know three colours of 32-bit floats only. */
#include "files.h"

#include <string.h>

/* One component is grey, of two blue is 0. */
static void put_colours(const float *source, size_t components, size_t pixels, float *target)
{
    for (size_t i = 0; i < pixels; i++, source += components, target += 3) {
        target[0] = source[0];
        target[1] = components == 1 ? source[0] : source[1];
        target[2] = components == 1 ? source[0] : components == 2 ? 0 : source[2];
    }
}

bool host_picture_colours(Report *report, const Array *array, const char *what, Array *colours)
{
    Array floats = {0};
    if (array->meaning != MEANING_PICTURE)
        return host_fail(report, "%s holds a 2D texture only; use .npy or .bin", what);
    if (!array->bytes)
        return host_fail(report, "%s cannot be empty", what);
    size_t components = array->dims[2], dims[3] = {array->dims[0], array->dims[1], 3};
    bool good = host_new_array(report, &floats, NUMBER_F32, MEANING_PICTURE, 3, array->dims) &&
                host_convert(report, array->number, array->data, NUMBER_F32, floats.data,
                             host_array_count(array)) &&
                host_new_array(report, colours, NUMBER_F32, MEANING_PICTURE, 3, dims);
    if (good)
        put_colours((const float *)floats.data, components, dims[0] * dims[1],
                    (float *)colours->data);
    if (good && components == 4)
        host_warn(report, "%s has no alpha; .exr keeps it", what);
    host_free_array(&floats);
    return good;
}
