/* Runs of equal keys: laid out, measured, summed up. Plain C goes along them. */
#include <string.h>

#include "../bench.h"

enum { COUNT = SIZE(1 << 18, 1 << 11), MOST_LENGTH = 16 };
static uint32_t *starts, *letters, *keys, *text, *kernel_text, *lengths, *kernel_lengths;
static float *values, *sums, *kernel_sums;
static int runs;

PLAIN void lay_out(const uint32_t *restrict from, const uint32_t *restrict letter, uint32_t *restrict out, int run_count, int count)
{
    for (int run = 0; run < run_count; run++) {
        int end = run + 1 < run_count ? (int)from[run + 1] : count;
        for (int i = (int)from[run]; i < end; i++)
            out[i] = letter[run];
    }
}

PLAIN void measure(const uint32_t *restrict key, uint32_t *restrict out, int count)
{
    int head = 0;
    for (int i = 0; i < count; i++) {
        out[i] = 0;
        if (i > 0 && key[i] != key[i - 1])
            head = i;
        out[head]++;
    }
}

PLAIN void sum_up(const uint32_t *restrict key, const float *restrict value, float *restrict out, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++) {
        sum += value[i];
        if (i + 1 == count || key[i + 1] != key[i]) {
            out[key[i]] = sum;
            sum = 0;
        }
    }
}

static void prepare(Kernels *kernels)
{
    uint32_t *random = new_random_words(COUNT);
    starts = new_words(COUNT);
    letters = new_random_words(COUNT);
    keys = new_words(COUNT);
    values = new_noise(COUNT);
    text = new_words(COUNT);
    kernel_text = new_words(COUNT);
    lengths = new_words(COUNT);
    kernel_lengths = new_words(COUNT);
    sums = new_floats(COUNT);
    kernel_sums = new_floats(COUNT);
    int at = 0;
    for (runs = 0; at < COUNT; runs++) {
        starts[runs] = (uint32_t)at;
        for (int end = at + 1 + (int)(random[runs] % MOST_LENGTH); at < end && at < COUNT; at++)
            keys[at] = (uint32_t)runs;
    }
    bind_buffer(kernels, "gStarts", starts, runs, 4);
    bind_buffer(kernels, "gLetters", letters, COUNT, 4);
    bind_buffer(kernels, "gKeys", keys, COUNT, 4);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gText", kernel_text, COUNT, 4);
    bind_buffer(kernels, "gLengths", kernel_lengths, COUNT, 4);
    bind_buffer(kernels, "gSums", kernel_sums, COUNT, 4);
    set_int(kernels, "gCount", COUNT);
    set_int(kernels, "gRuns", runs);
}

static void plain_text(void) { lay_out(starts, letters, text, runs, COUNT); }
static void plain_lengths(void) { measure(keys, lengths, COUNT); }
static void plain_sums(void) { sum_up(keys, values, sums, COUNT); }
static void kernel_text_runs(Kernels *kernels) { run(kernels, "LayOutCS", COUNT / 128, 1, 1); }
static void kernel_lengths_runs(Kernels *kernels) { run(kernels, "LengthsCS", COUNT / 128, 1, 1); }
static void kernel_sums_runs(Kernels *kernels) { run(kernels, "SumsCS", COUNT / 128, 1, 1); }
static double text_differs(void) { return words_that_differ(text, kernel_text, COUNT); }
static double lengths_differ(void) { return words_that_differ(lengths, kernel_lengths, COUNT); }
static double sums_differ(void) { return largest_difference(sums, kernel_sums, runs); }

const Contest contests[] = {
    {"runs laid out, each place searches", prepare, plain_text, kernel_text_runs, text_differs, 0},
    {"lengths of runs, where they begin", prepare, plain_lengths, kernel_lengths_runs, lengths_differ, 0},
    {"sums of runs behind two returns", prepare, plain_sums, kernel_sums_runs, sums_differ, 1e-5},
    {0},
};
