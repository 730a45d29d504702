/* A test file taken apart as LLVM's split-file does: a line "#--- name" or "//--- name" starts a
 * part. Lines keep their numbers, for messages. lit's markers may stand on any line. */
#include "testfile.h"

#include <ctype.h>
#include <stdlib.h>

const int WAVE_SIZES[WAVE_SIZE_COUNT] = {4, 8, 16, 32, 64, 128};
const char *const MARKER_NAMES[MARKER_KINDS] = {
    [MARKER_XFAIL] = "XFAIL", [MARKER_UNSUPPORTED] = "UNSUPPORTED", [MARKER_REQUIRES] = "REQUIRES",
};

bool reader_fail(Reader *reader, int line, const char *format, ...)
{
    Text text = {0};
    va_list arguments;
    if (reader->fault != NULL)
        return false;
    if (line > 0)
        text_printf(&text, "%s:%d: ", reader->path, line);
    else
        text_printf(&text, "%s: ", reader->path);
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    reader->fault = arena_copy_text(reader->arena, text.bytes, text.length);
    text_free(&text);
    return false;
}

/* ---- lines ---- */

static size_t drop_carriage_returns(char *text, size_t length)
{
    size_t kept = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\r')
            text[kept++] = text[i];
    return kept;
}

static Slice trim(Slice text)
{
    while (text.length > 0 && isspace((unsigned char)text.text[0]))
        text = (Slice){text.text + 1, text.length - 1};
    while (text.length > 0 && isspace((unsigned char)text.text[text.length - 1]))
        text.length--;
    return text;
}

/* The line that starts at `at`, without its newline. */
static Slice line_at(Slice text, size_t at)
{
    const char *newline = memchr(text.text + at, '\n', text.length - at);
    return (Slice){text.text + at,
                   newline != NULL ? (size_t)(newline - text.text) - at : text.length - at};
}

static bool is_part_line(Slice line, Slice *name)
{
    static const char *const STARTS[] = {"#--- ", "//--- ", ";--- "};
    for (int i = 0; i < COUNT_OF(STARTS); i++) {
        size_t length = strlen(STARTS[i]);
        if (line.length > length && memcmp(line.text, STARTS[i], length) == 0) {
            *name = trim((Slice){line.text + length, line.length - length});
            return true;
        }
    }
    return false;
}

/* Where "KEYWORD:" ends in the line; NULL: it is not there as a word. */
static const char *after_keyword(Slice line, const char *keyword)
{
    size_t length = strlen(keyword);
    for (size_t i = 0; i + length < line.length; i++) {
        bool starts_word = i == 0 || !(isalnum((unsigned char)line.text[i - 1]) ||
                                       line.text[i - 1] == '-' || line.text[i - 1] == '_');
        if (starts_word && memcmp(line.text + i, keyword, length) == 0 &&
            line.text[i + length] == ':')
            return line.text + i + length + 1;
    }
    return NULL;
}

static void read_markers(Reader *reader, TestFile *test, Slice line, int number)
{
    for (int kind = 0; kind < MARKER_KINDS; kind++) {
        const char *rest = after_keyword(line, MARKER_NAMES[kind]);
        if (rest == NULL)
            continue;
        Slice expression = trim((Slice){rest, (size_t)(line.text + line.length - rest)});
        Marker marker = {(MarkerKind)kind,
                         arena_copy_text(reader->arena, expression.text, expression.length),
                         number};
        vec_push(reader->arena, &test->markers, marker);
    }
}

/* ---- wave sizes ---- */

char *without_comments(Arena *arena, Slice text)
{
    char *copy = arena_copy_text(arena, text.text, text.length);
    for (char *at = copy; *at != '\0'; at++) {
        if (at[0] == '/' && at[1] == '/')
            for (; at[0] != '\0' && at[0] != '\n'; at++)
                *at = ' ';
        else if (at[0] == '/' && at[1] == '*') {
            char *end = strstr(at + 2, "*/");
            end = end != NULL ? end + 2 : at + strlen(at);
            memset(at, ' ', (size_t)(end - at));
            at = end;
        }
        if (*at == '\0')
            break;
    }
    return copy;
}

