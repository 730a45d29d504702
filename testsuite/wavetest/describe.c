/* pipeline.yaml: the entry point, the dispatch, buffers, samplers, bindings and the rules that
 * results must meet. The keys and their meaning are those of the suite's
 * lib/Support/Pipeline.cpp. */
#include "describe_priv.h"

#include <stdlib.h>

/* No test's buffer is larger: a wrong FillSize should not take the machine's memory. */
enum { MAX_BUFFER_BYTES = 1 << 28 };

/*                          name                 class written missing */
const KindRow KINDS[KIND_COUNT] = {
    [KIND_BUFFER] = {"Buffer", 't', false, NULL},
    [KIND_STRUCTURED] = {"StructuredBuffer", 't', false, NULL},
    [KIND_BYTEADDRESS] = {"ByteAddressBuffer", 't', false, NULL},
    [KIND_TEXTURE2D] = {"Texture2D", 't', false, NULL},
    [KIND_RWBUFFER] = {"RWBuffer", 'u', true, NULL},
    [KIND_RWSTRUCTURED] = {"RWStructuredBuffer", 'u', true, NULL},
    [KIND_RWBYTEADDRESS] = {"RWByteAddressBuffer", 'u', true, NULL},
    [KIND_RWTEXTURE2D] = {"RWTexture2D", 'u', true, NULL},
    [KIND_CONSTANTS] = {"ConstantBuffer", 'b', false, NULL},
    [KIND_SAMPLER] = {"Sampler", 's', false, NULL},
    [KIND_SAMPLED_TEXTURE2D] = {"SampledTexture2D", 't', false,
                                "a sampled texture, which only Vulkan has,"},
    [KIND_ACCELERATION] = {"AccelerationStructure", 't', false, "ray tracing"},
};

/* ---- names ---- */

static const char *const STAGES[] = {"Compute"};
static const char *const FILTERS[] = {"Nearest", "Linear"};
static const char *const ADDRESSES[] = {"Clamp", "Repeat", "Mirror", "Border", "MirrorOnce"};
static const char *const COMPARISONS[] = {
    "Never", "Less", "Equal", "LessEqual", "Greater", "NotEqual", "GreaterEqual", "Always",
};
static const char *const SAMPLER_KINDS[] = {"Sampler", "SamplerComparison"};
static const NameList STAGE_LIST = {STAGES, COUNT_OF(STAGES)};
static const NameList RULE_LIST = {host_rule_names, RULE_COUNT};
static const NameList DENORM_LIST = {host_denorm_names, DENORM_COUNT};
static const NameList FILTER_LIST = {FILTERS, COUNT_OF(FILTERS)};
static const NameList ADDRESS_LIST = {ADDRESSES, COUNT_OF(ADDRESSES)};
static const NameList COMPARISON_LIST = {COMPARISONS, COUNT_OF(COMPARISONS)};
static const NameList SAMPLER_KIND_LIST = {SAMPLER_KINDS, COUNT_OF(SAMPLER_KINDS)};

static bool read_format(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    const char *names[FORMAT_COUNT];
    int index = 0;
    (void)extra;
    for (int i = 0; i < FORMAT_COUNT; i++)
        names[i] = host_data_format(i)->name;
    bool read = yaml_read_name(yaml, node, &index, &(NameList){names, FORMAT_COUNT});
    *(DataFormat *)field = (DataFormat)index;
    return read;
}

static bool read_kind(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    const char *names[KIND_COUNT];
    (void)extra;
    for (int i = 0; i < KIND_COUNT; i++)
        names[i] = KINDS[i].name;
    if (!yaml_read_name(yaml, node, field, &(NameList){names, KIND_COUNT}))
        return false;
    const char *missing = KINDS[*(int *)field].missing;
    return missing == NULL || yaml_fail(yaml, node, "%s cannot be tested here", missing);
}

/* ---- buffers ---- */

typedef struct BufferKeys { /* what a buffer's mapping says */
    DataBuffer buffer;
    yaml_node_t *data, *fill_value;
    uint32_t fill_size;
} BufferKeys;

