/* kernel_cache: compiled kernels on disk, by what they were made of. */
#ifndef WAVECC_KERNEL_CACHE_H
#define WAVECC_KERNEL_CACHE_H

#include "compile_c.h"
#include "options.h"

/* 128 bits of FNV-1a, forth and back; in hexadecimal digits with a NUL. */
enum { KERNEL_KEY_SIZE = 33 };

/* Of what options->emit makes of the C `text`: both, the runtime's headers, the C compiler, the
 * version of wavecc and, for --target=native, the machine. */
void kernel_cache_key(const Options *options, const Text *text, char key[KERNEL_KEY_SIZE]);

/* The file that the folder has for that, whether it is there or not. */
const char *kernel_cache_place(Arena *arena, const char *folder, const Options *options,
                               const Text *text);
/* The same of a C compiler that is run with other words than wavecc runs it with. */
const char *kernel_cache_place_by(Arena *arena, const char *folder, EmitKind emit,
                                  const CompileCInputs *inputs, const Text *text);

/* Puts a sum of its bytes behind a file that has just been made; false: it cannot be. */
bool kernel_cache_seal(const char *path);
/* Whether one that was sealed is as it was: to load what is cut off is a bus error, to run what is
 * damaged anything. */
bool kernel_cache_is_whole(const char *path);

/* What was kept there is copied to the path, as it was made, and is used now; false: it is not there,
 * or not as it was. */
bool kernel_cache_take(const char *place, const char *path);
/* A copy of what was made is kept there, if it can be; what has no room any more goes. */
void kernel_cache_keep(Arena *arena, const char *path, const char *place);

/* The folder that is meant by `asked`: that one, or where users' caches are; NULL: none, or it cannot
 * be made. Lies in the arena. */
const char *kernel_cache_folder(Arena *arena, const char *asked);

/* It is used now. */
void kernel_cache_touch(const char *path);
/* Deletes those that were used longest ago, until there is room for the others. */
void kernel_cache_trim(const char *folder);

#endif
