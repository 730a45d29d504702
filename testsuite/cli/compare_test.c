/* --compare across wave sizes, lane orders, extra waves and schedules in one executable, and where the values that
 * differ were stored. */
#include <stdio.h>

#include "cli.h"
#include "process.h"
#include "test.h"

#define COMPILE(fault, options) "$B/wavecc testsuite/cli/compare.hlsl -Wno-groupshared-race -O1 -DFAULT=" fault " " options " -o $T/fault" fault
#define CROSS "--wave-size=8,32 --lane-order=linear,tile,random:1 --extra-waves=0,2 --schedules"
#define RUN(fault) "$T/fault" fault " --dispatch 3,1,1 --size Out=192 --size Tex=64x3 "
#define LINE(number) "stored at testsuite/cli/compare.hlsl:" number

SLOW_TEST(comparing_crosses_wave_sizes_lane_orders_extra_waves_and_schedules)
{
    static const CliCase cases[] = {
        {COMPILE("0", CROSS), 0, NULL, NULL},
        {RUN("0") "--compare | grep -qx 'main: 97 runs agree: wave sizes 8 32; lane orders linear tile random:1; extra waves 0 2; "
                  "schedules forward, reverse, random:1 to random:6'", 0, NULL, NULL},
        {RUN("0") "--lane-order tile --compare-wave-sizes | grep -qx 'main: 2 runs agree: wave sizes 8 32'", 0, NULL, NULL},
        {RUN("0") "--list | grep -q 'wave sizes 8 32  lane orders linear tile random:1  extra waves 0 2'", 0, NULL, NULL},
        {RUN("0") "--lane-order quad", 2, "only for: linear tile random:1; compile with --lane-order=quad", NULL},
        {RUN("0") "--extra-waves 1", 2, "only for: 0 2; compile with --extra-waves=1", NULL},
        {"$B/wavecc testsuite/cli/compare.hlsl -Wno-groupshared-race -DFAULT=0 --lane-order=all --extra-waves=all --emit=c | "
         "grep -c '^    {.*, \"\\(linear\\|quad\\|tile\\|random:[12]\\)\", [013], .*},$' | grep -qx 15", 0, NULL, NULL},
    };
    test_folder("compare");
    CLI_CHECK("compare", cases);
}

/* Each difference with both values, the options that repeat it, and its line. */
SLOW_TEST(comparing_names_the_line_that_stored_what_differs)
{
    static const CliCase cases[] = {
        {COMPILE("1", "--wave-size=32 --lane-order=linear,quad --schedules"), 0, NULL, NULL},
        {RUN("1") "--compare", 1, "main: Out[2] is 1 with --wave-size 32 --lane-order linear --schedule forward, and 18 with "
                                  "--wave-size 32 --lane-order quad --schedule forward; " LINE("21") "\n", NULL},
        {RUN("1") "--lane-order quad --print Out:3 | tail -1 | grep -qx 18", 0, NULL, NULL}, /* as it said */
        {RUN("1") "--lane-order linear --print Out:3 | tail -1 | grep -qx 1", 0, NULL, NULL},
        {COMPILE("2", "--wave-size=32 --extra-waves=0,2 --schedules"), 0, NULL, NULL},
        {RUN("2") "--compare", 1, "main: Tex[0, 0] is (0, 2) with --wave-size 32 --extra-waves 0 --schedule forward, and (0, 4) with "
                                  "--wave-size 32 --extra-waves 2 --schedule forward; " LINE("23") "\n", NULL},
        {RUN("2") "--extra-waves 2 --print Tex:1 | grep -qx '(0, 4)'", 0, NULL, NULL},
        /* the second store writes what the first wrote, or another value */
        {COMPILE("3", "--wave-size=8 --schedules"), 0, NULL, NULL},
        {RUN("3") "--compare", 1, "main: Out[0] is 63 with --wave-size 8 --schedule forward, and 7 with --wave-size 8 --schedule reverse; " LINE("26") "\n", NULL},
        /* two stores, one in each run; with one worker whatever -j says */
        {COMPILE("4", "--wave-size=8 --schedules"), 0, NULL, NULL},
        {RUN("4") "-j 1 --compare", 1, "and 1000 with --wave-size 8 --schedule reverse; " LINE("18") " with the first, " LINE("28") " with the second\n", NULL},
        {RUN("4") "-j 16 --compare", 1, LINE("18") " with the first, " LINE("28") " with the second\n", NULL},
        /* an atomic operation reads what it changes */
        {COMPILE("5", "--wave-size=8 --schedules"), 0, NULL, NULL},
        {RUN("5") "--compare", 1, LINE("30") "\n", NULL},
        {COMPILE("6", "--wave-size=8 --schedules"), 0, NULL, NULL},
        {RUN("6") "--size Some=192 --compare", 1, "Some[", NULL},
        {RUN("6") "--size Some=192 --compare", 1, LINE("32") "\n", NULL},
        /* two groups: the third's elements are left alone */
        {COMPILE("7", "--wave-size=8 --schedules"), 0, NULL, NULL},
        {"$T/fault7 --dispatch 2,1,1 --size Out=192 --size Tex=64x3 --compare", 1, "Out[191] is 5 with --wave-size 8 --schedule forward, and 0 with "
         "--wave-size 8 --schedule reverse; " LINE("34") " with the first, left as it was with the second\n", NULL},
    };
    test_folder("compare");
    CLI_CHECK("compare", cases);
}

