/* build/wavetest as a program: one test's failure, whatever it is, leaves the others alone. */
#define _GNU_SOURCE
#include <glob.h>
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
    PROCESS_RUN(test_build_path("wavetest"), "--wave-size=8", "--workers=1", "-j2", "-Osome", "--state", test_build_path("tests/wavetest.state"), folder, __VA_ARGS__)

/* Compiled, as is usual, and in the reference evaluator. */
static const char *const KERNELS[] = {"--every=1", "--evaluator"};

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
    expect_text(&process, "wrong.test:13: Seven: Out element 0: expected 7 (0x00000007), actual 8 (0x00000008); 1 element differs");
    process_free(&process);
}

/* How many an earlier run or this one left there; `removes` them. */
static int count_libraries(const char *folder, bool removes)
{
    char pattern[1200];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*.so", folder);
    int count = glob(pattern, 0, NULL, &found) == 0 ? (int)found.gl_pathc : 0;
    for (int i = 0; removes && i < count; i++)
        unlink(found.gl_pathv[i]);
    globfree(&found);
    return count;
}

TEST(wavetest_leaves_yaml_alone_that_is_no_test)
{
    const char *folder = new_folder("wavetest-yaml"), *job = "passes:\n  - shader: blur.hlsl\n";
    char path[1100], split[1100];
    snprintf(path, sizeof path, "%s/good.test", folder);
    snprintf(split, sizeof split, "%s/good.yaml", folder);
    assert_int_equal(rename(path, split), 0);
    snprintf(path, sizeof path, "%s/job.yaml", folder);
    file_write(path, job, strlen(job));
    Process process = WAVETEST(folder, "--tap", "--evaluator");
    assert_int_equal(process.status, 0);
    expect_text(&process, "1..1\nok 1 - ");
    expect_text(&process, "good.yaml");
    process_free(&process);
    Process named = WAVETEST(path, "--evaluator");
    assert_int_equal(named.status, 1);
    expect_text(&named, "this is no split file");
    process_free(&named);
}

TEST(wavetest_keeps_a_kernel_for_each_way_to_compile_it)
{
    char cache[1000], option[1100];
    const char *folder = new_folder("wavetest-kept");
    snprintf(cache, sizeof cache, "%s/cache", folder);
    snprintf(option, sizeof option, "--cache=%s", cache);
    count_libraries(cache, true);
    for (int turn = 0; turn < 2; turn++) {
        Process plain = WAVETEST(folder, option);
        Process strict = WAVETEST(folder, option, "-X", "--fp=strict");
        assert_int_equal(plain.status + strict.status, 0);
        process_free(&plain);
        process_free(&strict);
        assert_int_equal(count_libraries(cache, false), 2);
    }
}

/* They are loaded into wavetest, which has libc and libm. */
TEST(wavetest_links_kernels_without_libraries)
{
    char option[1100], line[1200];
    const char *folder = new_folder("wavetest-alone");
    snprintf(option, sizeof option, "--cache=%s/cache", folder);
    Process process = WAVETEST(folder, option);
    assert_int_equal(process.status, 0);
    process_free(&process);
    snprintf(line, sizeof line, "readelf -d %s/cache/*.so", folder);
    process = PROCESS_RUN("sh", "-c", line);
    process_expect(&process, 0, line);
    expect_text(&process, "Dynamic section");
    assert_null(strstr(process.out, "NEEDED"));
    process_free(&process);
}

enum { TESTS_TOGETHER = 24 };

/* By a clang that counts its starts; a damaged answer to what clang is asked is no harm. */
TEST(wavetest_compiles_kernels_of_several_tests_by_one_start_of_clang)
{
    const char *folder = new_folder("wavetest-together");
    char command[2000], body[200], name[20];
    for (int i = 0; i < TESTS_TOGETHER; i++) {
        snprintf(name, sizeof name, "t%d", i);
        snprintf(body, sizeof body, "Out[0] = Out[0] == %d ? 8 : 7;", i + 1000);
        write_test(folder, name, body, "UInt32");
    }
    snprintf(command, sizeof command,
             "cd %s && rm -rf headers starts bin && mkdir headers bin && "
             "printf '#!/bin/sh\\necho >> %%s/starts\\nexec %%s \"$@\"\\n' \"$PWD\" \"$(command -v clang)\" > bin/clang && "
             "chmod +x bin/clang && cd - > /dev/null && export PATH=%s/bin:$PATH && case $PATH in /*) ;; *) PATH=$PWD/$PATH;; esac && "
             "for turn in first damaged; do rm -rf %s/cache; "
             "%s --wave-size=8 --workers=1 -j1 -O0 --headers=%s/headers --cache=%s/cache --state %s/state %s || exit; "
             "test $(ls %s/cache/*.so | wc -l) = %d || exit; test $turn != first || test $(wc -l < %s/starts) -lt %d || exit; "
             "for f in %s/headers/link-*; do echo damaged > $f; done; done",
             folder, folder, folder, test_build_path("wavetest"), folder, folder, folder, folder, folder,
             TESTS_TOGETHER + 1, folder, TESTS_TOGETHER / 2, folder);
    Process process = PROCESS_RUN("sh", "-c", command);
    process_expect(&process, 0, command);
    process_free(&process);
}

