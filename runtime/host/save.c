/* From storage (what kernels see) into arrays (what files hold), and their elements as text. */
#include "resources.h"
#include "files/files.h"

#include <stdlib.h>
#include <string.h>

/* The shape in which numpy users expect this kind: slices, height, width, components. */
static uint32_t array_dims(const WccResourceInfo *info, const Layout *layout,
                           const WccResource *view, uint32_t elements, Number *number,
                           size_t dims[4])
{
    const KindInfo *kind = host_kind(info);
    bool uniform = !layout->dtype && host_is_uniform_layout(layout, number);
    uint32_t rank = 0;
    if (kind->class != CLASS_TEXTURE) {
        dims[rank++] = elements;
    } else {
        if (host_has_slices(info))
            dims[rank++] = view->depth;
        if (kind->dimensions > 1)
            dims[rank++] = view->height;
        dims[rank++] = view->width;
    }
    if (!uniform)
        *number = NUMBER_U8;
    uint32_t last = uniform ? layout->count : layout->bytes;
    if (last != 1 || host_is_picture(info))
        dims[rank++] = last;
    return rank;
}

static Meaning meaning_of(const WccResourceInfo *info, const Layout *layout)
{
    Number number;
    if (host_is_picture(info))
        return MEANING_PICTURE;
    return !layout->dtype && host_is_uniform_layout(layout, &number) ? MEANING_NUMBERS
                                                                      : MEANING_BYTES;
}

static bool extract_array(Report *report, const WccResourceInfo *info, const Layout *layout,
                          const WccResource *view, uint32_t elements, Array *array)
{
    size_t dims[4];
    Number number;
    uint32_t rank = array_dims(info, layout, view, elements, &number, dims);
    uint32_t lines = host_view_lines(view);
    if (!host_new_array(report, array, number, meaning_of(info, layout), rank, dims))
        return false;
    size_t line_bytes = lines ? array->bytes / lines : 0;
    for (uint32_t line = 0; line_bytes && line < lines; line++)
        memcpy(array->data + line * line_bytes, host_view_line(view, line), line_bytes);
    return true;
}

uint32_t host_live_elements(Report *report, const WccResourceInfo *info, const WccResource *view)
{
    uint32_t all = host_is_raw(info) ? view->width / 4 : view->width;
    if (host_kind(info)->class == CLASS_CONSTANTS)
        return view->width >= info->stride;
    if (!host_is_counted(info) || !view->counter)
        return all;
    if (*view->counter <= all)
        return *view->counter;
    if (*view->counter > INT32_MAX)
        return 0; /* consumed more than there was */
    host_warn(report, "'%s' took %u elements of the %u appended; give a larger --size", info->name,
              all, *view->counter);
    return all;
}

bool host_extract_view(Report *report, const WccResourceInfo *info, const WccResource *view,
                       Array *array, Layout *layout)
{
    *array = (Array){0};
    return host_new_layout(report, info, layout) &&
           extract_array(report, info, layout, view, host_live_elements(report, info, view),
                         array);
}

/* Six slices are a cube's faces, twelve those of two cubes. */
static bool make_cubes(Report *report, const WccResourceInfo *info, Texture *texture)
{
    bool are_faces = texture->dimensions == 2 && texture->slices % 6 == 0 &&
                     texture->width == texture->height;
    texture->is_cube = are_faces;
    return are_faces || host_fail(report,
                                  "a %s of %u x %u and %u slices is no cube, which has 6 squares",
                                  info->type, texture->width, texture->height, texture->slices);
}

/* "mips" makes levels of a texture that has only one, as --mips does. */
static bool encode_texture(Report *report, const WccResourceInfo *info, const WccResource *view,
                           const TexelFormat *format, const char *option, Array *array)
{
    Storage *levels = NULL;
    if (host_is_texture(info) && host_has_word(option, "mips") && !view->levels) {
        levels = host_mips_of(report, info, view, 0);
        if (!levels)
            return false;
        view = &levels->view;
    }
    bool good = host_encode_view(report, info, view, format, array) &&
                (!host_has_word(option, "cube") || make_cubes(report, info, array->texture));
    host_drop_storage(levels);
    return good;
}

/* What a file holds of a view: encoded texels where it asks for them, or where there is a format
 * and the file holds bytes. */
static bool extract_for(Report *report, const WccResourceInfo *info, const WccResource *view,
                        const TexelFormat *format, const Layout *layout, const FileName *name,
                        Array *array)
{
    const FileFormat *file = name->format;
    uint32_t elements = host_live_elements(report, info, view);
    if (file->holds != HOLDS_TEXTURES && !(format && file->holds == HOLDS_BYTES))
        return extract_array(report, info, layout, view, elements, array);
    if (!format && !(format = host_native_format(report, info)))
        return false;
    return encode_texture(report, info, view, format, name->option, array);
}

/* Whether each slice is a picture. */
static bool are_pictures(const WccResourceInfo *info)
{
    return host_is_texture(info) && host_kind(info)->dimensions > 1;
}

static bool write_slices(Report *report, const WccResourceInfo *info, const char *path,
                         const Array *array, const Layout *layout)
{
    if (!host_is_texture(info) || !host_has_slices(info))
        return host_fail(report, "a %s has no slices to be written one a file", info->type);
    if (array->meaning != MEANING_NUMBERS)
        return host_fail(report, "encoded texels are written to one file only");
    return host_write_slices(report, path, array, layout, are_pictures(info));
}

bool host_save_view(Report *report, const WccResourceInfo *info, const WccResource *view,
                    const TexelFormat *format, const char *path)
{
    Array array = {0};
    Layout layout = {0};
    FileName name;
    bool good = host_parse_file_name(report, path, FILE_OUT, &name) &&
                host_new_layout(report, info, &layout) &&
                extract_for(report, info, view, format, &layout, &name, &array) &&
                (host_is_sequence(path) ? write_slices(report, info, path, &array, &layout)
                                        : host_write_file(report, path, &array, &layout));
    free(name.path);
    host_free_array(&array);
    host_free_layout(&layout);
    return good;
}

static void print_element(const Layout *layout, const uint8_t *element, FILE *out)
{
    Text text = {0};
    host_print_element(&text, layout, element);
    host_text_printf(&text, "\n");
    host_print_line(out, text.failed ? "out of memory\n" : text.text);
    free(text.text);
}

bool host_print_view(Report *report, const WccResourceInfo *info, const WccResource *view,
                     uint64_t limit, FILE *out, uint64_t *left)
{
    Layout layout;
    bool texture = host_is_texture(info);
    uint64_t width = texture ? view->width : UINT64_MAX;
    uint64_t count = texture ? (uint64_t)host_view_lines(view) * view->width
                             : host_live_elements(report, info, view);
    *left = count > limit ? count - limit : 0;
    bool good = host_new_layout(report, info, &layout);
    for (uint64_t i = 0; good && i < count - *left; i++)
        print_element(&layout,
                      host_view_line(view, (uint32_t)(i / width)) + i % width * layout.bytes, out);
    host_free_layout(&layout);
    return good;
}
