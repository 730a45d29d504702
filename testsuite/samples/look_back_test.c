/* Decoupled look-back: groups wait for earlier ones, with any number of workers and in every schedule. A group that
 * waits in vain is a time-out, and so a failure. */
#include <stdio.h>

#include "models.h"
#include "process.h"
#include "sample.h"

enum { TILE = 1024, COUNT = 97 * TILE + 333, TILES = COUNT / TILE + 1 };

typedef struct ScanCase {
    const char *folder;
    uint32_t in[COUNT], want[COUNT];
} ScanCase;

static void check_scan(const char *program, Setting setting, const char *schedule, ScanCase *test)
{
    static uint32_t got[COUNT];
    const char *out = test_build_path("tests/%s/out.npy", test->folder);
    sample_run(program, setting, "--in gIn=%s --size gOut=%d --size gStatus=%d --size gTotals=%d --size gPrefixes=%d --size gTaken=1 "
               "--dispatch %d,1,1 --schedule %s --timeout 100 --out gOut=%s",
               test_build_path("tests/%s/in.npy", test->folder), COUNT, TILES, TILES, TILES, TILES, schedule, out);
    npy_read(out, "u4", got, (Shape){1, {COUNT}});
    sample_expect_words(schedule, got, test->want, COUNT);
}

static void run_case(const char *folder, const char *options)
{
    static const char *const schedules[] = {"forward", "reverse", "random:1", "random:2"};
    static const int workers[] = {1, 2, 16};
    static ScanCase test;
    char program[1024]; /* test_build_path reuses its memory */
    test.folder = folder;
    test_folder(folder);
    snprintf(program, sizeof program, "%s", test_build_path("tests/%s/look_back", folder));
    Process process = PROCESS_RUN(test_build_path("wavecc"), "testsuite/samples/look_back.hlsl", "--verify", options, "--wave-size=all", "--schedules", "-o", program);
    process_expect(&process, 0, "wavecc");
    process_free(&process);
    for (uint32_t i = 0; i < COUNT; i++)
        test.in[i] = (uint32_t)(sample_noise(i) * 1e6f); /* the sums wrap */
    scan_model(test.in, test.want, COUNT);
    npy_write(test_build_path("tests/%s/in.npy", folder), "u4", test.in, (Shape){1, {COUNT}});
    for (int wave_size = 4; wave_size <= 128; wave_size *= 2)
        for (int w = 0; w < 3; w++)
            for (int s = 0; s < 4; s++)
                check_scan(program, (Setting){wave_size, workers[w]}, schedules[s], &test);
}

SLOW_TEST(groups_that_look_back_at_others_finish)
{
    run_case("look_back", "-DBY_TICKET");
}

/* Without the counter that hands tiles out, all rests on the order in which groups start. */
SLOW_TEST(groups_that_wait_for_lower_numbers_finish)
{
    run_case("look_back-by-id", "-DBY_GROUP_ID");
}