/* By a clang that leaves such libraries where whoever starts it would make kernels. */
TEST(wavetest_takes_no_kernel_of_a_run_that_was_ended)
{
    const char *folder = new_folder("wavetest-left");
    char command[2000], body[200], name[20];
    for (int i = 0; i < TESTS_TOGETHER; i++) {
        snprintf(name, sizeof name, "t%d", i);
        snprintf(body, sizeof body, "Out[0] = Out[0] == %d ? 8 : 7;", i + 2000);
        write_test(folder, name, body, "UInt32");
    }
    snprintf(command, sizeof command,
             "cd %s && rm -rf headers cache bin && mkdir headers cache bin && "
             "echo 'int left;' | clang -x c -shared -nostdlib -fPIC -o bin/left - && "
             "printf '#!/bin/sh\nfor n in 0 1 2 3 4 5 6 7; do f=%%s/cache/.$PPID-$n.so; test -e $f || cp %%s/bin/left $f; done\n"
             "exec %%s \"$@\"\n' \"$PWD\" \"$PWD\" \"$(command -v clang)\" > bin/clang && "
             "chmod +x bin/clang && cd - > /dev/null && export PATH=%s/bin:$PATH && case $PATH in /*) ;; *) PATH=$PWD/$PATH;; esac && "
             "%s --wave-size=8 --workers=1 -j1 -O0 --headers=%s/headers --cache=%s/cache --state %s/state %s",
             folder, folder, test_build_path("wavetest"), folder, folder, folder, folder);
    Process process = PROCESS_RUN("sh", "-c", command);
    process_expect(&process, 0, command);
    process_free(&process);
}

static void damage(const char *cache, const char *command)
{
    char line[2400];
    snprintf(line, sizeof line, "for f in %s/*.so; do %s; done", cache, command);
    Process process = PROCESS_RUN("sh", "-c", line);
    process_expect(&process, 0, line);
    process_free(&process);
}

TEST(wavetest_makes_a_damaged_kernel_of_its_cache_anew)
{
    static const char *const DAMAGES[] = {":> $f", "echo junk > $f", "truncate -s 3000 $f"};
    char cache[1000], option[1100];
    const char *folder = new_folder("wavetest-damaged");
    write_test(folder, "right", "Out[0] = 7;", "UInt32");
    snprintf(cache, sizeof cache, "%s/cache", folder);
    snprintf(option, sizeof option, "--cache=%s", cache);
    for (int i = 0; i < 4; i++) {
        Process process = WAVETEST(folder, option);
        process_expect(&process, 0, i > 0 ? DAMAGES[i - 1] : "fresh");
        process_free(&process);
        if (i < 3)
            damage(cache, DAMAGES[i]);
    }
}

TEST(wavetest_fails_tests_whose_kernels_meet_faults)
{
    const char *folder = new_folder("wavetest-check");
    write_test(folder, "outside", "Out[0] = 7; Out[1] = 7;", "UInt32");
    Process process = WAVETEST(folder, "--tap");
    assert_int_equal(process.status, 0);
    process_free(&process);
    for (int i = 0; i < 2; i++) {
        process = WAVETEST(folder, "--tap", "--check=bounds", KERNELS[i]);
        assert_int_equal(process.status, 1);
        expect_text(&process, "ok 1 - ");
        expect_text(&process, "not ok 2 - ");
        expect_text(&process, "outside.test:4:34: ");
        expect_text(&process, "error: index 1 is outside 'Out', which has 1 element: group (0, 0, 0), wave 0, lanes 0");
        process_free(&process);
    }
}

