/* What each way of compiler/plan/way.def costs on this machine: nanoseconds for 16 lanes of 32 bits
 * in the first-level cache, the C as emit writes it. `make bench-ways` builds it for vectors of 16,
 * 8 and 4 lanes; the table's costs were taken from it.
 *
 * Each is timed in turn, many times over, by the thread's CPU time; the fastest counts, since
 * whatever else the machine does only adds to it. */
#include <stdio.h>
#include <time.h>

#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX__)
#define LANES 8
#else
#define LANES 4
#endif
#include "wcc_lanes.h"
#define T_(type) WCC_PASTE(type, LANES)
#define F_(name) WCC_PASTE(name, LANES)

enum { COUNT = 4096, TURNS = 200, SERIES = 31 };

typedef struct Data {
    float *memory;         /* COUNT, and as many behind them */
    const int32_t *places; /* a permutation of 0 .. COUNT - 1 */
    const int32_t *steps;  /* 0, 1, 2 ... */
    T_(f32) value;         /* to store */
} Data;

typedef void Way(Data *data);

#define WAY(name, body)                                                                            \
    static __attribute__((noinline)) void name(Data *data)                                         \
    {                                                                                              \
        float *memory = data->memory;                                                              \
        const T_(f32) value = data->value;                                                         \
        for (int i = 0; i < COUNT; i += LANES) {                                                   \
            body                                                                                   \
        }                                                                                          \
        (void)value;                                                                               \
    }
#define AT(i) ((char *)(memory + (i)))
/* Someone needs the value, and no later one waits for it. */
#if LANES == 16
#define KEEP(...) do { T_(f32) kept = __VA_ARGS__; __asm__ volatile("" : : "v"(kept)); } while (0);
#else
#define KEEP(...) do { T_(f32) kept = __VA_ARGS__; __asm__ volatile("" : : "x"(kept)); } while (0);
#endif
#define ALL F_(splat_i32)(-1)
#define MOST (F_(linear_i32)(i, 1) < F_(splat_i32)(COUNT - 3))
#define OFFSET(places) (F_(load_i32)((places) + i) * F_(splat_i32)(4))
#define INDEX(places) F_(load_i32)((places) + i)
#define FIRST(places) (INDEX(places)[0])

#define INSIDE(first, lanes) WCC_LIKELY(wcc_inside((first), (lanes), COUNT))
#define SWAPPED (F_(linear_i32)(0, 1) ^ F_(splat_i32)(3))

WAY(load_broadcast, KEEP(F_(splat_f32)(*(float *)AT(i))))
WAY(store_broadcast, *(float *)AT(i) = 1;)
WAY(load_contiguous, KEEP(F_(load_f32)(AT(i))))
WAY(store_contiguous, F_(store_f32)(AT(i), value);)
WAY(store_masked, F_(store_masked_f32)(AT(i), value, MOST);)
WAY(load_rows, const int32_t first = FIRST(data->steps); if (INSIDE(first, LANES))
    KEEP(F_(load_f32)(AT(first))))
WAY(store_rows, const int32_t first = FIRST(data->steps); if (INSIDE(first, LANES))
    F_(store_f32)(AT(first), value);)
#if LANES >= 8
#define HALVES                                                                                     \
    const T_(i32) index = INDEX(data->steps);                                                      \
    const int32_t first = index[0], second = index[LANES / 2];                                     \
    if (INSIDE(first, LANES / 2) && INSIDE(second, LANES / 2))
WAY(load_halves, HALVES KEEP(F_(load_halves_f32)(AT(first), AT(second))))
WAY(store_halves, HALVES F_(store_halves_f32)(AT(first), AT(second), value);)
#else
#define load_halves NULL
#define store_halves NULL
#endif
#define COLUMN const int32_t first = FIRST(data->steps); if (INSIDE(first, LANES))
WAY(load_column, T_(f32) x; T_(f32) y; T_(f32) z; T_(f32) w; COLUMN {
    F_(load_column_4_f32)(AT(first / 4), 272, &x, &y, &z, &w);
    KEEP(x) KEEP(y) KEEP(z) KEEP(w) })
WAY(store_column, COLUMN F_(store_column_4_f32)(AT(first / 4), 272, value, value, value, value);)
#define MIXED                                                                                      \
    const int32_t first = FIRST(data->steps);                                                      \
    if (first % LANES == 0 && INSIDE(first, LANES))
WAY(load_mixed, MIXED
    KEEP(F_(permute_f32)(F_(load_f32)(AT(first)), SWAPPED)))
WAY(store_mixed, MIXED
    F_(store_f32)(AT(first), F_(permute_f32)(value, SWAPPED));)
