/* samples/sharpen: 1920 x 1080 float4 in groups of 8 x 8. */
#include "../bench.h"
#include "../../samples/models.h"

enum { WIDTH = SIZE(1920, 128), HEIGHT = SIZE(1080, 32) };
static const float AMOUNT = 0.75f;
static Pixel *picture, *sharpened;
static WccResource result;

static void prepare(Kernels *kernels)
{
    picture = (Pixel *)new_noise(WIDTH * HEIGHT * 4);
    sharpened = new_memory(WIDTH * HEIGHT * sizeof(Pixel));
    bind_texture(kernels, "gInput", picture, WIDTH, HEIGHT, sizeof(Pixel));
    result = bind_texture(kernels, "gOutput", NULL, WIDTH, HEIGHT, sizeof(Pixel));
    set_float(kernels, "gAmount", AMOUNT);
}

static void plain(void) { sharpen_model(picture, sharpened, WIDTH, HEIGHT, AMOUNT); }
static void kernel(Kernels *kernels) { run(kernels, "SharpenCS", WIDTH / 8, HEIGHT / 8, 1); }
static double difference(void) { return texture_difference(&result, &sharpened[0].red); }

const Contest contests[] = {{"sharpen 1920x1080 float4, 8x8 groups", prepare, plain, kernel, difference, 1e-5}, {0}};
