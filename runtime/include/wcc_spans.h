/* What a loop's places lie between in all of its turns and lanes: spans from a lowest to a highest number, as numbers
 * that do not come round. Indices are these modulo 2^32: where a span lies between 0 and a count, so do they. */
#ifndef WCC_SPANS_H
#define WCC_SPANS_H

typedef struct WccSpan {
    int64_t low, high;
} WccSpan;

/* Numbers stay below 2^56, so that sums of some dozens fit; what does not is anywhere, as are sums with that. */
#define WCC_FARTHEST ((int64_t)1 << 56)
#define WCC_ANYWHERE ((WccSpan){-WCC_FARTHEST, WCC_FARTHEST})

/* How many turns `for (k = start; k < end; k += step)` takes, or k <= end, where `has_end`; of counters that would come
 * round: more than any loop. Of lanes that begin at start to start + reach the one that goes on longest. */
#define WCC_TURNS(name, number, highest)                                                                       \
    WCC_INLINE uint64_t name(number start, number end, int has_end, int step)                                   \
    {                                                                                                           \
        int64_t first = start, last = (int64_t)end + has_end;                                                   \
        uint64_t turns = (uint64_t)(last - first + step - 1) / (unsigned)step;                                  \
        return last + step > highest ? UINT64_MAX : first < last ? turns : 0;                                   \
    }                                                                                                           \
    WCC_INLINE uint64_t name##_of_lanes(number start, number end, int has_end, int step, int reach)             \
    {                                                                                                           \
        return (int64_t)start + reach > highest ? UINT64_MAX : name(start, end, has_end, step);                 \
    }
WCC_TURNS(wcc_turns_u32, uint32_t, (int64_t)UINT32_MAX)
WCC_TURNS(wcc_turns_i32, int32_t, (int64_t)INT32_MAX)
#undef WCC_TURNS
/* for (k = start; k > end; k -= step), or k >= end. */
#define WCC_TURNS_DOWN(name, number, lowest, highest)                                                          \
    WCC_INLINE uint64_t name(number start, number end, int has_end, int step)                                   \
    {                                                                                                           \
        int64_t first = start, last = (int64_t)end - has_end;                                                   \
        uint64_t turns = (uint64_t)(first - last + step - 1) / (unsigned)step;                                  \
        return last - step < lowest - 1 ? UINT64_MAX : first > last ? turns : 0;                                \
    }                                                                                                           \
    WCC_INLINE uint64_t name##_of_lanes(number start, number end, int has_end, int step, int reach)             \
    {                                                                                                           \
        const int64_t first = (int64_t)start + reach;                                                           \
        return first > highest ? UINT64_MAX : name((number)first, end, has_end, step);                          \
    }
WCC_TURNS_DOWN(wcc_turns_down_u32, uint32_t, (int64_t)0, (int64_t)UINT32_MAX)
WCC_TURNS_DOWN(wcc_turns_down_i32, int32_t, (int64_t)INT32_MIN, (int64_t)INT32_MAX)
#undef WCC_TURNS_DOWN

WCC_INLINE WccSpan wcc_one(int64_t number) { return (WccSpan){number, number}; }

WCC_INLINE WccSpan wcc_sum(WccSpan a, WccSpan b) { return (WccSpan){a.low + b.low, a.high + b.high}; }
WCC_INLINE WccSpan wcc_difference(WccSpan a, WccSpan b) { return (WccSpan){a.low - b.high, a.high - b.low}; }
/* Bounds look at 32 bits. */
WCC_INLINE int wcc_is_word(WccSpan a) { return a.low >= INT32_MIN && a.high <= INT32_MAX; }
/* By one number; of 32 bits, so that what is added to it may be in 64. */
WCC_INLINE WccSpan wcc_times(WccSpan a, WccSpan by)
{
    const int64_t farthest = (int64_t)1 << 32;
    if (by.low != by.high || by.low >= (1 << 24) || by.low <= -(1 << 24) || a.low < -farthest || a.high > farthest)
        return WCC_ANYWHERE;
    WccSpan product =
        by.low < 0 ? (WccSpan){a.high * by.low, a.low * by.low} : (WccSpan){a.low * by.low, a.high * by.low};
    return wcc_is_word(product) ? product : WCC_ANYWHERE;
}

