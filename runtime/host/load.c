/* From arrays (what files hold) into storage (what kernels see): shapes, types, packing. */
#include "resources.h"
#include "files/files.h"

#include <stdlib.h>
#include <string.h>

/* Numbers that are the bytes of structs: u1 with one row for each. Those of floats are numbers. */
static bool is_rows_of_bytes(const WccResourceInfo *info, const Layout *layout, const Array *array)
{
    bool is_struct = layout->dtype || !(info->field_count || info->components);
    return is_struct && array->meaning == MEANING_NUMBERS && array->number == NUMBER_U8 &&
           array->rank > 1 && array->dims[array->rank - 1] == layout->bytes;
}

/* Bytes are copied as they lie; scalars are converted one by one, in the declared order, those of
 * records by name. */
static bool is_copied(const WccResourceInfo *info, const Layout *layout, const Array *array)
{
    KindClass class = host_kind(info)->class;
    if (array->meaning == MEANING_BYTES || class == CLASS_RAW)
        return true;
    return class == CLASS_STRUCTURED && is_rows_of_bytes(info, layout, array);
}

static bool check_meaning(Report *report, const WccResourceInfo *info, const Layout *layout,
                          const Array *array)
{
    KindClass class = host_kind(info)->class;
    bool typed = class == CLASS_TYPED || class == CLASS_TEXTURE;
    if (array->meaning == MEANING_PICTURE && !typed)
        return host_fail(report, "a picture does not fit a %s", info->type);
    if (array->meaning == MEANING_RECORDS && class != CLASS_RAW && !layout->dtype)
        return host_fail(report, "its records have fields, which a %s has not; save one of them",
                         info->type);
    if (array->meaning == MEANING_LOOSE && class == CLASS_RAW)
        return host_fail(report,
                         "its numbers have no type, which a %s needs; use .bin, .npy or u32(...)",
                         info->type);
    return true;
}

static bool fail_constants(Report *report, const WccResourceInfo *info, size_t have, size_t want,
                           const char *what)
{
    return host_fail(report, "holds %zu %s, %s than the %zu of a %s", have, what,
                     have > want ? "more" : "fewer", want, info->type);
}

/* How many elements the array holds. */
static bool count_elements(Report *report, const WccResourceInfo *info, const Layout *layout,
                           const Array *array, size_t *elements)
{
    bool copied = is_copied(info, layout, array);
    bool has_records = array->meaning == MEANING_RECORDS && !copied;
    size_t have = copied ? array->bytes : host_array_count(array);
    size_t each = copied ? layout->bytes : has_records ? array->records.bytes : layout->count;
    if (!each || have % each)
        return host_fail(report,
                         "holds %zu %s, which is no multiple of the %zu in one element of a %s",
                         have, copied ? "bytes" : "numbers", each, info->type);
    *elements = have / each;
    if (host_kind(info)->class != CLASS_CONSTANTS || *elements == 1)
        return true;
    if (has_records)
        return fail_constants(report, info, *elements, 1, "records");
    return fail_constants(report, info, have, each, copied ? "bytes" : "numbers");
}

static bool buffer_extent(Report *report, const WccResourceInfo *info, size_t elements,
                          const Extent *given, Extent *extent)
{
    size_t width = elements * (host_is_raw(info) ? 4 : 1);
    if (given && width > given->width)
        return host_fail(report, "holds %zu %s, more than the --size of %u", width,
                         host_is_raw(info) ? "bytes" : "elements", given->width);
    *extent = given ? *given : (Extent){(uint32_t)width, 1, 1};
    return true;
}

/* Reads the array's dims as slices, height, width, components of this kind of texture. */
static bool shape_extent(const WccResourceInfo *info, const Array *array, Extent *extent)
{
    const KindInfo *kind = host_kind(info);
    bool slices = host_has_slices(info), rows = kind->dimensions > 1;
    uint32_t sides = 1 + slices + rows, next = 0;
    bool has_components = array->rank == sides + 1 && array->dims[sides] == info->components;
    if (!has_components && (array->rank != sides || info->components != 1))
        return false;
    extent->depth = slices ? (uint32_t)array->dims[next++] : 1;
    extent->height = rows ? (uint32_t)array->dims[next++] : 1;
    extent->width = (uint32_t)array->dims[next];
    return extent->depth % kind->faces == 0;
}

static bool fail_shape(Report *report, const WccResourceInfo *info, const Array *array)
{
    Text text = {0};
    for (uint32_t i = 0; i < array->rank; i++)
        host_text_printf(&text, "%s%zu", i ? ", " : "", array->dims[i]);
    host_fail(report,
              "holds numbers of shape (%s), which do not say the size of a %s; give its --size",
              text.text ? text.text : "", info->type);
    free(text.text);
    return false;
}

