/* Steps between barriers: diffusion in tiles, a factor column by column, a triangle, ranks of keys. */
#include <math.h>
#include <string.h>

#include "../bench.h"

static float *input, *other, *plain_result, *kernel_result;

/* ---- three steps of diffusion ---- */

enum { WIDTH = SIZE(640, 60), HEIGHT = SIZE(400, 40), TEXELS = WIDTH * HEIGHT };
static float *between[2];

PLAIN void diffuse(const float *restrict in, float *restrict out, int width, int height, float rate)
{
    for (int y = 0; y < height; y++) {
        const float *row = in + y * width, *above = y > 0 ? row - width : row, *below = y + 1 < height ? row + width : row;
        for (int x = 0; x < width; x++) {
            float around = row[x > 0 ? x - 1 : x] + row[x + 1 < width ? x + 1 : x] + above[x] + below[x];
            out[y * width + x] = row[x] + rate * (around - 4 * row[x]);
        }
    }
}

static void prepare_diffusion(Kernels *kernels)
{
    set_int(kernels, "width", WIDTH);
    set_int(kernels, "height", HEIGHT);
    set_float(kernels, "rate", 0.2f);
    input = new_noise(TEXELS);
    plain_result = new_floats(TEXELS);
    kernel_result = new_floats(TEXELS);
    between[0] = new_floats(TEXELS);
    between[1] = new_floats(TEXELS);
    bind_buffer(kernels, "Input", input, TEXELS, 4);
    bind_buffer(kernels, "Output", kernel_result, TEXELS, 4);
}

static void plain_diffusion(void)
{
    diffuse(input, between[0], WIDTH, HEIGHT, 0.2f);
    diffuse(between[0], between[1], WIDTH, HEIGHT, 0.2f);
    diffuse(between[1], plain_result, WIDTH, HEIGHT, 0.2f);
}

static void kernel_diffusion(Kernels *kernels) { run(kernels, "DiffuseCS", (WIDTH + 17) / 18, (HEIGHT + 13) / 14, 1); }

/* Beyond an edge the kernel's tile has steps of its own: texels that these reach are not compared. */
static double difference_of_diffusion(void)
{
    double most = 0;
    for (int y = 3; y < HEIGHT - 3; y++)
        for (int x = 3; x < WIDTH - 3; x++)
            most = fmax(most, fabs((double)plain_result[y * WIDTH + x] - kernel_result[y * WIDTH + x]));
    return most;
}

/* ---- Cholesky's factor ---- */

enum { MATRICES = SIZE(1000, 20), ORDER = 16, CELLS = MATRICES * ORDER * ORDER };

PLAIN void factorise(float (*restrict matrix)[ORDER])
{
    for (int k = 0; k < ORDER; k++) {
        float pivot = 1 / sqrtf(matrix[k][k]);
        for (int y = k; y < ORDER; y++)
            matrix[y][k] *= pivot;
        for (int y = k + 1; y < ORDER; y++)
            for (int x = k + 1; x <= y; x++)
                matrix[y][x] -= matrix[y][k] * matrix[x][k];
    }
}

static void prepare_factors(Kernels *kernels)
{
    input = new_noise(CELLS);
    plain_result = new_floats(CELLS);
    kernel_result = new_floats(CELLS);
    for (int m = 0; m < MATRICES; m++)
        for (int y = 0; y < ORDER; y++)
            input[m * ORDER * ORDER + y * (ORDER + 1)] = 2 * ORDER;
    bind_buffer(kernels, "Input", input, CELLS, 4);
    bind_buffer(kernels, "Output", kernel_result, CELLS, 4);
}

static void plain_factors(void)
{
    memcpy(plain_result, input, CELLS * sizeof *input);
    for (int m = 0; m < MATRICES; m++)
        factorise((float(*)[ORDER])(plain_result + m * ORDER * ORDER));
}

static void kernel_factors(Kernels *kernels) { run(kernels, "CholeskyCS", MATRICES, 1, 1); }

static double difference_of_factors(void) { return largest_difference(plain_result, kernel_result, CELLS); }

/* ---- the product of a triangle ---- */

enum { VECTORS = SIZE(200, 4), ROWS = 128 };

PLAIN void multiply(const float *restrict triangle, const float *restrict vector, float *restrict sums)
{
    memset(sums, 0, ROWS * sizeof *sums);
    for (int column = 0; column < ROWS; column++)
        for (int row = column; row < ROWS; row++)
            sums[row] += triangle[column * ROWS + row] * vector[column];
}

static void prepare_triangle(Kernels *kernels)
{
    input = new_noise(ROWS * ROWS);
    other = new_noise(VECTORS * ROWS);
    plain_result = new_floats(VECTORS * ROWS);
    kernel_result = new_floats(VECTORS * ROWS);
    bind_buffer(kernels, "Input", input, ROWS * ROWS, 4);
    bind_buffer(kernels, "Other", other, VECTORS * ROWS, 4);
    bind_buffer(kernels, "Output", kernel_result, VECTORS * ROWS, 4);
}

static void plain_triangle(void)
{
    for (int v = 0; v < VECTORS; v++)
        multiply(input, other + v * ROWS, plain_result + v * ROWS);
}

static void kernel_triangle(Kernels *kernels) { run(kernels, "TriangleCS", VECTORS, 1, 1); }

static double difference_of_triangle(void) { return largest_difference(plain_result, kernel_result, VECTORS * ROWS); }

/* ---- ranks ---- */

enum { BLOCKS = SIZE(200, 4), BLOCK = 256, KINDS = 16 };
static uint32_t *keys, *plain_ranks, *kernel_ranks;

PLAIN void rank(const uint32_t *restrict in, uint32_t *restrict out)
{
    uint32_t counts[KINDS] = {0};
    for (int i = 0; i < BLOCK; i++)
        out[i] = counts[in[i]]++;
}

static void prepare_ranks(Kernels *kernels)
{
    keys = new_random_words(BLOCKS * BLOCK);
    plain_ranks = new_words(BLOCKS * BLOCK);
    kernel_ranks = new_words(BLOCKS * BLOCK);
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        keys[i] %= KINDS;
    bind_buffer(kernels, "Keys", keys, BLOCKS * BLOCK, 4);
    bind_buffer(kernels, "Ranks", kernel_ranks, BLOCKS * BLOCK, 4);
}

static void plain_rank(void)
{
    for (int b = 0; b < BLOCKS; b++)
        rank(keys + b * BLOCK, plain_ranks + b * BLOCK);
}

static void kernel_rank(Kernels *kernels) { run(kernels, "RanksCS", BLOCKS, 1, 1); }

static double difference_of_ranks(void) { return words_that_differ(plain_ranks, kernel_ranks, BLOCKS * BLOCK); }

const Contest contests[] = {
    {"diffusion, three steps in tiles of 24x20", prepare_diffusion, plain_diffusion, kernel_diffusion, difference_of_diffusion, 1e-5},
    {"Cholesky's factors of 16x16, a group each", prepare_factors, plain_factors, kernel_factors, difference_of_factors, 1e-3},
    {"a triangle of 128 times vectors", prepare_triangle, plain_triangle, kernel_triangle, difference_of_triangle, 1e-3},
    {"ranks among 256 keys of 16 kinds", prepare_ranks, plain_rank, kernel_rank, difference_of_ranks, 0},
    {0}};
