/* The generator's kernels take every way of touching memory that plans know, and give every pass something to do. */
#include "fuzz.h"
#include "test.h"

enum { MOST_SEEDS = 3000, SEEDS_AT_ONCE = 50, SIZE = 60 };

static int count_missing(const char *const *names, const bool *reached)
{
    int missing = 0;
    for (int reach = 0; reach < fuzz_reach_count(); reach++)
        missing += names[reach] != NULL && !reached[reach];
    return missing;
}

/* As many seeds as it takes. */
SLOW_TEST(random_kernels_reach_every_way_of_touching_memory_and_every_pass)
{
    Arena *all = arena_new("test");
    bool *reached = ARENA_ARRAY(all, bool, fuzz_reach_count());
    const char **names = ARENA_ARRAY(all, const char *, fuzz_reach_count());
    for (int reach = 0; reach < fuzz_reach_count(); reach++)
        names[reach] = fuzz_reach_name(all, reach);
    for (uint32_t seed = 1; seed <= MOST_SEEDS; seed++) {
        Arena *arena = arena_new("test");
        fuzz_note_reached(arena, fuzz_generate(arena, seed, SIZE), 4 << seed % 3, reached);
        arena_drop(arena);
        if (seed % SEEDS_AT_ONCE == 0 && count_missing(names, reached) == 0)
            break;
    }
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
