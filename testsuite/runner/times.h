/* times: where the tests' processor time goes. */
#ifndef WAVECC_TIMES_H
#define WAVECC_TIMES_H

#include "registry.h"

/* Prints the CPU seconds of each place and of each folder of places, the slowest first, and their
 * sum. `seconds`: one for each test; they include the programs that a test waited for. */
void times_print(TestList tests, const double *seconds);

#endif
