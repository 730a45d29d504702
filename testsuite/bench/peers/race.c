/* One family's kernels, compiled by us and run by a peer, in one process on the same memory.
 *
 *     race-PEER ROUNDS CSV PLAIN MODULES KERNELS FAMILY
 *
 * PLAIN and MODULES as for bench; KERNELS has the family's kernels in the peer's form. First the results of both are
 * compared with plain C; then both take turns, and the CPU time of the whole process is measured: medians. What the
 * peer copies before and after a dispatch does not count. A line for each contest is added to CSV: peer, family,
 * kernel, our ms, the peer's, how many times ours, or why there is none. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "peer.h"

enum { MAX_ROUNDS = 99 };

typedef enum Runner { OURS, PEER, RUNNERS } Runner;

static FILE *csv;
static const char *family_name, *contest_name = "";
static Runner runner;
static double dispatch_ms; /* of all dispatches since it was cleared */

double process_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

void peer_skip(const char *why, const char *which)
{
    const char *name = *contest_name ? contest_name : family_name;
    printf("%-48s not raced: %s %s\n", name, why, which);
    fprintf(csv, "%s,%s,\"%s\",,,not raced\n", peer_name, family_name, name);
    fclose(csv);
    exit(0);
}

static void dispatch(Kernels *kernels, const WccEntry *entry)
{
    if (runner == PEER) {
        dispatch_ms += peer_dispatch(kernels, entry);
        return;
    }
    double start = process_ms();
    run_groups(kernels, entry);
    dispatch_ms += process_ms() - start;
}

static void choose(Kernels *kernels, Runner who)
{
    choose_variant(kernels, 0);
    runner = who;
    dispatch_ms = 0;
    if (who == PEER)
        kernels->wave_size = peer_wave_size();
}

/* In fresh memory: what the other computed is gone. */
static double difference_of(const Contest *contest, Kernels kernels, Runner who)
{
    choose(&kernels, who);
    contest->prepare(&kernels);
    contest->plain();
    contest->kernel(&kernels);
    double difference = contest->difference();
    free(kernels.scratch);
    free_memory();
    return difference;
}

static double time_of(const Contest *contest, Kernels *kernels, Runner who)
{
    choose(kernels, who);
    contest->kernel(kernels);
    return dispatch_ms;
}

static void race(const Contest *contest, Kernels *kernels, int rounds)
{
    double times[RUNNERS][MAX_ROUNDS];
    contest->prepare(kernels);
    for (int round = -1; round < rounds; round++) /* the first warms up and does not count */
        for (Runner who = OURS; who < RUNNERS; who++)
            times[who][round < 0 ? 0 : round] = time_of(contest, kernels, who);
    double ours = median_of(times[OURS], rounds), peers = median_of(times[PEER], rounds);
    printf("%-48s %9.2f %9.2f %8.2f\n", contest->name, ours, peers, peers / ours);
    fprintf(csv, "%s,%s,\"%s\",%.4f,%.4f,%.3f\n", peer_name, family_name, contest->name, ours, peers, peers / ours);
    free_memory();
}

static void hold(const Contest *contest, const char *module, int rounds)
{
    Kernels kernels;
    open_module(&kernels, module);
    kernels.dispatch_by = dispatch;
    contest_name = contest->name;
    double ours = difference_of(contest, kernels, OURS), peers = difference_of(contest, kernels, PEER);
    if (!(ours <= contest->tolerance))
        printf("%-48s OURS IS WRONG: %g\n", contest->name, ours);
    else if (!(peers <= contest->tolerance)) {
        printf("%-48s not raced: its result differs by %g\n", contest->name, peers);
        fprintf(csv, "%s,%s,\"%s\",,,wrong\n", peer_name, family_name, contest->name);
    } else
        race(contest, &kernels, rounds);
    fflush(stdout);
    close_module(&kernels);
}

int main(int argc, char **argv)
{
    char plain[4096], module[4096];
    int rounds = argc == 7 ? atoi(argv[1]) : 0;
    if (rounds < 1 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "usage: race ROUNDS CSV PLAIN MODULES KERNELS FAMILY\n");
        return 2;
    }
    family_name = argv[6];
    csv = fopen(argv[2], "a");
    if (!csv)
        die("cannot write", argv[2]);
    snprintf(plain, sizeof plain, "%s/clang/%s.so", argv[3], family_name);
    snprintf(module, sizeof module, "%s/%s.so", argv[4], family_name);
    void *library = dlopen(plain, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        die("cannot load", dlerror());
    peer_open(argv[5], family_name);
    for (const Contest *contest = dlsym(library, "contests"); contest->name; contest++)
        hold(contest, module, rounds);
    return fclose(csv) != 0;
}
