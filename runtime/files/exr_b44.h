/* The compression B44 of OpenEXR, which OpenEXRCore 3.1 decodes wrongly where tiles are cut off or
 * channels are not half. */
#ifndef WCC_EXR_B44_H
#define WCC_EXR_B44_H

#include "exr_library.h"

/* What a chunk covers, in pixels of the file. */
typedef struct ExrRegion {
    int32_t x, y, width, height;
} ExrRegion;

/* Gives the numbers of one channel, row by row, out of a chunk's `count` bytes; `is_packed`: they
 * are fewer than the numbers take. False: the chunk ends too early. */
bool host_unpack_b44(const exr_attr_chlist_t *list, int channel, const ExrRegion *region,
                     const uint8_t *bytes, size_t count, bool is_packed, uint8_t *numbers);

#endif
