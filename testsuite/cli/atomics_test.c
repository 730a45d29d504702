/* Sixteen workers at one cell: nothing is lost, and ThreadSanitizer has nothing to say. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "process.h"
#include "test.h"

#define SIZES "--size Counts=2 --size Lanes=16 --size Wide=8 --size Floats=2 --size Largest=3 " \
              "--size SeenCount=48000 --size SeenWide=48000 --size SeenFloat=48000 "
/* 1,000 groups of 48 threads; each of the 3 * 48,000 old values must have been seen once. */
#define HAMMER(wave_size) "$T/atomics --dispatch 1000,1,1 -j 16 --timeout 200 --wave-size " wave_size " " SIZES \
    "--print Counts --print Lanes --print Wide --print Floats:1 --print Largest " \
    "--print SeenCount:48000 --print SeenWide:48000 --print SeenFloat:48000 | sort -n | uniq -c | tr -s ' \\n' ' ' | " \
    "grep -qx ' 144000 1 16 3000 1 47999 6 48000 1 4294967295 '"

SLOW_TEST(sixteen_workers_at_one_cell_lose_nothing)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/cli/atomics.hlsl --wave-size=all -o $T/atomics", 0, NULL, NULL},
        {HAMMER("4"), 0, NULL, NULL},  {HAMMER("8"), 0, NULL, NULL},  {HAMMER("16"), 0, NULL, NULL},
        {HAMMER("32"), 0, NULL, NULL}, {HAMMER("64"), 0, NULL, NULL}, {HAMMER("128"), 0, NULL, NULL},
    };
    test_folder("atomics");
    CLI_CHECK_OPTIMISED("atomics", cases);
}

/* The kernels, built with ThreadSanitizer; the pool's locks it knows from the C library. */
#define TSAN(compiler, name, rest) "WAVECC_RT_CFLAGS=-fsanitize=thread $B/wavecc --cc=" compiler " -o $T/" name " " rest
#define SCAN(name, more) "$T/" name " --in gIn='u32(1*30000)' --size gOut=30000 --size gStatus=30 --size gTotals=30 --size gPrefixes=30 " \
    more "--dispatch 30,1,1 -j 16 --timeout 200 --print gOut:30000 | tail -1 | grep -qx 30000"

/* A build of the library with other sanitizers cannot be linked with this one. */
static bool is_sanitized(void)
{
    return strstr(test_build_folder(), "sanitize") != NULL;
}

SLOW_TEST(thread_sanitizer_finds_no_race_between_groups)
{
    static const CliCase cases[] = {
        {TSAN("clang", "clang", "testsuite/cli/atomics.hlsl --wave-size=8,64"), 0, NULL, NULL},
        {"$T/clang --dispatch 300,1,1 -j 16 --wave-size 8 " SIZES, 0, NULL, NULL},
        {"$T/clang --dispatch 300,1,1 -j 16 --wave-size 64 " SIZES, 0, NULL, NULL},
        {TSAN("gcc", "gcc", "testsuite/cli/atomics.hlsl --wave-size=32"), 0, NULL, NULL},
        {"$T/gcc --dispatch 300,1,1 -j 16 " SIZES, 0, NULL, NULL},
        {TSAN("clang", "scan", "testsuite/samples/look_back.hlsl --wave-size=4,32"), 0, NULL, NULL},
        {SCAN("scan", "--size gTaken=1 "), 0, NULL, NULL},
        {TSAN("gcc", "scan-by-id", "testsuite/samples/look_back.hlsl -DBY_GROUP_ID --wave-size=16"), 0, NULL, NULL},
        {SCAN("scan-by-id", ""), 0, NULL, NULL},
        {TSAN("clang", "race", "testsuite/cli/atomics.hlsl -DRACE --wave-size=8"), 0, NULL, NULL},
        {"$T/race --dispatch 300,1,1 -j 16 " SIZES, 66, "ThreadSanitizer: data race", NULL},
    };
    if (is_sanitized())
        skip();
    test_folder("tsan");
    CLI_CHECK_OPTIMISED("tsan", cases);
}
