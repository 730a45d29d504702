/* Rows of words that threads fill, copy and change. */
#include "../bench.h"

enum { ROWS = SIZE(1 << 14, 1 << 8), MOST = 32, WIDTH = 48, TABLE_ROWS = 512, WORDS = TABLE_ROWS * WIDTH, GROUP = 64 };
static uint32_t *from, *sources, *starts, *to, *result, *places, *result_places;

PLAIN void fill_rows(const uint32_t *restrict source, const uint32_t *restrict start, uint32_t *restrict out, int rows)
{
    for (int row = 0; row < rows; row++)
        for (uint32_t i = 0; i < start[row + 1] - start[row]; i++)
            out[start[row] + i] = source[row] + i * 3;
}

PLAIN void expand_rows(const uint32_t *restrict start, uint32_t *restrict out, uint32_t *restrict place, int rows)
{
    for (int row = 0; row < rows; row++)
        for (uint32_t i = start[row]; i < start[row + 1]; i++) {
            out[i] = (uint32_t)row;
            place[i] = i - start[row];
        }
}

PLAIN void copy_rows(const uint32_t *restrict words, const uint32_t *restrict source, const uint32_t *restrict start,
                     uint32_t *restrict out, int rows)
{
    for (int row = 0; row < rows; row++)
        for (uint32_t i = start[row]; i < start[row + 1]; i++)
            out[i] = words[source[row] + i - start[row]];
}

PLAIN void change_rows(const uint32_t *restrict source, const uint32_t *restrict start, uint32_t *restrict out, int rows)
{
    for (int row = 0; row < rows; row++)
        for (uint32_t i = start[row]; i < start[row + 1]; i++)
            out[i] = out[i] * 3 + source[row];
}

PLAIN void look_up_rows(const uint32_t *restrict words, const uint32_t *restrict source, uint32_t *restrict out, int rows,
                        int width, int table_rows)
{
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < width; i++)
            out[row * width + i] = words[source[row] % (uint32_t)table_rows * width + i];
}

static void prepare(Kernels *kernels)
{
    uint32_t *random = new_random_words(2 * ROWS);
    from = new_random_words(WORDS);
    sources = new_words(ROWS);
    starts = new_words(ROWS + 1);
    to = new_words(ROWS * WIDTH);
    result = new_words(ROWS * WIDTH);
    places = new_words(ROWS * MOST);
    result_places = new_words(ROWS * MOST);
    for (int i = 0; i < ROWS; i++) {
        starts[i + 1] = starts[i] + random[i] % MOST;
        sources[i] = random[ROWS + i] % (WORDS - MOST);
    }
    bind_buffer(kernels, "gFrom", from, WORDS, 4);
    bind_buffer(kernels, "gSources", sources, ROWS, 4);
    bind_buffer(kernels, "gStarts", starts, ROWS + 1, 4);
    bind_buffer(kernels, "gTo", result, ROWS * WIDTH, 4);
    bind_buffer(kernels, "gPlaces", result_places, ROWS * MOST, 4);
    set_int(kernels, "gRows", ROWS);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gTableRows", TABLE_ROWS);
}

static void plain_fill(void) { fill_rows(sources, starts, to, ROWS); }
static void plain_expand(void) { expand_rows(starts, to, places, ROWS); }
static void plain_copy(void) { copy_rows(from, sources, starts, to, ROWS); }
static void plain_change(void) { change_rows(sources, starts, to, ROWS); }
static void plain_look_up(void) { look_up_rows(from, sources, to, ROWS, WIDTH, TABLE_ROWS); }

static void fill(Kernels *kernels) { run(kernels, "FillCS", ROWS / GROUP, 1, 1); }
static void expand(Kernels *kernels) { run(kernels, "ExpandCS", ROWS / GROUP, 1, 1); }
static void copy(Kernels *kernels) { run(kernels, "CopyCS", ROWS / GROUP, 1, 1); }
static void change(Kernels *kernels) { run(kernels, "ChangeCS", ROWS / GROUP, 1, 1); }
static void look_up(Kernels *kernels) { run(kernels, "LookUpCS", ROWS / GROUP, 1, 1); }

static double difference(void)
{
    return words_that_differ(to, result, ROWS * WIDTH) + words_that_differ(places, result_places, ROWS * MOST);
}

const Contest contests[] = {{"rows of up to 31 words filled", prepare, plain_fill, fill, difference, 0},
                            {"rows of up to 31 pairs of words filled", prepare, plain_expand, expand, difference, 0},
                            {"rows of up to 31 words copied", prepare, plain_copy, copy, difference, 0},
                            {"rows of up to 31 words changed", prepare, plain_change, change, difference, 0},
                            {"rows of 48 words copied from a table", prepare, plain_look_up, look_up, difference, 0},
                            {0}};
