/* Dependency files as make reads them: `target: source include ...`, each file once, in the order
 * read. */
#include "dependencies.h"

#include "output.h"

/* make takes blanks, # and $ apart unless they are escaped (GNU make, "Rule Syntax"). */
static void add_path(Text *out, const char *path)
{
    for (const char *at = path; *at != '\0'; at++) {
        if (*at == '$')
            text_add(out, "$$", 2);
        else if (*at == ' ' || *at == '#')
            text_printf(out, "\\%c", *at);
        else
            text_add(out, at, 1);
    }
}

static bool is_repeated(const Sources *sources, int index)
{
    for (int i = 0; i < index; i++)
        if (strcmp(sources_file(sources, i)->path, sources_file(sources, index)->path) == 0)
            return true;
    return false;
}

/* Not <stdin>, not <command line>. */
static bool is_on_disk(const SourceFile *file) { return file->path[0] != '<'; }

static void add_rule(Text *out, const Options *options, const Sources *sources)
{
    if (options->dependency_target != NULL)
        text_printf(out, "%s", options->dependency_target); /* may name several, as make has them */
    else if (options->output != NULL)
        add_path(out, options->output);
    else
        text_printf(out, "%.*s.o", path_stem_length(options->input), options->input);
    text_add(out, ":", 1);
    for (int i = 0; i < sources_file_count(sources); i++) {
        if (is_repeated(sources, i) || !is_on_disk(sources_file(sources, i)))
            continue;
        text_add(out, " \\\n  ", 5);
        add_path(out, sources_file(sources, i)->path);
    }
    text_add(out, "\n", 1);
}

/* -MF's file; for -MD the output's or the input's name with .d; NULL for standard output. */
static const char *rule_file(Arena *arena, const Options *options)
{
    const char *base = options->output != NULL ? options->output : options->input;
    if (options->dependency_file != NULL)
        return options->dependency_file;
    return options->dependencies == DEPENDENCIES_BESIDE
               ? arena_printf(arena, "%.*s.d", path_stem_length(base), base)
               : NULL;
}

/* By how many files that include each other it is read. */
static int depth_of(const Sources *sources, const SourceFile *file)
{
    int depth = 0;
    for (; file->included_from != SOURCE_NOWHERE; depth++)
        file = sources_place(sources, file->included_from).file;
    return depth;
}

void show_includes(const Sources *sources)
{
    for (int i = 0; i < sources_file_count(sources); i++) {
        const SourceFile *file = sources_file(sources, i);
        int depth = depth_of(sources, file);
        for (int k = 0; k < depth; k++)
            fputc('.', stderr);
        if (depth > 0)
            fprintf(stderr, " %s\n", file->path);
    }
}

int write_dependencies(const Options *options, const Sources *sources)
{
    Arena *arena = arena_new("dependencies");
    Text rule = {0};
    add_rule(&rule, options, sources);
    const char *path = rule_file(arena, options);
    int status = output_write(path, rule.bytes, rule.length);
    text_free(&rule);
    arena_drop(arena);
    return status;
}

bool is_included_file(const Sources *sources, const char *path)
{
    bool is_file = path != NULL && !output_is_standard(path);
    for (int i = 0; is_file && i < sources_file_count(sources); i++)
        if (sources_file(sources, i)->included_from != SOURCE_NOWHERE &&
            output_is(path, sources_file(sources, i)->path))
            return true;
    return false;
}

const char *find_overwritten(const Options *options, const Sources *sources)
{
    const char *files[] = {options->output, options->dependency_file, options->header,
                           options->error_file};
    for (int i = 0; i < COUNT_OF(files); i++)
        if (is_included_file(sources, files[i]))
            return files[i];
    return NULL;
}
