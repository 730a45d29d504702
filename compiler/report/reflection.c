/* --emit=reflection: what ID3D12ShaderReflection tells of each kernel, as JSON by the names of
 * d3d12shader.h and d3dcommon.h. Resources come in dxc's order: constant buffers, samplers, what is
 * read, what is written. */
#include "report_priv.h"

#include <stdlib.h>

/* ---- words ---- */

/* By IrResourceInfo.kind. */
static const struct { const char *kind, *type, *dimension; } KINDS[] = {
    {"CBUFFER", "CBUFFER", "UNKNOWN"},
    {"BUFFER", "TEXTURE", "BUFFER"},
    {"RWBUFFER", "UAV_RWTYPED", "BUFFER"},
    {"STRUCTURED", "STRUCTURED", "BUFFER"},
    {"RWSTRUCTURED", "UAV_RWSTRUCTURED", "BUFFER"},
    {"APPEND", "UAV_APPEND_STRUCTURED", "BUFFER"},
    {"CONSUME", "UAV_CONSUME_STRUCTURED", "BUFFER"},
    {"BYTEADDRESS", "BYTEADDRESS", "BUFFER"},
    {"RWBYTEADDRESS", "UAV_RWBYTEADDRESS", "BUFFER"},
    {"TEXTURE1D", "TEXTURE", "TEXTURE1D"},
    {"TEXTURE1D_ARRAY", "TEXTURE", "TEXTURE1DARRAY"},
    {"TEXTURE2D", "TEXTURE", "TEXTURE2D"},
    {"TEXTURE2D_ARRAY", "TEXTURE", "TEXTURE2DARRAY"},
    {"TEXTURE2DMS", "TEXTURE", "TEXTURE2DMS"},
    {"TEXTURE2DMS_ARRAY", "TEXTURE", "TEXTURE2DMSARRAY"},
    {"TEXTURE3D", "TEXTURE", "TEXTURE3D"},
    {"TEXTURECUBE", "TEXTURE", "TEXTURECUBE"},
    {"TEXTURECUBE_ARRAY", "TEXTURE", "TEXTURECUBEARRAY"},
    {"RWTEXTURE1D", "UAV_RWTYPED", "TEXTURE1D"},
    {"RWTEXTURE1D_ARRAY", "UAV_RWTYPED", "TEXTURE1DARRAY"},
    {"RWTEXTURE2D", "UAV_RWTYPED", "TEXTURE2D"},
    {"RWTEXTURE2D_ARRAY", "UAV_RWTYPED", "TEXTURE2DARRAY"},
    {"RWTEXTURE3D", "UAV_RWTYPED", "TEXTURE3D"},
    {"SAMPLER", "SAMPLER", "UNKNOWN"},
    {"SAMPLER_COMPARISON", "SAMPLER", "UNKNOWN"},
};

static int find_kind(const IrResourceInfo *info)
{
    int found = 0;
    while (found < COUNT_OF(KINDS) - 1 && strcmp(KINDS[found].kind, info->kind) != 0)
        found++;
    return found;
}

/* By IrResourceInfo.scalar and IrField.scalar. */
static const struct { const char *scalar, *returned, *number; } NUMBERS[] = {
    {"UNORM", "UNORM", "FLOAT"}, {"SNORM", "SNORM", "FLOAT"}, {"I16", "SINT", "INT16"},
    {"I32", "SINT", "INT"},      {"I64", "SINT", "INT64"},    {"U16", "UINT", "UINT16"},
    {"U32", "UINT", "UINT"},     {"U64", "UINT", "UINT64"},   {"F16", "FLOAT", "FLOAT16"},
    {"F32", "FLOAT", "FLOAT"},   {"F64", "DOUBLE", "DOUBLE"}, {"BOOL", "UINT", "BOOL"},
};

static int find_number(const char *scalar)
{
    int found = 0;
    while (found < COUNT_OF(NUMBERS) - 1 && strcmp(NUMBERS[found].scalar, scalar) != 0)
        found++;
    return found;
}

/* ---- what is told of: the kernel's resources that it uses ---- */

typedef VEC(const IrResourceInfo *) InfoList;

static bool is_constant(const IrResourceInfo *info)
{
    return info->resource->shape == IR_SHAPE_CBUFFER;
}
static bool is_structured(const IrResourceInfo *info)
{
    return info->resource->shape == IR_SHAPE_STRUCT;
}

