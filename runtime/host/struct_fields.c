/* The fields of a struct as NumPy has them. Tables tell of a struct's leaves, with the indices of
 * the arrays that they lie in; NumPy's dtypes nest, and their paths are without indices:
 *     lights[0].colour, lights[0].on, lights[1].colour, lights[1].on
 *     ('lights', [('colour', '<f4', (3,)), ('on', '<u4')], (2,)) */
#include "resources.h"

#include <stdlib.h>
#include <string.h>

static const char *skip_index(const char *name)
{
    return name + strcspn(name, "]") + 1;
}

/* "lights[1].colour" lies at the path "lights.colour". */
char *host_new_field_path(const WccField *field)
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

void host_add_field_sides(Sides *sides, const WccField *field)
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
