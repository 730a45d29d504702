#define _GNU_SOURCE
#include "shader.h"

#include <math.h>
#include <stdlib.h>

#include "front.h"

Shader shader_lower(const char *source, int wave_size)
{
    Shader shader = {.arena = arena_new("test")};
    shader.sources = sources_new(shader.arena);
    shader.diagnostics = diag_new(shader.arena, shader.sources);
    const FrontOptions options = {.entry = "main", .wave_size = wave_size, .native_16bit = true};
    shader.lowered = front_lower(shader.arena, shader.diagnostics, shader.sources, source, &options);
    const char *wrong = shader.lowered.kernel ? ir_verify(shader.arena, shader.lowered.kernel) : NULL;
    if (wrong)
        fail_msg("malformed: %s\n%s", wrong, shader_text(&shader));
    return shader;
}

void shader_free(Shader *shader) { arena_drop(shader->arena); }

const char *shader_error(const Shader *shader) { return front_messages(shader->arena, shader->diagnostics); }

char *shader_text(const Shader *shader)
{
    Text text = {0};
    ir_print(&text, shader->lowered.kernel, NULL);
    return text.bytes;
}

/* ---- running ---- */

static const IrResourceInfo *find_info(const Shader *shader, const char *name)
{
    for (int i = 0; i < shader->lowered.reflection.resource_count; i++)
        if (strcmp(shader->lowered.reflection.resources[i].resource->name, name) == 0)
            return &shader->lowered.reflection.resources[i];
    return NULL;
}

static IrEvalResource *find_row(Shader *shader, const char *name)
{
    static IrEvalResource unused;
    const IrResourceInfo *info = find_info(shader, name);
    return info && info->resource->first_row < SHADER_ROWS ? &shader->rows[info->resource->first_row] : &unused;
}

void shader_bind(Shader *shader, const char *name, void *data, size_t bytes)
{
    const IrResourceInfo *info = find_info(shader, name);
    IrEvalResource *row = find_row(shader, name);
    bool by_bytes = info && (info->resource->shape == IR_SHAPE_CBUFFER || info->resource->shape == IR_SHAPE_RAW);
    row->data = data;
    row->stride = !info || by_bytes ? 1 : info->resource->stride;
    row->width = (uint32_t)(bytes / row->stride);
    row->height = row->depth = row->mips = 1;
}

void shader_bind_texture(Shader *shader, const char *name, void *data, uint32_t width, uint32_t height, uint32_t depth)
{
    const IrResourceInfo *info = find_info(shader, name);
    assert_non_null(info);
    uint32_t stride = info->resource->stride;
    *find_row(shader, name) = (IrEvalResource){.data = data, .width = width, .height = height, .depth = depth, .mips = 1,
                                               .stride = stride, .row_pitch = stride * width, .slice_pitch = stride * width * height};
}

void shader_bind_counter(Shader *shader, const char *name, uint32_t *counter) { find_row(shader, name)->counter = counter; }

void shader_run(Shader *shader, uint32_t groups)
{
    const char *error = NULL;
    const uint32_t size[3] = {groups, 1, 1};
    if (!shader->lowered.kernel)
        fail_msg("%s", shader_error(shader));
    if (!ir_evaluate(shader->arena, shader->lowered.kernel, shader->rows, size, &error))
        fail_msg("%s\n%s", error, shader_text(shader));
}

/* ---- expectations ---- */

typedef struct Outputs {
    float f[64];
    int32_t n[64];
} Outputs;

static Outputs run_body(const char *before, const char *body)
{
    Outputs outputs = {0};
    float x[64];
    int32_t k[64];
    for (int i = 0; i < 64; i++) {
        x[i] = 0.5f * (float)(i + 1);
        k[i] = i + 1;
    }
    char *source = NULL;
    if (asprintf(&source, "RWStructuredBuffer<float> f; RWStructuredBuffer<int> n; StructuredBuffer<float> x; StructuredBuffer<int> k;\n"
                          "%s\n[numthreads(1, 1, 1)] void main() { %s }\n", before, body) < 0)
        abort();
    Shader shader = shader_lower(source, 4);
    shader_bind(&shader, "f", outputs.f, sizeof outputs.f);
    shader_bind(&shader, "n", outputs.n, sizeof outputs.n);
    shader_bind(&shader, "x", x, sizeof x);
    shader_bind(&shader, "k", k, sizeof k);
    shader_run(&shader, 1);
    shader_free(&shader);
    free(source);
    return outputs;
}

void expect_floats(const char *before, const char *body, int count, const float *wanted)
{
    Outputs outputs = run_body(before, body);
    for (int i = 0; i < count; i++)
        if (!(fabsf(outputs.f[i] - wanted[i]) <= 1e-5f * fmaxf(1, fabsf(wanted[i]))))
            fail_msg("f[%d] is %.9g, expected %.9g, in %s", i, outputs.f[i], wanted[i], body);
}

void expect_ints(const char *before, const char *body, int count, const int32_t *wanted)
{
    Outputs outputs = run_body(before, body);
    for (int i = 0; i < count; i++)
        if (outputs.n[i] != wanted[i])
            fail_msg("n[%d] is %d, expected %d, in %s", i, outputs.n[i], wanted[i], body);
}

static bool text_holds(const char *source, const char *part, char **text)
{
    Shader shader = shader_lower(source, 4);
    if (!shader.lowered.kernel)
        fail_msg("%s", shader_error(&shader));
    *text = shader_text(&shader);
    shader_free(&shader);
    return strstr(*text, part) != NULL;
}

void expect_text(const char *source, const char *part)
{
    char *text;
    if (!text_holds(source, part, &text))
        fail_msg("'%s' is not in\n%s", part, text);
    free(text);
}

void expect_no_text(const char *source, const char *part)
{
    char *text;
    if (text_holds(source, part, &text))
        fail_msg("'%s' is in\n%s", part, text);
    free(text);
}
