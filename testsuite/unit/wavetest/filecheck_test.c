/* FileCheck's directives, and the printed buffers that they look at. */
#include <string.h>

#include "../../wavetest/description.h"
#include "test.h"

#define OUTPUT "Name:   A\nData: [ 1, 2 ]\n\nName: B\nData: [ 0xAB, 7 ]\nagain 0xAB\n"

typedef struct Row {
    const char *checks;
    bool matches;
} Row;

static bool run_checks(Reader *reader, const char *checks, Text *why)
{
    TestFile test = {.path = "x.test", .text = slice_of(checks)};
    const char *prefix = "CHECK";
    RunStep run = {.has_filecheck = true, .line = 1};
    vec_push(reader->arena, &run.prefixes, prefix);
    return filecheck(reader, &test, &run, slice_of(OUTPUT), why);
}

static void expect_rows(const Row *rows, int count)
{
    for (int i = 0; i < count; i++) {
        Reader reader = {arena_new("test"), "x.test", NULL};
        Text why = {0};
        bool matched = run_checks(&reader, rows[i].checks, &why);
        if (matched != rows[i].matches || reader.fault != NULL)
            print_error("%s%s\n", rows[i].checks, why.bytes ? why.bytes : "");
        assert_int_equal(matched, rows[i].matches);
        assert_null(reader.fault);
        text_free(&why);
        arena_drop(reader.arena);
    }
}

TEST(check_lines_match_in_order_and_ignore_blanks)
{
    static const Row ROWS[] = {
        {"# CHECK: Name: A\n# CHECK:   Name:   B\n", true},
        {"# CHECK: Name: B\n# CHECK: Name: A\n", false},
        {"# CHECK: Data: [ 1, 2 ]\n", true},
        {"# CHECK: Data: [ 1,2 ]\n", false},
        {"# NOTCHECK: nothing\n# CHECK: again\n", true},
    };
    expect_rows(ROWS, COUNT_OF(ROWS));
}

TEST(check_next_same_and_empty_are_about_lines)
{
    static const Row ROWS[] = {
        {"# CHECK: Name: A\n# CHECK-NEXT: Data:\n", true},
        {"# CHECK: Name: A\n# CHECK-NEXT: 0xAB\n", false},
        {"# CHECK: Name: A\n# CHECK-SAME: Data:\n", false},
        {"# CHECK: Data:\n# CHECK-SAME: 2 ]\n# CHECK-EMPTY:\n# CHECK-NEXT: Name: B\n", true},
        {"# CHECK: Name: A\n# CHECK-EMPTY:\n", false},
    };
    expect_rows(ROWS, COUNT_OF(ROWS));
}

TEST(check_not_holds_between_its_neighbours)
{
    static const Row ROWS[] = {
        {"# CHECK: Name: A\n# CHECK-NOT: 0xAB\n# CHECK: Name: B\n", true},
        {"# CHECK: Name: A\n# CHECK-NOT: Data\n# CHECK: Name: B\n", false},
        {"# CHECK: Name: B\n# CHECK-NOT: Name\n", true},
        {"# CHECK: Name: A\n# CHECK-NOT: again\n", false},
    };
    expect_rows(ROWS, COUNT_OF(ROWS));
}

TEST(check_label_cuts_the_output_into_blocks)
{
    static const Row ROWS[] = {
        {"# CHECK-LABEL: Name: A\n# CHECK: Data\n# CHECK-LABEL: Name: B\n# CHECK: 0xAB\n", true},
        {"# CHECK-LABEL: Name: A\n# CHECK: 0xAB\n# CHECK-LABEL: Name: B\n", false},
    };
    expect_rows(ROWS, COUNT_OF(ROWS));
}

TEST(check_patterns_have_regular_expressions_and_variables)
{
    static const Row ROWS[] = {
        {"# CHECK: Data: {{\\[ [0-9]+, 2 \\]}}\n", true},
        {"# CHECK: [ {{[^0-9]}}\n", false},
        {"# CHECK: [ [[VALUE:0x[0-9A-F]+]],\n# CHECK: again [[VALUE]]\n", true},
        {"# CHECK: [ [[VALUE:[0-9]+]],\n# CHECK: again [[VALUE]]\n", false},
        {"# CHECK: again [[UNSET]]\n", false},
        {"# CHECK-COUNT-2: Name:\n# CHECK: again\n", true},
        {"# CHECK-COUNT-3: Name:\n", false},
        {"# CHECK-DAG: again\n# CHECK-DAG: Name: A\n", true},
    };
    expect_rows(ROWS, COUNT_OF(ROWS));
}

TEST(check_failures_name_the_line_and_the_pattern)
{
    Reader reader = {arena_new("test"), "x.test", NULL};
    Text why = {0};
    assert_false(run_checks(&reader, "\n# CHECK: Name: B\n# CHECK: missing\n", &why));
    assert_string_equal(why.bytes, "line 3: no match: 'missing'; the output goes on with 'Data: [ 0xAB, 7 ]'");
    text_free(&why);
    assert_false(run_checks(&reader, "# CHECK: {{a\n", &why));
    assert_string_equal(reader.fault, "x.test:1: '{{' is not closed");
    text_free(&why);
    arena_drop(reader.arena);
}

TEST(buffers_print_as_llvm_prints_yaml)
{
    float values[] = {1.5f, __builtin_inff(), 1e-5f};
    uint32_t counter = 4;
    uint8_t *blocks[] = {(uint8_t *)values};
    DataBuffer buffer = {.name = "Out", .format = FORMAT_FLOAT32, .channels = 4, .array_size = 1, .bytes = sizeof values, .blocks = blocks, .counters = &counter, .has_counters = true};
    DataBuffer *list[] = {&buffer};
    Description description = {.entry = "main"};
    description.buffers.items = list;
    description.buffers.count = 1;
    Text out = {0};
    description_print(&out, &description);
    assert_non_null(strstr(out.bytes, "  - Name:            Out\n    Format:          Float32\n    Channels:        4\n    Counter:         4\n    Data:            [ 1.5, inf, 1e-05 ]\n"));
    text_free(&out);
}

TEST(long_lists_wrap_past_column_seventy)
{
    uint32_t values[20] = {0};
    uint8_t *blocks[] = {(uint8_t *)values};
    DataBuffer buffer = {.name = "Out", .format = FORMAT_HEX32, .channels = 1, .array_size = 1, .bytes = sizeof values, .blocks = blocks};
    DataBuffer *list[] = {&buffer};
    Description description = {.entry = "main"};
    description.buffers.items = list;
    description.buffers.count = 1;
    Text out = {0};
    description_print(&out, &description);
    assert_non_null(strstr(out.bytes, "0x0, \n                       0x0"));
    text_free(&out);
}
