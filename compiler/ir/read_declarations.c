/* The reader's declarations: `uav $Out struct stride 20 row 2`, `shared $g_minZ f32[7] group`. */
#include "ir/read_priv.h"

static void read_shape(Reader *reader, IrResource *resource)
{
    static const char SUFFIX[] = "_array";
    size_t suffix = sizeof SUFFIX - 1;
    Slice word = read_word(reader);
    resource->is_array = word.length > suffix &&
                         memcmp(word.text + word.length - suffix, SUFFIX, suffix) == 0;
    if (resource->is_array)
        word.length -= suffix;
    int shape = ir_find_word(SHAPE_WORDS, word);
    if (shape < 0)
        read_fail(reader, "'%.*s' is no shape of a resource", (int)word.length, word.text);
    resource->shape = shape < 0 ? 0 : (IrResourceShape)shape;
    if (ir_has_element(resource->shape)) {
        read_expect(reader, "<");
        resource->element = read_type(reader);
        read_expect(reader, ">");
        resource->stride = (uint32_t)op_scalar_bytes(resource->element.scalar) *
                           resource->element.components;
    }
}

/* One `word number`; false at the line's end. */
static bool read_attribute(Reader *reader, IrResource *resource)
{
    struct { const char *word; uint32_t *field; } fields[] = {
        {"stride", &resource->stride}, {"size", &resource->size}, {"row", &resource->first_row},
        {"array", &resource->array_count},
    };
    for (int i = 0; i < COUNT_OF(fields); i++)
        if (read_accept_word(reader, fields[i].word)) {
            *fields[i].field = (uint32_t)read_number(reader, 0, UINT32_MAX);
            return true;
        }
    if (read_accept_word(reader, "index"))
        resource->index = (int)read_number(reader, 0, INT32_MAX);
    else if (read_accept_word(reader, "cube"))
        resource->is_cube = true;
    else if (read_accept_word(reader, "coherent"))
        resource->is_coherent = true;
    else
        return false;
    return true;
}

typedef enum Use { USED, UNUSED /* by this kernel */ } Use;

static void read_resource(Reader *reader, IrResourceClass class, Use use)
{
    IrResource *resource = ARENA_NEW(reader->arena, IrResource);
    ReadInfo read = {.info.resource = resource, .info.pos = read_position(reader)};
    resource->class = class;
    resource->index = reader->infos.count;
    read_expect(reader, "$");
    resource->name = read_name(reader);
    read_shape(reader, resource);
    while (!reader->error &&
           (read_attribute(reader, resource) || read_resource_attribute(reader, &read)))
        continue;
    if (use == USED)
        vec_push(reader->arena, &reader->kernel->resources, resource);
    read_end_line(reader);
    read_fields(reader, &read);
    vec_push(reader->arena, &reader->infos, read);
}

static void read_variable(Reader *reader, IrVariableKind kind)
{
    SourcePos pos = read_position(reader);
    read_expect(reader, "$");
    const char *name = read_name(reader);
    IrType type = read_type(reader);
    int64_t count = 1;
    if (read_accept(reader, "[")) {
        count = read_number(reader, 0, INT32_MAX);
        read_expect(reader, "]");
    }
    IrVariable *variable = ir_variable_new(reader->kernel, name, kind, type, count, pos);
    variable->starts_at_zero = kind == IR_WAVE_VALUE && type.scalar == IR_I1; /* it may be a flag */
    read_skip_blanks(reader);
    if (read_is_word_byte(*reader->at))
        variable->level = (IrLevel)read_choice(reader, LEVEL_WORDS, "level");
    read_end_line(reader);
}

void read_declaration(Reader *reader)
{
    Use use = read_accept_word(reader, "unused") ? UNUSED : USED;
    Slice word = read_word(reader);
    int class = ir_find_word(CLASS_WORDS, word),
        kind = use == USED ? ir_find_word(VARIABLE_WORDS, word) : -1;
    if (class >= 0)
        read_resource(reader, (IrResourceClass)class, use);
    else if (kind >= 0)
        read_variable(reader, (IrVariableKind)kind);
    else
        read_fail(reader, "'%.*s' declares nothing", (int)word.length, word.text);
}
