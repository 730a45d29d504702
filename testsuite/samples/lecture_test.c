/* The lecture's kernels but the blur: texture sum, VecAdd, waves, particles, thread identifiers. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "models.h"
#include "process.h"
#include "sample.h"

/* Paths in the test's folder. */
#define IN_FOLDER(folder, file) test_build_path("tests/%s/%s", folder, file)

/* ---- the sum of two textures; neither side is a multiple of the group's ---- */

enum { SUM_WIDTH = 67, SUM_HEIGHT = 35, SUM_PIXELS = SUM_WIDTH * SUM_HEIGHT };
static const Shape SUM_SHAPE = {3, {SUM_HEIGHT, SUM_WIDTH, 4}};

static void check_texture_sum(const char *program, Setting setting, void *context)
{
    static Pixel got[SUM_PIXELS];
    const char *out = IN_FOLDER("texture_sum", "sum.npy");
    sample_run(program, setting, "--in gInputA=%s --in gInputB=%s --out gOutput=%s --size gOutput=%dx%d --threads %d,%d,1",
               IN_FOLDER("texture_sum", "a.npy"), IN_FOLDER("texture_sum", "b.npy"), out, SUM_WIDTH, SUM_HEIGHT, SUM_WIDTH, SUM_HEIGHT);
    npy_read(out, "f4", got, SUM_SHAPE);
    sample_expect_floats("sum", &got[0].red, context, SUM_PIXELS * 4, 0);
}

SLOW_TEST(texture_sum_is_the_model_s)
{
    static Pixel a[SUM_PIXELS], b[SUM_PIXELS], want[SUM_PIXELS];
    const char *program = sample_compile("texture_sum", "texture_sum", "--wave-size=all");
    sample_fill_noise(&a[0].red, SUM_PIXELS * 4, 1);
    sample_fill_noise(&b[0].red, SUM_PIXELS * 4, 2);
    npy_write(IN_FOLDER("texture_sum", "a.npy"), "f4", a, SUM_SHAPE);
    npy_write(IN_FOLDER("texture_sum", "b.npy"), "f4", b, SUM_SHAPE);
    texture_sum_model(a, b, want, SUM_WIDTH, SUM_HEIGHT);
    sample_at_all_settings(program, check_texture_sum, want);
}

/* ---- VecAdd: the lecture's data, and the file that it prints ---- */

enum { VECADD_COUNT = 32 };

static void fill_vecadd(VecAddData a[VECADD_COUNT], VecAddData b[VECADD_COUNT])
{
    for (int i = 0; i < VECADD_COUNT; i++) {
        float n = (float)i;
        a[i] = (VecAddData){{n, n, n}, {n, 0}};
        b[i] = (VecAddData){{(float)-i, n, 0}, {0, (float)-i}};
    }
}

/* results.txt as the lecture shows it. */
static char *vecadd_results(const VecAddData sum[VECADD_COUNT])
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    assert_non_null(file);
    for (int i = 0; i < VECADD_COUNT; i++)
        fprintf(file, "(%g, %g, %g, %g, %g)\n", (double)sum[i].v1[0], (double)sum[i].v1[1], (double)sum[i].v1[2], (double)sum[i].v2[0],
                (double)sum[i].v2[1]);
    fclose(file);
    return text;
}

static void check_vecadd(const char *program, Setting setting, void *context)
{
    const char *out = IN_FOLDER("vecadd", "results.txt");
    sample_run(program, setting, "--in gInputA=%s --in gInputB=%s --size gOutput=%d --out gOutput=%s --dispatch 1,1,1",
               IN_FOLDER("vecadd", "a.bin"), IN_FOLDER("vecadd", "b.bin"), VECADD_COUNT, out);
    char *results = file_read(out, NULL);
    assert_non_null(results);
    assert_string_equal(results, context);
    free(results);
}

SLOW_TEST(vecadd_writes_the_lecture_s_results)
{
    VecAddData a[VECADD_COUNT], b[VECADD_COUNT], sum[VECADD_COUNT];
    const char *program = sample_compile("vecadd", "vecadd", "--wave-size=all");
    fill_vecadd(a, b);
    vecadd_model(a, b, sum, VECADD_COUNT);
    file_write(IN_FOLDER("vecadd", "a.bin"), a, sizeof a);
    file_write(IN_FOLDER("vecadd", "b.bin"), b, sizeof b);
    char *want = vecadd_results(sum);
    assert_non_null(strstr(want, "(0, 62, 31, 31, -31)\n"));
    sample_at_all_settings(program, check_vecadd, want);
    free(want);
}

