/* pipeline: all stages in order, for one file and one command line. */
#ifndef WAVECC_PIPELINE_H
#define WAVECC_PIPELINE_H

#include "options.h"

/* Runs what `options` ask for, prints diagnostics to standard error, gives the exit status. */
int pipeline_run(const Options *options);

#endif
