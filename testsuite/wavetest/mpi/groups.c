/* Groups of dispatches, over MPI: the first rank says which module, then both sides go on as an executable made with
 * --mpi does (runtime/mpi/lead.c, follow.c). */
#include "../groups.h"
#include "../peers.h"

#include <mpi.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "spread.h"

enum { LAST = 0 }; /* as the length of a path */

typedef struct Reason {
    const char *why;
    int count;
} Reason;

typedef struct Leader {
    Sharing sharing; /* first: what others see of it */
    Arena *arena;
    Peers *peers;
    int errors;        /* standard error, which tests have redirected */
    double seconds;    /* for a dispatch */
    int shared, small; /* dispatches; the latter of one group */
    VEC(Reason) alone; /* of several groups, on the first rank */
} Leader;

/* ---- the first ---- */

/* MPI waits busily; meanwhile the first one compiles. */
static void wait_quietly(MPI_Request *request)
{
    static const struct timespec MOMENT = {.tv_nsec = 500000};
    int has_come;
    while (MPI_Test(request, &has_come, MPI_STATUS_IGNORE), !has_come)
        nanosleep(&MOMENT, NULL);
}

static void say_library(const char *library)
{
    int length = library != NULL ? (int)strlen(library) : LAST;
    MPI_Request request;
    MPI_Ibcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    wait_quietly(&request);
    if (length != LAST)
        MPI_Bcast((char *)library, length, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static void count_alone(Leader *leader, const char *why)
{
    for (int i = 0; i < leader->alone.count; i++)
        if (strcmp(leader->alone.items[i].why, why) == 0) {
            leader->alone.items[i].count++;
            return;
        }
    vec_push(leader->arena, &leader->alone, ((Reason){arena_printf(leader->arena, "%s", why), 1}));
}

static void count(Leader *leader, const char *alone, const WccRun *run)
{
    bool is_small = (uint64_t)run->groups[0] * run->groups[1] * run->groups[2] <= 1;
    leader->sharing.was_shared = alone == NULL && !is_small;
    leader->small += is_small;
    leader->shared += leader->sharing.was_shared;
    if (alone != NULL && !is_small)
        count_alone(leader, alone);
}

static WccStatus lead(Sharing *sharing, const char *library, WccRuntime *runtime, const WccRun *run)
{
    Leader *leader = (Leader *)sharing;
    const char *alone = NULL;
    WccRun limited = *run;
    limited.timeout_seconds = leader->seconds;
    say_library(library);
    int redirected = dup(STDERR_FILENO);
    dup2(leader->errors, STDERR_FILENO); /* where they say why they end all */
    Spread spread = {leader->peers->size, sharing->shares_only, sharing->test};
    WccStatus status = spread_run(&spread, runtime, &limited, &alone);
    dup2(redirected, STDERR_FILENO);
    close(redirected);
    count(leader, alone, run);
    return status;
}

/* ---- the others ---- */

static int hear_length(void)
{
    int length = LAST;
    MPI_Request request;
    MPI_Ibcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    wait_quietly(&request);
    return length;
}

static void follow(const Peers *peers)
{
    for (int length; (length = hear_length()) != LAST;) {
        char *library = spread_new(peers->rank, (size_t)length + 1);
        MPI_Bcast(library, length, MPI_CHAR, 0, MPI_COMM_WORLD);
        spread_follow(peers->rank, peers->size, library);
        free(library);
    }
}

/* ---- all ---- */

static int share(Arena *arena, Settings *settings, Peers *peers, int (*run)(Arena *arena, const Settings *settings))
{
    Leader leader = {.sharing.run = lead, .arena = arena, .peers = peers,
                     .errors = dup(STDERR_FILENO), .seconds = settings->run_seconds};
    settings->peers = NULL;
    settings->sharing = &leader.sharing;
    settings->parallel = 1;
    vec_push(arena, &settings->options, "--mpi");
    int status = run(arena, settings);
    say_library(NULL);
    if (status != EXIT_PASSED || leader.shared > 0)
        return status;
    fputs("wavetest: error: --share=groups: no dispatch was shared out\n", stderr);
    return EXIT_FAILED;
}

int groups_share(Arena *arena, Settings *settings, int (*run)(Arena *arena, const Settings *settings))
{
    Peers *peers = settings->peers;
    if (settings->watch) {
        if (peers->rank == 0)
            fputs("wavetest: error: --watch does not go with --share=groups\n", stderr);
        return EXIT_BAD_USAGE;
    }
    if (peers->size > 1 && peers->rank == 0)
        return share(arena, settings, peers, run);
    if (peers->size > 1) {
        follow(peers);
        return EXIT_PASSED;
    }
    fputs("wavetest: error: --share=groups: nobody to share with: mpirun -n N wavetest ...\n", stderr);
    return EXIT_BAD_USAGE;
}

void groups_report(const Sharing *sharing, FILE *out)
{
    const Leader *leader = (const Leader *)sharing;
    fprintf(out, "\nDispatches shared out over %d ranks: %d\n", leader->peers->size, leader->shared);
    fprintf(out, "Of one group: %d\n", leader->small);
    if (sharing->races > 0)
        fprintf(out, "As several groups left otherwise, by a race whose end ranks cannot see: %d\n", sharing->races);
    for (int i = 0; i < leader->alone.count; i++)
        fprintf(out, "On one rank: %d: %s\n", leader->alone.items[i].count, leader->alone.items[i].why);
}
