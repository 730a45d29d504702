/* Test files and their YAML: what is read, and that each mistake is named with its line. */
#include <stdlib.h>
#include <string.h>

#include "../../wavetest/description.h"
#include "test.h"

#define START "Shaders:\n  - Stage: Compute\n    Entry: main\nBuffers:\n  - Name: Out\n    Format: Int32\n"
#define END "DescriptorSets:\n  - Resources:\n    - Name: Out\n      Kind: RWBuffer\n      DirectXBinding: { Register: 1, Space: 2 }\n"

static Description *describe(Reader *reader, const char *yaml)
{
    Part part = {"pipeline.yaml", slice_of(yaml), 11};
    return describe_pipeline(reader, &part);
}

static Reader new_reader(void)
{
    return (Reader){arena_new("test"), "x.test", NULL};
}

static void expect_fault(const char *yaml, const char *fault)
{
    Reader reader = new_reader();
    assert_null(describe(&reader, yaml));
    assert_string_equal(reader.fault, fault);
    arena_drop(reader.arena);
}

TEST(pipeline_has_buffers_bindings_and_the_dispatch)
{
    Reader reader = new_reader();
    Description *description = describe(&reader, START "    Data: [ -1, 0x10, 7 ]\nDispatchParameters:\n  DispatchGroupCount: [ 4, 2, 1 ]\n" END);
    int32_t third;
    assert_non_null(description);
    assert_string_equal(description->entry, "main");
    assert_int_equal(description->groups[0] * 100 + description->groups[1] * 10 + description->groups[2], 421);
    assert_int_equal(description->buffers.count, 1);
    assert_int_equal(description->buffers.items[0]->bytes, 12);
    memcpy(&third, description->buffers.items[0]->blocks[0] + 8, sizeof third);
    assert_int_equal(third, 7);
    assert_int_equal(description->bindings.items[0].register_index, 1);
    assert_int_equal(description->bindings.items[0].space, 2);
    assert_ptr_equal(description->bindings.items[0].buffer, description->buffers.items[0]);
    arena_drop(reader.arena);
}

TEST(fill_size_is_bytes_and_fill_value_an_element)
{
    Reader reader = new_reader();
    Description *description = describe(&reader, START "    FillSize: 8\n    FillValue: 258\n" END);
    assert_non_null(description);
    assert_memory_equal(description->buffers.items[0]->blocks[0], "\2\1\0\0\2\1\0\0", 8);
    arena_drop(reader.arena);
}

TEST(two_commas_count_as_one)
{
    Reader reader = new_reader();
    Description *description = describe(&reader, START "    Data: [ 1,, 2, # a, comment,,\n 3,\n ,4 ]\n" END);
    assert_non_null(description);
    assert_int_equal(description->buffers.items[0]->bytes, 16);
    arena_drop(reader.arena);
}

TEST(array_of_buffers_has_a_list_for_each)
{
    Reader reader = new_reader();
    Description *description = describe(&reader, START "    ArraySize: 2\n    Data:\n      - [ 1, 2 ]\n      - [ 3, 4 ]\n" END);
    assert_non_null(description);
    assert_int_equal(description->buffers.items[0]->blocks[1][4], 4);
    arena_drop(reader.arena);
    expect_fault(START "    ArraySize: 3\n    Data:\n      - [ 1, 2 ]\n      - [ 3, 4 ]\n" END, "x.test:19: 'Out' has ArraySize 3 but 2 lists in Data");
    expect_fault(START "    ArraySize: 2\n    Data:\n      - [ 1, 2 ]\n      - [ 3 ]\n" END, "x.test:20: the lists of 'Out' must have the same length");
}

