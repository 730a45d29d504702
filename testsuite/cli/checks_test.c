/* --check: what is found, where, for whom; that nothing is found where nothing is wrong; and the exit status. */
#include <stdio.h>

#include "cli.h"
#include "test.h"

#define FILE_NAME "testsuite/cli/checks.hlsl"
#define MAKE(test, size, options) \
    "$B/wavecc " FILE_NAME " -DTEST=" #test " -DSIZE=" #size " -O1 --wave-size=8,32,64 " options " -o $T/k" #test " && "
#define RUN(test, settings) \
    "$T/k" #test " --dispatch 3,1,1 --size Out=1000 " settings
#define BARRIER "barrier that not all threads reach: "

SLOW_TEST(check_finds_threads_that_a_barrier_misses)
{
    static const CliCase cases[] = {
        {MAKE(1, 64, "--check=barrier") RUN(1, "--wave-size 32 --set gLimit=40"), 1,
         FILE_NAME ":12:5: error: " BARRIER "group (0, 0, 0), wave 1, lanes 8-31 are missing, the first of them thread (40, 0, 0) (and 2 more like it)", NULL},
        {RUN(1, "--wave-size 64 -j 3 --set gLimit=40"), 1, "group (0, 0, 0), wave 0, lanes 40-63 are missing", NULL},
        {RUN(1, "--wave-size 64 --set gLimit=40"), 1, "k1: error: 3 faults, at 1 place of the source", NULL},
        {RUN(1, "--wave-size 64 --set gLimit=64"), 0, NULL, NULL},
        {RUN(1, "--wave-size 8 --set gLimit=40"), 0, NULL, NULL}, /* waves 5 to 7 end */
        {MAKE(2, 64, "--check=barrier") RUN(2, "--wave-size 32"), 1, FILE_NAME ":12:5: error: " BARRIER "group (0, 0, 0), wave 1 is missing and goes to the barrier at " FILE_NAME ":29:9", NULL},
        {RUN(2, "--wave-size 64"), 0, NULL, NULL},
        {MAKE(3, 50, "--check=barrier") RUN(3, "--wave-size 8 --set gLimit=20 --print Out:1 >/dev/null"), 0, NULL, NULL},
        {RUN(3, "--wave-size 32 --set gLimit=33"), 0, NULL, NULL},
        {MAKE(4, 50, "--check=barrier") RUN(4, "--wave-size 32 --set gLimit=2"), 1, FILE_NAME ":41:9: error: " BARRIER "group (0, 0, 0), wave 0, lanes 0, 4, 8, 12, 16, 20, 24, 28 are missing", NULL},
        {MAKE(5, 24, "--check=barrier") RUN(5, "--wave-size 8"), 1, FILE_NAME ":46:9: error: " BARRIER "group (0, 0, 0), wave 0 is missing and goes to the barrier at " FILE_NAME ":48:5", NULL},
        {MAKE(1, 50, "--check=barrier --lane-order=random:3 --extra-waves=1") RUN(1, "--wave-size 32 --set gLimit=50"), 0, NULL, NULL},
        {RUN(1, "--wave-size 32 --set gLimit=49"), 1, "the first of them thread (49, 0, 0)", NULL},
        {MAKE(1, 50, "--check=barrier --lane-order=linear,random:3") RUN(1, "--wave-size 32 --lane-order random:3 --set gLimit=49"), 1, "the first of them thread (49, 0, 0)", NULL},
    };
    test_folder("checks-barrier");
    CLI_CHECK("checks-barrier", cases);
}

