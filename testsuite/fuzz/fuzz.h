/* fuzz: kernels at random through the whole back end, against the reference evaluator.
 *
 *     generate -> ir_evaluate (expectation) -> passes -> ir_evaluate again -> emit -> cc -> run ->
 * compare
 *
 * A kernel is a function of its seed. Kernels are race free, so that the order of waves between
 * barriers does not matter: each thread stores to cells of its own, groupshared memory changes
 * hands at barriers, and atomics that meet combine in any order. Floats are compared by value,
 * with any NaN like any other. */
#ifndef WAVECC_FUZZ_H
#define WAVECC_FUZZ_H

#include "ir/ir.h"
#include "ir/reflection.h"

enum { FUZZ_ROWS = 22, FUZZ_BATCH = 64, FUZZ_WAVE_SIZES = 6 };

/* ---- a kernel and what it is run on (generate.c) ---- */

typedef struct FuzzRow { /* one bound resource */
    uint32_t width, height, depth, stride, row_pitch, slice_pitch, bytes;
    IrScalar scalar; /* of what it holds: how it is filled and compared */
    bool is_bound;   /* else it is all zeros */
} FuzzRow;

typedef struct FuzzKernel {
    IrKernel *kernel;
    IrKernel *joined; /* behind the passes: what does several of its groups; NULL: nothing */
    IrKernel *left_over; /* what does the others then; NULL: it does itself */
    uint32_t seed, groups[3];
    FuzzRow rows[FUZZ_ROWS];
    int row_count;
    int optimisation; /* of the passes */
    Diagnostics *diagnostics; /* of the HLSL that it was; NULL: it was none */
} FuzzKernel;

/* Indices go astray in the kernels of every fourth seed; the seeds of those. */
uint32_t fuzz_stray_seed(uint32_t number);
/* About `size` statements. */
FuzzKernel *fuzz_generate(Arena *arena, uint32_t seed, int size);

/* ---- memory with guarded ends (memory.c) ---- */

typedef struct FuzzMemory FuzzMemory;
/* Outlives forks: what a child writes is seen. */
FuzzMemory *fuzz_memory_new(void);
void fuzz_memory_drop(FuzzMemory *memory);
/* Lays out and fills the rows for `fuzz`; the same content each time. */
void fuzz_memory_fill(FuzzMemory *memory, const FuzzKernel *fuzz);
bool fuzz_memory_evaluate(FuzzMemory *memory, Arena *arena, const FuzzKernel *fuzz,
                          const IrKernel *kernel, const char **error);
/* NULL when equal; else a line that says where they differ first. */
const char *fuzz_memory_differ(Arena *arena, const FuzzKernel *fuzz, const FuzzMemory *expected,
                               const FuzzMemory *actual);

/* ---- compiling (build.c) ---- */

typedef struct FuzzTarget {
    const char *compiler, *march, *level; /* march NULL: generic */
    int lanes;
    bool sanitize; /* with AddressSanitizer */
    bool strict;   /* -DWCC_STRICT, as --fp=strict */
    bool traps;    /* on what C leaves undefined */
} FuzzTarget;

/* Before libraries of such targets are loaded; the process starts anew, with the same arguments.
 * False: the compiler's runtime is not to be had. */
bool fuzz_load_sanitizer(const char *compiler, char **arguments);

typedef enum FuzzVerdict {
    FUZZ_SAME,
    FUZZ_SKIPPED, /* the kernel itself faults: a barrier that not all lanes reach, no end */
    FUZZ_REFUSED, /* a diagnostic */
    FUZZ_WRONG_PASSES,
    FUZZ_WRONG_CODE
} FuzzVerdict;

/* Runs all passes on `fuzz->kernel`, and on its groups joined. Not FUZZ_SAME: `*why` says more. `expected` receives what the
 * kernel does. */
FuzzVerdict fuzz_run_passes(Arena *arena, FuzzKernel *fuzz, FuzzMemory *expected,
                            FuzzMemory *actual, const char **why);

typedef struct FuzzLibrary FuzzLibrary;
/* Emits and compiles kernels behind all passes into one library; NULL and `*why` if that fails.
 * Files go to `folder`. A verdict other than FUZZ_SAME in `verdicts` leaves its kernel out. */
FuzzLibrary *fuzz_library_new(Arena *arena, FuzzKernel *const *kernels, FuzzVerdict *verdicts,
                              int count, const FuzzTarget *target, const char *folder,
                              const char **why);
/* Runs kernel `index` in a child process on `memory`; NULL, or how the child died. */
const char *fuzz_library_run(FuzzLibrary *library, Arena *arena, int index, const FuzzKernel *fuzz,
                             FuzzMemory *memory);
void fuzz_library_drop(FuzzLibrary *library);

/* ---- kernels as files (file.c) ---- */

typedef struct FuzzFile {
    FuzzKernel *kernels[FUZZ_WAVE_SIZES]; /* the same at several wave sizes */
    int kernel_count;
    int lanes[3], lane_count; /* of the vectors that the test runner compiles them for */
    bool strict;
} FuzzFile;

/* An .ir or .hlsl file with the head that file.c describes. False: `*error` says what is wrong. */
bool fuzz_read(Arena *arena, const char *path, FuzzFile *file, const char **error);
/* `facts` are comment lines for readers, `kernel` the IR's text. False if the file cannot be
 * written. */
bool fuzz_write(const char *path, const FuzzKernel *fuzz, const char *facts, const char *kernel);

/* ---- what kernels reach (statistics.c) ---- */

int fuzz_reach_count(void);
/* "LOAD rows of 2", "pass stages"; NULL: nothing that a kernel could reach. */
const char *fuzz_reach_name(Arena *arena, int reach);
/* Runs all passes and sets `reached` for each pass that changes something, and for each way of
 * touching memory in the plan for these lanes. */
void fuzz_note_reached(Arena *arena, FuzzKernel *fuzz, int lanes, bool *reached);

/* Text and back; a copy of a kernel is both. */
const char *fuzz_kernel_text(Arena *arena, const IrKernel *kernel);
IrKernel *fuzz_kernel_of_text(Arena *arena, const char *text);

/* ---- judging (judge.c) and reducing (reduce.c) ---- */

typedef struct FuzzJob {
    const FuzzTarget *target; /* NULL: passes only */
    const char *folder;
    FuzzMemory *expected, *actual;
} FuzzJob;

/* Judges all kernels of a batch (at most FUZZ_BATCH), which end behind all passes; `whys` gets a
 * line for what is not FUZZ_SAME. */
void fuzz_judge(Arena *arena, const FuzzJob *job, FuzzKernel *const *kernels, int count,
                FuzzVerdict *verdicts, const char **whys);
/* The same for the kernels of a file: the first verdict that is not FUZZ_SAME. */
FuzzVerdict fuzz_replay(Arena *arena, const FuzzJob *job, const char *path, const char **why);
/* A smaller kernel with the same verdict, as text, found in about so many trials; 0: as it is. */
const char *fuzz_reduce(Arena *arena, const FuzzJob *job, const FuzzKernel *fuzz,
                        FuzzVerdict verdict, int trials);

#endif
