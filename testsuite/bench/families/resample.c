/* A picture resampled bilinearly. */
#include <math.h>

#include "../bench.h"

enum { WIDTH = SIZE(1280, 64), HEIGHT = SIZE(720, 36), NEW_WIDTH = SIZE(950, 50), NEW_HEIGHT = SIZE(540, 28) };
typedef struct Texel {
    float channels[4];
} Texel;
static Texel *picture, *resampled;
static WccResource result;

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

PLAIN void resample(const Texel *restrict in, int width, int height, Texel *restrict out, int new_width, int new_height)
{
    float scale_x = (float)width / (float)new_width, scale_y = (float)height / (float)new_height;
    for (int y = 0; y < new_height; y++) {
        float fy = ((float)y + 0.5f) * scale_y - 0.5f, floor_y = floorf(fy), ty = fy - floor_y;
        const Texel *above = in + clamped((int)floor_y, height) * width, *below = in + clamped((int)floor_y + 1, height) * width;
        for (int x = 0; x < new_width; x++) {
            float fx = ((float)x + 0.5f) * scale_x - 0.5f, floor_x = floorf(fx), tx = fx - floor_x;
            int left = clamped((int)floor_x, width), right = clamped((int)floor_x + 1, width);
            for (int c = 0; c < 4; c++) {
                float upper = above[left].channels[c] + tx * (above[right].channels[c] - above[left].channels[c]);
                float lower = below[left].channels[c] + tx * (below[right].channels[c] - below[left].channels[c]);
                out[y * new_width + x].channels[c] = upper + ty * (lower - upper);
            }
        }
    }
}

static void prepare(Kernels *kernels)
{
    picture = (Texel *)new_noise(WIDTH * HEIGHT * 4);
    resampled = new_memory(NEW_WIDTH * NEW_HEIGHT * sizeof(Texel));
    bind_texture(kernels, "gFrom", picture, WIDTH, HEIGHT, sizeof(Texel));
    bind_sampler(kernels, "gLinearClamp", WCC_LINEAR, WCC_CLAMP);
    result = bind_texture(kernels, "gTo", NULL, NEW_WIDTH, NEW_HEIGHT, sizeof(Texel));
}

static void plain(void) { resample(picture, WIDTH, HEIGHT, resampled, NEW_WIDTH, NEW_HEIGHT); }
static void kernel(Kernels *kernels) { run(kernels, "ResampleCS", (NEW_WIDTH + 7) / 8, (NEW_HEIGHT + 7) / 8, 1); }
static double difference(void) { return texture_difference(&result, resampled->channels); }

const Contest contests[] = {{"bilinear resample to 950x540 float4", prepare, plain, kernel, difference, 5e-3}, {0}};
