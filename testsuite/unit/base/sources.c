/* Positions: bytes of files, macro expansions, #line. */
#include "base/base.h"
#include "test.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct Fixture {
    Arena *arena;
    Sources *sources;
    const SourceFile *file;
} Fixture;

static Fixture open_text(const char *text)
{
    Arena *arena = arena_new("test");
    Sources *sources = sources_new(arena);
    return (Fixture){arena, sources, sources_add_text(sources, "a.hlsl", text, strlen(text), SOURCE_NOWHERE)};
}

static void expect_place(const Sources *sources, SourcePos pos, const char *path, int line, int column, const char *text)
{
    SourcePlace place = sources_place(sources, pos);
    assert_string_equal(place.path, path);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
    assert_int_equal(place.line_text.length, strlen(text));
    assert_memory_equal(place.line_text.text, text, strlen(text));
}

TEST(place_of_each_line_is_found)
{
    Fixture f = open_text("one\n\ntwo\r\n\tthree");
    expect_place(f.sources, f.file->start, "a.hlsl", 1, 1, "one");
    expect_place(f.sources, f.file->start + 3, "a.hlsl", 1, 4, "one");
    expect_place(f.sources, f.file->start + 4, "a.hlsl", 2, 1, "");
    expect_place(f.sources, f.file->start + 7, "a.hlsl", 3, 3, "two");
    expect_place(f.sources, f.file->start + 11, "a.hlsl", 4, 2, "\tthree");
    expect_place(f.sources, f.file->start + 16, "a.hlsl", 4, 7, "\tthree");
    arena_drop(f.arena);
}

TEST(place_names_the_right_one_of_several_files)
{
    Fixture f = open_text("main");
    const SourceFile *empty = sources_add_text(f.sources, "empty.hlsli", "", 0, f.file->start);
    const SourceFile *last = sources_add_text(f.sources, "last.hlsli", "x\ny", 3, f.file->start + 2);
    expect_place(f.sources, f.file->start + 4, "a.hlsl", 1, 5, "main");
    expect_place(f.sources, empty->start, "empty.hlsli", 1, 1, "");
    expect_place(f.sources, last->start + 2, "last.hlsli", 2, 1, "y");
    assert_int_equal(sources_file_count(f.sources), 3);
    assert_ptr_equal(sources_file(f.sources, 2), last);
    assert_int_equal(last->included_from, f.file->start + 2);
    arena_drop(f.arena);
}

TEST(macro_position_leads_to_its_outermost_use)
{
    Fixture f = open_text("#define A 1\n#define B A\nB;\n");
    SourcePos use = f.file->start + 24;
    SourcePos in_b = sources_macro_position(f.sources, f.file->start + 22, use, "B");
    SourcePos in_a = sources_macro_position(f.sources, f.file->start + 10, in_b, "A");
    SourcePos spelling, expansion;
    Name macro;
    assert_true(sources_macro_parts(f.sources, in_a, &spelling, &expansion, &macro));
    assert_int_equal(spelling, f.file->start + 10);
    assert_int_equal(expansion, in_b);
    assert_string_equal(macro, "A");
    assert_false(sources_macro_parts(f.sources, use, &spelling, &expansion, &macro));
    assert_int_equal(sources_expansion_position(f.sources, in_a), use);
    expect_place(f.sources, in_a, "a.hlsl", 3, 1, "B;");
    arena_drop(f.arena);
}

TEST(renumbering_holds_from_its_line_on)
{
    Fixture f = open_text("a\nb\nc\nd\n");
    sources_renumber(f.sources, f.file->start + 2, 100, "gen.h");
    sources_renumber(f.sources, f.file->start + 6, 7, NULL);
    expect_place(f.sources, f.file->start, "a.hlsl", 1, 1, "a");
    expect_place(f.sources, f.file->start + 2, "gen.h", 100, 1, "b");
    expect_place(f.sources, f.file->start + 4, "gen.h", 101, 1, "c");
    expect_place(f.sources, f.file->start + 6, "gen.h", 7, 1, "d");
    arena_drop(f.arena);
}

TEST(loading_reads_a_file_or_says_why_not)
{
    char path[] = "/tmp/wavecc-test-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, "x\0y", 3), 3);
    close(descriptor);
    Fixture f = open_text("");
    const char *error = "";
    const SourceFile *file = sources_load(f.sources, path, SOURCE_NOWHERE, &error);
    unlink(path);
    assert_non_null(file);
    assert_int_equal(file->length, 3);
    assert_memory_equal(file->text, "x\0y", 4);
    assert_null(sources_load(f.sources, path, SOURCE_NOWHERE, &error));
    assert_string_equal(error, "No such file or directory");
    assert_null(sources_load(f.sources, "/tmp", SOURCE_NOWHERE, &error));
    assert_string_equal(error, "Is a directory");
    arena_drop(f.arena);
}
