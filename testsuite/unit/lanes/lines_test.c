/* Sixteen words a lane: loaded and stored at places of their own, and a step apart. */
#include <string.h>

#include "lanes_test.h"

enum { WORDS = 16, COUNT = 1024, HALVES_APART = 400 };

/* A lane's words begin anywhere, and are of no other lane. */
static int place_of(int lane) { return (lane * 7 + 3) % 16 * 60 + lane % 5; }

#define OF_SIXTEEN(x)                                                                                         \
    x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15]
#define TO_SIXTEEN(x)                                                                                         \
    &x[0], &x[1], &x[2], &x[3], &x[4], &x[5], &x[6], &x[7], &x[8], &x[9], &x[10], &x[11], &x[12], &x[13],     \
        &x[14], &x[15]

#define TRY_LINES(width)                                                                                      \
    OUT_OF_LINE void try_gather_##width(const float *memory)                                                  \
    {                                                                                                         \
        i32x##width offset = {0};                                                                             \
        f32x##width words[WORDS];                                                                             \
        for (int lane = 0; lane < width; lane++)                                                              \
            offset[lane] = place_of(lane) * 4;                                                                \
        line_gather_f32x##width((const char *)memory, offset, TO_SIXTEEN(words));                               \
        for (int lane = 0; lane < width; lane++)                                                              \
            for (int k = 0; k < WORDS; k++)                                                                   \
                if (words[k][lane] != (float)(place_of(lane) + k))                                            \
                    WRONG("line_gather", width, lane, (int)words[k][lane], place_of(lane) + k);                 \
    }                                                                                                         \
    OUT_OF_LINE void try_scatter_##width(unsigned bits)                                                       \
    {                                                                                                         \
        float memory[COUNT] = {0}, want[COUNT] = {0};                                                         \
        i32x##width offset = {0}, on = {0};                                                                   \
        f32x##width words[WORDS];                                                                             \
        for (int lane = 0; lane < width; lane++) {                                                            \
            on[lane] = -(int32_t)(bits >> lane & 1);                                                          \
            offset[lane] = place_of(lane) * 4;                                                                \
            for (int k = 0; k < WORDS; k++) {                                                                 \
                words[k][lane] = (float)(100 * lane + k + 1);                                                 \
                if (on[lane] != 0)                                                                            \
                    want[place_of(lane) + k] = (float)(100 * lane + k + 1);                                   \
            }                                                                                                 \
        }                                                                                                     \
        line_scatter_f32x##width(memory, offset, OF_SIXTEEN(words), on);                                        \
        assert_memory_equal(memory, want, sizeof want);                                                       \
    }                                                                                                         \
    OUT_OF_LINE void try_steps_##width(const float *memory, int step)                                         \
    {                                                                                                         \
        float stored[COUNT] = {0}, want[COUNT] = {0};                                                         \
        const char *low = (const char *)(memory + (step < 0 ? 200 : 0)), *high = low + HALVES_APART * 4;      \
        f32x##width words[WORDS];                                                                             \
        line_load_steps_f32x##width(low, high, step * 4, TO_SIXTEEN(words));                                    \
        for (int lane = 0; lane < width; lane++)                                                              \
            for (int k = 0; k < WORDS; k++) {                                                                 \
                int place = (step < 0 ? 200 : 0) + (lane < width / 2 ? 0 : HALVES_APART) +                    \
                            lane % (width / 2) * step + k;                                                    \
                if (words[k][lane] != (float)place)                                                           \
                    WRONG("line_load_steps", width, lane, (int)words[k][lane], place);                          \
                want[(step < 0 ? 600 : 0) + lane * step + k] = words[k][lane];                                \
            }                                                                                                 \
        line_store_steps_f32x##width((char *)(stored + (step < 0 ? 600 : 0)), step * 4, OF_SIXTEEN(words));     \
        assert_memory_equal(stored, want, sizeof want);                                                       \
    }
TRY_LINES(4)
TRY_LINES(8)
TRY_LINES(16)

static void fill(float *memory)
{
    for (int i = 0; i < COUNT; i++)
        memory[i] = (float)i;
}

TEST(sixteen_words_of_each_lane_are_loaded_where_it_says)
{
    float memory[COUNT];
    fill(memory);
    try_gather_4(memory);
    try_gather_8(memory);
    try_gather_16(memory);
}

TEST(sixteen_words_of_the_lanes_that_are_on_are_stored)
{
    static const unsigned ON[] = {0xffff, 0, 1, 0x8000, 0x1234, 0xfffe};
    for (int i = 0; i < (int)(sizeof ON / sizeof *ON); i++) {
        try_scatter_4(ON[i]);
        try_scatter_8(ON[i]);
        try_scatter_16(ON[i]);
    }
}

TEST(sixteen_words_a_step_apart_are_loaded_and_stored)
{
    static const int STEPS[] = {16, 17, 25, -16, -23};
    float memory[COUNT];
    fill(memory);
    for (int i = 0; i < (int)(sizeof STEPS / sizeof *STEPS); i++) {
        try_steps_4(memory, STEPS[i]);
        try_steps_8(memory, STEPS[i]);
        try_steps_16(memory, STEPS[i]);
    }
}
