/* command_line: what the user typed, taken apart; names and values are looked at in plan.c.
 * Options before the first -e are for all entry points, those after one are for it. */
#ifndef WCC_COMMAND_LINE_H
#define WCC_COMMAND_LINE_H

#include "dispatch.h"
#include "module.h"

enum { MAX_WORKERS = 1024 };

typedef enum AssignKind {
    ASSIGN_IN,
    ASSIGN_OUT,
    ASSIGN_SET,
    ASSIGN_SIZE,
    ASSIGN_COUNTER,
    ASSIGN_MIPS,
    ASSIGN_FORMAT,
    ASSIGN_PRINT,
    ASSIGN_SWEEP /* an ASSIGN_SET in each run of it: sweep.c */
} AssignKind;

/* NAME=VALUE of one option. */
typedef struct Assign {
    AssignKind kind;
    AssignKind option; /* the one that was typed */
    int step; /* which -e it follows; -1: before the first, for all */
    char *name;
    const char *value; /* NULL: none, after --print */
} Assign;

typedef enum DispatchKind { DISPATCH_DEFAULT, DISPATCH_GROUPS, DISPATCH_THREADS } DispatchKind;

typedef enum TraceKind { TRACE_NOTHING, TRACE_THREAD, TRACE_WAVE } TraceKind;
typedef struct TraceOptions {
    TraceKind kind;
    uint32_t group[3], of[3]; /* the thread in its group, or the wave */
    bool is_index;            /* of[0] is SV_GroupIndex */
} TraceOptions;

/* How to run an entry point. */
typedef struct StepOptions {
    const char *entry; /* NULL: the only one */
    DispatchKind dispatch;
    uint32_t size[3]; /* groups or threads */
    Wanted wanted;
    Order order;
    Schedule schedule;
    uint32_t repeat;
    TraceOptions trace;
    PrintFilter prints;
} StepOptions;

typedef enum TimeFormat { TIME_OFF, TIME_TEXT, TIME_JSON } TimeFormat;
typedef enum Action { ACTION_RUN, ACTION_LIST, ACTION_HELP, ACTION_VERSION } Action;
typedef enum CompareKind { COMPARE_NOTHING, COMPARE_WAVE_SIZES, COMPARE_ALL } CompareKind;

typedef struct CommandLine {
    Action action;
    CompareKind compare;
    Assign *assigns;
    size_t assign_count;
    StepOptions *steps;
    int step_count;
    StepOptions common; /* what stands before the first -e */
    uint32_t workers;   /* 0: as many as CPUs */
    uint64_t rounds;    /* of all steps together */
    uint64_t every;     /* so many rounds a file with a number is written; 0: none is */
    double timeout_seconds;
    TimeFormat time_format;
    bool is_json_list;  /* --list=json */
    const char *job;    /* a file that says what runs; NULL: none */
    const char *shader; /* of wavecc run: the file of the job's shader; NULL: the job says it */
    char **compile;     /* of wavecc run: options of wavecc for the shaders, behind -- */
    int compile_count;
    const char *folder; /* where the job's outputs go; NULL: where it says */
    const char *coverage; /* where counts go; NULL: PROGRAM.info, where kernels count */
    bool profiles;
    const char *profile; /* an lcov file that samples go to; NULL: they are printed */
    bool hides_progress;
    bool explains_ranks;
    bool is_dry;        /* the job is only told */
    bool is_again;      /* a run of a sweep behind the first: what binding warns of is the same */
    Ranks *ranks;       /* who else runs groups; not typed; NULL: nobody */
} CommandLine;

/* command_line.c */

bool host_parse_command_line(Report *report, int argc, char **argv, CommandLine *line);
/* The same of `wavecc run`, where the job's file stands by itself. */
bool host_parse_job_line(Report *report, int argc, char **argv, CommandLine *line);
void host_free_command_line(CommandLine *line);
/* An --out with a number in its name, out_%03d.png: for --every, --sweep. */
bool host_is_numbered(const Assign *assign);

/* sweep.c */

typedef struct Sweep {
    const Assign *typed; /* NULL: there is none */
    double from, step;
    uint64_t count; /* of runs, at least 1 */
} Sweep;

/* Finds the line's --sweep; fails where it cannot be, or not with what else is there. */
bool host_new_sweep(Report *report, const CommandLine *line, Sweep *sweep);
/* The line of one of the runs, which shares memory with the whole line; to be freed in any case. */
bool host_new_swept(Report *report, const CommandLine *line, const Sweep *sweep, uint64_t index,
                    CommandLine *one);
void host_free_swept(const CommandLine *line, CommandLine *one);

/* options.c */

/* Takes argv[*index] and its value into the line; *index moves to the last argument used. */
bool host_take_option(Report *report, int argc, char **argv, int *index, CommandLine *line);
/* "in", of --in. */
const char *host_assign_option(AssignKind kind);
/* Puts "--OPTION NAME=VALUE: " before the reason. Gives false. */
bool host_fail_in_assign(Report *report, const Assign *assign);
void host_print_help(const char *program, FILE *out);
/* Those of `wavecc run`, which are some of the same. */
void host_print_job_options(FILE *out);

#endif
