/* --emit=reflection. */
#include "cli.h"
#include "test.h"

#define REFLECT "$B/wavecc testsuite/cli/reflection.hlsl -T cs_6_8 -enable-16bit-types "
#define CHECK "/usr/bin/python3 testsuite/cli/reflection.py $T/reflection.json"

TEST(reflection_tells_what_d3d_does)
{
    static const CliCase cases[] = {
        {REFLECT "--wave-size=32 --emit=reflection -o $T/reflection.json", 0, NULL, NULL},
        {CHECK, 0, NULL, NULL},
    };
    test_folder("cli-reflection");
    CLI_CHECK("cli-reflection", cases);
}

TEST(reflection_tells_what_a_device_must_have)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/cli/needs.hlsl -enable-16bit-types --emit=reflection -o $T/needs.json && "
         "/usr/bin/python3 testsuite/cli/needs.py $T/needs.json", 0, NULL, NULL},
    };
    test_folder("cli-reflection-needs");
    CLI_CHECK("cli-reflection-needs", cases);
}

TEST(random_layouts_are_those_of_a_model_of_dxcs_rules)
{
    static const CliCase cases[] = {{"/usr/bin/python3 testsuite/fuzz/layouts.py $B/wavecc 1 100", 0, NULL, NULL}};
    test_folder("cli-reflection-layouts");
    CLI_CHECK("cli-reflection-layouts", cases);
}

/* It is about the source: neither optimisation nor the machine changes it. */
TEST(reflection_depends_on_the_source_alone)
{
    static const CliCase cases[] = {
        {REFLECT "--wave-size=32 --emit=reflection --target=x86-64-v2 -O0 > $T/slow.json", 0, NULL, NULL},
        {REFLECT "--wave-size=32 --emit=reflection --target=x86-64-v4 -O3 | cmp - $T/slow.json", 0, NULL, NULL},
        {REFLECT "-E few --wave-size=all --emit=reflection | grep -c EntryPoint | grep -qx 6", 0, NULL, NULL},
    };
    test_folder("cli-reflection-source");
    CLI_CHECK("cli-reflection-source", cases);
}

TEST(ir_text_is_reflected_with_the_resources_of_its_source)
{
    static const CliCase cases[] = {
        {REFLECT "--wave-size=32 --emit=reflection -o $T/reflection.json", 0, NULL, NULL},
        {REFLECT "--wave-size=32 --emit=ir --run= -o $T/r.ir && $B/wavecc $T/r.ir --emit=reflection -o $T/ir.json", 0, NULL, NULL},
        {CHECK " $T/ir.json", 0, NULL, NULL},
        {REFLECT "--wave-size=32 --emit=ir -o $T/f.ir && $B/wavecc $T/f.ir --run= --emit=reflection -o $T/ir.json", 0, NULL, NULL},
        {CHECK " $T/ir.json", 0, NULL, NULL},
    };
    test_folder("cli-reflection-ir");
    CLI_CHECK("cli-reflection-ir", cases);
}
