/* wcc_padded: rows whose ends a clamp repeats. Included once, by wcc_lanes.h.
 *
 * Elements of the numbers `start` to `start + count - 1`, held between `low` and `high`, and `offset` more, of the `width`
 * that memory has from `data` on, one beside the other: there, where no clamp is met, else in `room`. */
#ifndef WCC_PADDED_H
#define WCC_PADDED_H

#include "wcc_abi.h"

/* Numbers that come round, or elements that are not there: one by one, as lanes do. */
static __attribute__((noinline, unused, cold)) void wcc_pad_each(const char *data, char *room, int64_t start, int32_t low,
                                                                 int32_t high, int32_t offset, uint32_t width, int count, int bytes)
{
    memset(room, 0, (size_t)(count * bytes));
    for (int i = 0; i < count; i++) {
        const int32_t number = (int32_t)(uint32_t)(start + i);
        const uint32_t at = (uint32_t)offset + (uint32_t)(number < low ? low : number < high ? number : high);
        if (at < width)
            memcpy(room + i * bytes, data + (uint64_t)at * (unsigned)bytes, (size_t)bytes);
    }
}

/* By vectors, the last of which covers part of the one before. */
WCC_INLINE void wcc_copy_row(char *to, const char *from, int64_t bytes, int vector)
{
    for (int64_t i = 0; i < bytes - vector; i += vector)
        memcpy(to + i, from + i, (size_t)vector);
    memcpy(to + bytes - vector, from + bytes - vector, (size_t)vector);
}

/* Of few bytes no vector is filled. */
WCC_INLINE void wcc_copy_part(char *to, const char *from, int64_t bytes)
{
    enum { VECTOR = 16, WORD = 4 };
    if (bytes >= VECTOR)
        wcc_copy_row(to, from, bytes, VECTOR);
    else
        for (int64_t i = 0; i < bytes; i += WORD)
            memcpy(to + i, from + i, WORD);
}

/* Mostly one or two. The asm: C compilers would have loops over vectors. */
WCC_INLINE void wcc_repeat(char *to, const char *from, int64_t times, int bytes)
{
    for (int64_t i = 0; i < times; i++) {
        __asm__ volatile("");
        memcpy(to + i * bytes, from, (size_t)bytes);
    }
}

/* All of a wave that ends behind a picture: by vectors, where elements fill them, the last of which may reach past these. */
WCC_INLINE void wcc_repeat_last(char *to, const char *from, int64_t times, int bytes)
{
    enum { VECTOR = 16 };
    char vector[VECTOR];
    if (VECTOR % bytes != 0) {
        wcc_repeat(to, from, times, bytes);
        return;
    }
    for (int i = 0; i < VECTOR; i += bytes)
        memcpy(vector + i, from, (size_t)bytes);
    for (int64_t i = 0; i < times * bytes; i += VECTOR) {
        __asm__ volatile("");
        memcpy(to + i, vector, VECTOR);
    }
}

/* Elements that no clamp changes, `times` of them from `from` on, are some of the row's, and those at their ends repeated. */
WCC_INLINE void wcc_repeat_ends(char *room, const char *from, int64_t before, int64_t times, int64_t behind, int bytes)
{
    wcc_repeat(room, from, before, bytes);
    wcc_repeat_last(room + (before + times) * bytes, from + (times - 1) * bytes, behind, bytes);
}

/* Of a wave that ends far from where memory does. */
static __attribute__((noinline, unused)) void wcc_pad_part(char *room, const char *from, int64_t before, int64_t times,
                                                           int64_t behind, int bytes)
{
    wcc_copy_part(room + before * bytes, from, times * bytes);
    wcc_repeat_ends(room, from, before, times, behind, bytes);
}

/* `space` is that of `count` elements, with `padding` more before and behind them, 16 bytes at least. */
WCC_INLINE const char *wcc_padded(const char *data, char *space, int padding, int64_t start, int32_t low, int32_t high,
                                  int32_t offset, uint32_t width, int count, int bytes)
{
    char *const room = space + padding * bytes;
    const int64_t last = start + count - 1, first_free = start > low ? start : low, last_free = last < high ? last : high,
                  before = first_free - start, times = last_free - first_free + 1, behind = last - last_free;
    const int64_t place = offset + start, shift = place < 0 ? -place : place + count > width ? width - count - place : 0;
    const char *const from = data + (place + before) * bytes;
    const int is_there = times > 0 && place + before >= 0 && place + before + times <= width;
    if (WCC_LIKELY(is_there && times == count))
        return from;
    if (!is_there || start < INT32_MIN || last > INT32_MAX)
        wcc_pad_each(data, room, start, low, high, offset, width, count, bytes);
    else if (WCC_LIKELY(width >= (uint32_t)count && shift >= -padding && shift <= padding)) {
        wcc_copy_row(room + shift * bytes, data + (place + shift) * bytes, count * bytes, count * bytes < 32 ? 16 : 32);
        wcc_repeat_ends(room, from, before, times, behind, bytes);
    } else
        wcc_pad_part(room, from, before, times, behind, bytes);
    return room;
}

#endif