#define TESTED                                                                                     \
    const T_(i32) index = INDEX(data->steps);                                                      \
    if (WCC_LIKELY(F_(steps_by)(index, 1) && wcc_inside(index[0], LANES, COUNT)))
WAY(load_tested, TESTED KEEP(F_(load_f32)(AT(index[0]))))
WAY(store_tested, TESTED F_(store_f32)(AT(index[0]), value);)
WAY(load_lanes, KEEP(F_(gather_f32)(memory, OFFSET(data->places), ALL)))
WAY(store_lanes, F_(scatter_f32)(memory, OFFSET(data->places), value, ALL);)
#if LANES >= 8
WAY(load_permuted, KEEP((T_(f32))F_(look_up_one_i32)(memory, INDEX(data->places))))
WAY(load_permuted_two, KEEP((T_(f32))F_(look_up_two_i32)(memory, INDEX(data->places))))
WAY(load_permuted_four, KEEP((T_(f32))F_(look_up_four_i32)(memory, INDEX(data->places))))
#else
#define load_permuted NULL
#define load_permuted_two NULL
#define load_permuted_four NULL
#endif
WAY(load_coherent, KEEP(F_(coherent_gather_f32)(memory, OFFSET(data->places), ALL)))
WAY(store_coherent, F_(coherent_scatter_f32)(memory, OFFSET(data->places), value, ALL);)

/* Known strides; those of stride 3 may be all of an element. */
#define STRIDED(k) const int32_t first = FIRST(data->steps) / k; if (INSIDE(first, k * (LANES - 1) + 1))
WAY(load_stride_2, STRIDED(2) KEEP(F_(load_stride_2_f32)(AT(first), NULL)))
WAY(load_stride_3, STRIDED(3) KEEP(F_(load_stride_3_f32)(AT(first), NULL)))
WAY(load_stride_4, STRIDED(4) KEEP(F_(load_stride_4_f32)(AT(first), NULL)))
#if LANES >= 8
WAY(load_stride_5, STRIDED(5) KEEP(F_(load_strides_f32)(AT(first), 5)))
WAY(load_stride_8, STRIDED(8) KEEP(F_(load_strides_f32)(AT(first), 8)))
#define SPREAD(k) STRIDED(k) F_(store_spread_i32)(AT(first), (T_(i32))value, ALL, 0, LANES, k);
WAY(store_stride_2, SPREAD(2))
WAY(store_stride_4, SPREAD(4))
WAY(store_stride_8, SPREAD(8))
#else
#define load_stride_5 NULL
#define load_stride_8 NULL
#define store_stride_2 NULL
#define store_stride_4 NULL
#define store_stride_8 NULL
#endif

/* Pairs of lanes four words apart. */
#if LANES == 16
#define PAIRS 0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29
#define LOW_PAIRS 0, 1, -1, -1, 2, 3, -1, -1, 4, 5, -1, -1, 6, 7, -1, -1
#define HIGH_PAIRS 8, 9, -1, -1, 10, 11, -1, -1, 12, 13, -1, -1, 14, 15, -1, -1
#define PAIRS_ON {-1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0}
#define STORE_PAIRS(at)                                                                            \
    F_(store_masked_f32)(at, __builtin_shufflevector(value, value, LOW_PAIRS), (T_(i32))PAIRS_ON);  \
    F_(store_masked_f32)(at + 64, __builtin_shufflevector(value, value, HIGH_PAIRS), (T_(i32))PAIRS_ON);
#elif LANES == 8
#define PAIRS 0, 1, 4, 5, 8, 9, 12, 13
#define STORE_PAIRS(at)                                                                            \
    for (int lane = 0; lane < 8; lane++)                                                           \
        WCC_AT(float, at + (lane / 2 * 4 + lane % 2) * 4) = value[lane];
#endif
#if LANES >= 8
WAY(load_shuffled, STRIDED(2) KEEP(__builtin_shufflevector(F_(load_f32)(AT(first)), F_(load_f32)(AT(first + LANES)), PAIRS)))
WAY(store_shuffled, STRIDED(2) { STORE_PAIRS((char *)AT(first)) })
#else
#define load_shuffled NULL
#define store_shuffled NULL
#endif
WAY(load_stride_33, STRIDED(33) KEEP(F_(load_steps_f32)(AT(first), AT(first + 33 * LANES / 2), 132)))
#if LANES >= 8
WAY(load_halves_stride_2, HALVES KEEP(F_(load_halves_stride_2_f32)(AT(first), AT(second))))
#else
#define load_halves_stride_2 NULL
#endif
WAY(load_triples, const int32_t first = FIRST(data->steps); T_(f32) x; T_(f32) y; T_(f32) z; if (INSIDE(first, LANES)) {
    F_(load_3_f32)(AT(first / 3), &x, &y, &z);
    KEEP(x) KEEP(y) KEEP(z) })
