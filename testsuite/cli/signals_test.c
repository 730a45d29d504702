/* Signals end what executables and jobs run, at once, and leave no half of a file. The bound on time is for a
 * machine that others use as well. */
#include "cli.h"
#include "test.h"

#define SHADER \
    "printf 'globallycoherent RWStructuredBuffer<uint> o;\n[numthreads(4, 1, 1)] void endless(uint3 g : SV_GroupID)\n" \
    "{\n    while (o[0] != 7 + g.x * 0)\n        ;\n}\n[numthreads(4, 1, 1)] void count(uint i : SV_GroupIndex)\n" \
    "{\n    if (i == 0) InterlockedAdd(o[0], 1);\n}\n' > $T/all.hlsl; " \
    "$B/wavecc $T/all.hlsl --wave-size=4 -o $T/all && rm -f $T/*.bin $T/*.tmp && echo 1 > $T/old.csv"
#define JOB(entry, groups, repeat) \
    "printf 'shaders: [{file: all.hlsl, options: [--wave-size=4]}]\nresources:\n  o: {size: 4, out: job.bin}\n" \
    "passes:\n  - {entry: " entry ", dispatch: " groups ", repeat: " repeat ", bind: {o: o}}\n' > $T/job.yaml"
/* Signals after half a second, and gives the status. The shell ignores SIGINT for what it starts behind &. */
#define SIGNAL(name, command) \
    "a=$(date +%s%N); timeout --foreground --preserve-status -s " name " 0.5 " command "; s=$?; b=$(date +%s%N); " \
    "test $((b - a)) -lt 1500000000 || s=late; exit $s"
#define STOPPED(name, what) "all: error: " name ": " what " was stopped; no more outputs are written\n"

SLOW_TEST(signals_end_a_group_that_never_ends)
{
    static const CliCase cases[] = {
        {SHADER, 0, NULL, NULL},
        {SIGNAL("INT", "$T/all -e endless --size o=4 --out o=$T/o.bin"), 130, STOPPED("SIGINT", "endless"), "o.bin"},
        {SIGNAL("TERM", "$T/all -e endless --size o=4 --dispatch 64 -j 3"), 130, STOPPED("SIGTERM", "endless"), NULL},
        {SIGNAL("HUP", "$T/all -e endless --size o=4 --out o=$T/old.csv"), 129, STOPPED("SIGHUP", "endless"), NULL},
        {"test $(cat $T/old.csv) = 1", 0, NULL, NULL},
    };
    CLI_CHECK_OPTIMISED("cli-signals", cases);
}

SLOW_TEST(signals_end_grids_chains_and_waiting_for_input)
{
    static const CliCase cases[] = {
        {SHADER, 0, NULL, NULL},
        {SIGNAL("INT", "$T/all -e count --size o=4 --dispatch 60000,60000,60 --out o=$T/o.bin"), 130,
         STOPPED("SIGINT", "count"), "o.bin"},
        {SIGNAL("INT", "$T/all -e count --size o=4 --repeat-chain 1000000000 --out o=$T/o.bin"), 130, "all: error: SIGINT: ", "o.bin"},
        {"rm -f $T/pipe.bin; mkfifo $T/pipe.bin; " SIGNAL("INT", "$T/all -e count --in o=$T/pipe.bin"), 130,
         STOPPED("SIGINT", "the run"), NULL},
        {"test $(cat $T/old.csv) = 1 && ! ls $T/*.tmp 2> /dev/null", 0, NULL, NULL},
    };
    CLI_CHECK_OPTIMISED("cli-signals-grids", cases);
}

SLOW_TEST(signals_end_jobs)
{
    static const CliCase cases[] = {
        {SHADER, 0, NULL, NULL},
        {JOB("endless", "[1, 1, 1]", "1"), 0, NULL, NULL},
        {SIGNAL("INT", "$T/all --job $T/job.yaml"), 130, STOPPED("SIGINT", "endless"), "job.bin"},
        {JOB("count", "[8, 1, 1]", "1000000000"), 0, NULL, NULL},
        {SIGNAL("TERM", "$T/all --job $T/job.yaml"), 130, "all: error: SIGTERM: ", "job.bin"},
        {"$B/wavecc run $T/job.yaml --dry-run > $T/dry.txt", 0, NULL, NULL},
        {SIGNAL("INT", "$B/wavecc run $T/job.yaml"), 130, "wavecc run: error: SIGINT: ", "job.bin"},
    };
    CLI_CHECK_OPTIMISED("cli-signals-jobs", cases);
}

