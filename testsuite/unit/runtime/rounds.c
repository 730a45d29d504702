/* --repeat-chain: the entry points typed, run again and again. */
#include <unistd.h>

#include "kernels.h"

static void check_printed(const char *arguments, const char *wanted)
{
    Outcome outcome = run_command(arguments);
    assert_string_equal(outcome.err, "");
    assert_int_equal(outcome.status, 0);
    assert_string_equal(outcome.out, wanted);
}

static void check_refused(const char *arguments, const char *error)
{
    Outcome outcome = run_command(arguments);
    assert_int_equal(outcome.status, 2);
    assert_contains(outcome.err, error);
}

static void check_file(const char *name, const char *wanted)
{
    char text[256] = "";
    FILE *file = fopen(test_path(name), "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_string_equal(text, wanted);
}

/* CountCS adds 1 + gNumbers[i], where there is one. What stays bound is there in the next round as it is in the next step. */
TEST(rounds_go_on_with_what_the_last_one_wrote)
{
    check_printed("-e CountCS --in gNumbers=u32(1,2) --repeat-chain 5 --print gCounts", "10\n15\n");
    check_printed("-e CountCS --in gNumbers=u32(1,2) -e CountCS --in gNumbers=u32(0) --repeat-chain 3 --print gCounts", "9\n12\n");
}

TEST(a_round_reads_what_the_round_before_handed_over)
{
    check_printed("-e CountCS --in gNumbers=@b=u32(0) --out gCounts=@a -e CountCS --in gNumbers=@a --out gCounts=@b --print gCounts --repeat-chain 50", "100\n");
    check_printed("-e CountCS --in gNumbers=u32(1,1) --in gCounts=@s=u32(0,100) --out gCounts=@s --print gCounts --repeat-chain 5", "10\n110\n");
    check_printed("-e CountCS --in gNumbers=@s=u32(7) --out gCounts=@s --print gCounts --repeat-chain 2", "9\n");
}

TEST(files_are_written_after_the_last_round_or_every_so_many)
{
    char arguments[512];
    unlink(test_path("round_03.csv"));
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=u32(0) --repeat-chain 7 --every 2 --out gCounts=%s", test_path("round_%02d.csv"));
    snprintf(arguments + strlen(arguments), sizeof arguments - strlen(arguments), " --out gCounts=%s", test_path("rounds.csv"));
    check_printed(arguments, "");
    check_file("round_00.csv", "2\n");
    check_file("round_01.csv", "4\n");
    check_file("round_02.csv", "6\n");
    check_file("rounds.csv", "7\n");
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
    check_refused("-e CountCS --in gNumbers=@s --out gCounts=@s --repeat-chain 2",
                  "--in gNumbers=@s: @s comes from the round before; say what it is in the first: --in gNumbers=@s=SOURCE");
    check_refused("-e CountCS --in gNumbers=@s --out gCounts=@s", "no entry point before this one has an --out NAME=@s");
    check_refused("-e CountCS --in gNumbers=@s=u32(1) --out gCounts=@t --repeat-chain 2", "no entry point before this one has an --out NAME=@s");
    check_refused("-e CountCS --in gNumbers=@s=missing.csv --out gCounts=@s --repeat-chain 2", "missing.csv");
    check_refused("-e CountCS --in gNumbers=u32(1) --out gCounts=@s=1 --repeat-chain 2", "'@' wants a name");
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=%s --out gCounts=%s --repeat-chain 2", test_path("same.csv"), test_path("same.csv"));
    check_refused(arguments, "--repeat-chain hands over as @NAME, not through files");
    check_refused("-e CountCS --repeat-chain 0", "'0' is no number from 1 to 10^18");
    check_refused("-e CountCS --in gNumbers=u32(1) --every 5", "--every goes with --repeat-chain");
    check_refused("-e CountCS --in gNumbers=u32(1) --every 5 --repeat-chain 9", "--every: no --out has a number in its name, as in frame_%04d.png");
    check_refused("-e CountCS --in gNumbers=u32(1) --every 5 --repeat-chain 9 --out gCounts=a_%d_%d.csv", "one %d or %04d stands for the number");
}