WCC_INLINE WccSpan wcc_lower(WccSpan a, WccSpan b)
{
    WccSpan lower = {a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
    return wcc_is_word(a) && wcc_is_word(b) ? lower : WCC_ANYWHERE;
}
WCC_INLINE WccSpan wcc_higher(WccSpan a, WccSpan b)
{
    WccSpan higher = {a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
    return wcc_is_word(a) && wcc_is_word(b) ? higher : WCC_ANYWHERE;
}

/* Of numbers without a sign, where they are the same with one. */
WCC_INLINE WccSpan wcc_lower_unsigned(WccSpan a, WccSpan b)
{
    return a.low >= 0 && b.low >= 0 ? wcc_lower(a, b) : WCC_ANYWHERE;
}
WCC_INLINE WccSpan wcc_higher_unsigned(WccSpan a, WccSpan b)
{
    return a.low >= 0 && b.low >= 0 ? wcc_higher(a, b) : WCC_ANYWHERE;
}

/* Of numbers without a sign, by a constant: where they are below 2^32. A remainder comes round unless all have one
 * quotient. Division by 0 gives all ones (D3D functional specification 7.17), and so does its remainder. */
WCC_INLINE int wcc_is_unsigned(WccSpan a) { return a.low >= 0 && a.high <= UINT32_MAX; }
WCC_INLINE WccSpan wcc_quotient(WccSpan a, uint32_t by)
{
    return by != 0 && wcc_is_unsigned(a) ? (WccSpan){a.low / by, a.high / by} : WCC_ANYWHERE;
}
/* None comes round between them. */
WCC_INLINE int wcc_go_on(WccSpan a, uint32_t by) { return by != 0 && wcc_is_unsigned(a) && a.low / by == a.high / by; }
WCC_INLINE WccSpan wcc_remainder(WccSpan a, uint32_t by)
{
    if (by == 0)
        return WCC_ANYWHERE;
    return wcc_go_on(a, by) ? (WccSpan){a.low % by, a.high % by} : (WccSpan){0, by - 1};
}
WCC_INLINE WccSpan wcc_masked(WccSpan a, uint32_t mask)
{
    const int64_t most = wcc_is_unsigned(a) && a.high < mask ? a.high : mask;
    return (WccSpan){0, most};
}

/* One of both. */
WCC_INLINE WccSpan wcc_either(WccSpan a, WccSpan b)
{
    return (WccSpan){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/* What is counted from 0 on, without a sign, to the number before such an end. */
WCC_INLINE WccSpan wcc_up_to(WccSpan end) { return wcc_is_unsigned(end) ? (WccSpan){0, end.high - 1} : WCC_ANYWHERE; }

/* And what lies `reach` from there. */
WCC_INLINE WccSpan wcc_along(WccSpan a, int64_t reach)
{
    return wcc_sum(a, reach < 0 ? (WccSpan){reach, 0} : (WccSpan){0, reach});
}
/* And its neighbours from `least`, 0 or below, to `most`, 0 or above. */
WCC_INLINE WccSpan wcc_around(WccSpan a, int64_t least, int64_t most) { return (WccSpan){a.low + least, a.high + most}; }
/* And where that is in all of so many turns, from each to the next of which it goes on by `step`. */
WCC_INLINE WccSpan wcc_turned(WccSpan a, uint64_t turns, int32_t step)
{
    if (turns >= 1 << 24)
        return WCC_ANYWHERE;
    WccSpan turned = wcc_along(a, ((int64_t)turns - (turns != 0)) * step);
    return wcc_is_word(turned) ? turned : WCC_ANYWHERE;
}

WCC_INLINE int wcc_are_equal(WccSpan a, WccSpan b) { return a.low == b.low && a.high == b.high; }
WCC_INLINE int wcc_is_below(WccSpan a, uint32_t count) { return a.low >= 0 && a.high < count; }

/* Comparisons of 32 bits: whether they hold for all numbers of two spans, or for those that are a constant apart, unless
 * one comes round; and the numbers of the first, or the second, one for which they may hold; none: it ends before it
 * begins. */
#define WCC_COMPARED(name, are_numbers, apart)                                                                 \
    WCC_INLINE int wcc_keeps_##name(WccSpan a, WccSpan b) { return are_numbers(a) && are_numbers(b); }         \
    WCC_INLINE int wcc_holds_##name(WccSpan a, WccSpan b)                                                      \
    {                                                                                                          \
        return are_numbers(a) && are_numbers(b) && a.high <= b.low - apart;                                    \
    }                                                                                                          \
    WCC_INLINE WccSpan wcc_first_where_##name(WccSpan a, WccSpan b)                                            \
    {                                                                                                          \
        const int cuts = are_numbers(a) && are_numbers(b) && b.high - apart < a.high;                          \
        return cuts ? (WccSpan){a.low, b.high - apart} : a;                                                    \
    }                                                                                                          \
    WCC_INLINE WccSpan wcc_second_where_##name(WccSpan a, WccSpan b)                                           \
    {                                                                                                          \
        const int cuts = are_numbers(a) && are_numbers(b) && a.low + apart > b.low;                            \
        return cuts ? (WccSpan){a.low + apart, b.high} : b;                                                    \
    }
WCC_COMPARED(ult, wcc_is_unsigned, 1)
WCC_COMPARED(ule, wcc_is_unsigned, 0)
WCC_COMPARED(slt, wcc_is_word, 1)
WCC_COMPARED(sle, wcc_is_word, 0)
#undef WCC_COMPARED
WCC_INLINE int wcc_holds_ine(WccSpan a, WccSpan b)
{
    return wcc_is_word(a) && wcc_is_word(b) && (a.high < b.low || b.high < a.low);
}
WCC_INLINE WccSpan wcc_first_where_ine(WccSpan a, WccSpan b)
{
    const int is_one = wcc_is_word(a) && b.low == b.high;
    return (WccSpan){a.low + (is_one && a.low == b.low), a.high - (is_one && a.high == b.low)};
}
WCC_INLINE WccSpan wcc_second_where_ine(WccSpan a, WccSpan b) { return wcc_first_where_ine(b, a); }

/* The groups of a call that lie inside: all of them, or all but the last, the first, or both, and what is before and behind. */
typedef struct WccParts {
    uint32_t first, end;         /* of the call */
    uint32_t inside, inside_end; /* none: the call's end */
    uint32_t cuts;               /* tried */
    int is_inside;               /* the part at hand */
} WccParts;

/* The groups that are to be asked for next; 0: there are no others, and none are inside. */
WCC_INLINE int wcc_next_cut(WccParts *parts, uint32_t *group, uint32_t *end)
{
    parts->inside = *group = parts->first + parts->cuts / 2;
    parts->inside_end = *end = parts->end - parts->cuts % 2;
    if (parts->cuts++ < 4 && *group < *end)
        return 1;
    parts->inside = parts->end;
    return 0;
}

WCC_INLINE void wcc_part_from(WccParts *parts, uint32_t first, uint32_t *group, uint32_t *end)
{
    *group = first;
    parts->is_inside = first == parts->inside;
    *end = first < parts->inside ? parts->inside : parts->is_inside ? parts->inside_end : parts->end;
}
WCC_INLINE void wcc_first_part(WccParts *parts, uint32_t *group, uint32_t *end) { wcc_part_from(parts, parts->first, group, end); }
WCC_INLINE void wcc_next_part(WccParts *parts, uint32_t *group, uint32_t *end) { wcc_part_from(parts, *end, group, end); }

#endif
