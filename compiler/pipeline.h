/* pipeline: all stages in order, for one file and one command line. */
#ifndef WAVECC_PIPELINE_H
#define WAVECC_PIPELINE_H

#include "ir/reflection.h"
#include "options.h"

/* Runs what `options` ask for, prints diagnostics to standard error, gives the exit status. */
int pipeline_run(const Options *options);

/* ---- for programs that go on with what was compiled ---- */

typedef struct PipelineKernel {
    const IrKernel *lowered; /* before any pass: what the source means */
    const IrKernel *kernel;  /* after all passes */
} PipelineKernel;
typedef VEC(PipelineKernel) PipelineKernelList;

typedef struct PipelineModule {
    Arena *source, *ast, *module;
    Sources *sources;
    PipelineKernelList kernels;
    IrReflection reflection;
    Text text; /* what --emit prints */
} PipelineModule;

/* As pipeline_run, but keeps the result and writes no text. For pipeline_drop in any case. */
int pipeline_make(const Options *options, PipelineModule *module);
void pipeline_drop(PipelineModule *module);

typedef struct PipelineTest { /* a function marked [Test] */
    const char *name;
    int line;
    int wave_min, wave_max; /* 0: its [WaveSize] says nothing */
} PipelineTest;
typedef VEC(PipelineTest) PipelineTestList;

/* The unit tests that stand in the file itself, not in what it includes. */
int pipeline_find_tests(const Options *options, Arena *arena, PipelineTestList *tests);

#endif
