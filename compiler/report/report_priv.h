/* Shared by report's files: where values would live on a GPU, and what would help there. */
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

/* ---- report_advice.c ---- */

void report_advise(Figures *figures, const LaneLives *lives);

#endif