/* The messages of faults in what wavetest prints, a line each. */
static char *fault_lines(const char *printed)
{
    char *text = NULL;
    size_t length = 0;
    FILE *lines = open_memstream(&text, &length);
    for (const char *at = printed; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
        size_t size = strcspn(at, "\n");
        const char *error = memmem(at, size, ": error: ", 9);
        if (error != NULL)
            fprintf(lines, "%.*s\n", (int)size, at);
    }
    fclose(lines);
    return text;
}

/* A test of two groups of 64 threads. */
static void write_faulty_test(const char *folder, const char *name, const char *body)
{
    static const char HEAD[] =
        "#--- source.hlsl\n"
        "RWStructuredBuffer<uint> Out : register(u0);\n"
        "RWTexture2D<float> Picture : register(u1);\n"
        "RWByteAddressBuffer Raw : register(u2);\n"
        "cbuffer Constants : register(b0) { uint zero; };\n"
        "groupshared uint g[64], unset[8], last;\n"
        "groupshared float4 quads[64];\n"
        "[numthreads(64, 1, 1)]\n"
        "void main(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)\n"
        "{\n    uint sum = 0;\n";
    static const char REST[] =
        "}\n#--- pipeline.yaml\nShaders:\n  - Stage: Compute\n    Entry: main\n"
        "DispatchParameters:\n  DispatchGroupCount: [2, 1, 1]\nBuffers:\n"
        "  - { Name: Out, Format: UInt32, Stride: 4, FillSize: 400 }\n"
        "  - { Name: Picture, Format: Float32, FillSize: 1024, OutputProps: { Width: 32, Height: 8, Depth: 1 } }\n"
        "  - { Name: Raw, Format: UInt32, FillSize: 200 }\n"
        "  - { Name: Constants, Format: UInt32, Data: [ 0 ] }\n"
        "DescriptorSets:\n  - Resources:\n"
        "    - { Name: Out, Kind: RWStructuredBuffer, DirectXBinding: { Register: 0, Space: 0 } }\n"
        "    - { Name: Picture, Kind: RWTexture2D, DirectXBinding: { Register: 1, Space: 0 } }\n"
        "    - { Name: Raw, Kind: RWByteAddressBuffer, DirectXBinding: { Register: 2, Space: 0 } }\n"
        "    - { Name: Constants, Kind: ConstantBuffer, DirectXBinding: { Register: 0, Space: 0 } }\n"
        "#--- end\n# RUN: dxc -T cs_6_5 -Fo %t.o %t/source.hlsl\n# RUN: offloader %t/pipeline.yaml %t.o\n";
    char path[1100], text[4096];
    int length = snprintf(text, sizeof text, "%s%s%s", HEAD, body, REST);
    snprintf(path, sizeof path, "%s/%s.test", folder, name);
    file_write(path, text, (size_t)length);
}

/* With what is no fault beside them. */
static const char GROUP_FAULTS[] =
    "    g[t] = id.x;\n"
    "    sum += g[(t + 1) % 64];\n"
    "    quads[t ^ 8].zw = t;\n"
    "    sum += (uint)quads[t].w;\n"
    "    GroupMemoryBarrierWithGroupSync();\n"
    "    g[t] = t;\n"
    "    sum += g[t ^ 4] + g[t ^ 2];\n"
    "    InterlockedAdd(last, t);\n"
    "    if (t >= 42 + zero)\n"
    "        GroupMemoryBarrierWithGroupSync();\n"
    "    else\n"
    "        sum += unset[t & 7];\n"
    "    if (t < 20)\n"
    "        return;\n"
    "    GroupMemoryBarrierWithGroupSync();\n"
    "    Raw.Store2(t * 4 & 127, uint2(sum, t));\n"
    "    Raw.InterlockedXor(t & 124, t);\n"
    "    Out[t] = id.x;\n";
static const char PLACE_FAULTS[] =
    "    uint list[4];\n"
    "    g[t] = t;\n"
    "    GroupMemoryBarrierWithGroupSync();\n"
    "    list[t & 1] = 5;\n"
    "    sum = list[t & 1] + list[t & 3] + list[t & 7] + g[t * 2 + 1 - zero];\n"
    "    Picture[uint2(id.x, t & 7)] = zero / (float)zero;\n"
    "    Raw.InterlockedOr(t * 4, 8);\n"
    "    if (t & 1)\n"
    "        sum += WaveReadLaneAt(sum, t ^ 1) + WaveReadLaneAt(sum, 200 + zero) + QuadReadAcrossX(sum);\n"
    "    else\n"
    "        sum += WaveReadLaneAt(sum, t & 6);\n"
    "    Out[id.x] = sum;\n";

