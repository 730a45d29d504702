/* From a file to its tree, with the warnings that the command line asks for. */
#include "pipeline_priv.h"

/* ---- which warnings ---- */

/* As C compilers do: a -Wno- for warnings that other compilers have is no reason to warn. */
static void set_group(Diagnostics *diagnostics, const GroupOption *option)
{
    bool is_error = option->choice == CHOICE_ERROR || option->choice == CHOICE_NO_ERROR;
    bool enabled = option->choice == CHOICE_ON || option->choice == CHOICE_ERROR;
    bool is_known = is_error ? diag_set_group_errors(diagnostics, option->group, enabled)
                             : diag_set_group(diagnostics, option->group, enabled);
    const char *nearest = is_known ? NULL : diag_nearest_group(option->group);
    if (nearest != NULL)
        diag_report(diagnostics, SOURCE_NOWHERE, DIAG_unknown_group_did_you_mean, option->argument,
                    nearest);
    else if (!is_known && enabled)
        diag_report(diagnostics, SOURCE_NOWHERE, DIAG_unknown_group, option->argument);
}

/* One warning for all of them, which is no error for -WX: the shader is none the worse. */
static void tell_ignored(Pipeline *pipeline)
{
    const Options *options = pipeline->options;
    Text names = {0};
    for (int i = 0; i < options->ignored.count; i++)
        text_printf(&names, "%s%s", i > 0 ? " " : "", options->ignored.items[i]);
    if (names.length > 0 && !options->ignores_silently)
        diag_report(pipeline->diagnostics, SOURCE_NOWHERE, DIAG_option_ignored, names.bytes);
    text_free(&names);
}

void front_end_set_warnings(Pipeline *pipeline)
{
    const Options *options = pipeline->options;
    diag_set_no_warnings(pipeline->diagnostics, options->no_warnings);
    if (options->error_limit != 0)
        diag_set_error_limit(pipeline->diagnostics, options->error_limit);
    if (options->extra_warnings)
        diag_set_extra_warnings(pipeline->diagnostics, true);
    for (int i = 0; i < options->groups.count; i++)
        set_group(pipeline->diagnostics, &options->groups.items[i]);
    for (int i = 0; i < options->fail_on.count; i++)
        diag_fail_on(pipeline->diagnostics, options->fail_on.items[i]);
    tell_ignored(pipeline);
    diag_set_warnings_as_errors(pipeline->diagnostics, options->warnings_as_errors);
}

/* ---- text, tokens, tree ---- */

static SyntaxContext syntax_context(const Pipeline *pipeline)
{
    return (SyntaxContext){pipeline->ast, pipeline->names, pipeline->sources, pipeline->diagnostics,
                           &pipeline->options->syntax};
}

const SourceFile *front_end_load(Pipeline *pipeline)
{
    const char *error = "it is over 1 GiB", *path = pipeline->options->input;
    const OptionsHost *host = pipeline->options->host;
    const SourceFile *file =
        host != NULL ? sources_add_text(pipeline->sources, path, host->text.text,
                                        host->text.length, SOURCE_NOWHERE)
                     : sources_load(pipeline->sources, path, SOURCE_NOWHERE, &error);
    if (file == NULL)
        diag_report(pipeline->diagnostics, SOURCE_NOWHERE, DIAG_cannot_read_file, path, error);
    return file;
}

TokenList *front_end_tokens(Pipeline *pipeline, const SourceFile *file)
{
    SyntaxContext context = syntax_context(pipeline);
    TokenList *tokens = syntax_preprocess(&context, file);
    note_time(pipeline, "preprocess");
    return tokens;
}

bool front_end_parse(Pipeline *pipeline, const TokenList *tokens)
{
    SyntaxContext context = syntax_context(pipeline);
    pipeline->unit = syntax_parse(&context, tokens);
    syntax_warn_of_unused(&context, pipeline->unit, tokens);
    note_time(pipeline, "parse");
    return diag_error_count(pipeline->diagnostics) == 0;
}
