/* Two, three and four words side by side for each thread. */
#include "../bench.h"

enum { COUNT = SIZE(1 << 16, 1 << 10) };
static const float GAIN = 1.5f;
static float *colours, *turned, *luma, *turned_result, *luma_result;
static float *samples, *amplified, *amplified_result;
static float *left, *right, *products, *products_result;

PLAIN void turn(const float *restrict in, float *restrict out, float *restrict plane, int count)
{
    for (int i = 0; i < count; i++) {
        float r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
        out[3 * i] = b;
        out[3 * i + 1] = g;
        out[3 * i + 2] = r;
        plane[i] = 0.2126f * r + 0.7152f * g + 0.0722f * b;
    }
}

static void prepare_colours(Kernels *kernels)
{
    colours = new_noise(3 * COUNT);
    turned = new_floats(3 * COUNT);
    luma = new_floats(COUNT);
    turned_result = new_floats(3 * COUNT);
    luma_result = new_floats(COUNT);
    bind_buffer(kernels, "gColours", colours, 3 * COUNT, 4);
    bind_buffer(kernels, "gTurned", turned_result, 3 * COUNT, 4);
    bind_buffer(kernels, "gLuma", luma_result, COUNT, 4);
    set_int(kernels, "gCount", COUNT);
}

static void plain_colours(void) { turn(colours, turned, luma, COUNT); }
static void kernel_colours(Kernels *kernels) { run(kernels, "ColoursCS", COUNT / 64, 1, 1); }

static double difference_of_colours(void)
{
    return largest_difference(turned, turned_result, 3 * COUNT) +
           largest_difference(luma, luma_result, COUNT);
}

PLAIN void amplify(const float *restrict in, float *restrict out, int count, float gain)
{
    for (int i = 0; i < count; i++) {
        float x = in[i] * gain;
        out[i] = x < 0 ? 0 : x > 1 ? 1 : x;
    }
}

static void prepare_samples(Kernels *kernels)
{
    samples = new_noise(4 * COUNT);
    amplified = new_floats(4 * COUNT);
    amplified_result = new_floats(4 * COUNT);
    bind_buffer(kernels, "gSamples", samples, 4 * COUNT, 4);
    bind_buffer(kernels, "gAmplified", amplified_result, 4 * COUNT, 4);
    set_float(kernels, "gGain", GAIN);
}

static void plain_samples(void) { amplify(samples, amplified, 4 * COUNT, GAIN); }
static void kernel_samples(Kernels *kernels) { run(kernels, "GainCS", COUNT / 64, 1, 1); }

static double difference_of_samples(void)
{
    return largest_difference(amplified, amplified_result, 4 * COUNT);
}

PLAIN void multiply(const float *restrict a, const float *restrict b, float *restrict out, int count)
{
    for (int i = 0; i < 2 * count; i += 2) {
        out[i] = a[i] * b[i] - a[i + 1] * b[i + 1];
        out[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
    }
}

static void prepare_products(Kernels *kernels)
{
    left = new_noise(2 * COUNT);
    right = new_noise(2 * COUNT);
    products = new_floats(2 * COUNT);
    products_result = new_floats(2 * COUNT);
    bind_buffer(kernels, "gLeft", left, 8 * COUNT, 1);
    bind_buffer(kernels, "gRight", right, 8 * COUNT, 1);
    bind_buffer(kernels, "gProducts", products_result, 8 * COUNT, 1);
}

static void plain_products(void) { multiply(left, right, products, COUNT); }
static void kernel_products(Kernels *kernels) { run(kernels, "ProductsCS", COUNT / 64, 1, 1); }

static double difference_of_products(void)
{
    return largest_difference(products, products_result, 2 * COUNT);
}

const Contest contests[] = {
    {"2^16 colours turned round, 3 floats each", prepare_colours, plain_colours, kernel_colours,
     difference_of_colours, 1e-6},
    {"2^18 samples amplified, 4 floats a thread", prepare_samples, plain_samples, kernel_samples,
     difference_of_samples, 1e-6},
    {"2^16 complex products, 2 words of raw buffers", prepare_products, plain_products,
     kernel_products, difference_of_products, 1e-6},
    {0}};
