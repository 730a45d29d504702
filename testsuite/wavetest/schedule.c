/* Runs jobs in child processes, some at a time: reads their records, ends those that take too long,
 * and starts a job again behind the variant that brought it down. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "peers.h"
#include "program/crash.h"

enum { LAST_WORDS_SECONDS = 5 };

typedef struct Range { /* of the list's jobs */
    int next, end;
} Range;

typedef struct Slot { /* one child */
    Job *job; /* NULL: free */
    Range share;       /* what comes next here: their kernels are compiled together */
    bool prepares;     /* the child does so first, with its own */
    int number;        /* its */
    pid_t pid;
    int pipe;
    FILE *errors;      /* what the child writes to standard error */
    const char *scratch;
    Text received;     /* bytes of records that are not whole yet */
    int begun;         /* variant that runs now; -1: none, it builds */
    int next;          /* the first variant without a result */
    double started, deadline;
    bool timed_out;
} Slot;

typedef struct Schedule {
    Arena *arena;
    const Settings *settings;
    const JobList *jobs;
    Progress *progress;
    Slot *slots;
    struct pollfd *ends; /* beside slots */
    Range rest;
    Peers *peers; /* NULL: none */
    const char *folder;
    Settings child_settings; /* with a cache in any case */
} Schedule;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- signals ---- */

