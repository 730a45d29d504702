/* rows_in_lanes: which rows all lanes of a wave take one after the other. */
#ifndef WAVECC_ROWS_IN_LANES_H
#define WAVECC_ROWS_IN_LANES_H

#include "passes/passes_priv.h"

/* It is asked for, and lanes may do each other's work. */
bool rows_in_lanes_may_help(const PassContext *context);
/* Of words that all lanes' rows have, that many sums of a row: as many as pay, where whole waves may leave some. */
uint32_t rows_in_lanes_least_words(int lanes, int sums);

#endif
