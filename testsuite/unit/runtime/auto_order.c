/* --order auto: each group once whatever is measured, and what is kept on disk. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/dispatch.h"
#include "kernels.h"

/* Resource 0 has an element for each group of the whole grid. Compiled kernels, too, know it by their number only. */
static void count_visit(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    const WccResource *visits = dispatch->resources;
    (void)shared;
    __atomic_fetch_add((uint32_t *)visits->data + ((size_t)z * visits->height + y) * visits->width + x, 1, __ATOMIC_RELAXED);
}

static void count_row(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t end, uint32_t y, uint32_t z)
{
    for (; x < end; x++)
        count_visit(dispatch, shared, x, y, z);
}

/* A kernel that counts in the order "auto" with this folder for caches. */
static void check_kernel(bool with_rows, const char *cache, uint32_t x, uint32_t y, uint32_t z)
{
    Report report = { 0 };
    uint32_t count = x * y * z, *visits = calloc(count + 1, sizeof *visits);
    WccResource row = { .data = visits, .width = x, .height = y, .depth = z, .stride = 4 };
    WccVariant variant = { .wave_size = 4, .run = count_visit, .run_row = with_rows ? count_row : NULL, .lane_order = "linear" };
    WccTimes times = { -1, -1 };
    WccDispatch dispatch = { .resources = &row, .groups = { x, y, z } };
    Job job = { .variant = &variant, .dispatch = &dispatch };
    Pool *pool = host_new_pool(&report, 3);
    setenv("XDG_CACHE_HOME", cache, 1);
    assert_true(host_parse_order(&report, "auto", &job.order));
    assert_int_equal(host_run_ordered(&report, pool, &job, &times), WCC_OK);
    assert_true(times.wall_ms >= 0 && times.cpu_ms >= 0);
    for (uint32_t i = 0; i < count; i++)
        if (visits[i] != 1)
            fail_msg("group %u of %u x %u x %u ran %u times", i, x, y, z, visits[i]);
    unsetenv("XDG_CACHE_HOME");
    host_free_pool(pool);
    free(visits);
}

static void check_counts(const char *cache, uint32_t x, uint32_t y, uint32_t z)
{
    check_kernel(false, cache, x, y, z);
    check_kernel(true, cache, x, y, z);
}

/* A new empty folder, as an absolute path. */
static const char *new_cache(const char *name)
{
    static char path[8192], command[8300];
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    const char *below = test_path(name);
    snprintf(path, sizeof path, "%s%s%s", below[0] == '/' ? "" : here, below[0] == '/' ? "" : "/", below);
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    assert_int_equal(system(command), 0);
    return path;
}

/* The only file in the cache; NULL: there is none. */
static const char *find_kept(const char *cache)
{
    static char path[9000], folder[8300];
    snprintf(folder, sizeof folder, "%s/wavecc/orders", cache);
    DIR *list = opendir(folder);
    int count = 0;
    for (struct dirent *entry; list && (entry = readdir(list));)
        if (entry->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            count++;
        }
    if (list)
        closedir(list);
    assert_true(count <= 1);
    return count ? path : NULL;
}

TEST(auto_order_runs_each_group_once_in_any_grid)
{
    static const uint32_t grids[][3] = { { 1, 1, 1 }, { 0, 100, 1 }, { 100, 0, 1 }, { 100, 100, 0 }, { 5, 3, 2 }, { 64, 96, 1 }, { 37, 111, 1 },
                                         { 19, 113, 3 }, { 2, 600, 1 }, { 300, 300, 1 } };
    const char *cache = new_cache("auto-grids");
    for (size_t i = 0; i < HOST_LENGTH(grids); i++)
        for (int again = 0; again < 2; again++)
            check_counts(cache, grids[i][0], grids[i][1], grids[i][2]);
}

enum { LAST_ROW = 199 }; /* behind those that are measured */

static void dawdle_at_the_end(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    (void)dispatch, (void)shared, (void)x, (void)z;
    if (y == LAST_ROW)
        nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
}

