/* wcc_rings: rows that come round. Included once, by wcc_lanes.h, behind wcc_padded.h.
 *
 * Elements of the numbers `start` to `start + count - 1`, masked by `by` or the remainder by that, and `offset` more, of the
 * `width` that memory has from `data` on, one beside the other: there, where none comes round, else in `room`. Places are
 * numbers from 0 to `most`, all ones: fewer than 32, where addresses in bytes come round. Of an element behind the last one
 * memory may have the first `part` bytes. */
#ifndef WCC_RINGS_H
#define WCC_RINGS_H

#include "wcc_abi.h"

/* Masks with holes, and remainders of numbers that come round themselves; by 0 they are all ones (D3D functional
 * specification 7.17). */
static __attribute__((noinline, unused, cold)) void wcc_ring_each(const char *data, char *room, uint32_t start, uint32_t by,
                                                                  int is_remainder, uint32_t offset, uint32_t width, int part,
                                                                  uint32_t most, int count, int bytes)
{
    memset(room, 0, (size_t)(count * bytes));
    for (int i = 0; i < count; i++) {
        const uint32_t number = start + (uint32_t)i, remainder = by != 0 ? number % (by != 0 ? by : 1) : UINT32_MAX;
        const uint32_t at = (offset + (is_remainder ? remainder : number & by)) & most;
        if (at <= width)
            memcpy(room + i * bytes, data + (uint64_t)at * (unsigned)bytes, (size_t)(at < width ? bytes : part));
    }
}

/* How many numbers there are from 0 until they come round; 0: there is no telling. */
WCC_INLINE uint64_t wcc_ring_length(uint32_t start, uint32_t by, int is_remainder, int count)
{
    const int comes_round = start > UINT32_MAX - (uint32_t)(count - 1), is_mask = (by & (by + 1)) == 0;
    return is_remainder ? (comes_round ? 0 : by) : is_mask ? (uint64_t)by + 1 : 0;
}

WCC_INLINE uint32_t wcc_ring_number(uint32_t start, uint32_t by, int is_remainder)
{
    return is_remainder ? start % (by != 0 ? by : 1) : start & by;
}

/* Round and round a ring that is shorter than what is wanted. */
static __attribute__((noinline, unused)) void wcc_ring_rounds(const char *ring, char *room, uint32_t first, uint64_t length, int count,
                                                              int bytes)
{
    uint64_t number = first;
    for (uint64_t done = 0, times; done < (uint64_t)count; done += times, number = 0) {
        const uint64_t left = (uint64_t)count - done;
        times = length - number < left ? length - number : left;
        wcc_copy_part(room + done * (unsigned)bytes, ring + number * (unsigned)bytes, (int64_t)(times * (unsigned)bytes));
    }
}

/* What lies before the ring's end, and behind that what lies at its beginning. */
static __attribute__((noinline, unused)) void wcc_ring_copy(const char *data, char *room, uint32_t start, uint32_t by,
                                                            int is_remainder, uint32_t offset, uint32_t width, int part,
                                                            uint32_t most, int count, int bytes)
{
    const uint64_t length = wcc_ring_length(start, by, is_remainder, count);
    const uint32_t first = wcc_ring_number(start, by, is_remainder), place = (offset + first) & most, beginning = offset & most;
    const int64_t times = (int64_t)(length - first), behind = count - times;
    if (length != 0 && behind > 0 && (uint64_t)behind <= length && place + (uint64_t)times <= width &&
        beginning + (uint64_t)behind <= width) {
        wcc_copy_part(room, data + (uint64_t)place * (unsigned)bytes, times * bytes);
        wcc_copy_part(room + times * bytes, data + (uint64_t)beginning * (unsigned)bytes, behind * bytes);
    } else if (length != 0 && beginning + length <= width)
        wcc_ring_rounds(data + (uint64_t)beginning * (unsigned)bytes, room, first, length, count, bytes);
    else
        wcc_ring_each(data, room, start, by, is_remainder, offset, width, part, most, count, bytes);
}

WCC_INLINE const char *wcc_ring(const char *data, char *room, uint32_t start, uint32_t by, int is_remainder, uint32_t offset,
                                uint32_t width, int part, uint32_t most, int count, int bytes)
{
    const uint32_t first = wcc_ring_number(start, by, is_remainder), place = (offset + first) & most;
    const int goes_on = (uint64_t)first + (uint32_t)count <= wcc_ring_length(start, by, is_remainder, count);
    if (WCC_LIKELY(goes_on && (uint64_t)place + (uint32_t)count <= width))
        return data + (uint64_t)place * (unsigned)bytes;
    wcc_ring_copy(data, room, start, by, is_remainder, offset, width, part, most, count, bytes);
    return room;
}

#endif