TEST(wavetest_reports_the_same_of_compiled_and_of_evaluated_kernels)
{
    static const char *const SAID[] = {
        "error: race on 'g[", "error: race on 'quads[", "error: race on byte ", "error: race on 'Out[", " of group (0, 0, 0) ",
        "error: right only where waves have at least 8 lanes, for 'g[", "which has 32 texels there",
        "error: byte address ", "error: index 100 is outside 'Out'", "error: index 4 is outside 'list'",
        "error: 'list' is read and was never written", "error: 'unset[", "error: barrier that not all threads reach",
        "is read, which is not active", "is read, of a wave of 8", "a NaN is stored",
    };
    const char *folder = test_folder("wavetest-faulty");
    char *said[2];
    write_faulty_test(folder, "groups", GROUP_FAULTS);
    write_faulty_test(folder, "places", PLACE_FAULTS);
    for (int i = 0; i < 2; i++) {
        Process process = WAVETEST(folder, "--check=all,nan", "-O0", "--wave-size=8,64", KERNELS[i]);
        assert_int_equal(process.status, 1);
        said[i] = fault_lines(process.out);
        process_free(&process);
    }
    assert_string_equal(said[0], said[1]);
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++) {
        if (strstr(said[1], SAID[i]) == NULL)
            print_error("missing: %s\nin:\n%s", SAID[i], said[1]);
        assert_non_null(strstr(said[1], SAID[i]));
    }
    free(said[0]);
    free(said[1]);
}

/* A test whose four threads read a texture of 4 x 4, 2 x 2 and 1 texel: all are 7. */
static void write_levels_test(const char *folder, const char *name, const char *read)
{
    char text[2048], path[1100];
    int length = snprintf(text, sizeof text,
                          "#--- source.hlsl\nTexture2D<uint> Tex : register(t0);\nRWStructuredBuffer<uint> Out : register(u0);\n[numthreads(4, 1, 1)]\n"
                          "void main(uint i : SV_GroupIndex) { uint two = WaveReadLaneFirst(i) + 2; uint v = %s; if (i == 0) Out[0] = v; }\n"
                          "#--- pipeline.yaml\nShaders:\n  - Stage: Compute\n    Entry: main\nBuffers:\n"
                          "  - { Name: Tex, Format: UInt32, Data: [ 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7 ],\n"
                          "      OutputProps: { Width: 4, Height: 4, Depth: 1, MipLevels: 3 } }\n"
                          "  - { Name: Out, Format: UInt32, Stride: 4, FillSize: 4 }\n  - { Name: Want, Format: UInt32, Stride: 4, Data: [ 7 ] }\n"
                          "Results:\n  - { Result: Seven, Rule: BufferExact, Actual: Out, Expected: Want }\nDescriptorSets:\n  - Resources:\n"
                          "    - { Name: Tex, Kind: Texture2D, DirectXBinding: { Register: 0, Space: 0 } }\n"
                          "    - { Name: Out, Kind: RWStructuredBuffer, DirectXBinding: { Register: 0, Space: 0 } }\n"
                          "#--- end\n# RUN: dxc -T cs_6_5 -Fo %%t.o %%t/source.hlsl\n# RUN: offloader %%t/pipeline.yaml %%t.o\n", read);
    snprintf(path, sizeof path, "%s/%s.test", folder, name);
    file_write(path, text, (size_t)length);
}