TEST(auto_order_tells_that_what_it_does_not_measure_timed_out)
{
    Report report = { 0 };
    WccVariant variant = { .wave_size = 4, .run = dawdle_at_the_end, .lane_order = "linear" };
    WccDispatch dispatch = { .groups = { 64, LAST_ROW + 1, 1 } };
    Job job = { .variant = &variant, .dispatch = &dispatch, .timeout_seconds = 0.1 };
    WccTimes times;
    Pool *pool = host_new_pool(&report, 2);
    setenv("XDG_CACHE_HOME", new_cache("auto-timed-out"), 1);
    assert_true(host_parse_order(&report, "auto", &job.order));
    assert_int_equal(host_run_ordered(&report, pool, &job, &times), WCC_TIMED_OUT);
    unsetenv("XDG_CACHE_HOME");
    host_free_pool(pool);
}

TEST(auto_order_of_random_grids_without_a_place_to_keep_it)
{
    uint32_t seed = 1;
    for (int i = 0; i < 100; i++) {
        uint32_t sides[3];
        for (int axis = 0; axis < 3; axis++) {
            seed = seed * 1664525 + 1013904223;
            sides[axis] = 1 + (seed >> 16) % (axis == 2 ? 2 : 120);
        }
        check_counts("/dev/null", sides[0], sides[1], sides[2]);
    }
}

TEST(the_best_order_is_kept_by_grid_and_read_again)
{
    const char *cache = new_cache("auto-kept");
    Order order;
    OrderKey key = { "kernel a, grid 8,8,1" }, other = { "kernel a, grid 8,9,1" };
    setenv("XDG_CACHE_HOME", cache, 1);
    assert_false(host_recall_order(&key, &order));
    host_keep_order(&key, (Order){ .kind = ORDER_TILE_Y, .tile = 12 });
    assert_true(host_recall_order(&key, &order));
    assert_int_equal(order.kind, ORDER_TILE_Y);
    assert_int_equal(order.tile, 12);
    assert_false(host_recall_order(&other, &order));
    unsetenv("XDG_CACHE_HOME");
    assert_non_null(find_kept(cache));
}

TEST(a_damaged_kept_order_is_ignored_and_written_anew)
{
    static const char *const damaged[] = { "", "\n", "kernel b", "kernel b\n", "kernel b\ntile-x:0\n", "kernel b\ntile-x:4", "kernel b\nauto\n",
                                           "kernel c\ntile-x:4\n", "\xff\xfe\n\n" };
    const char *cache = new_cache("auto-damaged");
    OrderKey key = { "kernel b" };
    Order order;
    setenv("XDG_CACHE_HOME", cache, 1);
    host_keep_order(&key, (Order){ .kind = ORDER_MORTON, .tile = 1 });
    const char *path = find_kept(cache);
    for (size_t i = 0; i < HOST_LENGTH(damaged); i++) {
        FILE *file = fopen(path, "w");
        fputs(damaged[i], file);
        fclose(file);
        assert_false(host_recall_order(&key, &order));
        host_keep_order(&key, (Order){ .kind = ORDER_MORTON, .tile = 1 });
        assert_true(host_recall_order(&key, &order));
    }
    unsetenv("XDG_CACHE_HOME");
}

TEST(an_old_order_and_one_from_the_future_are_measured_again)
{
    const char *cache = new_cache("auto-old");
    OrderKey key = { "kernel d" };
    Order order;
    setenv("XDG_CACHE_HOME", cache, 1);
    host_keep_order(&key, (Order){ .kind = ORDER_MORTON, .tile = 1 });
    static const long days[] = { 0, -29, -31, 2 };
    for (size_t i = 0; i < HOST_LENGTH(days); i++) {
        struct timespec when[2] = { { .tv_sec = time(NULL) + days[i] * 86400 }, { .tv_sec = time(NULL) + days[i] * 86400 } };
        assert_int_equal(utimensat(AT_FDCWD, find_kept(cache), when, 0), 0);
        assert_int_equal(host_recall_order(&key, &order), i < 2);
    }
    unsetenv("XDG_CACHE_HOME");
}

