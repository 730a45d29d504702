/* Planes of brightness and two colour differences to planes of red, green and blue. */
#include "../bench.h"

enum { WIDTH = SIZE(1024, 64), HEIGHT = SIZE(512, 32), TEXELS = WIDTH * HEIGHT, PLANES = 3 };
static float *in[PLANES], *out[PLANES], *result[PLANES];

static float saturate(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

PLAIN void convert(const float *restrict ys, const float *restrict us, const float *restrict vs, float *restrict red,
                   float *restrict green, float *restrict blue, int count)
{
    for (int i = 0; i < count; i++) {
        float y = ys[i], u = us[i] - 0.5f, v = vs[i] - 0.5f;
        red[i] = saturate(y + 1.402f * v);
        green[i] = saturate(y - 0.344f * u - 0.714f * v);
        blue[i] = saturate(y + 1.772f * u);
    }
}

static void prepare(Kernels *kernels)
{
    static const char *const FROM[] = {"gY", "gU", "gV"}, *const TO[] = {"gRed", "gGreen", "gBlue"};
    uint32_t size[2] = {WIDTH, HEIGHT};
    for (int i = 0; i < PLANES; i++) {
        in[i] = new_noise(TEXELS);
        out[i] = new_floats(TEXELS);
        result[i] = new_floats(TEXELS);
        bind_buffer(kernels, FROM[i], in[i], TEXELS, sizeof(float));
        bind_buffer(kernels, TO[i], result[i], TEXELS, sizeof(float));
    }
    set(kernels, "gSize", size, sizeof size);
}

static void plain(void) { convert(in[0], in[1], in[2], out[0], out[1], out[2], TEXELS); }
static void kernel(Kernels *kernels) { run(kernels, "ConvertCS", WIDTH / 16, HEIGHT / 16, 1); }

static double difference(void)
{
    double largest = 0;
    for (int i = 0; i < PLANES; i++) {
        double apart = largest_difference(out[i], result[i], TEXELS);
        largest = apart > largest ? apart : largest;
    }
    return largest;
}

const Contest contests[] = {{"planes of YUV to RGB, 1024x512", prepare, plain, kernel, difference, 1e-6}, {0}};