TEST(wavetest_checks_coordinates_against_the_size_of_their_mip_level)
{
    const char *folder = test_folder("wavetest-levels");
    write_levels_test(folder, "1-inside", "Tex.mips[1][uint2(i & 1, 1)] | Tex.Load(int3(i >> (i & 1), 0, i & 1)) | Tex.mips[two][uint2(0, 0)]");
    write_levels_test(folder, "2-constant", "Tex.mips[1][uint2(i, 0)]");
    write_levels_test(folder, "3-uniform", "Tex.mips[two][uint2(0, 1)]");
    write_levels_test(folder, "4-varying", "Tex.Load(int3(i, 0, i & 1))");
    write_levels_test(folder, "5-missing", "Tex.mips[3][uint2(0, 0)] | 7");
    for (int i = 0; i < 2; i++) {
        Process process = WAVETEST(folder, "--tap", "--check=bounds", KERNELS[i]);
        expect_text(&process, "\nok 1 - ");
        expect_text(&process, "error: coordinate x = 2 is outside 'Tex', which has 2 texels there: group (0, 0, 0), wave 0, lanes 2-3");
        expect_text(&process, "error: coordinate y = 1 is outside 'Tex', which has 1 texel there: group (0, 0, 0), wave 0, lanes 0-3");
        expect_text(&process, "error: coordinate x = 3 is outside 'Tex', which has 2 texels there: group (0, 0, 0), wave 0, lanes 3");
        expect_text(&process, "error: mip 3 is outside 'Tex', which has 3 mips");
        process_free(&process);
    }
}

TEST(wavetest_annotates_a_wrong_result_at_its_rule)
{
    const char *folder = new_folder("wavetest-annotated");
    write_test(folder, "wrong", "Out[0] = 8;", "UInt32");
    Process process = WAVETEST(folder, "--evaluator", "--diagnostics=github");
    expect_text(&process, "wrong.test,line=13,title=");
    expect_text(&process, "all runs%3A wrong result::Seven: Out element 0: expected 7");
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

TEST(wavetest_runs_each_nth_of_all_wave_sizes_of_all_tests)
{
    const char *folder = new_folder("wavetest-every");
    write_test(folder, "second", "Out[0] = 7;", "UInt32");
    Process process = WAVETEST(folder, "--wave-size=all", "--every=5", "--tap");
    assert_int_equal(process.status, 0);
    expect_text(&process, "1..3\n");
    expect_text(&process, "good.test W=4 ");
    expect_text(&process, "good.test W=128 ");
    expect_text(&process, "second.test W=64 ");
    process_free(&process);
}

TEST(wavetest_runs_some_tests_at_each_wave_size_and_each_at_two)
{
    enum { TESTS = 24 };
    const char *folder = test_folder("wavetest-some");
    for (int i = 0; i < TESTS; i++)
        write_test(folder, (char[]){(char)('a' + i), 0}, "Out[0] = 7;", "UInt32");
    Process process = WAVETEST(folder, "--wave-size=some", "--evaluator", "--tap");
    assert_int_equal(process.status, 0);
    expect_text(&process, "1..48\n");
    for (int size = 4; size <= 128; size *= 2) {
        char wanted[16];
        snprintf(wanted, sizeof wanted, " W=%d ", size);
        expect_text(&process, wanted);
    }
    process_free(&process);
}

TEST(wavetest_runs_some_tests_at_each_wave_size_and_each_at_one)
{
    enum { TESTS = 24 };
    const char *folder = test_folder("wavetest-one");
    for (int i = 0; i < TESTS; i++)
        write_test(folder, (char[]){(char)('a' + i), 0}, "Out[0] = 7;", "UInt32");
    Process process = WAVETEST(folder, "--wave-size=one", "--evaluator", "--tap");
    assert_int_equal(process.status, 0);
    expect_text(&process, "1..24\n");
    for (int size = 4; size <= 128; size *= 2) {
        char wanted[16];
        snprintf(wanted, sizeof wanted, " W=%d ", size);
        expect_text(&process, wanted);
    }
    process_free(&process);
}

/* A copy, since the next run takes its place. */
static void list_shard(const char *folder, const char *option, char *listed, size_t room)
{
    Process process = WAVETEST(folder, "--list", option);
    assert_int_equal(process.status, 0);
    snprintf(listed, room, "%s", process.out);
    process_free(&process);
}

TEST(wavetest_shards_take_tests_in_turn_and_leave_none_out)
{
    static const char *const NAMES[] = {"a", "b", "c", "d"};
    const char *folder = test_folder("wavetest-shards");
    char listed[2048];
    for (int i = 0; i < 4; i++)
        write_test(folder, NAMES[i], "Out[0] = 7;", "UInt32");
    static const struct { const char *option, *has[4]; } SHARDS[] = {
        {"--shard=1/3", {"a", "d"}}, {"--shard=2/3", {"b"}}, {"--shard=3/3", {"c"}},
        {"--shard=5/5", {NULL}}, {"--shard=1/1", {"a", "b", "c", "d"}}};
    for (int i = 0; i < 5; i++) {
        list_shard(folder, SHARDS[i].option, listed, sizeof listed);
        const char *at = listed;
        for (int k = 0; k < 4 && SHARDS[i].has[k] != NULL; k++) {
            char name[64];
            snprintf(name, sizeof name, "/%s.test  W=8", SHARDS[i].has[k]);
            at = strstr(at, name);
            assert_non_null(at);
            at = strchr(at, '\n') + 1; /* past the line, and the one of its markers */
            at = strchr(at, '\n') + 1;
        }
        assert_string_equal(at, "");
    }
}

TEST(wavetest_of_an_empty_shard_passes_with_whole_reports)
{
    const char *folder = new_folder("wavetest-empty-shard");
    Process process = WAVETEST(folder, "--evaluator", "--shard", "2/2", "--tap", "--junit",
                               test_build_path("tests/empty-shard.xml"));
    char *junit = file_read(test_build_path("tests/empty-shard.xml"), NULL);
    assert_int_equal(process.status, 0);
    expect_text(&process, "1..0\n");
    assert_non_null(strstr(junit, "tests=\"0\""));
    assert_non_null(strstr(junit, "</testsuite>"));
    free(junit);
    process_free(&process);
}

/* As daemons start it: the first files that are opened would be the streams. */
TEST(wavetest_judges_tests_alike_where_no_stream_is_open)
{
    const char *folder = new_folder("wavetest-closed");
    char command[4096];
    snprintf(command, sizeof command, "exec %s --evaluator --wave-size=8 --state=%s --junit=%s %s <&- >&- 2>&-", test_build_path("wavetest"),
             test_build_path("tests/closed.state"), test_build_path("tests/closed.xml"), folder);
    Process process = PROCESS_RUN("/bin/sh", "-c", command);
    assert_int_equal(process.status, 2); /* nobody has read the summary */
    char *report = file_read(test_build_path("tests/closed.xml"), NULL);
    assert_non_null(strstr(report, "tests=\"1\" failures=\"0\""));
    free(report);
    process_free(&process);
}

TEST(wavetest_refuses_shards_that_are_not_there)
{
    static const char *const WRONG[] = {"0/3", "4/3", "3", "1/", "/2", "1/2/3", "-1/2", "1/0",
                                        "a/b", "1 /2", "99999999999/99999999999"};
    const char *folder = new_folder("wavetest-wrong-shard");
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        Process process = WAVETEST(folder, "--shard", WRONG[i]);
        assert_int_equal(process.status, 2);
        assert_non_null(strstr(process.err, "expected I/N, with I from 1 to N"));
        process_free(&process);
    }
}

