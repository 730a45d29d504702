/* Unit tests written in HLSL, run by build/wavetest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "process.h"
#include "test.h"

static const char *new_file(const char *folder_name, const char *name, const char *text)
{
    const char *folder = test_folder(folder_name);
    char path[1100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file_write(path, text, strlen(text));
    return folder;
}

static void add_file(const char *folder, const char *name, const char *text)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file_write(path, text, strlen(text));
}

#define STATE "--state", test_build_path("tests/wavetest.units")
#define UNITS(folder, ...) PROCESS_RUN(test_build_path("wavetest"), "-j1", STATE, folder, __VA_ARGS__)

static void expect_in(const char *all, const char *text)
{
    if (strstr(all, text) == NULL)
        print_error("missing: %s\nin:\n%s", text, all);
    assert_non_null(strstr(all, text));
}

static void expect_none(const char *all, const char *text)
{
    if (strstr(all, text) != NULL)
        print_error("too much: %s\nin:\n%s", text, all);
    assert_null(strstr(all, text));
}

/* ---- what fails, and how it is told ---- */

/* Line 3: of two groups of 10 threads, in waves of 4 and 8 lanes, thread 9 of the second. */
static const char ONE_FAILS[] = "[Test(2)] [numthreads(10, 1, 1)]\nvoid One(uint3 g : SV_GroupID, uint i : SV_GroupIndex) {\n"
                                "    ASSERT_EQUAL(int2(i, -1), int2(g.x == 1 && i == 9 ? 7 : i, -1));\n}\n";

TEST(unit_test_failure_names_place_values_group_wave_and_lane)
{
    const char *folder = new_file("units-one", "one.hlsl", ONE_FAILS);
    Process process = UNITS(folder, "--wave-size=4,8", "--workers=1,3");
    assert_int_equal(process.status, 1);
    expect_in(process.out, "one.hlsl:One\n    W=4 workers=1,3: wrong result\n");
    expect_in(process.out, "one.hlsl:3:5: ASSERT_EQUAL failed in 1 thread:  ASSERT_EQUAL(int2(i, -1), ");
    expect_in(process.out, "group (1, 0, 0) wave 2 lane 1: a = [9 (0x00000009), -1 (0xffffffff)], b = [7 (0x00000007), -1 (0xffffffff)]\n");
    expect_in(process.out, "    W=8 workers=1,3: wrong result\n");
    expect_in(process.out, "group (1, 0, 0) wave 1 lane 1: a = [9 ");
    expect_in(process.out, "1 tests, 1 failed; 0 runs passed, 4 failed");
    process_free(&process);
}

TEST(unit_test_that_fails_shows_what_it_printed)
{
    static const char TEXT[] = "[Test] [numthreads(4, 1, 1)] void Tells(uint i : SV_GroupIndex) {\n    printf(\"lane %u\\n\", i);\n"
                               "    ASSERT(i < 3);\n}\n[Test] [numthreads(1, 1, 1)] void Quiet() { printf(\"quiet\\n\"); }\n";
    const char *folder = new_file("units-printf", "tells.hlsl", TEXT);
    Process process = UNITS(folder, "--wave-size=4", "--workers=1", "--both");
    assert_int_equal(process.status, 1);
    expect_in(process.out, "value = false\n        printed:\n        lane 0\n        lane 1\n        lane 2\n        lane 3\n");
    assert_null(strstr(process.out, "quiet"));
    process_free(&process);
}

TEST(two_unit_tests_of_one_name_are_an_error)
{
    static const char TEXT[] = "namespace a { [Test] void Holds() { ASSERT(true); } }\nnamespace b { [Test] void Holds() { ASSERT(false); } }\n";
    const char *folder = new_file("units-twice", "twice.hlsl", TEXT);
    Process process = UNITS(folder, "--wave-size=4", "--evaluator");
    assert_int_equal(process.status, 1);
    expect_in(process.out, "twice.hlsl:2:27: error: there are two functions marked [Test] called 'Holds'");
    process_free(&process);
}

