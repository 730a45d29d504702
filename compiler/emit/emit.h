/* emit: Plans (plan.h) become C. What the C does, and how, the plan has decided; here are the
 * templates.
 *
 * A group is one call. Group-level values are C scalars; a wave_loop is a C loop over the group's
 * waves. In it, what is uniform over the wave is a C scalar, an integer that is linear over the
 * lanes is a C scalar too (its value in lane 0), and what varies is an array of P machine vectors
 * ("pieces") of L lanes, W = P * L. The lane types and functions are runtime/include/wcc_lanes.h.
 */
#ifndef WAVECC_EMIT_H
#define WAVECC_EMIT_H

#include "ir/reflection.h"
#include "plan/plan.h"

typedef struct EmitEntry {
    Name name;
    const Plan *const *variants; /* one a wave size, lane order and number of extra waves; the first
                                    is the default */
    int variant_count;
    const Plan *const *joined; /* by variant: of several groups at a time, or NULL; NULL: none is */
} EmitEntry;

/* Which points of the source are told: all, or those of the files that the main one includes. */
typedef enum EmitCoverage { COVERAGE_NONE, COVERAGE_ALL, COVERAGE_INCLUDED } EmitCoverage;

/* From byte `at` of the text on, the C does what stands at `pos`, or what the source does not tell
 * of; NULL: it is of no kernel. */
typedef struct EmitMark {
    size_t at;
    const Plan *plan;
    SourcePos pos;
} EmitMark;
typedef struct EmitMarks {
    Arena *arena;
    VEC(EmitMark) list; /* by `at` */
} EmitMarks;

typedef struct EmitModule {
    const char *source; /* path, for messages of the executable */
    const char *name;   /* the WccModule is NAME_module */
    const IrReflection *reflection;
    const EmitEntry *entries;
    int entry_count;
    int lanes;        /* 32-bit lanes of the target's vectors: 4, 8 or 16 */
    bool marks_lines; /* #line, so that a debugger shows the HLSL; needs `sources` */
    unsigned checks;  /* --check: 1u << RunCheck each */
    EmitCoverage coverage;
    bool schedules;   /* the order of waves is the dispatch's to choose; stores can be watched */
    EmitMarks *marks; /* to be filled; NULL: nobody asks. Not with marks_lines */
    const Sources *sources; /* of the places that --check and tables of stores name; NULL: none */
} EmitModule;

/* Appends a whole C file: kernels, then the tables of wcc_abi.h. None of the plans has failed. */
void emit_module(Text *out, const EmitModule *module);
/* Appends the header for C and C++ programs that run it. */
void emit_header(Text *out, const EmitModule *module);

#endif
