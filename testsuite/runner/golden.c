/* Finds the pairs of files below a folder, makes each a cmocka test, and shows differences by diff
 * -u. */
#define _GNU_SOURCE
#include "golden.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "process.h"
#include "test.h"

/* One test. `mode` is NULL where a file stands alone: `problem` then says what is missing. */
typedef struct Golden {
    struct Golden *next;
    const GoldenMode *mode;
    char *source, *golden, *problem;
} Golden;

/* All that were added, to be freed at the end; the list belongs to the runner's registry. */
static Golden **all_goldens(void)
{
    static Golden *first;
    return &first;
}

static char *with_extension(const char *path, const char *extension)
{
    const char *dot = strrchr(path, '.');
    char *changed;
    if (asprintf(&changed, "%.*s%s", (int)(dot - path), path, extension) < 0)
        abort();
    return changed;
}

static bool has_extension(const char *path, const char *extension)
{
    const char *dot = strrchr(path, '.');
    return dot && !strchr(dot, '/') && !strcmp(dot, extension);
}

static bool is_below(const char *path, const char *folder)
{
    const char *found = strstr(path, folder);
    return found && found > path && found[-1] == '/' && found[strlen(folder)] == '/';
}

/* .ir files are sources below the folders of their modes and golden files elsewhere. */
static bool is_source_of(const char *path, const GoldenMode *mode)
{
    bool is_anywhere = strcmp(mode->source, ".ir") != 0;
    return has_extension(path, mode->source) && (is_anywhere || is_below(path, mode->folder));
}

/* ---- running one ---- */

/* Writes what was made below the build folder and shows how it differs. */
static void show_difference(const Golden *golden, const char *made)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s.made", test_folder("golden"),
             strrchr(golden->golden, '/') + 1);
    file_write(name, made, strlen(made));
    Process process = PROCESS_RUN("diff", "-u", "--", golden->golden, name);
    print_error("%s%s`make bless TEST=%s` accepts the new text\n", process.out, process.err,
                golden->source);
    process_free(&process);
}

static void compare(const Golden *golden, const char *want, const char *made)
{
    if (golden->mode->kind != GOLDEN_CHECK) {
        if (!strcmp(want, made))
            return;
        show_difference(golden, made);
        fail();
    }
    char *failed = golden_failed_check(want, made);
    if (!failed)
        return;
    print_error("%s does not hold: %s\n", golden->golden, failed);
    free(failed);
    fail();
}

static void run_golden(void **state)
{
    const Golden *golden = *state;
    if (!golden->mode) {
        print_error("%s\n", golden->problem);
        fail();
    }
    char *want = file_read(golden->golden, NULL), *why = NULL;
    char *made = golden_make(golden->mode, golden->source, want, &why);
    if (!made) {
        print_error("%s: %s\n", golden->source, why);
        free(why);
        free(want);
        fail();
    }
    compare(golden, want ? want : "", made);
    free(made);
    free(want);
}

/* ---- finding them ---- */

static Golden *new_golden(const GoldenMode *mode, const char *source, char *golden_path,
                          char *problem)
{
    Golden *golden = calloc(1, sizeof *golden);
    if (!golden)
        abort();
    *golden = (Golden){*all_goldens(), mode, strdup(source), golden_path, problem};
    *all_goldens() = golden;
    return golden;
}

