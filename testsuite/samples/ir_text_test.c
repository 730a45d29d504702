/* What --dump prints is the kernel, whole: compiled again from the text with the passes that are left, every
 * sample's C is what it is without the detour. */
#define _GNU_SOURCE
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "process.h"
#include "test.h"

enum { MOST_STEPS = 64, MOST_KERNELS = 16 };

/* --dump=all of a sample: text[step][kernel] begins with "; after LABEL: KERNEL". */
typedef struct Dumps {
    char *all;
    char *text[MOST_STEPS][MOST_KERNELS];
    int steps, kernels;
} Dumps;

static char *next_dump(char *text) { return *text ? strstr(text + 1, "; after ") : NULL; }

/* Kernels come one after the other, each with all its steps. */
static Dumps read_dumps(const char *sample)
{
    Dumps dumps = {0};
    Process process = PROCESS_RUN(test_build_path("wavecc"), sample, "--wave-size=8,32", "--target=x86-64-v3", "--dump=all");
    process_expect(&process, 0, sample);
    dumps.all = strdup(process.out);
    process_free(&process);
    int step = 0;
    for (char *dump = dumps.all, *next; dump; dump = next, step++) {
        next = next_dump(dump);
        if (!strncmp(dump, "; after lower:", 14)) {
            dumps.kernels++;
            step = 0;
        }
        dumps.text[step][dumps.kernels - 1] = dump;
        dumps.steps = step + 1;
        assert_true(dumps.kernels < MOST_KERNELS && dumps.steps < MOST_STEPS);
    }
    return dumps;
}

/* "--run=" and the passes behind `step`. */
static void list_rest(const Dumps *dumps, int step, char *option, size_t size)
{
    size_t used = (size_t)snprintf(option, size, "--run=");
    for (int i = step + 1; i < dumps->steps; i++) {
        const char *name = dumps->text[i][0] + strlen("; after ");
        used += (size_t)snprintf(option + used, size - used, "%s%.*s", i > step + 1 ? "," : "", (int)strcspn(name, "#:"), name);
    }
}

static void write_step(const Dumps *dumps, int step, const char *path)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (int i = 0; i < dumps->kernels; i++) {
        char *start = dumps->text[step][i], *end = next_dump(start);
        fwrite(start, 1, end ? (size_t)(end - start) : strlen(start), file);
    }
    assert_int_equal(fclose(file), 0);
}

/* The C without the two lines that name its source: its first, and that of wcc_module. */
static char *c_of(const char *source, const char *run)
{
    Process process = PROCESS_RUN(test_build_path("wavecc"), source, "--wave-size=8,32", "--target=x86-64-v3", "--emit=c",
                                  "--verify", run);
    process_expect(&process, 0, source);
    char *text = strdup(strchr(process.out, '\n')), *module = strstr(text, "const WccModule wcc_module");
    process_free(&process);
    assert_non_null(module);
    memset(module, ' ', (size_t)(strchr(module, ',') - module)); /* the version */
    char *name = strchr(module, '"'), *end = name ? strchr(name + 1, '"') : NULL;
    assert_non_null(end);
    memmove(name, end, strlen(end) + 1);
    return text;
}

static void compare_step(const char *sample, const char *want, const Dumps *dumps, int step)
{
    char path[1100], run[1024];
    snprintf(path, sizeof path, "%s/dump.ir", test_folder("ir_text"));
    write_step(dumps, step, path);
    list_rest(dumps, step, run, sizeof run);
    char *got = c_of(path, run);
    if (strcmp(want, got)) {
        print_error("%s: the C from the dump with %s is another than that from the HLSL\n", sample, run);
        fail();
    }
    free(got);
}

/* Every `stride`-th step and the last. */
static void compare_samples(int stride)
{
    glob_t samples;
    assert_int_equal(glob("samples/*/*.hlsl", 0, NULL, &samples), 0);
    for (size_t i = 0; i < samples.gl_pathc; i++) {
        const char *sample = samples.gl_pathv[i];
        if (!strncmp(sample, "samples/unit_tests/", 19)) /* has no kernels but tests */
            continue;
        Dumps dumps = read_dumps(sample);
        char *want = c_of(sample, "--color=never");
        for (int step = 0; step < dumps.steps; step += stride)
            compare_step(sample, want, &dumps, step);
        compare_step(sample, want, &dumps, dumps.steps - 1);
        free(want);
        free(dumps.all);
    }
    globfree(&samples);
}

TEST(some_dumps_of_every_sample_compile_to_the_same_c) { compare_samples(9); }
SLOW_TEST(every_dump_of_every_sample_compiles_to_the_same_c) { compare_samples(1); }
