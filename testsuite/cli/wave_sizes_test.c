/* [WaveSize]: which wave sizes an executable holds, and how many waves a group has at each: groups of one, two and
 * three dimensions, whose number of threads need not be a multiple of the wave's (proposal 0048, "Edge Cases"). What
 * the last thread writes is count, index and lanes, worked out by hand. */
#include "cli.h"
#include "test.h"

#define COMPILE(sizes, threads, option) \
    "$B/wavecc testsuite/cli/wave_sizes.hlsl -O1 '-DWAVE_SIZES=" sizes "' '-DTHREADS=" threads "' " option " -o $T/sizes"
#define HOLDS(sizes) {"$T/sizes --list | grep -q 'wave sizes " sizes "$'", 0, NULL, NULL}
#define LAST(options, count, value) \
    {"$T/sizes --dispatch 1,1,1 --size Out=" count " --out Out=$T/out.csv " options " && tail -1 $T/out.csv | grep -qx " value, 0, NULL, NULL}

SLOW_TEST(a_range_of_wave_sizes_holds_no_others)
{
    static const CliCase cases[] = {
        {COMPILE("16, 64", "7, 7, 1", "--wave-size=all"), 0, NULL, NULL},
        HOLDS("16 32 64"),
        LAST("", "49", "4003016"),
        LAST("--wave-size 32", "49", "2001032"),
        LAST("--wave-size 64", "49", "1000064"),
        {"$T/sizes --dispatch 1,1,1 --size Out=49 --wave-size 8", 2, "main was not compiled for wave size 8, only for: 16 32 64; compile with --wave-size=8, where its [WaveSize] has nothing against it", NULL},
        {"$T/sizes --dispatch 1,1,1 --size Out=49 --wave-size 128", 2, "main was not compiled for wave size 128, only for: 16 32 64", NULL},
        {COMPILE("16, 64", "7, 7, 1", "--wave-size=8,128"), 1, ":3:2: error: this compilation is for waves of 8 lanes, WaveSize allows 16 to 64", NULL},
        {COMPILE("64, 128", "3, 5, 7", "--wave-size=auto"), 0, NULL, NULL},
        HOLDS("64"), /* the nearest to what it would be */
        {COMPILE("4, 8", "3, 5, 7", "--wave-size=auto"), 0, NULL, NULL},
        HOLDS("8"),
        LAST("", "105", "14013008"),
        {COMPILE("4", "1024, 1, 1", "--wave-size=all"), 0, NULL, NULL},
        HOLDS("4"),
        LAST("", "1024", "256255004"),
    };
    test_folder("wave-sizes");
    CLI_CHECK("wave-sizes", cases);
}

SLOW_TEST(the_preferred_wave_size_is_the_default)
{
    static const CliCase cases[] = {
        {COMPILE("8, 128, 64", "10, 10, 10", "--wave-size=auto"), 0, NULL, NULL},
        HOLDS("64"),
        LAST("", "1000", "16015064"),
        {COMPILE("8, 128, 64", "10, 10, 10", "--wave-size=all"), 0, NULL, NULL},
        HOLDS("64 8 16 32 128"),
        LAST("", "1000", "16015064"),
        LAST("--wave-size 8", "1000", "125124008"),
        LAST("--wave-size 128", "1000", "8007128"),
        {COMPILE("8, 128, 64", "1, 1, 1", "--wave-size=16,32"), 0, NULL, NULL},
        HOLDS("16 32"),
        LAST("", "1", "1000016"),
        {COMPILE("8, 128, 0", "1, 1, 1", "--wave-size=32,16"), 0, NULL, NULL}, /* 0: none is preferred */
        HOLDS("32 16"),
    };
    test_folder("preferred");
    CLI_CHECK("preferred", cases);
}
