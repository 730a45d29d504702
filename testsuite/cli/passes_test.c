/* Looking between the passes: --dump says of which kernel and which pass it is, --run runs those named. */
#include "cli.h"
#include "test.h"

#define DUMPS(options) "$B/wavecc samples/blur/blur.hlsl -E HorzBlurCS " options " | grep '^; after' > $T/labels; "
#define IS(line) "test \"$(cat $T/labels)\" = '" line "'"

TEST(a_dump_is_labelled_by_the_kernel_and_the_pass)
{
    static const CliCase cases[] = {
        {DUMPS("--wave-size=8 --dump=after:lower") IS("; after lower: HorzBlurCS wave 8"), 0, NULL, NULL},
        {DUMPS("--wave-size=8 --dump=after:unroll") IS("; after unroll: HorzBlurCS wave 8"), 0, NULL, NULL},
        {DUMPS("--wave-size=8,32 --dump=after:merge#2")
         IS("; after merge#2: HorzBlurCS wave 8\n; after merge#2: HorzBlurCS wave 32"), 0, NULL, NULL},
        {"$B/wavecc samples/sharpen/sharpen.hlsl --wave-size=8 --dump=after:promote#2.2 | grep '^; after' > $T/labels; "
         IS("; after promote#2.2: SharpenCS wave 8"), 0, NULL, NULL},
        {DUMPS("--wave-size=8 --dump=after:merge")
         IS("; after merge#1: HorzBlurCS wave 8\n; after merge#2: HorzBlurCS wave 8"), 0, NULL, NULL},
        {DUMPS("--wave-size=8 --lane-order=random:7 --extra-waves=1 --dump=after:hoist")
         IS("; after hoist: HorzBlurCS wave 8 order random 7 extra 1"), 0, NULL, NULL},
    };
    CLI_CHECK("cli-dump", cases);
}

TEST(run_runs_the_passes_named_in_their_order)
{
    static const CliCase cases[] = {
        {DUMPS("--wave-size=8 --run=simplify,merge,simplify --dump=all")
         IS("; after lower: HorzBlurCS wave 8\n; after simplify#1: HorzBlurCS wave 8\n"
            "; after merge: HorzBlurCS wave 8\n; after simplify#2: HorzBlurCS wave 8"), 0, NULL, NULL},
        {DUMPS("--wave-size=8 --run= --dump=all") IS("; after lower: HorzBlurCS wave 8"), 0, NULL, NULL},
        {"$B/wavecc samples/blur/blur.hlsl --run=simplify,no_such --emit=ir", 2, "no_such", NULL},
        {"$B/wavecc samples/blur/blur.hlsl --dump=after:merge#3", 2, "merge#3", NULL},
        {"$B/wavecc samples/blur/blur.hlsl --dump=after:simpl", 2, "simpl", NULL},
    };
    CLI_CHECK("cli-run", cases);
}

#define SUM "--in gValues='u32(1..10000)' --size gSum=1 --dispatch 2,1,1 --print gSum | grep -q '^50005000$'"

TEST(ir_text_is_compiled_like_the_shader_it_comes_from)
{
    static const CliCase cases[] = {
        {"$B/wavecc samples/reduce/reduce.hlsl --wave-size=8 --dump=after:lower -o $T/x.ir", 0, NULL, NULL},
        {"$B/wavecc $T/x.ir -o $T/early && $T/early " SUM, 0, NULL, NULL},
        {"$B/wavecc samples/reduce/reduce.hlsl --wave-size=8 --emit=ir -o $T/y.ir", 0, NULL, NULL},
        {"$B/wavecc -x ir --run= - -o $T/late < $T/y.ir && $T/late " SUM, 0, NULL, NULL},
        {"$B/wavecc $T/y.ir --run= --emit=ir | diff - $T/y.ir", 0, NULL, NULL},
        {"$B/wavecc $T/x.ir --emit=uniformity | grep -q varying", 0, NULL, NULL},
        {"$B/wavecc $T/x.ir -c -o $T/x.o && $B/wavecc $T/x.ir -shared -o $T/x.so && $B/wavecc $T/x.ir -S -o $T/x.s", 0, NULL, NULL},
        {"$B/wavecc $T/x.ir --wave-size=4 --emit=c", 1, "no kernel of the name and wave sizes", NULL},
    };
    CLI_CHECK("cli-ir", cases);
}

TEST(ir_text_has_no_tree)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/golden/passes/hoist/*.ir --emit=ast", 2, "one input file", NULL},
        {"echo > $T/x.ir; $B/wavecc $T/x.ir --emit=ast", 2, "is IR text: it has no tokens and no tree", NULL},
        {"$B/wavecc $T/x.ir --emit=tokens", 2, "is IR text", NULL},
        {"$B/wavecc $T/x.ir --tests --emit=c", 2, "is IR text: it has no tests", NULL},
        {"$B/wavecc $T/x.ir --emit=c", 1, "no kernel", NULL},
        {"$B/wavecc $T/missing.ir --emit=c", 2, "missing.ir", NULL},
        {"$B/wavecc -x c $T/x.ir --emit=c", 2, "expected hlsl or ir", NULL},
    };
    CLI_CHECK("cli-ir-usage", cases);
}

TEST(what_was_dumped_before_an_error_is_printed)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/golden/barriers/a-barrier-in-functions-shows-their-calls.hlsl --dump=all 2> $T/errors > $T/dumps; "
         "grep -q error: $T/errors && grep -q '^; after lower' $T/dumps && grep -q '^; after uniformity' $T/dumps", 0, NULL, NULL},
    };
    CLI_CHECK("passes-error", cases);
}
