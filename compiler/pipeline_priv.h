/* pipeline_priv: what the files of the driver share. */
#ifndef WAVECC_PIPELINE_PRIV_H
#define WAVECC_PIPELINE_PRIV_H

#include <time.h>

#include "check/check.h"
#include "emit/emit.h"
#include "passes/passes.h"
#include "pipeline.h"
#include "syntax/syntax.h"

typedef VEC(const Plan *) PlanList;

typedef struct Pipeline {
    const Options *options;
    Arena *source, *ast, *module;
    Names *names;
    Sources *sources;
    Diagnostics *diagnostics;
    AstUnit *unit;
    IrKernelList kernels; /* behind their passes */
    IrKernelList joined;  /* by kernel: the one that does several of its groups; NULL: none */
    IrKernelList left_over; /* by kernel: the one that does groups which are left over; NULL: it does itself */
    VEC(const IrKernel *) reflected; /* for --emit=reflection: before their passes, simplified */
    PlanList plans, joined_plans; /* of these */
    const CheckedProgram *first_program; /* by which the others leave out what they do not come to */
    IrReflection reflection;
    PassWitness witness; /* for --verify */
    struct PassDiff *diff; /* of the kernel whose passes run, for --diff; NULL: none */
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
EmitModule pipeline_emit_module(const Pipeline *pipeline); /* of its plans */

/* ---- front_end.c: text -> tokens -> tree ---- */
void front_end_set_warnings(Pipeline *pipeline);
const SourceFile *front_end_load(Pipeline *pipeline); /* NULL: the file cannot be read */
TokenList *front_end_tokens(Pipeline *pipeline, const SourceFile *file);
bool front_end_parse(Pipeline *pipeline, const TokenList *tokens);

/* ---- ir_input.c: text -> IR ---- */
/* What -E and --wave-size ask for; each is sound. Nothing where there was an error. */
IrKernelList ir_input_kernels(Pipeline *pipeline, const SourceFile *file);

/* ---- ir_lines.c: positions in the IR text -> positions in the HLSL source ---- */
void ir_lines_of_source(Pipeline *pipeline, const SourceFile *file, const IrKernelList *kernels);

/* ---- variants.c: what an entry point is compiled for, once each ---- */
typedef struct Variant {
    int wave_size;
    IrLaneOrder order;
    bool default_order; /* no --lane-order= was given */
} Variant;
/* Reports DIAG_entry_twice or DIAG_test_twice: two of one name among entry points or tests. */
bool pipeline_entries_differ(Pipeline *pipeline, const CheckEntryList *all, DiagId twice);
/* Every wave size in every lane order with every number of extra waves; the first is the
 * default. */
Variant *variants_of_entry(Arena *arena, const Options *options, const CheckEntry *entry,
                           int *count);

void order_lanes(IrKernel *kernel, Variant variant);
/* The plans of kernels of one name are the variants of an entry point. */
const EmitEntry *entries_of_plans(Arena *arena, const Pipeline *pipeline, int *count);

/* ---- optimise.c: the passes, and who looks at the kernel between them ---- */
/* Adds the kernel to those of the pipeline; false: an error was reported. */
bool optimise(Pipeline *pipeline, IrKernel *kernel);
/* All kernels are in the form that C is written from; if not, says so. */
bool are_formed(Pipeline *pipeline);

/* ---- resource_rules.c ---- */
/* The resources that the kernel, behind its passes, uses and how it uses them are as Direct3D wants
 * them; if not, says which are not. */
bool keeps_resource_rules(Pipeline *pipeline, const IrKernel *kernel,
                          const IrReflection *reflection);

/* ---- times.c ---- */
/* what the stage that ends here took, for --time */
void note_time(Pipeline *pipeline, const char *stage);

#endif
