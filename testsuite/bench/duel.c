/* Two builds of the families' kernels, as two compilers or two trees make them, against each other in one process.
 *
 *     duel ROUNDS PLAIN MODULES MODULES FAMILY...     PLAIN as bench; the second MODULES are the ones in question
 *
 * They take turns with the plain C, twice: with the memory of the one made first, then with that of the other, since
 * where memory happens to lie is worth more than most changes. Of each the lower quartile of its turns counts, and of
 * both ratios the geometric mean. The same kernel twice is 1.00 on a busy machine, where runs of two processes by turns
 * said 0.73. */
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

enum { MAX_ROUNDS = 199, SIDES = 2 };

typedef struct Duel {
    int rounds;
    const char *plain_folder, *module_folders[SIDES];
    double logarithms; /* the sum of those of the ratios */
    int count, wrong;
} Duel;

typedef struct Result {
    double plain_ms, kernel_ms[SIDES]; /* the least quartiles of both orders */
    double logarithm;                  /* of the first build's time over the second's */
    bool is_wrong;
} Result;

static bool is_right(const Contest *contest, Kernels *kernels)
{
    contest->plain();
    contest->kernel(kernels);
    return contest->difference() <= contest->tolerance;
}

/* With memory prepared for `first`, then for the other. */
static void take_turns(const Duel *duel, const char *family, const Contest *const contests_of[COMPILERS], int first,
                       Result *result)
{
    double kernel[SIDES][MAX_ROUNDS], plain[COMPILERS][MAX_ROUNDS], times[SIDES];
    Kernels kernels[SIDES];
    for (int i = 0; i < SIDES; i++) { /* each has one of the plain C's libraries to itself */
        int side = (first + i) % SIDES;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.so", duel->module_folders[side], family);
        open_module(&kernels[side], path);
        choose_variant(&kernels[side], 0);
        contests_of[i]->prepare(&kernels[side]);
        result->is_wrong |= !is_right(contests_of[i], &kernels[side]);
    }
    for (int round = 0; round < duel->rounds; round++) {
        for (int i = 0; i < SIDES; i++) {
            int side = (first + i) % SIDES;
            kernel[side][round] = time_kernel(contests_of[i], &kernels[side]);
        }
        for (int i = 0; i < COMPILERS; i++)
            plain[i][round] = time_plain(contests_of[i]);
    }
    for (int side = 0; side < SIDES; side++) {
        times[side] = lower_quartile_of(kernel[side], duel->rounds);
        result->kernel_ms[side] = fmin(result->kernel_ms[side], times[side]);
        close_module(&kernels[side]);
    }
    for (int i = 0; i < COMPILERS; i++)
        result->plain_ms = fmin(result->plain_ms, lower_quartile_of(plain[i], duel->rounds));
    result->logarithm += log(times[0] / times[1]) / SIDES;
    free_memory();
}

static void tell(Duel *duel, const Contest *contest, const Result *result)
{
    printf("%-48s %9.3f %9.3f %9.3f %7.2f %7.2f %7.2f%s\n", contest->name, result->plain_ms, result->kernel_ms[0],
           result->kernel_ms[1], exp(result->logarithm), result->plain_ms / result->kernel_ms[0],
           result->plain_ms / result->kernel_ms[1], result->is_wrong ? "  WRONG" : "");
    fflush(stdout);
    duel->logarithms += result->logarithm;
    duel->count++;
    duel->wrong += result->is_wrong;
}

static void hold_family(Duel *duel, const char *family)
{
    const Contest *contests_of[COMPILERS];
    for (int i = 0; i < COMPILERS; i++)
        contests_of[i] = dlsym(open_plain(duel->plain_folder, COMPILER_NAMES[i], family), "contests");
    for (; contests_of[CLANG]->name != NULL; contests_of[CLANG]++, contests_of[GCC]++) {
        Result result = {.plain_ms = INFINITY, .kernel_ms = {INFINITY, INFINITY}};
        for (int first = 0; first < SIDES; first++)
            take_turns(duel, family, contests_of, first, &result);
        tell(duel, contests_of[CLANG], &result);
    }
}

int main(int argc, char **argv)
{
    if (argc < 6 || atoi(argv[1]) < 1 || atoi(argv[1]) > MAX_ROUNDS) {
        fprintf(stderr, "usage: duel ROUNDS PLAIN MODULES MODULES FAMILY...\n");
        return 2;
    }
    Duel duel = {.rounds = atoi(argv[1]), .plain_folder = argv[2], .module_folders = {argv[3], argv[4]}};
    stay_on_this_core();
    printf("CPU ms on one core, lower quartile of %-11d %9s %9s %9s %7s %7s %7s\n", duel.rounds, "plain C", "with", "this", "gain", "ratio",
           "ratio");
    for (int i = 5; i < argc; i++)
        hold_family(&duel, argv[i]);
    printf("geometric mean of the gains %.3f of %d\n", exp(duel.logarithms / duel.count), duel.count);
    if (duel.wrong)
        printf("%d results are WRONG\n", duel.wrong);
    return duel.wrong != 0;
}
