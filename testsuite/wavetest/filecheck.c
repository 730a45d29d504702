/* LLVM's FileCheck, as far as the suite uses it: CHECK, -NEXT, -SAME, -NOT, -DAG, -LABEL, -EMPTY
 * and -COUNT-n.
 *
 * Runs of blanks count as one on both sides. Labels are found first and cut the output into blocks;
 * the other lines match in order, each after the last match and inside its block. */
#include "filecheck_priv.h"

#include <ctype.h>
#include <stdlib.h>

typedef enum CheckKind {
    CHECK_PLAIN, CHECK_NEXT, CHECK_SAME, CHECK_NOT, CHECK_DAG, CHECK_LABEL, CHECK_EMPTY, CHECK_COUNT
} CheckKind;

static const struct { const char *suffix; CheckKind kind; } SUFFIXES[] = {
    {":", CHECK_PLAIN}, {"-NEXT:", CHECK_NEXT}, {"-SAME:", CHECK_SAME}, {"-NOT:", CHECK_NOT},
    {"-DAG:", CHECK_DAG}, {"-LABEL:", CHECK_LABEL}, {"-EMPTY:", CHECK_EMPTY},
    {"-COUNT-", CHECK_COUNT},
};

typedef struct Check {
    CheckKind kind;
    int count; /* CHECK_COUNT: how often; else 1 */
    int line;
    Slice text;
    Pattern pattern;
    Span label; /* CHECK_LABEL: where it matched */
} Check;

typedef VEC(Check) CheckList;

typedef struct Matcher {
    Reader *reader;
    const char *output; /* with single blanks */
    size_t length;
    CheckList checks;
    Variables variables;
    Text *why;
} Matcher;

/* ---- reading check lines ---- */

static const char *with_single_blanks(Arena *arena, Slice text)
{
    char *copy = arena_copy_text(arena, text.text, text.length);
    size_t kept = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = copy[i] == '\t' ? ' ' : copy[i];
        if (c != ' ' || kept == 0 || copy[kept - 1] != ' ')
            copy[kept++] = c;
    }
    copy[kept] = '\0';
    return copy;
}

/* Takes "PREFIX-KIND:" off the line where it stands at `at`; false: it does not. */
static bool read_kind(const char *at, const char *prefix, Check *check, const char **rest)
{
    size_t length = strlen(prefix);
    if (strncmp(at, prefix, length) != 0)
        return false;
    for (int i = 0; i < COUNT_OF(SUFFIXES); i++) {
        size_t suffix = strlen(SUFFIXES[i].suffix);
        if (strncmp(at + length, SUFFIXES[i].suffix, suffix) != 0)
            continue;
        check->kind = SUFFIXES[i].kind;
        check->count = 1;
        *rest = at + length + suffix;
        if (check->kind == CHECK_COUNT) {
            char *end;
            check->count = (int)strtol(*rest, &end, 10);
            *rest = end + 1;
            return *end == ':' && check->count > 0;
        }
        return true;
    }
    return false;
}

static bool find_check(const char *line, const RunStep *run, Check *check, const char **rest)
{
    for (const char *at = line; *at != '\0'; at++) {
        if (at > line && (isalnum((unsigned char)at[-1]) || at[-1] == '-' || at[-1] == '_'))
            continue;
        for (int i = 0; i < run->prefixes.count; i++)
            if (read_kind(at, run->prefixes.items[i], check, rest))
                return true;
    }
    return false;
}

static bool read_checks(Matcher *matcher, const TestFile *test, const RunStep *run)
{
    Reader *reader = matcher->reader;
    int number = 1;
    for (size_t at = 0; at < test->text.length; number++) {
        const char *start = test->text.text + at;
        const char *newline = memchr(start, '\n', test->text.length - at);
        size_t length = newline != NULL ? (size_t)(newline - start) : test->text.length - at;
        const char *line = with_single_blanks(reader->arena, (Slice){start, length}), *rest;
        Check check = {.line = number};
        at += length + 1;
        if (strstr(line, "RUN:") != NULL || !find_check(line, run, &check, &rest))
            continue;
        rest += strspn(rest, " ");
        check.text = slice_of(rest);
        while (check.text.length > 0 && check.text.text[check.text.length - 1] == ' ')
            check.text.length--;
        if (check.kind != CHECK_EMPTY && !pattern_parse(reader, number, check.text, &check.pattern))
            return false;
        vec_push(reader->arena, &matcher->checks, check);
    }
    return matcher->checks.count > 0 ||
           reader_fail(reader, run->line, "there is no %s line for FileCheck",
                       run->prefixes.items[0]);
}