static const KeyRow EXTENT_KEYS[] = {
    {"Width", REQUIRED, yaml_read_u32, offsetof(Extent3, width), NULL},
    {"Height", REQUIRED, yaml_read_u32, offsetof(Extent3, height), NULL},
    {"Depth", REQUIRED, yaml_read_u32, offsetof(Extent3, depth), NULL},
    {"MipLevels", OPTIONAL, yaml_read_u32, offsetof(Extent3, mips), NULL},
};

static bool read_extent(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)extra;
    Extent3 *extent = field;
    extent->mips = 1;
    return YAML_MAPPING(yaml, node, "OutputProps", EXTENT_KEYS, extent);
}

static const KeyRow BUFFER_KEYS[] = {
    {"Name", REQUIRED, yaml_read_text, offsetof(BufferKeys, buffer.name), NULL},
    {"Format", REQUIRED, read_format, offsetof(BufferKeys, buffer.format), NULL},
    {"Channels", OPTIONAL, yaml_read_u32, offsetof(BufferKeys, buffer.channels), NULL},
    {"Stride", OPTIONAL, yaml_read_u32, offsetof(BufferKeys, buffer.stride), NULL},
    {"ArraySize", OPTIONAL, yaml_read_u32, offsetof(BufferKeys, buffer.array_size), NULL},
    {"Data", OPTIONAL, yaml_read_node, offsetof(BufferKeys, data), NULL},
    {"FillSize", OPTIONAL, yaml_read_u32, offsetof(BufferKeys, fill_size), NULL},
    {"FillValue", OPTIONAL, yaml_read_node, offsetof(BufferKeys, fill_value), NULL},
    {"OutputProps", OPTIONAL, read_extent, offsetof(BufferKeys, buffer.extent), NULL},
    {"Counter", OPTIONAL, yaml_ignore, 0, NULL},
    {"Counters", OPTIONAL, yaml_ignore, 0, NULL},
};

static bool read_number(YamlReader *yaml, yaml_node_t *node, DataFormat format, void *target)
{
    const char *text = yaml_text(yaml, node, "an element");
    if (text == NULL)
        return false;
    if (*text == '\0') { /* "[0, 0,, 1]": one comma too many */
        memset(target, 0, host_data_format(format)->bytes);
        return true;
    }
    return host_parse_data(format, text, target) ||
           yaml_fail(yaml, node, "'%s' is no %s", text, host_data_format(format)->name);
}

/* A flat list of numbers as a block; false after a fault. */
static bool read_block(YamlReader *yaml, yaml_node_t *node, DataBuffer *buffer, uint8_t **block,
                       size_t *bytes)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return yaml_fail(yaml, node, "Data of '%s' must be a list", buffer->name);
    size_t count = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    size_t size = host_data_format(buffer->format)->bytes;
    *bytes = count * size;
    *block = arena_alloc(yaml->reader->arena, *bytes + 1);
    for (size_t i = 0; i < count; i++)
        if (!read_number(yaml, yaml_node(yaml, node->data.sequence.items.start[i]), buffer->format,
                         *block + i * size))
            return false;
    return true;
}

/* Data of an array of buffers: a list of lists of one length. */
static bool read_blocks(YamlReader *yaml, yaml_node_t *node, DataBuffer *buffer)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return yaml_fail(yaml, node, "Data of '%s' must be a list of lists", buffer->name);
    uint32_t count = (uint32_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (count != buffer->array_size)
        return yaml_fail(yaml, node, "'%s' has ArraySize %u but %u lists in Data", buffer->name,
                         buffer->array_size, count);
    for (uint32_t i = 0; i < count; i++) {
        yaml_node_t *list = yaml_node(yaml, node->data.sequence.items.start[i]);
        size_t bytes;
        if (!read_block(yaml, list, buffer, &buffer->initial[i], &bytes))
            return false;
        if (i > 0 && bytes != buffer->bytes)
            return yaml_fail(yaml, list, "the lists of '%s' must have the same length",
                             buffer->name);
        buffer->bytes = bytes;
    }
    return true;
}

