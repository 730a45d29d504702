/* What bench-guard need not count again. */
#include "cli.h"
#include "test.h"

#define SUMS(kernel) "testsuite/bench/made_of.sh $B/wavecc blur=" kernel
#define CHANGED "test \"$(testsuite/bench/made_of.sh changed $T/kept $T/sums)\" = "

TEST(the_guard_counts_families_whose_c_is_another)
{
    static const CliCase cases[] = {
        {"cp samples/blur/blur.hlsl $T && " SUMS("$T/blur.hlsl") " > $T/kept", 0, NULL, NULL},
        {SUMS("$T/blur.hlsl") " > $T/sums && " CHANGED "''", 0, NULL, NULL},
        {"sed -i 's/, 0);/, 1);/' $T/blur.hlsl && " SUMS("$T/blur.hlsl") " > $T/sums && " CHANGED "blur", 0, NULL, NULL},
        {": > $T/kept; " CHANGED "blur", 0, NULL, NULL},
    };
    test_folder("cli-guard");
    CLI_CHECK("cli-guard", cases);
}