static InfoList find_bound(Arena *arena, const IrKernel *kernel)
{
    static const char CLASSES[] = "bstu";
    InfoList bound = {0};
    for (const char *class = CLASSES; *class != '\0'; class ++)
        for (int i = 0; i < kernel->reflection->resource_count; i++) {
            const IrResourceInfo *info = &kernel->reflection->resources[i];
            if (info->register_class == *class && !reflection_is_of_heap(info) &&
                reflection_is_used(kernel, info->resource))
                vec_push(arena, &bound, info);
        }
    return bound;
}

static InfoList find_buffers(Arena *arena, const InfoList *bound)
{
    InfoList buffers = {0};
    for (int i = 0; i < bound->count; i++)
        if (is_constant(bound->items[i]) || is_structured(bound->items[i]))
            vec_push(arena, &buffers, bound->items[i]);
    return buffers;
}

/* ---- variables ---- */

/* Of IR text, which has fields alone: "light.at". */
static IrShaderVariable variable_of_field(const IrField *field)
{
    IrShaderVariable variable = {.name = field->name, .type = field->type, .offset = field->offset,
                                 .rows = field->rows, .columns = field->columns,
                                 .elements = field->array_count, .class = "D3D_SVC_SCALAR"};
    uint32_t last = (field->rows - 1) * field->row_stride +
                    (field->columns - 1) * field->column_stride;
    uint32_t number = field->columns > 1 && field->rows == 1 ? field->column_stride : 4;
    variable.size = last + number;
    if (field->array_count > 0)
        variable.size += (field->array_count - 1) * field->array_stride;
    if (field->rows > 1)
        variable.class = field->row_stride > field->column_stride ? "D3D_SVC_MATRIX_ROWS"
                                                                  : "D3D_SVC_MATRIX_COLUMNS";
    else if (field->columns > 1)
        variable.class = "D3D_SVC_VECTOR";
    return variable;
}

enum { LARGEST_BUFFER = 65536 /* bytes: 4096 registers */ };

/* The field's numbers, which are packed tightly, to where they lie. */
static void put_default(uint8_t *bytes, uint32_t size, const IrShaderVariable *variable,
                        const IrField *field)
{
    uint64_t count = field->array_count ? field->array_count : 1, numbers = 0;
    uint64_t all = count * field->rows * field->columns;
    uint64_t width = all > 0 ? field->default_size / all : 0;
    const uint8_t *from = field->default_value;
    for (uint64_t element = 0; element < count && width > 0; element++)
        for (uint64_t row = 0; row < field->rows; row++)
            for (uint64_t column = 0; column < field->columns; column++, numbers++) {
                uint64_t at = field->offset - variable->offset + element * field->array_stride +
                              row * field->row_stride + column * field->column_stride;
                if (at + width <= size)
                    memcpy(bytes + at, from + numbers * width, width);
            }
}

/* The bytes that the variable begins with, as they lie in the buffer; null: no initialiser. */
static void print_default(Text *out, const IrResourceInfo *info, const IrShaderVariable *variable)
{
    bool has_default = false, is_sound = variable->size <= LARGEST_BUFFER;
    uint8_t *bytes = zeroed_new(is_sound ? variable->size + 1 : 1, 1);
    for (int i = 0; i < info->field_count && is_sound; i++) {
        const IrField *field = &info->fields[i];
        bool is_in = field->offset >= variable->offset &&
                     field->offset - variable->offset < variable->size;
        if (is_in && field->default_value != NULL) {
            put_default(bytes, variable->size, variable, field);
            has_default = true;
        }
    }
    text_printf(out, has_default ? "\"" : "null");
    for (uint32_t i = 0; i < variable->size && has_default; i++)
        text_printf(out, "%02x", bytes[i]);
    text_printf(out, has_default ? "\"" : "");
    free(bytes);
}

static void print_indent(Text *out, int depth) { text_printf(out, "\n%*s", depth, ""); }

/* D3D12_SHADER_TYPE_DESC; `offset`: in the struct that it is a member of. */
static void print_type(Text *out, const IrShaderVariable *variable, uint32_t offset, int depth)
{
    text_printf(out, "{\"Name\": ");
    text_add_json(out, variable->type);
    text_printf(out,
                ", \"Class\": \"%s\", \"Type\": \"%s\", \"Rows\": %u, \"Columns\": %u, "
                "\"Elements\": %u, \"Offset\": %u, \"Members\": [",
                variable->class, variable->number, variable->rows, variable->columns,
                variable->elements, offset);
    for (int i = 0; i < variable->member_count; i++) {
        const IrShaderVariable *member = &variable->members[i];
        text_printf(out, i > 0 ? "," : "");
        print_indent(out, depth + 1);
        text_printf(out, "{\"Name\": ");
        text_add_json(out, member->name);
        text_printf(out, ", \"Type\": ");
        print_type(out, member, member->offset, depth + 1);
        text_printf(out, "}");
    }
    text_printf(out, "]}");
}

