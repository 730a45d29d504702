/* samples/blur: rows, then columns of 1920 x 1080 float4, by a radius that nobody knows before. */
#include <math.h>
#include <stdio.h>

#include "../bench.h"
#include "../../samples/models.h"

enum { WIDTH = SIZE(1920, 256), HEIGHT = SIZE(1080, 24), RADIUS = 5, COUNT = WIDTH * HEIGHT };
static float weights[2 * RADIUS + 1];
static Pixel *picture, *rows_blurred, *blurred;
static WccResource textures[3]; /* the picture, rows blurred, columns blurred too */

static void set_weights(Kernels *kernels)
{
    float sum = 0;
    for (int i = -RADIUS; i <= RADIUS; i++)
        sum += weights[i + RADIUS] = expf(-(float)(i * i) / (2 * 2.5f * 2.5f));
    for (int i = 0; i <= 2 * RADIUS; i++) {
        char name[8];
        snprintf(name, sizeof name, "w%d", i);
        weights[i] /= sum;
        set_float(kernels, name, weights[i]);
    }
    set_int(kernels, "gBlurRadius", RADIUS);
}

static void prepare(Kernels *kernels)
{
    picture = (Pixel *)new_noise(COUNT * 4);
    rows_blurred = new_memory(COUNT * sizeof(Pixel));
    blurred = new_memory(COUNT * sizeof(Pixel));
    for (int i = 0; i < 3; i++)
        textures[i] = bind_texture(kernels, "gInput", i == 0 ? picture : NULL, WIDTH, HEIGHT, sizeof(Pixel));
    set_weights(kernels);
}

static void plain(void)
{
    blur_rows_model(picture, rows_blurred, WIDTH, HEIGHT, RADIUS, weights);
    blur_columns_model(rows_blurred, blurred, WIDTH, HEIGHT, RADIUS, weights);
}

static void kernel(Kernels *kernels)
{
    bind(kernels, "gInput", textures[0]);
    bind(kernels, "gOutput", textures[1]);
    run(kernels, "HorzBlurCS", (WIDTH + 255) / 256, HEIGHT, 1);
    bind(kernels, "gInput", textures[1]);
    bind(kernels, "gOutput", textures[2]);
    run(kernels, "VertBlurCS", WIDTH, (HEIGHT + 255) / 256, 1);
}

static double difference(void) { return texture_difference(&textures[2], &blurred[0].red); }

const Contest contests[] = {{"blur 1920x1080 float4, radius 5", prepare, plain, kernel, difference, 1e-5}, {0}};
