/* --list=json: what is in the module, for programs. docs/running.md says what the keys mean; each
 * object has all of its keys, null where one means nothing. */
#include "module.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* As docs/running.md lists them. */
static const char *const kind_words[] = {
    [WCC_CBUFFER] = "cbuffer",
    [WCC_BUFFER] = "Buffer",
    [WCC_RWBUFFER] = "RWBuffer",
    [WCC_STRUCTURED] = "StructuredBuffer",
    [WCC_RWSTRUCTURED] = "RWStructuredBuffer",
    [WCC_APPEND] = "AppendStructuredBuffer",
    [WCC_CONSUME] = "ConsumeStructuredBuffer",
    [WCC_BYTEADDRESS] = "ByteAddressBuffer",
    [WCC_RWBYTEADDRESS] = "RWByteAddressBuffer",
    [WCC_TEXTURE1D] = "Texture1D",
    [WCC_TEXTURE1D_ARRAY] = "Texture1DArray",
    [WCC_TEXTURE2D] = "Texture2D",
    [WCC_TEXTURE2D_ARRAY] = "Texture2DArray",
    [WCC_TEXTURE3D] = "Texture3D",
    [WCC_TEXTURECUBE] = "TextureCube",
    [WCC_TEXTURECUBE_ARRAY] = "TextureCubeArray",
    [WCC_TEXTURE2DMS] = "Texture2DMS",
    [WCC_TEXTURE2DMS_ARRAY] = "Texture2DMSArray",
    [WCC_RWTEXTURE1D] = "RWTexture1D",
    [WCC_RWTEXTURE1D_ARRAY] = "RWTexture1DArray",
    [WCC_RWTEXTURE2D] = "RWTexture2D",
    [WCC_RWTEXTURE2D_ARRAY] = "RWTexture2DArray",
    [WCC_RWTEXTURE3D] = "RWTexture3D",
    [WCC_SAMPLER] = "SamplerState",
    [WCC_SAMPLER_COMPARISON] = "SamplerComparisonState",
};

static const char *const scalar_words[] = {
    [WCC_BOOL] = "bool", [WCC_I16] = "i16",     [WCC_U16] = "u16",     [WCC_I32] = "i32",
    [WCC_U32] = "u32",   [WCC_I64] = "i64",     [WCC_U64] = "u64",     [WCC_F16] = "f16",
    [WCC_F32] = "f32",   [WCC_F64] = "f64",     [WCC_UNORM] = "unorm", [WCC_SNORM] = "snorm",
};

/* ---- JSON ---- */

/* A comma behind the item before, which ends in no bracket that opens. */
static void begin_item(Text *out)
{
    char last = out->length ? out->text[out->length - 1] : '{';
    host_text_printf(out, last == '{' || last == '[' ? "" : ", ");
}

static void add_key(Text *out, const char *key)
{
    begin_item(out);
    host_text_printf(out, "\"%s\": ", key);
}

static void add_string(Text *out, const char *key, const char *value)
{
    add_key(out, key);
    host_text_json(out, value);
}

static void add_count(Text *out, const char *key, uint32_t count)
{
    add_key(out, key);
    host_text_printf(out, "%u", count);
}

static void add_flag(Text *out, const char *key, bool flag)
{
    add_key(out, key);
    host_text_printf(out, flag ? "true" : "false");
}

static void add_null(Text *out, const char *key)
{
    add_key(out, key);
    host_text_printf(out, "null");
}

static void add_count_or_null(Text *out, const char *key, bool has_one, uint32_t count)
{
    if (has_one)
        add_count(out, key, count);
    else
        add_null(out, key);
}

/* Lists of objects have a line for each. */
static void begin_object(Text *out, const char *indent, uint32_t index)
{
    host_text_printf(out, "%s\n%s{", index ? "," : "", indent);
}

static void end_objects(Text *out, const char *indent, uint32_t count)
{
    if (count)
        host_text_printf(out, "\n%s", indent);
    host_text_printf(out, "]");
}

