/* What the map's plain C works on. */
#ifndef WAVECC_MAP_WORK_H
#define WAVECC_MAP_WORK_H

#include <stdint.h>

typedef struct Work {
    const void *in;
    void *out;
    const uint32_t *places; /* 0 .. COUNT - 1, in any order */
    const void *items;
    const void *picture;
    void *canvas;
    uint32_t pitch; /* of picture and canvas */
    uint32_t offset, width, key, limit;
} Work;

typedef void Plain(const Work *work, uint32_t wave_size);

#endif
