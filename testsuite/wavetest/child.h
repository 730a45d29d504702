/* child: what the child process of a job does: build the kernels, run them compiled and
 * evaluated, compare, and send a record for each variant. */
#ifndef WAVETEST_CHILD_H
#define WAVETEST_CHILD_H

#include "description.h"
#include "faults.h"
#include "groups.h"
#include "jobs.h"
#include "pipeline.h"
#include "wcc_rt.h"

struct Options;

typedef struct Build {
    const char *object;   /* the CompileStep's */
    const char *library;  /* path of the shared object; NULL: it could not be made */
    const char *messages; /* of the compiler, where it could not */
    Outcome outcome;      /* OUTCOME_PASSED, _REJECTED, _BAD_TEST (its options) or _C_FAILED */
    const PipelineModule *compiled; /* its kernels; only where it passed or C failed */
    unsigned checks;                /* --check=, 1u << RunCheck each */
} Build;

typedef struct Kernels { /* something that can run entry points */
    const WccModule *module;
    const PipelineModule *compiled;
    bool are_evaluated; /* not as compiled C */
    unsigned checks;    /* Build's */
    FaultList *faults;  /* where those go that --check finds */
    Arena *arena;       /* of the faults */
    Sharing *sharing;   /* who shares groups out; NULL: nobody */
    const char *library; /* the module's path */
    bool inverts;        /* what it may write begins with all bits the other way round */
} Kernels;

/* The contents of a description's buffers, to hold others against. */
typedef struct Snapshot {
    VEC(const uint8_t *) blocks;
    VEC(uint32_t) counters;
    const char *printed;
} Snapshot;

/* What a child says: a header and `length` bytes of message. */
typedef enum RecordKind {
    RECORD_BEGIN = 1,
    RECORD_END,
    RECORD_FILES,  /* Job.files */
    RECORD_THREADS /* `outcome` is Job.threads */
} RecordKind;

typedef struct Record {
    int32_t kind, variant, outcome;
    uint32_t length;
} Record;

/* build.c */

/* Compiles one step for the wave sizes given (indices into WAVE_SIZES) into the cache, in the
 * present folder, which holds the parts. Standard error is read back for the messages. */
Build build_kernels(Arena *arena, const Settings *settings, const Job *job,
                    const CompileStep *step, const bool wave_sizes[WAVE_SIZE_COUNT]);

/* For Settings.collected: nothing so far. */
struct Collected *build_collect(Arena *arena);
/* Kernels that are not in the cache. */
bool build_has_collected(const Settings *settings);
/* Compiles into the cache what was collected, as far as it can be compiled together. `folder` is empty, and the
 * caller's to remove. */
void build_collected(Arena *arena, const Settings *settings, const char *folder);

/* some_optimised.c */

/* Appends the C with marks for the C compiler, by which it optimises every fourth wave size; false: there
 * is none. */
bool optimise_some(uint64_t hash, const Text *text, Text *some);

/* evaluate.c */

/* A module to bind resources by; evaluator_run evaluates an entry point with what is bound: as it was
 * lowered, or, for --check, as it would be emitted, so that waves meet in the same order; the faults
 * are added. */
const WccModule *evaluator_module(Arena *arena, const PipelineModule *compiled);
bool evaluator_run(const Kernels *kernels, WccRuntime *runtime, const WccRun *run, Text *printed,
                   Text *why);
/* NULL: none. */
const PipelineKernel *find_kernel(const PipelineModule *compiled, const char *entry,
                                  int wave_size);

/* evaluate_checks.c: what --check reports of an evaluated kernel */

typedef struct Checker Checker;

/* `rows`: what is bound, by row. NULL without memory. */
Checker *checker_new(Arena *arena, const Kernels *kernels, const IrKernel *kernel,
                     const WccResource *rows, const uint32_t groups[3]);
/* When the run has ended: `tell` gets a message for each fault. */
void checker_end(Checker *checker, WccMessage *tell, void *context);
/* What the evaluator calls. */
void checker_begin_group(void *checker, const uint32_t group[3]);
void checker_judge(void *checker, const IrEvalCheck *check);

/* bind.c */

/* Adds a fault, as its message tells it; the context are Kernels. */
void kernels_add_fault(void *kernels, const char *message);
/* Runs an entry point with what is bound, and adds what it prints and the faults that --check
 * finds. OUTCOME_PASSED or OUTCOME_BAD_TEST; `why` says what it is. */
Outcome kernels_run(const Kernels *kernels, WccRuntime *runtime, const WccRun *run, Text *printed,
                    Text *why);
/* Runs one dispatch so; the buffers of the description hold the results. */
Outcome dispatch_run(const Kernels *kernels, Description *description, int wave_size, int workers,
                     Text *why);

/* unit_run.c */

/* Runs a unit test. */
Outcome unit_run(const Kernels *kernels, const char *name, int wave_size, int workers, Text *why);

/* compare.c */

Snapshot *snapshot_take(Arena *arena, const Description *description);
/* Whether another run has left the same; who left what, for `why`. */
typedef struct Compared {
    const char *first, *other;
    bool exact; /* to the bit; else as functions of limited accuracy may differ */
} Compared;
bool snapshot_agrees(const Snapshot *first, const Description *other, const Compared *compared, Text *why);
/* Whether its floats come out with the same bits wherever it runs. */
bool kernel_is_exact(const IrKernel *kernel, const Settings *settings);

/* child.c */

/* Runs the job's variants from `first` on and writes records to `pipe`. `scratch` is a folder
 * of its own. */
void child_run(const Settings *settings, const Job *job, int first, int pipe, const char *scratch);

/* Compiles the kernels of `count` jobs that are not in the cache, as far as they can be compiled together. `scratch`
 * is theirs. */
void child_prepare(const Settings *settings, Job *const *jobs, int count, const char *scratch);

/* here.c */

/* The same in this process: `records` and `errors` are files. False: it is not what it was before. */
bool job_run_here(const Settings *settings, const Job *job, int first, int records, int errors, const char *scratch);

#endif