TEST(unit_test_tells_values_of_every_type)
{
    static const char TEXT[] = "// options: -enable-16bit-types -T cs_6_6\n[Test] [numthreads(1, 1, 1)] void Types() {\n"
                               "ASSERT(bool2(true, false));\nASSERT_EQUAL((int16_t)-2, (int16_t)3);\nASSERT_EQUAL((uint16_t)65535, (uint16_t)1);\n"
                               "ASSERT_EQUAL((half)1.5, (half)-2);\nASSERT_EQUAL((int64_t)-1, (int64_t)1 << 40);\nASSERT_EQUAL(1.0L / 4, 2.0L);\n"
                               "ASSERT_EQUAL(float2x2(1, 2, 3, 4), float2x2(1, 2, 3, 5));\nASSERT_NEAR(uint2(1, 2), uint2(1, 9), 6);\n}\n";
    static const char *const EXPECTED[] = {
        ":3:1: ASSERT failed", "value = [true, false]\n",
        "a = -2 (0xfffe), b = 3 (0x0003)\n", "a = 65535 (0xffff), b = 1 (0x0001)\n",
        "a = 1.5 (0x3e00), b = -2 (0xc000)\n", "a = -1 (0xffffffffffffffff), b = 1099511627776 (0x0000010000000000)\n",
        "a = 0.25 (0x3fd0000000000000), b = 2 (0x4000000000000000)\n",
        "a = [[1 (0x3f800000), 2 (0x40000000)], [3 (0x40400000), 4 (0x40800000)]], b = [[1 (0x3f800000), 2 (0x40000000)], [3 (0x40400000), 5 (0x40a00000)]]\n",
        ":10:1: ASSERT_NEAR failed", "a = [1 (0x00000001), 2 (0x00000002)], b = [1 (0x00000001), 9 (0x00000009)], tolerance = [6 (0x00000006), 6 (0x00000006)]\n",
    };
    const char *folder = new_file("units-types", "types.hlsl", TEXT);
    for (int evaluated = 0; evaluated < 2; evaluated++) {
        Process process = UNITS(folder, "--wave-size=16", "--workers=1", evaluated ? "--evaluator" : "--verbose");
        assert_int_equal(process.status, 1);
        for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++)
            expect_in(process.out, EXPECTED[i]);
        process_free(&process);
    }
}

TEST(unit_test_counts_the_threads_of_a_failure_and_shows_the_first)
{
    const char *folder = new_file("units-many", "many.hlsl", "[Test(7)] [numthreads(1024, 1, 1)] void Many(uint i : SV_GroupIndex) { ASSERT_EQUAL(i, 5000u); }\n");
    Process process = UNITS(folder, "--wave-size=32", "--workers=4");
    expect_in(process.out, "ASSERT_EQUAL failed in 7168 threads:");
    expect_in(process.out, "group (0, 0, 0) wave 0 lane 3: a = 3 ");
    expect_in(process.out, "and 7164 more\n");
    process_free(&process);
}

TEST(unit_test_with_more_failures_than_the_report_holds_counts_them)
{
    const char *folder = new_file("units-flood", "flood.hlsl", "[Test(1024, 8)] [numthreads(1024, 1, 1)] void Flood(uint i : SV_GroupIndex) { ASSERT(false); }\n");
    Process process = UNITS(folder, "--wave-size=64", "--workers=2");
    expect_in(process.out, "8388608 failures in all, of which the report has room for ");
    process_free(&process);
}

/* ---- rules ---- */

