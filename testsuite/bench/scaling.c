/* The families' kernels over several workers, by the runtime as programs use it.
 *
 *     scaling ROUNDS CSV PLAIN MODULES WORKERS,WORKERS,... FAMILY...     PLAIN, MODULES as bench
 *
 * The wall clock of each number of workers, which take turns: medians. Each number's result is compared with the plain
 * C's, whose time on one core stands beside them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "wcc_rt.h"

enum { MAX_ROUNDS = 99, MAX_NUMBERS = 16 };

typedef struct Scaling {
    int rounds;
    const char *plain_folder, *module_folder;
    FILE *csv;
    int number_count;
    uint32_t numbers[MAX_NUMBERS];
    WccDevice *devices[MAX_NUMBERS];
    double logarithms[MAX_NUMBERS]; /* sums of those of what one worker takes over what these take */
    int count, wrong;
} Scaling;

/* ---- a dispatch by the runtime ---- */

static WccRuntime *runtime; /* whose workers run what run() is called with */

/* What a family binds may change from dispatch to dispatch. */
static void bind_rows(const Kernels *kernels)
{
    for (uint32_t i = 0; i < kernels->module->resource_count; i++) {
        const WccResourceInfo *info = &kernels->module->resources[i];
        const WccResource *row = &kernels->rows[info->first_row], *bound = wcc_resource(runtime, info->name);
        bool is_bound = bound != NULL && !memcmp(bound, row, sizeof *row);
        if (row->data && !is_bound && wcc_bind(runtime, info->name, row) != WCC_OK)
            die(info->name, wcc_error(runtime));
    }
}

static void dispatch_by_workers(Kernels *kernels, const WccEntry *entry)
{
    const uint32_t *groups = kernels->dispatch.groups;
    bind_rows(kernels);
    if (wcc_dispatch(runtime, entry->name, groups[0], groups[1], groups[2]) != WCC_OK)
        die(entry->name, wcc_error(runtime));
}

/* ---- a family ---- */

static double wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static double wall_of_kernel(const Contest *contest, Kernels *kernels)
{
    double start = wall_ms();
    contest->kernel(kernels);
    return wall_ms() - start;
}

/* In fresh memory: what other workers computed is gone. */
static bool is_right(const Contest *contest, Kernels kernels)
{
    contest->prepare(&kernels);
    contest->plain();
    contest->kernel(&kernels);
    bool is_right = contest->difference() <= contest->tolerance;
    free_memory();
    return is_right;
}

static void measure(const Scaling *scaling, const Contest *const contests_of[COMPILERS], Kernels *kernels,
                    WccRuntime *const *runtimes, double *plain_ms, double *kernel_ms)
{
    double plain[COMPILERS][MAX_ROUNDS], kernel[MAX_NUMBERS][MAX_ROUNDS];
    contests_of[GCC]->prepare(&(Kernels){.module = kernels->module, .variant = kernels->variant});
    contests_of[CLANG]->prepare(kernels);
    for (int round = -1; round < scaling->rounds; round++) { /* the first warms up and does not count */
        int slot = round < 0 ? 0 : round;
        for (int i = 0; i < COMPILERS; i++)
            plain[i][slot] = time_plain(contests_of[i]);
        for (int i = 0; i < scaling->number_count; i++) {
            runtime = runtimes[i];
            kernel[i][slot] = wall_of_kernel(contests_of[CLANG], kernels);
        }
    }
    *plain_ms = fmin(median_of(plain[CLANG], scaling->rounds), median_of(plain[GCC], scaling->rounds));
    for (int i = 0; i < scaling->number_count; i++)
        kernel_ms[i] = median_of(kernel[i], scaling->rounds);
    free_memory();
}

static void tell(Scaling *scaling, const char *family, const char *name, double plain_ms, const double *kernel_ms,
                 const bool *are_right)
{
    printf("%-48s %9.2f", name, plain_ms);
    fprintf(scaling->csv, "%s,\"%s\",%.4f", family, name, plain_ms);
    for (int i = 0; i < scaling->number_count; i++) {
        printf(" %9.2f%s", kernel_ms[i], are_right[i] ? "" : " WRONG");
        fprintf(scaling->csv, ",%.4f", kernel_ms[i]);
        scaling->logarithms[i] += log(kernel_ms[0] / kernel_ms[i]);
        scaling->wrong += !are_right[i];
    }
    printf("\n");
    fprintf(scaling->csv, "\n");
    fflush(stdout);
    scaling->count++;
}

