/* The pool of workers, on kernels that count. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "host/dispatch.h"
#include "kernels.h"

/* Runs CountCS on a grid and checks that each group ran `times` times. */
static void check_counts(Pool *pool, const char *order, uint32_t x, uint32_t y, uint32_t z, uint32_t times)
{
    Report report = { 0 };
    WccResource rows[16] = { 0 };
    uint32_t count = x * y * z, *visits = calloc(count + 1, sizeof *visits);
    rows[5] = (WccResource){ .data = visits, .width = count, .height = 1, .depth = 1, .stride = 4 };
    WccDispatch dispatch = { .resources = rows, .groups = { x, y, z } };
    Job job = { .variant = sample_module.entries[2].variants, .dispatch = &dispatch };
    assert_true(host_parse_order(&report, order, &job.order));
    for (uint32_t i = 0; i < times; i++)
        assert_int_equal(host_run_job(&report, pool, &job, NULL), WCC_OK);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(visits[i], times);
    free(visits);
}

TEST(several_workers_run_each_group_exactly_once)
{
    Report report = { 0 };
    static const uint32_t workers[] = { 1, 2, 3, 7 };
    for (size_t i = 0; i < HOST_LENGTH(workers); i++) {
        Pool *pool = host_new_pool(&report, workers[i]);
        check_counts(pool, "linear", 1000, 1, 1, 1);
        check_counts(pool, "tile-x:3", 17, 11, 2, 1);
        check_counts(pool, "morton", 17, 11, 2, 1);
        host_free_pool(pool);
    }
}

TEST(one_pool_runs_many_jobs_one_after_another)
{
    Report report = { 0 };
    Pool *pool = host_new_pool(&report, 3);
    check_counts(pool, "linear", 5, 1, 1, 200);
    host_free_pool(pool);
}

TEST(no_groups_are_done_at_once)
{
    Report report = { 0 };
    Pool *pool = host_new_pool(&report, 2);
    check_counts(pool, "linear", 0, 5, 1, 1);
    check_counts(pool, "morton", 5, 1, 0, 1);
    host_free_pool(pool);
}

typedef struct ScratchSeen {
    _Atomic uint32_t misaligned, groups;
} ScratchSeen;

static void check_scratch(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    ScratchSeen *seen = dispatch->resources[0].data;
    (void)x, (void)y, (void)z;
    seen->misaligned += (uintptr_t)shared % 64 != 0;
    seen->groups++;
    memset(shared, 0xff, 100000);
}

TEST(a_worker_has_aligned_scratch_of_the_size_asked_for)
{
    Report report = { 0 };
    ScratchSeen seen = { 0, 0 };
    WccResource row = { .data = &seen };
    WccDispatch dispatch = { .resources = &row, .groups = { 50, 1, 1 } };
    WccVariant small = { .scratch_bytes = 64, .run = sample_module.entries[4].variants->run };
    WccVariant large = { .scratch_bytes = 100000, .run = check_scratch };
    Pool *pool = host_new_pool(&report, 2);
    WccDispatch none = { .resources = &row, .groups = { 0, 0, 0 } };
    assert_int_equal(host_run_job(&report, pool, &(Job){ .variant = &small, .dispatch = &none }, NULL), WCC_OK);
    assert_int_equal(host_run_job(&report, pool, &(Job){ .variant = &large, .dispatch = &dispatch }, NULL), WCC_OK);
    assert_int_equal(seen.groups, 50);
    assert_int_equal(seen.misaligned, 0);
    host_free_pool(pool);
}

TEST(a_job_that_takes_too_long_times_out_and_starts_no_more_groups)
{
    Report report = { 0 };
    WccDispatch dispatch = { .resources = NULL, .groups = { 1000, 1, 1 } };
    Job job = { .variant = sample_module.entries[4].variants, .dispatch = &dispatch, .timeout_seconds = 0.02 };
    Pool *pool = host_new_pool(&report, 2);
    double start = host_now_ms();
    assert_int_equal(host_run_job(&report, pool, &job, NULL), WCC_TIMED_OUT);
    assert_true(host_now_ms() - start < 5000);
    host_free_pool(pool);
}

