/* The wide filter, in several orders of groups, against plain C. */
#include <string.h>

#include "sample.h"

enum { WIDTH = 100, HEIGHT = 70, TEXELS = WIDTH * HEIGHT };

static float in[TEXELS], want[TEXELS];

static float texel(int x, int y) { return x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT ? in[y * WIDTH + x] : 0; }

static void filter(void)
{
    for (int i = 0; i < TEXELS; i++) {
        double sum = 0;
        for (int tap = 0; tap < 169; tap++)
            sum += (double)texel(i % WIDTH + 4 * (tap % 13 - 6), i / WIDTH + 4 * (tap / 13 - 6));
        want[i] = (float)(sum / 169);
    }
}

static void check(const char *program, Setting setting, void *context)
{
    static const char *const ORDERS[] = {"linear", "tile-x:4", "tile-y:4", "morton"};
    static float got[TEXELS];
    const char *order = ORDERS[(setting.wave_size / 8 + setting.workers) % 4];
    (void)context;
    sample_run(program, setting, "--in gInput=%s --size gOutput=%dx%d --out gOutput=%s --order %s",
               test_build_path("tests/wide_filter/in.npy"), WIDTH, HEIGHT, test_build_path("tests/wide_filter/out.npy"), order);
    npy_read(test_build_path("tests/wide_filter/out.npy"), "f4", got, (Shape){2, {HEIGHT, WIDTH}});
    sample_expect_floats(order, got, want, TEXELS, 1e-5f);
}

SLOW_TEST(a_wide_filter_is_the_model_s_in_each_order_of_groups)
{
    const char *program = sample_compile("wide_filter", "wide_filter", "--wave-size=all");
    sample_fill_noise(in, TEXELS, 5);
    npy_write(test_build_path("tests/wide_filter/in.npy"), "f4", in, (Shape){2, {HEIGHT, WIDTH}});
    filter();
    sample_at_all_settings(program, check, NULL);
}