TEST(assertions_about_nan_infinity_and_negative_tolerances_fail_as_defined)
{
    static const char TEXT[] = "cbuffer C { float zero; int none; }\n[Test] [numthreads(1, 1, 1)] void Rules() {\n"
                               "ASSERT_EQUAL(zero / zero, zero);\nASSERT_NEAR(zero / zero, 1, 1 / zero);\nASSERT_NEAR(1 / zero, 1, 5);\n"
                               "ASSERT_NEAR(1.0, 1.5, zero / zero);\nASSERT_NEAR(none, 1, -1);\nASSERT_NEAR(0x80000000u + none, 1u, 0x7ffffffeu);\nASSERT_NEAR(1.0, 1.25, 0.125);\n"
                               "ASSERT(zero);\n}\n";
    const char *folder = new_file("units-rules", "rules.hlsl", TEXT);
    Process process = UNITS(folder, "--wave-size=4", "--workers=1", "--both");
    char place[64];
    for (int line = 3; line <= 10; line++) {
        snprintf(place, sizeof place, "rules.hlsl:%d:1: ASSERT", line);
        expect_in(process.out, place);
    }
    expect_none(process.out, "in the evaluator");
    process_free(&process);
}

TEST(assert_uniform_fails_at_the_wave_sizes_where_the_compiler_sees_a_value_vary)
{
    static const char TEXT[] = "[Test] [numthreads(64, 1, 1)] void Halves(uint i : SV_GroupIndex) { ASSERT_UNIFORM(i / 16); }\n";
    const char *folder = new_file("units-uniform", "uniform.hlsl", TEXT);
    Process process = UNITS(folder, "--workers=1", "--evaluator");
    assert_int_equal(process.status, 1);
    expect_in(process.out, "    W=32 workers=1; W=64 workers=1; W=128 workers=1: does not compile\n");
    expect_in(process.out, "uniform.hlsl:1:69: error: ASSERT_UNIFORM failed: this differs between the lanes of a wave");
    expect_in(process.out, "note: it differs because each thread has its own position in the group");
    expect_in(process.out, "3 runs passed, 3 failed");
    process_free(&process);
}

/* ---- which tests there are ---- */

static const char *several_files(const char *name)
{
    const char *folder = new_file(name, "several.hlsl", "#include \"lib.hlsl\"\n[Test] void First() { ASSERT(three() == 3); }\n"
                                  "[numthreads(1, 1, 1)] void kernel() {}\n[Test] [WaveSize(8)] void Second() { ASSERT(three() == 4); }\n");
    add_file(folder, "lib.hlsl", "uint three() { return 3; }\n[Test] void OfTheLibrary() { ASSERT_EQUAL(three(), 3); }\n");
    add_file(folder, "other.hlsl", "this is [no Test] // [Test]\n");
    add_file(folder, "broken.hlsl", "[Test] void Broken() { ASSERT(1 }\n");
    return folder;
}

TEST(unit_tests_of_a_folder_are_listed_once_each)
{
    Process process = UNITS(several_files("units-list"), "--list");
    assert_int_equal(process.status, 0);
    expect_in(process.out, "broken.hlsl  W=4,8,16,32,64,128\n");
    expect_in(process.out, "lib.hlsl:OfTheLibrary  W=4,8,16,32,64,128\n");
    expect_in(process.out, "several.hlsl:First  W=4,8,16,32,64,128\n");
    expect_in(process.out, "several.hlsl:Second  W=8\n");
    expect_none(process.out, "other.hlsl");
    expect_none(process.out, "several.hlsl:OfTheLibrary");
    process_free(&process);
}

TEST(unit_tests_fail_alone_and_can_be_filtered_and_run_again)
{
    const char *folder = several_files("units-again");
    Process all = UNITS(folder, "--evaluator", "--wave-size=8"), again = UNITS(folder, "--evaluator", "--wave-size=8", "--rerun-failed");
    Process one = UNITS(folder, "--evaluator", "--wave-size=8", "--filter=:First$");
    assert_int_equal(all.status, 1);
    expect_in(all.out, "broken.hlsl:1:33: error: expected ')' before '}'");
    expect_in(all.out, "4 tests, 2 failed; 2 runs passed, 2 failed");
    expect_in(again.out, "2 tests, 2 failed");
    assert_int_equal(one.status, 0);
    expect_in(one.out, "1 tests, 0 failed");
    process_free(&all);
    process_free(&again);
    process_free(&one);
}

