#define _GNU_SOURCE
#include "front.h"

#include <stdlib.h>

#include "syntax/syntax.h"

LowerResult front_lower(Arena *arena, Diagnostics *diagnostics, Sources *sources, const char *text,
                        const FrontOptions *options)
{
    Names *names = names_new(arena);
    SyntaxOptions syntax = {.hlsl_version = 2021,
                            .shader_model_major = 6,
                            .shader_model_minor = 10,
                            .native_16bit = options->native_16bit};
    SyntaxContext parsing = {arena, names, sources, diagnostics, &syntax};
    const SourceFile *file = sources_add_text(sources, "test.hlsl", text, strlen(text),
                                              SOURCE_NOWHERE);
    AstUnit *unit = syntax_parse(&parsing, syntax_preprocess(&parsing, file));
    CheckOptions wanted = {.hlsl_version = 2021,
                           .shader_model_major = 6,
                           .shader_model_minor = 10,
                           .native_16bit = options->native_16bit,
                           .entry = options->entry,
                           .wave_size = options->wave_size};
    CheckContext checking = {arena, names, diagnostics, &wanted};
    CheckedProgram *checked = diag_error_count(diagnostics) ? NULL
                                                            : check_program(&checking, unit);
    return checked ? lower_program(arena, diagnostics, checked, (LowerOptions){0}) : (LowerResult){0};
}

const char *front_messages(Arena *arena, const Diagnostics *diagnostics)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    diag_print(diagnostics, out, DIAG_FORMAT_TEXT, false);
    fclose(out);
    const char *copy = arena_copy_text(arena, text, size);
    free(text);
    return copy;
}
