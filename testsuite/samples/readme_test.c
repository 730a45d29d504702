/* The commands in the samples' READMEs, in docs/waves.md and docs/jobs.md work and print what stands there. In a block
 *
 *     ```console
 *     $ command \
 *         continued
 *     output
 *     ```
 *
 * each command is run by the shell in the repository's root; where output follows it, its standard output
 * must be that. "build/" stands for the build folder. A block of yaml whose first line is "# build/NAME" is that
 * file for the commands behind it.
 *
 * The samples' do so with all checks, and nothing is reported. */
#define _GNU_SOURCE
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "process.h"
#include "test.h"

enum { MAX_COMMAND = 8192 };
#define COMPILES "build/wavecc samples/"
#define CHECKS "--check=all "

typedef struct Readme {
    const char *path;
    const char *options; /* for compiling samples; each ends with a blank */
    struct Readme *next; /* all that there are: tests that are not picked are forgotten */
    char *name;
} Readme;

/* Copies a line, with the build folder in use for "build/" at the start of a path. */
static void add_line(const Readme *readme, char *command, const char *line, size_t length)
{
    size_t used = strlen(command);
    for (size_t i = 0; i < length && used < MAX_COMMAND - 256;) {
        if (!strncmp(line + i, COMPILES, strlen(COMPILES))) {
            used += (size_t)snprintf(command + used, MAX_COMMAND - used, "%s/wavecc %ssamples/", test_build_folder(),
                                     readme->options);
            i += strlen(COMPILES);
        } else if (!strncmp(line + i, "build/", 6)) {
            used += (size_t)snprintf(command + used, MAX_COMMAND - used, "%s/", test_build_folder());
            i += 6;
        } else
            command[used++] = line[i++];
    }
    command[used] = 0;
}

static const char *next_line(const char *line)
{
    const char *end = strchrnul(line, '\n');
    return *end ? end + 1 : end;
}

/* Takes the command that starts at `line` after its "$ "; gives the line after it. */
static const char *take_command(const Readme *readme, const char *line, char command[MAX_COMMAND])
{
    bool continues = true;
    command[0] = 0;
    for (line += 2; continues && *line; line = next_line(line)) {
        size_t length = (size_t)(next_line(line) - line);
        continues = length > 1 && line[length - 2] == '\\';
        add_line(readme, command, line, length);
    }
    return line;
}

/* Takes lines up to the next command or the block's end. */
static const char *take_output(const char *line, char **output)
{
    const char *start = line;
    while (*line && strncmp(line, "$ ", 2) && strncmp(line, "```", 3))
        line = next_line(line);
    *output = strndup(start, (size_t)(line - start));
    return line;
}

static void run_command(const char *command, const char *output)
{
    Process process = PROCESS_RUN("sh", "-c", command);
    process_expect(&process, 0, command);
    if (*output && strcmp(process.out, output)) {
        print_error("%sprinted\n%sinstead of\n%s", command, process.out, output);
        fail();
    }
    process_free(&process);
}

/* The block's commands, from the line behind its fence on. */
static const char *run_block(const Readme *readme, const char *line)
{
    char command[MAX_COMMAND], *output;
    while (!strncmp(line, "$ ", 2)) {
        line = take_command(readme, line, command);
        line = take_output(line, &output);
        run_command(command, output);
        free(output);
    }
    return line;
}

static const char *write_block(const Readme *readme, const char *line)
{
    const char *end = strstr(line, "\n```"), *name = line + 2;
    assert_non_null(end);
    if (strncmp(line, "# build/", 8) != 0)
        return end;
    char path[1024] = "";
    add_line(readme, path, name, (size_t)(next_line(line) - 1 - name));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fwrite(line, 1, (size_t)(end + 1 - line), file);
    fclose(file);
    return end;
}

static void run_readme(void **state)
{
    const Readme *readme = *state;
    char *text = file_read(readme->path, NULL);
    assert_non_null(text);
    /* What is printed is the same. Those of wave_frames run for longer than it takes to optimise them. */
    if (!strstr(readme->path, "/wave_frames/"))
        process_leave_c_as_written();
    for (const char *line = text; (line = strstr(line, "\n```")) != NULL;) {
        line++;
        bool is_console = !strncmp(line, "```console\n", 11), is_yaml = !strncmp(line, "```yaml\n", 8);
        line = next_line(line);
        line = is_console ? run_block(readme, line) : is_yaml ? write_block(readme, line) : line - 1;
    }
    process_optimise_c();
    free(text);
}

/* "samples/blur/README.md with checks", or without words behind it. */
static void add_readme(const char *path, const char *words, const char *options)
{
    static Readme *all;
    Readme *readme = malloc(sizeof *readme);
    char *name = NULL;
    if (readme == NULL || asprintf(&name, "%s%s", path, words) < 0)
        abort();
    *readme = (Readme){path, options, all, name};
    all = readme;
    test_add_slow(name, run_readme, readme);
}

__attribute__((constructor)) static void add_readmes(void)
{
    static glob_t found; /* the names belong to it */
    if (glob("samples/*/README.md", 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++)
        add_readme(found.gl_pathv[i], " with checks", CHECKS);
    if (glob("docs/waves.md", GLOB_APPEND, NULL, &found) == 0 && glob("docs/jobs.md", GLOB_APPEND, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            add_readme(found.gl_pathv[i], "", "");
}