static void print_variable(Text *out, const IrKernel *kernel, const IrResourceInfo *info,
                           const IrShaderVariable *variable)
{
    bool is_used = is_structured(info) ||
                   reflection_reads(kernel, info, variable->offset, variable->size);
    text_printf(out, "\n   {\"Name\": ");
    text_add_json(out, variable->name);
    text_printf(out, ", \"StartOffset\": %u, \"Size\": %u, \"uFlags\": [%s], \"DefaultValue\": ",
                variable->offset, variable->size, is_used ? "\"D3D_SVF_USED\"" : "");
    print_default(out, info, variable);
    text_printf(out, ",\n    \"Type\": ");
    print_type(out, variable, 0, 4);
    text_printf(out, "}");
}

/* D3D12_SHADER_BUFFER_DESC */
static void print_buffer(Text *out, const IrKernel *kernel, const IrResourceInfo *info)
{
    const char *type = is_structured(info)           ? "D3D_CT_RESOURCE_BIND_INFO"
                       : info->register_class == 't' ? "D3D_CT_TBUFFER"
                                                     : "D3D_CT_CBUFFER";
    bool has_tree = info->variables != NULL;
    int count = has_tree ? info->variable_count : info->field_count;
    text_printf(out, "\n  {\"Name\": ");
    text_add_json(out, info->resource->name);
    text_printf(out, ", \"Type\": \"%s\", \"Size\": %u, \"Variables\": [", type,
                is_structured(info) ? info->resource->stride : info->resource->size);
    for (int i = 0; i < count; i++) {
        char number[32];
        IrShaderVariable variable =
            has_tree ? info->variables[i] : variable_of_field(&info->fields[i]);
        if (!has_tree) {
            snprintf(number, sizeof number, "D3D_SVT_%s",
                     NUMBERS[find_number(info->fields[i].scalar)].number);
            variable.number = number;
        }
        text_printf(out, i > 0 ? "," : "");
        print_variable(out, kernel, info, &variable);
    }
    text_printf(out, "]}");
}

/* ---- D3D12_SHADER_INPUT_BIND_DESC ---- */

static bool has_texels(const IrResourceInfo *info)
{
    return info->resource->shape == IR_SHAPE_TYPED || info->resource->element.components > 0;
}

/* "" where D3D has 0. */
static const char *return_type(const IrResourceInfo *info)
{
    if (has_texels(info))
        return NUMBERS[find_number(info->scalar)].returned;
    if (is_constant(info))
        return info->register_class == 't' ? "UINT" : "";
    return info->resource->shape == IR_SHAPE_SAMPLER ? "" : "MIXED";
}

/* A stride of structured buffers; -1 of textures without samples. */
static uint32_t sample_count(const IrResourceInfo *info)
{
    if (is_structured(info))
        return info->resource->stride;
    if (has_texels(info))
        return info->samples > 0 ? (uint32_t)info->samples : UINT32_MAX;
    return is_constant(info) && info->register_class == 't' ? UINT32_MAX : 0;
}

static const char *bind_flags(const IrResourceInfo *info)
{
    static const char *const COMPONENTS[] = {
        "", "", "\"D3D_SIF_TEXTURE_COMPONENT_0\"", "\"D3D_SIF_TEXTURE_COMPONENT_1\"",
        "\"D3D_SIF_TEXTURE_COMPONENT_0\", \"D3D_SIF_TEXTURE_COMPONENT_1\""};
    if (strcmp(info->kind, "SAMPLER_COMPARISON") == 0)
        return "\"D3D_SIF_COMPARISON_SAMPLER\"";
    return has_texels(info) && info->components <= 4 ? COMPONENTS[info->components] : "";
}

static const char *input_type(const IrResourceInfo *info)
{
    bool counts = info->has_counter && strcmp(info->kind, "RWSTRUCTURED") == 0;
    if (is_constant(info) && info->register_class == 't')
        return "TBUFFER";
    return counts ? "UAV_RWSTRUCTURED_WITH_COUNTER" : KINDS[find_kind(info)].type;
}

