/* What `make bench-guard` runs under callgrind: each kernel once, at its small size, the instructions of which are
 * dumped under the contest's name.
 *
 *     guard PLAIN MODULES FAMILY...     as bench; PLAIN/NAME.so is made with -DSMALL */
#include <dlfcn.h>
#include <stdio.h>
#include <valgrind/callgrind.h>

#include "bench.h"

/* Returns whether the kernel's result is right. */
static int count(const Contest *contest, Kernels *kernels)
{
    choose_variant(kernels, 0);
    contest->prepare(kernels);
    contest->plain();
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    contest->kernel(kernels);
    CALLGRIND_DUMP_STATS_AT(contest->name);
    CALLGRIND_STOP_INSTRUMENTATION;
    double difference = contest->difference();
    free_memory();
    if (!(difference <= contest->tolerance))
        fprintf(stderr, "%s: the result is WRONG at its small size: %g\n", contest->name, difference);
    return difference <= contest->tolerance;
}

static int count_family(const char *plain_folder, const char *module_folder, const char *family)
{
    char plain[4096], module[4096];
    snprintf(plain, sizeof plain, "%s/%s.so", plain_folder, family);
    snprintf(module, sizeof module, "%s/%s.so", module_folder, family);
    void *library = dlopen(plain, RTLD_NOW | RTLD_LOCAL);
    const Contest *contest = library ? dlsym(library, "contests") : NULL;
    if (!contest)
        die("cannot load", dlerror());
    int wrong = 0;
    for (; contest->name != NULL; contest++) {
        Kernels kernels;
        open_module(&kernels, module);
        wrong += !count(contest, &kernels);
        close_module(&kernels);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int wrong = 0;
    for (int i = 3; i < argc; i++)
        wrong += count_family(argv[1], argv[2], argv[i]);
    return wrong != 0;
}