static bool texture_extent(Report *report, const WccResourceInfo *info, const Array *array,
                           size_t elements, const Extent *given, Extent *extent)
{
    char have[48], want[48];
    bool has_shape = array->meaning == MEANING_NUMBERS || array->meaning == MEANING_LOOSE;
    bool shaped = has_shape && shape_extent(info, array, extent);
    bool line = host_kind(info)->dimensions == 1 && !host_kind(info)->array;
    if (!shaped && !given && line && array->meaning != MEANING_NUMBERS) {
        *extent = (Extent){(uint32_t)elements, 1, 1};
        return true;
    }
    if (!shaped && !given)
        return fail_shape(report, info, array);
    if (shaped && given && !host_same_extent(*extent, *given))
        return host_fail(report, "is %s, but --size says %s",
                         host_spell_extent(info, *extent, have),
                         host_spell_extent(info, *given, want));
    if (given)
        *extent = *given;
    uint64_t wanted = (uint64_t)extent->width * extent->height;
    if (__builtin_mul_overflow(wanted, extent->depth, &wanted) || wanted != elements)
        return host_fail(report, "holds %zu texels, but the size %s takes %llu", elements,
                         host_spell_extent(info, *extent, have), (unsigned long long)wanted);
    return true;
}

/* Scalars of unlike types, or with gaps between them. */
static bool fill_elements(Report *report, const Layout *layout, const Array *array, size_t first,
                          size_t elements, uint8_t *target)
{
    const NumberInfo *from = host_number(array->number);
    const uint8_t *source = array->data + first * layout->count * from->bytes;
    for (size_t i = 0; i < elements; i++, target += layout->bytes) {
        for (uint32_t j = 0; j < layout->count; j++, source += from->bytes) {
            const Scalar *scalar = &layout->scalars[j];
            if (!host_convert(report, array->number, source, scalar->number,
                              target + scalar->offset, 1))
                return host_fail_in(report, "element %zu, scalar %u", first + i, j);
        }
    }
    return true;
}

static const char *field_of(const WccResourceInfo *info, uint32_t scalar)
{
    for (uint32_t i = 0; i < info->field_count; i++) {
        const WccField *field = &info->fields[i];
        uint32_t count = host_field_elements(field) * host_field_scalars(field);
        if (scalar < count)
            return field->name;
        scalar -= count;
    }
    return "";
}

static bool fill_from_records(Report *report, const WccResourceInfo *info, const Layout *layout,
                              const Array *array, const Scalar *sources, size_t elements,
                              uint8_t *target)
{
    const uint8_t *source = array->data;
    for (size_t i = 0; i < elements; i++) {
        for (uint32_t j = 0; j < layout->count; j++) {
            const Scalar *from = &sources[j], *to = &layout->scalars[j];
            if (!host_convert(report, from->number, source + from->offset, to->number,
                              target + to->offset, 1))
                return host_fail_in(report, "record %zu, field '%s'", i, field_of(info, j));
        }
        source += array->records.bytes;
        target += layout->bytes;
    }
    return true;
}

static bool fill_records(Report *report, const WccResourceInfo *info, const Layout *layout,
                         const Array *array, size_t elements, uint8_t *target)
{
    Scalar *sources = calloc(layout->count + 1, sizeof *sources);
    bool good = sources ? host_match_records(report, info, &array->records, sources) &&
                              fill_from_records(report, info, layout, array, sources, elements,
                                                target)
                        : host_fail(report, "not enough memory");
    free(sources);
    return good;
}

static bool fill_run(Report *report, const WccResourceInfo *info, const Layout *layout,
                     const Array *array, size_t first, size_t elements, uint8_t *target)
{
    Number number;
    if (is_copied(info, layout, array)) {
        memcpy(target, array->data + first * layout->bytes, elements * layout->bytes);
        return true;
    }
    if (array->meaning == MEANING_RECORDS)
        return fill_records(report, info, layout, array, elements, target);
    if (!host_is_uniform_layout(layout, &number))
        return fill_elements(report, layout, array, first, elements, target);
    const uint8_t *source = array->data +
                            first * layout->count * host_number(array->number)->bytes;
    return host_convert(report, array->number, source, number, target, elements * layout->count);
}

static bool fill_storage(Report *report, const Layout *layout, const Array *array, size_t elements,
                         Storage *storage)
{
    const WccResourceInfo *info = storage->info;
    bool texture = host_is_texture(info);
    size_t per_line = texture ? storage->view.width : elements, done = 0;
    for (uint32_t line = 0; done < elements; line++, done += per_line) {
        uint8_t *target = host_view_line(&storage->view, line);
        if (!fill_run(report, info, layout, array, done, per_line, target))
            return false;
        host_clamp_normalised(info, target, per_line * layout->count);
    }
    if (host_is_counted(info))
        storage->counter = (uint32_t)elements;
    return true;
}

static Storage *load_with_layout(Report *report, const WccResourceInfo *info, const Layout *layout,
                                 const Array *array, const Extent *given)
{
    size_t elements = 0;
    Extent extent = {0};
    bool texture = host_is_texture(info);
    if (!check_meaning(report, info, layout, array) ||
        !count_elements(report, info, layout, array, &elements) ||
        !(texture ? texture_extent(report, info, array, elements, given, &extent)
                  : buffer_extent(report, info, elements, given, &extent)))
        return NULL;
    Storage *storage = host_new_storage(report, info, extent);
    if (storage && !fill_storage(report, layout, array, elements, storage)) {
        host_drop_storage(storage);
        return NULL;
    }
    return storage;
}