typedef void Visit(void *context, const char *path);

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Calls visit for each file below the folder, sorted. */
static void walk(const char *folder, Visit *visit, void *context)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        char *path;
        if (asprintf(&path, "%s/%s", folder, entries[i]->d_name) < 0)
            abort();
        if (entries[i]->d_type == DT_DIR)
            walk(path, visit, context);
        else
            visit(context, path);
        free(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* A test for each golden file beside the source; gives how many. */
static int add_pairs(const char *source)
{
    int count = 0;
    for (int i = 0; i < GOLDEN_MODE_COUNT; i++) {
        const GoldenMode *mode = &GOLDEN_MODES[i];
        char *golden_path = is_source_of(source, mode) ? with_extension(source, mode->golden)
                                                       : NULL;
        if (golden_path && file_exists(golden_path)) {
            Golden *golden = new_golden(mode, source, golden_path, NULL);
            test_add(golden->golden, run_golden, golden);
            count++;
        } else
            free(golden_path);
    }
    return count;
}

static void add_lonely(const char *path, const char *what)
{
    char *problem;
    if (asprintf(&problem, "%s has no %s beside it", path, what) < 0)
        abort();
    Golden *golden = new_golden(NULL, path, NULL, problem);
    test_add(golden->source, run_golden, golden);
}

static bool is_any_source(const char *path)
{
    for (int i = 0; i < GOLDEN_MODE_COUNT; i++)
        if (is_source_of(path, &GOLDEN_MODES[i]))
            return true;
    return false;
}

/* The extension of the source that a golden file lacks; NULL: it has one, or is no golden file. */
static const char *missing_source(const char *path)
{
    const char *missing = NULL;
    for (int i = 0; i < GOLDEN_MODE_COUNT; i++) {
        if (!has_extension(path, GOLDEN_MODES[i].golden))
            continue;
        char *source = with_extension(path, GOLDEN_MODES[i].source);
        bool is_there = file_exists(source);
        free(source);
        if (is_there)
            return NULL;
        missing = GOLDEN_MODES[i].source;
    }
    return missing;
}

static void add_file(void *context __attribute__((unused)), const char *path)
{
    if (is_any_source(path)) {
        if (!add_pairs(path))
            add_lonely(path, "golden file");
        return;
    }
    const char *missing = missing_source(path);
    if (missing)
        add_lonely(path, missing);
}

void golden_add_all(const char *folder)
{
    walk(folder, add_file, NULL);
}

void golden_forget_all(void)
{
    for (Golden *golden = *all_goldens(), *next; golden; golden = next) {
        next = golden->next;
        free(golden->source);
        free(golden->golden);
        free(golden->problem);
        free(golden);
    }
    *all_goldens() = NULL;
}

/* ---- blessing ---- */

typedef struct Bless {
    const char *substring;
    int written, failed;
} Bless;

static void bless_pair(Bless *bless, const GoldenMode *mode, const char *source,
                       const char *golden_path)
{
    char *why = NULL, *made = golden_make(mode, source, NULL, &why);
    if (made) {
        file_write(golden_path, made, strlen(made));
        printf("wrote %s\n", golden_path);
        bless->written++;
    } else {
        fprintf(stderr, "%s: %s\n", source, why);
        bless->failed++;
    }
    free(why);
    free(made);
}

static bool has_golden(const char *path)
{
    bool has = false;
    for (int i = 0; i < GOLDEN_MODE_COUNT && !has; i++) {
        char *golden_path = is_source_of(path, &GOLDEN_MODES[i])
                                ? with_extension(path, GOLDEN_MODES[i].golden)
                                : NULL;
        has = golden_path && file_exists(golden_path);
        free(golden_path);
    }
    return has;
}

/* The golden files that are there are written anew; where there is none, the one its folder asks
 * for. */
static void bless_file(void *context, const char *path)
{
    Bless *bless = context;
    for (int i = 0; i < GOLDEN_MODE_COUNT; i++) {
        const GoldenMode *mode = &GOLDEN_MODES[i];
        if (!is_source_of(path, mode) || mode->kind == GOLDEN_CHECK)
            continue;
        char *golden_path = with_extension(path, mode->golden);
        bool chosen = strstr(path, bless->substring) || strstr(golden_path, bless->substring);
        if (chosen &&
            (file_exists(golden_path) || (is_below(path, mode->folder) && !has_golden(path))))
            bless_pair(bless, mode, path, golden_path);
        free(golden_path);
    }
}

int golden_bless(const char *folder, const char *substring)
{
    Bless bless = {.substring = substring};
    walk(folder, bless_file, &bless);
    if (!bless.written && !bless.failed)
        fprintf(stderr, "no source below %s has '%s' in its path\n", folder, substring);
    return bless.failed || !bless.written ? 1 : 0;
}
