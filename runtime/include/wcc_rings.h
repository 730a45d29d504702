/* wcc_rings: rows that come round. Included once, by wcc_lanes.h, behind wcc_padded.h.
 *
 * Elements of the numbers `start` to `start + count - 1`, masked by `by` or the remainder by that, and `offset` more, of the
 * `width` that memory has from `data` on, one beside the other: there, where none comes round, else in `room`. Places are
 * numbers from 0 to `most`, all ones: fewer than 32, where addresses in bytes come round. */
#ifndef WCC_RINGS_H
#define WCC_RINGS_H

#include "wcc_abi.h"

/* Masks with holes, and remainders of numbers that come round themselves; by 0 they are all ones (D3D functional
 * specification 7.17). */
static __attribute__((noinline, unused, cold)) void wcc_ring_each(const char *data, char *room, uint32_t start, uint32_t by,
                                                                  int is_remainder, uint32_t offset, uint32_t width, uint32_t most,
                                                                  int count, int bytes)
{
    memset(room, 0, (size_t)(count * bytes));
    for (int i = 0; i < count; i++) {
        const uint32_t number = start + (uint32_t)i, remainder = by != 0 ? number % (by != 0 ? by : 1) : UINT32_MAX;
        const uint32_t at = (offset + (is_remainder ? remainder : number & by)) & most;
        if (at < width)
            memcpy(room + i * bytes, data + (uint64_t)at * (unsigned)bytes, (size_t)bytes);
    }
}

/* `first` elements up to the ring's end, and those from its beginning on. */
static __attribute__((noinline, unused)) void wcc_join_ends(char *room, const char *first, int64_t first_bytes, const char *others,
                                                            int64_t other_bytes)
{
    wcc_copy_part(room, first, first_bytes);
    wcc_copy_part(room + first_bytes, others, other_bytes);
}

WCC_INLINE const char *wcc_ring(const char *data, char *room, uint32_t start, uint32_t by, int is_remainder, uint32_t offset,
                                uint32_t width, uint32_t most, int count, int bytes)
{
    const uint64_t mask_length = (by & (by + 1)) == 0 ? (uint64_t)by + 1 : 0, length = is_remainder ? by : mask_length;
    const uint32_t first = is_remainder ? start % (by != 0 ? by : 1) : start & by;
    const uint32_t place = (offset + first) & most, beginning = offset & most;
    const int64_t times = (int64_t)(length - first), behind = count - times;
    const int is_row = length != 0 && (!is_remainder || start <= UINT32_MAX - (uint32_t)(count - 1));
    if (WCC_LIKELY(is_row && behind <= 0 && (uint64_t)place + (uint32_t)count <= width))
        return data + (uint64_t)place * (unsigned)bytes;
    if (is_row && behind > 0 && (uint64_t)behind <= length && place + (uint64_t)times <= width &&
        beginning + (uint64_t)behind <= width)
        wcc_join_ends(room, data + (uint64_t)place * (unsigned)bytes, times * bytes,
                      data + (uint64_t)beginning * (unsigned)bytes, behind * bytes);
    else
        wcc_ring_each(data, room, start, by, is_remainder, offset, width, most, count, bytes);
    return room;
}

#endif