TEST(wavetest_reruns_what_failed_in_a_shard)
{
    const char *folder = test_folder("wavetest-rerun-shard");
    write_test(folder, "a", "Out[0] = 7;", "UInt32");
    write_test(folder, "b", "Out[0] = 8;", "UInt32");
    write_test(folder, "c", "Out[0] = 7;", "UInt32");
    write_test(folder, "d", "Out[0] = 9;", "UInt32");
    Process first = WAVETEST(folder, "--evaluator", "--shard=2/2");
    expect_text(&first, "2 tests, 2 failed");
    process_free(&first);
    Process again = WAVETEST(folder, "--evaluator", "--shard=2/2", "--rerun-failed");
    expect_text(&again, "2 tests, 2 failed");
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
    expect_text(&process, "hang.test\n    all runs: timed out\n        running took longer than 1 seconds: wavetest: error: SIGABRT in main, group 0,0,0");
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
    static const char *const OPTIONS[] = {"--wave-size=5", "--workers=0", "--nonsense", "-O9", "--filter=(", "--filter=nothing-has-this-name",
                                          "testsuite/no-such-file.test"};
    for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
        Process process = PROCESS_RUN(test_build_path("wavetest"), OPTIONS[i], "testsuite/run");
        assert_int_equal(process.status, 2);
        assert_non_null(strstr(process.err, "wavetest: error: "));
        process_free(&process);
    }
}

/* ---- mistakes in tests ---- */

