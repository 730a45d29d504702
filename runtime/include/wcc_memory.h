/* wcc_memory: scalar memory access of emitted kernels: bounds, rows of resource arrays, counters and
 * atomics. Included once, by wcc_lanes.h. */
#ifndef WCC_MEMORY_H
#define WCC_MEMORY_H

#include <sched.h>

#include "wcc_abi.h"

/* What an unbound resource points to: its width is 0, but vector loads may look before they mask. */
static const char wcc_zeros[128] __attribute__((aligned(64), unused));
#define wcc_nothing ((char *)wcc_zeros)

/* The object of that type at an address of any alignment. */
#define WCC_AT(type, address) (((struct { type it; } __attribute__((packed, may_alias)) *)(address))->it)

/* A few words side by side, out of a vector. */
typedef int32_t wcc_words_2 __attribute__((vector_size(8)));
typedef int32_t wcc_words_4 __attribute__((vector_size(16)));
typedef int32_t wcc_words_8 __attribute__((vector_size(32)));
typedef int32_t wcc_words_16 __attribute__((vector_size(64)));
#define wcc_store_words_2(at, words) (WCC_AT(wcc_words_2, at) = (words))
#define wcc_store_words_4(at, words) (WCC_AT(wcc_words_4, at) = (words))
#define wcc_store_words_8(at, words) (WCC_AT(wcc_words_8, at) = (words))
#define wcc_store_words_16(at, words) (WCC_AT(wcc_words_16, at) = (words))

/* Bytes and halfwords of words, by the names that vectors of them have. */
typedef uint8_t wcc_part_u8;
typedef uint16_t wcc_part_u16;
typedef int8_t wcc_part_s8;
typedef int16_t wcc_part_s16;

/* The same number, of which C compilers know nothing: what is computed of it stays where it stands. */
WCC_INLINE int32_t wcc_here(int32_t number)
{
    __asm__("" : "+r"(number));
    return number;
}

/* The same address, for all that is accessed there: where a loop counts rows C compilers compute it anew, bounds and all,
 * for each use that is not the same but for a constant (loop strength reduction). */
WCC_INLINE char *wcc_held(char *at)
{
    __asm__("" : "+r"(at));
    return at;
}

/* Where a lane stores that may be off: `place` bytes from `at` on, or nowhere. By numbers: of a choice between pointers C
 * compilers may make a branch. */
WCC_INLINE char *wcc_place_if(int is_on, char *at, int64_t place, const char *nowhere)
{
    const int64_t off = (int64_t)((uintptr_t)nowhere - (uintptr_t)at);
    return (char *)((uintptr_t)at + (uintptr_t)(is_on ? place : off));
}

/* ---- between groups ---- */

/* globallycoherent memory: each load looks again, each store arrives. What a group wrote before such a store is seen
 * by whoever sees that store. */
