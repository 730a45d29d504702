/* report: what the compiler knows of a kernel, for people; read off its Plan, so that it tells what
 * the C does. */
#ifndef WAVECC_REPORT_H
#define WAVECC_REPORT_H

#include "plan/plan.h"

/* --emit=uniformity: the source, line by line, each with the least uniform level of what it
 * computes and the ways its memory accesses go. */
void report_uniformity(Text *out, const Plan *plan, const Sources *sources);
typedef enum ReportForm { REPORT_TEXT, REPORT_JSON } ReportForm;
typedef struct ReportCode { /* machine code of a kernel */
    int64_t bytes; /* -1: not known, for want of a C compiler or of an object that we can read */
    const char *cc, *target;
    int optimisation;
} ReportCode;
/* --emit=report: operations, registers, memory, barriers, machine code, and what a GCN GPU would
 * make of it. `codes`: one for each plan; NULL: nobody asked. */
void report_resources(Text *out, const Plan *const *plans, const ReportCode *codes, int count,
                      const Sources *sources, ReportForm form);

/* Of a GCN compute unit: groups and waves (of 40) that it holds at a time, the idle part of its
 * vector registers in thousandths, and what keeps more groups out. */
typedef struct GcnOccupancy {
    int groups, waves, idle_permille;
    int vgprs_for_more; /* with so many a lane one more group fits; 0: registers are not all */
    const char *limit;
} GcnOccupancy;
/* Vector registers a lane, threads of a group, its groupshared bytes. */
GcnOccupancy gcn_occupancy(int vgprs, int threads, int64_t lds_bytes);

/* ---- the figures of a kernel, which text, JSON and the page show alike (report_figures.c) ---- */

typedef struct LineFigures {
    const SourceFile *file;
    int line, vectors, scalars, vgprs, sgprs; /* most at its points */
} LineFigures;

typedef struct AccessFigures {
    const char *name, *way;
    bool is_store;
    int count, line;
} AccessFigures;

typedef struct BarrierFigures {
    SourcePos pos;
    int line, vgprs, sgprs; /* of what lives across it */
    VEC(int) kept_lines;    /* where the values in vector registers come from */
} BarrierFigures;

typedef struct Advice {
    int line; /* 0: the kernel */
    const char *text;
} Advice;

enum { KIND_COUNT = DOMAIN_CONTROL + 1, LEVEL_COUNT = LEVEL_VARYING + 1 };

typedef struct Figures {
    Arena *arena;
    const Plan *plan;
    const Sources *sources;
    int operations[KIND_COUNT][LEVEL_COUNT];
    VEC(LineFigures) lines;
    VEC(AccessFigures) accesses;
    VEC(BarrierFigures) barriers;
    VEC(Advice) advice;
    int vectors, scalars, peak_line;    /* the machine's */
    int vgprs, sgprs, vgpr_line;        /* a GPU's: most VGPRs and where, most SGPRs */
    int64_t shared_bytes;
    GcnOccupancy gcn;
} Figures;
extern const char *const REPORT_KINDS[KIND_COUNT];
Figures report_figures(Arena *arena, const Plan *plan, const Sources *sources);
/* Whether it is one of the operations that a kernel is said to have. */
bool report_counts(const IrInstr *instr);
/* Of a store, or what else has no result: the least uniform of its operands. */
IrLevel report_level(const IrInstr *instr);
/* 0: nowhere. */
static inline int report_line(const Sources *sources, SourcePos pos)
{
    return pos == SOURCE_NOWHERE ? 0 : sources_place(sources, pos).line;
}

/* ---- reflection.c ---- */

typedef struct ReflectedShader {
    const char *creator;         /* "wavecc 1.0" */
    int model_major, model_minor;
    const IrKernel *const *kernels; /* as the source has them, simplified */
    int kernel_count;
} ReflectedShader;
/* --emit=reflection: what ID3D12ShaderReflection tells, by D3D's names, as JSON. */
void report_reflection(Text *out, const ReflectedShader *shader);

/* --emit=dot: the control flow of a kernel, as a digraph of Graphviz: blocks by the lines of the
 * source that they are of, with the least uniform level of what they compute. */
void report_graph(Text *out, const IrKernel *kernel, const Sources *sources);

/* -Rperf: remarks on what costs time. */
void report_performance(Diagnostics *diagnostics, const Plan *plan);

#endif
