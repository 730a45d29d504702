/* The blur: both passes on a picture larger than a group, in ping-pong, and from PNG to PNG. */
#define _GNU_SOURCE
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models.h"
#include "process.h"
#include "sample.h"

enum { WIDTH = 301, HEIGHT = 270, PIXELS = WIDTH * HEIGHT, MAX_RADIUS = 5 };
static const Shape SHAPE = {3, {HEIGHT, WIDTH, 4}};

/* Normalised Gauss weights for offsets -radius .. radius. */
static void gauss_weights(int radius, float *weights)
{
    float sigma = (float)radius / 2, sum = 0;
    for (int i = -radius; i <= radius; i++)
        sum += weights[i + radius] = expf(-(float)(i * i) / (2 * sigma * sigma));
    for (int i = 0; i <= 2 * radius; i++)
        weights[i] /= sum;
}

/* "--set gBlurRadius=.. --set w0=.. ..." */
static const char *settings_text(int radius, const float *weights, char text[1024])
{
    int length = sprintf(text, "--set gBlurRadius=%d", radius);
    for (int i = 0; i <= 2 * radius; i++)
        length += sprintf(text + length, " --set w%d=%.9g", i, (double)weights[i]);
    return text;
}

typedef struct BlurCase {
    const char *folder;
    int radius, rounds;
    const Pixel *want;
} BlurCase;

/* Rows from picture to half, columns from half to picture or back to it: `rounds` times. */
static void check_blur(const char *program, Setting setting, void *context)
{
    static Pixel got[PIXELS];
    const BlurCase *test = context;
    float weights[2 * MAX_RADIUS + 1];
    char settings[1024];
    const char *half = test_build_path("tests/%s/half.npy", test->folder), *whole = test_build_path("tests/%s/whole.npy", test->folder);
    gauss_weights(test->radius, weights);
    settings_text(test->radius, weights, settings);
    for (int round = 0; round < test->rounds; round++) {
        const char *from = round ? whole : test_build_path("tests/%s/picture.npy", test->folder);
        sample_run(program, setting, "-e HorzBlurCS --in gInput=%s --out gOutput=%s %s --dispatch %d,%d,1", from, half, settings, (WIDTH + 255) / 256, HEIGHT);
        sample_run(program, setting, "-e VertBlurCS --in gInput=%s --out gOutput=%s %s --dispatch %d,%d,1", half, whole, settings, WIDTH, (HEIGHT + 255) / 256);
    }
    npy_read(whole, "f4", got, SHAPE);
    sample_expect_floats("blurred", &got[0].red, &test->want[0].red, PIXELS * 4, 1e-5f);
}

static void model_blur(const Pixel *picture, Pixel *whole, int radius, int rounds)
{
    static Pixel half[PIXELS];
    float weights[2 * MAX_RADIUS + 1];
    gauss_weights(radius, weights);
    memcpy(whole, picture, sizeof half);
    for (int round = 0; round < rounds; round++) {
        blur_rows_model(whole, half, WIDTH, HEIGHT, radius, weights);
        blur_columns_model(half, whole, WIDTH, HEIGHT, radius, weights);
    }
}

/* Writes the picture, computes what is wanted and compiles. */
static const char *prepare(BlurCase *test, const char *options)
{
    static Pixel picture[PIXELS], want[PIXELS];
    test_folder(test->folder);
    sample_fill_noise(&picture[0].red, PIXELS * 4, 5);
    npy_write(test_build_path("tests/%s/picture.npy", test->folder), "f4", picture, SHAPE);
    model_blur(picture, want, test->radius, test->rounds);
    test->want = want;
    return sample_compile("blur", test->folder, options);
}

SLOW_TEST(blur_is_the_model_s_at_every_wave_size)
{
    BlurCase test = {.folder = "blur", .radius = 5, .rounds = 1};
    sample_at_all_settings(prepare(&test, "--wave-size=all"), check_blur, &test);
}

SLOW_TEST(blur_in_ping_pong_is_the_model_s)
{
    BlurCase test = {.folder = "blur-ping-pong", .radius = 2, .rounds = 3};
    check_blur(prepare(&test, "--wave-size=32"), (Setting){32, 4}, &test);
}

typedef struct Option {
    const char *folder, *option;
    int wave_size; /* two of the target's widest vectors; natively of 16 lanes at most */
    bool is_as_written; /* what the option changes is there without the C compiler's optimiser */
} Option;

SLOW_TEST(blur_is_the_model_s_for_every_target_and_compiler)
{
    static const Option options[] = {
        {"blur-gcc", "--cc=gcc", 32, false},
        {"blur-clang", "--cc=clang", 32, false},
        {"blur-v3", "--target=x86-64-v3", 16, true},
        {"blur-v2", "--target=x86-64-v2", 8, false},
        {"blur-generic", "--target=generic", 8, true},
        {"blur-strict", "--fp=strict", 32, true},
        {"blur-gcc-v2", "--cc=gcc --target=x86-64-v2", 8, false},
        {"blur-unoptimised", "-O0", 32, false},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char all[128];
        BlurCase test = {.folder = options[i].folder, .radius = 5, .rounds = 1};
        snprintf(all, sizeof all, "--wave-size=%d %s", options[i].wave_size, options[i].option);
        if (options[i].is_as_written)
            process_leave_c_as_written();
        check_blur(prepare(&test, all), (Setting){options[i].wave_size, 1}, &test);
        process_optimise_c();
    }
}

/* ---- PNG to PNG ---- */

/* A PNG file as pixels in 0..1 (malloc'd). */
static Pixel *read_png(const char *path, int *width, int *height)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGBA;
    uint8_t *bytes = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(bytes);
    assert_true(png_image_finish_read(&image, NULL, bytes, 0, NULL));
    *width = (int)image.width;
    *height = (int)image.height;
    size_t count = (size_t)image.width * image.height * 4;
    Pixel *pixels = malloc(count * sizeof(float));
    assert_non_null(pixels);
    for (size_t i = 0; i < count; i++)
        (&pixels[0].red)[i] = (float)bytes[i] / 255;
    free(bytes);
    return pixels;
}

SLOW_TEST(blur_reads_and_writes_png_pictures)
{
    float weights[2 * MAX_RADIUS + 1];
    char settings[1024], picture[1024], blurred[1024];
    int width, height;
    snprintf(picture, sizeof picture, "%s/picture.png", test_folder("blur-png"));
    snprintf(blurred, sizeof blurred, "%s/blurred.png", test_folder("blur-png"));
    Process paint = PROCESS_RUN(test_build_path("paint"), picture, "320", "200");
    process_expect(&paint, 0, "paint");
    process_free(&paint);
    gauss_weights(5, weights);
    sample_run(sample_compile("blur", "blur-png", "-E HorzBlurCS --wave-size=32"), (Setting){32, 1}, "--in gInput=%s --out gOutput=%s %s --threads 320,200,1", picture, blurred,
               settings_text(5, weights, settings));
    Pixel *in = read_png(picture, &width, &height), *got = read_png(blurred, &width, &height);
    assert_int_equal(width, 320);
    assert_int_equal(height, 200);
    Pixel *want = malloc((size_t)(width * height) * sizeof *want);
    assert_non_null(want);
    blur_rows_model(in, want, width, height, 5, weights);
    sample_expect_floats("blurred", &got[0].red, &want[0].red, (size_t)(width * height) * 4, 0.51f / 255);
    free(in);
    free(got);
    free(want);
}
