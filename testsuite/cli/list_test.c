/* --list=json: what programs learn of an executable. */
#include "cli.h"
#include "test.h"

/* What list.json holds follows from docs/running.md and from how HLSL packs cbuffers and elements. */
SLOW_TEST(a_list_as_json_has_all_that_is_known_of_a_program)
{
    static const CliCase cases[] = {
        {"$B/wavecc testsuite/cli/list.hlsl -O0 --wave-size=16,4 --lane-order=linear,tile -o $T/list", 0, NULL, NULL},
        {"$T/list --list=json | diff testsuite/cli/list.json -", 0, NULL, NULL},
        {"$T/list -ljson | diff testsuite/cli/list.json -", 0, NULL, NULL},
        {"$T/list --list > $T/default && $T/list --list=text | diff $T/default -", 0, NULL, NULL},
        {"$T/list --list=json > /dev/full", 2, "could not write to standard output", NULL},
    };
    test_folder("cli-list");
    CLI_CHECK("cli-list", cases);
}

#define PARSED " --list=json | /usr/bin/python3 testsuite/cli/list_parses.py "

/* Files may have any name. */
SLOW_TEST(a_list_as_json_is_valid_whatever_the_names_are)
{
    static const CliCase cases[] = {
        {"mkdir -p $T/odd && printf 'float far = 1e39; RWBuffer<float> o; "
         "[numthreads(1, 1, 1)] void main() { o[0] = far; }' > \"$T/odd/q\\\"\\\\.hlsl\"", 0, NULL, NULL},
        {"$B/wavecc \"$T/odd/q\\\"\\\\.hlsl\" -O0 -o $T/odd/plain 2> /dev/null", 0, NULL, NULL},
        {"$T/odd/plain" PARSED "plain", 0, NULL, NULL},
        {"$T/odd/plain --list=json | grep -Fq '\"default\": [\"inf\"]'", 0, NULL, NULL},
        {"$T/odd/plain --list=json | grep -Fq 'q\\\"\\\\.hlsl'", 0, NULL, NULL},
        {"f=\"$T/odd/$(printf 'a\\351\\t\\303\\251')\"; cp $T/odd/plain \"$f\"; \"$f\"" PARSED "\"${f##*/}\"", 0, NULL, NULL},
    };
    test_folder("cli-list-names");
    CLI_CHECK("cli-list-names", cases);
}

/* Those of unit_tests are run by wavetest and have no entry points. */
SLOW_TEST(the_list_of_every_sample_parses)
{
    static const CliCase cases[] = {
        {"for f in $(ls samples/*/*.hlsl | grep -v /unit_tests/); do $B/wavecc $f -O0 --wave-size=auto -o $T/sample && $T/sample" PARSED "sample || "
         "{ echo $f >&2; exit 1; }; done", 0, NULL, NULL},
    };
    test_folder("cli-list-samples");
    CLI_CHECK("cli-list-samples", cases);
}
