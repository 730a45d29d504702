/* Matrix product, n-body step and Mandelbrot set. */
#include <stdlib.h>
#include <string.h>

#include "models.h"
#include "sample.h"

/* ---- matrix product; no side is a multiple of the tile's ---- */

enum { ROWS = 50, COLUMNS = 37, INNER = 45 };

static void check_matmul(const char *program, Setting setting, void *context)
{
    static float got[ROWS * COLUMNS];
    const char *out = test_build_path("tests/matmul/c.npy");
    sample_run(program, setting, "--in gA=%s --in gB=%s --size gC=%d --out gC=%s --set gRows=%d --set gColumns=%d --set gInner=%d --threads %d,%d,1",
               test_build_path("tests/matmul/a.npy"), test_build_path("tests/matmul/b.npy"), ROWS * COLUMNS, out, ROWS, COLUMNS, INNER, COLUMNS, ROWS);
    npy_read(out, "f4", got, (Shape){1, {ROWS * COLUMNS}});
    sample_expect_floats("product", got, context, ROWS * COLUMNS, 1e-5f);
}

SLOW_TEST(matmul_is_the_model_s)
{
    static float a[ROWS * INNER], b[INNER * COLUMNS], want[ROWS * COLUMNS];
    const char *program = sample_compile("matmul", "matmul", "--wave-size=all");
    sample_fill_noise(a, ROWS * INNER, 6);
    sample_fill_noise(b, INNER * COLUMNS, 7);
    npy_write(test_build_path("tests/matmul/a.npy"), "f4", a, (Shape){1, {ROWS * INNER}});
    npy_write(test_build_path("tests/matmul/b.npy"), "f4", b, (Shape){1, {INNER * COLUMNS}});
    matmul_model(a, b, want, ROWS, COLUMNS, INNER);
    sample_at_all_settings(program, check_matmul, want);
}

/* ---- n-body; not a multiple of the group's 256 ---- */

enum { BODIES = 600 };
static const Shape BODY_SHAPE = {2, {BODIES, 4}};

typedef struct Bodies {
    Body positions[BODIES], velocities[BODIES];
} Bodies;

static void check_nbody(const char *program, Setting setting, void *context)
{
    static Bodies got;
    const Bodies *want = context;
    sample_run(program, setting, "--in gPositions=%s --in gVelocities=%s --size gNewPositions=%d --size gNewVelocities=%d --out gNewPositions=%s --out gNewVelocities=%s "
               "--set gBodyCount=%d --set gTimeStep=0.01 --set gSofteningSquared=0.01 --set gDamping=0.99 --threads %d,1,1",
               test_build_path("tests/nbody/positions.npy"), test_build_path("tests/nbody/velocities.npy"), BODIES, BODIES,
               test_build_path("tests/nbody/new_positions.npy"), test_build_path("tests/nbody/new_velocities.npy"), BODIES, BODIES);
    npy_read(test_build_path("tests/nbody/new_positions.npy"), "f4", got.positions, BODY_SHAPE);
    npy_read(test_build_path("tests/nbody/new_velocities.npy"), "f4", got.velocities, BODY_SHAPE);
    sample_expect_floats("position", &got.positions[0].x, &want->positions[0].x, BODIES * 4, 1e-5f);
    sample_expect_floats("velocity", &got.velocities[0].x, &want->velocities[0].x, BODIES * 4, 1e-3f);
}

SLOW_TEST(nbody_step_is_the_model_s)
{
    static Bodies start, want;
    const char *program = sample_compile("nbody", "nbody", "--wave-size=all");
    sample_fill_noise(&start.positions[0].x, BODIES * 8, 8);
    npy_write(test_build_path("tests/nbody/positions.npy"), "f4", start.positions, BODY_SHAPE);
    npy_write(test_build_path("tests/nbody/velocities.npy"), "f4", start.velocities, BODY_SHAPE);
    nbody_model(start.positions, start.velocities, want.positions, want.velocities, BODIES, 0.01f, 0.01f, 0.99f);
    sample_at_all_settings(program, check_nbody, &want);
}

/* ---- Mandelbrot set ---- */

enum { WIDTH = 173, HEIGHT = 118, PIXELS = WIDTH * HEIGHT };
static const View VIEW = {{-0.5f, 0.0f}, 0.02f, 256};

static void run_mandelbrot(const char *program, Setting setting, const char *folder, uint32_t *got)
{
    const char *out = test_build_path("tests/%s/iterations.npy", folder);
    sample_run(program, setting, "-e IterationsCS --size gIterations=%dx%d --out gIterations=%s --set gCentre=-0.5,0 --set gScale=0.02 --set gMaxIterations=256 --threads %d,%d,1",
               WIDTH, HEIGHT, out, WIDTH, HEIGHT);
    npy_read(out, "u4", got, (Shape){2, {HEIGHT, WIDTH}});
}

/* Contraction to fma moves pixels near the set's border: one in a hundred may differ. */
static void check_nearly(const char *program, Setting setting, void *context)
{
    static uint32_t got[PIXELS];
    const uint32_t *want = context;
    int different = 0;
    run_mandelbrot(program, setting, "mandelbrot", got);
    for (int i = 0; i < PIXELS; i++)
        different += got[i] != want[i];
    assert_in_range(different, 0, PIXELS / 100);
}

static void check_exactly(const char *program, Setting setting, void *context)
{
    static uint32_t got[PIXELS];
    run_mandelbrot(program, setting, "mandelbrot-strict", got);
    sample_expect_words("iterations", got, context, PIXELS);
}

SLOW_TEST(mandelbrot_is_nearly_the_model_s)
{
    static uint32_t want[PIXELS];
    mandelbrot_model(want, WIDTH, HEIGHT, VIEW);
    sample_at_all_settings(sample_compile("mandelbrot", "mandelbrot", "-E IterationsCS --wave-size=all"), check_nearly, want);
}

SLOW_TEST(strict_mandelbrot_is_the_model_s_bit_by_bit)
{
    static uint32_t want[PIXELS];
    mandelbrot_model(want, WIDTH, HEIGHT, VIEW);
    sample_at_all_settings(sample_compile("mandelbrot", "mandelbrot-strict", "-E IterationsCS --fp=strict --wave-size=all"), check_exactly, want);
}