WAY(store_triples, const int32_t first = FIRST(data->steps); if (INSIDE(first, LANES))
    F_(store_3_f32)(AT(first / 3), value, value, value);)

/* Two lanes to an element. */
#if LANES >= 8
WAY(load_window, const T_(i32) index = INDEX(data->steps) >> 1;
    const int32_t start = wcc_window(F_(lower_end)(index), 2 * LANES, COUNT);
    if (WCC_LIKELY(start >= 0 && F_(in_window)(index, start)))
    KEEP((T_(f32))F_(look_up_two_i32)(AT(start), index - F_(splat_i32)(start))))
WAY(load_crowded, const int32_t first = FIRST(data->steps) >> 1; const T_(i32) index = INDEX(data->steps) >> 1;
    if (INSIDE(first, LANES))
    KEEP((T_(f32))F_(look_up_one_i32)(AT(first), index - F_(splat_i32)(first))))
#else
#define load_window NULL
#define load_crowded NULL
#endif

/* A word for the lanes of a vector, or for some up to a multiple of 32 and the next one for the others. */
#define WORD_AT(index) ((uint32_t)(index) < COUNT ? *(float *)AT(index) : 0)
WAY(load_pieces, const int32_t first = FIRST(data->steps) >> 5; KEEP(F_(splat_f32)(WORD_AT(first))))
WAY(load_two_places, const int32_t source = FIRST(data->steps) + 3; const int32_t first = source >> 5;
    const int32_t last = (source + LANES - 1) >> 5;
    const T_(i32) is_first = F_(linear_i32)(source & 31, 1) < F_(splat_i32)(32);
    KEEP(F_(select_f32)(is_first, F_(splat_f32)(WORD_AT(first)), F_(splat_f32)(WORD_AT(last)))))

/* Elements of four words. */
#define QUAD_OFFSET ((F_(load_i32)((data->places) + i) & F_(splat_i32)(COUNT / 4 - 1)) * F_(splat_i32)(16))
WAY(load_quads, T_(f32) x; T_(f32) y; T_(f32) z; T_(f32) w;
    F_(gather_4_f32)(AT(0), QUAD_OFFSET, &x, &y, &z, &w);
    KEEP(x) KEEP(y) KEEP(z) KEEP(w))
WAY(load_3_words, T_(f32) x; T_(f32) y; T_(f32) z;
    F_(gather_3_f32)(AT(0), QUAD_OFFSET, &x, &y, &z);
    KEEP(x) KEEP(y) KEEP(z))
WAY(load_2_words, T_(f32) x; T_(f32) y;
    F_(gather_2_f32)(AT(0), QUAD_OFFSET, &x, &y);
    KEEP(x) KEEP(y))
WAY(store_3_words, F_(scatter_3_f32)(memory, QUAD_OFFSET, value, value, value, ALL);)
WAY(store_2_words, F_(scatter_2_f32)(memory, QUAD_OFFSET, value, value, ALL);)
WAY(load_quads_stepped, const int32_t first = FIRST(data->steps); T_(f32) x; T_(f32) y; T_(f32) z; T_(f32) w;
    if (INSIDE(first / 2, 8 * LANES)) {
    F_(load_steps_4_f32)(AT(first / 2), AT(first / 2 + 4 * LANES), 32, &x, &y, &z, &w);
    KEEP(x) KEEP(y) KEEP(z) KEEP(w) })
WAY(store_quads, F_(scatter_4_f32)(memory, QUAD_OFFSET, value, value, value, value, ALL);)