static const char GOOD[] =
    "#--- source.hlsl\nRWStructuredBuffer<uint> Out : register(u0);\n[numthreads(1, 1, 1)]\nvoid main() { Out[0] = 7; }\n"
    "#--- pipeline.yaml\nShaders:\n  - Stage: Compute\n    Entry: main\nBuffers:\n"
    "  - { Name: Out, Format: UInt32, Stride: 4, FillSize: 4 }\n  - { Name: Want, Format: UInt32, Stride: 4, Data: [ 7 ] }\n"
    "Results:\n  - { Result: Seven, Rule: BufferExact, Actual: Out, Expected: Want }\n"
    "DescriptorSets:\n  - Resources:\n    - { Name: Out, Kind: RWStructuredBuffer, DirectXBinding: { Register: 0, Space: 0 } }\n"
    "#--- end\n# RUN: dxc -T cs_6_5 -Fo %t.o %t/source.hlsl\n# RUN: offloader %t/pipeline.yaml %t.o\n";

/* One replacement in GOOD each, and what is said of it. */
static const struct { const char *name, *from, *to, *said; } MISTAKES[] = {
    {"bad-yaml", "Data: [ 7 ]", "Data: [ 7", ":11: bad YAML: "},
    {"missing-buffer", "Actual: Out", "Actual: Nowhere", ":13: there is no buffer 'Nowhere'"},
    {"missing-resource", "Name: Out, Kind", "Name: Nope, Kind", ":16: there is no buffer 'Nope'"},
    {"unknown-rule", "BufferExact", "BufferSame", ":13: 'BufferSame' is unknown here"},
    {"unknown-key", "FillSize", "FillSise", ":10: a buffer has no key 'FillSise'; did you mean 'FillSize'?"},
    {"wrong-count", "Data: [ 7 ]", "Data: [ 7, 7 ]", ":13: 'Out' has 4 bytes in 1, but 'Want' has 8 in 1"},
    {"odd-fill", "FillSize: 4", "FillSize: 3", ":10: 'Out' has a FillSize of 3 bytes, which UInt32 of 4 bytes do not fill"},
    {"no-number", "[ 7 ]", "[ seven ]", ":11: 'seven' is no UInt32"},
    {"no-entry", "Entry: main", "Entry: mian", ":7: there is no entry point 'mian'"},
    {"bad-option", "-T cs_6_5", "-T cs_6_5 --frob", ":18: wavecc: error: unknown option '--frob'"},
    {"missing-part", "%t/pipeline.yaml", "%t/pipe.yaml", ":19: there is no part 'pipe.yaml'"},
};

static void write_mistake(const char *folder, const char *name, const char *from, const char *to)
{
    char text[2048], path[1100];
    const char *at = strstr(GOOD, from);
    assert_non_null(at);
    int length = snprintf(text, sizeof text, "%.*s%s%s", (int)(at - GOOD), GOOD, to, at + strlen(from));
    snprintf(path, sizeof path, "%s/%s.test", folder, name);
    file_write(path, text, (size_t)length);
}

TEST(wavetest_names_file_and_line_of_mistakes_in_tests)
{
    const char *folder = test_folder("wavetest-mistakes");
    char expected[512];
    write_mistake(folder, "fine", "7", "7");
    for (size_t i = 0; i < sizeof MISTAKES / sizeof *MISTAKES; i++)
        write_mistake(folder, MISTAKES[i].name, MISTAKES[i].from, MISTAKES[i].to);
    Process process = WAVETEST(folder, "--evaluator");
    for (size_t i = 0; i < sizeof MISTAKES / sizeof *MISTAKES; i++) {
        snprintf(expected, sizeof expected, "%s.test%s", MISTAKES[i].name, MISTAKES[i].said);
        expect_text(&process, expected);
    }
    expect_text(&process, "12 tests, 11 failed; 1 runs passed");
    process_free(&process);
}

TEST(wavetest_reports_are_utf_8_whatever_a_test_is)
{
    const char *folder = new_folder("wavetest-latin");
    write_test(folder, "l\xe4tin\xed\xa0\x80", "Out[0] = missing; /* \xe4 \xc3\xa4 <&> */", "UInt32");
    Process process = WAVETEST(folder, "--evaluator", "--junit", test_build_path("tests/latin.xml"),
                               "--json", test_build_path("tests/latin.json"));
    char *junit = file_read(test_build_path("tests/latin.xml"), NULL);
    char *json = file_read(test_build_path("tests/latin.json"), NULL);
    assert_non_null(strstr(junit, "l?tin???"));
    assert_non_null(strstr(json, "l?tin???"));
    assert_non_null(strstr(junit, "\xc3\xa4 &lt;&amp;&gt; */"));
    assert_non_null(strstr(json, "\xc3\xa4 <&> */"));
    free(junit);
    free(json);
    process_free(&process);
}
