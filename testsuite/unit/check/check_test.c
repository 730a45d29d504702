#define _GNU_SOURCE
#include "check_test.h"

#include <stdlib.h>

#include "syntax/syntax.h"

static AstUnit *parse(Checked *checked, Names *names, Sources *sources,
                      const CheckOptions *options, const char *source)
{
    SyntaxOptions syntax = {.hlsl_version = options->hlsl_version,
                            .shader_model_major = 6,
                            .shader_model_minor = 10,
                            .native_16bit = options->native_16bit};
    SyntaxContext context = {checked->arena, names, sources, checked->diagnostics, &syntax};
    const SourceFile *file = sources_add_text(sources, "test.hlsl", source, strlen(source),
                                              SOURCE_NOWHERE);
    return syntax_parse(&context, syntax_preprocess(&context, file));
}

static char *print_messages(const Diagnostics *diagnostics)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    diag_print(diagnostics, out, DIAG_FORMAT_TEXT, false);
    fclose(out);
    return text;
}

Checked check_shader(const char *source, ChangeOptions *change)
{
    CheckOptions options = {.hlsl_version = 2021,
                            .shader_model_major = 6,
                            .shader_model_minor = 10,
                            .entry = "main",
                            .wave_size = 32};
    Checked checked = {.arena = arena_new("test")};
    Sources *sources = sources_new(checked.arena);
    Names *names = names_new(checked.arena);
    if (change)
        change(&options);
    checked.diagnostics = diag_new(checked.arena, sources);
    AstUnit *unit = parse(&checked, names, sources, &options, source);
    CheckContext context = {checked.arena, names, checked.diagnostics, &options};
    if (diag_error_count(checked.diagnostics) == 0)
        checked.program = check_program(&context, unit);
    checked.messages = print_messages(checked.diagnostics);
    return checked;
}

void checked_free(Checked *checked)
{
    free(checked->messages);
    arena_drop(checked->arena);
}

void with_16bit_types(CheckOptions *options) { options->native_16bit = true; }
void with_row_major(CheckOptions *options) { options->default_row_major = true; }

/* With an empty entry point. */
static Checked check_declarations(ChangeOptions *change, const char *declarations)
{
    char *source;
    if (asprintf(&source, "%s\n[numthreads(64, 1, 1)] void main() {}\n", declarations) < 0)
        abort();
    Checked checked = check_shader(source, change);
    free(source);
    return checked;
}

/* ---- layouts ---- */

static void expect_layout(const Checked *checked, const Text *made, const char *layout)
{
    if (!made->bytes || strcmp(made->bytes, layout) != 0)
        fail_msg("laid out as '%s', wanted '%s'\n%s", made->bytes ? made->bytes : "", layout,
                 checked->messages);
}

void expect_cbuffer_with(ChangeOptions *change, const char *before, const char *declarations,
                         const char *layout)
{
    char *source;
    Text made = {0};
    if (asprintf(&source, "%s cbuffer block { %s };", before, declarations) < 0)
        abort();
    Checked checked = check_declarations(change, source);
    const Resource *block = checked.program ? checked.program->resources[0] : NULL;
    for (int i = 0; block && i < block->member_count; i++)
        text_printf(&made, "%s%s %lld", i == 0 ? "" : ", ", block->members[i]->name,
                    (long long)block->members[i]->offset);
    if (block)
        text_printf(&made, "; %lld", (long long)block->size);
    expect_layout(&checked, &made, layout);
    text_free(&made);
    checked_free(&checked);
    free(source);
}

void expect_cbuffer(const char *before, const char *declarations, const char *layout)
{
    expect_cbuffer_with(NULL, before, declarations, layout);
}

void expect_structured_with(ChangeOptions *change, const char *before, const char *declarations,
                            const char *layout)
{
    char *source;
    Text made = {0};
    if (asprintf(&source, "%s struct Element { %s }; StructuredBuffer<Element> buffer;", before,
                 declarations) < 0)
        abort();
    Checked checked = check_declarations(change, source);
    const Type *element = checked.program ? checked.program->resources[0]->type->element : NULL;
    for (int i = 0; element && i < element->field_count; i++)
        text_printf(&made, "%s%s %lld", i == 0 ? "" : ", ", element->fields[i].name,
                    (long long)layout_field_offset(element, i, LAYOUT_STRUCTURED));
    if (element)
        text_printf(&made, "; %lld", (long long)layout_size(element, LAYOUT_STRUCTURED));
    expect_layout(&checked, &made, layout);
    text_free(&made);
    checked_free(&checked);
    free(source);
}

void expect_structured(const char *before, const char *declarations, const char *layout)
{
    expect_structured_with(NULL, before, declarations, layout);
}
