/* wavetest: tests in, a report and an exit status out. */
#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "groups.h"
#include "jobs.h"
#include "peers.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Writes one report to a file, or to standard output; NULL: it was not asked for. */
static bool write_report(const char *path, const JobList *jobs,
                         void (*report)(const JobList *jobs, FILE *out))
{
    bool is_standard = path != NULL && strcmp(path, "-") == 0;
    FILE *file = path == NULL ? NULL : is_standard ? stdout : fopen(path, "w");
    if (path == NULL)
        return true;
    if (file != NULL)
        report(jobs, file);
    if (file != NULL && (is_standard ? fflush(file) : fclose(file)) == 0)
        return true;
    fprintf(stderr, "wavetest: error: %s: %s\n", path, strerror(errno));
    return false;
}

static bool is_unit(const Job *job) { return job->test != NULL && job->test->unit != NULL; }

/* For --rerun-failed. A folder that cannot be written to costs only that. */
static void keep_state(const Settings *settings, const JobList *jobs)
{
    FILE *file = fopen(settings->state, "w");
    for (int i = 0; file != NULL && i < jobs->count; i++)
        if (job_failed(jobs->items[i]))
            fprintf(file, "%s%s%s\n", jobs->items[i]->path, is_unit(jobs->items[i]) ? "\t" : "",
                    is_unit(jobs->items[i]) ? jobs->items[i]->test->unit : "");
    if (file != NULL)
        fclose(file);
}

static int run_jobs(Arena *arena, const Settings *settings, const JobList *jobs)
{
    double started = now();
    FILE *summary = settings->prints_report ? stderr : stdout;
    jobs_run(arena, settings, jobs, progress_new(arena, settings, jobs));
    if (settings->peers != NULL && settings->peers->rank > 0)
        return EXIT_PASSED;
    report_summary(settings, jobs, now() - started, summary);
    if (settings->tap)
        report_tap(jobs, stdout);
    if (settings->github)
        report_github(jobs, summary);
    if (settings->sharing != NULL)
        groups_report(settings->sharing, summary);
    fflush(stdout);
    if (!settings->watch) /* a round is not all of the tests */
        keep_state(settings, jobs);
    if (!write_report(settings->junit, jobs, report_junit) ||
        !write_report(settings->json, jobs, report_json))
        return EXIT_BAD_USAGE;
    return report_totals(jobs).failed > 0 ? EXIT_FAILED : EXIT_PASSED;
}

static int run(Arena *arena, const Settings *settings)
{
    JobList jobs = {0};
    if (settings->watch && !settings->list && settings->peers != NULL) {
        fprintf(stderr, "wavetest: error: --watch: mpirun has started several\n");
        return EXIT_BAD_USAGE;
    }
    if (settings->watch && !settings->list)
        return watch_tests(settings, run_jobs);
    if (!jobs_collect(arena, settings, &jobs))
        return EXIT_BAD_USAGE;
    if (settings->list)
        report_list(&jobs, stdout);
    return settings->list ? EXIT_PASSED : run_jobs(arena, settings, &jobs);
}

/* What all peers would say alike is said by the first one. Gives where the stream went. */
static int be_quiet(int stream)
{
    int nowhere = open("/dev/null", O_WRONLY), before = dup(stream);
    dup2(nowhere, stream);
    close(nowhere);
    return before;
}

/* Files that are opened must not become a stream that the caller closed: tests' output would go there. What takes its place
 * can be neither read nor written. */
static void fill_closed_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* What was printed has arrived: a full disk shows here at the latest. */
static int judge_output(int status)
{
    bool failed = ferror(stdout);
    if (fflush(stdout) == 0 && !failed)
        return status;
    fprintf(stderr, "wavetest: error: cannot write to standard output\n");
    return status == EXIT_FAILED ? status : EXIT_BAD_USAGE;
}

int main(int count, char **arguments)
{
    fill_closed_streams();
    Settings settings;
    Arena *arena = arena_new("wavetest");
    Peers *peers = peers_join(&count, &arguments);
    int errors = STDERR_FILENO;
    if (peers != NULL && peers->rank > 0) {
        be_quiet(STDOUT_FILENO);
        errors = be_quiet(STDERR_FILENO);
    }
    int status = settings_parse(&settings, arena, peers != NULL ? peers->beside : 1, count, arguments);
    settings.peers = peers;
    bool shares_groups = settings.shares_groups && !settings.list;
    if (shares_groups) /* from here on each has something of its own to say */
        dup2(errors, STDERR_FILENO);
    if (status == EXIT_PASSED)
        status = shares_groups ? groups_share(arena, &settings, run) : run(arena, &settings);
    status = judge_output(status);
    arena_drop(arena);
    return peers_leave(peers, status < 0 ? EXIT_PASSED : status);
}
