/* What hosts are told of a program's resources. */
#include "front.h"
#include "test.h"

typedef struct Shader {
    Arena *arena;
    LowerResult lowered;
} Shader;

/* An entry point main of four threads. */
static Shader lower(const char *source)
{
    Shader shader = {.arena = arena_new("test")};
    Sources *sources = sources_new(shader.arena);
    Diagnostics *diagnostics = diag_new(shader.arena, sources);
    const FrontOptions options = {.entry = "main", .wave_size = 4};
    shader.lowered = front_lower(shader.arena, diagnostics, sources, source, &options);
    if (!shader.lowered.kernel)
        fail_msg("%s", front_messages(shader.arena, diagnostics));
    return shader;
}

TEST(rows_are_numbered_through_arrays)
{
    Shader shader = lower("Buffer<float> a[3]; RWTexture2D<float4> b; cbuffer C { float4 c; }\n"
                          "[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex)\n"
                          "{ b[uint2(i, 0)] = a[2][i] + c; }");
    const IrReflection *reflection = &shader.lowered.reflection;
    uint32_t rows = 0;
    for (int i = 0; i < reflection->resource_count; i++) {
        const IrResource *resource = reflection->resources[i].resource;
        assert_int_equal(resource->first_row, rows);
        rows += resource->array_count ? resource->array_count : 1;
    }
    assert_int_equal(reflection->row_count, 5);
    assert_int_equal(rows, 5);
    assert_int_equal(shader.lowered.kernel->resources.count, 3);
    arena_drop(shader.arena);
}

static const IrField *find_field(const IrReflection *reflection, const char *name)
{
    for (int i = 0; i < reflection->resource_count; i++) {
        const IrResourceInfo *info = &reflection->resources[i];
        for (int k = 0; k < info->field_count; k++)
            if (strcmp(info->fields[k].name, name) == 0)
                return &info->fields[k];
    }
    fail_msg("no field %s", name);
    return NULL;
}

TEST(fields_are_leaves_with_dotted_names_and_defaults)
{
    Shader shader = lower("struct L { float3 colour; float2x2 m; };\n"
                          "cbuffer C { L lights[2]; float w[3]; } int radius = 7; RWBuffer<float> o;\n"
                          "[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex)\n"
                          "{ o[i] = lights[1].colour.x + w[0] + radius; }");
    const IrReflection *reflection = &shader.lowered.reflection;
    const IrField *colour = find_field(reflection, "lights[1].colour");
    assert_int_equal(colour->offset, 48);
    assert_int_equal(colour->columns, 3);
    const IrField *w = find_field(reflection, "w");
    assert_int_equal(w->array_count, 3);
    assert_int_equal(w->array_stride, 16);
    assert_string_equal(w->scalar, "F32");
    const IrField *matrix = find_field(reflection, "lights[0].m");
    assert_int_equal(matrix->rows, 2);
    assert_int_equal(matrix->row_stride, 4);
    assert_int_equal(matrix->column_stride, 16);
    const IrField *radius = find_field(reflection, "radius");
    assert_int_equal(radius->default_size, 4);
    assert_int_equal(*(const int32_t *)radius->default_value, 7);
    arena_drop(shader.arena);
}
