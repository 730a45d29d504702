/* --emit=report and --emit=report-json. */
#include "cli.h"
#include "test.h"

#define BOTH(path, options)                                                                        \
    {"$B/wavecc " path " --emit=report " options " -o $T/report && "                               \
     "$B/wavecc " path " --emit=report-json " options " -o $T/report.json && "                     \
     "/usr/bin/python3 testsuite/cli/report_figures.py $T/report $T/report.json", 0, NULL, NULL}

TEST(a_report_as_json_holds_the_figures_of_the_text)
{
    static const CliCase cases[] = {
        BOTH("testsuite/golden/report/what-lives-across-a-barrier.hlsl", "--wave-size=all --code-size=off"),
        BOTH("testsuite/golden/report/a-wave-invariant-typed-load-is-in-vector-registers.hlsl", ""),
        BOTH("samples/blur/blur.hlsl", "--target=generic --code-size=off"),
        BOTH("samples/nbody/nbody.hlsl", "-O0"),
    };
    test_folder("cli-report");
    CLI_CHECK_OPTIMISED("cli-report", cases);
}

/* IR text may name things as HLSL cannot. */
TEST(names_are_escaped_in_json)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/cli/names.ir --emit=report-json --code-size=off | /usr/bin/python3 -c "
         "'import json, sys; k, = json.load(sys.stdin); assert "
         "[a[\"name\"] for a in k[\"accesses\"]] == [\"c\\td\", \"a\\\\b\"]'", 0, NULL, NULL},
        {"$B/wavecc testsuite/cli/names.ir --emit=reflection | /usr/bin/python3 -c "
         "'import json, sys; k, = json.load(sys.stdin); assert "
         "k[\"ConstantBuffers\"][0][\"Variables\"][0][\"Name\"] == \"x\\\\y\"'", 0, NULL, NULL},
        {"$B/wavecc testsuite/cli/names.ir --emit=dot -o $T/x.dot && /usr/bin/python3 testsuite/cli/dot_holds.py $T/x.dot", 0, NULL, NULL},
    };
    test_folder("cli-json-names");
    CLI_CHECK_OPTIMISED("cli-json-names", cases);
}

/* binutils' size adds up the sections of what -c makes of the same kernel. */
#define SIZES(options)                                                                             \
    {"$B/wavecc samples/vecadd/vecadd.hlsl " options " -c -o $T/x.o && "                           \
     "size -A $T/x.o | awk '/^\\.text/ { bytes += $2 } END { print bytes }' > $T/wanted && "       \
     "$B/wavecc samples/vecadd/vecadd.hlsl " options " --emit=report | "                           \
     "sed -n 's/^  machine code: \\([0-9]*\\) bytes, by .*/\\1/p' | diff $T/wanted -", 0, NULL, NULL}

TEST(machine_code_is_as_large_as_in_the_object)
{
    static const CliCase cases[] = {
        SIZES("--wave-size=8 --target=x86-64-v3 --join-groups=off"),
        SIZES("--wave-size=64 --target=x86-64-v3 -O0"),
        SIZES("--wave-size=32 --target=x86-64-v2 --cc=gcc"),
        SIZES("--wave-size=32 -Zi"),
        {"$B/wavecc samples/vecadd/vecadd.hlsl --wave-size=8,16 --emit=report --target=x86-64-v2 --cc=gcc | "
         "grep -c '  machine code: [1-9][0-9]* bytes, by gcc -O2 for x86-64-v2$' | grep -qx 2", 0, NULL, NULL},
    };
    test_folder("cli-code-size");
    CLI_CHECK_OPTIMISED("cli-code-size", cases);
}

TEST(a_report_needs_no_c_compiler_but_none_that_fails)
{
    static const CliCase cases[] = {
        {"$B/wavecc samples/vecadd/vecadd.hlsl --emit=report --cc=no-such-compiler | "
         "grep -qx '  machine code: not known, by no-such-compiler -O2 for native'", 0, NULL, NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl --emit=report-json --cc=/no/such/compiler | /usr/bin/python3 -c "
         "'import json, sys; assert json.load(sys.stdin)[0][\"machine_code\"] == "
         "{\"bytes\": None, \"cc\": \"/no/such/compiler\", \"optimisation\": 2, \"target\": \"native\"}'", 0, NULL, NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl --emit=report --code-size=off --cc=/bin/false | grep -c machine", 1, NULL, NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl --emit=report --cc=/bin/false -o $T/none", 3, "'/bin/false' failed", "none"},
        {"printf '#!/bin/sh\\nexec sleep 30\\n' > $T/late-cc; chmod +x $T/late-cc; $B/wavecc samples/vecadd/vecadd.hlsl --emit=report "
         "--cc=$T/late-cc --cc-seconds=1 > $T/late.txt", 0, "took more than 1 seconds", NULL},
        {"grep -q 'machine code: not known' $T/late.txt", 0, NULL, NULL},
        {"$B/wavecc samples/vecadd/vecadd.hlsl --emit=report --code-size=maybe", 2, "--code-size=maybe: expected on or off", NULL},
    };
    test_folder("cli-code-size-cc");
    CLI_CHECK_OPTIMISED("cli-code-size-cc", cases);
}
