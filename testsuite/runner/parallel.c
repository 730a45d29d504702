/* The tests of one place (registry.h) are a job. A worker is a child process that runs the tests
 * of a job: it is told a test's number, runs it with both output streams in a file of the
 * worker's, and answers how many failed. A worker that dies or takes too long fails the test it
 * was running; another one goes on behind it. */
#define _GNU_SOURCE
#include "parallel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "times.h"

typedef struct Job {
    size_t next, end; /* of the list's tests */
    double seconds;   /* that they may take */
} Job;

/* What a worker says of the test it was told. */
typedef struct Answer {
    int failures;
    double cpu_seconds; /* its own, and those of the programs that it waited for */
} Answer;

typedef struct Worker {
    pid_t child; /* 0: none */
    int socket;
    int log;     /* memory that holds what the running test says */
    Job job;     /* its first test is running */
    double started;
} Worker;

typedef struct Run {
    TestList tests;
    const RunOptions *options;
    Job *jobs;
    size_t job_count, next_job;
    Worker *workers;
    const char **failed; /* their names */
    double *cpu_seconds; /* of each test */
    size_t passed_count, failed_count, skipped_count;
} Run;

static const size_t NO_MORE = SIZE_MAX; /* told to a worker in place of a test's number */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (!memory)
        abort();
    return memory;
}

/* ---- in the child ---- */

static double cpu_seconds(int whose)
{
    struct rusage usage;
    getrusage(whose, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static Answer run_here(const TestCase *test)
{
    double before = cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN);
    int failures = _cmocka_run_group_tests("wavecc", &test->unit, 1, NULL, NULL);
    return (Answer){failures, cpu_seconds(RUSAGE_SELF) + cpu_seconds(RUSAGE_CHILDREN) - before};
}

/* nohup and shells' background jobs ignore some; a test, and what it starts, must end by them. */
static void heed_signals(void)
{
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
            signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void take_over(const Worker *worker)
{
    int nothing = open("/dev/null", O_RDONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    heed_signals();
    if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(worker->log, 1) < 0 ||
        dup2(worker->log, 2) < 0)
        _exit(127);
    close(nothing);
}

static void serve(const Run *run, const Worker *worker, int socket)
{
    take_over(worker);
    for (size_t number;
         read(socket, &number, sizeof number) == sizeof number && number != NO_MORE;) {
        Answer answer = run_here(&run->tests.cases[number]);
        fflush(NULL);
        if (write(socket, &answer, sizeof answer) != sizeof answer)
            _exit(127);
    }
    exit(0);
}

/* ---- workers ---- */

static void tell(Worker *worker, size_t number)
{
    worker->started = now();
    (void)!write(worker->socket, &number,
                 sizeof number); /* a dead worker is seen when its answer is read */
}

static void start_worker(Run *run, Worker *worker)
{
    int ends[2];
    fflush(NULL);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) || (worker->child = fork()) < 0)
        abort();
    if (worker->child == 0) {
        close(ends[0]);
        serve(run, worker, ends[1]);
    }
    close(ends[1]);
    worker->socket = ends[0];
}

