/* The generator's kernels take every way of touching memory that plans know, and give every pass something to do. */
#include "fuzz.h"
#include "test.h"

enum { SEEDS = 3000, SIZE = 60 };

TEST(random_kernels_reach_every_way_of_touching_memory_and_every_pass)
{
    Arena *all = arena_new("test");
    bool *reached = ARENA_ARRAY(all, bool, fuzz_reach_count());
    int missing = 0;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        Arena *arena = arena_new("test");
        fuzz_note_reached(arena, fuzz_generate(arena, seed, SIZE), 4 << seed % 3, reached);
        arena_drop(arena);
    }
    for (int reach = 0; reach < fuzz_reach_count(); reach++) {
        const char *name = fuzz_reach_name(all, reach);
        if (name != NULL && !reached[reach])
            print_error("never reached: %s\n", name);
        missing += name != NULL && !reached[reach];
    }
    arena_drop(all);
    assert_int_equal(missing, 0);
}
