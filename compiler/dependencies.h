/* -M, -MD, -MF, -MT: the files that a compilation read, as a rule for make; -H: as a list. */
#ifndef WAVECC_DEPENDENCIES_H
#define WAVECC_DEPENDENCIES_H

#include "options.h"

void show_includes(const Sources *sources); /* on standard error, a dot for each level */
/* EXIT_DONE, or EXIT_MACHINE after a message where the file cannot be written. */
int write_dependencies(const Options *options, const Sources *sources);

/* `path`, a result's, is a file that was included. */
bool is_included_file(const Sources *sources, const char *path);
/* A file that was included and that a result would be written over; NULL: there is none. */
const char *find_overwritten(const Options *options, const Sources *sources);

#endif