TEST(mistakes_in_yaml_are_named_with_their_line)
{
    expect_fault(START "    Data: [ 1, 2\n" END, "x.test:18: bad YAML: did not find expected ',' or ']'");
    expect_fault(START "    Data: [ 1, x ]\n" END, "x.test:17: 'x' is no Int32");
    expect_fault(START "    Data: [ 2147483648 ]\n" END, "x.test:17: '2147483648' is no Int32");
    expect_fault(START "    Dta: [ 1 ]\n" END, "x.test:17: a buffer has no key 'Dta'; did you mean 'Data'?");
    expect_fault(START "    Format: Int32\n" END, "x.test:17: 'Format' is given twice");
    expect_fault(START END, "x.test:15: the buffer 'Out' needs 'Data' or 'FillSize'");
    expect_fault(START "    Data: [ 1 ]\n    Stride: 4\n    Channels: 4\n" END, "x.test:15: 'Out' has a Stride and more than one channel");
    expect_fault(START "    Data: [ 1 ]\n    FillValue: 3\n" END, "x.test:18: 'FillValue' needs a 'FillSize'");
    expect_fault(START "    Data: [ 1 ]\n    OutputProps: { Width: 2, Height: 1, Depth: 1 }\n" END, "x.test:15: 'Out' has 4 bytes, but its OutputProps ask for 8");
    expect_fault("", "x.test:11: the pipeline is empty");
    expect_fault("Shaders:\n  - Stage: Pixel\n    Entry: main\n", "x.test:12: 'Pixel' is unknown here; there are Compute");
}

TEST(mistakes_in_results_and_bindings_are_named_with_their_line)
{
    expect_fault(START "    Data: [ 1 ]\nResults:\n  - Result: A\n    Rule: BufferClose\n", "x.test:20: 'BufferClose' is unknown here; there are BufferExact, BufferFloatULP, BufferFloatEpsilon");
    expect_fault(START "    Data: [ 1 ]\nResults:\n  - Result: A\n    Rule: BufferExact\n    Actual: Out\n    Expected: Want\n" END, "x.test:19: there is no buffer 'Want'");
    expect_fault(START "    Data: [ 1 ]\nResults:\n  - Result: A\n    Rule: BufferFloatULP\n    Actual: Out\n    Expected: Out\n" END, "x.test:19: this result lacks 'ULPT'");
    expect_fault(START "    Data: [ 1 ]\nResults:\n  - Result: A\n    Rule: BufferFloatULP\n    ULPT: 1\n    Actual: Out\n    Expected: Out\n" END,
                 "x.test:19: BufferFloatULP compares float buffers of one format, not Int32 with Int32");
    expect_fault(START "    Data: [ 1 ]\nDescriptorSets:\n  - Resources:\n    - Name: In\n      Kind: Buffer\n      DirectXBinding: { Register: 0, Space: 0 }\n",
                 "x.test:20: there is no buffer 'In'");
    expect_fault(START "    Data: [ 1 ]\nDescriptorSets:\n  - Resources:\n    - Name: Out\n      Kind: Buffer\n", "x.test:20: the resource 'Out' needs either a DirectXBinding or a HeapIndex");
}

TEST(numbers_are_read_as_llvm_does)
{
    uint64_t value = 0;
    assert_true(host_parse_data(FORMAT_HEX64, "0x5A5A5A5A5A5A5A5A", &value) && value == UINT64_C(0x5A5A5A5A5A5A5A5A));
    assert_true(host_parse_data(FORMAT_INT64, "-9223372036854775808", &value) && value == UINT64_C(1) << 63);
    assert_false(host_parse_data(FORMAT_INT64, "9223372036854775808", &value));
    assert_false(host_parse_data(FORMAT_UINT32, "-1", &value));
    assert_false(host_parse_data(FORMAT_UINT16, "65536", &value));
    assert_false(host_parse_data(FORMAT_UINT16, "1.5", &value));
    assert_true(host_parse_data(FORMAT_FLOAT16, "0x3c00", &value));
    float number;
    assert_true(host_parse_data(FORMAT_FLOAT32, "-inf", &number) && number == -__builtin_inff());
    assert_true(host_parse_data(FORMAT_FLOAT32, "nan", &number) && number != number);
    assert_true(host_parse_data(FORMAT_FLOAT32, "0x1.8p1", &number) && number == 3);
    assert_false(host_parse_data(FORMAT_FLOAT32, "1.0f", &number));
}

