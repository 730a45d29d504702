/* Each message of diag.def is shown by a test: a golden .err or .warn that holds the whole of it, or a
 * command line of testsuite/cli that expects it. Faults of the compiler itself are shown by the unit test of the
 * messages. */
#define _GNU_SOURCE
#include "base/base.h"

#include <glob.h>
#include <stdlib.h>

#include "files.h"
#include "test.h"

typedef struct Row {
    const char *name, *format;
    bool is_shown;
} Row;

static Row rows[] = {
#define DIAG(id, severity, group, format) {#id, format, false},
#include "base/diag.def"
#undef DIAG
};

/* The plain text at *format up to the next conversion, %% taken as %; moves past both. */
static size_t next_piece(const char **format, char *piece)
{
    size_t length = 0;
    const char *at = *format;
    for (; *at != '\0' && (*at != '%' || at[1] == '%'); at++) {
        piece[length++] = *at;
        at += *at == '%';
    }
    if (*at == '%') {
        at += strspn(at + 1, "0123456789.*l") + 1;
        at++;
    }
    *format = at;
    return length;
}

/* How many letters of `format` are plain text and stand at `text`, in order, within the line; conversions
 * match anything. -1: printf cannot have made the text from it. */
static int fit(const char *text, const char *format)
{
    char piece[512];
    int letters = 0;
    bool is_first = true;
    const char *line_end = strchrnul(text, '\n');
    while (*format != '\0') {
        size_t length = next_piece(&format, piece);
        const char *found = memmem(text, (size_t)(line_end - text), piece, length);
        if (found == NULL || (is_first && found != text))
            return -1;
        text = found + length;
        letters += (int)length;
        is_first = false;
    }
    return letters;
}

/* The row that says the most of what stands here; NULL if none does. */
static Row *row_of(const char *text)
{
    Row *best = NULL;
    int most = 0;
    for (int i = 0; i < COUNT_OF(rows); i++) {
        int letters = fit(text, rows[i].format);
        if (letters > most) {
            best = &rows[i];
            most = letters;
        }
    }
    return best;
}

static void mark_rows(const Text *texts)
{
    static const char *const severities[] = {"note: ", "remark: ", "warning: ", "error: "};
    for (int i = 0; i < COUNT_OF(severities); i++)
        for (const char *at = texts->bytes; (at = strstr(at, severities[i])) != NULL;) {
            at += strlen(severities[i]);
            Row *row = row_of(at);
            if (row != NULL)
                row->is_shown = true;
        }
}

static Text read_all(const char *const *patterns)
{
    Text all = {0};
    for (; *patterns != NULL; patterns++) {
        glob_t found;
        if (glob(*patterns, 0, NULL, &found) != 0)
            continue;
        for (size_t i = 0; i < found.gl_pathc; i++) {
            char *text = file_read(found.gl_pathv[i], NULL);
            text_add(&all, text, strlen(text));
            free(text);
        }
        globfree(&found);
    }
    return all;
}

TEST(every_diagnostic_is_shown_by_a_test)
{
    Text goldens = read_all((const char *const[]){"testsuite/golden/*/*.err", "testsuite/golden/*/*.warn", "testsuite/golden/*/*/*.err",
                                                  "testsuite/golden/*/*/*.warn", NULL});
    Text commands = read_all((const char *const[]){"testsuite/cli/*.c", "testsuite/unit/base/diagnostics.c", NULL});
    mark_rows(&goldens);
    mark_rows(&commands);
    int missing = 0;
    for (int i = 0; i < COUNT_OF(rows); i++)
        if (!rows[i].is_shown) {
            print_error("no test shows %s: %s\n", rows[i].name, rows[i].format);
            missing++;
        }
    text_free(&goldens);
    text_free(&commands);
    assert_int_equal(missing, 0);
}
