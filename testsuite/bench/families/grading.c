/* Colours graded by a table, and a picture turned. */
#include <math.h>
#include <string.h>

#include "../bench.h"

enum { WIDTH = SIZE(512, 64), HEIGHT = SIZE(384, 32), SIDE = 32, COUNT = WIDTH * HEIGHT };
typedef struct Texel {
    float channels[4];
} Texel;
static const float MATRIX[4] = {1.1f / WIDTH, 0.5f / HEIGHT, -0.5f / WIDTH, 1.1f / HEIGHT}, OFFSET[2] = {0.3f, -0.2f};
static Texel *picture, *table, *graded;
static WccResource result;

static inline float saturate(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
static inline int at_most(int x, int most) { return x < most ? x : most; }

static inline float between(const Texel *a, const Texel *b, float t, int c) { return a->channels[c] + t * (b->channels[c] - a->channels[c]); }

PLAIN void grade(const Texel *restrict in, const Texel *restrict lut, Texel *restrict out, int count)
{
    for (int i = 0; i < count; i++) {
        float fx = saturate(in[i].channels[0]) * (SIDE - 1), fy = saturate(in[i].channels[1]) * (SIDE - 1), fz = saturate(in[i].channels[2]) * (SIDE - 1);
        int x = at_most((int)fx, SIDE - 2), y = at_most((int)fy, SIDE - 2), z = at_most((int)fz, SIDE - 2);
        float tx = fx - (float)x, ty = fy - (float)y, tz = fz - (float)z;
        const Texel *corner = lut + (z * SIDE + y) * SIDE + x;
        for (int c = 0; c < 3; c++) {
            float a = between(corner, corner + 1, tx, c), b = between(corner + SIDE, corner + SIDE + 1, tx, c);
            const Texel *behind = corner + SIDE * SIDE;
            float d = between(behind, behind + 1, tx, c), e = between(behind + SIDE, behind + SIDE + 1, tx, c);
            float front = a + ty * (b - a), back = d + ty * (e - d);
            out[i].channels[c] = front + tz * (back - front);
        }
        out[i].channels[3] = in[i].channels[3];
    }
}

static inline int wrapped(int x, int count) { return x < 0 ? x + count : x >= count ? x - count : x; }

PLAIN void turn(const Texel *restrict in, Texel *restrict out, int width, int height, const float *matrix, const float *offset)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float px = (float)x + 0.5f, py = (float)y + 0.5f;
            float u = px * matrix[0] + py * matrix[2] + offset[0], v = px * matrix[1] + py * matrix[3] + offset[1];
            float fx = (u - floorf(u)) * (float)width - 0.5f, fy = (v - floorf(v)) * (float)height - 0.5f;
            float left = floorf(fx), top = floorf(fy), tx = fx - left, ty = fy - top;
            int x0 = wrapped((int)left, width), x1 = wrapped((int)left + 1, width);
            int y0 = wrapped((int)top, height), y1 = wrapped((int)top + 1, height);
            for (int c = 0; c < 4; c++) {
                float upper = between(&in[y0 * width + x0], &in[y0 * width + x1], tx, c);
                float lower = between(&in[y1 * width + x0], &in[y1 * width + x1], tx, c);
                out[y * width + x].channels[c] = upper + ty * (lower - upper);
            }
        }
}

static WccResource cube(const Texel *texels)
{
    WccResource texture = {.data = new_memory(SIDE * SIDE * SIDE * sizeof(Texel)), .width = SIDE, .height = SIDE, .depth = SIDE, .mips = 1,
                           .stride = sizeof(Texel), .row_pitch = SIDE * sizeof(Texel), .slice_pitch = SIDE * SIDE * sizeof(Texel)};
    memcpy(texture.data, texels, SIDE * SIDE * SIDE * sizeof(Texel));
    return texture;
}

static void prepare(Kernels *kernels)
{
    picture = (Texel *)new_noise(COUNT * 4);
    table = (Texel *)new_noise(SIDE * SIDE * SIDE * 4);
    graded = new_memory(COUNT * sizeof(Texel));
    bind_texture(kernels, "gPicture", picture, WIDTH, HEIGHT, sizeof(Texel));
    bind(kernels, "gTable", cube(table));
    bind_sampler(kernels, "gClamped", WCC_LINEAR, WCC_CLAMP);
    bind_sampler(kernels, "gWrapped", WCC_LINEAR, WCC_WRAP);
    result = bind_texture(kernels, "gGraded", NULL, WIDTH, HEIGHT, sizeof(Texel));
    set(kernels, "gMatrix", MATRIX, sizeof MATRIX);
    set(kernels, "gOffset", OFFSET, sizeof OFFSET);
}

static void plain_grade(void) { grade(picture, table, graded, COUNT); }
static void plain_turn(void) { turn(picture, graded, WIDTH, HEIGHT, MATRIX, OFFSET); }
static void kernel_grade(Kernels *kernels) { run(kernels, "GradeCS", WIDTH / 8, HEIGHT / 8, 1); }
static void kernel_turn(Kernels *kernels) { run(kernels, "TurnCS", WIDTH / 8, HEIGHT / 8, 1); }
static double difference(void) { return texture_difference(&result, graded->channels); }

const Contest contests[] = {
    {"colours by a 3D table, 512x384", prepare, plain_grade, kernel_grade, difference, 5e-3},
    {"turned picture, wrapped samples 512x384", prepare, plain_turn, kernel_turn, difference, 5e-3},
    {0},
};