/* Halfwords and double words. */
#define SHORT_OFFSET (F_(load_i32)((data->places) + i) * F_(splat_i32)(2))
#define WIDE_OFFSET (F_(load_i32)((data->places) + i) * F_(splat_i32)(8))
#define SHORTS WCC_CONVERT((T_(i32))value, T_(i16))
#define LONGS WCC_CONVERT((T_(i32))value, T_(i64))
#define KEEP_SHORTS(...) KEEP((T_(f32))WCC_CONVERT(__VA_ARGS__, T_(i32)))
#define KEEP_LONGS(...) do { T_(i64) kept = __VA_ARGS__; __asm__ volatile("" : : "m"(kept)); } while (0);
WAY(store_masked_shorts, F_(store_masked_i16)(AT(i / 2), SHORTS, MOST);)
WAY(load_short_lanes, KEEP_SHORTS(F_(gather_i16)(memory, SHORT_OFFSET, ALL)))
WAY(store_short_lanes, F_(scatter_i16)(memory, SHORT_OFFSET, SHORTS, ALL);)
WAY(store_masked_longs, F_(store_masked_i64)(AT(2 * i), LONGS, MOST);)
#if LANES >= 8
WAY(load_short_stride_3, STRIDED(3) KEEP_SHORTS(F_(load_strides_i16)(AT(first), 3)))
WAY(load_long_stride_2, STRIDED(4) KEEP_LONGS(F_(load_halves_strides_i64)(AT(first), AT(first + 2 * LANES), 2)))
#else
#define load_short_stride_3 NULL
#define load_long_stride_2 NULL
#endif
WAY(load_long_lanes, KEEP_LONGS(F_(gather_i64)(memory, WIDE_OFFSET, ALL)))
WAY(store_long_lanes, F_(scatter_i64)(memory, WIDE_OFFSET, LONGS, ALL);)

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Nanoseconds for 16 lanes; `pieces`: how many components' pieces a call does. */
static double measure(Way *way, Data *data, int pieces)
{
    double least = 1e9;
    for (int series = 0; series < SERIES; series++) {
        double start = cpu_seconds();
        for (int turn = 0; turn < TURNS; turn++)
            way(data);
        double seconds = cpu_seconds() - start;
        least = seconds < least ? seconds : least;
    }
    return least * 1e9 / TURNS / (COUNT / 16) / pieces;
}

static void show(Data *data, const char *name, Way *load, Way *store, int pieces)
{
    printf("%-16s", name);
    if (load != NULL)
        printf(" %8.2f", measure(load, data, pieces));
    else
        printf(" %8s", "-");
    if (store != NULL)
        printf(" %8.2f", measure(store, data, pieces));
    printf("\n");
}

int main(void)
{
    static _Alignas(64) float memory[2 * COUNT];
    static _Alignas(64) int32_t places[COUNT], steps[COUNT];
    Data data = {.memory = memory, .places = places, .steps = steps};
    for (int i = 0; i < COUNT; i++) {
        places[i] = (int32_t)((uint32_t)i * 2654435761u >> 7) % COUNT;
        steps[i] = i;
    }
    printf("%d lanes            load    store  (ns for 16 lanes)\n", LANES);
    show(&data, "broadcast", load_broadcast, store_broadcast, 1);
    show(&data, "contiguous", load_contiguous, store_contiguous, 1);
    show(&data, "masked", NULL, store_masked, 1);
    show(&data, "rows", load_rows, store_rows, 1);
    show(&data, "halves", load_halves, store_halves, 1);
    show(&data, "column", load_column, store_column, 4);
    show(&data, "mixed", load_mixed, store_mixed, 1);
    show(&data, "permuted", load_permuted, NULL, 1);
    show(&data, "permuted, of two", load_permuted_two, NULL, 1);
    show(&data, "permuted, of 4", load_permuted_four, NULL, 1);
    show(&data, "tested_rows", load_tested, store_tested, 1);
    show(&data, "lanes", load_lanes, store_lanes, 1);
    show(&data, "coherent", load_coherent, store_coherent, 1);
    show(&data, "stride 2", load_stride_2, store_stride_2, 1);
    show(&data, "stride 3", load_stride_3, NULL, 1);
    show(&data, "stride 4", load_stride_4, store_stride_4, 1);
    show(&data, "stride 5", load_stride_5, NULL, 1);
    show(&data, "stride 8", load_stride_8, store_stride_8, 1);
    show(&data, "stride 33", load_stride_33, NULL, 1);
    show(&data, "shuffled", load_shuffled, store_shuffled, 1);
    show(&data, "stride 2, halves", load_halves_stride_2, NULL, 1);
    show(&data, "3 components", load_triples, store_triples, 3);
    show(&data, "window", load_window, NULL, 1);
    show(&data, "crowded", load_crowded, NULL, 1);
    show(&data, "pieces", load_pieces, NULL, 1);
    show(&data, "two places", load_two_places, NULL, 1);
    show(&data, "quads", load_quads, store_quads, 4);
    show(&data, "quads, 3 words", load_3_words, store_3_words, 3);
    show(&data, "quads, 2 words", load_2_words, store_2_words, 2);
    show(&data, "quads, stepped", load_quads_stepped, NULL, 4);
    show(&data, "masked, 16 bit", NULL, store_masked_shorts, 1);
    show(&data, "lanes, 16 bit", load_short_lanes, store_short_lanes, 1);
    show(&data, "stride 3, 16 bit", load_short_stride_3, NULL, 1);
    show(&data, "stride 2, 64 bit", load_long_stride_2, NULL, 1);
    show(&data, "masked, 64 bit", NULL, store_masked_longs, 1);
    show(&data, "lanes, 64 bit", load_long_lanes, store_long_lanes, 1);
    return 0;
}
