/* Cells and their neighbours: 512 x 512, in a volume 128 x 128 x 16. */
#include "../bench.h"

enum { WIDTH = SIZE(512, 120), HEIGHT = SIZE(512, 60), DEPTH = SIZE(16, 4), COUNT = WIDTH * HEIGHT };
static const float RATE = 0.1f;
static float *heat, *before, *next, *result;
static uint32_t *cells, *next_cells, *result_cells;
static WccResource sharper;
static int width, height;

PLAIN void wave(const float *restrict now, const float *restrict last, float *restrict to, int w, int h, float rate)
{
    for (int y = 1; y < h - 1; y++)
        for (int i = y * w + 1; i < y * w + w - 1; i++)
            to[i] = 2 * now[i] - last[i] + rate * (now[i - 1] + now[i + 1] + now[i - w] + now[i + w] - 4 * now[i]);
}

PLAIN void volume(const float *restrict now, float *restrict to, int w, int h, int d, float rate)
{
    int slice = w * h;
    for (int z = 1; z < d - 1; z++)
        for (int y = 1; y < h - 1; y++)
            for (int i = z * slice + y * w + 1; i < z * slice + y * w + w - 1; i++)
                to[i] = now[i] + rate * (now[i - 1] + now[i + 1] + now[i - w] + now[i + w] + now[i - slice] + now[i + slice] - 6 * now[i]);
}

static inline uint32_t lives(const uint32_t *above, const uint32_t *own, const uint32_t *below, int left, int x, int right)
{
    uint32_t count = above[left] + above[x] + above[right] + own[left] + own[right] + below[left] + below[x] + below[right];
    return (count == 3) | ((count == 2) & (own[x] != 0));
}

PLAIN void ring(const uint32_t *restrict from, uint32_t *restrict to, int w, int h)
{
    for (int y = 0; y < h; y++) {
        const uint32_t *above = from + (y + h - 1) % h * w, *own = from + y * w, *below = from + (y + 1) % h * w;
        to[y * w] = lives(above, own, below, w - 1, 0, 1);
        for (int x = 1; x < w - 1; x++)
            to[y * w + x] = lives(above, own, below, x - 1, x, x + 1);
        to[y * w + w - 1] = lives(above, own, below, w - 2, w - 1, 0);
    }
}

PLAIN void sharpen(const float *restrict from, float *restrict to, int w, int h, float rate)
{
    for (int y = 0; y < h; y++) {
        const float *own = from + y * w, *above = y > 0 ? own - w : own, *below = y < h - 1 ? own + w : own;
        for (int x = 0; x < w; x++) {
            float left = own[x > 0 ? x - 1 : 0], right = own[x < w - 1 ? x + 1 : x];
            to[y * w + x] = own[x] + rate * (4 * own[x] - (left + right + above[x] + below[x]));
        }
    }
}

PLAIN void smooth(const float *restrict from, float *restrict to, int count)
{
    to[0] = 0.75f * from[0] + 0.25f * from[1];
    for (int i = 1; i < count - 1; i++)
        to[i] = 0.25f * from[i - 1] + 0.5f * from[i] + 0.25f * from[i + 1];
    to[count - 1] = 0.25f * from[count - 2] + 0.75f * from[count - 1];
}

PLAIN void divergence(const float *restrict u, const float *restrict v, float *restrict to, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int i = y * w + x;
            float left = x > 0 ? u[i - 1] : 0, right = x < w - 1 ? u[i + 1] : 0;
            float above = y > 0 ? v[i - w] : 0, below = y < h - 1 ? v[i + w] : 0;
            to[i] = 0.5f * (right - left + below - above);
        }
}

static void prepare(Kernels *kernels)
{
    width = WIDTH;
    height = HEIGHT;
    heat = new_noise(COUNT);
    before = new_noise(COUNT);
    next = new_floats(COUNT);
    result = new_floats(COUNT);
    cells = new_random_words(COUNT);
    next_cells = new_words(COUNT);
    result_cells = new_words(COUNT);
    for (int i = 0; i < COUNT; i++)
        cells[i] &= 1;
    bind_buffer(kernels, "gHeat", heat, COUNT, 4);
    bind_buffer(kernels, "gBefore", before, COUNT, 4);
    bind_buffer(kernels, "gCells", cells, COUNT, 4);
    bind_buffer(kernels, "gNext", result, COUNT, 4);
    bind_buffer(kernels, "gNextCells", result_cells, COUNT, 4);
    bind_texture(kernels, "gPicture", heat, WIDTH, HEIGHT, 4);
    sharper = bind_texture(kernels, "gSharper", NULL, WIDTH, HEIGHT, 4);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gHeight", HEIGHT);
    set_int(kernels, "gDepth", DEPTH);
    set_float(kernels, "gRate", RATE);
}

static void plain_wave(void) { wave(heat, before, next, width, height, RATE); }
static void plain_volume(void) { volume(heat, next, width / 4, height / 4, DEPTH, RATE); }
static void plain_ring(void) { ring(cells, next_cells, width, height); }
static void plain_sharper(void) { sharpen(heat, next, width, height, RATE); }
static void plain_smooth(void) { smooth(heat, next, width * height); }
static void plain_divergence(void) { divergence(heat, before, next, width, height); }

static void by_16(Kernels *kernels, const char *entry) { run(kernels, entry, (WIDTH + 15) / 16, (HEIGHT + 15) / 16, 1); }
static void kernel_wave(Kernels *kernels) { by_16(kernels, "WaveCS"); }
static void kernel_volume(Kernels *kernels) { run(kernels, "VolumeCS", (WIDTH / 4 + 7) / 8, (HEIGHT / 4 + 7) / 8, (DEPTH + 3) / 4); }
static void kernel_ring(Kernels *kernels) { by_16(kernels, "RingCS"); }
static void kernel_sharper(Kernels *kernels) { by_16(kernels, "SharperCS"); }
static void kernel_smooth(Kernels *kernels) { run(kernels, "SmoothCS", (COUNT + 255) / 256, 1, 1); }
static void kernel_divergence(Kernels *kernels) { run(kernels, "DivergenceCS", (WIDTH + 7) / 8, (HEIGHT + 7) / 8, 1); }

static double difference(void) { return largest_difference(next, result, COUNT); }
static double difference_of_cells(void) { return words_that_differ(next_cells, result_cells, COUNT); }
static double difference_of_picture(void) { return texture_difference(&sharper, next); }

const Contest contests[] = {
    {"a wave equation's step, off the sides", prepare, plain_wave, kernel_wave, difference, 1e-5, 0},
    {"heat in a volume 128x128x16, off the sides", prepare, plain_volume, kernel_volume, difference, 1e-5, 0},
    {"life around a ring, a word a cell", prepare, plain_ring, kernel_ring, difference_of_cells, 0, 0},
    {"sharper by four clamped texels", prepare, plain_sharper, kernel_sharper, difference_of_picture, 1e-5, 0},
    {"three neighbours in a row, clamped", prepare, plain_smooth, kernel_smooth, difference, 1e-5, 0},
    {"divergence, zeros outside", prepare, plain_divergence, kernel_divergence, difference, 1e-5, 0},
    {0}};