static bool fill_blocks(YamlReader *yaml, yaml_node_t *node, const BufferKeys *keys,
                        DataBuffer *buffer)
{
    uint32_t size = host_data_format(buffer->format)->bytes;
    uint8_t value[8] = {0};
    if (keys->fill_value != NULL && !read_number(yaml, keys->fill_value, buffer->format, value))
        return false;
    if (keys->fill_size % size != 0)
        return yaml_fail(yaml, node,
                         "'%s' has a FillSize of %u bytes, which %s of %u bytes do not fill",
                         buffer->name, keys->fill_size, host_data_format(buffer->format)->name, size);
    buffer->bytes = keys->fill_size;
    for (uint32_t i = 0; i < buffer->array_size; i++) {
        buffer->initial[i] = arena_alloc(yaml->reader->arena, buffer->bytes + 1);
        for (size_t at = 0; at < buffer->bytes; at++)
            buffer->initial[i][at] = value[at % size];
    }
    return true;
}

static bool read_contents(YamlReader *yaml, yaml_node_t *node, const BufferKeys *keys,
                          DataBuffer *buffer)
{
    if (buffer->array_size == 0 || buffer->array_size > 4096 ||
        keys->fill_size > MAX_BUFFER_BYTES / buffer->array_size)
        return yaml_fail(yaml, node, "'%s' is empty or too large", buffer->name);
    buffer->initial = ARENA_ARRAY(yaml->reader->arena, uint8_t *, buffer->array_size);
    if (keys->fill_size > 0)
        return fill_blocks(yaml, node, keys, buffer);
    if (keys->fill_value != NULL)
        return yaml_fail(yaml, keys->fill_value, "'FillValue' needs a 'FillSize'");
    if (keys->data == NULL)
        return yaml_fail(yaml, node, "the buffer '%s' needs 'Data' or 'FillSize'", buffer->name);
    if (buffer->array_size > 1)
        return read_blocks(yaml, keys->data, buffer);
    return read_block(yaml, keys->data, buffer, &buffer->initial[0], &buffer->bytes);
}

static uint32_t element_bytes(const DataBuffer *buffer)
{
    return buffer->stride > 0 ? buffer->stride : host_data_format(buffer->format)->bytes * buffer->channels;
}

static bool check_extent(YamlReader *yaml, yaml_node_t *node, const DataBuffer *buffer)
{
    uint64_t bytes = 0;
    Extent3 size = buffer->extent;
    if (size.width == 0)
        return true;
    if (size.width > 65536 || size.height > 65536 || size.depth > 4096 || size.mips > 17)
        return yaml_fail(yaml, node, "the OutputProps of '%s' are too large", buffer->name);
    for (uint32_t i = 0; i < buffer->extent.mips; i++) {
        bytes += (uint64_t)size.width * size.height * size.depth * element_bytes(buffer);
        size = (Extent3){size.width > 1 ? size.width / 2 : 1, size.height > 1 ? size.height / 2 : 1,
                         size.depth > 1 ? size.depth / 2 : 1, 0};
    }
    return bytes == buffer->bytes ||
           yaml_fail(yaml, node, "'%s' has %zu bytes, but its OutputProps ask for %llu",
                     buffer->name, buffer->bytes, (unsigned long long)bytes);
}

static DataBuffer *find_buffer(const Description *description, const char *name)
{
    for (int i = 0; i < description->buffers.count; i++)
        if (strcmp(description->buffers.items[i]->name, name) == 0)
            return description->buffers.items[i];
    return NULL;
}

