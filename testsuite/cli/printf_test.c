/* printf in shaders: one text, whatever the wave size, the optimisation, the C compiler, the workers and the order are.
 * The expected text is written by hand. */
#include <stdlib.h>

#include "cli.h"
#include "test.h"

#define FILE_NAME "testsuite/cli/printf.hlsl"
#define RUN "$T/k -e main --dispatch 2,1,1 --size Out=4 "
#define MAKE(options) "$B/wavecc " FILE_NAME " -T cs_6_10 " options " -o $T/k && "
#define SAME " | diff testsuite/cli/printf.txt - >&2"

SLOW_TEST(printf_prints_one_text_however_it_is_compiled_and_run)
{
    static const CliCase cases[] = {
        {MAKE("--wave-size=4,16,128 -O0") RUN "-w 4" SAME, 0, NULL, NULL},
        {RUN "-w 16 -j 3 --order morton" SAME, 0, NULL, NULL},
        {RUN "-w 128 -j 1" SAME, 0, NULL, NULL},
        {MAKE("--wave-size=8,32 -O3 --lane-order=random:3") RUN "-w 8 -j 2 --order auto" SAME, 0, NULL, NULL},
        {RUN "-w 32" SAME, 0, NULL, NULL},
        {MAKE("--cc=gcc -O2 --target=generic --schedules") RUN "--schedule reverse" SAME, 0, NULL, NULL},
        {MAKE("--cc=clang -O2 --check=all") RUN SAME, 0, NULL, NULL},
        {"rm -f $T/a.info && " MAKE("--cc=gcc --coverage --trace") RUN "--coverage=$T/a.info" SAME, 0, NULL, NULL},
        {"grep -qx DA:10,2 $T/a.info && grep -qx DA:16,18 $T/a.info", 0, NULL, NULL},
    };
    test_folder("printf-text");
    CLI_CHECK("printf-text", cases);
}

SLOW_TEST(printf_filter_picks_threads)
{
    static const CliCase cases[] = {
        {MAKE("--wave-size=4") RUN "--printf-filter group=1,thread=3,2 | grep -c . | grep -qx 2", 0, NULL, NULL},
        {RUN "--printf-filter wave=2,lane=3 | paste -sd: | grep -qxF '  thread 11, k = 4: 5.38:  total 66 of -17, -18, -20:"
             "  thread 11, k = 0: 1.38:  total 132 of -13, -18, -20'", 0, NULL, NULL},
        {RUN "--printf-filter group=1,0,0,lane=3,wave=2 | grep -q .", 0, NULL, NULL},
        {RUN "--printf-filter group=2 --out Out=$T/o.bin", 2, "--printf-filter: there are 2 x 1 x 1 groups", "o.bin"},
        {RUN "--printf-filter thread=4,0", 2, "--printf-filter: groups of main have 4 x 3 x 1 threads", NULL},
        {RUN "--printf-filter thread=12", 2, "--printf-filter: groups of main have 4 x 3 x 1 threads", NULL},
        {RUN "--printf-filter wave=3", 2, "--printf-filter: groups of main have 3 waves of 4 lanes", NULL},
        {RUN "--printf-filter lane=4", 2, "--printf-filter: waves have 4 lanes", NULL},
        {"$T/k --size Out=4 --printf-filter group=1 -e main --dispatch 2 -e main --dispatch 1 | grep -c . | grep -qx 13", 0, NULL, NULL},
        {RUN "--printf-filter lane", 2, "--printf-filter: 'lane' is not of the form group=X,Y,Z,thread=N,wave=N,lane=N", NULL},
    };
    test_folder("printf-filter");
    CLI_CHECK("printf-filter", cases);
}

