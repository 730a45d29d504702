/* Whole HLSL programs at random, against an interpreter of their trees. */
#include "test.h"

#include "programs/programs.h"

enum { PROGRAMS = 300 };

TEST(random_programs_compute_what_their_trees_say)
{
    for (uint32_t seed = 1; seed <= PROGRAMS; seed++) {
        Arena *arena = arena_new("program");
        Program *program = random_program_new(arena, seed, 20);
        const char *why = random_program_judge(arena, program, seed);
        if (why != NULL)
            fail_msg("build/fuzz-programs %u %u size=20: %s", seed, seed + 1, why);
        random_program_drop(program);
        arena_drop(arena);
    }
}
