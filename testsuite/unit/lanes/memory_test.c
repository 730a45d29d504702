/* Loads of memory in parts: lanes that are off, or lie outside, are neither read nor anything but 0. */
#include <stdlib.h>

#include "lanes_test.h"

enum { COUNT = 64 };

/* Pages of their own would be needed to see what is read; ASan sees it here. */
static int32_t *new_words(void)
{
    int32_t *words = malloc(COUNT * sizeof *words);
    for (int i = 0; i < COUNT; i++)
        words[i] = 1000 + i;
    return words;
}

static int32_t word_of(int64_t index) { return index >= 0 && index < COUNT ? 1000 + (int32_t)index : 0; }

/* By lane an index; outside of the words the lane is off. */
typedef int32_t IndexOf(int lane, int shift);

#define TRY_GATHER(width)                                                                                  \
    OUT_OF_LINE void try_gather_##width(const int32_t *words, IndexOf *index_of, int shift)                 \
    {                                                                                                       \
        i32x##width offset = {0}, on = {0};                                                                 \
        for (int lane = 0; lane < width; lane++) {                                                          \
            int32_t index = index_of(lane, shift);                                                          \
            offset[lane] = index * 4;                                                                       \
            on[lane] = -(index >= 0 && index < COUNT && lane != (shift & 31));                            \
        }                                                                                                   \
        i32x##width got = rare_gather_i32x##width(words, offset, on);                                       \
        f32x##width same = rare_gather_f32x##width(words, offset, on);                                      \
        for (int lane = 0; lane < width; lane++) {                                                          \
            int32_t want = on[lane] ? word_of(index_of(lane, shift)) : 0;                                   \
            if (got[lane] != want || ((i32x##width)same)[lane] != want)                                     \
                WRONG("rare_gather", width, lane, got[lane], want);                                         \
        }                                                                                                   \
    }
TRY_GATHER(4)
TRY_GATHER(8)
TRY_GATHER(16)

#define TRY_HALVES(width)                                                                                  \
    OUT_OF_LINE void try_halves_##width(const int32_t *words, int low, int high, unsigned bits)             \
    {                                                                                                       \
        i32x##width on = {0};                                                                               \
        for (int lane = 0; lane < width; lane++) {                                                          \
            int index = lane < width / 2 ? low + lane : high + lane - width / 2;                            \
            on[lane] = -((bits >> lane & 1) != 0 && index >= 0 && index < COUNT);                           \
        }                                                                                                   \
        i32x##width got = load_masked_halves_i32x##width(words + low, words + high, on);                    \
        for (int lane = 0; lane < width; lane++) {                                                          \
            int index = lane < width / 2 ? low + lane : high + lane - width / 2;                            \
            if (got[lane] != (on[lane] ? word_of(index) : 0))                                               \
                WRONG("load_masked_halves", width, lane, got[lane], word_of(index));                        \
        }                                                                                                   \
    }
TRY_HALVES(8)
TRY_HALVES(16)

static int32_t steps(int lane, int shift) { return lane + shift; }
static int32_t wraps(int lane, int shift) { return (lane + shift) & (COUNT - 1); }
static int32_t clamps_low(int lane, int shift) { return lane + shift < 3 ? 3 : lane + shift; }
static int32_t clamps_high(int lane, int shift) { return lane + shift > 40 ? 40 : lane + shift; }
static int32_t is_anything(int lane, int shift) { return (lane * 37 + shift * 11) % 90 - 10; }
static int32_t is_the_same(int lane, int shift) { return lane * 0 + shift; }

TEST(lanes_of_a_wrap_a_clamp_or_anything_load_what_is_there)
{
    static IndexOf *const INDICES[] = {steps,       wraps,       clamps_low,
                                       clamps_high, is_anything, is_the_same};
    int32_t *words = new_words();
    for (int i = 0; i < (int)(sizeof INDICES / sizeof *INDICES); i++)
        for (int shift = -20; shift < COUNT + 20; shift++) {
            try_gather_4(words, INDICES[i], shift);
            try_gather_8(words, INDICES[i], shift);
            try_gather_16(words, INDICES[i], shift);
        }
    free(words);
}

TEST(halves_of_a_vector_load_the_lanes_that_are_on)
{
    int32_t *words = new_words();
    for (int low = -9; low < COUNT + 9; low += 3)
        for (int high = -9; high < COUNT + 9; high++) {
            try_halves_8(words, low, high, 0xd7ff & (0xffffu << (high & 3)));
            try_halves_16(words, low, high, 0xfffeu << (low & 3));
        }
    free(words);
}
