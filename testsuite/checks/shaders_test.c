/* The shaders of this folder, each entry point a fault or a rightness of its own: --check=all
 * reports what its lines say, and nothing else.
 *
 *     // options: --size Out=64                 of the executable, for all entry points
 *     g[t] = 1;                                 //! race       a report here, at each wave size
 *     v = g[t ^ 1];                             //! race@4 step2@32
 *
 * The kinds are those of wavetest/faults.h. */
#define _GNU_SOURCE
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../wavetest/faults.h"
#include "files.h"
#include "process.h"
#include "test.h"

#define FOLDER "testsuite/checks/"

typedef struct Shader {
    const char *path, *text;
    const char *executable, *options;
} Shader;

/* The lines of the entry point that begins at `text`: to the next one. */
static Slice lines_of_entry(const char *text)
{
    const char *end = strstr(text + 1, "\n[numthreads");
    return (Slice){text, end != NULL ? (size_t)(end - text) : strlen(text)};
}

static void read_said(Arena *arena, FaultList *said, char *text)
{
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        if (strstr(line, ".hlsl:") != NULL && strstr(line, ": error: ") != NULL)
            faults_add(arena, said, line);
}

/* ---- one entry point ---- */

/* The entry point that begins at `text`. */
static bool says_what_is_expected(const Shader *shader, const char *entry, const char *text,
                                  int line, int wave_size)
{
    Arena *arena = arena_new("reports");
    FaultList expected = {0}, said = {0};
    Text why = {0};
    char command[2048];
    snprintf(command, sizeof command, "%s -e %s --wave-size %d %s", shader->executable, entry,
             wave_size, shader->options);
    faults_expect(arena, &expected, lines_of_entry(text), line, wave_size, ~0u);
    Process process = PROCESS_RUN("sh", "-c", command);
    if (process.status > 1)
        process_expect(&process, expected.count > 0, command);
    read_said(arena, &said, process.err);
    process_free(&process);
    bool agree = faults_agree(&expected, &said, shader->path, &why);
    if (!agree)
        print_error("%s, wave size %d\n%s\n", entry, wave_size, why.bytes);
    text_free(&why);
    arena_drop(arena);
    return agree;
}

/* ---- a file ---- */

static void check_entries(const Shader *shader)
{
    static const int WAVE_SIZES[] = {4, 32};
    char entry[128];
    int line = 1, entries = 0, wrong = 0;
    for (const char *at = shader->text; *at != '\0'; at = strchrnul(at, '\n') + 1, line++) {
        const char *name = strstr(at, "\nvoid ");
        if (strncmp(at, "[numthreads", 11) == 0 && name != NULL &&
            sscanf(name, "\nvoid %127[A-Za-z0-9_]", entry) == 1) {
            entries++;
            for (int i = 0; i < 2; i++)
                wrong += !says_what_is_expected(shader, entry, at, line, WAVE_SIZES[i]);
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
    char executable[1024], options[512] = "", *text = file_read(path, NULL);
    assert_non_null(text);
    const char *wanted = strstr(text, "// options: ");
    if (wanted != NULL)
        sscanf(wanted, "// options: %511[^\n]", options);
    snprintf(executable, sizeof executable, "%s/%s", test_folder("check-shaders"),
             path + strlen(FOLDER));
    strrchr(executable, '.')[0] = '\0';
    process_leave_c_as_written();
    Process process = PROCESS_RUN(test_build_path("wavecc"), path, "--check=all,nan", "-O0",
                                  "--wave-size=4,32", "-no-warnings", "-o", executable);
    process_optimise_c();
    process_expect(&process, 0, path);
    process_free(&process);
    check_entries(&(Shader){path, text, executable, options});
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
