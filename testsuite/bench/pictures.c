/* Contests about pictures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

/* Mandelbrot, 1024 x 768, 256 iterations. */

enum { MANDEL_WIDTH = 1024, MANDEL_HEIGHT = 768 };
static const View MANDEL_VIEW = {{-0.5f, 0.0f}, 3.0f / MANDEL_WIDTH, 256};
static uint32_t *mandel_plain;
static WccResource mandel_kernel;

static void prepare_mandelbrot(Kernels *kernels)
{
    mandel_plain = new_memory(MANDEL_WIDTH * MANDEL_HEIGHT * 4);
    mandel_kernel = new_texture(MANDEL_WIDTH, MANDEL_HEIGHT, 4);
    bind(kernels, "gIterations", mandel_kernel);
    set(kernels, "gCentre", MANDEL_VIEW.centre, 8);
    set(kernels, "gScale", &MANDEL_VIEW.scale, 4);
    set(kernels, "gMaxIterations", &MANDEL_VIEW.max_iterations, 4);
}

static void plain_mandelbrot(void)
{
    mandelbrot_model(mandel_plain, MANDEL_WIDTH, MANDEL_HEIGHT, MANDEL_VIEW);
}

static void kernel_mandelbrot(Kernels *kernels, int variant)
{
    run(kernels, "IterationsCS", variant, MANDEL_WIDTH / 8, MANDEL_HEIGHT / 8);
}

static float difference_mandelbrot(void)
{
    int different = 0;
    uint32_t *result = read_texture(&mandel_kernel);
    for (int i = 0; i < MANDEL_WIDTH * MANDEL_HEIGHT; i++)
        different += mandel_plain[i] != result[i];
    free(result);
    return 100.0f * (float)different / (MANDEL_WIDTH * MANDEL_HEIGHT);
}

/* Blur, 1920 x 1080 float4, radius 5, rows then columns. */

enum { BLUR_WIDTH = 1920, BLUR_HEIGHT = 1080, BLUR_RADIUS = 5 };
static float blur_weights[2 * BLUR_RADIUS + 1];
static Pixel *blur_picture, *blur_plain[2];
static WccResource blur_kernel[3]; /* the picture, rows blurred, columns blurred too */

static void set_weights(Kernels *kernels)
{
    int radius = BLUR_RADIUS;
    float sum = 0;
    for (int i = -radius; i <= radius; i++)
        sum += blur_weights[i + radius] = expf(-(float)(i * i) / (2 * 2.5f * 2.5f));
    for (int i = 0; i <= 2 * radius; i++) {
        char name[8];
        snprintf(name, sizeof name, "w%d", i);
        blur_weights[i] /= sum;
        set(kernels, name, &blur_weights[i], 4);
    }
    set(kernels, "gBlurRadius", &radius, 4);
}

static void prepare_blur(Kernels *kernels)
{
    size_t bytes = (size_t)BLUR_WIDTH * BLUR_HEIGHT * sizeof(Pixel);
    blur_picture = new_memory(bytes);
    fill_noise(blur_picture, bytes / 4);
    for (int i = 0; i < 2; i++)
        blur_plain[i] = new_memory(bytes);
    for (int i = 0; i < 3; i++)
        blur_kernel[i] = new_texture(BLUR_WIDTH, BLUR_HEIGHT, sizeof(Pixel));
    copy_rows(blur_kernel[0].data, blur_kernel[0].row_pitch, blur_picture, BLUR_WIDTH * sizeof(Pixel), BLUR_WIDTH * sizeof(Pixel), BLUR_HEIGHT);
    set_weights(kernels);
}

/* Keeps the compiler from knowing the radius, as the shader's does not. */
static int unknown(int value)
{
    __asm__ volatile("" : "+r"(value));
    return value;
}

static void plain_blur(void)
{
    int radius = unknown(BLUR_RADIUS), width = unknown(BLUR_WIDTH), height = unknown(BLUR_HEIGHT);
    blur_rows_model(blur_picture, blur_plain[0], width, height, radius, blur_weights);
    blur_columns_model(blur_plain[0], blur_plain[1], width, height, radius, blur_weights);
}

static void kernel_blur(Kernels *kernels, int variant)
{
    bind(kernels, "gInput", blur_kernel[0]);
    bind(kernels, "gOutput", blur_kernel[1]);
    run(kernels, "HorzBlurCS", variant, (BLUR_WIDTH + 255) / 256, BLUR_HEIGHT);
    bind(kernels, "gInput", blur_kernel[1]);
    bind(kernels, "gOutput", blur_kernel[2]);
    run(kernels, "VertBlurCS", variant, BLUR_WIDTH, (BLUR_HEIGHT + 255) / 256);
}

static float difference_blur(void)
{
    float *result = read_texture(&blur_kernel[2]);
    float difference = largest_difference(&blur_plain[1][0].red, result, (size_t)BLUR_WIDTH * BLUR_HEIGHT * 4);
    free(result);
    return difference;
}

/* Sharpening 1920 x 1080 float4, in groups of 8 x 8. */

static const float SHARPEN_AMOUNT = 0.75f;
static Pixel *sharpen_picture, *sharpen_plain;
static WccResource sharpen_kernel;

static void prepare_sharpen(Kernels *kernels)
{
    size_t row = BLUR_WIDTH * sizeof(Pixel);
    WccResource picture = new_texture(BLUR_WIDTH, BLUR_HEIGHT, sizeof(Pixel));
    sharpen_picture = new_memory(row * BLUR_HEIGHT);
    sharpen_plain = new_memory(row * BLUR_HEIGHT);
    sharpen_kernel = new_texture(BLUR_WIDTH, BLUR_HEIGHT, sizeof(Pixel));
    fill_noise(sharpen_picture, (size_t)BLUR_WIDTH * BLUR_HEIGHT * 4);
    copy_rows(picture.data, picture.row_pitch, sharpen_picture, row, row, BLUR_HEIGHT);
    bind(kernels, "gInput", picture);
    bind(kernels, "gOutput", sharpen_kernel);
    set(kernels, "gAmount", &SHARPEN_AMOUNT, 4);
}

static void plain_sharpen(void)
{
    sharpen_model(sharpen_picture, sharpen_plain, unknown(BLUR_WIDTH), unknown(BLUR_HEIGHT), SHARPEN_AMOUNT);
}

static void kernel_sharpen(Kernels *kernels, int variant) { run(kernels, "SharpenCS", variant, BLUR_WIDTH / 8, BLUR_HEIGHT / 8); }

static float difference_sharpen(void)
{
    float *result = read_texture(&sharpen_kernel);
    float difference = largest_difference(&sharpen_plain[0].red, result, (size_t)BLUR_WIDTH * BLUR_HEIGHT * 4);
    free(result);
    return difference;
}

const Contest PICTURE_CONTESTS[] = {
    {"Mandelbrot 1024x768, 256 iterations", "mandelbrot", "IterationsCS", prepare_mandelbrot, plain_mandelbrot, kernel_mandelbrot, difference_mandelbrot, "% differ"},
    {"blur 1920x1080 float4, radius 5",     "blur",       "HorzBlurCS",   prepare_blur,       plain_blur,       kernel_blur,       difference_blur,       "at most"},
    {"sharpen 1920x1080 float4, 8x8 groups", "sharpen",   "SharpenCS",    prepare_sharpen,    plain_sharpen,    kernel_sharpen,    difference_sharpen,    "at most"},
    {0},
};
