/* The samples' jobs: what many passes leave behind is what plain C computes, at every wave size. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "models.h"
#include "sample.h"

/* The formula of docs/jobs.md: the i-th number of a seed, in 0..1. */
static double random_unit(uint64_t seed, uint64_t i)
{
    uint64_t z = seed + (i + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

/* Runs samples/NAME/job.yaml, whose outputs go to the test's folder. */
static void run_job(const char *program, Setting setting, const char *name, const char *more)
{
    sample_run(program, setting, "--job samples/%s/job.yaml --folder %s %s", name, test_build_path("tests/job-%s", name), more);
}

static const char *output(const char *name, const char *file)
{
    return test_build_path("tests/job-%s/%s", name, file);
}

/* ---- wave_frames ---- */

enum { POOL = 256, POINTS = POOL * POOL };

static void model_waves(float *heights)
{
    static float fields[3][POINTS];
    float *before = fields[0], *now = fields[1], *after = fields[2];
    WaveConstants constants = {(float)((0.008 - 2) / 2.008), (float)((4 - 8 * 0.2) / 2.008), (float)(2 * 0.2 / 2.008)};
    for (int step = 0; step < 500; step++) {
        int fallen = step / 100;
        if (step % 100 == 0)
            wave_disturb_model(now, POOL, POOL, 64 + fallen * 32, (int)floor(128 + 80 * sin(fallen * 2)), 4);
        wave_update_model(before, now, after, POOL, POOL, constants);
        float *oldest = before;
        before = now, now = after, after = oldest;
    }
    memcpy(heights, now, sizeof fields[0]);
}

static void check_waves(const char *program, Setting setting, void *context)
{
    static float got[POINTS];
    unlink(output("wave_frames", "wave_0049.png"));
    run_job(program, setting, "wave_frames", "");
    npy_read(output("wave_frames", "wave_heights.npy"), "f4", got, (Shape){2, {POOL, POOL}});
    sample_expect_floats("heights", got, context, POINTS, 1e-4f);
    assert_int_equal(access(output("wave_frames", "wave_0049.png"), F_OK), 0);
    assert_int_not_equal(access(output("wave_frames", "wave_0050.png"), F_OK), 0);
}

SLOW_TEST(five_hundred_steps_of_waves_are_the_model_s)
{
    static float want[POINTS];
    model_waves(want);
    sample_at_all_settings(sample_compile("wave_frames", "job-wave_frames", "--wave-size=all"), check_waves, want);
}

/* ---- life ---- */

enum { FIELD_WIDTH = 128, FIELD_HEIGHT = 96, CELLS = FIELD_WIDTH * FIELD_HEIGHT };

static void model_life(uint32_t *cells)
{
    static uint32_t next[CELLS];
    for (int i = 0; i < CELLS; i++)
        cells[i] = random_unit(7, (uint64_t)i) >= 0.5;
    for (int turn = 0; turn < 200; turn++) {
        for (int i = 0; i < CELLS; i++) {
            uint32_t count = 0;
            for (int y = -1; y <= 1; y++)
                for (int x = -1; x <= 1; x++)
                    count += cells[(i / FIELD_WIDTH + y + FIELD_HEIGHT) % FIELD_HEIGHT * FIELD_WIDTH + (i % FIELD_WIDTH + x + FIELD_WIDTH) % FIELD_WIDTH];
            next[i] = count == 3 || (count == 4 && cells[i]);
        }
        memcpy(cells, next, sizeof next);
    }
}

static void check_life(const char *program, Setting setting, void *context)
{
    static uint32_t got[CELLS];
    unlink(output("life", "life_09.png"));
    run_job(program, setting, "life", "");
    npy_read(output("life", "life.npy"), "u4", got, (Shape){2, {FIELD_HEIGHT, FIELD_WIDTH}});
    sample_expect_words("cells", got, context, CELLS);
    assert_int_equal(access(output("life", "life_09.png"), F_OK), 0);
    assert_int_not_equal(access(output("life", "life_10.png"), F_OK), 0);
}

SLOW_TEST(two_hundred_generations_of_life_are_the_model_s)
{
    static uint32_t want[CELLS];
    model_life(want);
    sample_at_all_settings(sample_compile("life", "job-life", "--wave-size=all"), check_life, want);
}

/* ---- particles: each arrives once, in any order ---- */

enum { PARTICLES = 4096 };

static int compare_particles(const void *a, const void *b)
{
    float left = ((const Particle *)a)->acceleration[0], right = ((const Particle *)b)->acceleration[0];
    return (left > right) - (left < right);
}

static void check_particles(const char *program, Setting setting, void *context)
{
    static Particle got[PARTICLES];
    run_job(program, setting, "particles", "");
    size_t length;
    char *file = file_read(output("particles", "particles.npy"), &length);
    assert_non_null(file);
    assert_true(length > sizeof got);
    memcpy(got, file + length - sizeof got, sizeof got);
    free(file);
    qsort(got, PARTICLES, sizeof *got, compare_particles);
    sample_expect_floats("particles", got[0].position, ((const Particle *)context)->position, PARTICLES * 9, 1e-4f);
}

SLOW_TEST(a_hundred_steps_of_particles_are_the_model_s)
{
    static Particle want[PARTICLES];
    float *numbers = want[0].position;
    for (uint64_t i = 0; i < PARTICLES * 9; i++)
        numbers[i] = (float)(-1 + 2 * random_unit(3, i));
    for (int step = 0; step < 100; step++)
        particles_model(want, want, PARTICLES, 0.01f);
    qsort(want, PARTICLES, sizeof *want, compare_particles);
    sample_at_all_settings(sample_compile("particles", "job-particles", "--wave-size=all"), check_particles, want);
}

/* ---- pictures ---- */

enum { WIDTH = 150, HEIGHT = 90, PIXELS = WIDTH * HEIGHT };
static const Shape SHAPE = {3, {HEIGHT, WIDTH, 4}};

static void write_picture(const char *name, Pixel *picture)
{
    sample_fill_noise(&picture[0].red, PIXELS * 4, 9);
    npy_write(output(name, "picture.npy"), "f4", picture, SHAPE);
}

static void check_picture(const char *program, Setting setting, const char *name, const char *result, const Pixel *want)
{
    static Pixel got[PIXELS];
    char more[1024];
    snprintf(more, sizeof more, "--in picture=%s", output(name, "picture.npy"));
    snprintf(more + strlen(more), sizeof more - strlen(more), " --out %s=%s", result, output(name, "result.npy"));
    run_job(program, setting, name, more);
    npy_read(output(name, "result.npy"), "f4", got, SHAPE);
    sample_expect_floats(name, &got[0].red, &want[0].red, PIXELS * 4, 1e-4f);
}

static void check_blur(const char *program, Setting setting, void *context)
{
    check_picture(program, setting, "blur", "picture", context);
}

SLOW_TEST(eight_blurs_are_the_model_s)
{
    static const float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    static Pixel picture[PIXELS], rows[PIXELS];
    const char *program = sample_compile("blur", "job-blur", "--wave-size=all");
    write_picture("blur", picture);
    for (int i = 0; i < 8; i++) {
        blur_rows_model(picture, rows, WIDTH, HEIGHT, 2, weights);
        blur_columns_model(rows, picture, WIDTH, HEIGHT, 2, weights);
    }
    sample_at_all_settings(program, check_blur, picture);
}

/* A picture's size and its texels' components. */
typedef struct Image {
    int width, height;
    Pixel *pixels;
} Image;

static Image new_image(int width, int height)
{
    Image image = {width, height, calloc((size_t)width * (size_t)height, sizeof(Pixel))};
    assert_non_null(image.pixels);
    return image;
}

static int clamp_to(int i, int size)
{
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

static const float *texel(const Image *image, int x, int y)
{
    return &image->pixels[clamp_to(y, image->height) * image->width + clamp_to(x, image->width)].red;
}

/* Of the four texels around where the centre of a target's texel falls. */
static float sample_at(const Image *image, const Image *target, int x, int y, int c)
{
    double at_x = (x + 0.5) / target->width * image->width - 0.5, at_y = (y + 0.5) / target->height * image->height - 0.5;
    int left = (int)floor(at_x), top = (int)floor(at_y);
    double right_share = at_x - left, low_share = at_y - top;
    double high = texel(image, left, top)[c] * (1 - right_share) + texel(image, left + 1, top)[c] * right_share;
    double low = texel(image, left, top + 1)[c] * (1 - right_share) + texel(image, left + 1, top + 1)[c] * right_share;
    return (float)(high * (1 - low_share) + low * low_share);
}

/* target = over + strength * (source - threshold), not below 0. */
static void lay_over(const Image *source, const Image *over, float threshold, float strength, Image *target)
{
    for (int i = 0; i < target->width * target->height; i++)
        for (int c = 0; c < 4; c++) {
            float value = sample_at(source, target, i % target->width, i / target->width, c) - threshold;
            (&target->pixels[i].red)[c] = (over ? (&over->pixels[i].red)[c] : 0) + strength * (value > 0 ? value : 0);
        }
}

static void check_bloom(const char *program, Setting setting, void *context)
{
    check_picture(program, setting, "bloom", "result", context);
}

SLOW_TEST(bloom_is_the_model_s)
{
    static const float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    static Pixel pixels[PIXELS];
    const char *program = sample_compile("bloom", "job-bloom", "--wave-size=8,32");
    char kept[1024];
    snprintf(kept, sizeof kept, "%s", program);
    write_picture("bloom", pixels);
    Image picture = {WIDTH, HEIGHT, pixels}, bright = new_image(75, 45), small = new_image(38, 23), other = new_image(38, 23);
    Image glow = new_image(75, 45), result = new_image(WIDTH, HEIGHT);
    lay_over(&picture, NULL, 0.75f, 1, &bright);
    lay_over(&bright, NULL, 0, 1, &small);
    for (int i = 0; i < 2; i++) {
        blur_rows_model(small.pixels, other.pixels, 38, 23, 2, weights);
        blur_columns_model(other.pixels, small.pixels, 38, 23, 2, weights);
    }
    lay_over(&small, &bright, 0, 1, &glow);
    lay_over(&glow, &picture, 0, 0.5f, &result);
    sample_at_all_settings(kept, check_bloom, result.pixels);
    free(bright.pixels), free(small.pixels), free(other.pixels), free(glow.pixels), free(result.pixels);
}
