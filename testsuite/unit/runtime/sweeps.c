/* --sweep: the command line once for each value of a constant. */
#include <unistd.h>

#include "kernels.h"

/* Of one texel, which is gain. */
#define SCALE "-e ScaleCS --in gInput=f32(1,1,1,1) --size gInput=1x1 "

TEST(a_sweep_runs_once_for_each_value)
{
    expect_printed(SCALE "--sweep gain=2..4 --print gOutput", "(2, 2, 2, 2)\n(3, 3, 3, 3)\n(4, 4, 4, 4)\n");
    expect_printed(SCALE "--sweep gain=1..8:3 --print gOutput", "(1, 1, 1, 1)\n(4, 4, 4, 4)\n(7, 7, 7, 7)\n");
    expect_printed(SCALE "--sweep gain=-1..0 --print gOutput", "(-1, -1, -1, -1)\n(0, 0, 0, 0)\n");
    expect_printed(SCALE "--sweep gain=5..5 --print gOutput", "(5, 5, 5, 5)\n");
}

/* In binary three steps of 0.1 lead past 0.3, which is the last value all the same. */
TEST(a_sweep_in_fractions_is_in_decimal_ones)
{
    expect_printed(SCALE "--sweep gain=0..0.3:0.1 --print gOutput",
                  "(0, 0, 0, 0)\n(0.1, 0.1, 0.1, 0.1)\n(0.2, 0.2, 0.2, 0.2)\n(0.3, 0.3, 0.3, 0.3)\n");
}

TEST(each_run_of_a_sweep_starts_anew)
{
    expect_printed("--in gNumbers=u32(0) --in gInput=f32(1,1,1,1) --size gInput=1x1 --sweep gain=1..3 -e CountCS -e ScaleCS -e CountCS --print gCounts", "2\n2\n2\n");
}

TEST(files_of_a_sweep_are_named_by_value_or_by_number)
{
    char arguments[512];
    static const char *const NAMES[] = {"swept_08.csv", "swept_10.csv", "swept_12.csv", "part_0.csv", "part_1.csv"};
    for (size_t i = 0; i < 5; i++)
        unlink(test_path(NAMES[i]));
    snprintf(arguments, sizeof arguments, SCALE "--sweep gain=8..12:2 --out gOutput=%s", test_path("swept_%02d.csv"));
    expect_printed(arguments, "");
    expect_file("swept_08.csv", "8,8,8,8\n");
    expect_file("swept_10.csv", "10,10,10,10\n");
    expect_file("swept_12.csv", "12,12,12,12\n");
    snprintf(arguments, sizeof arguments, SCALE "--sweep gain=0.25..0.75:0.5 --out gOutput=%s", test_path("part_%d.csv"));
    expect_printed(arguments, "");
    expect_file("part_0.csv", "0.25,0.25,0.25,0.25\n");
    expect_file("part_1.csv", "0.75,0.75,0.75,0.75\n");
}

TEST(warnings_of_a_sweep_are_given_once)
{
    Outcome outcome = run_command("-e ScaleCS --size gOutput=1x1 --sweep gain=1..3 --print gOutput");
    assert_string_equal(outcome.out, "(0, 0, 0, 0)\n(0, 0, 0, 0)\n(0, 0, 0, 0)\n");
    assert_string_equal(outcome.err, "kernels: warning: ScaleCS: 'gInput' has no --in; it reads as 0\n");
}

TEST(a_run_that_fails_ends_a_sweep_and_says_its_value)
{
    Outcome outcome = run_command("--sweep gain=3..5 --in gInput=f32(1,1,1,1) --size gInput=1x1 -e ScaleCS --print gOutput -e SleepCS --dispatch 9 -j1 --timeout 0.05");
    assert_int_equal(outcome.status, 3);
    assert_string_equal(outcome.out, "(3, 3, 3, 3)\n");
    assert_contains(outcome.err, "kernels: error: gain=3: SleepCS was stopped");
}

TEST(what_a_sweep_cannot_be_is_refused_before_the_first_run)
{
    char arguments[512];
    expect_refused(SCALE "--sweep gain=4..2", "--sweep gain=4..2: there is no value from 4 to 2 in steps of 1");
    expect_refused(SCALE "--sweep gain=1..2:0", "there is no value from 1 to 2 in steps of 0");
    expect_refused(SCALE "--sweep gain=1..2:-1", "there is no value");
    expect_refused(SCALE "--sweep gain=1", "'1' is not of the form FROM..TO or FROM..TO:STEP");
    expect_refused(SCALE "--sweep gain=1:2..3", "is not of the form");
    expect_refused(SCALE "--sweep gain=a..3", "--sweep gain=a..3: ");
    expect_refused(SCALE "--sweep gain=1..", "--sweep gain=1..: ");
    expect_refused(SCALE "--sweep gain=nan..3", "'nan' is not finite");
    expect_refused(SCALE "--sweep gain=0..1e9", "more than 1000000 values");
    expect_refused(SCALE "--sweep gian=1..3", "--sweep gian=1: unknown cbuffer member");
    expect_refused(SCALE "--sweep steps[0]=0..1:0.5 --print gOutput", "--sweep steps[0]=0.5: ");
    expect_refused(SCALE "--sweep gain=1..2 --sweep gain=1..2", "one --sweep at a time");
    expect_refused(SCALE "--sweep gain=1..2 --time=json", "--time=json does not go with --sweep");
    expect_refused("--job x.yaml --sweep gain=1..2", "--sweep does not go with --job");
    expect_refused(SCALE "--sweep gain=1..2 --every 2 --repeat-chain 4 --out gOutput=a_%d.csv", "--every does not go with --sweep");
    expect_refused(SCALE "--sweep gain=1..2 --out gOutput=a_%d_%d.csv", "one %d or %04d stands for the number");
    expect_refused(SCALE "--sweep gain=1..2 --out gOutput=-:csv", "each run of --sweep writes it; give it a number, as in out_%03d.png");
    expect_refused("-e ScaleCS --in gInput=-:csv --sweep gain=1..2", "standard input can be read only once");
    snprintf(arguments, sizeof arguments, SCALE "--sweep gain=1..2 --out gOutput=%s", test_path("never.csv"));
    expect_refused(arguments, "each run of --sweep writes it");
}