static bool read_buffer(YamlReader *yaml, yaml_node_t *node, void *context)
{
    Description *description = context;
    BufferKeys keys = {.buffer = {.channels = 1, .array_size = 1, .line = yaml_line(yaml, node)}};
    if (!YAML_MAPPING(yaml, node, "buffer", BUFFER_KEYS, &keys))
        return false;
    DataBuffer *buffer = ARENA_NEW(yaml->reader->arena, DataBuffer);
    *buffer = keys.buffer;
    if (find_buffer(description, buffer->name) != NULL)
        return yaml_fail(yaml, node, "there is a buffer '%s' already", buffer->name);
    if (buffer->stride != 0 && buffer->channels != 1)
        return yaml_fail(yaml, node, "'%s' has a Stride and more than one channel", buffer->name);
    if (!read_contents(yaml, node, &keys, buffer) || !check_extent(yaml, node, buffer))
        return false;
    buffer->blocks = ARENA_ARRAY(yaml->reader->arena, uint8_t *, buffer->array_size);
    buffer->counters = ARENA_ARRAY(yaml->reader->arena, uint32_t, buffer->array_size);
    for (uint32_t i = 0; i < buffer->array_size; i++)
        buffer->blocks[i] = arena_alloc(yaml->reader->arena, buffer->bytes + 1);
    vec_push(yaml->reader->arena, &description->buffers, buffer);
    return true;
}

/* ---- samplers ---- */

static bool read_border(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    double *border = field;
    if (node->type != YAML_SEQUENCE_NODE ||
        node->data.sequence.items.top - node->data.sequence.items.start != 4)
        return yaml_fail(yaml, node, "a BorderColor has four numbers");
    for (int i = 0; i < 4; i++)
        if (!yaml_read_double(yaml, yaml_node(yaml, node->data.sequence.items.start[i]), &border[i],
                              extra))
            return false;
    return true;
}

/* MipFilter and BorderColor are this project's own: the suite's samplers have Nearest and zeros. */
static const KeyRow SAMPLER_KEYS[] = {
    {"Name", REQUIRED, yaml_read_text, offsetof(SamplerState, name), NULL},
    {"Kind", OPTIONAL, yaml_read_name, offsetof(SamplerState, kind), &SAMPLER_KIND_LIST},
    {"MinFilter", OPTIONAL, yaml_read_name, offsetof(SamplerState, min_filter), &FILTER_LIST},
    {"MagFilter", OPTIONAL, yaml_read_name, offsetof(SamplerState, mag_filter), &FILTER_LIST},
    {"MipFilter", OPTIONAL, yaml_read_name, offsetof(SamplerState, mip_filter), &FILTER_LIST},
    {"Address", OPTIONAL, yaml_read_name, offsetof(SamplerState, address), &ADDRESS_LIST},
    {"ComparisonOp", OPTIONAL, yaml_read_name, offsetof(SamplerState, comparison),
     &COMPARISON_LIST},
    {"MinLOD", OPTIONAL, yaml_read_double, offsetof(SamplerState, min_lod), NULL},
    {"MaxLOD", OPTIONAL, yaml_read_double, offsetof(SamplerState, max_lod), NULL},
    {"MipLODBias", OPTIONAL, yaml_read_double, offsetof(SamplerState, bias), NULL},
    {"BorderColor", OPTIONAL, read_border, offsetof(SamplerState, border), NULL},
};

static bool read_sampler(YamlReader *yaml, yaml_node_t *node, void *context)
{
    Description *description = context;
    SamplerState sampler = {.min_filter = 1, .mag_filter = 1, .max_lod = 3.402823466e38,
                            .line = yaml_line(yaml, node)};
    if (!YAML_MAPPING(yaml, node, "sampler", SAMPLER_KEYS, &sampler))
        return false;
    if ((sampler.kind == 1) != (sampler.comparison != 0))
        return yaml_fail(yaml, node,
                         "a SamplerComparison, and no other, has a ComparisonOp other than Never");
    vec_push(yaml->reader->arena, &description->samplers, sampler);
    return true;
}

/* ---- results ---- */

static const KeyRow RESULT_KEYS[] = {
    {"Result", REQUIRED, yaml_read_text, offsetof(ResultRule, name), NULL},
    {"Rule", REQUIRED, yaml_read_name, offsetof(ResultRule, rule), &RULE_LIST},
    {"Actual", REQUIRED, yaml_read_text, offsetof(ResultRule, actual_name), NULL},
    {"Expected", REQUIRED, yaml_read_text, offsetof(ResultRule, expected_name), NULL},
    {"ULPT", OPTIONAL, yaml_read_u32, offsetof(ResultRule, ulps), NULL},
    {"Epsilon", OPTIONAL, yaml_read_double, offsetof(ResultRule, epsilon), NULL},
    {"DenormMode", OPTIONAL, yaml_read_name, offsetof(ResultRule, denorm_mode), &DENORM_LIST},
    {"ZeroTolerance", OPTIONAL, yaml_read_double, offsetof(ResultRule, zero_tolerance), NULL},
};