/* With the fewest digits that give it again. */
static void add_float(Text *out, Number number, const void *source)
{
    uint8_t again[sizeof(double)] = {0};
    bool is_same = false;
    for (int digits = 1; digits <= 17 && !is_same; digits++) {
        Report quiet = {0};
        Text text = {0};
        host_print_number(&text, number, source, digits);
        is_same = !text.failed && host_parse_number(&quiet, text.text, number, again) &&
                  !memcmp(again, source, host_number(number)->bytes);
        if (is_same || digits == 17)
            host_text_printf(out, "%s", text.failed ? "null" : text.text);
        out->failed |= text.failed;
        free(text.text);
    }
}

/* JSON has no word for what is no finite number: these are strings, as --set takes them. */
static void add_value(Text *out, Number number, const void *source)
{
    const NumberInfo *info = host_number(number);
    Wide value;
    info->load(source, &value, 1);
    if (info->family == FAMILY_BOOL)
        host_text_printf(out, value != 0 ? "true" : "false");
    else if (value != value)
        host_text_printf(out, "\"nan\"");
    else if (value - value != 0)
        host_text_printf(out, value < 0 ? "\"-inf\"" : "\"inf\"");
    else if (info->family == FAMILY_FLOAT)
        add_float(out, number, source);
    else
        host_print_number(out, number, source, 0);
}

static void add_values(Text *out, const char *key, Number number, const void *values, size_t count)
{
    add_key(out, key);
    host_text_printf(out, "[");
    for (size_t i = 0; i < count; i++) {
        begin_item(out);
        add_value(out, number, (const uint8_t *)values + i * host_number(number)->bytes);
    }
    host_text_printf(out, "]");
}

/* ---- entry points ---- */

static void add_variants(Text *out, const char *key, const WccEntry *entry, Trait trait)
{
    add_key(out, key);
    host_text_printf(out, "[");
    for (uint32_t i = 0; i < entry->variant_count; i++) {
        const WccVariant *variant = &entry->variants[i];
        if (!host_is_first_variant(entry, i, trait))
            continue;
        begin_item(out);
        if (trait == TRAIT_LANE_ORDER)
            host_text_json(out, variant->lane_order);
        else
            host_text_printf(out, "%u", trait == TRAIT_WAVE_SIZE ? variant->wave_size
                                                                 : variant->extra_waves);
    }
    host_text_printf(out, "]");
}

static void add_entry(Text *out, const WccModule *module, const WccEntry *entry)
{
    add_string(out, "name", entry->name);
    add_key(out, "numthreads");
    host_text_printf(out, "[%u, %u, %u]", entry->threads[0], entry->threads[1],
                     entry->threads[2]);
    add_variants(out, "wave_sizes", entry, TRAIT_WAVE_SIZE);
    add_variants(out, "lane_orders", entry, TRAIT_LANE_ORDER);
    add_variants(out, "extra_waves", entry, TRAIT_EXTRA_WAVES);
    add_count(out, "groupshared_bytes", entry->groupshared_bytes);
    add_key(out, "resources");
    host_text_printf(out, "[");
    for (uint32_t i = 0; i < entry->resource_count; i++) {
        begin_item(out);
        host_text_json(out, module->resources[entry->resources[i]].name);
    }
    host_text_printf(out, "]}");
}

/* ---- resources ---- */

static void add_field(Text *out, const WccField *field)
{
    add_string(out, "name", field->name);
    add_string(out, "type", field->type);
    add_count(out, "offset", field->offset);
    add_string(out, "scalar", scalar_words[field->scalar]);
    add_count(out, "rows", field->rows);
    add_count(out, "columns", field->columns);
    add_count(out, "row_stride", field->row_stride);
    add_count(out, "column_stride", field->column_stride);
    add_count_or_null(out, "array_count", field->array_count, field->array_count);
    add_count_or_null(out, "array_stride", field->array_count, field->array_stride);
    if (field->default_value)
        add_values(out, "default", host_number_of(field->scalar), field->default_value,
                   (size_t)host_field_elements(field) * host_field_scalars(field));
    else
        add_null(out, "default");
    host_text_printf(out, "}");
}

static void add_fields(Text *out, const WccResourceInfo *info)
{
    add_key(out, "fields");
    host_text_printf(out, "[");
    for (uint32_t i = 0; i < info->field_count; i++) {
        begin_object(out, "      ", i);
        add_field(out, &info->fields[i]);
    }
    end_objects(out, "    ", info->field_count);
}

