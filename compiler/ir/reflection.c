/* What the text form leaves out of a resource's line, since it follows from the rest of it:
 *
 *     srv $In tex2d<f32x4> row 0      Texture2D<float4>, register t0, of F32 x 4
 *
 * The n-th resource of a register class (by index) is in its register n of space 0; what a resource
 * or a field holds follows from how its type is spelled. */
#include "ir/reflection_priv.h"

#include <stdlib.h>

const Words KIND_WORDS = WORDS("CBUFFER", "BUFFER", "RWBUFFER", "STRUCTURED", "RWSTRUCTURED",
                               "APPEND", "CONSUME", "BYTEADDRESS", "RWBYTEADDRESS", "TEXTURE1D",
                               "TEXTURE1D_ARRAY", "TEXTURE2D", "TEXTURE2D_ARRAY", "TEXTURE3D",
                               "TEXTURECUBE", "TEXTURECUBE_ARRAY", "TEXTURE2DMS",
                               "TEXTURE2DMS_ARRAY", "RWTEXTURE1D", "RWTEXTURE1D_ARRAY",
                               "RWTEXTURE2D", "RWTEXTURE2D_ARRAY", "RWTEXTURE3D", "SAMPLER",
                               "SAMPLER_COMPARISON");
const Words MEMORY_WORDS = WORDS("BOOL", "I16", "U16", "I32", "U32", "I64", "U64", "F16", "F32",
                                 "F64", "UNORM", "SNORM");
const Words FILTER_WORDS = WORDS("POINT", "LINEAR");
const Words ADDRESS_WORDS = WORDS("WRAP", "MIRROR", "CLAMP", "BORDER", "MIRROR_ONCE");
const Words COMPARISON_WORDS = WORDS("NEVER", "LESS", "EQUAL", "LESS_EQUAL", "GREATER", "NOT_EQUAL",
                                     "GREATER_EQUAL", "ALWAYS");

/* ---- from the type's spelling ---- */

typedef struct Number { /* by name, as memory holds it */
    const char *name, *memory;
    uint32_t bytes;
} Number;

static const Number NUMBERS[] = {
    {"bool", "BOOL", 4}, {"int16_t", "I16", 2}, {"uint16_t", "U16", 2}, {"int64_t", "I64", 8},
    {"uint64_t", "U64", 8},
    {"int", "I32", 4}, {"uint", "U32", 4}, {"half", "F16", 2}, {"float", "F32", 4},
    {"double", "F64", 8},
};

/* One digit of float3x4. */
static bool parse_side(const char **at, uint32_t *side)
{
    bool is_side = **at >= '1' && **at <= '4';
    *side = is_side ? (uint32_t)(*(*at)++ - '0') : 1;
    return is_side;
}

/* "float", "float3", "float3x4", up to the end or a '>'; NULL: none of these. */
static const Number *parse_spelling(const char *text, uint32_t *rows, uint32_t *columns)
{
    for (int i = 0; i < COUNT_OF(NUMBERS); i++) {
        size_t length = strlen(NUMBERS[i].name);
        const char *at = text + length;
        if (strncmp(text, NUMBERS[i].name, length) != 0)
            continue;
        *rows = 1;
        if (parse_side(&at, columns) && *at == 'x') {
            at++;
            *rows = *columns;
            parse_side(&at, columns);
        }
        if (*at == '\0' || *at == '>')
            return &NUMBERS[i];
    }
    return NULL;
}

void reflection_usual_holds(IrResourceInfo *info)
{
    const char *inside = strchr(info->type, '<');
    uint32_t rows = 1, columns = 1;
    const Number *number = inside != NULL ? parse_spelling(inside + 1, &rows, &columns) : NULL;
    info->scalar = number != NULL ? number->memory : "U32";
    info->components = number != NULL ? rows * columns : 1;
}

void reflection_usual_field(IrField *field)
{
    uint32_t rows = 1, columns = 1;
    const Number *number = parse_spelling(field->type, &rows, &columns);
    field->scalar = number != NULL ? number->memory : "U32";
    field->rows = number != NULL ? rows : 1;
    field->columns = number != NULL ? columns : 1;
    field->row_stride = 0;
    field->column_stride = number != NULL ? number->bytes : 4;
}