/* Waits for the worker's end and gives how it came, or NULL if it was a good one. */
static const char *end_worker(Worker *worker)
{
    static char how[64];
    int status = 0;
    while (waitpid(worker->child, &status, 0) < 0 && errno == EINTR)
        continue;
    close(worker->socket);
    worker->child = 0;
    if (WIFSIGNALED(status))
        snprintf(how, sizeof how, "ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(how, sizeof how, "exit status %d", WEXITSTATUS(status));
    return status ? how : NULL;
}

/* ---- telling ---- */

/* What the test said, and emptied; malloc'd. */
static char *take_log(const Worker *worker)
{
    struct stat status;
    size_t size = fstat(worker->log, &status) == 0 ? (size_t)status.st_size : 0;
    char *text = allocate(size + 1, 1);
    if (pread(worker->log, text, size, 0) < 0 || ftruncate(worker->log, 0))
        abort();
    return text;
}

/* cmocka's lines about a group, which here is one test. */
static bool is_about_group(const char *line)
{
    static const char *const STARTS[] = {"[==========]",      "[ RUN      ]",     "[       OK ]",
                                         "[  PASSED  ]",      "[  FAILED  ]",     "[  SKIPPED ]",
                                         " 1 FAILED TEST(S)", " 0 FAILED TEST(S)"};
    for (size_t i = 0; i < sizeof STARTS / sizeof *STARTS; i++)
        if (!strncmp(line, STARTS[i], strlen(STARTS[i])))
            return true;
    return !*line;
}

static void print_log(char *log)
{
    for (char *line, *rest = log; (line = strsep(&rest, "\n"));)
        if (!is_about_group(line))
            puts(line);
}

static void print_result(const char *mark, const char *name, double seconds, double cpu_seconds)
{
    printf("[%s] %s", mark, name);
    printf(seconds >= 1 ? " (%.1f s, CPU %.1f s)\n" : "\n", seconds, cpu_seconds);
}

/* The test of that number is over. `why`: NULL, or how it ended its worker. */
static void note_result(Run *run, const Worker *worker, size_t number, Answer answer,
                        const char *why)
{
    const char *name = run->tests.cases[number].unit.name;
    char *log = take_log(worker);
    double seconds = now() - worker->started;
    run->cpu_seconds[number] = answer.cpu_seconds;
    if (answer.failures || why) {
        print_log(log);
        if (why)
            printf("%s\n", why);
        print_result("  FAILED  ", name, seconds, answer.cpu_seconds);
        run->failed[run->failed_count++] = name;
    } else if (strstr(log, "[  SKIPPED ]")) {
        print_result("  SKIPPED ", name, seconds, answer.cpu_seconds);
        run->skipped_count++;
    } else {
        print_result("       OK ", name, seconds, answer.cpu_seconds);
        run->passed_count++;
    }
    free(log);
}

static size_t print_summary(const Run *run, double seconds)
{
    for (size_t i = 0; i < run->failed_count; i++)
        printf("[  FAILED  ] %s\n", run->failed[i]);
    if (run->skipped_count)
        printf("%zu skipped\n", run->skipped_count);
    printf("%.0f seconds\n%zu passed, %zu failed\n", seconds, run->passed_count,
           run->failed_count);
    return run->failed_count;
}

/* ---- jobs ---- */

static bool same_place(const TestCase *left, const TestCase *right)
{
    size_t length = test_place_length(left);
    return length == test_place_length(right) &&
           !strncmp(left->unit.name, right->unit.name, length);
}

static const struct { const char *place; double seconds; } LONG_PLACES[] = {
#define LONG(place, seconds) {place, seconds},
#include "long.def"
#undef LONG
};

/* As long.def says; else as slow tests usually take. */
static double seconds_of(const TestCase *cases, const Job *job)
{
    static const double OF_SLOW = 0.5;
    size_t length = test_place_length(&cases[job->next]);
    double seconds = 0;
    for (size_t i = 0; i < sizeof LONG_PLACES / sizeof *LONG_PLACES; i++)
        if (strlen(LONG_PLACES[i].place) == length &&
            strncmp(LONG_PLACES[i].place, cases[job->next].unit.name, length) == 0)
            return LONG_PLACES[i].seconds;
    for (size_t i = job->next; i < job->end; i++)
        seconds += cases[i].speed == SLOW ? OF_SLOW : 0;
    return seconds;
}

/* The longest first, so that none is left alone at the end. */
static int by_length(const void *left, const void *right)
{
    const Job *one = left, *other = right;
    if (one->seconds != other->seconds)
        return one->seconds < other->seconds ? 1 : -1;
    return one->next < other->next ? -1 : 1;
}

static void make_jobs(Run *run)
{
    const TestCase *cases = run->tests.cases;
    run->jobs = allocate(run->tests.count, sizeof *run->jobs);
    for (size_t i = 0; i < run->tests.count; i++) {
        if (i == 0 || !same_place(&cases[i - 1], &cases[i]))
            run->jobs[run->job_count++] = (Job){.next = i};
        Job *job = &run->jobs[run->job_count - 1];
        job->end = i + 1;
    }
    for (size_t i = 0; i < run->job_count; i++)
        run->jobs[i].seconds = seconds_of(cases, &run->jobs[i]);
    qsort(run->jobs, run->job_count, sizeof *run->jobs, by_length);
}

/* Gives the worker its job's next test, or another job's first; without one it is told to end. */
static void give_work(Run *run, Worker *worker)
{
    if (worker->job.next == worker->job.end && worker->child) {
        tell(worker, NO_MORE);
        return;
    }
    if (worker->job.next == worker->job.end && run->next_job < run->job_count)
        worker->job = run->jobs[run->next_job++];
    if (worker->job.next == worker->job.end)
        return;
    if (!worker->child)
        start_worker(run, worker);
    tell(worker, worker->job.next);
}

/* The worker is dead, by itself where `why` is NULL: behind its last test that is as it should be.
 */
static void note_end(Run *run, Worker *worker, const char *why)
{
    if (worker->job.next < worker->job.end)
        note_result(run, worker, worker->job.next++, (Answer){1, 0}, why ? why : "ended early");
    else if (why)
        note_result(run, worker, worker->job.end - 1, (Answer){1, 0}, why);
}

/* The worker has answered, or is dead. */
static void hear(Run *run, Worker *worker)
{
    Answer answer;
    if (read(worker->socket, &answer, sizeof answer) == sizeof answer)
        note_result(run, worker, worker->job.next++, answer, NULL);
    else
        note_end(run, worker, end_worker(worker));
    give_work(run, worker);
}

static void kill_late(Run *run, Worker *worker)
{
    char why[64];
    snprintf(why, sizeof why, "killed after %d seconds", run->options->seconds);
    kill(-worker->child, SIGKILL);
    end_worker(worker);
    note_end(run, worker, why);
    give_work(run, worker);
}

/* Waits until a worker answers or is late; false when none is at work. */
static bool attend(Run *run)
{
    int count = run->options->workers;
    struct pollfd *polled = allocate((size_t)count, sizeof *polled);
    bool any = false;
    for (int i = 0; i < count; i++) {
        bool busy = run->workers[i].child != 0;
        polled[i] = (struct pollfd){busy ? run->workers[i].socket : -1, POLLIN, 0};
        any |= busy;
    }
    if (any && poll(polled, (nfds_t)count, 1000) < 0 && errno != EINTR)
        abort();
    for (int i = 0; any && i < count; i++) {
        Worker *worker = &run->workers[i];
        if (polled[i].fd >= 0 && polled[i].revents)
            hear(run, worker);
        else if (polled[i].fd >= 0 && now() - worker->started > run->options->seconds)
            kill_late(run, worker);
    }
    free(polled);
    return any;
}

static size_t run_in_children(Run *run)
{
    double started = now();
    size_t count = (size_t)run->options->workers;
    make_jobs(run);
    run->workers = allocate(count, sizeof *run->workers);
    run->failed = allocate(2 * run->tests.count, sizeof *run->failed);
    run->cpu_seconds = allocate(run->tests.count, sizeof *run->cpu_seconds);
    for (size_t i = 0; i < count; i++) {
        run->workers[i].log = memfd_create("log", MFD_CLOEXEC);
        if (run->workers[i].log < 0 || fcntl(run->workers[i].log, F_SETFL, O_APPEND))
            abort();
        give_work(run, &run->workers[i]);
    }
    while (attend(run))
        continue;
    if (run->options->times)
        times_print(run->tests, run->cpu_seconds);
    size_t failed = print_summary(run, now() - started);
    free(run->cpu_seconds);
    free(run->failed);
    free(run->workers);
    free(run->jobs);
    return failed;
}

static size_t run_all_here(TestList tests)
{
    struct CMUnitTest *units = allocate(tests.count, sizeof *units);
    for (size_t i = 0; i < tests.count; i++)
        units[i] = tests.cases[i].unit;
    int failed = _cmocka_run_group_tests("wavecc", units, tests.count, NULL, NULL);
    free(units);
    return (size_t)failed;
}

size_t parallel_run(TestList tests, const RunOptions *options)
{
    Run run = {.tests = tests, .options = options};
    return options->workers ? run_in_children(&run) : run_all_here(tests);
}
