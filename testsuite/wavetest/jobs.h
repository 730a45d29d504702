/* jobs: from test files to results. A child process builds and runs one job and sends a record per
 * variant; the parent schedules the jobs, keeps their results and reports them. */
#ifndef WAVETEST_JOBS_H
#define WAVETEST_JOBS_H

#include "pipeline.h"
#include "wavetest.h"
#include "wcc_rt.h"

/* ---- the command line (command_line.c) ---- */

typedef enum Backend { BACKEND_C = 1, BACKEND_EVALUATOR = 2, BACKEND_BOTH = BACKEND_C | BACKEND_EVALUATOR } Backend;

typedef struct Settings {
    bool wave_sizes[WAVE_SIZE_COUNT];
    int workers[MAX_WORKER_COUNTS], worker_count;
    int parallel;             /* -j */
    WordList paths, compilers, targets, filters, features, options;
    Backend backend;
    const char *from;         /* --from: a list of tests, relative to the path */
    const char *junit, *json; /* files; NULL: none */
    const char *cache, *state;
    const char *headers; /* a folder for precompiled headers; NULL: none are made */
    const char *optimisation; /* wavecc's -O for the C compiler; the passes run as without it */
    bool tap, github, watch, list, rerun_failed, honour_markers, verbose;
    int run_seconds, compile_seconds;
} Settings;

enum { EXIT_PASSED = 0, EXIT_FAILED = 1, EXIT_BAD_USAGE = 2 };

/* EXIT_PASSED to go on, -1 when all is done (--help), EXIT_BAD_USAGE after a message on standard error. */
int settings_parse(Settings *settings, Arena *arena, int count, char **arguments);

/* ---- jobs and results ---- */

typedef enum Outcome { /* order of OUTCOMES in report.c */
    OUTCOME_PENDING, OUTCOME_PASSED, OUTCOME_WRONG, OUTCOME_REJECTED, OUTCOME_C_FAILED, OUTCOME_CRASHED, OUTCOME_TIMED_OUT, OUTCOME_BAD_TEST,
    OUTCOME_SKIPPED, OUTCOME_EXPECTED_FAILURE, OUTCOME_UNEXPECTED_PASS, OUTCOME_COUNT
} Outcome;

typedef struct OutcomeRow {
    const char *name;
    bool is_good;
} OutcomeRow;
extern const OutcomeRow OUTCOMES[OUTCOME_COUNT];

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

/* The tests below the paths, one job per test and configuration, filtered, in order of their names
 * (collect.c). False after a message on standard error. */
bool jobs_collect(Arena *arena, const Settings *settings, JobList *jobs);

/* The unit tests in the HLSL file of the reader (unit_files.c). False: it cannot be read, or it mentions [Test] and
 * cannot be parsed; the fault is the compiler's messages then. */
bool unit_tests_find(Reader *reader, const Settings *settings, TestFileList *tests);

/* Runs all, at most settings->parallel at a time (schedule.c). */
typedef struct Progress Progress;
void jobs_run(Arena *arena, const Settings *settings, const JobList *jobs, Progress *progress);

/* ---- inside the child (build.c, bind.c, child.c) ---- */

typedef struct Build {
    const char *object;   /* the CompileStep's */
    const char *library;  /* path of the shared object; NULL: it could not be made */
    const char *messages; /* of the compiler, where it could not */
    Outcome outcome;      /* OUTCOME_PASSED, OUTCOME_REJECTED, OUTCOME_BAD_TEST (its options) or OUTCOME_C_FAILED */
    const PipelineModule *compiled; /* its kernels only where the outcome is that or OUTCOME_C_FAILED */
} Build;

/* Compiles one step for the wave sizes given (indices into WAVE_SIZES) into the cache, in the present
 * folder, which holds the parts. Standard error is read back for the messages. */
Build build_kernels(Arena *arena, const Settings *settings, const Job *job, const CompileStep *step, const bool wave_sizes[WAVE_SIZE_COUNT]);

typedef struct Kernels { /* something that can run entry points */
    const WccModule *module;
    const PipelineModule *compiled;
    bool are_evaluated; /* not as compiled C */
} Kernels;