/* Numbers between parentheses; gives how many there are, at most 3. */
static int read_arguments(const char *text, long numbers[3])
{
    int count = 0;
    text += strspn(text, " \t\n");
    if (*text++ != '(')
        return 0;
    for (char *end; count < 3; text = end) {
        text += strspn(text, " \t\n,");
        numbers[count] = strtol(text, &end, 0);
        if (end == text)
            break;
        count++;
    }
    return count;
}

void find_wave_sizes(Slice hlsl, bool wave_sizes[WAVE_SIZE_COUNT])
{
    Arena *arena = arena_new("wave sizes");
    for (int i = 0; i < WAVE_SIZE_COUNT; i++)
        wave_sizes[i] = true;
    for (const char *at = without_comments(arena, hlsl); (at = strstr(at, "WaveSize")) != NULL;
         at += strlen("WaveSize")) {
        long numbers[3];
        int count = read_arguments(at + strlen("WaveSize"), numbers);
        long last = count > 1 ? numbers[1] : numbers[0];
        for (int i = 0; count > 0 && i < WAVE_SIZE_COUNT; i++)
            wave_sizes[i] = wave_sizes[i] && WAVE_SIZES[i] >= numbers[0] && WAVE_SIZES[i] <= last;
    }
    arena_drop(arena);
}

static void restrict_wave_sizes(TestFile *test)
{
    for (int i = 0; i < WAVE_SIZE_COUNT; i++)
        test->wave_sizes[i] = true;
    for (int c = 0; c < test->compiles.count; c++) {
        bool allowed[WAVE_SIZE_COUNT];
        find_wave_sizes(testfile_part(test, test->compiles.items[c]->source)->text, allowed);
        for (int i = 0; i < WAVE_SIZE_COUNT; i++)
            test->wave_sizes[i] = test->wave_sizes[i] && allowed[i];
    }
}

/* ---- the file ---- */

const Part *testfile_part(const TestFile *test, const char *name)
{
    for (int i = 0; i < test->parts.count; i++)
        if (strcmp(test->parts.items[i].name, name) == 0)
            return &test->parts.items[i];
    return NULL;
}

static bool split_parts(Reader *reader, TestFile *test)
{
    int number = 1;
    for (size_t at = 0; at < test->text.length; number++) {
        Slice line = line_at(test->text, at), name;
        size_t next = at + line.length + 1;
        if (is_part_line(line, &name)) {
            Part part = {arena_copy_text(reader->arena, name.text, name.length),
                         {line.text + line.length, 0},
                         number + 1};
            if (testfile_part(test, part.name) != NULL)
                return reader_fail(reader, number, "there is a part '%s' already", part.name);
            part.text.text =
                test->text.text + (next < test->text.length ? next : test->text.length);
            vec_push(reader->arena, &test->parts, part);
        } else if (test->parts.count > 0) {
            Part *last = &test->parts.items[test->parts.count - 1];
            last->text.length =
                (size_t)(line.text + line.length - last->text.text) + (next <= test->text.length);
        }
        read_markers(reader, test, line, number);
        at = next;
    }
    return test->parts.count > 0 ||
           reader_fail(reader, 1, "there is no '#--- name' line: this is no split file");
}

TestFile *testfile_split(Reader *reader, char *text, size_t length)
{
    TestFile *test = ARENA_NEW(reader->arena, TestFile);
    test->path = reader->path;
    test->text = (Slice){text, drop_carriage_returns(text, length)};
    if (!split_parts(reader, test) || !run_lines_read(reader, test))
        return NULL;
    restrict_wave_sizes(test);
    return test;
}

bool reader_read(Reader *reader, Slice *text)
{
    const char *error = NULL;
    const SourceFile *file = sources_load(sources_new(reader->arena), reader->path,
                                          SOURCE_NOWHERE, &error);
    if (file == NULL)
        return reader_fail(reader, 0, "%s", error);
    *text = (Slice){file->text, file->length};
    return true;
}

TestFile *testfile_read(Reader *reader)
{
    Slice text;
    return reader_read(reader, &text)
             ? testfile_split(reader, arena_copy_text(reader->arena, text.text, text.length),
                              text.length)
             : NULL;
}