static void scale_contest(Scaling *scaling, const char *family, const char *path, const Contest *const contests_of[COMPILERS])
{
    double plain_ms, kernel_ms[MAX_NUMBERS];
    bool are_right[MAX_NUMBERS];
    Kernels kernels;
    WccRuntime *runtimes[MAX_NUMBERS];
    open_module(&kernels, path);
    choose_variant(&kernels, 0);
    kernels.dispatch_by = dispatch_by_workers;
    for (int i = 0; i < scaling->number_count; i++) {
        runtimes[i] = runtime = wcc_new_on(scaling->devices[i], kernels.module, NULL, 0);
        if (!runtime)
            die("cannot be run", path);
        are_right[i] = is_right(contests_of[CLANG], kernels);
    }
    measure(scaling, contests_of, &kernels, runtimes, &plain_ms, kernel_ms);
    tell(scaling, family, contests_of[CLANG]->name, plain_ms, kernel_ms, are_right);
    for (int i = 0; i < scaling->number_count; i++)
        wcc_free(runtimes[i]);
    close_module(&kernels);
}

static void scale_family(Scaling *scaling, const char *family)
{
    char path[4096];
    const Contest *contests_of[COMPILERS];
    snprintf(path, sizeof path, "%s/%s.so", scaling->module_folder, family);
    for (int i = 0; i < COMPILERS; i++)
        contests_of[i] = dlsym(open_plain(scaling->plain_folder, COMPILER_NAMES[i], family), "contests");
    for (; contests_of[CLANG]->name != NULL; contests_of[CLANG]++, contests_of[GCC]++)
        scale_contest(scaling, family, path, contests_of);
}

/* ---- the whole ---- */

static bool start_devices(Scaling *scaling, const char *numbers)
{
    for (const char *text = numbers; *text && scaling->number_count < MAX_NUMBERS; text += *text == ',') {
        char *end;
        unsigned long number = strtoul(text, &end, 10);
        if (end == text || number < 1 || number > 1024 || (*end && *end != ','))
            return false;
        scaling->numbers[scaling->number_count] = (uint32_t)number;
        scaling->devices[scaling->number_count++] = wcc_new_device((uint32_t)number);
        text = end;
    }
    return scaling->number_count > 0;
}

int main(int argc, char **argv)
{
    Scaling scaling = {0};
    if (argc < 7 || atoi(argv[1]) < 1 || atoi(argv[1]) > MAX_ROUNDS || !start_devices(&scaling, argv[5])) {
        fprintf(stderr, "usage: scaling ROUNDS CSV PLAIN MODULES WORKERS,WORKERS,... FAMILY...\n");
        return 2;
    }
    scaling.rounds = atoi(argv[1]);
    scaling.csv = fopen(argv[2], "w");
    scaling.plain_folder = argv[3];
    scaling.module_folder = argv[4];
    if (!scaling.csv)
        die("cannot write", argv[2]);
    printf("wall clock, ms, medians of %-21d %9s", scaling.rounds, "plain C");
    fprintf(scaling.csv, "family,kernel,plain_ms");
    for (int i = 0; i < scaling.number_count; i++) {
        printf(" %5u wrk", scaling.numbers[i]);
        fprintf(scaling.csv, ",%u", scaling.numbers[i]);
    }
    printf("\n");
    fprintf(scaling.csv, "\n");
    for (int i = 6; i < argc; i++)
        scale_family(&scaling, argv[i]);
    for (int i = 0; i < scaling.number_count; i++) {
        printf("%u workers: %.2f times as fast as %u, geometric mean of %d\n", scaling.numbers[i],
               exp(scaling.logarithms[i] / scaling.count), scaling.numbers[0], scaling.count);
        wcc_free_device(scaling.devices[i]);
    }
    return fclose(scaling.csv) || scaling.wrong;
}