TEST(each_unit_test_and_wave_size_is_a_case_of_every_report)
{
    const char *folder = several_files("units-cases");
    Process tap = UNITS(folder, "--evaluator", "--filter=several", "--tap", "--junit", test_build_path("tests/units.xml"), "--json", test_build_path("tests/units.json"));
    char *junit = file_read(test_build_path("tests/units.xml"), NULL), *json = file_read(test_build_path("tests/units.json"), NULL);
    expect_in(tap.out, "1..7\nok 1 - ");
    expect_in(tap.out, "several.hlsl:First W=128 workers=1\nnot ok 7 - ");
    expect_in(tap.out, "several.hlsl:Second W=8 workers=1\n# wrong result\n");
    expect_in(junit, "tests=\"7\" failures=\"1\"");
    expect_in(junit, "several.hlsl:Second\" name=\"W=8 workers=1\"");
    expect_in(json, "several.hlsl:First\"");
    expect_in(json, "{\"wave_size\": 128, \"workers\": 1, \"outcome\": \"passed\"");
    free(junit);
    free(json);
    process_free(&tap);
}

TEST(a_report_goes_to_standard_output_alone)
{
    const char *folder = several_files("units-printed");
    Process json = UNITS(folder, "--evaluator", "--filter=several", "--json=-"), junit = UNITS(folder, "--evaluator", "--filter=several", "--junit", "-");
    Process both = UNITS(folder, "--evaluator", "--filter=several", "--junit=-", "--tap");
    assert_int_equal(json.out[0], '[');
    expect_in(json.out, "{\"wave_size\": 128, \"workers\": 1, \"outcome\": \"passed\"");
    expect_in(json.err, "2 tests, 1 failed");
    assert_memory_equal(junit.out, "<?xml", 5);
    assert_int_equal(both.status, 2);
    expect_in(both.err, "one report at a time goes to standard output");
    process_free(&json);
    process_free(&junit);
    process_free(&both);
}

TEST(a_failure_becomes_an_annotation_of_the_pull_request)
{
    const char *folder = new_file("units-github", "one.hlsl", ONE_FAILS);
    add_file(folder, "broken.hlsl", "[Test] void Broken() { ASSERT(1 }\n");
    Process process = UNITS(folder, "--evaluator", "--diagnostics=github");
    expect_in(process.out, "one.hlsl,line=3,col=5,title=One W=4 workers=1%3A wrong result::ASSERT_EQUAL failed in 1 thread:  ASSERT_EQUAL(");
    expect_in(process.out, "%0A    group (1, 0, 0) wave 2 lane 1: a = [9 (0x00000009), ");
    expect_in(process.out, "broken.hlsl,line=1,col=33,title=");
    const char *first = strstr(process.out, "::error file="), *second = first != NULL ? strstr(first + 1, "::error file=") : NULL;
    assert_non_null(second);
    assert_null(strstr(second + 1, "::error file="));
    process_free(&process);
}

/* ---- the evaluator, and both ---- */

TEST(the_evaluator_needs_no_c_compiler)
{
    const char *folder = new_file("units-evaluator", "good.hlsl", "[Test] void Good(uint i : SV_GroupIndex) { ASSERT_EQUAL(WaveActiveSum(1), WaveGetLaneCount()); }\n");
    Process without = UNITS(folder, "--evaluator", "--cc=/nonexistent/cc"), with = UNITS(folder, "--both", "--wave-size=8", "--cc=/nonexistent/cc");
    assert_int_equal(without.status, 0);
    assert_int_equal(with.status, 1);
    expect_in(with.out, "C compiler failed");
    process_free(&without);
    process_free(&with);
}