/* ---- matching ---- */

static bool fail_check(Matcher *matcher, const Check *check, size_t at, const char *what)
{
    at += matcher->output[at] == '\n';
    int length = (int)strcspn(matcher->output + at, "\n");
    text_printf(matcher->why, "line %d: %s: '%.*s'; the output goes on with '%.*s'", check->line,
                what, (int)check->text.length, check->text.text, length > 100 ? 100 : length,
                matcher->output + at);
    return false;
}

static bool find(Matcher *matcher, const Check *check, size_t from, size_t to, Span *span)
{
    return pattern_find(matcher->reader->arena, &check->pattern, matcher->output, from, to,
                        &matcher->variables, span);
}

static int count_newlines(const Matcher *matcher, size_t from, size_t to)
{
    int count = 0;
    for (; from < to; from++)
        count += matcher->output[from] == '\n';
    return count;
}

/* None of the CHECK-NOT lines checks[first, end) may match in the output between two matches. */
static bool reject_all(Matcher *matcher, int first, int end, size_t from, size_t to)
{
    for (int i = first; i < end; i++) {
        Span span;
        if (matcher->checks.items[i].kind == CHECK_NOT &&
            find(matcher, &matcher->checks.items[i], from, to, &span))
            return fail_check(matcher, &matcher->checks.items[i], span.start,
                              "excluded text found");
    }
    return true;
}

static bool match_one(Matcher *matcher, const Check *check, size_t from, size_t to, Span *span)
{
    if (check->kind == CHECK_EMPTY) {
        const char *newline = memchr(matcher->output + from, '\n', to - from);
        bool is_empty = newline != NULL && newline[1] == '\n';
        *span = is_empty ? (Span){(size_t)(newline + 1 - matcher->output),
                                  (size_t)(newline + 1 - matcher->output)}
                         : (Span){from, from};
        return is_empty || fail_check(matcher, check, from, "the next line is not empty");
    }
    *span = (Span){from, from};
    for (int i = 0; i < check->count; i++)
        if (!find(matcher, check, span->end, to, span))
            return fail_check(matcher, check, from, "no match");
    int newlines = count_newlines(matcher, from, span->start);
    if (check->kind == CHECK_NEXT && newlines != 1)
        return fail_check(matcher, check, from, "the match is not on the next line");
    if (check->kind == CHECK_SAME && newlines != 0)
        return fail_check(matcher, check, from, "the match is not on the same line");
    return true;
}

/* Lines checks[first, end) against output[from, to). DAG lines match anywhere in the block. */
static bool match_block(Matcher *matcher, int first, int end, size_t from, size_t to)
{
    int refused = first; /* CHECK-NOT lines since the last match start here */
    size_t at = from, furthest = from;
    for (int i = first; i < end; i++) {
        const Check *check = &matcher->checks.items[i];
        Span span;
        if (check->kind == CHECK_NOT)
            continue;
        if (check->kind != CHECK_DAG)
            at = furthest;
        if (!match_one(matcher, check, at, to, &span) ||
            !reject_all(matcher, refused, i, at, span.start))
            return false;
        furthest = span.end > furthest ? span.end : furthest;
        refused = i + 1;
    }
    return reject_all(matcher, refused, end, furthest, to);
}

static bool find_labels(Matcher *matcher)
{
    size_t at = 0;
    for (int i = 0; i < matcher->checks.count; i++) {
        Check *check = &matcher->checks.items[i];
        if (check->kind != CHECK_LABEL)
            continue;
        if (!find(matcher, check, at, matcher->length, &check->label))
            return fail_check(matcher, check, at, "no match for a label");
        at = check->label.end;
    }
    return true;
}

static bool match_all(Matcher *matcher)
{
    size_t from = 0;
    for (int first = 0; first <= matcher->checks.count;) {
        int end = first;
        while (end < matcher->checks.count && matcher->checks.items[end].kind != CHECK_LABEL)
            end++;
        bool is_last = end == matcher->checks.count;
        size_t to = is_last ? matcher->length : matcher->checks.items[end].label.start;
        if (!match_block(matcher, first, end, from, to))
            return false;
        from = is_last ? to : matcher->checks.items[end].label.end;
        first = end + 1;
    }
    return true;
}

bool filecheck(Reader *reader, const TestFile *test, const RunStep *run, Slice output, Text *why)
{
    Matcher matcher = {.reader = reader, .why = why};
    matcher.output = with_single_blanks(reader->arena, output);
    matcher.length = strlen(matcher.output);
    return read_checks(&matcher, test, run) && find_labels(&matcher) && match_all(&matcher);
}
