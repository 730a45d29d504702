/* Executables with several wave sizes, whose kernels use different resources. */
#include "cli.h"
#include "test.h"

#define COMPILE(sizes) "$B/wavecc testsuite/cli/variants.hlsl -O1 --wave-size=" sizes " -o $T/variants"
#define RUN(size) "$T/variants --dispatch 1,1,1 --size Alone=64 --size Pair=64 --size Many=64 --in 'From=u32(4,5,6)' --set Scale=10 --wave-size " size

SLOW_TEST(an_entry_point_uses_what_any_of_its_wave_sizes_uses)
{
    static const CliCase cases[] = {
        {COMPILE("64,16,32"), 0, NULL, NULL},
        {RUN("64") " --print u0:3 | paste -sd' ' | grep -q '40 50 60$'", 0, NULL, NULL},
        {RUN("32") " --print u1:3 | paste -sd' ' | grep -q '2 3 4$'", 0, NULL, NULL},
        {RUN("16") " --print u2:3 | paste -sd' ' | grep -q '7 7 7$'", 0, NULL, NULL},
        {RUN("16") " --print Alone:1 | tail -1 | grep -qx 0", 0, NULL, NULL},
        {RUN("16") " --compare-wave-sizes", 1, "Alone[0] is 0 with --wave-size 16 --schedule forward, and 40 with --wave-size 64", NULL},
        {"$T/variants --list | grep -q 'groupshared 16 bytes'", 0, NULL, NULL}, /* of four waves */
        /* in whatever order, and alone */
        {COMPILE("64,32"), 0, NULL, NULL},
        {"$T/variants --dispatch 1,1,1 --size Alone=64 --size Pair=64 --in 'From=u32(4,5,6)' --wave-size 32 --print u1:3 | paste -sd' ' | "
         "grep -q '2 3 4$'", 0, NULL, NULL},
        {COMPILE("32"), 0, NULL, NULL},
        {"$T/variants --list | grep -q 'Pair .* u1 '", 0, NULL, NULL},
    };
    test_folder("variants");
    CLI_CHECK("variants", cases);
}

#define HEAP(type) "'ResourceDescriptorHeap<RWBuffer<" type ">>"
#define RUN_HEAPS(size) "$T/heaps --dispatch 1,1,1 --size Out=64 --size " HEAP("float") "[0]=64' --size " HEAP("int") "[1]=64' --size " HEAP("uint") \
    "[2]=64' --print Out:1 --print " HEAP("float") "[0]:3' --print " HEAP("int") "[1]:3' --print " HEAP("uint") "[2]:3' --wave-size " size " | paste -sd' ' | grep -qx "

SLOW_TEST(wave_sizes_take_different_types_from_the_heap)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/cli/variants_heaps.hlsl -O1 --wave-size=32,64 -o $T/heaps", 0, NULL, NULL},
        {RUN_HEAPS("32") "'5 0 0 0 0 -1 -2 0 1 2'", 0, NULL, NULL},
        {RUN_HEAPS("64") "'5 0 0.5 1 0 0 0 0 0 0'", 0, NULL, NULL},
    };
    test_folder("variants-heaps");
    CLI_CHECK("variants-heaps", cases);
}
