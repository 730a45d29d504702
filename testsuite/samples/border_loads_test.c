/* Borders loaded by four waves, at 1 to 64 waves a group. */
#include <string.h>

#include "models.h"
#include "sample.h"

enum { WIDTH = 48, HEIGHT = 32, TEXELS = WIDTH * HEIGHT, MOST_WAVES = 64 };

typedef struct BorderCase {
    int threads;
    uint32_t image[TEXELS], want[TEXELS];
} BorderCase;

/* The paper's table: which borders (a bit each) each wave loads when there are 8, 4, 2 and 1. */
static const uint32_t PAPER[4][8] = {{1, 2, 4, 8, 0, 0, 0, 0}, {1, 2, 4, 8}, {1 | 4, 2 | 8}, {1 | 2 | 4 | 8}};

static void check_loads(const uint32_t *loads, int waves)
{
    uint32_t want[MOST_WAVES] = {1, 2, 4, 8};
    if (waves <= 8)
        memcpy(want, PAPER[waves == 8 ? 0 : waves == 4 ? 1 : waves == 2 ? 2 : 3], sizeof *want * (size_t)waves);
    sample_expect_words("borders of a wave", loads, want, (size_t)waves);
}

static void check(const char *program, Setting setting, void *context)
{
    const BorderCase *test = context;
    uint32_t got[TEXELS], loads[MOST_WAVES] = {0};
    int waves = (test->threads + setting.wave_size - 1) / setting.wave_size;
    const char *result = test_build_path("tests/border_loads/result.npy"), *loaded = test_build_path("tests/border_loads/loads.bin");
    sample_run(program, setting, "--in Image=%s --size Result=%dx%d --out Result=%s --size Loads=%d --out Loads=%s --dispatch 3,2,1",
               test_build_path("tests/border_loads/image.npy"), WIDTH, HEIGHT, result, waves, loaded);
    npy_read(result, "u4", got, (Shape){2, {HEIGHT, WIDTH}});
    bin_read(loaded, loads, sizeof *loads * (size_t)waves);
    sample_expect_words("texel", got, test->want, TEXELS);
    check_loads(loads, waves);
}

static void run_case(const char *options, int threads)
{
    BorderCase test = {.threads = threads};
    const char *program = sample_compile("border_loads", "border_loads", options);
    for (uint32_t i = 0; i < TEXELS; i++)
        test.image[i] = (uint32_t)(sample_noise(i) * 1000);
    npy_write(test_build_path("tests/border_loads/image.npy"), "u4", test.image, (Shape){2, {HEIGHT, WIDTH}});
    border_loads_model(test.image, test.want, WIDTH, HEIGHT);
    sample_at_all_settings(program, check, &test);
}

SLOW_TEST(four_waves_load_the_borders_at_2_to_64_waves_a_group) { run_case("--wave-size=all", 256); }
SLOW_TEST(fewer_waves_load_several_borders) { run_case("-DWIDTH=16 -DHEIGHT=1 --wave-size=all -O1", 16); }
SLOW_TEST(borders_are_whole_in_another_order_of_lanes) { run_case("--wave-size=all --lane-order=tile -O1", 256); }
