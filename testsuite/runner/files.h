/* files: whole files in and out. */
#ifndef WAVECC_FILES_H
#define WAVECC_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* A file's bytes, NUL-terminated (malloc'd); NULL if it cannot be read. `length` may be NULL. */
char *file_read(const char *path, size_t *length);
/* Fails the running test if it cannot. */
void file_write(const char *path, const void *bytes, size_t length);
bool file_exists(const char *path);
/* With all that is in it, if it is there. */
void folder_remove(const char *path);
/* Whether the document has `wanted` between the line `start` and `<!-- end -->`. */
bool file_has_table(const char *path, const char *start, const char *wanted);

#endif
