/* --diff=PASS. */
#include "cli.h"
#include "test.h"

#define APPLIES(options)                                                                           \
    {"/usr/bin/python3 testsuite/cli/diff_applies.py $B/wavecc " options, 0, NULL, NULL}

TEST(a_diff_makes_the_kernel_before_a_pass_the_one_behind_it)
{
    static const CliCase cases[] = {
        APPLIES("samples/blur/blur.hlsl --wave-size=8,32"),
        APPLIES("samples/reduce/reduce.hlsl"),
        APPLIES("samples/sharpen/sharpen.hlsl -O1 --check=all"),
    };
    test_folder("cli-diff");
    CLI_CHECK("cli-diff", cases);
}

#define SAYS(options, line)                                                                        \
    {"$B/wavecc samples/vecadd/vecadd.hlsl --wave-size=8 " options " | grep -qx '; " line "'", 0,  \
     NULL, NULL}

TEST(a_diff_says_of_each_kernel_that_there_is_nothing)
{
    static const CliCase cases[] = {
        SAYS("--diff=unroll", "unroll: VecAddCS wave 8: nothing changed"),
        SAYS("--diff=hoist -O0", "hoist: VecAddCS wave 8: did not run"),
        {"$B/wavecc samples/vecadd/vecadd.hlsl --diff=unrol", 2,
         "there is no such pass; the passes are instrument, promote, turn_tiles, simplify", NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl --diff=unroll#7", 2, "there is no such pass", NULL},
    };
    CLI_CHECK("cli-diff", cases);
}
