/* Unit tests in HLSL files: the functions marked [Test]. The compiler's front end finds them, in a
 * process of its own; each becomes a TestFile that compiles the file with that function as its
 * entry point. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jobs.h"
#include "pipeline.h"

enum { MOST_SECONDS = 60 };

/* Whether [Test stands there outside comments: other files need not even be HLSL that wavecc
 * knows. */
static bool mentions_tests(Reader *reader, Slice text)
{
    for (const char *at = without_comments(reader->arena, text); (at = strchr(at, '[')) != NULL;
         at++) {
        const char *word = at + 1 + strspn(at + 1, " \t\r\n[");
        if (strncmp(word, "Test", 4) == 0 && strchr(" \t\r\n](", word[4]) != NULL)
            return true;
    }
    return false;
}

/* Words behind "options:" on the first line. */
static void read_options(Reader *reader, Slice text, WordList *options)
{
    const char *newline = memchr(text.text, '\n', text.length);
    const char *line =
        arena_copy_text(reader->arena, text.text,
                        newline != NULL ? (size_t)(newline - text.text) : text.length);
    const char *at = strstr(line, "options:");
    for (at = at != NULL ? at + 8 : ""; *at != '\0';) {
        size_t length = strcspn(at, " \t\r");
        if (length > 0 && strncmp(at, "*/", 2) != 0)
            vec_push(reader->arena, options, arena_copy_text(reader->arena, at, length));
        at += length + (at[length] != '\0');
    }
}

/* ---- the search, in a child ---- */

static void find_in_child(Reader *reader, const Settings *settings, const WordList *file_options,
                          FILE *found, FILE *errors)
{
    WordList words = {0};
    PipelineTestList tests = {0};
    Options options;
    dup2(fileno(errors), STDERR_FILENO);
    dup2(fileno(errors), STDOUT_FILENO);
    alarm(MOST_SECONDS);
    for (const char *const *word =
             (const char *const[]){"wavecc", reader->path, "--color=never", "--emit=ast", NULL};
         *word != NULL; word++)
        vec_push(reader->arena, &words, *word);
    for (int i = 0; i < settings->options.count; i++)
        vec_push(reader->arena, &words, settings->options.items[i]);
    for (int i = 0; i < file_options->count; i++)
        vec_push(reader->arena, &words, file_options->items[i]);
    int status = options_parse(&options, reader->arena, words.count, (char **)words.items);
    if (status == EXIT_DONE)
        status = pipeline_find_tests(&options, reader->arena, &tests);
    for (int i = 0; i < tests.count; i++)
        fprintf(found, "%d %d %d %s\n", tests.items[i].line, tests.items[i].wave_min,
                tests.items[i].wave_max, tests.items[i].name);
    fflush(NULL);
    _exit(status == EXIT_DONE ? 0 : 1);
}

static const char *all_of(Arena *arena, FILE *file)
{
    Text text = {0};
    char block[4096];
    rewind(file);
    for (size_t count; (count = fread(block, 1, sizeof block, file)) > 0;)
        text_add(&text, block, count);
    const char *kept = arena_copy_text(arena, text.bytes != NULL ? text.bytes : "", text.length);
    text_free(&text);
    return kept;
}

/* NULL: they were found, and stand in `found`; else why not. */
static const char *find(Reader *reader, const Settings *settings, const WordList *file_options,
                        FILE *found, FILE *errors)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        find_in_child(reader, settings, file_options, found, errors);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child < 0)
        return "the machine has no room for another process";
    if (WIFSIGNALED(status))
        return arena_printf(reader->arena, "reading it ended by SIG%s",
                            sigabbrev_np(WTERMSIG(status)));
    return WEXITSTATUS(status) != 0 ? all_of(reader->arena, errors) : NULL;
}

/* ---- tests ---- */

static TestFile *new_test(Reader *reader, const WordList *options, const char *name, int line)
{
    TestFile *test = ARENA_NEW(reader->arena, TestFile);
    CompileStep *compile = ARENA_NEW(reader->arena, CompileStep);
    *compile = (CompileStep){.source = reader->path, .object = "", .line = line};
    for (int i = 0; i < options->count; i++)
        vec_push(reader->arena, &compile->options, options->items[i]);
    vec_push(reader->arena, &compile->options, "--tests");
    vec_push(reader->arena, &compile->options, "-E");
    vec_push(reader->arena, &compile->options, name);
    *test = (TestFile){.path = reader->path, .unit = name, .line = line};
    vec_push(reader->arena, &test->compiles, compile);
    return test;
}

static void add_found(Reader *reader, const WordList *options, FILE *found, TestFileList *tests)
{
    int line, least, most;
    char name[512];
    rewind(found);
    while (fscanf(found, "%d %d %d %511s", &line, &least, &most, name) == 4) {
        TestFile *test =
            new_test(reader, options, arena_copy_text(reader->arena, name, strlen(name)), line);
        for (int i = 0; i < WAVE_SIZE_COUNT; i++)
            test->wave_sizes[i] = most == 0 || (WAVE_SIZES[i] >= least && WAVE_SIZES[i] <= most);
        vec_push(reader->arena, tests, test);
    }
}

bool unit_tests_find(Reader *reader, const Settings *settings, TestFileList *tests)
{
    Slice text;
    WordList options = {0};
    if (!reader_read(reader, &text))
        return false;
    if (!mentions_tests(reader, text))
        return true;
    read_options(reader, text, &options);
    FILE *found = tmpfile(), *errors = tmpfile();
    const char *why = found != NULL && errors != NULL
                          ? find(reader, settings, &options, found, errors)
                          : "there is no room for temporary files";
    if (why == NULL)
        add_found(reader, &options, found, tests);
    else
        reader->fault = why;
    if (found != NULL)
        fclose(found);
    if (errors != NULL)
        fclose(errors);
    return why == NULL;
}
