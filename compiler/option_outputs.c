/* Where results go, as the command line says: which of them share a file or standard output,
 * which are the input itself. */
#include "options_priv.h"

#include <string.h>
#include <unistd.h>

#include "output.h"

/* Who mistypes -o loses no source. */
static void check_overwritten(Parser *parser)
{
    const char *files[] = {parser->options->output, parser->options->dependency_file,
                           parser->options->header, parser->options->error_file};
    for (int i = 0; i < COUNT_OF(files); i++)
        if (files[i] != NULL && !output_is_standard(files[i]) &&
            output_is(files[i], parser->options->input))
            option_error(parser, "'%s' is the input itself; nothing is written over it", files[i]);
}

bool options_make_binary(const Options *options)
{
    return (options->emit == EMIT_EXECUTABLE || options->emit == EMIT_OBJECT ||
            options->emit == EMIT_SHARED) &&
           options->dependencies != DEPENDENCIES_ONLY && !options_only_look(options) &&
           !options->show_commands;
}

/* NULL: there is none, or nobody said where it goes. */
static const char *result_file(const Options *options)
{
    if (options->dependencies == DEPENDENCIES_ONLY)
        return NULL;
    return options->output != NULL || options_make_binary(options) ? options->output : "-";
}

static bool prints_rule(const Options *options)
{
    return options->dependencies == DEPENDENCIES_ONLY && options->dependency_file == NULL;
}

/* Nobody could tell one from the other, or the last alone would be there. */
static bool is_shared(const char *path, const char *other)
{
    if (output_is_standard(path) || output_is_standard(other))
        return output_is_standard(path) && output_is_standard(other);
    return output_is(path, other) || (!strcmp(path, other) && output_is_replaced(path));
}

static void check_shared(Parser *parser)
{
    const Options *options = parser->options;
    const struct { const char *path, *name; } OUTPUTS[] = {
        {result_file(options), "the result (-o)"},
        {prints_rule(options) ? "-" : NULL, "-M"},
        {options->header, "--header"},
        {options->dependency_file, "-MF"},
        {options->error_file, "-Fe"}};
    for (int i = 0; i < COUNT_OF(OUTPUTS); i++)
        for (int k = 0; k < i; k++)
            if (OUTPUTS[i].path != NULL && OUTPUTS[k].path != NULL &&
                is_shared(OUTPUTS[k].path, OUTPUTS[i].path)) {
                bool is_standard = output_is_standard(OUTPUTS[i].path);
                option_error(parser, "%s and %s cannot both go to %s%s%s", OUTPUTS[k].name,
                             OUTPUTS[i].name, is_standard ? "" : "'",
                             is_standard ? "standard output" : OUTPUTS[i].path,
                             is_standard ? "" : "'");
            }
}

/* Text where a program is expected, under its name. */
static void check_look(Parser *parser)
{
    const Options *options = parser->options;
    const char *look = options->explain != NULL ? "--explain" : options->diff != NULL ? "--diff" : "--dump";
    if (options_only_look(options) && (options->emit == EMIT_SHARED || options->emit == EMIT_OBJECT))
        option_error(parser, "%s writes text, and no machine code beside it; leave out %s", look,
                     options->emit == EMIT_SHARED ? "-shared" : "-c");
}

void options_check_outputs(Parser *parser)
{
    check_look(parser);
    const Options *options = parser->options;
    check_overwritten(parser);
    check_shared(parser);
    if (options_make_binary(options) && options->output != NULL &&
        output_is_standard(options->output) && isatty(STDOUT_FILENO))
        option_error(parser, "-o -: standard output is a terminal, and the result no text; "
                             "pipe it, or name a file");
}
