/* Shared by report's files: where values would live on a GPU, and what would help there. */
#ifndef WAVECC_REPORT_PRIV_H
#define WAVECC_REPORT_PRIV_H

#include "ir/reflection.h"
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

/* ---- reflection_use.c: what a kernel uses, counted for reflection.c ---- */

bool reflection_is_used(const IrKernel *kernel, const IrResource *resource);
/* Whether it reads a byte of these of the constant buffer. */
bool reflection_reads(const IrKernel *kernel, const IrResourceInfo *buffer, uint32_t first,
                      uint32_t size);
/* A descriptor that came from ResourceDescriptorHeap or SamplerDescriptorHeap: no shader names its
 * space. */
static inline bool reflection_is_of_heap(const IrResourceInfo *info)
{
    return info->space >= 0xfffffff0;
}

typedef struct ReflectionCount { /* a number of D3D12_SHADER_DESC */
    const char *name;
    int (*count)(const IrInstr *instr);
} ReflectionCount;
extern const ReflectionCount REFLECTION_COUNTS[];
extern const int REFLECTION_COUNT_COUNT;
int reflection_count(const IrKernel *kernel, const ReflectionCount *count);

/* The bits of D3D_SHADER_REQUIRES_, and their names behind that. */
typedef struct ReflectionNeed {
    uint32_t bit;
    const char *name;
    bool (*is_met)(const IrKernel *kernel, const IrInstr *instr);
} ReflectionNeed;
extern const ReflectionNeed REFLECTION_NEEDS[];
extern const int REFLECTION_NEED_COUNT;
bool reflection_needs(const IrKernel *kernel, const ReflectionNeed *need);

#endif
