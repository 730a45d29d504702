/* -M, -MD, -MF: the files that a compilation read, as a rule for make. */
#ifndef WAVECC_DEPENDENCIES_H
#define WAVECC_DEPENDENCIES_H

#include "options.h"

/* EXIT_DONE, or EXIT_MACHINE after a message where the file cannot be written. */
int write_dependencies(const Options *options, const Sources *sources);

#endif
