/* Threads in one row that are spread over a tile of a picture. */
#include <math.h>

#include "../bench.h"

enum { WIDTH = SIZE(768, 128), HEIGHT = SIZE(512, 64), TEXELS = WIDTH * HEIGHT };
static const float SHARPNESS = -0.15f, SLOPE = 3;
static float *picture, *sharp, *half, *quarter, *normals;
static WccResource out, quarters, directions;

static float at(const float *in, int x, int y)
{
    return x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT ? in[y * WIDTH + x] : 0;
}

static inline float sharpened(float own, float above, float left, float right, float below)
{
    float least = fminf(fminf(fminf(above, left), fminf(right, below)), own);
    float most = fmaxf(fmaxf(fmaxf(above, left), fmaxf(right, below)), own);
    float part = fminf(least, 1 - most) / fmaxf(most, 1e-4f);
    float weight = sqrtf(fminf(fmaxf(part, 0), 1)) * SHARPNESS;
    return ((above + left + right + below) * weight + own) / (1 + 4 * weight);
}

static void sharpen_at(const float *in, float *result, int x, int y)
{
    result[y * WIDTH + x] = sharpened(at(in, x, y), at(in, x, y - 1), at(in, x - 1, y), at(in, x + 1, y), at(in, x, y + 1));
}

PLAIN void sharpen(const float *restrict in, float *restrict result)
{
    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++) {
            const float *own = in + y * WIDTH + x;
            result[y * WIDTH + x] = sharpened(own[0], own[-WIDTH], own[-1], own[1], own[WIDTH]);
        }
    for (int x = 0; x < WIDTH; x++) {
        sharpen_at(in, result, x, 0);
        sharpen_at(in, result, x, HEIGHT - 1);
    }
    for (int y = 0; y < HEIGHT; y++) {
        sharpen_at(in, result, 0, y);
        sharpen_at(in, result, WIDTH - 1, y);
    }
}

PLAIN void halve(const float *restrict in, float *restrict result, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const float *own = in + 2 * (y * 2 * width + x);
            result[y * width + x] = (own[0] + own[1] + own[2 * width] + own[2 * width + 1]) / 4;
        }
}

static inline void normal(float *result, float dx, float dy, float own)
{
    float x = -dx * SLOPE, y = -dy * SLOPE, scale = 1 / sqrtf(x * x + y * y + 1);
    result[0] = x * scale;
    result[1] = y * scale;
    result[2] = scale;
    result[3] = own;
}

PLAIN void find_normals(const float *restrict in, float *restrict result)
{
    for (int y = 0; y < HEIGHT; y += 2)
        for (int x = 0; x < WIDTH; x += 2)
            for (int i = 0; i < 4; i++) {
                const float *quad = in + y * WIDTH + x;
                int row = i / 2, column = i % 2;
                float dx = quad[row * WIDTH + 1] - quad[row * WIDTH], dy = quad[WIDTH + column] - quad[column];
                normal(result + 4 * ((y + row) * WIDTH + x + column), dx, dy, quad[row * WIDTH + column]);
            }
}

static void prepare(Kernels *kernels)
{
    picture = new_noise(TEXELS);
    for (int i = 0; i < TEXELS; i++)
        picture[i] = fabsf(picture[i]);
    sharp = new_floats(TEXELS);
    bind_texture(kernels, "gIn", picture, WIDTH, HEIGHT, 4);
    out = bind_texture(kernels, "gOut", NULL, WIDTH, HEIGHT, 4);
    set_float(kernels, "gStrength", SHARPNESS);
}

static void prepare_halves(Kernels *kernels)
{
    picture = new_noise(TEXELS);
    half = new_floats(TEXELS / 4);
    quarter = new_floats(TEXELS / 16);
    bind_texture(kernels, "gIn", picture, WIDTH, HEIGHT, 4);
    out = bind_texture(kernels, "gOut", NULL, WIDTH / 2, HEIGHT / 2, 4);
    quarters = bind_texture(kernels, "gQuarter", NULL, WIDTH / 4, HEIGHT / 4, 4);
}

static void prepare_normals(Kernels *kernels)
{
    picture = new_noise(TEXELS);
    normals = new_floats(4 * TEXELS);
    bind_texture(kernels, "gIn", picture, WIDTH, HEIGHT, 4);
    directions = bind_texture(kernels, "gNormals", NULL, WIDTH, HEIGHT, 16);
    set_float(kernels, "gStrength", SLOPE);
}

static void plain(void) { sharpen(picture, sharp); }
static void kernel(Kernels *kernels) { run(kernels, "SharpenCS", WIDTH / 8, HEIGHT / 8, 1); }
static double difference(void) { return texture_difference(&out, sharp); }

static void plain_halves(void)
{
    halve(picture, half, WIDTH / 2, HEIGHT / 2);
    halve(half, quarter, WIDTH / 4, HEIGHT / 4);
}
static void kernel_halves(Kernels *kernels) { run(kernels, "HalveCS", WIDTH / 32, HEIGHT / 32, 1); }
static double difference_of_halves(void)
{
    double of_halves = texture_difference(&out, half), of_quarters = texture_difference(&quarters, quarter);
    return of_halves > of_quarters ? of_halves : of_quarters;
}

static void plain_normals(void) { find_normals(picture, normals); }
static void kernel_normals(Kernels *kernels) { run(kernels, "NormalsCS", WIDTH / 8, HEIGHT / 8, 1); }
static double difference_of_normals(void) { return texture_difference(&directions, normals); }

const Contest contests[] = {
    {"sharpening, 64 threads in rows of quads", prepare, plain, kernel, difference, 1e-3},
    {"two levels, 256 threads in quarters", prepare_halves, plain_halves, kernel_halves, difference_of_halves, 1e-5},
    {"normals by quads in Morton order", prepare_normals, plain_normals, kernel_normals, difference_of_normals, 1e-4},
    {0}};
