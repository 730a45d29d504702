/* The generator's kernels take every way of touching memory that plans know. */
#include <stdlib.h>

#include "fuzz.h"
#include "test.h"

enum { SEEDS = 1500, SIZE = 60 };

TEST(random_kernels_take_every_way_of_touching_memory)
{
    bool *taken = calloc((size_t)fuzz_way_count(), sizeof *taken);
    int missing = 0;
    assert_non_null(taken);
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        Arena *arena = arena_new("test");
        fuzz_note_ways(arena, fuzz_generate(arena, seed, SIZE), 4 << seed % 3, taken);
        arena_drop(arena);
    }
    for (int way = 0; way < fuzz_way_count(); way++) {
        if (!taken[way])
            print_error("never taken: %s\n", fuzz_way_name(way));
        missing += !taken[way];
    }
    free(taken);
    assert_int_equal(missing, 0);
}
