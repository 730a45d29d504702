/* The fields of a struct as NumPy has them. Tables tell of a struct's leaves, with the indices of
 * the arrays that they lie in; NumPy's dtypes nest, and their paths are without indices:
 *     lights[0].colour, lights[0].on, lights[1].colour, lights[1].on
 *     ('lights', [('colour', '<f4', (3,)), ('on', '<u4')], (2,))
 * The numbers of one path are in the same order on both sides: the last index runs fastest. */
#include "resources.h"

#include <stdlib.h>
#include <string.h>

static const char *skip_index(const char *name)
{
    return name + strcspn(name, "]") + 1;
}

/* "lights[1].colour" lies at the path "lights.colour". */
static bool has_path(const WccField *field, const char *path)
{
    const char *name = field->name;
    while (*name) {
        if (*name == '[')
            name = skip_index(name);
        else if (*name++ != *path++)
            return false;
    }
    return !*path;
}

static char *new_path(const WccField *field)
{
    char *path = malloc(strlen(field->name) + 1), *end = path;
    for (const char *name = field->name; path && *name;) {
        if (*name == '[')
            name = skip_index(name);
        else
            *end++ = *name++;
    }
    if (path)
        *end = 0;
    return path;
}

/* ---- dtypes ---- */

/* As in a dtype, with ones. */
typedef struct Shape {
    uint32_t rank, sides[MAX_SIDES];
} Shape;

static void add_side(Shape *shape, uint32_t side)
{
    if (shape->rank < MAX_SIDES)
        shape->sides[shape->rank++] = side;
}

/* "[1][2]" is the last index of an array of 2 times 3. */
static void add_index_sides(Shape *shape, const char *index)
{
    for (; *index == '['; index = skip_index(index))
        add_side(shape, (uint32_t)strtoul(index + 1, NULL, 10) + 1);
}

static void add_own_sides(Shape *shape, const WccField *field)
{
    if (field->array_count)
        add_side(shape, field->array_count);
    if (field->rows > 1)
        add_side(shape, field->rows);
    if (field->rows > 1 || field->columns > 1)
        add_side(shape, field->columns);
}

static void print_shape(Text *out, const Shape *shape)
{
    for (uint32_t i = 0; i < shape->rank; i++)
        host_text_printf(out, "%s%u", i ? ", " : ", (", shape->sides[i]);
    if (shape->rank)
        host_text_printf(out, shape->rank == 1 ? ",)" : ")");
}

/* Behind the name's next word, and behind the indices that follow it. */
static const char *end_of_word(const char *name)
{
    return name + strcspn(name, ".[");
}

static const char *end_of_indices(const char *name)
{
    while (*name == '[')
        name = skip_index(name);
    return name;
}

/* How many fields from the first on have the same name up to there. */
static uint32_t count_alike(const WccField *fields, uint32_t count, size_t length)
{
    uint32_t alike = 1;
    while (alike < count && !strncmp(fields[alike].name, fields[0].name, length) &&
           (!fields[alike].name[length] || strchr(".[", fields[alike].name[length])))
        alike++;
    return alike;
}

/* The fields whose names begin alike, `start` letters long. */
static void print_struct(Text *out, const WccField *fields, uint32_t count, size_t start)
{
    host_text_printf(out, "[");
    for (uint32_t i = 0, alike; i < count; i += alike) {
        const char *word = fields[i].name + start, *end = end_of_word(word);
        const char *inner = end_of_indices(end);
        size_t length = (size_t)(end - fields[i].name);
        alike = count_alike(&fields[i], count - i, length);
        host_text_printf(out, "%s('%.*s', ", i ? ", " : "", (int)(end - word), word);
        bool is_leaf = !*inner;
        if (is_leaf) {
            host_text_printf(out, "'%s'", host_number(host_number_of(fields[i].scalar))->npy);
        } else {
            size_t each = (size_t)(inner - fields[i].name);
            print_struct(out, &fields[i], count_alike(&fields[i], alike, each), each + 1);
        }
        Shape shape = {0};
        add_index_sides(&shape, fields[i + alike - 1].name + length);
        if (is_leaf)
            add_own_sides(&shape, &fields[i]);
        print_shape(out, &shape);
        host_text_printf(out, ")");
    }
    host_text_printf(out, "]");
}

char *host_new_dtype(const WccResourceInfo *info)
{
    Text text = {0};
    print_struct(&text, info->fields, info->field_count, 0);
    return host_take_text(&text);
}

/* ---- records in files ---- */

static uint64_t count_of(const Sides *sides)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < sides->count; i++)
        count *= sides->sides[i];
    return count;
}