#define WCC_COHERENT(type, ctype)                                                                                \
    typedef ctype wcc_any_##type __attribute__((may_alias));                                                     \
    WCC_INLINE ctype coherent_load_##type(const void *at)                                                        \
    {                                                                                                            \
        ctype value;                                                                                             \
        __atomic_load((const wcc_any_##type *)at, &value, __ATOMIC_ACQUIRE);                                     \
        return value;                                                                                            \
    }                                                                                                            \
    WCC_INLINE void coherent_store_##type(void *at, ctype value)                                                 \
    {                                                                                                            \
        __atomic_store((wcc_any_##type *)at, &value, __ATOMIC_RELEASE);                                          \
    }
WCC_COHERENT(i16, int16_t)
WCC_COHERENT(i32, int32_t)
WCC_COHERENT(f32, float)
#if WCC_USES(wide)
WCC_COHERENT(i64, int64_t)
WCC_COHERENT(f64, double)
#endif
#undef WCC_COHERENT

/* All accesses before it come before all that follow, as other workers see them, stores past the caches too. A locked
 * instruction does that and costs half of clang's mfence (Intel, Software Developer's Manual 3, 9.2.5: it waits for
 * all buffered writes). ThreadSanitizer knows atomic accesses, not fences. */
WCC_INLINE void wcc_device_fence(void)
{
#if defined(__SANITIZE_THREAD__)
#elif defined(__x86_64__)
    __asm__ volatile("lock; orl $0, (%%rsp)" ::: "memory", "cc");
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/* At each turn of a loop that may wait for another group: that group's worker must come to run, and the host knows what
 * to do where the group has not started. */
WCC_INLINE void wcc_turn(uint32_t *turns, const WccDispatch *dispatch, const WccPlace *place)
{
    if ((++*turns & 255) != 0)
        return;
    sched_yield();
    if (dispatch->wait != 0)
        dispatch->wait(dispatch->wait_context, place);
}

/* ---- bounds, rows, counters ---- */

/* Elements index .. index + lanes - 1 all lie in 0 .. count - 1. */
WCC_INLINE int wcc_inside(int32_t index, uint32_t lanes, uint32_t count)
{
    return (uint64_t)(uint32_t)index + lanes <= count;
}

/* Are the first element and the one `span` away, and so what lies between? */
WCC_INLINE int wcc_steps_inside(int32_t first, int64_t span, uint32_t count)
{
    return (uint32_t)first < count && (uint64_t)((int64_t)(uint32_t)first + span) < count;
}

/* The index, but at most `before` elements before the first of `count` and no farther than the last. */
WCC_INLINE int32_t wcc_near(int32_t index, uint32_t before, uint32_t count)
{
    uint32_t shifted = (uint32_t)index + before, end = count + before - 1;
    return (int32_t)(shifted < end ? shifted : end) - (int32_t)before;
}

/* All of `lanes` elements a step apart, of which there may be none. */
WCC_INLINE int wcc_run_inside(int32_t first, int32_t lanes, int32_t step, uint32_t count)
{
    return lanes == 0 || wcc_inside(first, (uint32_t)((lanes - 1) * step + 1), count);
}

/* Have `lanes` places from one on and `others` from another on none in common? */
WCC_INLINE int wcc_are_apart(int32_t first, uint32_t lanes, int32_t second, uint32_t others)
{
    return (uint64_t)(uint32_t)first + lanes <= (uint32_t)second || (uint64_t)(uint32_t)second + others <= (uint32_t)first;
}

/* Are all between the first and the last one, which is less than `span` further, and is a vector of `lanes` from there inside? */
WCC_INLINE int wcc_is_crowded(int32_t first, int32_t last, uint32_t span, uint32_t lanes, uint32_t count)
{
    return (uint32_t)first <= (uint32_t)last && (uint32_t)last - (uint32_t)first < span && wcc_inside(last, lanes, count);
}

/* Where a window of `span` elements begins that has `lowest` in it, or is the last one; below 0: no window is inside. */
WCC_INLINE int32_t wcc_window(int32_t lowest, uint32_t span, uint32_t count)
{
    uint32_t last = count - span;
    return count < span ? -1 : (int32_t)((uint32_t)lowest < last ? (uint32_t)lowest : last);
}

/* How many byte offsets an access of `size` bytes may start at. */
WCC_INLINE uint32_t wcc_starts(uint32_t width, uint32_t size) { return width >= size ? width - size + 1 : 0; }

/* Buffers that are larger than what a core may expect of its caches: as in the C library's memcpy, it pays to go
 * past them. Loads then are fetched ahead of the hardware's prefetcher, which ends at the page. */
enum { WCC_LARGE_BYTES = 1 << 25, WCC_BYTES_AHEAD = 8192 };
WCC_INLINE int wcc_is_large(uint32_t width, uint32_t stride) { return (uint64_t)width * stride >= WCC_LARGE_BYTES; }
/* Where the group after the next one on x reads, of groups `width` threads wide, four cache lines on at least; 0: the
 * first caches may hold all of the resource. */
enum { WCC_NEAR_BYTES = 1 << 19, WCC_LEAST_AHEAD = 256 };
WCC_INLINE uint64_t wcc_bytes_of_rows(const WccResource *resource)
{
    return (uint64_t)resource->row_pitch * resource->height * resource->depth;
}
WCC_INLINE int64_t wcc_tiles_ahead(const WccResource *resource, uint32_t width)
{
    int64_t two_groups = 2 * (int64_t)width * resource->stride;
    if (wcc_bytes_of_rows(resource) <= WCC_NEAR_BYTES)
        return 0;
    return two_groups > WCC_LEAST_AHEAD ? two_groups : WCC_LEAST_AHEAD;
}
/* Further along the row that many groups go through; 0: the second cache may hold all of the resource. */
enum { WCC_NEAR_ROWS = 1 << 22, WCC_ROW_AHEAD = 2048 };
WCC_INLINE int64_t wcc_row_ahead(const WccResource *resource)
{
    return wcc_bytes_of_rows(resource) <= WCC_NEAR_ROWS ? 0 : WCC_ROW_AHEAD;
}
/* In a loop whose turns go on by `step` bytes: sixteen times so far where that is beyond what the hardware's
 * prefetcher follows, `ahead` in the loop's direction where it is not. */
WCC_INLINE int64_t wcc_turns_ahead(int64_t step, int64_t ahead)
{
    return step > 1024 || step < -1024 ? step * 16 : step < 0 ? -ahead : ahead;
}
WCC_INLINE void wcc_fetch_ahead(const char *at, int bytes, int64_t ahead)
{
    if (bytes > 64 && ahead == 0) /* to ask costs as much as one line */
        return;
    WCC_UNROLL for (int i = 0; i < bytes; i += 64)
        __builtin_prefetch(at + i + ahead, 0, 2);
}

/* Row `row` of an array of resources; past its end an unbound one. */
WCC_INLINE const WccResource *wcc_row(const WccDispatch *dispatch, uint32_t first, uint32_t count, uint32_t row)
{
    static const WccResource unbound = {.data = (void *)wcc_zeros};
    return row < count && dispatch->resources[first + row].data != 0 ? &dispatch->resources[first + row] : &unbound;
}

/* The sampler in a row of the table, or of an array of samplers. */
WCC_INLINE const WccSampler *wcc_sampler(const WccDispatch *dispatch, uint32_t first, uint32_t count, uint32_t row)
{
    static const WccSampler usual = WCC_DEFAULT_SAMPLER;
    const void *data = row < count ? dispatch->resources[first + row].data : 0;
    return data != 0 ? data : &usual;
}

/* How many of `size` texels in a line a mip level has. */
WCC_INLINE uint32_t wcc_level_size(uint32_t size, uint32_t level)
{
    return level < 32 && size >> level ? size >> level : size != 0;
}

/* A texture's mip level as a texture of one level; unbound where there is none. `shrinks`: its depth does. */
WCC_INLINE WccResource wcc_level(const WccResource *texture, uint32_t level, int shrinks)
{
    WccResource one = *texture;
    if (level == 0)
        return one;
    if (level >= texture->mips || texture->levels == 0 || texture->data == 0)
        return (WccResource){.data = (void *)wcc_zeros};
    one.data = (char *)texture->data + texture->levels[level].offset;
    one.row_pitch = texture->levels[level].row_pitch;
    one.slice_pitch = texture->levels[level].slice_pitch;
    one.width = wcc_level_size(texture->width, level);
    one.height = wcc_level_size(texture->height, level);
    one.depth = shrinks ? wcc_level_size(texture->depth, level) : one.depth;
    return one;
}

/* ---- raw accesses that begin inside and end outside: each word by itself ---- */

/* A component at byte `at`: what is inside of it, in words of 32 bits or, where it is smaller, as a whole; 0 outside. */
#define WCC_CUT static __attribute__((noinline, unused, cold))
#define WCC_CUT_TYPE(type, ctype)                                                                                \
    WCC_CUT ctype wcc_load_cut_##type(const char *data, uint32_t width, uint64_t at)                             \
    {                                                                                                            \
        ctype value = 0;                                                                                         \
        for (uint32_t i = 0; i < sizeof value; i += 4)                                                           \
            if (at + i + (sizeof value < 4 ? sizeof value : 4) <= width)                               \
                memcpy((char *)&value + i, data + at + i, sizeof value < 4 ? sizeof value : 4);                  \
        return value;                                                                                            \
    }                                                                                                            \
    WCC_CUT void wcc_store_cut_##type(char *data, uint32_t width, uint64_t at, ctype value)                      \
    {                                                                                                            \
        for (uint32_t i = 0; i < sizeof value; i += 4)                                                           \
            if (at + i + (sizeof value < 4 ? sizeof value : 4) <= width)                               \
                memcpy(data + at + i, (const char *)&value + i, sizeof value < 4 ? sizeof value : 4);            \
    }
WCC_CUT_TYPE(i16, int16_t)
WCC_CUT_TYPE(i32, int32_t)
#if WCC_USES(wide)
WCC_CUT_TYPE(i64, int64_t)
#endif
WCC_CUT_TYPE(f32, float)
#if WCC_USES(wide)
WCC_CUT_TYPE(f64, double)
#endif
#undef WCC_CUT_TYPE
/* The same of lanes: `count` components of `size` bytes from `index` on, each a vector of `values`. */
WCC_CUT void wcc_load_cut_lanes(const char *data, uint32_t width, const int32_t *index, const int32_t *cut, int lanes, void *const *values,
                                uint32_t count, uint32_t size)
{
    const uint32_t unit = size < 4 ? size : 4;
    for (int lane = 0; lane < lanes; lane++)
        for (uint32_t at = 0; cut[lane] && at < count * size; at += unit) {
            char *value = (char *)values[at / size] + (uint32_t)lane * size + at % size;
            if ((uint64_t)(uint32_t)index[lane] + at + unit <= width)
                memcpy(value, data + (uint32_t)index[lane] + at, unit);
            else
                memset(value, 0, unit);
        }
}
WCC_CUT void wcc_store_cut_lanes(char *data, uint32_t width, const int32_t *index, const int32_t *cut, int lanes, void *const *values,
                                 uint32_t count, uint32_t size)
{
    const uint32_t unit = size < 4 ? size : 4;
    for (int lane = 0; lane < lanes; lane++)
        for (uint32_t at = 0; cut[lane] && at < count * size; at += unit)
            if ((uint64_t)(uint32_t)index[lane] + at + unit <= width)
                memcpy(data + (uint32_t)index[lane] + at, (const char *)values[at / size] + (uint32_t)lane * size + at % size, unit);
}
/* Likewise of words of `size` bytes that are `apart` by their index, which wraps: each is a place of its own. */
WCC_INLINE int wcc_has_word(uint32_t at, uint32_t apart, uint32_t width) { return (uint64_t)at + apart <= width; }
WCC_CUT void wcc_load_word_lanes(const char *data, uint32_t width, const int32_t *index, const int32_t *cut, int lanes, void *const *values,
                                 uint32_t count, uint32_t size, uint32_t apart)
{
    for (int lane = 0; lane < lanes; lane++)
        for (uint32_t i = 0; cut[lane] && i < count; i++) {
            const uint32_t at = (uint32_t)index[lane] + i * apart;
            char *value = (char *)values[i] + (uint32_t)lane * size;
            const char *word = data + (uint64_t)at * (size / apart);
            const int inside = wcc_has_word(at, apart, width);
            if (size == 8) {
                const int64_t loaded = inside ? WCC_AT(int64_t, word) : 0;
                memcpy(value, &loaded, 8);
            } else if (size == 4) {
                const int32_t loaded = inside ? WCC_AT(int32_t, word) : 0;
                memcpy(value, &loaded, 4);
            } else {
                const int16_t loaded = inside ? WCC_AT(int16_t, word) : 0;
                memcpy(value, &loaded, 2);
            }
        }
}
WCC_CUT void wcc_store_word_lanes(char *data, uint32_t width, const int32_t *index, const int32_t *cut, int lanes, void *const *values,
                                  uint32_t count, uint32_t size, uint32_t apart)
{
    for (int lane = 0; lane < lanes; lane++)
        for (uint32_t i = 0; cut[lane] && i < count; i++) {
            const uint32_t at = (uint32_t)index[lane] + i * apart;
            const char *value = (const char *)values[i] + (uint32_t)lane * size;
            char *word = data + (uint64_t)at * (size / apart);
            if (wcc_has_word(at, apart, width) && size == 8)
                memcpy(word, value, 8);
            else if (wcc_has_word(at, apart, width) && size == 4)
                memcpy(word, value, 4);
            else if (wcc_has_word(at, apart, width))
                memcpy(word, value, 2);
        }
}
/* Likewise of texels of `parts` words, `index` in a row that begins `behind` bytes on for each lane; NULL: in one row. */
WCC_CUT void wcc_load_texel_lanes(const char *data, uint32_t width, const int32_t *index, const int32_t *behind,
                                  const int32_t *cut, int lanes, void *const *values, uint32_t count, uint32_t parts)
{
    for (int lane = 0; lane < lanes; lane++)
        for (uint32_t i = 0; cut[lane] && i < count; i++) {
            const uint32_t at = (uint32_t)index[lane] + i / parts;
            const char *row = data + (behind != 0 ? (uint32_t)behind[lane] : 0u);
            const int32_t loaded = at < width ? WCC_AT(int32_t, row + ((uint64_t)at * parts + i % parts) * 4) : 0;
            memcpy((char *)values[i] + (uint32_t)lane * 4, &loaded, 4);
        }
}
WCC_CUT void wcc_store_texel_lanes(char *data, uint32_t width, const int32_t *index, const int32_t *behind,
                                   const int32_t *cut, int lanes, void *const *values, uint32_t count, uint32_t parts)
{
    for (int lane = 0; lane < lanes; lane++)
        for (uint32_t i = 0; cut[lane] && i < count; i++) {
            const uint32_t at = (uint32_t)index[lane] + i / parts;
            char *row = data + (behind != 0 ? (uint32_t)behind[lane] : 0u);
            if (at < width)
                memcpy(row + ((uint64_t)at * parts + i % parts) * 4, (const char *)values[i] + (uint32_t)lane * 4, 4);
        }
}
/* Texels `first` to `first + count - 1`, by a number that wraps, of a row of `width`, `bytes` each: where those that it has
 * lie among them, and how many these are. */
WCC_INLINE uint32_t wcc_edge(uint32_t first, uint32_t count, uint32_t width, uint32_t *skipped)
{
    *skipped = first < width ? 0 : 0u - first;
    const uint32_t left = *skipped < count ? count - *skipped : 0, there = width - (first + *skipped);
    return left < there ? left : there;
}
WCC_CUT void wcc_load_edge(char *edge, const char *row, int32_t first, uint32_t count, uint32_t width, uint32_t bytes)
{
    uint32_t skipped;
    const uint32_t there = wcc_edge((uint32_t)first, count, width, &skipped);
    memset(edge, 0, count * bytes);
    if (there > 0)
        memcpy(edge + skipped * bytes, row + (uint64_t)((uint32_t)first + skipped) * bytes, there * bytes);
}
WCC_CUT void wcc_store_edge(char *edge, char *row, int32_t first, uint32_t count, uint32_t width, uint32_t bytes)
{
    uint32_t skipped;
    const uint32_t there = wcc_edge((uint32_t)first, count, width, &skipped);
    if (there > 0)
        memcpy(row + (uint64_t)((uint32_t)first + skipped) * bytes, edge + skipped * bytes, there * bytes);
}
/* Lanes some of whose words may be inside: they begin inside, or wrap to the first. */
WCC_INLINE uint32_t wcc_words_reach(uint32_t width, uint32_t span) { return width > UINT32_MAX - span ? UINT32_MAX : width + span; }
#undef WCC_CUT

/* Adds to a hidden counter, gives its old value. A resource without one counts nowhere. */
WCC_INLINE int32_t wcc_count(uint32_t *counter, int32_t change)
{
    return counter != 0 ? (int32_t)__atomic_fetch_add(counter, (uint32_t)change, __ATOMIC_SEQ_CST) : 0;
}

WCC_INLINE int32_t bits_f32_i32(float x) { int32_t y; memcpy(&y, &x, sizeof y); return y; }
WCC_INLINE float bits_i32_f32(int32_t x) { float y; memcpy(&y, &x, sizeof y); return y; }
WCC_INLINE int64_t bits_f64_i64(double x) { int64_t y; memcpy(&y, &x, sizeof y); return y; }
WCC_INLINE double bits_i64_f64(int64_t x) { double y; memcpy(&y, &x, sizeof y); return y; }

/* The value as it is, hidden from contraction: `precise` in HLSL. */
WCC_INLINE float precise_f32(float x) { __asm__("" : "+x"(x)); return x; }
WCC_INLINE double precise_f64(double x) { __asm__("" : "+x"(x)); return x; }

/* ---- read-modify-write: plain for groupshared memory (one worker runs a group), atomic for UAVs ---- */

#define WCC_PLAIN(name, type, ctype, expression)                                                                 \
    WCC_INLINE ctype plain_##name##_##type(void *at, ctype value)                                                \
    {                                                                                                            \
        ctype old = WCC_AT(ctype, at);                                                                           \
        WCC_AT(ctype, at) = expression;                                                                          \
        return old;                                                                                              \
    }
/* The machine has it. */
#define WCC_FETCH(name, type, ctype, expression, operation)                                                      \
    WCC_PLAIN(name, type, ctype, expression)                                                                     \
    WCC_INLINE ctype atomic_##name##_##type(void *at, ctype value)                                               \
    {                                                                                                            \
        return operation((wcc_any_##type *)at, value, __ATOMIC_SEQ_CST);                                         \
    }
/* Tried until no one was in between; memory that holds the result already is left alone. */
#define WCC_CHOICE(name, type, ctype, expression)                                                                \
    WCC_PLAIN(name, type, ctype, expression)                                                                     \
    WCC_INLINE ctype atomic_##name##_##type(void *at, ctype value)                                               \
    {                                                                                                            \
        wcc_any_##type old = __atomic_load_n((wcc_any_##type *)at, __ATOMIC_SEQ_CST), changed = expression;      \
        while (changed != old &&                                                                                 \
               !__atomic_compare_exchange_n((wcc_any_##type *)at, &old, changed, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) \
            changed = expression;                                                                                \
        return old;                                                                                              \
    }
#define WCC_UPDATES(type, ctype, utype)                                                                          \
    WCC_FETCH(iadd, type, ctype, (ctype)((utype)old + (utype)value), __atomic_fetch_add)                         \
    WCC_FETCH(iand, type, ctype, old & value, __atomic_fetch_and)                                                \
    WCC_FETCH(ior, type, ctype, old | value, __atomic_fetch_or)                                                  \
    WCC_FETCH(ixor, type, ctype, old ^ value, __atomic_fetch_xor)                                                \
    WCC_FETCH(exchange, type, ctype, value, __atomic_exchange_n)                                                 \
    WCC_CHOICE(imin, type, ctype, old < value ? old : value)                                                     \
    WCC_CHOICE(imax, type, ctype, old > value ? old : value)                                                     \
    WCC_CHOICE(umin, type, ctype, (utype)old < (utype)value ? old : value)                                       \
    WCC_CHOICE(umax, type, ctype, (utype)old > (utype)value ? old : value)                                       \
    WCC_INLINE ctype plain_compare_##type(void *at, ctype expected, ctype value)                                 \
    {                                                                                                            \
        ctype old = WCC_AT(ctype, at);                                                                           \
        WCC_AT(ctype, at) = old == expected ? value : old;                                                       \
        return old;                                                                                              \
    }                                                                                                            \
    WCC_INLINE ctype atomic_compare_##type(void *at, ctype expected, ctype value)                                \
    {                                                                                                            \
        wcc_any_##type old = expected;                                                                           \
        __atomic_compare_exchange_n((wcc_any_##type *)at, &old, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
        return old;                                                                                              \
    }
WCC_UPDATES(i32, int32_t, uint32_t)
#if WCC_USES(wide)
WCC_UPDATES(i64, int64_t, uint64_t)
#endif
#undef WCC_UPDATES
#undef WCC_CHOICE
#undef WCC_FETCH
#undef WCC_PLAIN

/* Floats: exchange, and compare by bits (InterlockedCompareExchangeFloatBitwise). */
#define WCC_FLOAT_UPDATES(memory)                                                                                \
    WCC_INLINE float memory##_exchange_f32(void *at, float value)                                                \
    {                                                                                                            \
        return bits_i32_f32(memory##_exchange_i32(at, bits_f32_i32(value)));                                     \
    }                                                                                                            \
    WCC_INLINE float memory##_compare_f32(void *at, float expected, float value)                                 \
    {                                                                                                            \
        return bits_i32_f32(memory##_compare_i32(at, bits_f32_i32(expected), bits_f32_i32(value)));              \
    }
WCC_FLOAT_UPDATES(plain)
WCC_FLOAT_UPDATES(atomic)
#undef WCC_FLOAT_UPDATES

#endif
