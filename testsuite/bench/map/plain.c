/* The map's plain C: a function for each row of patterns.def and mask. Compiled with kernel.hlsl's -D of a group
 * shape it goes from group to group, without them along rows. */
#include <stdbool.h>

#include "work.h"

typedef uint32_t uint;
#include "map.h"

/* ---- elements ---- */

typedef struct float2 { float x, y; } float2;
typedef struct float3 { float x, y, z; } float3;
typedef struct float4 { float x, y, z, w; } float4;
typedef uint16_t half; /* its bits */

#define NEGATED _Generic((ELEMENT){0},                                                             \
    float: minus_float, float2: minus_float2, float3: minus_float3, float4: minus_float4,          \
    half: minus_half, uint64_t: minus_uint64, double: minus_double)
static inline float minus_float(float a) { return -a; }
static inline float2 minus_float2(float2 a) { return (float2){-a.x, -a.y}; }
static inline float3 minus_float3(float3 a) { return (float3){-a.x, -a.y, -a.z}; }
static inline float4 minus_float4(float4 a) { return (float4){-a.x, -a.y, -a.z, -a.w}; }
static inline half minus_half(half a) { return a ^ 0x8000; }
static inline uint64_t minus_uint64(uint64_t a) { return -a; }
static inline double minus_double(double a) { return -a; }

typedef struct Item {
    ELEMENT first;
    uint tag;
    ELEMENT second;
} Item;

const uint32_t map_item_bytes = sizeof(Item);

/* ---- the words of patterns.def ---- */

static inline uint min(uint a, uint b) { return a < b ? a : b; }

#define IN(index) in[index]
#define OUT(index, value) out[index] = NEGATED(value);
#define PLACE(index) places[index]
#define MEMBER(index) items[index].second
#define BYTES(offset) (*(const ELEMENT *)((const char *)in + (offset)))
#define OUT_BYTES(offset, value) *(ELEMENT *)((char *)out + (offset)) = NEGATED(value);
#define TEXEL(column, line) (*(const ELEMENT *)(picture + (line) * pitch + (column) * sizeof(ELEMENT)))
#define OUT_TEXEL(column, line, value) *(ELEMENT *)(canvas + (line) * pitch + (column) * sizeof(ELEMENT)) = NEGATED(value);

#define WORK(name, loops, ...)                                                                     \
    void name(const Work *work, uint wave_size)                                                    \
    {                                                                                              \
        const ELEMENT *restrict in = work->in;                                                     \
        ELEMENT *restrict out = work->out;                                                         \
        const uint *restrict places = work->places;                                                \
        const Item *restrict items = work->items;                                                  \
        const char *restrict picture = work->picture;                                              \
        char *restrict canvas = work->canvas;                                                      \
        const uint gOffset = work->offset, gWidth = work->width, gKey = work->key;                 \
        const uint gLimit = work->limit, pitch = work->pitch;                                      \
        (void)in, (void)out, (void)places, (void)items, (void)picture, (void)canvas;               \
        (void)gOffset, (void)gWidth, (void)gKey, (void)gLimit, (void)pitch, (void)wave_size;       \
        loops(__VA_ARGS__)                                                                         \
    }

#define ANY(...) __VA_ARGS__
#if HAS_TEXTURES
#define WORDS(...) __VA_ARGS__
#else
#define WORDS(...)
#endif

#ifndef GX

#define ALONG_ROWS(...)                                                                            \
    for (uint row = 0; row < ROWS; row++)                                                          \
        for (uint x = 0; x < COLUMNS; x++) {                                                       \
            const uint i = row * COLUMNS + x;                                                      \
            (void)i;                                                                               \
            __VA_ARGS__                                                                            \
        }
#define PATTERN(name, elements, ...) elements(WORK(NAME(name), ALONG_ROWS, if (IS_ON) { __VA_ARGS__ }))
#define BLOCKED PATTERN
#define TILE(name, elements, array, stores, border, loads, is)
#define COMPACT(name, elements)

#else

/* The i of the thread in `line` and `column` of the group at hand. */
#define THREAD(column, line)                                                                       \
    (((gz * GZ + (line) / GY) * LINES + gy * GY + (line) % GY) * COLUMNS + gx * GX + (column))
#define BY_GROUPS(...)                                                                             \
    for (uint gz = 0; gz < SLICES / GZ; gz++)                                                      \
        for (uint gy = 0; gy < LINES / GY; gy++)                                                   \
            for (uint gx = 0; gx < COLUMNS / GX; gx++) {                                           \
                __VA_ARGS__                                                                        \
            }
#define IN_GROUP(...)                                                                              \
    for (uint ty = 0; ty < GROUP_ROWS; ty++)                                                       \
        for (uint tx = 0; tx < GX; tx++) {                                                         \
            const uint t = ty * GX + tx, i = THREAD(tx, ty), x = i % COLUMNS, row = i / COLUMNS;   \
            (void)t, (void)x, (void)row;                                                           \
            __VA_ARGS__                                                                            \
        }
#define PATTERN(name, elements, ...)
#define BLOCKED(name, elements, ...)                                                               \
    elements(WORK(NAME(name), BY_GROUPS, IN_GROUP(if (IS_ON) { __VA_ARGS__ })))
#define TILE(name, elements, array, stores, border, loads, is)                                     \
    elements(WORK(NAME(name), BY_GROUPS, IN_GROUP(if (IS_ON) { OUT(i, IN(is)) })))
#define COMPACT(name, elements)                                                                    \
    WORK(NAME(name), BY_GROUPS,                                                                    \
        const uint number = (gz * (LINES / GY) + gy) * (COLUMNS / GX) + gx;                        \
        uint next = number * GROUP;                                                                \
        IN_GROUP(                                                                                  \
            if (t % wave_size == 0)                                                                \
                next = number * GROUP + t;                                                         \
            if (IS_ON && (PLACE(i) & 1) != 0) {                                                    \
                OUT(next++, IN(i))                                                                 \
            }))

#endif

#if HAS_all
#define NAME(name) name##_all
#define IS_ON true
#include <picked.def>
#undef NAME
#undef IS_ON
#endif
#if HAS_edge
#define NAME(name) name##_edge
#define IS_ON IS_INSIDE
#include <picked.def>
#undef NAME
#undef IS_ON
#endif
#if HAS_some
#define NAME(name) name##_some
#define IS_ON IS_CHOSEN
#include <picked.def>
#endif