/* ---- from the shape ---- */

typedef struct Family { /* of resources of one shape */
    const char *kind, *type; /* as of SRVs; UAVs have RW before them */
    bool has_element;        /* <> */
} Family;

static const Family FAMILIES[] = {
    [IR_SHAPE_CBUFFER] = {"CBUFFER", "ConstantBuffer", true},
    [IR_SHAPE_TYPED] = {"BUFFER", "Buffer", true},
    [IR_SHAPE_STRUCT] = {"STRUCTURED", "StructuredBuffer", true},
    [IR_SHAPE_RAW] = {"BYTEADDRESS", "ByteAddressBuffer", false},
    [IR_SHAPE_TEX1D] = {"TEXTURE1D", "Texture1D", true},
    [IR_SHAPE_TEX2D] = {"TEXTURE2D", "Texture2D", true},
    [IR_SHAPE_TEX3D] = {"TEXTURE3D", "Texture3D", true},
    [IR_SHAPE_SAMPLER] = {"SAMPLER", "SamplerState", false},
};

static char class_letter(const IrResource *resource)
{
    if (resource->shape == IR_SHAPE_SAMPLER)
        return 's';
    return resource->class == IR_CBV ? 'b' : resource->class == IR_SRV ? 't' : 'u';
}

/* Structured buffers of a few words hold words. */
static IrType element_of(const IrResource *resource)
{
    bool is_words = resource->shape == IR_SHAPE_STRUCT && resource->stride % 4 == 0 &&
                    resource->stride <= 16;
    if (is_words && resource->stride > 0)
        return (IrType){IR_I32, (uint8_t)(resource->stride / 4)};
    return ir_has_element(resource->shape) ? resource->element : ir_scalar(IR_I32);
}

static const char *spell_element(Arena *arena, const IrResource *resource)
{
    static const char *const NAMES[IR_SCALAR_COUNT] = {
        [IR_I1] = "bool",  [IR_I16] = "uint16_t", [IR_I32] = "uint",  [IR_I64] = "uint64_t",
        [IR_F16] = "half", [IR_F32] = "float",    [IR_F64] = "double"};
    IrType type = element_of(resource);
    const char *name = NAMES[type.scalar] != NULL ? NAMES[type.scalar] : "uint";
    if (resource->shape == IR_SHAPE_CBUFFER)
        return resource->name;
    if (resource->shape == IR_SHAPE_STRUCT &&
        (resource->stride == 0 || resource->stride > 16 || resource->stride % 4 != 0))
        return "struct";
    return type.components > 1 ? arena_printf(arena, "%s%d", name, type.components) : name;
}

IrResourceInfo reflection_usual_info(Arena *arena, IrResource *resource)
{
    const Family *family = &FAMILIES[resource->shape];
    const char *prefix = resource->class == IR_UAV ? "RW" : "", *kind = family->kind,
               *type = family->type;
    bool is_array = resource->is_array && !resource->is_cube;
    if (resource->is_cube)
        kind = "TEXTURECUBE", type = "TextureCube";
    type = arena_printf(arena, "%s%s%s", prefix, type, is_array ? "Array" : "");
    if (family->has_element)
        type = arena_printf(arena, "%s<%s>", type, spell_element(arena, resource));
    return (IrResourceInfo){.resource = resource,
                            .type = type,
                            .register_class = class_letter(resource),
                            .kind = arena_printf(arena, "%s%s%s", prefix, kind,
                                                 is_array ? "_ARRAY" : "")};
}

uint32_t reflection_usual_register(const IrReflection *reflection, const IrResourceInfo *info)
{
    uint32_t before = 0;
    for (int i = 0; i < reflection->resource_count; i++) {
        const IrResourceInfo *other = &reflection->resources[i];
        before += other->register_class == info->register_class &&
                  other->resource->index < info->resource->index;
    }
    return before;
}
