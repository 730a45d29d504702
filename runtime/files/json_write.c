/* Writing JSON: an array of elements, one a line; structs are objects, after their dtype:
 *     [('at', '<f4', (3,)), ('parts', [('on', '<u4')], (2,))]
 *     {"at": [1, 2, 3], "parts": [{"on": true}, {"on": false}]}
 * NaN and infinities are NaN, Infinity and -Infinity, as Python's json has them. */
#include "files.h"

#include <stdlib.h>
#include <string.h>

typedef struct JsonWriter {
    Text *out;
    const Layout *layout;
    const uint8_t *element;
    uint32_t next; /* scalar of the layout */
} JsonWriter;

static void add_text(Text *out, const char *text)
{
    host_text_add(out, text, strlen(text));
}

static void add_number(Text *out, Number number, const uint8_t *source)
{
    const NumberInfo *info = host_number(number);
    char text[HOST_NUMBER_LETTERS];
    size_t length = host_spell_number(number, source, text);
    char last = text[length - 1];
    if (info->family == FAMILY_BOOL)
        add_text(out, *text == '0' ? "false" : "true");
    else if (last == 'n')
        add_text(out, "NaN");
    else if (last == 'f')
        add_text(out, *text == '-' ? "-Infinity" : "Infinity");
    else
        host_text_add(out, text, length);
}

static void add_next(JsonWriter *writer)
{
    const Scalar *scalar = &writer->layout->scalars[writer->next++];
    add_number(writer->out, scalar->number, writer->element + scalar->offset);
}

/* ", (2, 3)" or nothing, up to the bracket that ends the field. */
static uint32_t parse_shape(const char *text, uint64_t sides[MAX_SIDES])
{
    uint32_t rank = 0;
    while (*text && rank < MAX_SIDES) {
        text += strspn(text, ", (");
        if (!host_parse_count(text, &text, UINT32_MAX, &sides[rank]))
            break;
        rank++;
    }
    return rank;
}

static void add_fields(JsonWriter *writer, const char *fields);

/* Of this dtype, in arrays of arrays. */
static void add_shaped(JsonWriter *writer, const char *dtype, const uint64_t *sides, uint32_t rank)
{
    if (!rank && *dtype == '[') {
        add_fields(writer, dtype);
        return;
    }
    if (!rank) {
        add_next(writer);
        return;
    }
    host_text_printf(writer->out, "[");
    for (uint64_t i = 0; i < sides[0]; i++) {
        host_text_printf(writer->out, "%s", i ? ", " : "");
        add_shaped(writer, dtype, sides + 1, rank - 1);
    }
    host_text_printf(writer->out, "]");
}

/* [('name', dtype, shape), ...] */
static void add_fields(JsonWriter *writer, const char *fields)
{
    const char *at = fields + 1;
    host_text_printf(writer->out, "{");
    for (bool is_first = true; *at == '('; is_first = false) {
        const char *name = at + 2, *end = strchr(name, '\'');
        const char *dtype = end + 3, *shape = host_skip_literal(dtype, ')');
        const char *close = *shape == ',' ? host_skip_literal(shape + 2, ')') : shape;
        uint64_t sides[MAX_SIDES];
        uint32_t rank = *shape == ',' ? parse_shape(shape, sides) : 0;
        host_text_printf(writer->out, "%s\"%.*s\": ", is_first ? "" : ", ", (int)(end - name),
                         name);
        add_shaped(writer, dtype, sides, rank);
        at = close + 1;
        at += strspn(at, ", ");
    }
    host_text_printf(writer->out, "}");
}

/* The scalars of an element without names, in a row. */
static void add_scalars(JsonWriter *writer)
{
    host_text_printf(writer->out, "[");
    for (uint32_t i = 0; i < writer->layout->count; i++) {
        add_text(writer->out, i ? ", " : "");
        add_next(writer);
    }
    host_text_printf(writer->out, "]");
}

static void add_elements(Text *out, const Array *array, const Layout *layout)
{
    size_t count = array->bytes / layout->bytes;
    for (size_t i = 0; i < count; i++) {
        JsonWriter writer = {out, layout, array->data + i * layout->bytes, 0};
        host_text_printf(out, "%s\n  ", i ? "," : "");
        if (layout->dtype)
            add_fields(&writer, layout->dtype);
        else
            add_scalars(&writer);
    }
}

/* Numbers with a shape: arrays of arrays; the outermost has its items on lines of their own. */
static const uint8_t *add_numbers(Text *out, const Array *array, uint32_t level, uint32_t rank,
                                  const uint8_t *at)
{
    if (level == rank) {
        add_number(out, array->number, at);
        return at + host_number(array->number)->bytes;
    }
    add_text(out, level ? "[" : "");
    for (size_t i = 0; i < array->dims[level]; i++) {
        add_text(out, level ? (i ? ", " : "") : (i ? ",\n  " : "\n  "));
        at = add_numbers(out, array, level + 1, rank, at);
    }
    add_text(out, level ? "]" : "");
    return at;
}

bool host_write_json(Report *report, const Array *array, const Layout *layout, const char *option,
                     Text *out)
{
    (void)report, (void)option;
    bool has_one = array->meaning == MEANING_PICTURE && array->dims[array->rank - 1] == 1;
    host_text_printf(out, "[");
    if (array->meaning == MEANING_BYTES && layout)
        add_elements(out, array, layout);
    else
        add_numbers(out, array, 0, array->rank - has_one, array->data);
    host_text_printf(out, "\n]\n");
    return true;
}