static void add_field_sides(Sides *sides, const WccField *field)
{
    Shape shape = {0};
    for (const char *name = field->name; *name;) {
        add_index_sides(&shape, name);
        name = *name == '[' ? end_of_indices(name) : name + 1;
    }
    add_own_sides(&shape, field);
    for (uint32_t i = 0; i < shape.rank; i++)
        host_add_side(sides, shape.sides[i]);
}

static void spell_sides(const Sides *sides, char text[64])
{
    size_t length = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < sides->count && length < 48; i++)
        length += (size_t)snprintf(text + length, 64 - length, "%s%u", i ? " x " : "",
                                   sides->sides[i]);
    if (!sides->count)
        strcpy(text, "1");
}

/* As many numbers, in the same shape or in a row. */
static bool check_sides(Report *report, const char *path, const Sides *have, const Sides *want)
{
    char had[64], wanted[64];
    bool same = have->count == want->count &&
                !memcmp(have->sides, want->sides, want->count * sizeof *want->sides);
    if (same || (have->count == 1 && count_of(have) == count_of(want)))
        return true;
    spell_sides(have, had);
    spell_sides(want, wanted);
    return host_fail(report, "field '%.100s' holds %s numbers, the shader's %s", path, had,
                     wanted);
}

static const char *record_name(const void *list, size_t index)
{
    return ((const Records *)list)->fields[index].path;
}

static const char *field_name(const void *list, size_t index)
{
    return ((const WccResourceInfo *)list)->fields[index].name;
}

/* Where a path's numbers lie, one after another. */
typedef struct Cursor {
    const Records *records;
    const char *path;
    uint32_t field, number; /* the next one */
} Cursor;

static Scalar next_number(Cursor *cursor)
{
    const RecordField *fields = cursor->records->fields;
    while (cursor->number == fields[cursor->field].count ||
           strcmp(fields[cursor->field].path, cursor->path) != 0) {
        cursor->field++;
        cursor->number = 0;
    }
    const RecordField *field = &fields[cursor->field];
    uint32_t bytes = host_number(field->number)->bytes;
    return (Scalar){field->offset + cursor->number++ * bytes, field->number};
}

/* Finds the numbers of all fields at this path; `first` is the first of them. */
static bool match_path(Report *report, const WccResourceInfo *info, const Records *records,
                       uint32_t first, const char *path, Scalar *sources, bool *is_matched)
{
    Cursor cursor = {records, path, 0, 0};
    Sides want = {0};
    const WccField *last = &info->fields[first];
    for (uint32_t i = first; i < info->field_count; i++)
        last = has_path(&info->fields[i], path) ? &info->fields[i] : last;
    add_field_sides(&want, last);
    while (cursor.field < records->count && strcmp(records->fields[cursor.field].path, path) != 0)
        cursor.field++;
    if (cursor.field == records->count)
        return host_fail_unknown(report, "its records have no field", path,
                                 (NameList){records, records->count, record_name});
    if (!check_sides(report, path, &records->fields[cursor.field].sides, &want))
        return false;
    for (uint32_t i = 0, scalar = 0; i < info->field_count; i++) {
        uint32_t count = host_field_elements(&info->fields[i]) *
                         host_field_scalars(&info->fields[i]);
        bool is_here = has_path(&info->fields[i], path);
        for (uint32_t k = 0; is_here && k < count; k++)
            sources[scalar + k] = next_number(&cursor);
        is_matched[i] |= is_here;
        scalar += count;
    }
    return true;
}

static bool check_all_known(Report *report, const WccResourceInfo *info, const Records *records)
{
    for (uint32_t i = 0; i < records->count; i++) {
        bool is_known = false;
        for (uint32_t k = 0; k < info->field_count && !is_known; k++)
            is_known = has_path(&info->fields[k], records->fields[i].path);
        if (!is_known)
            return host_fail_unknown(report, "the shader's struct has no field",
                                     records->fields[i].path,
                                     (NameList){info, info->field_count, field_name});
    }
    return true;
}

bool host_match_records(Report *report, const WccResourceInfo *info, const Records *records,
                        Scalar *sources)
{
    bool *is_matched = calloc(info->field_count + 1, sizeof *is_matched);
    bool good = is_matched || host_fail(report, "not enough memory");
    for (uint32_t i = 0; good && i < info->field_count; i++) {
        char *path = is_matched[i] ? NULL : new_path(&info->fields[i]);
        if (!is_matched[i])
            good = path ? match_path(report, info, records, i, path, sources, is_matched)
                        : host_fail(report, "not enough memory");
        free(path);
    }
    free(is_matched);
    return good && check_all_known(report, info, records);
}
