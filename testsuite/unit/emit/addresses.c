/* Accesses in rows shorter than a vector, and indices with single bits changed, against plain C. */
#include <stdio.h>
#include <string.h>

#include "../../samples/sample.h"
#include "files.h"
#include "process.h"

enum { WIDTH = 21, HEIGHT = 13, ACROSS = 24, DOWN = 16, TEXELS = WIDTH * HEIGHT, DOUBLES = ACROSS * DOWN, THREADS = 64 };

static float in[TEXELS * 4];
static double doubles[DOUBLES];

/* Component c of the texel; outside the texture 0. */
static float texel(int x, int y, int components, int c)
{
    return x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT ? in[(y * WIDTH + x) * components + c] : 0;
}

static int clamped(int value, int count) { return value < 0 ? 0 : value < count ? value : count - 1; }

static float sum_of_texels(int x, int y, int components, int c)
{
    return texel(x - 1, y + 2, components, c) + texel(clamped(x + 1, WIDTH), clamped(y - 1, HEIGHT), components, c);
}

/* The group's tile upside down and one to the left; beyond its 8 columns it is 0. */
static float tile_texel(int x, int y)
{
    int from = y - y % 8 + 7 - y % 8;
    return x % 8 == 7 ? 0 : texel(x + 1, from, 1, 0);
}

static void expect_texels(const char *name, int components)
{
    static float got[TEXELS * 4];
    bin_read(test_build_path("tests/addresses/%s.bin", name), got, (size_t)TEXELS * (size_t)components * sizeof *got);
    for (int i = 0; i < TEXELS * components; i++) {
        int x = i / components % WIDTH, y = i / components / WIDTH;
        float want = sum_of_texels(x, y, components, i % components);
        if (components == 1)
            want += tile_texel(x, y);
        if (components == 2 && (x + y) % 3 == 0)
            want = 0;
        if (got[i] != want)
            fail_msg("%s: component %d of (%d, %d) is %g, expected %g", name, i % components, x, y, (double)got[i], (double)want);
    }
}

static void check_rows(const char *program, Setting setting, void *context)
{
    (void)context;
    static double got[DOUBLES];
    const char *folder = test_build_path("tests/addresses");
    sample_run(program, setting, "-e Rows --dispatch 3,2,1 --set Size=%d,%d --in One=%s/in1.npy --in Two=%s/in2.npy --in Four=%s/in4.npy --in Doubles=%s/in.bin "
               "--size OneOut=%dx%d --size TwoOut=%dx%d --size FourOut=%dx%d --size DoublesOut=%d "
               "--out OneOut=%s/one.bin --out TwoOut=%s/two.bin --out FourOut=%s/four.bin --out DoublesOut=%s/doubles.bin",
               WIDTH, HEIGHT, folder, folder, folder, folder, WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT, DOUBLES, folder, folder, folder, folder);
    expect_texels("one", 1);
    expect_texels("two", 2);
    expect_texels("four", 4);
    bin_read(test_build_path("tests/addresses/doubles.bin"), got, sizeof got);
    for (int i = 0; i < DOUBLES; i++)
        assert_true(got[i] == 2 * doubles[i]);
}

/* Of numbers i * i for i below 64; beyond them loads give 0. */
static uint32_t number(uint32_t i) { return i < THREADS ? i * i : 0; }

static void bits_model(uint32_t *result, uint32_t most)
{
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t sum = number(i ^ 3) + 2 * number(i ^ 32) + 3 * number(i & ~5u);
        for (uint32_t bit = 1; bit <= most; bit *= 2) {
            sum = sum * 31 + number(i ^ bit);
            sum = sum * 31 + number(i | bit);
            sum = sum * 31 + number(i & ~bit);
            sum = sum * 31 + number((i + 1) ^ bit);
            sum = sum * 31 + ((i ^ bit) < THREADS ? 3 * (i ^ bit) + 7 * (i ^ bit) * (i ^ bit) : 0);
        }
        if ((i ^ most) < THREADS)
            result[i ^ most] = sum;
    }
    for (uint32_t i = 0; i < THREADS; i++)
        result[i ^ 6] += i;
}

static void check_bits(const char *program, Setting setting, void *context)
{
    (void)context;
    for (uint32_t most = 1; most <= 64; most *= 2) {
        uint32_t got[THREADS], want[THREADS];
        for (uint32_t i = 0; i < THREADS; i++)
            want[i] = number(i); /* stays where no sum is stored */
        sample_run(program, setting, "-e Bits --set MostBit=%u --size Mixed=%d --out Mixed=%s --dispatch 1,1,1", most, THREADS,
                   test_build_path("tests/addresses/mixed.bin"));
        bin_read(test_build_path("tests/addresses/mixed.bin"), got, sizeof got);
        bits_model(want, most);
        sample_expect_words("mixed", got, want, THREADS);
    }
}

static const char *compile(const char *name, const char *options)
{
    static char program[1024]; /* test_build_path reuses its memory */
    snprintf(program, sizeof program, "%s", test_build_path("tests/addresses/%s", name));
    test_folder("addresses");
    sample_compile_source("testsuite/unit/emit/addresses.hlsl", program, options);
    return program;
}

/* Once for two tests: C compilers take long for it. */
static const char *compile_all(void)
{
    static char program[1024];
    if (!*program)
        snprintf(program, sizeof program, "%s", compile("all", "--wave-size=all"));
    return program;
}

static void write_inputs(void)
{
    sample_fill_noise(in, TEXELS * 4, 3);
    for (int i = 0; i < DOUBLES; i++)
        doubles[i] = i * 0.75;
    npy_write(test_build_path("tests/addresses/in1.npy"), "f4", in, (Shape){2, {HEIGHT, WIDTH}});
    npy_write(test_build_path("tests/addresses/in2.npy"), "f4", in, (Shape){3, {HEIGHT, WIDTH, 2}});
    npy_write(test_build_path("tests/addresses/in4.npy"), "f4", in, (Shape){3, {HEIGHT, WIDTH, 4}});
    file_write(test_build_path("tests/addresses/in.bin"), doubles, sizeof doubles);
}

SLOW_TEST(indices_with_bits_changed_reach_their_elements_at_every_wave_size)
{
    sample_at_all_settings(compile_all(), check_bits, NULL);
}

SLOW_TEST(rows_of_eight_threads_reach_texels_and_elements_at_every_wave_size)
{
    const char *program = compile_all();
    write_inputs();
    sample_at_all_settings(program, check_rows, NULL);
}

SLOW_TEST(rows_of_eight_threads_reach_texels_in_every_lane_order)
{
    static const char *const OPTIONS[] = {"--lane-order=quad", "--lane-order=tile", "--lane-order=random:7", "--target=x86-64-v3", "--target=generic --cc=gcc"};
    char options[128];
    for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
        bool is_order = strncmp(OPTIONS[i], "--lane-order", 12) == 0; /* which is for wavecc to keep */
        if (is_order && !test_runs_all())
            process_leave_c_as_written();
        snprintf(options, sizeof options, "--wave-size=4,32 %s", OPTIONS[i]);
        const char *program = compile("addresses", options);
        process_optimise_c();
        write_inputs();
        check_rows(program, (Setting){32, 1}, NULL);
        check_bits(program, (Setting){32, 1}, NULL);
        check_bits(program, (Setting){4, 1}, NULL);
    }
}