static bool read_result(YamlReader *yaml, yaml_node_t *node, void *context)
{
    Description *description = context;
    ResultRule result = {.epsilon = -1, .ulps = UINT32_MAX, .line = yaml_line(yaml, node)};
    if (!YAML_MAPPING(yaml, node, "result", RESULT_KEYS, &result))
        return false;
    if (result.rule == RULE_ULP && result.ulps == UINT32_MAX)
        return yaml_fail(yaml, node, "this result lacks 'ULPT'");
    if (result.rule == RULE_EPSILON && result.epsilon < 0)
        return yaml_fail(yaml, node, "this result lacks 'Epsilon'");
    vec_push(yaml->reader->arena, &description->results, result);
    return true;
}

static bool resolve_result(Reader *reader, const Description *description, ResultRule *result)
{
    result->actual = find_buffer(description, result->actual_name);
    result->expected = find_buffer(description, result->expected_name);
    if (result->actual == NULL || result->expected == NULL)
        return reader_fail(reader, result->line, "there is no buffer '%s'",
                           result->actual == NULL ? result->actual_name : result->expected_name);
    if (result->actual->bytes != result->expected->bytes ||
        result->actual->array_size != result->expected->array_size)
        return reader_fail(reader, result->line, "'%s' has %zu bytes in %u, but '%s' has %zu in %u",
                           result->actual->name, result->actual->bytes, result->actual->array_size,
                           result->expected->name, result->expected->bytes,
                           result->expected->array_size);
    if (result->rule == RULE_EXACT)
        return true;
    if (!host_is_float_data(result->actual->format) ||
        result->actual->format != result->expected->format)
        return reader_fail(reader, result->line,
                           "%s compares float buffers of one format, not %s with %s",
                           host_rule_names[result->rule], host_data_format(result->actual->format)->name,
                           host_data_format(result->expected->format)->name);
    return true;
}

/* ---- bindings ---- */

static const KeyRow REGISTER_KEYS[] = {
    {"Register", REQUIRED, yaml_read_u32, offsetof(ResourceBinding, register_index), NULL},
    {"Space", REQUIRED, yaml_read_u32, offsetof(ResourceBinding, space), NULL},
};

static bool read_register(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)extra;
    ResourceBinding *binding = field;
    binding->has_register = true;
    return YAML_MAPPING(yaml, node, "DirectXBinding", REGISTER_KEYS, binding);
}

static bool read_heap_index(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    ResourceBinding *binding = field;
    binding->has_heap_index = true;
    return yaml_read_u32(yaml, node, &binding->heap_index, extra);
}

static const KeyRow BINDING_KEYS[] = {
    {"Name", REQUIRED, yaml_read_text, offsetof(ResourceBinding, name), NULL},
    {"Kind", REQUIRED, read_kind, offsetof(ResourceBinding, kind), NULL},
    {"HasCounter", OPTIONAL, yaml_read_flag, offsetof(ResourceBinding, has_counter), NULL},
    {"DirectXBinding", OPTIONAL, read_register, 0, NULL},
    {"HeapIndex", OPTIONAL, read_heap_index, 0, NULL},
    {"VulkanBinding", OPTIONAL, yaml_ignore, 0, NULL},
    {"TilesMapped", OPTIONAL, yaml_ignore, 0, NULL},
    {"IsReserved", OPTIONAL, yaml_ignore, 0, NULL},
};

