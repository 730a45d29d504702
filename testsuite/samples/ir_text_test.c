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

enum { MOST_STEPS = 160, MOST_KERNELS = 16 };

/* Of --dump=all: begin with "; after LABEL: ENTRY wave SIZE". */
typedef struct KernelDumps {
    char *steps[MOST_STEPS];
    int count;
} KernelDumps;

typedef struct Dumps {
    char *all;
    KernelDumps kernels[MOST_KERNELS];
    int count;
} Dumps;

static char *next_dump(char *text) { return *text ? strstr(text + 1, "; after ") : NULL; }

/* Kernels come one after the other, each with all its steps. */
static Dumps read_dumps(const char *sample)
{
    Dumps dumps = {0};
    Process process = PROCESS_RUN(test_build_path("wavecc"), sample, "--wave-size=8,32", "--target=x86-64-v3", "--join-groups=off", "--dump=all");
    process_expect(&process, 0, sample);
    dumps.all = strdup(process.out);
    process_free(&process);
    for (char *dump = dumps.all; dump; dump = next_dump(dump)) {
        dumps.count += !strncmp(dump, "; after lower:", 14);
        assert_true(dumps.count > 0 && dumps.count < MOST_KERNELS);
        KernelDumps *kernel = &dumps.kernels[dumps.count - 1];
        assert_true(kernel->count < MOST_STEPS);
        kernel->steps[kernel->count++] = dump;
    }
    return dumps;
}

/* "--run=" and the passes behind `step`. */
static void list_rest(const KernelDumps *kernel, int step, char *option, size_t size)
{
    size_t used = (size_t)snprintf(option, size, "--run=");
    for (int i = step + 1; i < kernel->count; i++) {
        const char *name = kernel->steps[i] + strlen("; after ");
        int length = (int)strcspn(name, "#.:");
        used += (size_t)snprintf(option + used, size - used, "%s%.*s", i > step + 1 ? "," : "", length, name);
    }
}

static void write_step(const KernelDumps *kernel, int step, const char *path)
{
    FILE *file = fopen(path, "wb");
    char *start = kernel->steps[step], *end = next_dump(start);
    assert_non_null(file);
    fwrite(start, 1, end ? (size_t)(end - start) : strlen(start), file);
    assert_int_equal(fclose(file), 0);
}

/* The C without the two places that name its source: the first line, and wcc_module's first member but one. */
static char *c_of(const char *source, const char *entry, const char *wave_size, const char *run)
{
    Process process = PROCESS_RUN(test_build_path("wavecc"), source, "-E", entry, wave_size, "--target=x86-64-v3", "--emit=c",
                                  "--join-groups=off", "--verify", run);
    process_expect(&process, 0, source);
    char *text = strdup(strchr(process.out, '\n')), *module = strstr(text, "const WccModule wcc_module");
    process_free(&process);
    assert_non_null(module);
    char *name = strchr(module, '"'), *end = name ? strchr(name + 1, '"') : NULL;
    assert_non_null(end);
    memmove(name, end, strlen(end) + 1);
    return text;
}

/* Every `stride`-th step from `first` on, and the last. */
static void compare_kernel(const char *sample, const KernelDumps *kernel, int first, int stride)
{
    char entry[128], wave_size[32], path[1100], run[2048];
    int size;
    assert_int_equal(sscanf(kernel->steps[0], "; after lower: %127s wave %d", entry, &size), 2);
    snprintf(wave_size, sizeof wave_size, "--wave-size=%d", size);
    snprintf(path, sizeof path, "%s/dump.ir", test_folder(stride > 3 ? "ir_text" : "ir_text_more"));
    char *want = c_of(sample, entry, wave_size, "--color=never");
    for (int step = first, last = kernel->count - 1; step <= last; step = step < last && step + stride > last ? last : step + stride) {
        write_step(kernel, step, path);
        list_rest(kernel, step, run, sizeof run);
        char *got = c_of(path, entry, wave_size, run);
        if (strcmp(want, got)) {
            print_error("%s: the C from the dump with %s is another than that from the HLSL\n", sample, run);
            fail();
        }
        free(got);
    }
    free(want);
}

static void compare_samples(int stride)
{
    glob_t samples;
    assert_int_equal(glob("samples/*/*.hlsl", 0, NULL, &samples), 0);
    for (size_t i = 0; i < samples.gl_pathc; i++) {
        const char *sample = samples.gl_pathv[i];
        if (!strncmp(sample, "samples/unit_tests/", 19)) /* has no kernels but tests */
            continue;
        Dumps dumps = read_dumps(sample);
        for (int k = 0; k < dumps.count; k++)
            compare_kernel(sample, &dumps.kernels[k], (int)(i + (size_t)k) % stride, stride);
        free(dumps.all);
    }
    globfree(&samples);
}

/* Others of each kernel, so that every step is one of several samples. */
TEST(some_dumps_of_every_sample_compile_to_the_same_c) { compare_samples(11); }
SLOW_TEST(every_third_dump_of_every_sample_compiles_to_the_same_c) { compare_samples(3); }