TEST(threads_of_a_dispatch_are_counted_in_31_bits)
{
    Report report = { 0 };
    WccEntry entry = { .name = "MainCS", .threads = { 64, 8, 1 } };
    assert_true(host_groups_are_few(&report, &entry, (uint32_t[]){ 1u << 25, 65535, 65535 }));
    assert_false(host_groups_are_few(&report, &entry, (uint32_t[]){ (1u << 25) + 1, 1, 1 }));
    assert_contains(report.error, "too many groups: 33554433 x 1 x 1");
}

TEST(too_many_groups_are_an_error)
{
    Report report = { 0 };
    WccDispatch dispatch = { .resources = NULL, .groups = { UINT32_MAX, UINT32_MAX, UINT32_MAX } };
    Job job = { .variant = sample_module.entries[4].variants, .dispatch = &dispatch };
    Pool *pool = host_new_pool(&report, 1);
    assert_int_equal(host_run_job(&report, pool, &job, NULL), WCC_BAD_INPUT);
    assert_contains(report.error, "too many groups");
    host_free_pool(pool);
}

TEST(times_are_wall_and_cpu_milliseconds)
{
    Report report = { 0 };
    WccTimes times = { 0, 0 };
    WccDispatch dispatch = { .resources = NULL, .groups = { 1, 1, 1 } };
    Job job = { .variant = sample_module.entries[4].variants, .dispatch = &dispatch };
    Pool *pool = host_new_pool(&report, 1);
    assert_int_equal(host_run_job(&report, pool, &job, &times), WCC_OK);
    assert_true(times.wall_ms >= 100); /* it sleeps, so it takes no CPU time */
    assert_true(times.cpu_ms < 90);
    host_free_pool(pool);
}

/* Groups that go on when so many have started: each is on a worker of its own. */
static struct {
    _Atomic uint32_t started;
    uint32_t expected;
} meeting;

static void meet(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    double start = host_now_ms();
    (void)dispatch, (void)shared, (void)x, (void)y, (void)z;
    meeting.started++;
    while (meeting.started < meeting.expected && host_now_ms() - start < 20000)
        usleep(10);
}

TEST(all_workers_that_sleep_are_woken)
{
    Report report = { 0 };
    static const uint32_t workers[] = { 1, 2, 3, 7, 40 }, pauses_us[] = { 0, 20, 2000 };
    const WccVariant variant = { .run = meet, .in_order = 1, .stack_bytes = 4096 };
    for (size_t i = 0; i < HOST_LENGTH(workers); i++) {
        Pool *pool = host_new_pool(&report, workers[i]);
        for (uint32_t round = 0; round < 12; round++) {
            uint32_t count = round % 2 ? workers[i] : 1 + round * 7 % workers[i];
            WccDispatch dispatch = { .groups = { count, 1, 1 } };
            meeting.started = 0;
            meeting.expected = count;
            Job job = { .variant = &variant, .dispatch = &dispatch, .may_run_here = round % 4 > 1 };
            usleep(pauses_us[round % 3]);
            double start = host_now_ms();
            assert_int_equal(host_run_job(&report, pool, &job, NULL), WCC_OK);
            assert_int_equal(meeting.started, count);
            assert_true(host_now_ms() - start < 15000);
        }
        host_free_pool(pool);
    }
}

static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Four workers that looked about would take as many seconds as there are CPUs. */
TEST(workers_with_nothing_to_do_take_no_cpu_time)
{
    Report report = { 0 };
    Pool *pool = host_new_pool(&report, 4);
    check_counts(pool, "linear", 1000, 1, 1, 50);
    double start = cpu_ms();
    usleep(1000000);
    assert_true(cpu_ms() - start < 5);
    host_free_pool(pool);
}