static const int ENDING[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t ended_by; /* one of them; 0: none so far */

static void note_end(int signal) { ended_by = signal; }

/* The second one ends us at once. Those that are ignored, as under nohup, stay so. */
static void heed_signals(void)
{
    struct sigaction before, action = {.sa_handler = note_end, .sa_flags = SA_RESETHAND};
    for (int i = 0; i < COUNT_OF(ENDING); i++)
        if (sigaction(ENDING[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ENDING[i], &action, NULL);
}

static void release_signals(void)
{
    struct sigaction now_set;
    for (int i = 0; i < COUNT_OF(ENDING); i++)
        if (sigaction(ENDING[i], NULL, &now_set) == 0 && now_set.sa_handler == note_end)
            signal(ENDING[i], SIG_DFL);
}

/* ---- folders ---- */

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
    (void)status, (void)flag, (void)walk;
    return remove(path);
}

static void remove_folder(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Whole, since children work elsewhere. */
static const char *find_headers(Schedule *schedule)
{
    char whole[PATH_MAX];
    const char *asked = schedule->settings->headers;
    if (asked == NULL)
        asked = getenv("WAVECC_HEADERS");
    if (asked == NULL || *asked == '\0')
        return schedule->folder;
    mkdir(asked, 0777);
    return realpath(asked, whole) != NULL ? arena_printf(schedule->arena, "%s", whole) : NULL;
}

static const char *find_cache(Schedule *schedule)
{
    const char *asked = schedule->settings->cache;
    if (asked == NULL)
        asked = getenv("WAVECC_CACHE");
    return asked != NULL && *asked != '\0' ? asked
                                           : arena_printf(schedule->arena, "%s/cache", schedule->folder);
}

static bool make_folder(Schedule *schedule)
{
    const char *temporary = getenv("TMPDIR");
    char *folder = arena_printf(schedule->arena, "%s/wavetest-XXXXXX",
                                temporary != NULL && *temporary ? temporary : "/tmp");
    schedule->folder = mkdtemp(folder);
    schedule->child_settings = *schedule->settings;
    if (schedule->folder == NULL) {
        fprintf(stderr, "wavetest: error: %s: %s\n", folder, strerror(errno));
        return false;
    }
    const char *cache = find_cache(schedule);
    mkdir(cache, 0777);
    schedule->child_settings.cache = realpath(cache, NULL);
    schedule->child_settings.headers = find_headers(schedule);
    if (schedule->child_settings.cache == NULL)
        fprintf(stderr, "wavetest: error: %s: %s\n", cache, strerror(errno));
    return schedule->child_settings.cache != NULL;
}

/* ---- starting ---- */

/* Compiles the kernels of the slot's job and its share, in a process of its own: whatever goes wrong there goes wrong
 * again where the job to blame runs. */
static void prepare(const Schedule *schedule, const Slot *slot)
{
    pid_t pid = fork();
    if (pid == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm((unsigned)schedule->settings->compile_seconds / 2 + 1);
        dup2(nowhere, STDERR_FILENO);
        dup2(nowhere, STDOUT_FILENO);
        child_prepare(&schedule->child_settings, schedule->jobs->items + slot->number,
                      slot->share.end - slot->number, getenv("TMPDIR"));
        _exit(0);
    }
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

static void be_child(Schedule *schedule, const Slot *slot, int pipe)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    release_signals();
    char *folder = realpath(slot->scratch, NULL);
    if (folder != NULL) /* what is killed there leaves nothing elsewhere */
        setenv("TMPDIR", folder, true);
    dup2(fileno(slot->errors), STDERR_FILENO);
    dup2(fileno(slot->errors), STDOUT_FILENO);
    if (folder != NULL && slot->prepares)
        prepare(schedule, slot);
    free(folder);
    program_watch_crashes("wavetest");
    child_run(&schedule->child_settings, slot->job, slot->next, pipe, slot->scratch);
    fflush(NULL);
    _exit(0);
}

/* Its records are read from a file when it is over. */
static bool run_here(Schedule *schedule, Slot *slot)
{
    FILE *records = tmpfile();
    slot->pid = 0;
    schedule->settings->sharing->test = slot->job->shown;
    slot->pipe = records != NULL ? dup(fileno(records)) : -1;
    bool has_run = slot->errors != NULL && slot->pipe >= 0 &&
                   job_run_here(&schedule->child_settings, slot->job, slot->next, slot->pipe,
                                fileno(slot->errors), slot->scratch);
    slot->deadline = now() + schedule->settings->compile_seconds;
    if (records != NULL)
        fclose(records);
    return has_run;
}

static bool start_child(Schedule *schedule, Slot *slot)
{
    int ends[2];
    slot->errors = tmpfile();
    slot->begun = -1;
    slot->timed_out = false;
    slot->received.length = 0;
    slot->deadline = now() + schedule->settings->compile_seconds;
    if (schedule->settings->sharing != NULL)
        return run_here(schedule, slot);
    if (slot->errors == NULL || pipe(ends) != 0)
        return false;
    fflush(NULL);
    slot->pid = fork();
    if (slot->pid == 0) {
        close(ends[0]);
        be_child(schedule, slot, ends[1]);
    }
    close(ends[1]);
    slot->pipe = ends[0];
    slot->prepares = false;
    if (slot->pid > 0)
        setpgid(slot->pid, slot->pid);
    return slot->pid > 0;
}

static void end_job(Schedule *schedule, Slot *slot);

static void set_rest(Slot *slot, Outcome outcome, const char *message)
{
    for (; slot->next < slot->job->variant_count; slot->next++) {
        slot->job->variants[slot->next].outcome = outcome;
        slot->job->variants[slot->next].message = message;
    }
}

static void start_job(Schedule *schedule, Slot *slot, int number)
{
    char *scratch = arena_printf(schedule->arena, "%s/job-XXXXXX", schedule->folder);
    Job *job = schedule->jobs->items[number];
    slot->job = job;
    slot->number = number;
    slot->next = 0;
    slot->started = now();
    slot->scratch = mkdtemp(scratch);
    progress_started(schedule->progress, job);
    if (slot->scratch == NULL || !start_child(schedule, slot)) {
        set_rest(slot, OUTCOME_CRASHED, "the machine has no room for another process");
        end_job(schedule, slot);
    }
}

/* ---- ending ---- */

/* The first of the peers says what runs, and tells people. */
static bool is_led(const Schedule *schedule)
{
    return schedule->peers != NULL && schedule->peers->rank > 0;
}

static void apply_expectation(Job *job)
{
    for (int i = 0; i < job->variant_count && job->verdict == VERDICT_EXPECT_FAILURE; i++) {
        Variant *variant = &job->variants[i];
        if (variant->outcome == OUTCOME_PASSED) {
            variant->outcome = OUTCOME_UNEXPECTED_PASS;
            variant->message = "passed, though marked XFAIL";
        } else {
            variant->outcome = OUTCOME_EXPECTED_FAILURE;
        }
    }
}

static void end_job(Schedule *schedule, Slot *slot)
{
    slot->job->seconds = now() - slot->started;
    apply_expectation(slot->job);
    progress_finished(schedule->progress, slot->job);
    if (is_led(schedule))
        peers_tell(schedule->peers, slot->number, slot->job);
    if (slot->scratch != NULL)
        remove_folder(slot->scratch);
    text_free(&slot->received);
    *slot = (Slot){.share = slot->share};
}

/* The end of what the child wrote to standard error, or "". */
static const char *last_words(Arena *arena, FILE *errors)
{
    char block[1500];
    fseek(errors, 0, SEEK_END);
    long size = ftell(errors);
    long from = size > (long)sizeof block - 1 ? size - (long)sizeof block + 1 : 0;
    fseek(errors, from, SEEK_SET);
    size_t length = fread(block, 1, sizeof block - 1, errors);
    while (length > 0 && block[length - 1] == '\n')
        length--;
    return arena_copy_text(arena, block, length);
}

/* What befell a child that ended before all its variants had. */
static void blame(Schedule *schedule, Slot *slot, int status)
{
    Arena *arena = schedule->arena;
    Outcome outcome = slot->timed_out ? OUTCOME_TIMED_OUT : OUTCOME_CRASHED;
    const char *when = slot->begun >= 0 ? "running" : "compiling";
    const char *said = last_words(arena, slot->errors), *what;
    if (slot->timed_out)
        what = arena_printf(arena, "%s took longer than %d seconds%s%s", when,
                            slot->begun >= 0 ? schedule->settings->run_seconds
                                             : schedule->settings->compile_seconds,
                            *said ? ": " : "", said);
    else if (WIFSIGNALED(status))
        what = arena_printf(arena, "%s ended by SIG%s%s%s", when, sigabbrev_np(WTERMSIG(status)),
                            *said ? ": " : "", said);
    else
        what = arena_printf(arena, "%s ended with status %d%s%s", when, WEXITSTATUS(status),
                            *said ? ": " : "", said);
    if (slot->begun < 0) {
        set_rest(slot, outcome, what);
        return;
    }
    slot->job->variants[slot->begun].outcome = outcome;
    slot->job->variants[slot->begun].message = what;
    slot->next = slot->begun + 1;
}

static void finish_child(Schedule *schedule, Slot *slot)
{
    int status = 0;
    while (slot->pid > 0 && waitpid(slot->pid, &status, 0) < 0 && errno == EINTR)
        ;
    close(slot->pipe);
    if (slot->next < slot->job->variant_count)
        blame(schedule, slot, status);
    fclose(slot->errors);
    if (slot->next >= slot->job->variant_count)
        end_job(schedule, slot);
    else if (!start_child(schedule, slot)) {
        set_rest(slot, OUTCOME_CRASHED, "the machine has no room for another process");
        end_job(schedule, slot);
    }
}

/* ---- records ---- */

static void take_record(Schedule *schedule, Slot *slot, const Record *record, const char *message)
{
    if (record->kind == RECORD_THREADS) {
        slot->job->threads = record->outcome;
        return;
    }
    if (record->kind == RECORD_FILES) {
        slot->job->files = arena_copy_text(schedule->arena, message, record->length);
        return;
    }
    if (record->variant < 0 || record->variant >= slot->job->variant_count)
        return;
    if (record->kind == RECORD_BEGIN) {
        slot->begun = record->variant;
        slot->deadline = now() + schedule->settings->run_seconds;
        return;
    }
    Variant *variant = &slot->job->variants[record->variant];
    variant->outcome = record->outcome > OUTCOME_PENDING && record->outcome < OUTCOME_COUNT
                           ? (Outcome)record->outcome
                           : OUTCOME_CRASHED;
    variant->message =
        record->length > 0 ? arena_copy_text(schedule->arena, message, record->length) : NULL;
    slot->next = record->variant + 1;
    slot->begun = -1;
}

static void receive(Schedule *schedule, Slot *slot)
{
    char block[65536];
    Record record;
    ssize_t count = read(slot->pipe, block, sizeof block);
    if (count < 0 && errno == EINTR)
        return;
    if (count <= 0) {
        finish_child(schedule, slot);
        return;
    }
    text_add(&slot->received, block, (size_t)count);
    size_t at = 0;
    while (slot->received.length - at >= sizeof record) {
        memcpy(&record, slot->received.bytes + at, sizeof record);
        if (slot->received.length - at - sizeof record < record.length)
            break;
        take_record(schedule, slot, &record, slot->received.bytes + at + sizeof record);
        at += sizeof record + record.length;
    }
    memmove(slot->received.bytes, slot->received.bytes + at, slot->received.length - at);
    slot->received.length -= at;
}

/* ---- the loop ---- */

/* What runs a kernel has a moment to say where (program/crash.h). */
static void end_child(Slot *slot)
{
    bool says_where = slot->begun >= 0 && !slot->timed_out;
    slot->timed_out = true;
    slot->deadline = now() + LAST_WORDS_SECONDS;
    kill(says_where ? slot->pid : -slot->pid, says_where ? SIGABRT : SIGKILL);
}

static void end_late_children(Schedule *schedule)
{
    for (int i = 0; i < schedule->settings->parallel; i++) {
        Slot *slot = &schedule->slots[i];
        if (slot->job != NULL && now() > slot->deadline)
            end_child(slot);
    }
}

/* The number of the next job that is to run; -1: none is left. */
static int next_of(Schedule *schedule, Range *range)
{
    while (range->next < range->end) {
        const Job *job = schedule->jobs->items[range->next++];
        bool is_settled = job->variant_count == 0 || job->variants[0].outcome != OUTCOME_PENDING;
        if (!is_settled)
            return range->next - 1;
        progress_finished(schedule->progress, job);
    }
    return -1;
}

static int next_number(void *context)
{
    Schedule *schedule = context;
    return next_of(schedule, &schedule->rest);
}

enum { MOST_TOGETHER = 16 };

/* Less towards the end, so that all slots have something to do. */
static Range take_share(Schedule *schedule)
{
    Range *rest = &schedule->rest;
    int count = (rest->end - rest->next) / (2 * schedule->settings->parallel);
    count = count < 1 ? 1 : count > MOST_TOGETHER ? MOST_TOGETHER : count;
    Range share = {rest->next, rest->end - rest->next < count ? rest->end : rest->next + count};
    rest->next = share.end;
    return share;
}

static bool may_be_prepared(const Schedule *schedule, const Job *job)
{
    bool may_be_clang = job->compiler == NULL || strstr(job->compiler, "clang") != NULL;
    return (schedule->settings->backend & BACKEND_C) != 0 && may_be_clang;
}

static int take_number(Schedule *schedule, Slot *slot)
{
    if (is_led(schedule))
        return peers_take(schedule->peers);
    if (schedule->peers != NULL)
        return next_number(schedule);
    int number = next_of(schedule, &slot->share);
    while (number < 0 && schedule->rest.next < schedule->rest.end) {
        slot->share = take_share(schedule);
        number = next_of(schedule, &slot->share);
        slot->prepares = number >= 0 && slot->share.next < slot->share.end &&
                         may_be_prepared(schedule, schedule->jobs->items[number]);
    }
    return number;
}

static void fill_slots(Schedule *schedule)
{
    for (int i = 0; i < schedule->settings->parallel; i++) {
        bool is_free = schedule->slots[i].job == NULL;
        for (int number; is_free && (number = take_number(schedule, &schedule->slots[i])) >= 0;) {
            start_job(schedule, &schedule->slots[i], number);
            is_free = schedule->slots[i].job == NULL;
        }
    }
}

static void finish_elsewhere(void *context, Job *job)
{
    Schedule *schedule = context;
    progress_finished(schedule->progress, job);
}

/* What peers ask and tell; true: there will be more of that. */
static bool serve_peers(Schedule *schedule)
{
    if (schedule->peers == NULL || is_led(schedule))
        return false;
    peers_serve(schedule->peers, &(PeerWork){schedule->arena, schedule->jobs, next_number,
                                             finish_elsewhere, schedule});
    return peers_are_at_work(schedule->peers);
}

enum { WAIT_MS = 1000, WAIT_WITH_PEERS_MS = 20 };

/* Waits a while for a record; false: no child is left. */
static bool wait_for_children(Schedule *schedule)
{
    bool serves = serve_peers(schedule);
    int count = 0, parallel = schedule->settings->parallel;
    struct pollfd *ends = schedule->ends;
    for (int i = 0; i < parallel; i++) {
        bool is_used = schedule->slots[i].job != NULL;
        ends[i] = (struct pollfd){.fd = is_used ? schedule->slots[i].pipe : -1, .events = POLLIN};
        count += is_used;
    }
    if ((count > 0 || serves) &&
        poll(ends, (nfds_t)parallel, serves ? WAIT_WITH_PEERS_MS : WAIT_MS) > 0)
        for (int i = 0; i < parallel; i++)
            if (ends[i].fd >= 0 && ends[i].revents != 0)
                receive(schedule, &schedule->slots[i]);
    return count > 0 || serves;
}

/* With the C compilers that they have started. */
static void kill_children(Schedule *schedule)
{
    for (int i = 0; i < schedule->settings->parallel; i++) {
        const Slot *slot = &schedule->slots[i];
        if (slot->job != NULL && slot->pid > 0 && kill(-slot->pid, SIGKILL) == 0)
            waitpid(slot->pid, NULL, 0);
    }
}

void jobs_run(Arena *arena, const Settings *settings, const JobList *jobs, Progress *progress)
{
    Schedule schedule = {.arena = arena, .settings = settings, .jobs = jobs, .progress = progress,
                         .peers = settings->peers, .rest = {0, jobs->count}};
    schedule.slots = ARENA_ARRAY(arena, Slot, settings->parallel);
    schedule.ends = ARENA_ARRAY(arena, struct pollfd, settings->parallel);
    if (settings->sharing == NULL) /* else nobody would look before a dispatch has ended */
        heed_signals();
    if (make_folder(&schedule))
        do {
            end_late_children(&schedule);
            fill_slots(&schedule);
        } while (wait_for_children(&schedule) && ended_by == 0);
    if (ended_by != 0)
        kill_children(&schedule);
    free((char *)schedule.child_settings.cache);
    if (schedule.folder != NULL)
        remove_folder(schedule.folder);
    release_signals();
    if (ended_by != 0)
        raise(ended_by);
}