/* A picture's numbers; one picture is one slice of what has slices. */
static bool picture_numbers(Report *report, const WccResourceInfo *info, const Array *picture,
                            Array *numbers)
{
    if (!host_picture_numbers(report, picture, host_number_of(info->scalar), info->components,
                              numbers))
        return false;
    if (numbers->rank == 3 && host_is_texture(info) && host_has_slices(info)) {
        memmove(numbers->dims + 1, numbers->dims, 3 * sizeof *numbers->dims);
        numbers->dims[0] = 1;
        numbers->rank++;
    }
    return true;
}

/* Bytes and pictures aside, numbers of any kind. */
static Storage *load_numbers(Report *report, const WccResourceInfo *info, const Array *array,
                             const Extent *given)
{
    Layout layout = {0};
    Array numbers = {0};
    Storage *storage = NULL;
    KindClass class = host_kind(info)->class;
    bool picture = array->meaning == MEANING_PICTURE &&
                   (class == CLASS_TYPED || class == CLASS_TEXTURE);
    if (host_new_layout(report, info, &layout) &&
        (!picture || picture_numbers(report, info, array, &numbers)))
        storage = load_with_layout(report, info, &layout, picture ? &numbers : array, given);
    host_free_array(&numbers);
    host_free_layout(&layout);
    return storage;
}

/* Structs: an array of objects, or the one of a cbuffer. */
static Storage *load_objects(Report *report, const WccResourceInfo *info, const TreeNode *root,
                             const Extent *given)
{
    bool is_list = root->kind == TREE_LIST;
    const TreeNode *items = is_list ? root->items : root;
    size_t count = is_list ? root->count : 1;
    Extent extent = host_constants_extent(info);
    bool is_one = host_kind(info)->class == CLASS_CONSTANTS;
    if (is_one && is_list) {
        host_fail(report, "an array, where a %s is an object", info->type);
        return NULL;
    }
    if (!is_one && !buffer_extent(report, info, count, given, &extent))
        return NULL;
    Storage *storage = host_new_storage(report, info, extent);
    if (!storage)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        uint8_t *target = (uint8_t *)storage->view.data + i * info->stride;
        if (!host_fill_from_tree(report, info, &items[i], target)) {
            host_drop_storage(storage);
            return NULL;
        }
    }
    if (host_is_counted(info))
        storage->counter = (uint32_t)count;
    return storage;
}

/* Numbers in arrays. */
static Storage *load_plain(Report *report, const WccResourceInfo *info, const Layout *layout,
                           const Array *array, const Extent *given)
{
    Array numbers = *array;
    numbers.meaning = MEANING_LOOSE;
    if (!layout->dtype)
        return load_numbers(report, info, &numbers, given);
    host_fail(report, "holds numbers, where a %s wants %s with its members' names", info->type,
              host_kind(info)->class == CLASS_CONSTANTS ? "an object" : "objects");
    return NULL;
}

/* Of what has members by their names; all else is numbers in arrays. */
static Storage *load_tree(Report *report, const WccResourceInfo *info, const Array *array,
                          const Extent *given)
{
    Layout layout;
    Array numbers = {0};
    Number number = NUMBER_F64;
    Storage *storage = NULL;
    bool good = host_new_layout(report, info, &layout);
    if (good && !array->tree)
        storage = load_plain(report, info, &layout, array, given);
    else if (good && layout.dtype)
        storage = load_objects(report, info, &array->tree->root, given);
    else if (good) {
        host_is_uniform_layout(&layout, &number);
        if (host_tree_numbers(report, array->tree, number, &numbers))
            storage = load_numbers(report, info, &numbers, given);
    }
    host_free_array(&numbers);
    host_free_layout(&layout);
    return storage;
}

Storage *host_load_array(Report *report, const WccResourceInfo *info, const Array *array,
                         const Extent *given, const TexelFormat *format)
{
    if (host_kind(info)->missing) {
        host_fail(report, "%s", host_kind(info)->missing);
        return NULL;
    }
    if (array->meaning == MEANING_TEXTURE)
        return host_load_texture(report, info, array, given, format);
    if (format && array->meaning == MEANING_BYTES)
        return host_load_encoded(report, info, array, given, format);
    Storage *storage = array->meaning == MEANING_TREE ? load_tree(report, info, array, given)
                                                      : load_numbers(report, info, array, given);
    if (storage)
        host_round_view(info, &storage->view, format);
    return storage;
}

bool host_read_source(Report *report, const char *source, Array *array)
{
    return host_is_values(source) ? host_parse_values(report, source, array)
                                  : host_read_files(report, source, array);
}

Storage *host_load_source(Report *report, const WccResourceInfo *info, const char *source,
                          const Extent *given, const TexelFormat *format)
{
    Array array = {0};
    Storage *storage = host_read_source(report, source, &array)
                           ? host_load_array(report, info, &array, given, format)
                           : NULL;
    host_free_array(&array);
    return storage;
}