static bool read_binding(YamlReader *yaml, yaml_node_t *node, void *context)
{
    Description *description = context;
    ResourceBinding binding = {.line = yaml_line(yaml, node)};
    if (!YAML_MAPPING(yaml, node, "resource", BINDING_KEYS, &binding))
        return false;
    if (binding.has_register == binding.has_heap_index)
        return yaml_fail(yaml, node,
                         "the resource '%s' needs either a DirectXBinding or a HeapIndex",
                         binding.name);
    vec_push(yaml->reader->arena, &description->bindings, binding);
    return true;
}

static bool read_resources(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)extra;
    return yaml_each(yaml, node, "Resources", read_binding, field);
}

static const KeyRow SET_KEYS[] = {{"Resources", REQUIRED, read_resources, 0, NULL}};

static bool read_set(YamlReader *yaml, yaml_node_t *node, void *context)
{
    return YAML_MAPPING(yaml, node, "descriptor set", SET_KEYS, context);
}

static bool resolve_binding(Reader *reader, const Description *description,
                            ResourceBinding *binding)
{
    binding->buffer = find_buffer(description, binding->name);
    for (int i = 0; i < description->samplers.count; i++)
        if (strcmp(description->samplers.items[i].name, binding->name) == 0)
            binding->sampler = &description->samplers.items[i];
    if (binding->kind == KIND_SAMPLER ? binding->sampler == NULL : binding->buffer == NULL)
        return reader_fail(reader, binding->line, "there is no %s '%s'",
                           binding->kind == KIND_SAMPLER ? "sampler" : "buffer", binding->name);
    if (binding->has_counter)
        binding->buffer->has_counters = true;
    return true;
}

/* ---- shaders and the dispatch ---- */

static bool read_groups(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    uint32_t *groups = field;
    if (node->type != YAML_SEQUENCE_NODE ||
        node->data.sequence.items.top - node->data.sequence.items.start != 3)
        return yaml_fail(yaml, node, "a dispatch has three sizes: [x, y, z]");
    for (int i = 0; i < 3; i++)
        if (!yaml_read_u32(yaml, yaml_node(yaml, node->data.sequence.items.start[i]), &groups[i],
                           extra))
            return false;
    return true;
}

typedef struct ShaderKeys {
    int stage;
    const char *entry;
    uint32_t groups[3];
} ShaderKeys;

static const KeyRow SHADER_KEYS[] = {
    {"Stage", REQUIRED, yaml_read_name, offsetof(ShaderKeys, stage), &STAGE_LIST},
    {"Entry", REQUIRED, yaml_read_text, offsetof(ShaderKeys, entry), NULL},
    {"DispatchSize", OPTIONAL, read_groups, offsetof(ShaderKeys, groups), NULL},
    {"SpecializationConstants", OPTIONAL, yaml_refuse, 0, "a Vulkan specialization constant"},
};

static bool read_shader(YamlReader *yaml, yaml_node_t *node, void *context)
{
    Description *description = context;
    ShaderKeys keys = {.groups = {1, 1, 1}};
    if (!YAML_MAPPING(yaml, node, "shader", SHADER_KEYS, &keys))
        return false;
    if (description->entry != NULL)
        return yaml_fail(yaml, node, "a compute pipeline has one shader");
    description->entry = keys.entry;
    description->entry_line = yaml_line(yaml, node);
    memcpy(description->groups, keys.groups, sizeof keys.groups);
    return true;
}

static const KeyRow DISPATCH_KEYS[] = {
    {"DispatchGroupCount", OPTIONAL, read_groups, offsetof(Description, groups), NULL},
    {"VertexCount", OPTIONAL, yaml_refuse, 0, "drawing"},
};

static bool read_dispatch(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    (void)extra;
    return YAML_MAPPING(yaml, node, "DispatchParameters", DISPATCH_KEYS, field);
}

/* ---- the whole ---- */

typedef bool ReadItem(YamlReader *yaml, yaml_node_t *item, void *context);
typedef struct ListReader { const char *what; ReadItem *read; } ListReader;
static const ListReader SHADERS = {"Shaders", read_shader};
static const ListReader BUFFERS = {"Buffers", read_buffer};
static const ListReader SAMPLERS = {"Samplers", read_sampler};
static const ListReader RESULTS = {"Results", read_result};
static const ListReader SETS = {"DescriptorSets", read_set};

