/* --trace: each line that a thread comes to, with the values that it gives to names; the lanes of a wave. Expected texts
 * are written by hand. */
#include "cli.h"
#include "test.h"

#define FILE_NAME "testsuite/cli/trace.hlsl"
#define RUN "$T/k --dispatch 2,1,1 --size Out=16 "
#define MAKE(options) "$B/wavecc " FILE_NAME " -E main --trace " options " -o $T/k && " RUN
#define SAME " | diff testsuite/cli/trace.txt - >&2"

SLOW_TEST(trace_tells_lines_and_values_of_a_thread)
{
    static const CliCase cases[] = {
        {MAKE("--wave-size=4,16,64 -O0") "--trace 0:11 -w 4" SAME, 0, NULL, NULL},
        {RUN "--trace 0,0,0:3,1 -w 16 -j 2" SAME, 0, NULL, NULL},
        {RUN "--trace 1:3,1,0 -w 64 --order tile-x:2" SAME, 0, NULL, NULL},
        {MAKE("--wave-size=8 -O3 --lane-order=random:3 --check=all --coverage") "--coverage=$T/a.info --trace 1:11" SAME, 0, NULL, NULL},
        {MAKE("--cc=gcc -O2 --target=generic") "--trace 1:11" SAME, 0, NULL, NULL},
        /* two turns of the loop */
        {RUN "--trace 0:2 | sed -n '/:32:/,$p' >$T/loop && printf '" FILE_NAME ":32: while (!odd && x > 1)\\n    condition = true\\n"
             FILE_NAME ":33: x--;\\n    x = 1.5\\n" FILE_NAME ":32: while (!odd && x > 1)\\n    condition = true\\n"
             FILE_NAME ":33: x--;\\n    x = 0.5\\n" FILE_NAME ":32: while (!odd && x > 1)\\n    condition = false\\n" FILE_NAME ":34: ' >$T/want && head -c $(wc -c <$T/want) $T/loop | diff $T/want - >&2", 0, NULL, NULL},
    };
    test_folder("trace-thread");
    CLI_CHECK("trace-thread", cases);
}

SLOW_TEST(trace_tells_the_lanes_of_a_wave)
{
    static const CliCase cases[] = {
        {MAKE("--wave-size=4") "--trace-wave 0:2 >$T/wave", 0, NULL, NULL},
        {"grep -qx '" FILE_NAME ":23: if (index == 0)  \\[lanes 0-3\\]' $T/wave", 0, NULL, NULL},
        {"grep -qx '    index = 8 9 10 11' $T/wave && grep -qx '    x = 5' $T/wave", 0, NULL, NULL},
        {"grep -qx '    t = (0, 1, 0) (1, 1, 0) (2, 1, 0) (3, 1, 0)' $T/wave", 0, NULL, NULL},
        {"grep -qx '    condition = false false false true' $T/wave && grep -qx '    old = 10' $T/wave", 0, NULL, NULL},
        {"grep -qx '" FILE_NAME ":27: InterlockedAdd(total, 7, old);  \\[lanes 3\\]' $T/wave", 0, NULL, NULL},
        {"grep -qx '" FILE_NAME ":33: x--;  \\[lanes 0, 2\\]' $T/wave", 0, NULL, NULL},
        {"grep -qx '    wide = 8796093022209 9895604649985 10995116277761 12094627905537' $T/wave", 0, NULL, NULL},
    };
    test_folder("trace-wave");
    CLI_CHECK("trace-wave", cases);
}

SLOW_TEST(trace_tells_what_was_loaded)
{
    static const CliCase cases[] = {
        {"$B/wavecc " FILE_NAME " -E loads --trace -o $T/k && $T/k --set scale=0.5,7 --in In='u32(3,4,5,6)' --size Out=4 --dispatch 1,1,1 --trace 0:1 >$T/said", 0, NULL, NULL},
        {"grep '^ ' $T/said | tr -d ' ' | paste -sd' ' | grep -qxF 'i=1 s=(0.5,7) pair=(5,6) count=2 stride=8 Out[i]=16.5' || cat $T/said >&2", 0, NULL, NULL},
    };
    test_folder("trace-loads");
    CLI_CHECK("trace-loads", cases);
}

SLOW_TEST(trace_says_what_cannot_be_traced)
{
    static const CliCase cases[] = {
        {MAKE("--wave-size=4") "--trace 2:0", 2, "--trace: there are 2 x 1 x 1 groups", NULL},
        {RUN "--trace 0:16", 2, "--trace: groups of main have 8 x 2 x 1 threads", NULL},
        {RUN "--trace 0:0,2", 2, "--trace: groups of main have 8 x 2 x 1 threads", NULL},
        {RUN "--trace-wave 0:4", 2, "--trace-wave: groups of main have 4 waves of 4 lanes", NULL},
        {RUN "--trace 0", 2, "'0' is not of the form GROUP:THREAD", NULL},
        {RUN "--trace-wave 0:1,1", 2, "'0:1,1' is not of the form GROUP:WAVE", NULL},
        {RUN "--trace 1,2,3,4:0", 2, "is not of the form", NULL},
        {"$B/wavecc " FILE_NAME " -E main -o $T/plain && $T/plain --dispatch 1,1,1 --size Out=16 --trace 0:0", 2, "--trace: it was compiled without --trace", NULL},
    };
    test_folder("trace-errors");
    CLI_CHECK("trace-errors", cases);
}
