/* Diagnostics: what is kept, and what it looks like in each format. */
#include "base/base.h"
#include "test.h"

#include <stdlib.h>

typedef struct Fixture {
    Arena *arena;
    Sources *sources;
    const SourceFile *file;
    Diagnostics *diagnostics;
} Fixture;

static Fixture open_text(const char *text)
{
    Fixture f = {.arena = arena_new("test")};
    f.sources = sources_new(f.arena);
    f.file = sources_add_text(f.sources, "a.hlsl", text, strlen(text), SOURCE_NOWHERE);
    f.diagnostics = diag_new(f.arena, f.sources);
    return f;
}

static void expect_printed(Fixture *f, DiagFormat format, const char *wanted)
{
    char *printed = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&printed, &length);
    diag_print(f->diagnostics, out, format, false);
    fclose(out);
    assert_string_equal(printed, wanted);
    free(printed);
}

TEST(error_shows_the_line_and_a_caret)
{
    Fixture f = open_text("float x;\n\tfoo(y);\n");
    diag_report(f.diagnostics, f.file->start + 14, DIAG_macro_name_reserved, "y");
    expect_printed(&f, DIAG_FORMAT_TEXT, "a.hlsl:2:6: error: 'y' cannot be a macro's name\n"
                                         "\tfoo(y);\n"
                                         "\t    ^\n");
    assert_int_equal(diag_error_count(f.diagnostics), 1);
    arena_drop(f.arena);
}

TEST(caret_counts_letters_not_bytes)
{
    Fixture f = open_text("/* \xc3\xa4\xc3\xb6 */ x");
    diag_report(f.diagnostics, f.file->start + 11, DIAG_include_needs_file);
    expect_printed(&f, DIAG_FORMAT_TEXT, "a.hlsl:1:12: error: #include needs \"file\" or <file>\n"
                                         "/* \xc3\xa4\xc3\xb6 */ x\n"
                                         "         ^\n");
    arena_drop(f.arena);
}

TEST(error_without_a_place_has_no_line)
{
    Fixture f = open_text("x");
    diag_report(f.diagnostics, SOURCE_NOWHERE, DIAG_cannot_read_file, "b.hlsl", "it is gone");
    expect_printed(&f, DIAG_FORMAT_TEXT, "wavecc: fatal error: cannot read 'b.hlsl': it is gone\n");
    arena_drop(f.arena);
}

TEST(macro_and_include_notes_follow_the_error)
{
    Fixture f = open_text("#include \"b\"\n");
    const SourceFile *b = sources_add_text(f.sources, "b", "#define M y\nM\n", 14, f.file->start);
    SourcePos pos = sources_macro_position(f.sources, b->start + 10, b->start + 12, "M");
    diag_report(f.diagnostics, pos, DIAG_macro_name_reserved, "y");
    expect_printed(&f, DIAG_FORMAT_TEXT, "b:2:1: error: 'y' cannot be a macro's name\nM\n^\n"
                                         "b:1:11: note: expanded from macro 'M'\n#define M y\n          ^\n"
                                         "a.hlsl:1:1: note: included from here\n");
    arena_drop(f.arena);
}

TEST(twenty_errors_are_kept_and_all_are_counted)
{
    Fixture f = open_text("0123456789012345678901234567890123456789");
    for (SourcePos i = 0; i < 30; i++) {
        diag_report(f.diagnostics, f.file->start + i, DIAG_macro_name_reserved, "x");
        diag_report(f.diagnostics, f.file->start + i, DIAG_macro_defined_here, "x");
    }
    char *printed = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&printed, &length);
    diag_print(f.diagnostics, out, DIAG_FORMAT_GITHUB, false);
    fclose(out);
    int lines = 0;
    for (size_t i = 0; i < length; i++)
        lines += printed[i] == '\n';
    free(printed);
    assert_int_equal(lines, 40);
    assert_int_equal(diag_error_count(f.diagnostics), 30);
    arena_drop(f.arena);
}

TEST(the_same_error_at_the_same_place_is_kept_once)
{
    Fixture f = open_text("x");
    diag_report(f.diagnostics, f.file->start, DIAG_include_needs_file);
    diag_report(f.diagnostics, f.file->start, DIAG_include_needs_file);
    diag_report(f.diagnostics, f.file->start, DIAG_macro_defined_here, "gone with it");
    expect_printed(&f, DIAG_FORMAT_GITHUB, "::error file=a.hlsl,line=1,col=1::#include needs \"file\" or <file>\n");
    arena_drop(f.arena);
}

TEST(nothing_is_kept_after_a_fatal_error)
{
    Fixture f = open_text("x");
    diag_report(f.diagnostics, f.file->start, DIAG_include_not_found, "b");
    diag_report(f.diagnostics, f.file->start, DIAG_include_needs_file);
    expect_printed(&f, DIAG_FORMAT_GITHUB, "::error file=a.hlsl,line=1,col=1::cannot find 'b' to include\n");
    assert_int_equal(diag_error_count(f.diagnostics), 2);
    arena_drop(f.arena);
}

