/* lane_formulas: which lane each lane takes something from, and which lanes do, as formulas of the lane's number. */
#ifndef WAVECC_LANE_FORMULAS_H
#define WAVECC_LANE_FORMULAS_H
#include "passes/passes_priv.h"

enum { MOST_TABLE_LANES = 1024 };

/* For each lane of a wave of `count`: another one, or (of which lanes) 0 or 1; -1: nobody asks. */
typedef struct LaneTable {
    int count;
    int16_t from[MOST_TABLE_LANES];
} LaneTable;

bool has_lane_formula(const LaneTable *table);
IrInstr *build_lane_formula(IrBuilder *builder, const LaneTable *table); /* i32; NULL: there is none */

bool has_lane_parting(const LaneTable *table);
IrInstr *build_lane_parting(IrBuilder *builder, const LaneTable *table); /* i1: of which lanes; NULL: likewise */
#endif