SLOW_TEST(check_finds_what_is_out_of_bounds)
{
    static const CliCase cases[] = {
        {MAKE(6, 32, "--check=bounds") RUN(6, "--size In=40 --wave-size 32 --set gIndex=20"), 1, FILE_NAME ":50:24: error: index 40 is outside 'In', which has 40 elements: group (0, 0, 0), wave 0, lanes 20-31, the first of them thread (20, 0, 0)", NULL},
        {RUN(6, "--size In=40 --wave-size 32 --set gIndex=8"), 0, NULL, NULL},
        {RUN(6, "--size In=40 --wave-size 8 --set gIndex=4294967290"), 1, "index -6 is outside 'In', which has 40 elements: group (0, 0, 0), wave 0, lanes 0-5", NULL},
        {RUN(6, "--size In=40 --wave-size 8 --set gIndex=4000000000"), 1, "index 4000000000 (as an int -294967296) is outside 'In'", NULL},
        {MAKE(7, 32, "--check=bounds") RUN(7, "--size Typed=9 --wave-size 8 --set gIndex=9"), 1, "index 9 is outside 'Typed', which has 9 elements: group (0, 0, 0), wave 0, lanes 0-7", NULL},
        {MAKE(8, 32, "--check=bounds") RUN(8, "--size Raw=64 --wave-size 8 --set gIndex=60"), 1, "byte address 67 is outside 'Raw', which has 64 bytes", NULL},
        {RUN(8, "--size Raw=64 --wave-size 8 --set gIndex=56"), 0, NULL, NULL},
        {MAKE(9, 32, "--check=bounds") RUN(9, "--size Tex=8x9 --wave-size 64 --set gIndex=6"), 1, "coordinate y = 9 is outside 'Tex', which has 9 texels there: group (0, 0, 0), wave 0, lanes 24-31, the first of them thread (24, 0, 0)", NULL},
        {MAKE(10, 32, "--check=bounds") RUN(10, "--wave-size 8 --set gIndex=1"), 1, "index 32 is outside 'g', which has 32 elements: group (0, 0, 0), wave 3, lanes 7, the first of them thread (31, 0, 0)", NULL},
        {MAKE(11, 32, "--check=bounds") RUN(11, "--wave-size 8 --set gIndex=8"), 1, FILE_NAME ":62:26: error: index 5 is outside 'list', which has 5 elements: group (0, 0, 0), wave 0, lanes 3,", NULL},
        {RUN(11, "--wave-size 8 --set gIndex=3"), 0, NULL, NULL},
        {MAKE(11, 32, "--check=all") RUN(11, "--wave-size 8 --set gIndex=8"), 1, FILE_NAME ":62:26: error: index 5 is outside 'list', which has 5 elements: group (0, 0, 0), wave 0, lanes 3,", NULL},
        {MAKE(12, 32, "--check=bounds") RUN(12, "--wave-size 8 --set gIndex=99"), 1, "index 99 is outside 'g'", NULL},
        {MAKE(13, 32, "--check=bounds") RUN(13, "--wave-size 8 --set gIndex=1000"), 1, "index 1000 is outside 'Out', which has 1000 elements", NULL},
        {MAKE(14, 32, "--check=barrier,bounds -no-warnings") RUN(14, "--wave-size 8 --set gIndex=31"), 0, NULL, NULL},
        {MAKE(15, 32, "--check=bounds") RUN(15, "--size In=40 --wave-size 32 --set gIndex=20 --set gLimit=2"), 1,
         FILE_NAME ":77:33: error: index 40 is outside 'In', which has 40 elements: group (2, 0, 0), wave 0, lanes 20-31, the first of them thread (20, 0, 0)\n"
         FILE_NAME ":79:33: error: index 40 is", NULL},
        {MAKE(16, 32, "--check=bounds") RUN(16, "--wave-size 32 --set gIndex=990 --set gLimit=5"), 1, "index 1000 is outside 'Out', which has 1000 elements: group (0, 0, 0), wave 0, lanes 14-31", NULL},
        {RUN(16, "--wave-size 32 --set gIndex=900 --set gLimit=5"), 0, NULL, NULL},
        {"$T/k6 --dispatch 1,1,1 --size Out=32 --wave-size 8", 1, "index 0 is outside 'In', which has nothing in it", NULL},
    };
    test_folder("checks-bounds");
    CLI_CHECK("checks-bounds", cases);
}

