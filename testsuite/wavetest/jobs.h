/* wavetest: runs conformance tests in the format of LLVM's offload-test-suite.
 *
 *     .test --split--> TestFile --describe--> Description --build--> module --run--> buffers
 *           --rules, FileCheck--> result
 *
 * A *test* is a file. A *variant* is one run of it: a wave size and a number of workers. A
 * *job* is a test under one configuration (C compiler, target); it runs all its variants in a
 * child process, so that a crash or a hang costs one variant and never the run.
 * docs/conformance.md describes the format.
 *
 * testfile.h and description.h read tests, child.h is what a child does, and this: the parent
 * schedules the jobs, keeps their results and reports them. */
#ifndef WAVETEST_JOBS_H
#define WAVETEST_JOBS_H

#include <stdio.h>

#include "testfile.h"

typedef enum Backend {
    BACKEND_C = 1,
    BACKEND_EVALUATOR = 2,
    BACKEND_BOTH = BACKEND_C | BACKEND_EVALUATOR
} Backend;

typedef struct Settings {
    bool wave_sizes[WAVE_SIZE_COUNT];
    int picked_wave_sizes; /* so many of them for each test; 0: all */
    int workers[MAX_WORKER_COUNTS], worker_count;
    int parallel;             /* -j */
    int every;                /* of all variants every so manieth runs; 0: all do */
    int shard, shards;        /* this one, counted from 1, of so many; 0: all is one */
    WordList paths, compilers, targets, filters, features, options;
    Backend backend;
    const char *from;         /* --from: a list of tests, relative to the path */
    const char *junit, *json; /* files; NULL: none */
    const char *cache, *state;
    const char *coverage; /* an lcov file, from the root; NULL: nothing is counted */
    const char *headers; /* a folder for precompiled headers; NULL: the run's own, if any are made */
    const char *optimisation; /* wavecc's -O for the C compiler; the passes run as without it */
    bool optimises_some;      /* some_optimised.c */
    bool prints_report; /* to standard output: TAP, or a file that is "-" */
    bool tap, github, watch, list, rerun_failed, honour_markers, verbose;
    int run_seconds, compile_seconds;
    bool shares_groups;      /* rather than tests */
    struct Peers *peers;     /* who shares the tests out; NULL: nobody */
    struct Sharing *sharing; /* who shares groups out; NULL: nobody */
    struct Collected *collected; /* kernels are not compiled but go there; NULL: they are */
} Settings;

enum { EXIT_PASSED = 0, EXIT_FAILED = 1, EXIT_BAD_USAGE = 2 };

typedef enum Outcome { /* order of OUTCOMES in report.c */
                       OUTCOME_PENDING,
                       OUTCOME_PASSED,
                       OUTCOME_WRONG,
                       OUTCOME_REJECTED,
                       OUTCOME_C_FAILED,
                       OUTCOME_CRASHED,
                       OUTCOME_TIMED_OUT,
                       OUTCOME_BAD_TEST,
                       OUTCOME_SKIPPED,
                       OUTCOME_EXPECTED_FAILURE,
                       OUTCOME_UNEXPECTED_PASS,
                       OUTCOME_COUNT
} Outcome;

typedef struct OutcomeRow {
    const char *name;
    bool is_good;
} OutcomeRow;
typedef struct Variant {
    int wave, workers; /* index into WAVE_SIZES; how many */
    Outcome outcome;
    const char *message; /* why it is not good; NULL: nothing to say */
} Variant;

typedef struct Job {
    const char *path;     /* to open */
    const char *shown;    /* the same; a unit test: "path:function" */
    const char *folder;   /* for the table */
    const char *compiler, *target; /* NULL: wavecc's default */
    TestFile *test;       /* NULL: unreadable; the variants say why */
    MarkerVerdict verdict;
    Variant variants[MAX_VARIANTS];
    int variant_count;
    double seconds;
    int threads;       /* of its largest group; 0: not known */
    const char *files; /* that the compiler read, a line each, absolute; NULL: it has not run */
} Job;

typedef VEC(Job *) JobList;

typedef struct Progress Progress;

typedef struct Totals {
    int passed, failed, skipped; /* variants */
    int tests, failed_tests;     /* jobs */
} Totals;
/* Runs the jobs and reports them; gives the exit status. */
typedef int RunJobs(Arena *arena, const Settings *settings, const JobList *jobs);
/* Takes one way in which runs of a job fail: the names of those that fail alike, and the first
 * of them. */
typedef void TakeFailure(void *context, const Job *job, const char *variants,
                         const Variant *variant);

/* command_line.c */

/* EXIT_PASSED to go on, -1 when all is done (--help), EXIT_BAD_USAGE after a message on
 * standard error. So many wavetests are beside each other on this machine. */
int settings_parse(Settings *settings, Arena *arena, int beside, int count, char **arguments);

/* unit_files.c */

/* The unit tests in the HLSL file of the reader. False: it cannot be read, or it mentions
 * [Test] and cannot be parsed; the fault is the compiler's messages then. */
bool unit_tests_find(Reader *reader, const Settings *settings, TestFileList *tests);

/* hash.c */

/* Its low bits are as good as any. */
uint64_t hash_of_name(const char *name);

/* collect.c */

/* The tests below the paths, one job per test and configuration, filtered, in order of their
 * names; those of the shard, which may be none. False after a message on standard error. */
bool jobs_collect(Arena *arena, const Settings *settings, JobList *jobs);

/* schedule.c */

/* Runs all, at most settings->parallel at a time. */
void jobs_run(Arena *arena, const Settings *settings, const JobList *jobs, Progress *progress);

/* watch.c */

/* Comes back only where it cannot go on: EXIT_BAD_USAGE after a message. */
int watch_tests(const Settings *settings, RunJobs *run);

/* report.c */

extern const OutcomeRow OUTCOMES[OUTCOME_COUNT];
Progress *progress_new(Arena *arena, const Settings *settings, const JobList *jobs);
void progress_started(Progress *progress, const Job *job);
void progress_finished(Progress *progress, const Job *job);
Totals report_totals(const JobList *jobs);
bool job_failed(const Job *job);
void job_each_failure(const Job *job, TakeFailure *take, void *context);
void report_list(const JobList *jobs, FILE *out);
/* Failures, grouped by message; then the tables. */
void report_summary(const Settings *settings, const JobList *jobs, double seconds, FILE *out);
/* "W=32 workers=4" */
void variant_name(Text *out, const Variant *variant);

/* report_files.c */

void report_tap(const JobList *jobs, FILE *out);
void report_junit(const JobList *jobs, FILE *out);
void report_json(const JobList *jobs, FILE *out);

/* report_github.c */

void report_github(const JobList *jobs, FILE *out);

#endif