SLOW_TEST(a_signal_while_a_job_is_compiled_ends_the_c_compiler_and_leaves_no_folder)
{
    static const CliCase cases[] = {
        {SHADER, 0, NULL, NULL},
        {JOB("count", "[8, 1, 1]", "1"), 0, NULL, NULL},
        {"rm -rf $T/tmp $T/cache $T/pids; mkdir -p $T/tmp; printf '#!/bin/sh\necho $$ >> %s/pids\nexec sleep 20\n' $(realpath $T) > $T/cc; chmod +x $T/cc; "
         "sed -i \"s|--wave-size=4|--wave-size=4, --cc=$(realpath $T)/cc|\" $T/job.yaml", 0, NULL, NULL},
        {"export XDG_CACHE_HOME=$T/cache TMPDIR=$T/tmp; " SIGNAL("INT", "$B/wavecc run $T/job.yaml"), 130,
         "wavecc run: error: SIGINT: ", "job.bin"},
        {"test -s $T/pids && test -z \"$(ls $T/tmp)\" && for p in $(cat $T/pids); do test ! -e /proc/$p || exit 1; done", 0,
         NULL, NULL},
    };
    CLI_CHECK_OPTIMISED("cli-signals-compiling", cases);
}

#define WAVETEST_LEFT_NOTHING "test -s $T/pids && test -z \"$(ls $T/tmp)\" && for p in $(cat $T/pids); do ! grep -aqs 4322 /proc/$p/cmdline || exit 1; done"

/* Compilers that never end: of kernels, for which wavetest has one process a test. */
SLOW_TEST(a_signal_to_wavetest_ends_its_c_compilers_and_leaves_no_folder)
{
    static const CliCase cases[] = {
        {"printf '#!/bin/sh\ncase \"$*\" in *kernels.c*) echo $$ >> %s/pids; exec sleep 4322;; esac\nexec cc \"$@\"\n' $(realpath $T) > $T/slow; "
         "chmod +x $T/slow", 0, NULL, NULL},
        {"rm -rf $T/tmp $T/pids; mkdir $T/tmp; export TMPDIR=$T/tmp; " "timeout --foreground --preserve-status -s INT 2 $B/wavetest -j2 --wave-size=4 --cc=$(realpath $T)/slow $(ls testsuite/run/waves/*.test | head -2)", 130, NULL, NULL},
        {WAVETEST_LEFT_NOTHING, 0, NULL, NULL},
        {"rm -rf $T/tmp $T/pids; mkdir $T/tmp; export TMPDIR=$T/tmp; " "timeout --foreground --preserve-status -s TERM 2 $B/wavetest -j2 --wave-size=4 --cc=$(realpath $T)/slow $(ls testsuite/run/waves/*.test | head -2)", 143, NULL, NULL},
        {WAVETEST_LEFT_NOTHING, 0, NULL, NULL},
    };
    CLI_CHECK_OPTIMISED("cli-signals-wavetest", cases);
}

#define LITTERS "rm -rf $T/tmp $T/cache; mkdir -p $T/tmp; printf '#!/bin/sh\necho object > $TMPDIR/half.o\nexec sleep 20\n' > $T/litters; chmod +x $T/litters; " \
    "export XDG_CACHE_HOME=$T/cache TMPDIR=$(realpath $T)/tmp; "

/* clang leaves what it links from where it is ended. */
SLOW_TEST(what_a_c_compiler_leaves_goes_with_the_folder_of_the_c)
{
    static const CliCase cases[] = {
        {SHADER, 0, NULL, NULL},
        {JOB("count", "[8, 1, 1]", "1"), 0, NULL, NULL},
        {"sed -i \"s|--wave-size=4|--wave-size=4, --cc=$(realpath $T)/litters|\" $T/job.yaml", 0, NULL, NULL},
        {LITTERS SIGNAL("INT", "$B/wavecc run $T/job.yaml"), 130, "wavecc run: error: SIGINT: ", "tmp/half.o"},
        {LITTERS SIGNAL("TERM", "$B/wavecc $T/all.hlsl --cc=$T/litters -o $T/x"), 130, NULL, "tmp/half.o"},
        {"test -z \"$(ls $T/tmp)\"", 0, NULL, NULL},
    };
    CLI_CHECK_OPTIMISED("cli-signals-litter", cases);
}

/* clang makes its results in files of its own, unless it is told not to. */
SLOW_TEST(a_signal_while_an_object_is_compiled_leaves_no_file_beside_it)
{
    static const CliCase cases[] = {
        {SHADER, 0, NULL, NULL},
        {"rm -rf $T/place; mkdir $T/place; " SIGNAL("TERM", "$B/wavecc samples/blur/blur.hlsl --wave-size=all -c -o $T/place/x.o"), 130, NULL, NULL},
        {SIGNAL("HUP", "$B/wavecc samples/blur/blur.hlsl --wave-size=all --emit=asm -o $T/place/x.s"), 129, NULL, NULL},
        {"ls $T/place; test -z \"$(ls $T/place)\"", 0, NULL, NULL},
    };
    CLI_CHECK_OPTIMISED("cli-signals-objects", cases);
}