/* A C compiler that changes the kernel: its 40 becomes 41. */
SLOW_TEST(both_tells_where_compiled_c_and_the_evaluator_differ)
{
    static const char SCRIPT[] = "#!/bin/sh\nfor word; do case $word in */kernels.c) sed 's/\\<40\\>/41/g' \"$word\" > \"$word.new\" && mv \"$word.new\" \"$word\";; esac; done\nexec gcc \"$@\"\n";
    static const char TEXT[] = "#--- source.hlsl\nRWStructuredBuffer<uint> Out : register(u0);\n[numthreads(4, 1, 1)]\nvoid main(uint i : SV_GroupIndex) { Out[i] = i == 2 ? 40 : i; }\n"
                               "#--- pipeline.yaml\nShaders:\n  - { Stage: Compute, Entry: main }\nBuffers:\n  - { Name: Out, Format: UInt32, Stride: 4, FillSize: 16 }\n"
                               "DescriptorSets:\n  - Resources:\n    - { Name: Out, Kind: RWStructuredBuffer, DirectXBinding: { Register: 0, Space: 0 } }\n"
                               "#--- end\n# RUN: dxc -T cs_6_5 -Fo %t.o %t/source.hlsl\n# RUN: offloader %t/pipeline.yaml %t.o\n";
    const char *folder = new_file("units-both", "forty.test", TEXT), *compiler = test_build_path("tests/changing-gcc");
    add_file(folder, "forty.hlsl", "cbuffer C { uint none; }\n[Test] void Forty(uint i : SV_GroupIndex) { ASSERT(i + none != 40); ASSERT((i + none) * 40 + none != 41); }\n");
    char full[4096];
    file_write(compiler, SCRIPT, sizeof SCRIPT - 1);
    chmod(compiler, 0755);
    assert_non_null(realpath(compiler, full));
    Process process = UNITS(folder, "--both", "--wave-size=4", "--workers=1", "--cc", full);
    assert_int_equal(process.status, 1);
    expect_in(process.out, "Out element 2: compiled C gives 41 (0x00000029), the evaluator 40 (0x00000028)");
    expect_in(process.out, "forty.hlsl:2:69: ASSERT failed in 1 thread:");
    expect_in(process.out, "compiled C: wrong result, but in the evaluator: passed");
    process_free(&process);
}

/* ---- --watch ---- */

static void wait_for_text(const char *path, const char *text, pid_t child)
{
    for (int tenths = 0; tenths < 300; tenths++) {
        char *all = file_exists(path) ? file_read(path, NULL) : NULL;
        bool found = all != NULL && strstr(all, text) != NULL;
        if (tenths == 299)
            print_error("missing: %s\nin:\n%s", text, all != NULL ? all : "");
        free(all);
        if (found)
            return;
        nanosleep(&(struct timespec){0, 100000000}, NULL);
    }
    kill(child, SIGKILL);
    fail();
}

static pid_t start_watch(const char *folder, const char *output)
{
    const char *program = test_build_path("wavetest"), *state = test_build_path("tests/wavetest.watch");
    pid_t child = fork();
    if (child == 0) {
        if (freopen(output, "w", stdout) != NULL)
            execl(program, program, "--watch", "--evaluator", "--wave-size=8", "--verbose", "--state", state, folder, (char *)NULL);
        _exit(127);
    }
    return child;
}

TEST(watch_runs_what_a_changed_include_affects_and_new_tests)
{
    const char *folder = new_file("units-watch", "user.hlsl", "#include \"value.hlsli\"\n[Test] void User() { ASSERT_EQUAL(VALUE, 3); }\n"), *output = test_build_path("tests/watch.txt");
    char added[1100];
    add_file(folder, "value.hlsli", "#define VALUE 3\n");
    add_file(folder, "free.hlsl", "[Test] void Free() { ASSERT(true); }\n");
    snprintf(added, sizeof added, "%s/added.hlsl", folder);
    unlink(added);
    unlink(output);
    pid_t child = start_watch(folder, output);
    wait_for_text(output, "2 tests, 0 failed", child);
    add_file(folder, "value.hlsli", "#define VALUE 4\n");
    wait_for_text(output, "1 tests, 1 failed", child);
    wait_for_text(output, "user.hlsl:2:22: ASSERT_EQUAL failed", child);
    add_file(folder, "added.hlsl", "[Test] void Added() { ASSERT(3 > 2); }\n");
    wait_for_text(output, "1 tests, 0 failed", child);
    kill(child, SIGINT);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
}
