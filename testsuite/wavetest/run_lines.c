/* RUN lines: which sources are compiled with which options, and which pipelines are run with the
 * result.
 *
 *     # RUN: split-file %s %t
 *     # RUN: %dxc_target -T cs_6_5 -Fo %t.o %t/source.hlsl
 *     # RUN: %offloader %t/pipeline.yaml %t.o | FileCheck %s
 *
 * The tests are written for dxc and clang on D3D12, Vulkan and Metal: "%if Vulkan %{ ... %}" is
 * left out, as are -fvk-, -spirv and their like, which say how to map to Vulkan what D3D
 * defines. */
#include "testfile.h"

#include <ctype.h>

typedef struct Words {
    VEC(const char *) all;
} Words;

/* The command of a RUN line that starts at *at, with its continuations; NULL: no line there is
 * one. */
static const char *next_command(Reader *reader, Slice text, size_t *at, int *line)
{
    Text command = {0};
    bool continues = false;
    for (; *at < text.length; ) {
        const char *start = text.text + *at, *newline = memchr(start, '\n', text.length - *at);
        size_t length = newline != NULL ? (size_t)(newline - start) : text.length - *at;
        char *row = arena_copy_text(reader->arena, start, length);
        char *run = strstr(row, "RUN:");
        *at += length + 1;
        ++*line;
        if (run == NULL)
            continue;
        char *body = run + 4, *end = body + strlen(body);
        while (end > body && isspace((unsigned char)end[-1]))
            *--end = '\0';
        continues = end > body && end[-1] == '\\';
        text_printf(&command, "%.*s ", (int)(end - body - continues), body);
        if (!continues)
            break;
    }
    const char *result =
        command.length > 0 ? arena_copy_text(reader->arena, command.bytes, command.length) : NULL;
    text_free(&command);
    return result;
}

/* Words between blanks; quotes keep blanks and vanish. "%if NAME %{ a %} [%else %{ b %}]": none of
 * a CPU's names is a graphics interface, so a goes and b stays. */
static Words split_words(Reader *reader, const char *text)
{
    Words words = {0};
    bool is_dropped = false, is_else = false;
    while (*(text += strspn(text, " \t")) != '\0') {
        Text word = {0};
        char quote = '\0';
        for (; *text != '\0' && (quote != '\0' || !isspace((unsigned char)*text)); text++) {
            if (quote == '\0' && (*text == '"' || *text == '\''))
                quote = *text;
            else if (*text == quote && quote != '\0')
                quote = '\0';
            else
                text_add(&word, text, 1);
        }
        const char *kept =
            arena_copy_text(reader->arena, word.bytes != NULL ? word.bytes : "", word.length);
        text_free(&word);
        if (strcmp(kept, "%if") == 0)
            is_dropped = true;
        else if (strcmp(kept, "%else") == 0)
            is_else = true;
        else if (strcmp(kept, "%}") == 0)
            is_dropped = is_else = false;
        else if (strcmp(kept, "%{") == 0)
            is_dropped = is_dropped && !is_else;
        else if (!is_dropped)
            vec_push(reader->arena, &words.all, kept);
    }
    return words;
}

/* The part's name in "%t/name"; NULL: the word names no part. */
static const char *part_name(const char *word)
{
    return strncmp(word, "%t/", 3) == 0 ? word + 3 : NULL;
}

static const Part *need_part(Reader *reader, const TestFile *test, const char *name, int line)
{
    const Part *part = testfile_part(test, name);
    if (part == NULL)
        reader_fail(reader, line, "there is no part '%s'", name);
    return part;
}

/* ---- compile steps ---- */

static bool is_for_vulkan(const char *word)
{
    static const char *const STARTS[] = {"-fvk-", "-fspv-", "-spirv", "-fcgl", "-Qembed_debug"};
    for (int i = 0; i < COUNT_OF(STARTS); i++)
        if (strncmp(word, STARTS[i], strlen(STARTS[i])) == 0)
            return true;
    return false;
}

