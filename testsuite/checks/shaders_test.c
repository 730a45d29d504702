/* The shaders of this folder, each entry point a fault or a rightness of its own: --check=all
 * reports what its lines say, and nothing else.
 *
 *     // options: --size Out=64                 of the executable, for all entry points
 *     g[t] = 1;                                 //! race       a report here, at each wave size
 *     v = g[t ^ 1];                             //! race@4 step2@32
 *
 * Kinds: barrier, outside, unwritten, race, stepN (right only where waves have N lanes), lane,
 * nan. */
#define _GNU_SOURCE
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "process.h"
#include "test.h"

#define FOLDER "testsuite/checks/"
enum { MOST_REPORTS = 64, REPORT_LENGTH = 96, MOST_LETTERS = 64 };

typedef struct Reports {
    char items[MOST_REPORTS][REPORT_LENGTH]; /* "12 race" */
    int count;
} Reports;

static void add(Reports *reports, int line, const char *kind, int length)
{
    assert_true(reports->count < MOST_REPORTS);
    snprintf(reports->items[reports->count++], REPORT_LENGTH, "%d %.*s", line,
             length < MOST_LETTERS ? length : MOST_LETTERS, kind);
}

static int compare(const void *left, const void *right) { return strcmp(left, right); }

/* ---- what the source expects ---- */

/* "race@4" of a line, at the wave size at hand. */
static void expect(Reports *reports, int line, const char *marks, const char *end, int wave_size)
{
    while (marks < end) {
        int length = (int)strcspn(marks, " \n"), kind = (int)strcspn(marks, "@ \n");
        if (length > 0 && (kind == length || atoi(marks + kind + 1) == wave_size))
            add(reports, line, marks, kind);
        marks += length + 1;
    }
}

/* Of the lines from `line`, at `text`, on: to the next entry point. */
static void expect_of_entry(Reports *reports, const char *text, int line, int wave_size)
{
    bool is_next = false;
    for (const char *end; *text != '\0' && !is_next; text = end + 1, line++) {
        end = strchrnul(text, '\n');
        const char *marks = memmem(text, (size_t)(end - text), "//! ", 4);
        if (marks != NULL)
            expect(reports, line, marks + 4, end, wave_size);
        is_next = strncmp(end + (*end != '\0'), "[numthreads", 11) == 0;
    }
}

/* ---- what the executable says ---- */

static void add_said(Reports *reports, int line, const char *message)
{
    static const struct { const char *start, *kind; } KINDS[] = {
        {"race on", "race"}, {"barrier that", "barrier"}, {"a NaN is", "nan"}, {"lane ", "lane"}};
    char step[32];
    int lanes;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (strncmp(message, KINDS[i].start, strlen(KINDS[i].start)) == 0) {
            add(reports, line, KINDS[i].kind, MOST_LETTERS);
            return;
        }
    if (sscanf(message, "right only where waves have at least %d lanes", &lanes) == 1) {
        snprintf(step, sizeof step, "step%d", lanes);
        add(reports, line, step, MOST_LETTERS);
    } else if (strstr(message, "was never written")) {
        add(reports, line, "unwritten", MOST_LETTERS);
    } else {
        add(reports, line, strstr(message, "is outside") ? "outside" : message, MOST_LETTERS);
    }
}

static void read_said(Reports *reports, char *text)
{
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        int number, length = 0;
        const char *place = strstr(line, ".hlsl:");
        if (place && sscanf(place, ".hlsl:%d:%*d: error: %n", &number, &length) == 1 && length > 0)
            add_said(reports, number, place + length);
    }
}

/* ---- one entry point ---- */

static void show(const char *title, const Reports *reports)
{
    print_error("%s:\n", title);
    for (int i = 0; i < reports->count; i++)
        print_error("  line %s\n", reports->items[i]);
}

static bool is_same(const Reports *left, const Reports *right)
{
    bool same = left->count == right->count;
    for (int i = 0; i < left->count && same; i++)
        same = strcmp(left->items[i], right->items[i]) == 0;
    return same;
}

static bool says_what_is_expected(const char *executable, const char *options, const char *entry,
                                  const char *text, int line, int wave_size)
{
    Reports expected = {0}, said = {0};
    char command[2048];
    snprintf(command, sizeof command, "%s -e %s --wave-size %d %s", executable, entry, wave_size,
             options);
    expect_of_entry(&expected, text, line, wave_size);
    Process process = PROCESS_RUN("sh", "-c", command);
    if (process.status > 1)
        process_expect(&process, expected.count > 0, command);
    read_said(&said, process.err);
    process_free(&process);
    qsort(expected.items, (size_t)expected.count, REPORT_LENGTH, compare);
    qsort(said.items, (size_t)said.count, REPORT_LENGTH, compare);
    if (is_same(&said, &expected))
        return true;
    print_error("%s, wave size %d\n", entry, wave_size);
    show("expected", &expected);
    show("said", &said);
    return false;
}

/* ---- a file ---- */

static void check_entries(const char *executable, const char *text)
{
    static const int WAVE_SIZES[] = {4, 32};
    char options[512] = "", entry[128];
    const char *wanted = strstr(text, "// options: ");
    if (wanted != NULL)
        sscanf(wanted, "// options: %511[^\n]", options);
    int line = 1, entries = 0, wrong = 0;
    for (const char *at = text; *at != '\0'; at = strchrnul(at, '\n') + 1, line++) {
        const char *name = strstr(at, "\nvoid ");
        if (strncmp(at, "[numthreads", 11) == 0 && name != NULL &&
            sscanf(name, "\nvoid %127[A-Za-z0-9_]", entry) == 1) {
            entries++;
            for (int i = 0; i < 2; i++)
                wrong += !says_what_is_expected(executable, options, entry, at, line, WAVE_SIZES[i]);
        }
        if (*strchrnul(at, '\n') == '\0')
            break;
    }
    assert_true(entries > 0);
    assert_int_equal(wrong, 0);
}

static void reports_are_exactly_those_expected(void **state)
{
    const char *path = *state;
    char executable[1024];
    char *text = file_read(path, NULL);
    assert_non_null(text);
    snprintf(executable, sizeof executable, "%s/%s", test_folder("check-shaders"),
             path + strlen(FOLDER));
    strrchr(executable, '.')[0] = '\0';
    Process process = PROCESS_RUN(test_build_path("wavecc"), path, "--check=all,nan", "-O0",
                                  "--wave-size=4,32", "-no-warnings", "-o", executable);
    process_expect(&process, 0, path);
    process_free(&process);
    check_entries(executable, text);
    free(text);
}

__attribute__((constructor)) static void add_files(void)
{
    static glob_t found; /* names that live as long as the tests */
    if (glob(FOLDER "*.hlsl", 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++)
        test_add_slow(found.gl_pathv[i], reports_are_exactly_those_expected, found.gl_pathv[i]);
}
