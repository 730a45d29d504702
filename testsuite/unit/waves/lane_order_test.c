/* Lane orders: the tables, their text, and where the threads of a compiled kernel say they run. */
#include <string.h>

#include "../../samples/sample.h"
#include "ir/ir.h"
#include "process.h"

/* ---- tables ---- */

static IrKernel *ordered(Arena *arena, uint32_t x, uint32_t y, int wave_size, IrLaneOrder order)
{
    IrKernel *kernel = ir_kernel_new(arena, names_intern_text(names_new(arena), "k"), (const uint32_t[]){x, y, 1}, wave_size);
    ir_order_lanes(kernel, order);
    ir_close_region(kernel, kernel->body);
    return kernel;
}

TEST(quads_are_two_by_two_threads)
{
    static const int WANTED[] = {0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11, 12, 13, 18, 19};
    Arena *arena = arena_new("test");
    IrKernel *kernel = ordered(arena, 6, 4, 8, (IrLaneOrder){IR_ORDER_QUAD, 0, 0});
    for (int lane = 0; lane < COUNT_OF(WANTED); lane++)
        assert_int_equal(ir_thread_of_lane(kernel, lane), WANTED[lane]);
    assert_null(ordered(arena, 5, 4, 8, (IrLaneOrder){IR_ORDER_QUAD, 0, 0})->thread_of_lane);
    arena_drop(arena);
}

TEST(a_wave_of_32_lanes_is_a_tile_of_8_by_4_threads)
{
    Arena *arena = arena_new("test");
    IrKernel *kernel = ordered(arena, 16, 16, 32, (IrLaneOrder){IR_ORDER_TILE, 0, 0});
    for (int lane = 0; lane < 256; lane++) {
        int wave = lane / 32, x = wave % 2 * 8 + lane % 8, y = wave / 2 * 4 + lane % 32 / 8;
        assert_int_equal(ir_thread_of_lane(kernel, lane), y * 16 + x);
    }
    arena_drop(arena);
}

TEST(a_random_order_has_each_thread_once_and_no_empty_wave)
{
    Arena *arena = arena_new("test");
    for (uint32_t seed = 0; seed < 20; seed++) {
        bool seen[37] = {false};
        int threads[3] = {0};
        IrKernel *kernel = ordered(arena, 37, 1, 16, (IrLaneOrder){IR_ORDER_RANDOM, seed, 0});
        for (int lane = 0; lane < 48; lane++) {
            int thread = ir_thread_of_lane(kernel, lane);
            assert_true(thread < 37 && (thread < 0 || !seen[thread]));
            threads[lane / 16] += thread >= 0;
            if (thread >= 0)
                seen[thread] = true;
        }
        assert_true(threads[0] > 0 && threads[1] > 0 && threads[2] > 0 && threads[0] + threads[1] + threads[2] == 37);
    }
    arena_drop(arena);
}

TEST(lane_orders_are_printed_and_read_back)
{
    Arena *arena = arena_new("test");
    const char *error = NULL;
    Text first = {0}, second = {0};
    ir_print(&first, ordered(arena, 8, 8, 16, (IrLaneOrder){IR_ORDER_RANDOM, 5, 2}), NULL);
    assert_non_null(strstr(first.bytes, "wave 16 x 6 order random 5 extra 2"));
    IrKernel *again = ir_read(arena, names_new(arena), (Slice){first.bytes, first.length}, &error);
    assert_null(error);
    ir_print(&second, again, NULL);
    assert_string_equal(first.bytes, second.bytes);
    text_free(&first);
    text_free(&second);
    arena_drop(arena);
}

/* ---- compiled ---- */

enum { MOST_THREADS = 512 };

typedef struct OrderCase {
    const char *name; /* --lane-order= */
    int sides[3], extra_waves;
    int (*place)(const int *sides, int wave_size, int x, int y, int z); /* wave * W + lane; NULL: not known */
} OrderCase;