/* ---- split files ---- */

static TestFile *split(Reader *reader, const char *text)
{
    return testfile_split(reader, arena_copy_text(reader->arena, text, strlen(text)), strlen(text));
}

#define SPLIT "#--- source.hlsl\r\n[WaveSize(8, 32)]\r\nvoid main() {} // WaveSize(4)\r\n//--- pipeline.yaml\r\nShaders:\r\n#--- end\r\n"

TEST(test_file_has_parts_options_and_markers)
{
    Reader reader = new_reader();
    TestFile *test = split(&reader, SPLIT "# XFAIL: Clang && Vulkan\n# RUN: split-file %s %t\n# RUN: %dxc_target -HV 202x -fvk-use-dx-layout %if Vulkan %{ -Zpr %} "
                                          "-T cs_6_5 -Fo %t.o %t/source.hlsl\n# RUN: %offloader %t/pipeline.yaml %t.o \\\n# RUN: | FileCheck %s\n");
    assert_non_null(test);
    assert_int_equal(testfile_part(test, "pipeline.yaml")->line, 5);
    assert_int_equal(testfile_part(test, "pipeline.yaml")->text.length, 9);
    assert_int_equal(test->compiles.items[0]->options.count, 4); /* -HV 202x -T cs_6_5 */
    assert_string_equal(test->compiles.items[0]->options.items[1], "202x");
    assert_true(test->runs.items[0].has_filecheck);
    assert_string_equal(test->markers.items[0].expression, "Clang && Vulkan");
    assert_false(test->wave_sizes[0]);
    assert_true(test->wave_sizes[1] && test->wave_sizes[3]);
    assert_false(test->wave_sizes[4]);
    arena_drop(reader.arena);
}

TEST(mistakes_in_run_lines_are_named_with_their_line)
{
    static const struct { const char *lines, *fault; } ROWS[] = {
        {"# RUN: %dxc_target -Fo %t.o %t/other.hlsl\n", "x.test:7: there is no part 'other.hlsl'"},
        {"# RUN: %offloader %t/pipeline.yaml %t.o\n", "x.test:7: this RUN line runs what no RUN line compiled"},
        {"# RUN: %clang x\n", "x.test:7: wavetest cannot run '%clang'"},
        {"", "x.test: there is no RUN line with an offloader"},
    };
    for (int i = 0; i < COUNT_OF(ROWS); i++) {
        Reader reader = new_reader();
        assert_null(split(&reader, arena_printf(reader.arena, "%s%s", SPLIT, ROWS[i].lines)));
        assert_string_equal(reader.fault, ROWS[i].fault);
        arena_drop(reader.arena);
    }
}

TEST(marker_expressions_are_lits)
{
    static const char *const FEATURES[] = {"Clang", "Vulkan"};
    static const struct { const char *expression; bool holds; } ROWS[] = {
        {"Clang", true}, {"DXC", false}, {"Clang && !Vulkan", false}, {"DXC || (Clang && Vulkan)", true}, {"*", true},
        {"DXC, Vulkan", true}, {"!(DXC || Metal)", true}, {"Intel-Gen-10 || false", false},
    };
    for (int i = 0; i < COUNT_OF(ROWS); i++) {
        Reader reader = new_reader();
        Marker marker = {MARKER_XFAIL, ROWS[i].expression, 3};
        bool holds;
        assert_true(marker_holds(&reader, &marker, (Features){FEATURES, 2}, &holds));
        assert_int_equal(holds, ROWS[i].holds);
        arena_drop(reader.arena);
    }
    Reader reader = new_reader();
    Marker marker = {MARKER_XFAIL, "Clang && (Vulkan", 3};
    bool holds;
    assert_false(marker_holds(&reader, &marker, (Features){FEATURES, 2}, &holds));
    assert_string_equal(reader.fault, "x.test:3: XFAIL: ')' is missing in 'Clang && (Vulkan'");
    arena_drop(reader.arena);
}
