/* What S. Aaltonen's article on large thread groups has: neighbourhoods of 8 x 8, 16 x 16 and 32 x 32 threads with their
 * borders, and a solver of coloured constraints, 1,024 threads and 32 KiB. */
#include "files.h"
#include "models.h"
#include "sample.h"

/* ---- neighbourhoods; neither side is a multiple of a group's ---- */

enum { WIDTH = 75, HEIGHT = 50, TEXELS = WIDTH * HEIGHT };
static const Shape PICTURE = {2, {HEIGHT, WIDTH}};

typedef struct Neighbourhood {
    int side;
    uint32_t fetched; /* texels a group, by the article */
    float want[TEXELS];
} Neighbourhood;

static void check_neighbourhood(const char *program, Setting setting, void *context)
{
    static float got[TEXELS];
    const Neighbourhood *test = context;
    uint32_t fetched, groups = (uint32_t)(((WIDTH + test->side - 1) / test->side) * ((HEIGHT + test->side - 1) / test->side));
    const char *out = test_build_path("tests/neighbourhood/out.npy"), *count = test_build_path("tests/neighbourhood/count.bin");
    sample_run(program, setting, "--in gInput=%s --size gOutput=%dx%d --out gOutput=%s --in gFetched=u32(0) --out gFetched=%s --threads %d,%d,1",
               test_build_path("tests/neighbourhood/in.npy"), WIDTH, HEIGHT, out, count, WIDTH, HEIGHT);
    npy_read(out, "f4", got, PICTURE);
    bin_read(count, &fetched, sizeof fetched);
    sample_expect_floats("texel", got, test->want, TEXELS, 0);
    assert_int_equal(fetched, groups * test->fetched);
}

static void dilate(int side, const char *options, uint32_t fetched)
{
    static float picture[TEXELS];
    static Neighbourhood test;
    const char *program = sample_compile("neighbourhood", "neighbourhood", options);
    test.side = side;
    test.fetched = fetched;
    sample_fill_noise(picture, TEXELS, 9);
    npy_write(test_build_path("tests/neighbourhood/in.npy"), "f4", picture, PICTURE);
    neighbourhood_model(picture, test.want, WIDTH, HEIGHT);
    sample_at_all_settings(program, check_neighbourhood, &test);
}

/* "64 interior pixels and 36 border pixels", "256 ... 68", "132 border pixels". */
SLOW_TEST(groups_of_8_x_8_fetch_36_texels_of_border) { dilate(8, "-DSIDE=8 -DCOUNT --wave-size=all", 64 + 36); }
SLOW_TEST(groups_of_16_x_16_fetch_68_texels_of_border) { dilate(16, "-DSIDE=16 -DCOUNT --wave-size=all", 256 + 68); }
SLOW_TEST(groups_of_32_x_32_fetch_132_texels_of_border) { dilate(32, "-DSIDE=32 -DCOUNT --wave-size=all", 1024 + 132); }

/* ---- the solver: two pieces of cloth of 64 x 32 particles, held at their first row ---- */

enum { COLUMNS = 64, ROWS = 32, PIECE = COLUMNS * ROWS, PIECES = 2, COLOURS = 4, LINKS = 1024, ITERATIONS = 3 };

typedef struct Cloth {
    Link links[COLOURS * LINKS]; /* what is not filled has rest -1 */
    Knot knots[PIECES * PIECE];
} Cloth;

static void add_link(Cloth *cloth, int counts[COLOURS], int colour, Link link)
{
    cloth->links[colour * LINKS + counts[colour]++] = link;
}

static void make_cloth(Cloth *cloth)
{
    int counts[COLOURS] = {0};
    for (int i = 0; i < COLOURS * LINKS; i++)
        cloth->links[i].rest = -1;
    for (int i = 0; i < PIECE; i++) {
        int x = i % COLUMNS, y = i / COLUMNS;
        if (x + 1 < COLUMNS)
            add_link(cloth, counts, x & 1, (Link){(uint32_t)i, (uint32_t)i + 1, 0.02f});
        if (y + 1 < ROWS)
            add_link(cloth, counts, 2 + (y & 1), (Link){(uint32_t)i, (uint32_t)i + COLUMNS, 0.02f});
    }
    for (uint32_t i = 0; i < PIECES * PIECE; i++)
        cloth->knots[i] = (Knot){0.02f * (float)(i % COLUMNS) + 0.01f * sample_noise(2 * i), 0.02f * (float)(i / COLUMNS % ROWS),
                                 0.01f * sample_noise(2 * i + 1), i % PIECE < COLUMNS ? 0 : 1};
}

static void check_cloth(const char *program, Setting setting, void *context)
{
    static Knot got[PIECES * PIECE];
    const char *out = test_build_path("tests/solver/moved.bin");
    sample_run(program, setting, "--in gLinks=%s --in gParticles=%s --out gParticles=%s --set gIterations=%d --set gLinksPerColour=%d --set gStiffness=0.8 --dispatch %d,1,1",
               test_build_path("tests/solver/links.bin"), test_build_path("tests/solver/knots.bin"), out, ITERATIONS, LINKS, PIECES);
    bin_read(out, got, sizeof got);
    sample_expect_floats("particle", &got[0].x, context, PIECES * PIECE * 4, 1e-5f);
}

SLOW_TEST(links_of_one_colour_are_solved_at_once)
{
    static Cloth cloth;
    const char *program = sample_compile("solver", "solver", "--wave-size=all");
    make_cloth(&cloth);
    file_write(test_build_path("tests/solver/links.bin"), cloth.links, sizeof cloth.links);
    file_write(test_build_path("tests/solver/knots.bin"), cloth.knots, sizeof cloth.knots);
    for (int i = 0; i < PIECES; i++)
        solver_model(cloth.links, COLOURS * LINKS, cloth.knots + i * PIECE, ITERATIONS, 0.8f);
    sample_at_all_settings(program, check_cloth, cloth.knots);
}