SLOW_TEST(printf_leaves_standard_output_to_files_and_json)
{
    static const CliCase cases[] = {
        {MAKE("--wave-size=16") RUN "--print Out >$T/both && head -22 $T/both | diff testsuite/cli/printf.txt - >&2 && tail -n +23 $T/both | grep -q 132", 0, NULL, NULL},
        {RUN "--out Out=-:csv 2>$T/printed >$T/csv; diff testsuite/cli/printf.txt $T/printed >&2; tr '\\n' ' ' <$T/csv | grep -qx '66 66 132 132 '", 0, NULL, NULL},
        {RUN "--time=json 2>$T/printed | python3 -m json.tool >$T/json; diff testsuite/cli/printf.txt $T/printed >&2", 0, NULL, NULL},
        {RUN "--repeat 2 >$T/twice && cat testsuite/cli/printf.txt testsuite/cli/printf.txt | diff - $T/twice >&2", 0, NULL, NULL},
        {RUN "> /dev/full", 2, "could not write to standard output", NULL},
    };
    test_folder("printf-output");
    CLI_CHECK("printf-output", cases);
}

SLOW_TEST(printf_of_the_ways_that_are_compared_is_not_shown)
{
    static const CliCase cases[] = {
        {MAKE("--wave-size=4,8") RUN "--compare-wave-sizes 2>&1 | grep -c begins | grep -qx 0", 0, NULL, NULL},
    };
    test_folder("printf-compare");
    CLI_CHECK("printf-compare", cases);
}

SLOW_TEST(passes_of_a_job_print_one_after_another)
{
    static const CliCase cases[] = {
        {"printf '%s\\n' 'shaders:' '  - file: '$PWD'/" FILE_NAME "' 'resources: {Out: {size: 4}}' 'passes:' '  - entry: main' "
         "'    dispatch: [2, 1, 1]' '  - entry: main' '    dispatch: [2, 1, 1]' >$T/job.yaml && "
         "$B/wavecc run $T/job.yaml -j 2 -- -T cs_6_10 >$T/twice; cat testsuite/cli/printf.txt testsuite/cli/printf.txt | diff - $T/twice >&2", 0, NULL, NULL},
        {"$B/wavecc run $T/job.yaml --printf-filter group=1,thread=0 -- -T cs_6_10 | paste -sd: | grep -qx 'group 1, 0 begins:group 1, 0 begins'", 0, NULL, NULL},
    };
    test_folder("printf-job");
    CLI_CHECK("printf-job", cases);
}

SLOW_TEST(printf_says_what_it_has_no_room_for)
{
    static const CliCase cases[] = {
        {MAKE("-E many") "$T/k --dispatch 40000,1,1 --size Out=8 -j 2 2>$T/said | tail -1 | grep -qx 1677720 && "
         "grep -q 'warning: 882279 calls of printf, those of the last threads, are not shown: one dispatch has room for 64 MiB of them' $T/said", 0, NULL, NULL},
    };
    test_folder("printf-room");
    CLI_CHECK("printf-room", cases);
}

SLOW_TEST(debug_break_tells_where_it_was_and_stops_in_a_debugger)
{
#define BREAKS "$T/k -e breaks --dispatch 3,1,1 --size Out=8 "
    static const CliCase cases[] = {
        {MAKE("--wave-size=4") BREAKS, 0, "k: warning: " FILE_NAME ":28:9: DebugBreak() without a debugger: group 1,0,0, thread 3, wave 0, and 3 more", NULL},
        {BREAKS "--printf-filter group=2,lane=3,wave=1", 0, FILE_NAME ":28:9: DebugBreak() without a debugger: group 2,0,0, thread 7, wave 1\n", NULL},
        {"command -v gdb >/dev/null || exit 0; export ASAN_OPTIONS=detect_leaks=0; gdb -batch -ex run -ex bt -ex continue -ex continue -ex continue -ex continue --args " BREAKS "-j 1 >$T/said 2>&1; "
         "grep -c SIGTRAP $T/said | grep -qx 4 && grep -q 'breaks_wave4' $T/said && grep -q 'exited normally' $T/said || cat $T/said >&2", 0, NULL, NULL},
        {"command -v strace >/dev/null || exit 0; export ASAN_OPTIONS=detect_leaks=0; strace -f -o $T/trace " BREAKS, 0, NULL, NULL},
    };
    test_folder("printf-break");
    CLI_CHECK("printf-break", cases);
}
