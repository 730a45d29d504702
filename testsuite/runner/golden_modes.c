/* How the text that a golden file is compared with is made: by the compiler with the options of a
 * row of GOLDEN_MODES, or by one pass in process. Adding a mode is adding a row. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "golden.h"
#include "process.h"
#include "test.h"
#include "verified_passes.h"

#define MACHINE "--target=x86-64-v3" /* that tests mean where they name no other */

const GoldenMode GOLDEN_MODES[] = {
    /* source   golden           folder          kind           status options */
    {".hlsl", ".tokens",       "tokens",       GOLDEN_OUTPUT,   0, "--emit=tokens"},
    {".hlsl", ".preprocessed", "preprocessed", GOLDEN_OUTPUT,   0, "--emit=preprocessed"},
    {".hlsl", ".ast",          "syntax",       GOLDEN_OUTPUT,   0, "--emit=ast"},
    {".hlsl", ".typed",        "check",        GOLDEN_OUTPUT,   0, "--emit=typed"},
    {".hlsl", ".ir",           "lower",        GOLDEN_OUTPUT,   0, "--emit=ir --run="},
    {".hlsl", ".plan",         "plan",         GOLDEN_OUTPUT,   0, MACHINE " --emit=plan"},
    {".hlsl", ".uniformity",   "uniformity",   GOLDEN_OUTPUT,   0, MACHINE " --emit=uniformity"},
    {".hlsl", ".header",       "header",       GOLDEN_OUTPUT,   0, "--emit=header"},
    {".hlsl", ".report",       "report",       GOLDEN_OUTPUT,   0, MACHINE " --emit=report --code-size=off"},
    {".hlsl", ".sharing",      "sharing",      GOLDEN_CHECK,   0, MACHINE " --emit=report --code-size=off"},
    {".hlsl", ".dot",          "dot",          GOLDEN_OUTPUT,   0, MACHINE " --emit=dot"},
    {".hlsl", ".err",          "errors",       GOLDEN_MESSAGES, 1, "--emit=c -o /dev/null"},
    {".hlsl", ".warn",         "warnings",     GOLDEN_MESSAGES, 0, "--emit=c -o /dev/null"},
    {".hlsl", ".check",        "emit",         GOLDEN_CHECK,    0, "--emit=c"},
    {".hlsl", ".explain",      "explain",      GOLDEN_OUTPUT,   0, MACHINE},
    {".ir",   ".explain",      "explain",      GOLDEN_OUTPUT,   0, MACHINE},
    {".hlsl", ".diff",         "diff",         GOLDEN_OUTPUT,   0, MACHINE},
    {".ir",   ".diff",         "diff",         GOLDEN_OUTPUT,   0, MACHINE},
    {".ir",   ".err",          "ir",           GOLDEN_MESSAGES, 1, "--emit=c -o /dev/null"},
    {".ir",   ".check",        "ir",           GOLDEN_CHECK,    0, "--emit=c"},
    {".ir",   ".want",         "passes",       GOLDEN_PASS,     0, ""},
};
const int GOLDEN_MODE_COUNT = COUNT_OF(GOLDEN_MODES);

/* ---- by the compiler ---- */

enum { MAX_ARGUMENTS = 40 };

typedef struct Arguments {
    const char *items[MAX_ARGUMENTS + 1];
    int count;
} Arguments;

/* Adds the words of `line`, which it cuts up. */
static void add_words(Arguments *arguments, char *line)
{
    char *rest = line;
    for (char *word; (word = strtok_r(rest, " \t\r", &rest)) && arguments->count < MAX_ARGUMENTS;)
        arguments->items[arguments->count++] = word;
}

/* The options after "options:" in the first line of a text: a .check file, or a comment in the
 * source. */
static char *first_line_options(const char *text)
{
    const char *end = text ? strchrnul(text, '\n') : NULL;
    const char *mark = text ? memmem(text, (size_t)(end - text), "options:", 8) : NULL;
    return mark ? strndup(mark + 8, (size_t)(end - mark - 8)) : strdup("");
}

static char *make_by_compiler(const GoldenMode *mode, const char *source_path, const char *golden,
                              char **why)
{
    char *source = file_read(source_path, NULL);
    char *words[3] = {strdup(mode->options), first_line_options(source),
                      mode->kind == GOLDEN_CHECK ? first_line_options(golden) : strdup("")};
    Arguments arguments = {.items = {test_build_path("wavecc"), source_path, "--verify"},
                           .count = 3};
    for (int i = 0; i < 3; i++)
        add_words(&arguments, words[i]);
    Process process = process_run(arguments.items, PROCESS_SECONDS);
    for (int i = 0; i < 3; i++)
        free(words[i]);
    free(source);
    bool good = !process.timed_out && process.status == mode->status;
    char *made = NULL;
    if (good)
        made = strdup(mode->kind == GOLDEN_MESSAGES ? process.err : process.out);
    else if (asprintf(why, "wavecc ended with status %d%s, expected %d\n%s", process.status,
                      process.timed_out ? " (timed out)" : "", mode->status, process.err) < 0)
        abort();
    process_free(&process);
    return made;
}