/* Without --schedules no store can be watched: all lines are listed, and one alone is certain. */
SLOW_TEST(comparing_wave_sizes_lists_the_lines_that_may_have_stored)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/cli/compare.hlsl -Wno-groupshared-race -O1 -DFAULT=1 --wave-size=8,32 -o $T/sizes", 0, NULL, NULL},
        {"$T/sizes --dispatch 3,1,1 --size Out=192 --size Tex=64x3 --compare-wave-sizes", 1,
         "main: Out[8] is 0 with --wave-size 8 --schedule forward, and 28 with --wave-size 32 --schedule forward; " LINE("18")
         " or testsuite/cli/compare.hlsl:21\n", NULL},
        {"$B/wavecc testsuite/cli/schedules.hlsl -O1 -DSIZE=1 --wave-size=8,32 -o $T/one", 0, NULL, NULL},
        {"$B/wavecc testsuite/cli/compare.hlsl -Wno-groupshared-race -DFAULT=1 --emit=c | grep -c 'WCC_STORED\\|watch\\|wcc_order' | grep -qx 0", 0, NULL, NULL},
        {"$T/one --dispatch 4,1,1 --size Out=256 --size Tex=16x16 --compare-wave-sizes", 1, "; stored at testsuite/cli/schedules.hlsl:13\n", NULL},
    };
    test_folder("compare-sizes");
    CLI_CHECK("compare-sizes", cases);
}

SLOW_TEST(wavecc_refuses_bad_lists_of_lane_orders)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/cli/compare.hlsl -Wno-groupshared-race -DFAULT=0 --emit=ir --lane-order=linear,", 2, "a list of these, or all", NULL},
        {"$B/wavecc testsuite/cli/compare.hlsl -Wno-groupshared-race -DFAULT=0 --emit=ir --lane-order=tiled", 2, "a list of these, or all", NULL},
        {"$B/wavecc testsuite/cli/compare.hlsl -Wno-groupshared-race -DFAULT=0 --emit=ir --lane-order=random:4294967296", 2, "random:SEED", NULL},
        {"$B/wavecc testsuite/cli/compare.hlsl -Wno-groupshared-race -DFAULT=0 --emit=ir --extra-waves=1,,2", 2, "a list of these, or all", NULL},
    };
    test_folder("compare-usage");
    CLI_CHECK("compare-usage", cases);
}
