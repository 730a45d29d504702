/* The reader's part about what hosts must know of resources. */
#include "ir/read_priv.h"

#include <ctype.h>
#include <stdlib.h>

static uint32_t read_u32(Reader *reader) { return (uint32_t)read_number(reader, 0, UINT32_MAX); }

static const char *read_choice_word(Reader *reader, Words words, const char *what)
{
    return words.items[read_choice(reader, words, what)];
}

/* `"float4"`: anything that C can hold in a string. */
static const char *read_quoted(Reader *reader)
{
    read_skip_blanks(reader);
    if (*reader->at != '"')
        read_fail(reader, "expected a type in quotes");
    return read_name(reader);
}

static float read_float(Reader *reader)
{
    uint64_t bits = 0;
    float value;
    read_skip_blanks(reader);
    size_t length = strcspn(reader->at, " \t\r\n;");
    const char *text = arena_copy_text(reader->arena, reader->at, length);
    if (ir_parse_constant(IR_F32, text, &bits))
        reader->at += length;
    else
        read_fail(reader, "'%s' is no number", text);
    uint32_t low = (uint32_t)bits;
    memcpy(&value, &low, sizeof value);
    return value;
}

static const IrStaticSampler *read_sampler_state(Reader *reader)
{
    IrStaticSampler *sampler = ARENA_NEW(reader->arena, IrStaticSampler);
    for (int i = 0; i < 3; i++)
        sampler->filter[i] = read_choice_word(reader, FILTER_WORDS, "filter");
    for (int i = 0; i < 3; i++)
        sampler->address[i] = read_choice_word(reader, ADDRESS_WORDS, "address mode");
    sampler->comparison = read_choice_word(reader, COMPARISON_WORDS, "comparison");
    sampler->bias = read_float(reader);
    sampler->min_level = read_float(reader);
    sampler->max_level = read_float(reader);
    for (int i = 0; i < 4; i++)
        sampler->border[i] = read_float(reader);
    return sampler;
}

/* `t3` */
static void read_register(Reader *reader, IrResourceInfo *info)
{
    read_skip_blanks(reader);
    if (!*reader->at || !strchr("btus", *reader->at))
        read_fail(reader, "expected a register: b, t, u or s and its number");
    else
        info->register_class = *reader->at++;
    info->register_index = read_u32(reader);
}

bool read_resource_attribute(Reader *reader, ReadInfo *read)
{
    IrResourceInfo *info = &read->info;
    if (read_accept_word(reader, "register")) {
        read->has_register = true;
        read_register(reader, info);
    } else if (read_accept_word(reader, "space")) {
        info->space = read_u32(reader);
    } else if (read_accept_word(reader, "type")) {
        info->type = read_quoted(reader);
    } else if (read_accept_word(reader, "kind")) {
        info->kind = read_choice_word(reader, KIND_WORDS, "kind of resource");
    } else if (read_accept_word(reader, "holds")) {
        info->scalar = read_choice_word(reader, MEMORY_WORDS, "kind of number");
        read_expect_word(reader, "x");
        info->components = read_u32(reader);
    } else if (read_accept_word(reader, "counter")) {
        info->has_counter = true;
    } else if (read_accept_word(reader, "state")) {
        info->sampler = read_sampler_state(reader);
    } else {
        return false;
    }
    return true;
}

/* `0x0000803f`: bytes in the order of memory. */
static void read_default(Reader *reader, IrField *field)
{
    read_expect(reader, "0x");
    size_t digits = 0;
    while (isxdigit((unsigned char)reader->at[digits]))
        digits++;
    uint8_t *bytes = arena_alloc(reader->arena, digits / 2 + 1);
    for (size_t i = 0; i < digits / 2; i++)
        bytes[i] = (uint8_t)strtoul((const char[]){reader->at[2 * i], reader->at[2 * i + 1], '\0'},
                                    NULL, 16);
    if (digits % 2 != 0)
        read_fail(reader, "a byte has two digits");
    else
        reader->at += digits;
    field->default_value = bytes;
    field->default_size = (uint32_t)(digits / 2);
}

static void read_field_attributes(Reader *reader, IrField *field)
{
    if (read_accept_word(reader, "holds")) {
        field->scalar = read_choice_word(reader, MEMORY_WORDS, "kind of number");
        field->rows = read_u32(reader);
        read_expect_word(reader, "x");
        field->columns = read_u32(reader);
    }
    if (read_accept_word(reader, "strides")) {
        field->row_stride = read_u32(reader);
        field->column_stride = read_u32(reader);
    }
    if (read_accept_word(reader, "array")) {
        field->array_count = read_u32(reader);
        read_expect_word(reader, "stride");
        field->array_stride = read_u32(reader);
    }
    if (read_accept_word(reader, "is"))
        read_default(reader, field);
}

static void read_field(Reader *reader, ReadInfo *read)
{
    IrField field = {0};
    read_expect(reader, "$");
    field.name = read_name(reader);
    field.type = read_quoted(reader);
    reflection_usual_field(&field);
    read_expect_word(reader, "at");
    field.offset = read_u32(reader);
    read_field_attributes(reader, &field);
    read_end_line(reader);
    vec_push(reader->arena, &read->fields, field);
}

void read_fields(Reader *reader, ReadInfo *read)
{
    while (!reader->error && read_accept_word(reader, "field"))
        read_field(reader, read);
}

/* ---- behind all declarations ---- */

/* What the line of the resource does not say. */
static void complete(Reader *reader, IrResourceInfo *info, const ReadInfo *read)
{
    IrResourceInfo usual = reflection_usual_info(reader->arena, read->info.resource);
    *info = read->info;
    if (info->type == NULL)
        info->type = usual.type;
    if (info->kind == NULL)
        info->kind = usual.kind;
    if (info->scalar == NULL)
        reflection_usual_holds(info);
    if (!read->has_register)
        info->register_class = usual.register_class;
    info->fields = read->fields.items;
    info->field_count = read->fields.count;
}

void read_reflection(Reader *reader)
{
    int count = reader->infos.count;
    IrReflection *reflection = ARENA_NEW(reader->arena, IrReflection);
    *reflection = (IrReflection){ARENA_ARRAY(reader->arena, IrResourceInfo, count + 1), count, 0};
    for (int i = 0; i < count; i++) {
        const IrResource *resource = reader->infos.items[i].info.resource;
        uint32_t end = resource->first_row + ir_bound_rows(resource);
        complete(reader, &reflection->resources[i], &reader->infos.items[i]);
        reflection->row_count = end > reflection->row_count ? end : reflection->row_count;
    }
    for (int i = 0; i < count; i++)
        if (!reader->infos.items[i].has_register)
            reflection->resources[i].register_index = reflection_usual_register(
                reflection, &reflection->resources[i]);
    reader->kernel->reflection = reflection;
}