/* ---- by one pass ---- */

/* testsuite/golden/passes/NAME/x.ir: the first row of pass.def with that name. */
static const Pass *pass_of_path(const char *path)
{
    const char *file = strrchr(path, '/'), *folder = file;
    while (folder && folder > path && folder[-1] != '/')
        folder--;
    return file ? passes_find((Slice){folder, (size_t)(file - folder)}) : NULL;
}

/* Some passes are there for the checks, others are not there with them. */
static unsigned checks_for(const Pass *pass)
{
    bool is_of_checks = strcmp(pass->name, "instrument") == 0 ||
                        strcmp(pass->name, "drop_touches") == 0;
    return is_of_checks ? ~0u : 0;
}

/* Of the machine's vectors: a comment `; lanes: 8` before the kernel says it; else they are not known. */
static int lanes_of(const char *text)
{
    static const char KEY[] = "; lanes: ";
    return strncmp(text, KEY, sizeof KEY - 1) == 0 ? atoi(text + sizeof KEY - 1) : 0;
}

static IrKernel *read_kernel(Arena *arena, const char *text, const char **error)
{
    return ir_read(arena, names_new(arena), slice_of(text), error);
}

/* Whether `text` is another kernel than what was read, with the numbers that passes_run gives its values. */
static bool differs(Arena *arena, const char *source, const Text *text)
{
    const char *error;
    IrKernel *kernel = read_kernel(arena, source, &error);
    ir_renumber(kernel);
    Text before = {0};
    ir_print(&before, kernel, NULL);
    bool is_other = strcmp(before.bytes, text->bytes) != 0;
    text_free(&before);
    return is_other;
}

static bool note_changed(void *has_changed, IrKernel *kernel, const PassStep *step)
{
    (void)kernel;
    *(bool *)has_changed = step->changed;
    return true;
}

/* Runs the pass on the kernel; gives the kernel as text, with the diagnostics as comments after
 * it. The pass must say itself whether that differs from what there was. */
static char *run_pass(Arena *arena, const Pass *pass, const char *source, IrKernel *kernel, char **why)
{
    Diagnostics *diagnostics = diag_new(arena, sources_new(arena));
    PassOptions options = {.diagnostics = diagnostics,
                           .optimisation = 2,
                           .checks = checks_for(pass),
                           .lanes = lanes_of(source),
                           .only = &(PassList){&pass, 1}};
    bool has_changed = false;
    const char *fault = verified_fault(kernel, &options, "lower");
    if (fault == NULL) {
        passes_run(kernel, &options, &(PassHook){.after = note_changed, .context = &has_changed});
        fault = verified_fault(kernel, &options, pass->name);
    }
    Text text = {0};
    ir_print(&text, kernel, NULL);
    if (fault == NULL && has_changed != differs(arena, source, &text))
        fault = has_changed ? "the pass says that it has changed the kernel, but has not"
                            : "the pass has changed the kernel, but says that it has not";
    if (fault) {
        *why = strdup(fault);
        text_free(&text);
        return NULL;
    }
    int errors = diag_error_count(diagnostics), warnings = diag_warning_count(diagnostics);
    if (errors || warnings)
        text_printf(&text, "; errors: %d, warnings: %d\n", errors, warnings);
    return text.bytes;
}

static char *make_by_pass(const char *source_path, char **why)
{
    const Pass *pass = pass_of_path(source_path);
    char *source = file_read(source_path, NULL), *made = NULL;
    const char *error = "no pass has the folder's name";
    Arena *arena = arena_new("golden");
    IrKernel *kernel = pass && source ? read_kernel(arena, source, &error) : NULL;
    if (!kernel)
        *why = strdup(error);
    else
        made = run_pass(arena, pass, source, kernel, why);
    arena_drop(arena);
    free(source);
    return made;
}

char *golden_make(const GoldenMode *mode, const char *source_path, const char *golden, char **why)
{
    return mode->kind == GOLDEN_PASS ? make_by_pass(source_path, why)
                                     : make_by_compiler(mode, source_path, golden, why);
}

/* ---- checks ---- */

/* "present: TEXT" or "absent: TEXT" against the text; other lines are comments. */
static bool line_holds(const char *line, const char *made)
{
    if (!strncmp(line, "present: ", 9))
        return strstr(made, line + 9) != NULL;
    if (!strncmp(line, "absent: ", 8))
        return strstr(made, line + 8) == NULL;
    return !*line || *line == '#' || !strncmp(line, "options:", 8);
}

char *golden_failed_check(const char *golden, const char *made)
{
    char *lines = strdup(golden), *rest = lines, *failed = NULL;
    for (char *line; !failed && (line = strsep(&rest, "\n"));)
        if (!line_holds(line, made))
            failed = strdup(line);
    free(lines);
    return failed;
}