TEST(a_warning_group_can_be_turned_off_with_its_notes)
{
    Fixture f = open_text("x");
    assert_true(diag_set_group(f.diagnostics, "macro-redefined", false));
    assert_false(diag_set_group(f.diagnostics, "no-such-group", false));
    diag_report(f.diagnostics, f.file->start, DIAG_macro_redefined, "x");
    diag_report(f.diagnostics, f.file->start, DIAG_macro_defined_here, "x");
    expect_printed(&f, DIAG_FORMAT_TEXT, "");
    assert_int_equal(diag_warning_count(f.diagnostics), 0);
    arena_drop(f.arena);
}

TEST(warnings_become_errors_on_request)
{
    Fixture f = open_text("x");
    diag_report(f.diagnostics, f.file->start, DIAG_macro_redefined, "x");
    diag_set_warnings_as_errors(f.diagnostics, true);
    diag_report(f.diagnostics, f.file->start, DIAG_macro_redefined, "y");
    expect_printed(&f, DIAG_FORMAT_TEXT, "a.hlsl:1:1: warning: macro 'x' is redefined [-Wmacro-redefined]\nx\n^\n"
                                         "a.hlsl:1:1: error: macro 'y' is redefined [-Wmacro-redefined]\nx\n^\n");
    assert_int_equal(diag_warning_count(f.diagnostics), 1);
    assert_int_equal(diag_error_count(f.diagnostics), 1);
    arena_drop(f.arena);
}

static void print_doubled(Text *out, const void *thing) { text_printf(out, "%d", *(const int *)thing * 2); }

TEST(a_registered_letter_prints_a_thing)
{
    Fixture f = open_text("x");
    int number = 21;
    diag_set_formatter(f.diagnostics, 's', print_doubled);
    diag_report(f.diagnostics, f.file->start, DIAG_macro_redefined, &number);
    expect_printed(&f, DIAG_FORMAT_GITHUB, "::warning file=a.hlsl,line=1,col=1::macro '42' is redefined\n");
    arena_drop(f.arena);
}

TEST(json_lists_errors_with_their_notes)
{
    Fixture f = open_text("x");
    diag_report(f.diagnostics, f.file->start, DIAG_macro_redefined, "\"x\"");
    diag_report(f.diagnostics, f.file->start, DIAG_macro_defined_here, "x");
    expect_printed(&f, DIAG_FORMAT_JSON,
                   "[\n  {\"severity\": \"warning\", \"id\": \"macro_redefined\", \"group\": \"macro-redefined\", "
                   "\"file\": \"a.hlsl\", \"line\": 1, \"column\": 1, \"message\": \"macro '\\\"x\\\"' is redefined\", \"notes\": [\n"
                   "    {\"severity\": \"note\", \"id\": \"macro_defined_here\", \"file\": \"a.hlsl\", \"line\": 1, \"column\": 1, "
                   "\"message\": \"macro 'x' is defined here\"}]}\n]\n");
    arena_drop(f.arena);
}

TEST(sarif_holds_a_result_per_error)
{
    Fixture f = open_text("x");
    diag_report(f.diagnostics, f.file->start, DIAG_include_needs_file);
    expect_printed(&f, DIAG_FORMAT_SARIF,
                   "{\n  \"version\": \"2.1.0\",\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
                   "  \"runs\": [{\n    \"tool\": {\"driver\": {\"name\": \"wavecc\"}},\n    \"columnKind\": \"unicodeCodePoints\",\n    \"results\": [\n"
                   "      {\"ruleId\": \"include_needs_file\", \"level\": \"error\", "
                   "\"message\": {\"text\": \"#include needs \\\"file\\\" or <file>\"}, "
                   "\"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"a.hlsl\"}, "
                   "\"region\": {\"startLine\": 1, \"startColumn\": 1}}}], \"relatedLocations\": []}\n    ]\n  }]\n}\n");
    arena_drop(f.arena);
}

/* What no shader is known to bring about: each would be a fault of the compiler. */
TEST(faults_of_the_compiler_name_what_they_are_about)
{
    Fixture f = open_text("x");
    diag_report(f.diagnostics, SOURCE_NOWHERE, DIAG_internal_fault, "hoist", "%5 has no operand");
    diag_report(f.diagnostics, f.file->start, DIAG_emit_not_supported, "fadd");
    diag_report(f.diagnostics, f.file->start, DIAG_barrier_exit_not_supported);
    expect_printed(&f, DIAG_FORMAT_TEXT,
                   "wavecc: error: internal error after pass 'hoist': %5 has no operand; please report it with the shader\n"
                   "a.hlsl:1:1: error: 'fadd' here is not supported: no C is written for it yet\nx\n^\n"
                   "a.hlsl:1:1: error: this way out of a loop with a barrier is not supported: threads take it in different turns\nx\n^\n");
    arena_drop(f.arena);
}
