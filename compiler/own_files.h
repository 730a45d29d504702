/* own_files: what belongs to the compiler and lies beside it. */
#ifndef WAVECC_OWN_FILES_H
#define WAVECC_OWN_FILES_H

#include "base/base.h"

/* The folder of the program that runs; NULL: nobody knows. */
const char *own_program_folder(Arena *arena);

/* The first of these places, from the folder that the compiler is in, that can be read; NULL if none. */
const char *own_find(Arena *arena, const char *const *places, int count);

#endif