/* ---- the wave equation: a drop falls, then three steps ---- */

enum { GRID_WIDTH = 50, GRID_HEIGHT = 37, GRID_POINTS = GRID_WIDTH * GRID_HEIGHT, GRID_STEPS = 3, DROP_X = 49, DROP_Y = 12 };
static const Shape GRID_SHAPE = {2, {GRID_HEIGHT, GRID_WIDTH}};
static const WaveConstants WATER = {-0.9f, 1.1f, 0.18f};

static void run_waves(const char *program, Setting setting)
{
    sample_run(program, setting, "-e DisturbWavesCS --in gCurrSolInput=%s --out gCurrSolInput=%s --set gDisturbIndex=%d,%d --set gDisturbMag=0.5 --dispatch 1,1,1",
               IN_FOLDER("wave_equation", "start.npy"), IN_FOLDER("wave_equation", "grid0.npy"), DROP_X, DROP_Y);
    for (int step = 0; step < GRID_STEPS; step++) {
        const char *previous = step ? test_build_path("tests/wave_equation/grid%d.npy", step - 1) : IN_FOLDER("wave_equation", "start.npy");
        sample_run(program, setting, "-e UpdateWavesCS --in gPrevSolInput=%s --in gCurrSolInput=%s --out gNextSolOutput=%s --size gNextSolOutput=%dx%d "
                   "--set gWaveConstant0=%g --set gWaveConstant1=%g --set gWaveConstant2=%g --threads %d,%d,1",
                   previous, test_build_path("tests/wave_equation/grid%d.npy", step), test_build_path("tests/wave_equation/grid%d.npy", step + 1),
                   GRID_WIDTH, GRID_HEIGHT, (double)WATER.previous, (double)WATER.current, (double)WATER.neighbours, GRID_WIDTH, GRID_HEIGHT);
    }
}

static void check_waves(const char *program, Setting setting, void *context)
{
    static float got[GRID_POINTS];
    run_waves(program, setting);
    npy_read(test_build_path("tests/wave_equation/grid%d.npy", GRID_STEPS), "f4", got, GRID_SHAPE);
    sample_expect_floats("height", got, context, GRID_POINTS, 1e-5f);
}

SLOW_TEST(wave_equation_is_the_model_s)
{
    static float start[GRID_POINTS], grids[GRID_STEPS + 1][GRID_POINTS];
    const char *program = sample_compile("wave_equation", "wave_equation", "--wave-size=all");
    sample_fill_noise(start, GRID_POINTS, 3);
    npy_write(IN_FOLDER("wave_equation", "start.npy"), "f4", start, GRID_SHAPE);
    memcpy(grids[0], start, sizeof start);
    wave_disturb_model(grids[0], GRID_WIDTH, GRID_HEIGHT, DROP_X, DROP_Y, 0.5f);
    for (int step = 0; step < GRID_STEPS; step++)
        wave_update_model(step ? grids[step - 1] : start, grids[step], grids[step + 1], GRID_WIDTH, GRID_HEIGHT, WATER);
    sample_at_all_settings(program, check_waves, grids[GRID_STEPS]);
}

/* ---- particles: each arrives once, in any order ---- */

enum { PARTICLE_COUNT = 1024, PARTICLE_FLOATS = 9 };

static int by_position(const void *left, const void *right)
{
    float a = ((const Particle *)left)->position[0], b = ((const Particle *)right)->position[0];
    return (a > b) - (a < b);
}

static void check_particles(const char *program, Setting setting, void *context)
{
    static Particle got[PARTICLE_COUNT];
    const char *out = IN_FOLDER("particles", "moved.bin");
    sample_run(program, setting, "--in gInput=%s --size gOutput=%d --out gOutput=%s --threads 64,16,1", IN_FOLDER("particles", "start.bin"), PARTICLE_COUNT, out);
    bin_read(out, got, sizeof got);
    qsort(got, PARTICLE_COUNT, sizeof *got, by_position);
    sample_expect_floats("particle", got[0].position, context, PARTICLE_COUNT * PARTICLE_FLOATS, 1e-5f);
}

