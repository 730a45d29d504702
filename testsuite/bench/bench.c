/* The benchmark: compiled kernels against plain C, in one process, on one core.
 *
 *     bench ROUNDS CSV PLAIN MODULES FAMILY...
 *
 * PLAIN/clang and PLAIN/gcc hold the families' plain C, MODULES their kernels, made by wavecc -shared. A
 * kernel is called through wcc_abi.h, group after group. First each result is compared, in fresh memory;
 * then all take turns, plain C before each wave size: a kernel whose inputs another wave size just read from
 * the caches was up to three times as fast as in its turn behind plain C. The CPU time of the thread is measured:
 * medians. The better of the two compilers is what a kernel is held against. How near it comes to what the
 * machine can do at all is told in parts: the time that memcpy takes to read and write as many bytes as its
 * resources have, and its flops of the most. */
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { MAX_ROUNDS = 99 };

typedef struct Bench {
    int rounds;
    const char *plain_folder, *module_folder;
    FILE *csv;
    double flops_per_ms; /* the most of this core */
    double logarithms[WCC_MAX_WAVE_SIZES]; /* sums of those of the ratios, by variant */
    uint32_t wave_sizes[WCC_MAX_WAVE_SIZES], counts[WCC_MAX_WAVE_SIZES], slow[WCC_MAX_WAVE_SIZES];
    int wrong;
} Bench;

/* A contest as each compiler made it, each with memory of its own. */
typedef struct Race {
    const char *family;
    const Contest *contest[COMPILERS];
    Kernels kernels[COMPILERS];
} Race;

typedef struct Result {
    double plain_ms[COMPILERS], kernel_ms[WCC_MAX_WAVE_SIZES];
    double difference[WCC_MAX_WAVE_SIZES]; /* the larger of the two compilers' */
    double copy_ms;          /* of as many bytes as the kernel's resources have */
} Result;

/* ---- what the machine can do ---- */

static double measure_peak(const char *plain_folder)
{
    enum { TURNS = 9 };
    void *library = open_plain(plain_folder, COMPILER_NAMES[CLANG], "peak");
    double (*flops)(void) = dlsym(library, "peak_flops"), times[TURNS];
    float (*work)(float, float) = dlsym(library, "do_peak_flops");
    for (int i = 0; i < TURNS; i++) {
        double start = cpu_ms();
        work(0.5f, 1);
        times[i] = cpu_ms() - start;
    }
    return flops() / median_of(times, TURNS);
}

/* ---- a race ---- */

/* Of one variant, in fresh memory: what another variant computed is gone. */
static double compare(const Race *race, int compiler, uint32_t variant)
{
    Kernels kernels = race->kernels[compiler];
    choose_variant(&kernels, variant);
    race->contest[compiler]->prepare(&kernels);
    race->contest[compiler]->plain();
    race->contest[compiler]->kernel(&kernels);
    double difference = race->contest[compiler]->difference();
    free(kernels.scratch);
    free_memory();
    return difference;
}

static void compare_all(const Race *race, Result *result)
{
    for (uint32_t i = 0; i < variant_count(&race->kernels[0]); i++)
        result->difference[i] = fmax(compare(race, CLANG, i), compare(race, GCC, i));
}

static double time_copy(char *to, const char *from, size_t bytes)
{
    double start = cpu_ms();
    memcpy(to, from, bytes);
    return cpu_ms() - start;
}

/* Of the dispatches of one run, which also warms up. */
static size_t bytes_moved(const Contest *contest, Kernels *kernels)
{
    choose_variant(kernels, 0);
    kernels->bytes = 0;
    contest->kernel(kernels);
    return (size_t)kernels->bytes;
}

static void measure(const Bench *bench, Race *race, Result *result)
{
    double plain[COMPILERS][MAX_ROUNDS * WCC_MAX_WAVE_SIZES], kernel[WCC_MAX_WAVE_SIZES][MAX_ROUNDS], copy[MAX_ROUNDS];
    int variants = (int)variant_count(&race->kernels[0]);
    for (int i = 0; i < COMPILERS; i++)
        race->contest[i]->prepare(&race->kernels[i]);
    size_t half = bytes_moved(race->contest[CLANG], &race->kernels[CLANG]) / 2; /* the other half is written */
    char *from = new_memory(half), *to = new_memory(half);
    for (int round = -1; round < bench->rounds; round++) { /* the first warms up and does not count */
        int slot = round < 0 ? 0 : round;
        for (int i = 0; i < variants; i++) {
            for (int k = 0; k < COMPILERS; k++)
                plain[k][slot * variants + i] = time_plain(race->contest[k]);
            choose_variant(&race->kernels[CLANG], (uint32_t)i);
            kernel[i][slot] = time_kernel(race->contest[CLANG], &race->kernels[CLANG]);
        }
        copy[slot] = time_copy(to, from, half);
    }
    for (int i = 0; i < COMPILERS; i++)
        result->plain_ms[i] = median_of(plain[i], bench->rounds * variants);
    for (int i = 0; i < variants; i++)
        result->kernel_ms[i] = median_of(kernel[i], bench->rounds);
    result->copy_ms = median_of(copy, bench->rounds);
    free_memory();
}