static int place_linear(const int *sides, int wave_size, int x, int y, int z)
{
    (void)wave_size;
    return (z * sides[1] + y) * sides[0] + x;
}

static int place_in_box(const int *sides, int width, int height, int x, int y, int z)
{
    int box = (z * (sides[1] / height) + y / height) * (sides[0] / width) + x / width;
    return box * width * height + y % height * width + x % width;
}

static int place_quad(const int *sides, int wave_size, int x, int y, int z)
{
    (void)wave_size;
    return place_in_box(sides, 2, 2, x, y, z);
}

static int place_tile(const int *sides, int wave_size, int x, int y, int z)
{
    int width = wave_size == 8 ? 4 : wave_size == 32 ? 8 : wave_size == 128 ? 16 : wave_size == 4 ? 2 : wave_size == 16 ? 4 : 8;
    return place_in_box(sides, width, wave_size / width, x, y, z);
}

static void check_places(const char *program, Setting setting, void *context)
{
    const OrderCase *test = context;
    const int *sides = test->sides;
    int threads = sides[0] * sides[1] * sides[2], waves = (threads + setting.wave_size - 1) / setting.wave_size;
    uint32_t places[MOST_THREADS], facts[2];
    bool taken[MOST_THREADS * 2] = {false};
    const char *where = test_build_path("tests/lane_orders/places.bin"), *what = test_build_path("tests/lane_orders/facts.bin");
    sample_run(program, setting, "--dispatch 1,1,1 --size Places=%d --size Facts=2 --out Places=%s --out Facts=%s", threads, where, what);
    bin_read(where, places, sizeof *places * (size_t)threads);
    bin_read(what, facts, sizeof facts);
    assert_int_equal(facts[0], waves + test->extra_waves);
    assert_int_equal(facts[1], 0);
    for (int i = 0; i < threads; i++) {
        uint32_t place = places[i] - 1;
        assert_true(place < (uint32_t)(waves * setting.wave_size) && !taken[place]);
        taken[place] = true;
        if (test->place != NULL)
            assert_int_equal(place, test->place(sides, setting.wave_size, i % sides[0], i / sides[0] % sides[1], i / sides[0] / sides[1]));
    }
}

static void run_case(OrderCase test)
{
    test_folder("lane_orders");
    char x[32], y[32], z[32], order[32], extra[32];
    const char *program = test_build_path("tests/lane_orders/program");
    snprintf(x, sizeof x, "-DSIDE_X=%d", test.sides[0]);
    snprintf(y, sizeof y, "-DSIDE_Y=%d", test.sides[1]);
    snprintf(z, sizeof z, "-DSIDE_Z=%d", test.sides[2]);
    snprintf(order, sizeof order, "--lane-order=%s", test.name);
    snprintf(extra, sizeof extra, "--extra-waves=%d", test.extra_waves);
    process_leave_c_as_written(); /* which thread is in which lane is for wavecc to say */
    Process process = PROCESS_RUN(test_build_path("wavecc"), "testsuite/unit/waves/lane_orders.hlsl", "--verify", x, y, z, order, extra, "-O1", "--wave-size=all",
                                  "-Wno-group-wave-index-mixing", "-o", program);
    process_optimise_c();
    process_expect(&process, 0, "wavecc");
    process_free(&process);
    sample_at_all_settings(program, check_places, &test);
}

SLOW_TEST(threads_run_in_the_lanes_that_their_order_names)
{
    run_case((OrderCase){"linear", {5, 7, 3}, 3, place_linear});
    run_case((OrderCase){"quad", {12, 6, 2}, 0, place_quad});
    run_case((OrderCase){"quad", {7, 6, 1}, 0, place_linear}); /* no quads of odd sides */
    run_case((OrderCase){"tile", {16, 16, 2}, 0, place_tile});
    run_case((OrderCase){"random:3", {5, 7, 3}, 1, NULL});
}
