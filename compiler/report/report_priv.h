/* Shared by report's files: what GCN's compute unit holds, where values would live on it, and the
 * figures of a kernel, which text and JSON print alike. */
#ifndef WAVECC_REPORT_PRIV_H
#define WAVECC_REPORT_PRIV_H

#include "report.h"

/* ---- report_lives.c: registers of a lane on a GPU, estimated ---- */

typedef enum LaneFile { FILE_NONE, FILE_SCALAR, FILE_MASK, FILE_VECTOR } LaneFile;

typedef struct LaneLife {
    LaneFile file;
    int from, to;  /* positions in the IR's text order; from < 0: not there */
    int registers; /* VGPRs a lane, or SGPRs a wave */
    const IrInstr *value;        /* or */
    const IrVariable *variable;  /* one of a thread: kept over a barrier, a private array */
    SourcePos pos;
} LaneLife;

typedef struct LanePoint {
    const IrInstr *instr;
    int vgprs, sgprs;
} LanePoint;

typedef struct LaneLives {
    VEC(LaneLife) lives;
    VEC(LanePoint) points;
    int peak; /* point of most VGPRs */
} LaneLives;
LaneLives lane_lives(Arena *arena, const IrKernel *kernel);

/* ---- report_figures.c ---- */

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
/* 0: nowhere. */
static inline int report_line(const Sources *sources, SourcePos pos)
{
    return pos == SOURCE_NOWHERE ? 0 : sources_place(sources, pos).line;
}

/* ---- report_advice.c ---- */

void report_advise(Figures *figures, const LaneLives *lives);

#endif
