/* Trees, scans, exchanges and serial loops of groups of 64 and 128 threads; plain C goes through each group's elements. */
#include "../bench.h"
#include <math.h>
#include <string.h>

enum { GROUP = 64, SWEPT = 256, COUNT = SIZE(1 << 18, 1 << 10), GROUPS = COUNT / GROUP };
static float *values, *sums, *result;
static uint32_t *words, *scans, *word_result;

PLAIN void add_up(const float *restrict in, float *restrict out, int groups)
{
    for (int group = 0; group < groups; group++) {
        float sum = 0;
        for (int i = 0; i < GROUP; i++)
            sum += in[group * GROUP + i];
        out[group] = sum;
    }
}

PLAIN void find_least(const float *restrict in, float *restrict out, int groups)
{
    for (int group = 0; group < groups; group++) {
        int least = 0;
        for (int i = 1; i < GROUP; i++)
            if (in[group * GROUP + i] < in[group * GROUP + least])
                least = i;
        out[group] = (float)least;
    }
}

PLAIN void scan(const uint32_t *restrict in, uint32_t *restrict out, int count, int length)
{
    for (int first = 0; first < count; first += length) {
        uint32_t sum = 0;
        for (int i = first; i < first + length; i++) {
            out[i] = sum;
            sum += in[i];
        }
    }
}

PLAIN void exchange(const float *restrict in, float *restrict out, int groups)
{
    for (int group = 0; group < groups; group++) {
        float of[GROUP];
        memcpy(of, in + group * GROUP, sizeof of);
        for (int bit = 1; bit < GROUP; bit <<= 1)
            for (int first = 0; first < GROUP; first += 2 * bit)
                for (int i = first; i < first + bit; i++) {
                    float low = of[i], high = of[i + bit];
                    of[i] = low + high;
                    of[i + bit] = low - high;
                }
        memcpy(out + group * GROUP, of, sizeof of);
    }
}

PLAIN void softmax(const float *restrict in, float *restrict out, int groups)
{
    for (int group = 0; group < groups; group++, in += GROUP, out += GROUP) {
        float most = in[0], sum = 0;
        for (int i = 1; i < GROUP; i++)
            most = most > in[i] ? most : in[i];
        for (int i = 0; i < GROUP; i++)
            sum += out[i] = expf(in[i] - most);
        for (int i = 0; i < GROUP; i++)
            out[i] /= sum;
    }
}

static void prepare(Kernels *kernels)
{
    values = new_noise(COUNT);
    sums = new_floats(COUNT);
    result = new_floats(COUNT);
    words = new_words(COUNT);
    scans = new_words(COUNT);
    word_result = new_words(COUNT);
    for (int i = 0; i < COUNT; i++)
        words[i] = (uint32_t)i * 2654435761u >> 22;
    bind_buffer(kernels, "gIn", values, COUNT, 4);
    bind_buffer(kernels, "gOut", result, COUNT, 4);
    bind_buffer(kernels, "gWords", words, COUNT, 4);
    bind_buffer(kernels, "gWordsOut", word_result, COUNT, 4);
}

static void plain_sums(void) { add_up(values, sums, GROUPS); }
static void plain_least(void) { find_least(values, sums, GROUPS); }
static void plain_scans(void) { scan(words, scans, COUNT, GROUP); }
static void plain_sweeps(void) { scan(words, scans, COUNT, SWEPT); }
static void plain_exchanges(void) { exchange(values, sums, GROUPS); }
static void plain_softmax(void) { softmax(values, sums, GROUPS); }

static void tree(Kernels *kernels) { run(kernels, "TreeCS", GROUPS, 1, 1); }
static void least(Kernels *kernels) { run(kernels, "LeastCS", GROUPS, 1, 1); }
static void scan_steps(Kernels *kernels) { run(kernels, "ScanCS", GROUPS, 1, 1); }
static void sweeps(Kernels *kernels) { run(kernels, "SweepCS", COUNT / SWEPT, 1, 1); }
static void exchanges(Kernels *kernels) { run(kernels, "ExchangeCS", GROUPS, 1, 1); }
static void one_thread(Kernels *kernels) { run(kernels, "OneThreadCS", GROUPS, 1, 1); }
static void all_threads(Kernels *kernels) { run(kernels, "SoftmaxCS", GROUPS, 1, 1); }

static double of_groups(void) { return largest_difference(sums, result, GROUPS); }
static double of_all(void) { return largest_difference(sums, result, COUNT); }
static double of_words(void) { return memcmp(scans, word_result, COUNT * sizeof *scans) != 0; }

const Contest contests[] = {
    {"sums of 64 by a tree", prepare, plain_sums, tree, of_groups, 1e-3},
    {"least of 64 and its place, by a tree", prepare, plain_least, least, of_groups, 0},
    {"scans of 64 in steps", prepare, plain_scans, scan_steps, of_words, 0},
    {"scans of 256 by 128 threads' sweeps", prepare, plain_sweeps, sweeps, of_words, 0},
    {"Walsh-Hadamard of 64 by exchanges", prepare, plain_exchanges, exchanges, of_all, 1e-3},
    {"sums of 64 by thread 0", prepare, plain_sums, one_thread, of_groups, 1e-3},
    {"softmax of 64, all threads loop", prepare, plain_softmax, all_threads, of_all, 1e-5},
    {0}};
