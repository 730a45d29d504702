/* --schedule, --compare and --compare-wave-sizes of compiled programs. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "process.h"
#include "test.h"
#include "wcc_schedule.h"

#include "host/dispatch.h"

static void make_program(const char *name, const char *size, const char *race, const char *schedules)
{
    test_folder("schedules");
    process_leave_c_as_written();
    Process process = PROCESS_RUN(test_build_path("wavecc"), "testsuite/cli/schedules.hlsl", "--verify", size, race, schedules, "-O1", "--wave-size=8,32,64",
                                  "-o", test_build_path("tests/schedules/%s", name));
    process_optimise_c();
    process_expect(&process, 0, "wavecc");
    process_free(&process);
}

#define RUN(name) "$T/" name " --dispatch 4,1,1 --size Out=256 --size Tex=16x16 "

SLOW_TEST(comparing_finds_what_depends_on_schedules_and_wave_sizes)
{
    static const CliCase cases[] = {
        {RUN("good") "--compare-wave-sizes | grep -q '3 runs agree: wave sizes 8 32 64'", 0, NULL, NULL},
        {RUN("good") "--compare | grep -q '25 runs agree'", 0, NULL, NULL},
        {RUN("sized") "--compare-wave-sizes", 1, "main: Out[0] is 22 with --wave-size 8 --schedule forward, and 46 with --wave-size 32 --schedule forward", NULL},
        {RUN("race") "--compare", 1, "main: Out[0] is 0 with --wave-size 8 --schedule forward, and 14 with --wave-size 8 --schedule reverse", NULL},
        {RUN("race") "--wave-size 8 --schedule reverse --print Out:1 | grep -qx 14", 0, NULL, NULL}, /* as it said */
        {RUN("race") "--wave-size 64 --compare-wave-sizes --schedule random:3", 1, "random:3", NULL},
        {RUN("plain") "--compare", 1, "--wave-size 32", NULL},
        {RUN("plain") "--schedule reverse", 2, "without --schedules", NULL},
        {RUN("plain") "--wave-size 64 --schedule reverse", 0, NULL, NULL}, /* one wave: groups only */
        {RUN("good") "--schedule backwards", 2, "forward, reverse, random:SEED", NULL},
        {RUN("good") "--schedule random:-1", 2, "random:-1", NULL},
    };
    make_program("good", "-DSIZE=0", "-DSAFE", "--schedules");
    make_program("sized", "-DSIZE=1", "-DSAFE", "--schedules");
    make_program("race", "-DSIZE=0", "-DRACE", "--schedules");
    make_program("plain", "-DSIZE=0", "-DRACE", "-O2");
    CLI_CHECK("schedules", cases);
}

/* $T/NAME: a chain of 1,000 groups by way of WAY. */
#define CHAIN(way, name) "$B/wavecc testsuite/cli/chain.hlsl -D" way " --wave-size=4,32 --schedules -o $T/" name " && "
#define RUN_CHAIN(name) "$T/" name " --dispatch 1000,1,1 --size Out=1000 --timeout 100 --print Out:1000 "
#define LAST_IS_RIGHT " | tail -1 | grep -qx 499501"

/* Whoever waits has its worker; whom it waits for has one too, in every schedule. */
SLOW_TEST(a_chain_of_waiting_groups_comes_to_its_end)
{
    static const CliCase cases[] = {
        {CHAIN("FLAGS", "flags") RUN_CHAIN("flags") "-j 1" LAST_IS_RIGHT, 0, NULL, NULL},
        {RUN_CHAIN("flags") "-j 2 --schedule reverse" LAST_IS_RIGHT, 0, NULL, NULL},
        {RUN_CHAIN("flags") "-j 16 --schedule random:1" LAST_IS_RIGHT, 0, NULL, NULL},
        {CHAIN("LANE", "lane") RUN_CHAIN("lane") "-j 1 --schedule random:2" LAST_IS_RIGHT, 0, NULL, NULL},
        {RUN_CHAIN("lane") "-j 2" LAST_IS_RIGHT, 0, NULL, NULL},
        {RUN_CHAIN("lane") "-j 16 --wave-size 32" LAST_IS_RIGHT, 0, NULL, NULL},
        {CHAIN("TURNS", "turns") RUN_CHAIN("turns") "--size Turn=1 -j 1 --schedule reverse" LAST_IS_RIGHT, 0, NULL, NULL},
        {RUN_CHAIN("turns") "--size Turn=1 -j 2 --wave-size 32" LAST_IS_RIGHT, 0, NULL, NULL},
        {RUN_CHAIN("turns") "--size Turn=1 -j 16" LAST_IS_RIGHT, 0, NULL, NULL},
        {"$T/turns --dispatch 1000,1,1 --size Out=1000 --size Turn=1 --timeout 100 --compare | grep -q 'its groups wait for each other and start in order'", 0, NULL, NULL},
    };
    test_folder("chain");
    CLI_CHECK("chain", cases);
}

SLOW_TEST(wavecc_refuses_bad_lane_orders)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/cli/schedules.hlsl --emit=ir --lane-order=diagonal", 2, "linear, quad, tile or random:SEED", NULL},
        {"$B/wavecc testsuite/cli/schedules.hlsl --emit=ir --lane-order=random:", 2, "random:SEED", NULL},
        {"$B/wavecc testsuite/cli/schedules.hlsl --emit=ir --extra-waves=-1", 2, "0 to 1024", NULL},
    };
    test_folder("lane-order");
    CLI_CHECK("lane-order", cases);
}

TEST(a_schedule_is_a_permutation_of_the_groups)
{
    static const uint64_t totals[] = {1, 2, 3, 16, 17, 1000};
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
        for (uint32_t seed = 0; seed < 5; seed++) {
            bool seen[1000] = {false};
            for (uint64_t ticket = 0; ticket < totals[i]; ticket++) {
                uint64_t group = host_schedule_ticket((Schedule){WCC_RANDOM, seed}, totals[i], ticket);
                assert_true(group < totals[i] && !seen[group]);
                seen[group] = true;
            }
        }
    assert_int_equal(host_schedule_ticket((Schedule){WCC_REVERSE, 0}, 10, 3), 6);
    assert_int_equal(host_schedule_ticket((Schedule){WCC_FORWARD, 0}, 10, 3), 3);
}

TEST(waves_run_once_each_and_in_another_order_in_each_stretch)
{
    uint16_t order[2][16];
    WccDispatch dispatch = {.schedule = WCC_RANDOM, .schedule_seed = 4};
    for (uint32_t stretch = 0; stretch < 2; stretch++) {
        unsigned seen = 0;
        wcc_order_waves(order[stretch], 16, &dispatch, 1, 2, 3, stretch);
        for (int k = 0; k < 16; k++)
            seen |= 1u << order[stretch][k];
        assert_int_equal(seen, 0xffff);
    }
    assert_memory_not_equal(order[0], order[1], sizeof order[0]);
}
