/* A matrix product of floats, and one of halves summed up as floats. */
#include <string.h>

#include "../bench.h"
#include "../halves.h"
#include "../matrices.h"

enum { COUNT = SIZE(512, 64), ELEMENTS = COUNT * COUNT };
static float *a, *b, *product, *result;
static Half *half_a, *half_b;

PLAIN void multiply_halves(const Half *restrict left, const Half *restrict right, float *restrict out, int n)
{
    memset(out, 0, (size_t)n * n * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            float factor = float_of(&left[i * n + k]);
            for (int j = 0; j < n; j++)
                out[i * n + j] += factor * float_of(&right[k * n + j]);
        }
}

static void prepare(Kernels *kernels)
{
    float *noise = new_noise(2 * ELEMENTS);
    half_a = new_memory(ELEMENTS * 2);
    half_b = new_memory(ELEMENTS * 2);
    for (int i = 0; i < ELEMENTS; i++) {
        half_a[i] = half_of(noise[i]);
        half_b[i] = half_of(noise[ELEMENTS + i]);
    }
    a = noise;
    b = noise + ELEMENTS;
    product = new_floats(ELEMENTS);
    result = new_floats(ELEMENTS);
    bind_buffer(kernels, "gA", a, ELEMENTS, 4);
    bind_buffer(kernels, "gB", b, ELEMENTS, 4);
    bind_buffer(kernels, "gHalfA", half_a, ELEMENTS, 2);
    bind_buffer(kernels, "gHalfB", half_b, ELEMENTS, 2);
    bind_buffer(kernels, "gC", result, ELEMENTS, 4);
    set_int(kernels, "gSize", COUNT);
}

static void plain(void) { multiply(a, b, product, COUNT); }
static void plain_halves(void) { multiply_halves(half_a, half_b, product, COUNT); }
static void kernel(Kernels *kernels) { run(kernels, "FloatCS", COUNT / 64, COUNT / 64, 1); }
static void kernel_halves(Kernels *kernels) { run(kernels, "HalfCS", COUNT / 64, COUNT / 64, 1); }
static double difference(void) { return largest_difference(product, result, ELEMENTS); }

const Contest contests[] = {
    {"matrix product 512, 64x64 blocks, 4x4 a thread", prepare, plain, kernel, difference, 1e-3, 2.0 * COUNT * ELEMENTS},
    {"matrix product of halves, 64x64 blocks", prepare, plain_halves, kernel_halves, difference, 1e-3, 2.0 * COUNT * ELEMENTS},
    {0},
};