static void add_sampler(Text *out, const WccResourceInfo *info)
{
    const WccSampler *state = host_first_state(info);
    host_text_printf(out, "{");
    add_flag(out, "static", info->sampler);
    add_string(out, "min_filter", host_spell_filter(state->min_filter));
    add_string(out, "mag_filter", host_spell_filter(state->mag_filter));
    add_string(out, "mip_filter", host_spell_filter(state->mip_filter));
    add_key(out, "address");
    host_text_printf(out, "[\"%s\", \"%s\", \"%s\"]", host_spell_address(state->address[0]),
                     host_spell_address(state->address[1]),
                     host_spell_address(state->address[2]));
    add_string(out, "comparison", host_spell_comparison(state->comparison));
    add_key(out, "mip_bias");
    add_value(out, NUMBER_F32, &state->mip_bias);
    add_key(out, "min_lod");
    add_value(out, NUMBER_F32, &state->min_lod);
    add_key(out, "max_lod");
    add_value(out, NUMBER_F32, &state->max_lod);
    add_values(out, "border", NUMBER_F32, state->border, HOST_LENGTH(state->border));
    host_text_printf(out, "}");
}

/* Its elements are numbers or vectors: typed ones, and those of StructuredBuffer<float2>. */
static bool holds_vectors(const WccResourceInfo *info)
{
    KindClass class = host_kind(info)->class;
    uint32_t bytes = info->components * host_number(host_number_of(info->scalar))->bytes;
    return class == CLASS_TYPED || class == CLASS_TEXTURE ||
           (class == CLASS_STRUCTURED && !info->field_count && bytes == info->stride);
}

/* What lies in it, and how far apart. */
static void add_elements(Text *out, const WccResourceInfo *info)
{
    KindClass class = host_kind(info)->class;
    bool has_vectors = holds_vectors(info);
    if (has_vectors)
        add_string(out, "scalar", scalar_words[info->scalar]);
    else
        add_null(out, "scalar");
    add_count_or_null(out, "components", has_vectors, info->components);
    add_count_or_null(out, "stride", class != CLASS_CONSTANTS && class != CLASS_SAMPLER,
                      class == CLASS_RAW ? 4 : info->stride);
    add_count_or_null(out, "bytes", class == CLASS_CONSTANTS, info->stride);
}

static void add_resource(Text *out, const WccModule *module, const WccResourceInfo *info)
{
    char place[40];
    snprintf(place, sizeof place, "%c%u", info->register_class, info->register_index);
    add_string(out, "name", info->name);
    add_string(out, "type", info->type);
    add_string(out, "kind", kind_words[info->kind]);
    add_string(out, "register", place);
    add_count(out, "space", info->space);
    add_count_or_null(out, "array_count", info->array_count, host_rows_of(module, info));
    add_flag(out, "unbounded", info->array_count == UINT32_MAX);
    add_elements(out, info);
    add_flag(out, "writable", host_kind(info)->writable);
    add_flag(out, "has_counter", info->has_counter);
    add_key(out, "sampler");
    if (host_kind(info)->class == CLASS_SAMPLER)
        add_sampler(out, info);
    else
        host_text_printf(out, "null");
    add_fields(out, info);
    host_text_printf(out, "}");
}

bool host_print_json_list(Report *report, const WccModule *module, FILE *out)
{
    Text text = {0};
    host_text_printf(&text, "{\n  \"program\": ");
    host_text_json(&text, report->program);
    host_text_printf(&text, ",\n  \"source\": ");
    host_text_json(&text, module->source);
    host_text_printf(&text, ",\n  \"entry_points\": [");
    for (uint32_t i = 0; i < module->entry_count; i++) {
        begin_object(&text, "    ", i);
        add_entry(&text, module, &module->entries[i]);
    }
    end_objects(&text, "  ", module->entry_count);
    host_text_printf(&text, ",\n  \"resources\": [");
    for (uint32_t i = 0; i < module->resource_count; i++) {
        begin_object(&text, "    ", i);
        add_resource(&text, module, &module->resources[i]);
    }
    end_objects(&text, "  ", module->resource_count);
    host_text_printf(&text, "\n}\n");
    if (!text.failed)
        fwrite(text.text, 1, text.length, out);
    free(text.text);
    return !text.failed || host_fail(report, "not enough memory");
}
