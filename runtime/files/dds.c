/* .dds files: textures with their levels, slices, faces and depths, as texels are encoded. */
#include "dds_header.h"
#include "files.h"

#include <stdlib.h>
#include <string.h>

bool host_read_dds(Report *report, Bytes bytes, const char *option, Array *array)
{
    (void)option;
    Texture texture;
    size_t header, texels;
    if (!dds_read_header(report, bytes.data, bytes.count, &texture, &header) ||
        !host_measure_texture(report, &texture, &texels))
        return false;
    if (bytes.count - header < texels)
        return host_fail(report, "the file ends too early: %zu bytes of texels, not %zu",
                         bytes.count - header, texels);
    if (!host_new_array(report, array, NUMBER_U8, MEANING_TEXTURE, 1, &texels))
        return false;
    array->texture = malloc(sizeof texture);
    if (!array->texture) {
        host_free_array(array);
        return host_fail(report, "not enough memory");
    }
    *array->texture = texture;
    memcpy(array->data, bytes.data + header, texels);
    return true;
}

bool host_write_dds(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out)
{
    (void)layout, (void)option;
    if (array->meaning != MEANING_TEXTURE)
        return host_fail(report, "a .dds holds textures only");
    dds_write_header(array->texture, out);
    host_text_add(out, array->data, array->bytes);
    return true;
}
