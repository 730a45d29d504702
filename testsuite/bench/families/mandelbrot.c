/* samples/mandelbrot: 256 iterations. */
#include "../bench.h"
#include "../../samples/models.h"

enum { WIDTH = SIZE(384, 64), HEIGHT = SIZE(256, 64) };
static const View VIEW = {{-0.5f, 0.0f}, 3.0f / WIDTH, 256};
static uint32_t *iterations;
static WccResource result;

static void prepare(Kernels *kernels)
{
    iterations = new_words(WIDTH * HEIGHT);
    result = bind_texture(kernels, "gIterations", NULL, WIDTH, HEIGHT, 4);
    set(kernels, "gCentre", VIEW.centre, 8);
    set_float(kernels, "gScale", VIEW.scale);
    set_int(kernels, "gMaxIterations", (int)VIEW.max_iterations);
}

static void plain(void) { mandelbrot_model(iterations, WIDTH, HEIGHT, VIEW); }
static void kernel(Kernels *kernels) { run(kernels, "IterationsCS", WIDTH / 8, HEIGHT / 8, 1); }
static double difference(void) { return texture_words_that_differ(&result, iterations) / (WIDTH * HEIGHT); }

/* Where a product and a sum are fused is each compiler's choice, and some texels are chaotic. */
const Contest contests[] = {{"Mandelbrot 384x256, 256 iterations", prepare, plain, kernel, difference, 0.02}, {0}};