SLOW_TEST(particles_are_moved_once_each)
{
    static Particle start[PARTICLE_COUNT], want[PARTICLE_COUNT];
    const char *program = sample_compile("particles", "particles", "--wave-size=all");
    sample_fill_noise(start[0].position, PARTICLE_COUNT * PARTICLE_FLOATS, 4);
    for (int i = 0; i < PARTICLE_COUNT; i++)
        start[i].position[0] = (float)(i * 7 % PARTICLE_COUNT); /* tells them apart */
    file_write(IN_FOLDER("particles", "start.bin"), start, sizeof start);
    particles_model(start, want, PARTICLE_COUNT, 1.0f / 60.0f);
    qsort(want, PARTICLE_COUNT, sizeof *want, by_position);
    sample_at_all_settings(program, check_particles, want);
}

/* ---- thread identifiers: the lecture's 3 x 2 groups of 10 x 10, and of 8 x 8 ---- */

enum { IDS_GROUPS_X = 3, IDS_GROUPS_Y = 2, IDS_MOST = IDS_GROUPS_X * 10 * IDS_GROUPS_Y * 10 };

static void check_ids(const char *program, Setting setting, const char *entry, int side)
{
    static ThreadIDs got[IDS_MOST], want[IDS_MOST];
    size_t count = (size_t)(IDS_GROUPS_X * IDS_GROUPS_Y * side * side);
    const char *out = IN_FOLDER("thread_ids", "ids.bin");
    sample_run(program, setting, "-e %s --size gThreads=%zu --out gThreads=%s --dispatch %d,%d,1", entry, count, out, IDS_GROUPS_X, IDS_GROUPS_Y);
    bin_read(out, got, count * sizeof *got);
    thread_ids_model(want, IDS_GROUPS_X, IDS_GROUPS_Y, side);
    sample_expect_words(entry, got[0].group, want[0].group, count * sizeof *got / 4);
}

static void check_both_ids(const char *program, Setting setting, void *context __attribute__((unused)))
{
    check_ids(program, setting, "TenByTenCS", 10);
    check_ids(program, setting, "EightByEightCS", 8);
}

SLOW_TEST(thread_ids_are_the_lecture_s)
{
    static ThreadIDs ids[IDS_MOST];
    thread_ids_model(ids, IDS_GROUPS_X, IDS_GROUPS_Y, 10);
    ThreadIDs example = ids[15 * 30 + 12]; /* group (1, 1), thread (2, 5) */
    assert_int_equal(example.group[0], 1);
    assert_int_equal(example.group_thread[1], 5);
    assert_int_equal(example.group_index, 52);
    thread_ids_model(ids, IDS_GROUPS_X, IDS_GROUPS_Y, 8);
    assert_int_equal(ids[13 * 24 + 10].group_index, 42);
    sample_at_all_settings(sample_compile("thread_ids", "thread_ids", "--wave-size=all"), check_both_ids, NULL);
}

/* Groups far outside: what they load and store lies far beyond the textures. */
static void check_far_outside(const char *program, Setting setting, void *context __attribute__((unused)))
{
    Pixel got[4], want[4];
    const char *out = IN_FOLDER("texture_sum-far", "sum.npy");
    for (int axis = 0; axis < 2; axis++) {
        sample_run(program, setting, "--in gInputA=f32(1*16) --in gInputB=f32(2*16) --size gInputA=2x2 --size gInputB=2x2 --size gOutput=2x2 --out gOutput=%s --threads %s",
                   out, axis ? "2000000,2,1" : "2,1000000,1");
        npy_read(out, "f4", got, (Shape){3, {2, 2, 4}});
        for (int i = 0; i < 4; i++)
            want[i] = (Pixel){3, 3, 3, 3};
        sample_expect_floats("sum", &got[0].red, &want[0].red, 16, 0);
    }
}

SLOW_TEST(threads_far_outside_a_texture_touch_nothing)
{
    sample_at_all_settings(sample_compile("texture_sum", "texture_sum-far", "--wave-size=all"), check_far_outside, NULL);
}
