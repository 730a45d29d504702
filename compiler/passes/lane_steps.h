/* How lanes lie to each other: lane_steps.c. */
#ifndef WAVECC_LANE_STEPS_H
#define WAVECC_LANE_STEPS_H

#include "passes/passes_priv.h"

enum { SHORTEST_ROW = 4, STEP_UNKNOWN = INT32_MIN };

/* From one lane to the next, but where a bound is met or a row wraps. Needs uniformity. */
int64_t usual_step(const IrInstr *value);

#endif
