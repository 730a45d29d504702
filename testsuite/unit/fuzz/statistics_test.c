/* The generator's kernels take every way of touching memory that plans know, and give every pass something to do. */
#include "fuzz.h"
#include "test.h"

enum { MOST_SEEDS = 3000, SIZE = 60 };

static int count_missing(const char *const *names, const bool *reached)
{
    int missing = 0;
    for (int reach = 0; reach < fuzz_reach_count(); reach++)
        missing += names[reach] != NULL && !reached[reach];
    return missing;
}

/* Together they reached all of it when they were chosen, each what few others do. */
static const uint32_t CHOSEN[] = {12, 30, 67, 86, 90, 95, 138, 172, 219, 251, 289, 314, 317, 357, 377, 455,
                                  505, 510, 568, 679, 695, 697, 701, 767, 793, 805, 821, 831, 863, 879, 956, 1011,
                                  1076, 1082, 1145, 1243, 1245, 1351, 1456, 1545, 1637, 1727, 2243, 2326, 2468, 2827, 2944, 3907};

static void note_seed(uint32_t seed, bool *reached)
{
    Arena *arena = arena_new("test");
    fuzz_note_reached(arena, fuzz_generate(arena, seed, SIZE), 4 << seed % 3, reached);
    arena_drop(arena);
}

/* Then as many seeds as it takes. */
SLOW_TEST(random_kernels_reach_every_way_of_touching_memory_and_every_pass)
{
    Arena *all = arena_new("test");
    bool *reached = ARENA_ARRAY(all, bool, fuzz_reach_count());
    const char **names = ARENA_ARRAY(all, const char *, fuzz_reach_count());
    for (int reach = 0; reach < fuzz_reach_count(); reach++)
        names[reach] = fuzz_reach_name(all, reach);
    for (int i = 0; i < COUNT_OF(CHOSEN); i++)
        note_seed(CHOSEN[i], reached);
    for (uint32_t seed = 1; seed <= MOST_SEEDS && count_missing(names, reached) > 0; seed++)
        note_seed(seed, reached);
    for (int reach = 0; reach < fuzz_reach_count(); reach++)
        if (names[reach] != NULL && !reached[reach])
            print_error("never reached: %s\n", names[reach]);
    int missing = count_missing(names, reached);
    arena_drop(all);
    assert_int_equal(missing, 0);
}

/* The seed is one of a kernel whose groups a call asks at once. */
TEST(what_a_call_asks_once_for_all_of_its_groups_is_noted)
{
    enum { SEED = 8200085, LANES = 8 };
    Arena *arena = arena_new("test");
    bool *reached = ARENA_ARRAY(arena, bool, fuzz_reach_count()), is_noted = false;
    fuzz_note_reached(arena, fuzz_generate(arena, SEED, SIZE), LANES, reached);
    for (int reach = 0; reach < fuzz_reach_count(); reach++) {
        const char *name = fuzz_reach_name(arena, reach);
        is_noted |= reached[reach] && name != NULL && strcmp(name, "waves that ask together") == 0;
    }
    arena_drop(arena);
    assert_true(is_noted);
}
