/* Interleaved RGB floats into planes and back. */
#include "../bench.h"

enum { COUNT = SIZE(1 << 20, 1000) };
static float *colours, *planes, *back, *kernel_planes, *kernel_back;

PLAIN void split(const float *restrict in, float *restrict out, int count)
{
    for (int i = 0; i < count; i++) {
        float r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
        out[i] = 0.299f * r + 0.587f * g + 0.114f * b;
        out[count + i] = -0.147f * r - 0.289f * g + 0.436f * b;
        out[2 * count + i] = 0.615f * r - 0.515f * g - 0.100f * b;
    }
}

PLAIN void join(const float *restrict in, float *restrict out, int count)
{
    for (int i = 0; i < count; i++) {
        float y = in[i], u = in[count + i], v = in[2 * count + i];
        out[3 * i] = y + 1.140f * v;
        out[3 * i + 1] = y - 0.395f * u - 0.581f * v;
        out[3 * i + 2] = y + 2.032f * u;
    }
}

static void prepare(Kernels *kernels)
{
    colours = new_noise(COUNT * 3);
    planes = new_floats(COUNT * 3);
    back = new_floats(COUNT * 3);
    kernel_planes = new_floats(COUNT * 3);
    kernel_back = new_floats(COUNT * 3);
    bind_buffer(kernels, "gColours", colours, COUNT, 12);
    bind_buffer(kernels, "gPlanes", kernel_planes, COUNT * 3, 4);
    bind_buffer(kernels, "gBack", kernel_back, COUNT, 12);
    set_int(kernels, "gCount", COUNT);
}

static void plain(void)
{
    split(colours, planes, COUNT);
    join(planes, back, COUNT);
}

static void kernel(Kernels *kernels)
{
    run(kernels, "SplitCS", (COUNT + 255) / 256, 1, 1);
    run(kernels, "JoinCS", (COUNT + 255) / 256, 1, 1);
}

static double difference(void) { return largest_difference(planes, kernel_planes, COUNT * 3) + largest_difference(back, kernel_back, COUNT * 3); }

const Contest contests[] = {{"float3 to planes and back, 2^20", prepare, plain, kernel, difference, 1e-5}, {0}};