SLOW_TEST(check_of_races_asks_how_wide_waves_must_be)
{
#define SHADER(attribute) \
    "printf '%s\\n' 'groupshared uint g[64]; RWStructuredBuffer<uint> Out;' '[numthreads(64, 1, 1)] " attribute "' " \
    "'void main(uint t : SV_GroupIndex) {' ' g[t] = t;' ' Out[t] = g[t ^ 15]; }' > $T/s.hlsl && " \
    "$B/wavecc $T/s.hlsl --check=race -O1 -no-warnings --wave-size=32 -o $T/s && $T/s --dispatch 1,1,1 --size Out=64"
    static const CliCase cases[] = {
        {SHADER(""), 1, "s.hlsl:5:12: error: right only where waves have at least 16 lanes, for 'g[15]': thread (0, 0, 0) reads here what thread (15, 0, 0) writes at ", NULL},
        {SHADER("[WaveSize(8, 32)]"), 1, "at least 16 lanes", NULL},
        {SHADER("[WaveSize(32)]"), 0, NULL, NULL},
        {SHADER("[WaveSize(16, 64)]"), 0, NULL, NULL},
    };
    test_folder("checks-in-step");
    CLI_CHECK("checks-in-step", cases);
}

/* 2^22 intervals apart, which states of cells do not tell from each other. */
SLOW_TEST(check_of_races_takes_no_access_of_long_ago_for_one_of_now)
{
    static const CliCase cases[] = {
        {"printf '%s\\n' 'RWStructuredBuffer<uint> Out; groupshared uint g[64];' '[numthreads(64, 1, 1)]' "
         "'void main(uint t : SV_GroupIndex, uint3 gid : SV_GroupID) {' ' uint group = gid.y * 2048 + gid.x;' "
         "' if (group == 0 || group == 4194303) Out[t] = g[0];' ' if (group == 4194303 && t == 40) g[0] = t; }' > $T/h.hlsl && "
         "$B/wavecc $T/h.hlsl --check=race --wave-size=32 -o $T/h && $T/h --size Out=64 --dispatch 2048,2049,1", 1,
         "h.hlsl:6:40: error: race on 'g[0]': thread (40, 0, 0) writes here what thread (0, 0, 0) reads at ", NULL},
    };
    test_folder("checks-long");
    CLI_CHECK("checks-long", cases);
}

SLOW_TEST(check_of_races_counts_cells_that_only_a_dropped_load_halves)
{
    static const CliCase cases[] = {
        {"printf '%s\\n' 'RWByteAddressBuffer Raw;' '[numthreads(64, 1, 1)]' 'void main(uint t : SV_GroupIndex) {' "
         "' uint16_t unused = Raw.Load<uint16_t>(0);' ' Raw.Store(252, t); }' > $T/h.hlsl && "
         "$B/wavecc $T/h.hlsl -T cs_6_2 -enable-16bit-types --check=race -no-warnings --wave-size=32 -o $T/h && "
         "$T/h --dispatch 1,1,1 --size Raw=256", 1, "h.hlsl:5:6: error: race on byte 252 of 'Raw': thread (1, 0, 0) writes here", NULL},
    };
    test_folder("checks-halved");
    CLI_CHECK("checks-halved", cases);
}

SLOW_TEST(check_of_what_is_unwritten_tells_no_races)
{
#define RACES "$B/wavecc testsuite/checks/groupshared_races.hlsl -E AllWriteOne -O1 -no-warnings --wave-size=32 -o $T/r "
    static const CliCase cases[] = {
        {RACES "--check=uninit && $T/r --dispatch 1,1,1 --size Out=64", 0, NULL, NULL},
        {RACES "--check=race && $T/r --dispatch 1,1,1 --size Out=64", 1, "race on 'one[0]'", NULL},
    };
    test_folder("checks-of-one-kind");
    CLI_CHECK("checks-of-one-kind", cases);
}

TEST(wavecc_names_the_checks_that_it_knows)
{
    static const CliCase cases[] = {
        {"$B/wavecc " FILE_NAME " -DTEST=1 -DSIZE=8 --check=barriers -o $T/x", 2, "--check=barriers: expected barrier, bounds, uninit, race, wave, nan, or all", "x"},
        {"$B/wavecc " FILE_NAME " -DTEST=1 -DSIZE=8 --emit=c | grep -c -e wcc_check -e wcc_watch -e WccWhere | grep -qx 0", 0, NULL, NULL},
    };
    test_folder("checks-names");
    CLI_CHECK("checks-names", cases);
}