static bool read_compile(Reader *reader, TestFile *test, const Words *words, int line)
{
    CompileStep *step = ARENA_NEW(reader->arena, CompileStep);
    *step = (CompileStep){.object = "%t.o", .line = line};
    for (int i = 1; i < words->all.count; i++) {
        const char *word = words->all.items[i];
        if (strcmp(word, "-Fo") == 0 && i + 1 < words->all.count)
            step->object = words->all.items[++i];
        else if (strncmp(word, "-Fo", 3) == 0)
            step->object = word + 3;
        else if (part_name(word) != NULL && step->source == NULL)
            step->source = part_name(word);
        else if (!is_for_vulkan(word))
            vec_push(reader->arena, &step->options, word);
    }
    if (step->source == NULL)
        return reader_fail(reader, line, "this RUN line compiles no %%t/ part");
    vec_push(reader->arena, &test->compiles, step);
    return need_part(reader, test, step->source, line) != NULL;
}

/* ---- run steps ---- */

static const CompileStep *find_compile(const TestFile *test, const char *object)
{
    for (int i = test->compiles.count - 1; i >= 0; i--)
        if (strcmp(test->compiles.items[i]->object, object) == 0)
            return test->compiles.items[i];
    return NULL;
}

static void add_prefixes(Reader *reader, RunStep *run, const char *list)
{
    for (size_t length; *list != '\0'; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        vec_push(reader->arena, &run->prefixes, arena_copy_text(reader->arena, list, length));
    }
}

static void read_filecheck(Reader *reader, RunStep *run, const Words *words, int at)
{
    run->has_filecheck = true;
    for (; at < words->all.count; at++) {
        const char *word = words->all.items[at], *option = word + strspn(word, "-");
        const char *equals = strchr(option, '=');
        if (strncmp(option, "check-prefix", 12) == 0 && equals != NULL)
            add_prefixes(reader, run, equals + 1);
    }
    if (run->prefixes.count == 0)
        vec_push(reader->arena, &run->prefixes, "CHECK");
}

static bool read_run(Reader *reader, TestFile *test, const Words *words, int line)
{
    RunStep run = {.line = line};
    for (int i = 1; i < words->all.count; i++) {
        const char *word = words->all.items[i];
        if (strcmp(word, "|") == 0 && i + 1 < words->all.count &&
            strstr(words->all.items[i + 1], "FileCheck") != NULL) {
            read_filecheck(reader, &run, words, i + 2);
            break;
        }
        if (part_name(word) != NULL &&
            (run.pipeline = need_part(reader, test, part_name(word), line)) == NULL)
            return false;
        const CompileStep *compile = find_compile(test, word);
        run.compile = compile != NULL ? compile : run.compile;
    }
    if (run.pipeline == NULL || run.compile == NULL)
        return reader_fail(reader, line,
                           run.pipeline == NULL ? "this RUN line runs no %%t/ part"
                                                : "this RUN line runs what no RUN line compiled");
    vec_push(reader->arena, &test->runs, run);
    return true;
}

/* ---- all lines ---- */

typedef struct Tool {
    const char *name; /* in the first word */
    bool (*read)(Reader *reader, TestFile *test, const Words *words, int line);
} Tool;

static bool ignore_tool(Reader *reader, TestFile *test, const Words *words, int line)
{
    (void)reader, (void)test, (void)words, (void)line;
    return true;
}

static const Tool TOOLS[] = {
    {"split-file", ignore_tool}, {"dxc", read_compile}, {"wavecc", read_compile},
    {"offloader", read_run}, {"mkdir", ignore_tool}, {"rm", ignore_tool},
};

bool run_lines_read(Reader *reader, TestFile *test)
{
    size_t at = 0;
    int line = 0;
    for (const char *command; (command = next_command(reader, test->text, &at, &line)) != NULL;) {
        Words words = split_words(reader, command);
        const Tool *tool = NULL;
        for (int i = 0; words.all.count > 0 && i < COUNT_OF(TOOLS) && tool == NULL; i++)
            if (strstr(words.all.items[0], TOOLS[i].name) != NULL)
                tool = &TOOLS[i];
        if (tool == NULL)
            return reader_fail(reader, line, "wavetest cannot run '%s'",
                               words.all.count > 0 ? words.all.items[0] : "");
        if (!tool->read(reader, test, &words, line))
            return false;
    }
    return test->runs.count > 0 || reader_fail(reader, 0, "there is no RUN line with an offloader");
}
