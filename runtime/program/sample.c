/* Where threads are, a thousand times a second of their CPU time: a thread beside them looks which of
 * them have run since it looked last, and interrupts those with SIGPROF; the handler notes
 * where. (Interval timers of the process would ask any thread, and tick 250 times a second.) */
#define _GNU_SOURCE
#include "profile.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { MOST_THREADS = 1024, TURNS_A_SCAN = 16 };

typedef struct SampledThread {
    pid_t id;
    int64_t used_ns;
} SampledThread;

/* Of the process, as the signal is. */
static struct {
    pthread_t thread;
    struct sigaction before;
    atomic_bool is_over;
    Samples samples;
    atomic_size_t count;
    SampledThread threads[MOST_THREADS];
    int thread_count;
    pid_t own; /* the sampling thread */
} sampling;

static void take_sample(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    const ucontext_t *machine = context;
    size_t at = atomic_fetch_add(&sampling.count, 1);
    if (at < PROFILE_MOST_SAMPLES)
        sampling.samples.places[at] = (uint64_t)machine->uc_mcontext.gregs[REG_RIP];
}

/* clock_gettime(2): the CPU clock of a thread by its id, as pthread_getcpuclockid has it. */
static int64_t used_ns(pid_t thread)
{
    struct timespec time;
    clockid_t clock = (clockid_t)((~(uint32_t)thread << 3) | 6);
    return clock_gettime(clock, &time) ? -1 : time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static bool is_known(pid_t thread)
{
    for (int i = 0; i < sampling.thread_count; i++)
        if (sampling.threads[i].id == thread)
            return true;
    return false;
}

static void find_threads(void)
{
    DIR *folder = opendir("/proc/self/task");
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)) && sampling.thread_count < MOST_THREADS) {
        pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
        if (thread > 0 && thread != sampling.own && !is_known(thread))
            sampling.threads[sampling.thread_count++] = (SampledThread){thread, used_ns(thread)};
    }
    if (folder)
        closedir(folder);
}

/* Those that have ended are forgotten. */
static void ask_threads(void)
{
    for (int i = sampling.thread_count - 1; i >= 0; i--) {
        SampledThread *thread = &sampling.threads[i];
        int64_t used = used_ns(thread->id);
        if (used < 0)
            *thread = sampling.threads[--sampling.thread_count];
        else if (used - thread->used_ns >= PROFILE_STEP_NS / 2) {
            thread->used_ns = used;
            syscall(SYS_tgkill, getpid(), thread->id, SIGPROF);
        }
    }
}

static void *sample(void *context)
{
    const struct timespec step = {0, PROFILE_STEP_NS};
    (void)context;
    sampling.own = (pid_t)syscall(SYS_gettid);
    for (int turn = 0; !atomic_load(&sampling.is_over); turn++) {
        if (turn % TURNS_A_SCAN == 0)
            find_threads();
        ask_threads();
        nanosleep(&step, NULL);
    }
    return NULL;
}

bool program_begin_samples(Report *report)
{
    struct sigaction action = {.sa_sigaction = take_sample, .sa_flags = SA_SIGINFO | SA_RESTART};
    sampling.samples.places = malloc(PROFILE_MOST_SAMPLES * sizeof *sampling.samples.places);
    if (!sampling.samples.places)
        return host_fail(report, "not enough memory");
    sigemptyset(&action.sa_mask);
    sigaction(SIGPROF, &action, &sampling.before);
    if (!pthread_create(&sampling.thread, NULL, sample, NULL))
        return true;
    sigaction(SIGPROF, &sampling.before, NULL);
    free(sampling.samples.places);
    return host_fail(report, "--profile: no thread could be started");
}

/* A signal may be on its way still: the handler stays. */
Samples program_end_samples(void)
{
    atomic_store(&sampling.is_over, true);
    pthread_join(sampling.thread, NULL);
    size_t count = atomic_load(&sampling.count);
    sampling.samples.count = count < PROFILE_MOST_SAMPLES ? count : PROFILE_MOST_SAMPLES;
    return sampling.samples;
}