static void print_bound(Text *out, const IrResourceInfo *info)
{
    const char *returned = return_type(info);
    bool is_tbuffer = is_constant(info) && info->register_class == 't';
    uint32_t array = info->resource->array_count;
    text_printf(out, "\n  {\"Name\": ");
    text_add_json(out, info->resource->name);
    text_printf(out,
                ", \"Type\": \"D3D_SIT_%s\", \"BindPoint\": %u, \"BindCount\": %u, "
                "\"Space\": %u,\n   \"ReturnType\": ",
                input_type(info), info->register_index,
                array == UINT32_MAX ? 0 : array == 0 ? 1 : array, info->space);
    text_printf(out, *returned != '\0' ? "\"D3D_RETURN_TYPE_%s\"" : "0", returned);
    text_printf(out,
                ", \"Dimension\": \"D3D_SRV_DIMENSION_%s\", \"NumSamples\": %u, "
                "\"uFlags\": [%s]}",
                is_tbuffer ? "BUFFER" : KINDS[find_kind(info)].dimension, sample_count(info),
                bind_flags(info));
}

/* ---- the shader ---- */

enum { COMPUTE_SHADER = 5 }; /* D3D12_SHVER_COMPUTE_SHADER */

static void print_needs(Text *out, const IrKernel *kernel)
{
    uint32_t bits = 0;
    const char *between = "";
    text_printf(out, " \"Requires\": [");
    for (int i = 0; i < REFLECTION_NEED_COUNT; i++)
        if (reflection_needs(kernel, &REFLECTION_NEEDS[i])) {
            bits |= REFLECTION_NEEDS[i].bit;
            text_printf(out, "%s\"D3D_SHADER_REQUIRES_%s\"", between, REFLECTION_NEEDS[i].name);
            between = ", ";
        }
    text_printf(out, "],\n \"RequiresFlags\": %u,\n", bits);
}

/* D3D12_SHADER_DESC */
static void print_desc(Text *out, const ReflectedShader *shader, const IrKernel *kernel,
                       const InfoList *bound, const InfoList *buffers)
{
    text_printf(out, " \"Desc\": {\"Version\": %d, \"Creator\": ",
                COMPUTE_SHADER << 16 | shader->model_major << 4 | shader->model_minor);
    text_add_json(out, shader->creator);
    text_printf(out, ", \"ConstantBuffers\": %d, \"BoundResources\": %d", buffers->count,
                bound->count);
    for (int i = 0; i < REFLECTION_COUNT_COUNT; i++)
        text_printf(out, ",\n  \"%s\": %d", REFLECTION_COUNTS[i].name,
                    reflection_count(kernel, &REFLECTION_COUNTS[i]));
    text_printf(out, "},\n");
}

static void print_waves(Text *out, const IrKernel *kernel)
{
    if (kernel->most_wave_size > 0)
        text_printf(out, " \"WaveSize\": {\"Min\": %d, \"Max\": %d, \"Preferred\": %d},\n",
                    kernel->least_wave_size, kernel->most_wave_size, kernel->preferred_wave_size);
    else
        text_printf(out, " \"WaveSize\": null,\n");
}

static void print_kernel(Text *out, const ReflectedShader *shader, const IrKernel *kernel)
{
    Arena *arena = arena_new("reflection");
    InfoList bound = find_bound(arena, kernel), buffers = find_buffers(arena, &bound);
    text_printf(out, "{\"EntryPoint\": ");
    text_add_json(out, kernel->name);
    text_printf(out,
                ", \"wave_size\": %d,\n \"ThreadGroupSize\": {\"X\": %u, \"Y\": %u, \"Z\": %u, "
                "\"Total\": %u},\n",
                kernel->wave_size, kernel->threads[0], kernel->threads[1], kernel->threads[2],
                ir_group_size(kernel));
    print_waves(out, kernel);
    text_printf(out, " \"GroupSharedBytes\": %lld,\n", (long long)ir_shared_bytes(kernel));
    print_needs(out, kernel);
    print_desc(out, shader, kernel, &bound, &buffers);
    text_printf(out, " \"ConstantBuffers\": [");
    for (int i = 0; i < buffers.count; i++) {
        text_printf(out, i > 0 ? "," : "");
        print_buffer(out, kernel, buffers.items[i]);
    }
    text_printf(out, "],\n \"BoundResources\": [");
    for (int i = 0; i < bound.count; i++) {
        text_printf(out, i > 0 ? "," : "");
        print_bound(out, bound.items[i]);
    }
    text_printf(out, "]}");
    arena_drop(arena);
}

void report_reflection(Text *out, const ReflectedShader *shader)
{
    text_printf(out, "[");
    for (int i = 0; i < shader->kernel_count; i++) {
        text_printf(out, i > 0 ? ",\n" : "");
        print_kernel(out, shader, shader->kernels[i]);
    }
    text_printf(out, "]\n");
}
