/* --repeat-chain: the entry points typed, run again and again. */
#include <unistd.h>

#include "kernels.h"

/* CountCS adds 1 + gNumbers[i], where there is one. What stays bound is there in the next round as it is in the next step. */
TEST(rounds_go_on_with_what_the_last_one_wrote)
{
    expect_printed("-e CountCS --in gNumbers=u32(1,2) --repeat-chain 5 --print gCounts", "10\n15\n");
    expect_printed("-e CountCS --in gNumbers=u32(1,2) -e CountCS --in gNumbers=u32(0) --repeat-chain 3 --print gCounts", "9\n12\n");
}

TEST(a_round_reads_what_the_round_before_handed_over)
{
    expect_printed("-e CountCS --in gNumbers=@b=u32(0) --out gCounts=@a -e CountCS --in gNumbers=@a --out gCounts=@b --print gCounts --repeat-chain 50", "100\n");
    expect_printed("-e CountCS --in gNumbers=u32(1,1) --in gCounts=@s=u32(0,100) --out gCounts=@s --print gCounts --repeat-chain 5", "10\n110\n");
    expect_printed("-e CountCS --in gNumbers=@s=u32(7) --out gCounts=@s --print gCounts --repeat-chain 2", "9\n");
}

TEST(files_are_written_after_the_last_round_or_every_so_many)
{
    char arguments[512];
    unlink(test_path("round_03.csv"));
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=u32(0) --repeat-chain 7 --every 2 --out gCounts=%s", test_path("round_%02d.csv"));
    snprintf(arguments + strlen(arguments), sizeof arguments - strlen(arguments), " --out gCounts=%s", test_path("rounds.csv"));
    expect_printed(arguments, "");
    expect_file("round_00.csv", "2\n");
    expect_file("round_01.csv", "4\n");
    expect_file("round_02.csv", "6\n");
    expect_file("rounds.csv", "7\n");
    assert_int_not_equal(access(test_path("round_03.csv"), F_OK), 0);
}

TEST(warnings_of_rounds_are_given_once)
{
    Outcome outcome = run_command("--size gCounts=1 -e CountCS --repeat-chain 9 --print gCounts");
    assert_string_equal(outcome.out, "9\n");
    assert_string_equal(outcome.err, "kernels: warning: CountCS: 'gNumbers' has no --in; it reads as 0\n");
}

TEST(what_a_first_round_lacks_is_refused)
{
    char arguments[512];
    expect_refused("-e CountCS --in gNumbers=@s --out gCounts=@s --repeat-chain 2",
                  "--in gNumbers=@s: @s comes from the round before; say what it is in the first: --in gNumbers=@s=SOURCE");
    expect_refused("-e CountCS --in gNumbers=@s --out gCounts=@s", "no entry point before this one has an --out NAME=@s");
    expect_refused("-e CountCS --in gNumbers=@s=u32(1) --out gCounts=@t --repeat-chain 2", "no entry point before this one has an --out NAME=@s");
    expect_refused("-e CountCS --in gNumbers=@s=missing.csv --out gCounts=@s --repeat-chain 2", "missing.csv");
    expect_refused("-e CountCS --in gNumbers=u32(1) --out gCounts=@s=1 --repeat-chain 2", "'@' wants a name");
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=%s --out gCounts=%s --repeat-chain 2", test_path("same.csv"), test_path("same.csv"));
    expect_refused(arguments, "--repeat-chain hands over as @NAME, not through files");
    expect_refused("-e CountCS --repeat-chain 0", "'0' is no number from 1 to 10^18");
    expect_refused("-e CountCS --in gNumbers=u32(1) --every 5", "--every goes with --repeat-chain");
    expect_refused("-e CountCS --in gNumbers=u32(1) --every 5 --repeat-chain 9", "--every: no --out has a number in its name, as in frame_%04d.png");
    expect_refused("-e CountCS --in gNumbers=u32(1) --every 5 --repeat-chain 9 --out gCounts=a_%d_%d.csv", "one %d or %04d stands for the number");
}
