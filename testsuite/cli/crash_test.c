/* A kernel that crashes or does not end: the message names the group, the wave and the line. Kernels
 * do not crash by themselves, so the C of one gets a trap. */
#include "cli.h"
#include "test.h"

#define SHADER "testsuite/cli/crash.hlsl"
#define RUN "--size Out=640 --dispatch 10"
/* The statement stands at `line` of the shader in wave 1 of group 2. */
#define PLANT(statement, options, line) \
    "$B/wavecc " SHADER " --wave-size=32 " options " --emit=c | awk '{ print } " line \
    " && !done { print \"if (group_x == 2 && wave == 1) " statement "\"; done = 1 }' > $T/trap.c && grep -q 'wave == 1' $T/trap.c && " \
    "gcc -O2 -g -w -march=native -Iruntime/include -c $T/trap.c -o $T/trap.o && " \
    "gcc $T/trap.o $B/libwavecc_rt.a -lpng -lz -lyaml -lm -ldl -pthread -o $T/trap"
#define TRAP "__builtin_trap();"
#define FILL_STACK "for (;;) *(volatile char *)__builtin_alloca(1024) = 1;"
#define READ_NULL "*(volatile char *)8;"
/* What crashes leaves no core file behind. */
#define CRASHES(run) "ulimit -c 0; " run
#define AT_9 "/#line 9/"

SLOW_TEST(a_crash_in_a_kernel_names_group_wave_and_line)
{
    static const CliCase cases[] = {
        {PLANT(TRAP, "-Zi", AT_9), 0, NULL, NULL},
        {CRASHES("$T/trap " RUN " -j2 --out Out=$T/out.bin"), 132, "trap: error: SIGILL in Main, group 2,0,0, wave 1, at " SHADER ":9\n", "out.bin"},
        {CRASHES("$T/trap " RUN " -j1"), 132, "trap: error: SIGILL in Main, group 2,0,0, wave 1, at " SHADER ":9\n", NULL},
    };
    CLI_CHECK("crash", cases);
}

SLOW_TEST(a_stack_overflow_is_told_as_such)
{
    static const CliCase cases[] = {
        {PLANT(FILL_STACK, "-Zi", AT_9), 0, NULL, NULL},
        {CRASHES("$T/trap " RUN " -j2"), 139, "trap: error: SIGSEGV (the stack is full) in Main, group 2,0,0, wave 1, at " SHADER ":9\n", NULL},
        {CRASHES("ulimit -s 1024; $T/trap " RUN " -j1"), 139, "trap: error: SIGSEGV (the stack is full) in Main, group 2,0,0, wave 1, at " SHADER ":9\n", NULL},
        {PLANT(READ_NULL, "-Zi", AT_9), 0, NULL, NULL},
        {CRASHES("$T/trap " RUN " -j2"), 139, "trap: error: SIGSEGV in Main, group 2,0,0, wave 1, at " SHADER ":9\n", NULL},
    };
    CLI_CHECK("crash-stack", cases);
}

SLOW_TEST(a_signal_that_crashes_are_is_told_of_the_kernel_that_runs)
{
    static const CliCase cases[] = {
        {"$B/wavecc " SHADER " --wave-size=32 -Zi -o $T/endless", 0, NULL, NULL},
        {CRASHES("timeout --preserve-status -s SEGV 1 $T/endless " RUN " -j2"), 139, "SIGSEGV in Main, group 3,0,0, wave 1, at " SHADER ":", NULL},
        {CRASHES("timeout --preserve-status -s SEGV 1 $T/endless " RUN " -j1"), 139, "SIGSEGV in Main, group 3,0,0, wave 1, at " SHADER ":", NULL},
    };
    CLI_CHECK("crash-from-outside", cases);
}

SLOW_TEST(a_time_out_names_group_wave_and_line)
{
    static const CliCase cases[] = {
        {"$B/wavecc " SHADER " --wave-size=32 -Zi -o $T/endless", 0, NULL, NULL},
        {"$T/endless " RUN " -j2 --timeout 0.5", 3, "; group 3,0,0, wave 1 runs still, at " SHADER ":", NULL},
        {"printf 'shaders: [{file: ../../../../" SHADER "}]\nresources:\n  o: {size: 640}\n"
         "passes:\n  - {dispatch: [10, 1, 1], bind: {Out: o}}\n' > $T/job.yaml", 0, NULL, NULL},
        {"$T/endless --job $T/job.yaml --timeout 0.5", 3, "; group 3,0,0, wave 1 runs still, at " SHADER ":", NULL},
        {"$B/wavecc " SHADER " --wave-size=32 -o $T/bare", 0, NULL, NULL},
        {"$T/bare " RUN " -j2 --timeout 0.5", 3, "runs still\n", NULL},
    };
    CLI_CHECK("crash-time-out", cases);
}