#define LEFT_NO_FOLDER "ls $T/tmp; test -z \"$(ls $T/tmp)\""

/* SIGPIPE, as of `| head`, and SIGQUIT, of Ctrl-\. */
SLOW_TEST(a_reader_that_goes_and_a_quit_leave_no_folder)
{
    static const CliCase cases[] = {
        {SHADER, 0, NULL, NULL},
        {"rm -rf $T/tmp; mkdir $T/tmp; export TMPDIR=$T/tmp; $B/wavecc $T/all.hlsl --emit=asm | true; " LEFT_NO_FOLDER, 0, NULL, NULL},
        {"export TMPDIR=$T/tmp; $B/wavecc $T/all.hlsl -c -o - | true; " LEFT_NO_FOLDER, 0, NULL, NULL},
        {"export TMPDIR=$T/tmp; $B/wavecc $T/all.hlsl --cc=/nowhere -o $T/x 2>&1 | true; " LEFT_NO_FOLDER, 0, NULL, NULL},
        {"printf '#!/bin/sh\nexec sleep 20\n' > $T/sleeps; chmod +x $T/sleeps; ulimit -c 0; export TMPDIR=$T/tmp; "
         SIGNAL("QUIT", "$B/wavecc $T/all.hlsl --cc=$T/sleeps -o $T/x"), 131, NULL, NULL},
        {LEFT_NO_FOLDER, 0, NULL, NULL},
    };
    CLI_CHECK_OPTIMISED("cli-signals-readers", cases);
}

SLOW_TEST(a_signal_while_files_are_written_leaves_whole_ones)
{
    static const CliCase cases[] = {
        {SHADER, 0, NULL, NULL},
        {"for wait in 0.10 0.11 0.12 0.13 0.14; do timeout --foreground --preserve-status -s INT $wait "
         "$T/all -e count --size o=16384 --repeat-chain 100000 --every 1 --out o=$T/o%d.bin; test $? = 130 || echo not stopped; "
         "test -e $T/o0.bin || echo nothing written; find $T -name '*.tmp' -o -name '*.bin' ! -size 65536c; rm -f $T/o*.bin; "
         "done > $T/wrong.txt; cat $T/wrong.txt; test ! -s $T/wrong.txt", 0, "SIGINT", NULL},
    };
    CLI_CHECK_OPTIMISED("cli-signals-files", cases);
}

/* 20 million numbers take seconds. The first line has an odd number of bytes, so that a block of 4096 ends between a number
 * and its newline. */
SLOW_TEST(a_signal_while_something_is_printed_leaves_whole_lines)
{
    static const CliCase cases[] = {
        {SHADER, 0, NULL, NULL},
        {"for wait in 0.00 0.02 0.04 0.06 0.08 0.10; do : > $T/lines.txt; "
         "$T/all -e count --size o=20000000 --dispatch 10 --print o:20000000 > $T/lines.txt 2> $T/end.txt & p=$!; "
         "until test -s $T/lines.txt; do kill -0 $p || exit 8; sleep 0.01; done; sleep $wait; kill -TERM $p; wait $p; "
         "test $? = 130 || echo not stopped; test -z \"$(tail -c 1 $T/lines.txt)\" || echo cut; done > $T/wrong.txt; "
         "cat $T/wrong.txt; test ! -s $T/wrong.txt", 0, NULL, NULL},
        {"for wait in 0.4 0.5; do timeout --foreground --preserve-status -s INT $wait $T/all -e count --size o=20000000 --dispatch 10 "
         "--print o:20000000 2> $T/end.txt | (sleep 0.6; cat) > $T/lines.txt; test -z \"$(tail -c 1 $T/lines.txt)\" || exit 9; done", 0, NULL, NULL},
    };
    CLI_CHECK_OPTIMISED("cli-signals-lines", cases);
}

SLOW_TEST(ignored_signals_stay_ignored)
{
    static const CliCase cases[] = {
        {SHADER, 0, NULL, NULL},
        {"sh -c 'trap \"\" HUP TERM; exec '$T'/all -e endless --size o=4 --timeout 1.5' & p=$!; sleep 0.5; "
         "kill -TERM $p; kill -HUP $p; wait $p", 3, "took longer than 1.5 seconds", NULL},
    };
    CLI_CHECK_OPTIMISED("cli-signals-ignored", cases);
}
