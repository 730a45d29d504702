/* Where results go: over files, through links and devices, and never over the input. */
#ifndef WAVECC_OUTPUT_H
#define WAVECC_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/base.h"

/* Two names of one file that exists. */
bool output_is(const char *path, const char *other);
/* Nothing is there, or a file, whose place the finished result takes whole. Else (a link, a pipe, a device) it is
 * written to. */
bool output_is_replaced(const char *path);
/* False: errno says why. A file that this makes, as behind a link to nothing, is an executable. */
bool output_copy(const char *result, const char *path);
/* Where a result is made that takes the path's place then: FILE.wavecc-PID, of a name that leaves
 * no room for that its beginning. */
const char *output_beside(Arena *arena, const char *path);
/* "-" */
bool output_is_standard(const char *path);
/* All of it, or what was there before stays; `path` NULL or "-": standard output. Says what went
 * wrong, and gives the exit status. */
int output_write(const char *path, const char *bytes, size_t count);

#endif
