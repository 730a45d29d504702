/* front: HLSL text to IR, in process. */
#ifndef WAVECC_FRONT_H
#define WAVECC_FRONT_H

#include "lower/lower.h"

typedef struct FrontOptions {
    const char *entry;
    int wave_size;
    bool native_16bit;
} FrontOptions;

/* Shader Model 6.10, HLSL 2021. Where there are errors, which `diagnostics` then has, the kernel
 * is NULL. */
LowerResult front_lower(Arena *arena, Diagnostics *diagnostics, Sources *sources, const char *text,
                        const FrontOptions *options);
/* The messages; a copy in the arena. */
const char *front_messages(Arena *arena, const Diagnostics *diagnostics);

#endif
