/* Macros that exist before the first line: written as #define lines of two made-up files, so that
 * diagnostics can show them like any other. */
#include "preprocess_priv.h"

static const char stage_macros[] = /* DXIL's shader kinds */
    "#define __SHADER_STAGE_PIXEL 0\n"
    "#define __SHADER_STAGE_VERTEX 1\n"
    "#define __SHADER_STAGE_GEOMETRY 2\n"
    "#define __SHADER_STAGE_HULL 3\n"
    "#define __SHADER_STAGE_DOMAIN 4\n"
    "#define __SHADER_STAGE_COMPUTE 5\n"
    "#define __SHADER_STAGE_LIBRARY 6\n"
    "#define __SHADER_STAGE_MESH 13\n"
    "#define __SHADER_STAGE_AMPLIFICATION 14\n"
    "#define __SHADER_TARGET_STAGE __SHADER_STAGE_COMPUTE\n"
    "#define __hlsl_dx_compiler 1\n"
    "#define __DXC_VERSION_MAJOR 1\n"
    "#define __DXC_VERSION_MINOR 8\n"
    "#define __DXC_VERSION_RELEASE 0\n"
    "#define __DXC_VERSION_COMMITS 0\n"
    "#define __wavecc__ 1\n";

static void add_builtin(Preprocessor *pp, const char *name, MacroKind kind)
{
    Macro *macro = ARENA_NEW(pp->scratch, Macro);
    macro->name = names_intern_text(pp->context->names, name);
    macro->kind = kind;
    pp_get_word(pp, macro->name)->macro = macro;
}

/* 202x is 2029 here; dxc calls it 2029 as well. */
static void add_option_macros(Text *text, const SyntaxOptions *options)
{
    text_add(text, stage_macros, sizeof stage_macros - 1);
    text_printf(text, "#define __HLSL_VERSION %d\n", options->hlsl_version);
    text_printf(text, "#define __SHADER_TARGET_MAJOR %d\n", options->shader_model_major);
    text_printf(text, "#define __SHADER_TARGET_MINOR %d\n", options->shader_model_minor);
    if (options->native_16bit)
        text_printf(text, "#define __HLSL_ENABLE_16_BIT 1\n");
}

/* -D: the value ends at a line's end, if it has one. */
static void add_user_macros(Text *text, const SyntaxOptions *options)
{
    for (int i = 0; i < options->macro_count; i++) {
        const SyntaxMacro *macro = &options->macros[i];
        const char *value = macro->value != NULL ? macro->value : "1";
        int length = (int)strcspn(value, "\r\n");
        text_printf(text, "#define %s %.*s\n", macro->name, length, value);
    }
}

/* Puts the text above the main file; it is read first. */
static void enter_text(Preprocessor *pp, const char *path, Text *text)
{
    const SourceFile *file = NULL;
    if (text->length > 0)
        file = sources_add_text(pp->context->sources, path, text->bytes, text->length,
                                SOURCE_NOWHERE);
    if (file != NULL)
        pp_enter_file(pp, file);
    text_free(text);
}

void pp_predefine(Preprocessor *pp)
{
    add_builtin(pp, "__FILE__", MACRO_FILE);
    add_builtin(pp, "__LINE__", MACRO_LINE);
    add_builtin(pp, "__COUNTER__", MACRO_COUNTER);
    add_builtin(pp, "__INCLUDE_LEVEL__", MACRO_INCLUDE_LEVEL);
    add_builtin(pp, "_Pragma", MACRO_PRAGMA);
    add_builtin(pp, "__has_include", MACRO_HAS_INCLUDE);
    Text user = {0}, built_in = {0};
    add_user_macros(&user, pp->context->options);
    add_option_macros(&built_in, pp->context->options);
    enter_text(pp, "<command line>", &user);
    enter_text(pp, "<built-in>", &built_in);
}