static void tell(Bench *bench, const Race *race, const Result *result, uint32_t variant)
{
    const Contest *contest = race->contest[0];
    uint32_t wave_size = race->kernels[0].module->entries[0].variants[variant].wave_size;
    double ratio = fmin(result->plain_ms[CLANG], result->plain_ms[GCC]) / result->kernel_ms[variant];
    bool wrong = !(result->difference[variant] <= contest->tolerance);
    double ms = result->kernel_ms[variant], of_copy = result->copy_ms / ms;
    double of_peak = contest->flops / ms / bench->flops_per_ms;
    printf("%-48s %9.2f %9.2f %5u %9.2f %7.2f %6.0f%%", contest->name, result->plain_ms[CLANG], result->plain_ms[GCC], wave_size, ms, ratio,
           100 * of_copy);
    printf(contest->flops > 0 ? " %6.0f%%" : "        ", 100 * of_peak);
    printf("   %g%s\n", result->difference[variant], wrong ? " WRONG" : "");
    fprintf(bench->csv, "%s,\"%s\",%.4f,%.4f,%u,%.4f,%.4f,%g,%.4f,%.4f\n", race->family, contest->name, result->plain_ms[CLANG],
            result->plain_ms[GCC], wave_size, ms, ratio, result->difference[variant], of_copy, of_peak);
    bench->wrong += wrong;
    bench->wave_sizes[variant] = wave_size;
    bench->logarithms[variant] += log(ratio);
    bench->counts[variant]++;
    bench->slow[variant] += ratio < 0.9;
}

static void hold(Bench *bench, Race *race)
{
    Result result = {0};
    compare_all(race, &result);
    measure(bench, race, &result);
    for (uint32_t i = 0; i < variant_count(&race->kernels[0]); i++)
        tell(bench, race, &result, i);
    fflush(stdout);
}

/* ---- families ---- */

static void hold_family(Bench *bench, const char *family)
{
    char path[4096];
    Race race = {.family = family};
    snprintf(path, sizeof path, "%s/%s.so", bench->module_folder, family);
    for (int i = 0; i < COMPILERS; i++)
        race.contest[i] = dlsym(open_plain(bench->plain_folder, COMPILER_NAMES[i], family), "contests");
    for (; race.contest[0]->name != NULL; race.contest[CLANG]++, race.contest[GCC]++) {
        for (int i = 0; i < COMPILERS; i++)
            open_module(&race.kernels[i], path);
        hold(bench, &race);
        for (int i = 0; i < COMPILERS; i++)
            close_module(&race.kernels[i]);
    }
}

static void sum_up(const Bench *bench)
{
    for (int i = 0; i < WCC_MAX_WAVE_SIZES && bench->counts[i]; i++)
        printf("wave size %u: geometric mean %.2f of %u, %u below 0.9\n", bench->wave_sizes[i],
               exp(bench->logarithms[i] / bench->counts[i]), bench->counts[i], bench->slow[i]);
    if (bench->wrong)
        printf("%d results are WRONG\n", bench->wrong);
}

int main(int argc, char **argv)
{
    if (argc < 5 || atoi(argv[1]) < 1 || atoi(argv[1]) > MAX_ROUNDS) {
        fprintf(stderr, "usage: bench ROUNDS CSV PLAIN MODULES FAMILY...\n");
        return 2;
    }
    Bench bench = {.rounds = atoi(argv[1]), .plain_folder = argv[3], .module_folder = argv[4], .csv = fopen(argv[2], "w")};
    if (!bench.csv)
        die("cannot write", argv[2]);
    stay_on_this_core();
    bench.flops_per_ms = measure_peak(bench.plain_folder);
    printf("at most %.1f Gflop/s\n", bench.flops_per_ms * 1e-6);
    printf("CPU ms on one core, median of %-18d %9s %9s %5s %9s %7s %7s %7s   %s\n", bench.rounds, "clang", "gcc", "wave", "wavecc", "ratio",
           "of copy", "of peak", "difference");
    fprintf(bench.csv, "family,kernel,clang_ms,gcc_ms,wave_size,wavecc_ms,ratio,difference,of_copy,of_peak\n");
    for (int i = 5; i < argc; i++)
        hold_family(&bench, argv[i]);
    sum_up(&bench);
    return fclose(bench.csv) || bench.wrong;
}
