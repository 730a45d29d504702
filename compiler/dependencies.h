/* -M, -MD, -MF, -MT: the files that a compilation read, as a rule for make; -H: as a list. */
#ifndef WAVECC_DEPENDENCIES_H
#define WAVECC_DEPENDENCIES_H

#include "options.h"

void show_includes(const Sources *sources); /* on standard error, a dot for each level */
/* EXIT_DONE, or EXIT_MACHINE after a message where the file cannot be written. */
int write_dependencies(const Options *options, const Sources *sources);

#endif
