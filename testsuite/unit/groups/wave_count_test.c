/* GroupGetWaveCount() as a constant, at every wave size and for groups of all kinds (proposal 0048 of
 * hlsl-specs): one wave, most waves, sizes that are no power of two, one, two and three sides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "groups.h"
#include "process.h"

enum { MOST = 1024, WORDS = 12 };

static void check_group(const char *program, Setting setting, void *context)
{
    const uint32_t *sides = context;
    uint32_t got[MOST], want[MOST], threads = sides[0] * sides[1] * sides[2], w = (uint32_t)setting.wave_size, n = (threads + w - 1) / w;
    const uint32_t words[WORDS] = {n, n * (n + 1) / 2, (n + 1) * 2, n - 1, 12, n * 2 - 1, n - 1, n * 4, 0, n > 1 ? 5 : 6, w, 0};
    for (uint32_t i = 0; i < threads; i++)
        want[i] = i % WORDS == 11 ? i / w + 1 : words[i % WORDS];
    groups_run(program, setting, "main", 1, "", got, threads);
    sample_expect_words("word", got, want, threads);
}

/* TABLE's initialiser must fit each wave size, so each has an executable of its own. */
static void check_sizes(int turn, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t sides[3] = {x, y, z};
    process_leave_c_as_written();
    for (int wave_size = 4; wave_size <= 128; wave_size *= 2, turn++) {
        if (turn % 3 != 0 && !test_runs_all()) /* two of the six */
            continue;
        char options[2048], folder[64];
        uint32_t count = (x * y * z + (uint32_t)wave_size - 1) / (uint32_t)wave_size;
        int length = snprintf(options, sizeof options, "-DSIDE_X=%u -DSIDE_Y=%u -DSIDE_Z=%u -O1 --wave-size=%d -DTABLE_VALUES=", x, y, z, wave_size);
        for (uint32_t k = 0; k <= count; k++)
            length += snprintf(options + length, sizeof options - (size_t)length, "%s0", k ? "," : "");
        snprintf(folder, sizeof folder, "wave_count-%u", x * y * z);
        check_group(groups_compile("wave_count", folder, options), (Setting){wave_size, 1}, sides);
    }
    process_optimise_c();
}

SLOW_TEST(the_wave_count_is_a_constant_of_one_thread) { check_sizes(0, 1, 1, 1); }
SLOW_TEST(the_wave_count_is_a_constant_of_a_group_of_one_side) { check_sizes(2, 100, 1, 1); }
SLOW_TEST(the_wave_count_is_a_constant_of_a_group_of_three_sides) { check_sizes(1, 6, 7, 3); }
SLOW_TEST(the_wave_count_is_a_constant_of_the_largest_group) { check_sizes(2, 32, 32, 1); }