/* Runs an entry point with what is bound. OUTCOME_PASSED, or OUTCOME_WRONG where the kernel met a fault that
 * --check finds, or OUTCOME_BAD_TEST; `why` says what it is. */
Outcome kernels_run(const Kernels *kernels, WccRuntime *runtime, const WccRun *run, Text *why);
/* FNV-1a. */
void hash_add(uint64_t *hash, const void *bytes, size_t length);

/* ---- precompiled headers (headers.c) ---- */

/* Whether a run of so many jobs is faster with them. */
bool headers_pay(int job_count);
/* Compiles the headers with which `text` begins, as `options` say, unless that was done in this run. True: `rest` is
 * the text behind them, and `options` include them. False: `text` is to be compiled whole. */
struct Options;
bool headers_precompile(Arena *arena, const Settings *settings, const Job *job, struct Options *options, const Text *text, Text *rest);

/* Runs one dispatch so; the buffers of the description hold the results. */
Outcome dispatch_run(const Kernels *kernels, Description *description, int wave_size, int workers, Text *why);
/* Runs a unit test (unit_run.c). */
Outcome unit_run(const Kernels *kernels, const char *name, int wave_size, int workers, Text *why);

/* The evaluator's part of that (evaluate.c): a module to bind resources by, and a run as evaluation. */
const WccModule *evaluator_module(Arena *arena, const PipelineModule *compiled);
bool evaluator_run(const PipelineModule *compiled, const WccModule *module, WccRuntime *runtime, const WccRun *run, Text *why);
const PipelineKernel *find_kernel(const PipelineModule *compiled, const char *entry, int wave_size); /* NULL: none */

/* compare.c: the contents of a description's buffers, to hold others against. */
typedef struct Snapshot {
    VEC(const uint8_t *) blocks;
    VEC(uint32_t) counters;
} Snapshot;
Snapshot *snapshot_take(Arena *arena, const Description *description);
bool snapshot_agrees(const Snapshot *compiled, const Description *evaluated, bool exact, Text *why);
/* Whether its floats come out with the same bits wherever it runs. */
bool kernel_is_exact(const IrKernel *kernel, const Settings *settings);

/* What a child says: a header and `length` bytes of message. */
typedef enum RecordKind { RECORD_BEGIN = 1, RECORD_END, RECORD_FILES /* Job.files */, RECORD_THREADS /* `outcome` is Job.threads */ } RecordKind;
typedef struct Record {
    int32_t kind, variant, outcome;
    uint32_t length;
} Record;
/* Runs the job's variants from `first` on and writes records to `pipe`. `scratch` is a folder of its own. */
void child_run(const Settings *settings, const Job *job, int first, int pipe, const char *scratch);

/* ---- --watch (watch.c) ---- */

/* Runs the jobs and reports them; gives the exit status. */
typedef int RunJobs(Arena *arena, const Settings *settings, const JobList *jobs);
/* Comes back only where it cannot go on: EXIT_BAD_USAGE after a message. */
int watch_tests(const Settings *settings, RunJobs *run);

/* ---- reports (report.c, report_files.c) ---- */

Progress *progress_new(Arena *arena, const Settings *settings, const JobList *jobs);
void progress_started(Progress *progress, const Job *job);
void progress_finished(Progress *progress, const Job *job);

typedef struct Totals {
    int passed, failed, skipped; /* variants */
    int tests, failed_tests;     /* jobs */
} Totals;
Totals report_totals(const JobList *jobs);
bool job_failed(const Job *job);
/* Calls `take` for each way in which runs of the job fail: the names of those that fail alike, and the first of them. */
typedef void TakeFailure(void *context, const Job *job, const char *variants, const Variant *variant);
void job_each_failure(const Job *job, TakeFailure *take, void *context);
void report_list(const JobList *jobs, FILE *out);
/* Failures, grouped by message; then the tables. */
void report_summary(const Settings *settings, const JobList *jobs, double seconds, FILE *out);
void report_tap(const JobList *jobs, FILE *out);
void report_junit(const JobList *jobs, FILE *out);
void report_json(const JobList *jobs, FILE *out);
void report_github(const JobList *jobs, FILE *out); /* report_github.c */
/* "W=32 workers=4" */
void variant_name(Text *out, const Variant *variant);

#endif
