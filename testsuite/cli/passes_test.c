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
