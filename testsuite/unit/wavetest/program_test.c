/* build/wavetest as a program: one test's failure, whatever it is, leaves the others alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "process.h"
#include "test.h"

/* A test whose only thread runs `body`; Out[0] should be 7. */
static void write_test(const char *folder, const char *name, const char *body, const char *format)
{
    char text[2048], path[1100];
    int length = snprintf(text, sizeof text,
                          "#--- source.hlsl\nRWStructuredBuffer<uint> Out : register(u0);\n[numthreads(1, 1, 1)]\nvoid main() { %s }\n"
                          "#--- pipeline.yaml\nShaders:\n  - Stage: Compute\n    Entry: main\nBuffers:\n"
                          "  - { Name: Out, Format: %s, Stride: 4, FillSize: 4 }\n  - { Name: Want, Format: UInt32, Stride: 4, Data: [ 7 ] }\n"
                          "Results:\n  - { Result: Seven, Rule: BufferExact, Actual: Out, Expected: Want }\n"
                          "DescriptorSets:\n  - Resources:\n    - { Name: Out, Kind: RWStructuredBuffer, DirectXBinding: { Register: 0, Space: 0 } }\n"
                          "#--- end\n# XFAIL: Never\n# RUN: dxc -T cs_6_5 -Fo %%t.o %%t/source.hlsl\n# RUN: offloader %%t/pipeline.yaml %%t.o\n",
                          body, format);
    snprintf(path, sizeof path, "%s/%s.test", folder, name);
    file_write(path, text, (size_t)length);
}

static const char *new_folder(const char *name)
{
    const char *folder = test_folder(name);
    write_test(folder, "good", "Out[0] = 7;", "UInt32");
    return folder;
}

#define WAVETEST(folder, ...) \
    PROCESS_RUN(test_build_path("wavetest"), "--wave-size=8", "--workers=1", "-j2", "--state", test_build_path("tests/wavetest.state"), folder, __VA_ARGS__)

static void expect_text(const Process *process, const char *text)
{
    if (strstr(process->out, text) == NULL)
        print_error("missing: %s\nin:\n%s%s", text, process->out, process->err);
    assert_non_null(strstr(process->out, text));
}

TEST(wavetest_names_the_first_wrong_element_and_gives_status_1)
{
    const char *folder = new_folder("wavetest-wrong");
    write_test(folder, "wrong", "Out[0] = 8;", "UInt32");
    Process process = WAVETEST(folder, "--tap");
    assert_int_equal(process.status, 1);
    expect_text(&process, "1..2\nok 1 - ");
    expect_text(&process, "not ok 2 - ");
    expect_text(&process, "Seven: Out element 0: expected 7 (0x00000007), actual 8 (0x00000008); 1 element differs");
    process_free(&process);
}

TEST(wavetest_fails_tests_whose_kernels_meet_faults)
{
    const char *folder = new_folder("wavetest-check");
    write_test(folder, "outside", "Out[0] = 7; Out[1] = 7;", "UInt32");
    Process process = WAVETEST(folder, "--tap");
    assert_int_equal(process.status, 0);
    process_free(&process);
    process = WAVETEST(folder, "--tap", "--check=bounds");
    assert_int_equal(process.status, 1);
    expect_text(&process, "ok 1 - ");
    expect_text(&process, "not ok 2 - ");
    expect_text(&process, "outside.test:4:34: ");
    expect_text(&process, "error: index 1 is outside 'Out', which has 1 elements: group (0, 0, 0), wave 0, lanes 0");
    process_free(&process);
}

TEST(wavetest_reruns_what_failed)
{
    const char *folder = new_folder("wavetest-rerun");
    write_test(folder, "wrong", "Out[0] = 8;", "UInt32");
    Process first = WAVETEST(folder, "--filter=.");
    Process again = WAVETEST(folder, "--rerun-failed");
    assert_int_equal(first.status, 1);
    assert_int_equal(again.status, 1);
    expect_text(&first, "2 tests, 1 failed");
    expect_text(&again, "1 tests, 1 failed");
    process_free(&first);
    process_free(&again);
}

TEST(wavetest_lists_tests_with_wave_sizes_and_markers)
{
    const char *folder = new_folder("wavetest-list");
    write_test(folder, "fixed", "Out[0] = 7; } [WaveSize(64)] [numthreads(1, 1, 1)] void other() {", "UInt32");
    Process process = PROCESS_RUN(test_build_path("wavetest"), "--list", folder);
    assert_int_equal(process.status, 0);
    expect_text(&process, "fixed.test  W=64\n    XFAIL: Never\n");
    expect_text(&process, "good.test  W=4,8,16,32,64,128\n");
    process_free(&process);
}

TEST(wavetest_bad_tests_and_rejected_shaders_fail_alone)
{
    const char *folder = new_folder("wavetest-bad");
    write_test(folder, "bad", "Out[0] = 7;", "Uint32");
    write_test(folder, "rejected", "Out[0] = missing;", "UInt32");
    Process process = WAVETEST(folder, "--json", test_build_path("tests/wavetest.json"));
    assert_int_equal(process.status, 1);
    expect_text(&process, "bad.test:10: 'Uint32' is unknown here");
    expect_text(&process, "rejected.test:4:24: error:");
    expect_text(&process, "3 tests, 2 failed");
    process_free(&process);
}

SLOW_TEST(wavetest_ends_a_run_that_hangs)
{
    const char *folder = new_folder("wavetest-hang");
    write_test(folder, "hang", "while (Out[0] == 0) { Out[1] = 3; }", "UInt32");
    Process process = WAVETEST(folder, "--timeout=1");
    assert_int_equal(process.status, 1);
    expect_text(&process, "hang.test\n    all runs: timed out\n        running took longer than 1 seconds");
    expect_text(&process, "2 tests, 1 failed");
    process_free(&process);
}

/* A C compiler whose kernels trap as soon as they are loaded. */
SLOW_TEST(wavetest_survives_a_crash_and_names_its_signal)
{
    static const char SCRIPT[] = "#!/bin/sh\nfor last; do :; done\n"
                                 "echo '__attribute__((constructor)) static void trap(void) { __builtin_abort(); }' | gcc -shared -fPIC -x c - -o \"$last\"\n";
    const char *folder = new_folder("wavetest-crash"), *compiler = test_build_path("tests/trapping-gcc");
    file_write(compiler, SCRIPT, sizeof SCRIPT - 1);
    chmod(compiler, 0755);
    char full[4096];
    assert_non_null(realpath(compiler, full));
    Process process = WAVETEST(folder, "--cc", full);
    assert_int_equal(process.status, 1);
    expect_text(&process, "crashed\n");
    expect_text(&process, "ended by SIGABRT");
    process_free(&process);
}

TEST(wavetest_bad_usage_gives_status_2)
{
    static const char *const OPTIONS[] = {"--wave-size=5", "--workers=0", "--nonsense", "-O9", "--filter=(", "--filter=nothing-has-this-name"};
    for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
        Process process = PROCESS_RUN(test_build_path("wavetest"), OPTIONS[i], "testsuite/run");
        assert_int_equal(process.status, 2);
        assert_non_null(strstr(process.err, "wavetest: error: "));
        process_free(&process);
    }
}