/* Rows of costs: linear, tile-x:4, tile-x:16, tile-y:4, tile-y:16, morton. */
TEST(an_order_is_taken_where_it_gains_in_each_repeat)
{
    static const struct { OrderCosts cost; int kind, tile; } cases[] = {
        { { { 10, 10, 10, 10, 10, 10 }, { 10, 10, 10, 10, 10, 10 }, { 10, 10, 10, 10, 10, 10 } }, ORDER_LINEAR, 1 },
        { { { 10, 9, 8, 9, 9, 9 }, { 10, 9, 8, 9, 9, 9 }, { 10, 9, 8, 9, 9, 9 } }, ORDER_TILE_X, 16 },
        /* a repeat in which it gains nothing, or linear was disturbed */
        { { { 10, 11, 8, 11, 11, 11 }, { 10, 11, 8, 11, 11, 11 }, { 10, 11, 10, 11, 11, 11 } }, ORDER_LINEAR, 1 },
        { { { 30, 11, 20, 11, 11, 11 }, { 30, 11, 20, 11, 11, 11 }, { 10, 11, 11, 11, 11, 11 } }, ORDER_LINEAR, 1 },
        /* less than 3 % */
        { { { 10, 11, 9.8, 11, 11, 11 }, { 10, 11, 9.8, 11, 11, 11 }, { 10, 11, 9.8, 11, 11, 11 } }, ORDER_LINEAR, 1 },
        /* of two that gain the one that surely does by more */
        { { { 20, 21, 9, 21, 21, 12 }, { 20, 21, 9, 21, 21, 12 }, { 20, 21, 15, 21, 21, 12 } }, ORDER_MORTON, 1 },
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        Order order = host_pick_order(cases[i].cost);
        if ((int)order.kind != cases[i].kind || (int)order.tile != cases[i].tile)
            fail_msg("case %zu: order %d, %u", i, order.kind, order.tile);
    }
}

static void check_all(const uint32_t *counts, uint32_t count, uint32_t times)
{
    for (uint32_t i = 0; i < count; i++)
        if (counts[i] != times)
            fail_msg("group %u of %u ran %u times", i, count, counts[i]);
}

/* 30 x 200 groups by what programs call. What was submitted is never measured; it goes as was found. */
TEST(programs_run_and_submit_in_the_order_auto)
{
    enum { COUNT = 30 * 200 };
    const char *cache = new_cache("auto-programs");
    uint32_t *counts = calloc(COUNT, sizeof *counts);
    WccTimes times = { -1, -1 };
    WccRun run = { .entry = "CountCS", .groups = { 30, 200, 1 }, .order = "auto" };
    setenv("XDG_CACHE_HOME", cache, 1);
    WccRuntime *runtime = wcc_new(&sample_module, 2);
    assert_int_equal(wcc_bind_memory(runtime, "gCounts", &(WccMemory){ .data = counts, .width = COUNT }), WCC_OK);
    for (uint32_t round = 1; round <= 3; round++) { /* submitted, run and measured, submitted with what was found */
        if (round == 2) {
            run.times = &times;
            assert_int_equal(wcc_run(runtime, &run), WCC_OK);
            assert_true(times.wall_ms > 0);
            run.times = NULL;
        } else {
            WccTicket *ticket = wcc_submit(runtime, &run, 1);
            assert_int_equal(wcc_wait(ticket, 0), WCC_OK);
            wcc_free_ticket(ticket);
        }
        check_all(counts, COUNT, round);
        assert_int_equal(find_kept(cache) != NULL, round >= 2);
    }
    run.timeout_seconds = 60;
    assert_int_equal(wcc_run(runtime, &run), WCC_OK);
    check_all(counts, COUNT, 4);
    wcc_free(runtime);
    unsetenv("XDG_CACHE_HOME");
    free(counts);
}

TEST(grids_too_small_to_be_measured_keep_nothing)
{
    const char *cache = new_cache("auto-small");
    check_counts(cache, 20, 20, 1);
    assert_null(find_kept(cache));
    check_kernel(true, cache, 100, 100, 1);
    assert_non_null(find_kept(cache));
}
