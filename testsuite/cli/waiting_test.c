/* Groups that wait for groups: those that have not started are started, and what nobody will write is told of. */
#include "cli.h"
#include "test.h"

#define SHADER(limit) \
    "printf 'globallycoherent RWStructuredBuffer<uint> count;\nRWStructuredBuffer<uint> o;\n[numthreads(4, 1, 1)]\n" \
    "void main(uint i : SV_GroupIndex, uint3 g : SV_GroupID)\n{\n    if (i == 0) InterlockedAdd(count[0], 1);\n" \
    "    while (count[0] < " limit ")\n        ;\n    o[g.x] = count[0];\n}\n' > $T/all.hlsl; $B/wavecc $T/all.hlsl --wave-size=4 -o $T/all"

SLOW_TEST(groups_that_wait_for_all_groups_finish_on_one_worker)
{
    static const CliCase cases[] = {
        {SHADER("200"), 0, NULL, NULL},
        {"$T/all --size count=1 --size o=200 --dispatch 200 -j 1 --timeout 100 --out o=$T/o.csv && test $(grep -c '^200$' $T/o.csv) = 200", 0, NULL, NULL},
        {"$T/all --size count=1 --size o=200 --dispatch 200 -j 2 --timeout 100 --repeat 2 --out o=$T/o.csv && test $(grep -c '^200$' $T/o.csv) = 200", 0, NULL, NULL},
    };
    CLI_CHECK_OPTIMISED("cli-waiting", cases);
}

SLOW_TEST(a_time_out_tells_the_line_where_a_group_waits)
{
    static const CliCase cases[] = {
        {SHADER("9"), 0, NULL, NULL},
        {"$T/all --size count=1 --size o=8 --dispatch 8 -j 2 --timeout 1.5", 3,
         "main was stopped: the kernels took longer than 1.5 seconds; group ", NULL},
        {"$T/all --size count=1 --size o=8 --dispatch 8 -j 2 --timeout 0.2", 3, "all.hlsl:7\n", NULL},
    };
    CLI_CHECK_OPTIMISED("cli-waiting-in-vain", cases);
}