static bool read_list(YamlReader *yaml, yaml_node_t *node, void *field, const void *extra)
{
    const ListReader *list = extra;
    return yaml_each(yaml, node, list->what, list->read, field);
}

static const KeyRow PIPELINE_KEYS[] = {
    {"Shaders", REQUIRED, read_list, 0, &SHADERS},
    {"DispatchParameters", OPTIONAL, read_dispatch, 0, NULL},
    {"Buffers", REQUIRED, read_list, 0, &BUFFERS},
    {"Samplers", OPTIONAL, read_list, 0, &SAMPLERS},
    {"Results", OPTIONAL, read_list, 0, &RESULTS},
    {"DescriptorSets", REQUIRED, read_list, 0, &SETS},
    {"RuntimeSettings", OPTIONAL, yaml_ignore, 0, NULL},
    {"Bindings", OPTIONAL, yaml_ignore, 0, NULL},
    {"PushConstants", OPTIONAL, yaml_refuse, 0, "a Vulkan push constant"},
    {"AccelerationStructures", OPTIONAL, yaml_refuse, 0, "ray tracing"},
};

static bool resolve(Reader *reader, Description *description)
{
    for (int i = 0; i < description->bindings.count; i++)
        if (!resolve_binding(reader, description, &description->bindings.items[i]))
            return false;
    for (int i = 0; i < description->results.count; i++)
        if (!resolve_result(reader, description, &description->results.items[i]))
            return false;
    return description->entry != NULL || reader_fail(reader, 0, "the pipeline has no shader");
}

/* libyaml takes no two commas in a row; LLVM's reader counts them as one, and so do some tests. */
static char *without_double_commas(Arena *arena, Slice text)
{
    char *copy = arena_copy_text(arena, text.text, text.length);
    bool after_comma = false, in_comment = false;
    for (char *at = copy; *at != '\0'; at++) {
        in_comment = *at == '\n' ? false : in_comment || *at == '#';
        if (*at == ',' && after_comma && !in_comment)
            *at = ' ';
        if (!in_comment && strchr(" \t\n,", *at) == NULL)
            after_comma = false;
        else if (*at == ',' && !in_comment)
            after_comma = true;
    }
    return copy;
}

static Description *read_document(YamlReader *yaml, const char *text)
{
    Description *description = ARENA_NEW(yaml->reader->arena, Description);
    yaml_parser_t parser;
    yaml_document_t document;
    bool read = false;
    if (!yaml_parser_initialize(&parser))
        return NULL;
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    if (!yaml_parser_load(&parser, &document)) {
        reader_fail(yaml->reader, yaml->first_line + (int)parser.problem_mark.line, "bad YAML: %s",
                    parser.problem ? parser.problem : "unreadable");
        yaml_parser_delete(&parser);
        return NULL;
    }
    yaml->document = &document;
    yaml_node_t *root = yaml_document_get_root_node(&document);
    if (root == NULL)
        reader_fail(yaml->reader, yaml->first_line, "the pipeline is empty");
    else
        read = YAML_MAPPING(yaml, root, "pipeline", PIPELINE_KEYS, description) &&
               resolve(yaml->reader, description);
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
    return read ? description : NULL;
}

Description *describe_pipeline(Reader *reader, const Part *part)
{
    YamlReader yaml = {reader, NULL, part->line};
    Description *description =
        read_document(&yaml, without_double_commas(reader->arena, part->text));
    if (description != NULL)
        description_reset(description);
    return description;
}

const char *description_printed(const Description *description)
{
    return description->printed.length > 0 ? description->printed.bytes : "";
}

void description_reset(Description *description)
{
    text_free(&description->printed);
    description->printed = (Text){0};
    for (int b = 0; b < description->buffers.count; b++) {
        DataBuffer *buffer = description->buffers.items[b];
        for (uint32_t i = 0; i < buffer->array_size; i++) {
            memcpy(buffer->blocks[i], buffer->initial[i], buffer->bytes);
            buffer->counters[i] = 0;
        }
    }
}
