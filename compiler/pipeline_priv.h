/* pipeline_priv: what the files of the driver share. */
#ifndef WAVECC_PIPELINE_PRIV_H
#define WAVECC_PIPELINE_PRIV_H

#include <time.h>

#include "check/check.h"
#include "emit/emit.h"
#include "pipeline.h"
#include "syntax/syntax.h"

typedef struct PipelineEntry { /* an entry point, once for each variant */
    Name name;
    const IrKernel **kernels;
    int count;
} PipelineEntry;

typedef struct Pipeline {
    const Options *options;
    Arena *source, *ast, *module;
    Names *names;
    Sources *sources;
    Diagnostics *diagnostics;
    AstUnit *unit;
    VEC(PipelineEntry) entries;
    VEC(EmitEntry) planned; /* the same, when their plans are made */
    IrReflection reflection;
    Text text;  /* what --emit prints */
    Text fault; /* the kernel that a pass spoilt */
    PipelineModule *kept;
    struct timespec started;
} Pipeline;

/* ---- pipeline.c ---- */
Pipeline pipeline_new(const Options *options, PipelineModule *kept);
/* Prints the messages; gives the exit status for the one that the stages ended with. */
int pipeline_tell(const Pipeline *pipeline, int status);
void pipeline_end(Pipeline *pipeline);

/* ---- front_end.c: text -> tokens -> tree ---- */
void front_end_set_warnings(Pipeline *pipeline);
TokenList *front_end_tokens(Pipeline *pipeline); /* NULL: the file cannot be read */
bool front_end_parse(Pipeline *pipeline, const TokenList *tokens);

/* ---- variants.c: what an entry point is compiled for, once each ---- */
typedef struct Variant {
    int wave_size;
    IrLaneOrder order;
    bool default_order; /* no --lane-order= was given */
} Variant;
/* Every wave size in every lane order with every number of extra waves; the first is the default. */
Variant *variants_of_entry(Arena *arena, const Options *options, const CheckEntry *entry, int *count);

/* ---- optimise.c: the passes, and who looks at the kernel between them ---- */
/* False: an error was reported. */
bool optimise(Pipeline *pipeline, IrKernel *kernel);

/* ---- times.c ---- */
void note_time(Pipeline *pipeline, const char *stage); /* what the stage that ends here took, for --time */

#endif
