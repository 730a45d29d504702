/* BC1 decoded, a block a thread. */
#include "../bench.h"

enum { WIDTH = SIZE(256, 16), HEIGHT = SIZE(192, 16), BLOCKS = WIDTH * HEIGHT, TEXELS = 16 * BLOCKS };
static uint32_t *blocks, *texels, *result;

static void unpack(uint32_t colour, float out[4])
{
    out[0] = (colour >> 11) / 31.0f;
    out[1] = ((colour >> 5) & 63) / 63.0f;
    out[2] = (colour & 31) / 31.0f;
    out[3] = 1;
}

PLAIN void decode(const uint32_t *restrict in, uint32_t *restrict out, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const uint32_t *block = in + 2 * (y * width + x);
            uint32_t first = block[0] & 0xffff, second = block[0] >> 16, palette[4];
            float colours[4][4] = {{0}};
            unpack(first, colours[0]);
            unpack(second, colours[1]);
            for (int c = 0; c < 4; c++) {
                float a = colours[0][c], b = colours[1][c];
                colours[2][c] = first > second ? (2 * a + b) / 3 : (a + b) / 2;
                colours[3][c] = first > second ? (a + 2 * b) / 3 : 0;
            }
            for (int i = 0; i < 4; i++) {
                palette[i] = 0;
                for (int c = 0; c < 4; c++)
                    palette[i] |= (uint32_t)(colours[i][c] * 255 + 0.5f) << 8 * c;
            }
            for (int i = 0; i < 16; i++)
                out[(4 * y + i / 4) * 4 * width + 4 * x + i % 4] = palette[block[1] >> 2 * i & 3];
        }
}

static void prepare(Kernels *kernels)
{
    uint32_t size[2] = {WIDTH, HEIGHT};
    blocks = new_random_words(2 * BLOCKS);
    texels = new_words(TEXELS);
    result = new_words(TEXELS);
    bind_buffer(kernels, "gBlocks", blocks, BLOCKS, 8);
    bind_buffer(kernels, "gTexels", result, TEXELS, 4);
    set(kernels, "gSize", size, sizeof size);
}

static void plain(void) { decode(blocks, texels, WIDTH, HEIGHT); }
static void kernel(Kernels *kernels) { run(kernels, "DecodeCS", WIDTH / 8, HEIGHT / 8, 1); }

/* In levels: halves are rounded either way. */
static double difference(void)
{
    double largest = 0;
    for (int i = 0; i < TEXELS; i++)
        for (int shift = 0; shift < 32; shift += 8) {
            int apart = (int)(texels[i] >> shift & 255) - (int)(result[i] >> shift & 255);
            largest = apart > largest ? apart : -apart > largest ? -apart : largest;
        }
    return largest;
}

const Contest contests[] = {{"BC1 decoded, 256x192 blocks", prepare, plain, kernel, difference, 1}, {0}};
