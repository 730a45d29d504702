/* Where results go, as the command line says: which of them share standard output, which are the
 * input itself. */
#include "options_priv.h"

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

static bool is_typed_standard(const char *path)
{
    return path != NULL && output_is_standard(path);
}

static bool prints_result(const Options *options)
{
    if (options->dependencies == DEPENDENCIES_ONLY)
        return false;
    return options->output != NULL ? output_is_standard(options->output)
                                   : !options_make_binary(options);
}

static bool prints_rule(const Options *options)
{
    return options->dependencies == DEPENDENCIES_ONLY && options->dependency_file == NULL;
}

/* Nobody could tell one from the other. */
static void check_shared(Parser *parser)
{
    const Options *options = parser->options;
    const struct { bool is_standard; const char *name; } OUTPUTS[] = {
        {prints_result(options), "the result (-o)"},
        {prints_rule(options), "-M"},
        {is_typed_standard(options->header), "--header"},
        {is_typed_standard(options->dependency_file), "-MF"},
        {is_typed_standard(options->error_file), "-Fe"}};
    const char *first = NULL;
    for (int i = 0; i < COUNT_OF(OUTPUTS); i++) {
        if (!OUTPUTS[i].is_standard)
            continue;
        if (first != NULL)
            option_error(parser, "%s and %s cannot both go to standard output", first,
                         OUTPUTS[i].name);
        first = OUTPUTS[i].name;
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
    if (options_make_binary(options) && is_typed_standard(options->output) &&
        isatty(STDOUT_FILENO))
        option_error(parser, "-o -: standard output is a terminal, and the result no text; "
                             "pipe it, or name a file");
}
