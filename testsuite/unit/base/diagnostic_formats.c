/* --diagnostics=json is what docs/diagnostics.md says, --diagnostics=sarif has what the schema of SARIF 2.1.0
 * requires of the objects that are used; with notes of all kinds, odd paths and bytes that are no UTF-8. */
#include <stdlib.h>

#include "json_reader.h"
#include "test.h"

typedef struct Fixture {
    Arena *arena;
    Sources *sources;
    Diagnostics *diagnostics;
} Fixture;

/* An error in two macros in an included file, with a note; a warning on a line 0; an error without a place. */
static Fixture report_all_sorts(void)
{
    Fixture f = {.arena = arena_new("test")};
    f.sources = sources_new(f.arena);
    f.diagnostics = diag_new(f.arena, f.sources);
    const SourceFile *outer = sources_add_text(f.sources, "a b%.hlsl", "#include \"b\"\nx\ny\n", 17, SOURCE_NOWHERE);
    const SourceFile *inner = sources_add_text(f.sources, "d/\xc3\xa4\"\\", "#define M y\n\xc3\xa4 M\n", 18, outer->start);
    SourcePos in_m = sources_macro_position(f.sources, inner->start + 10, inner->start + 15, "M");
    SourcePos in_n = sources_macro_position(f.sources, inner->start + 1, in_m, "N");
    sources_renumber(f.sources, outer->start + 13, 0, NULL);
    diag_report(f.diagnostics, in_n, DIAG_macro_name_reserved, "y\xff\xfe\x01\"");
    diag_report(f.diagnostics, inner->start, DIAG_macro_defined_here, "y");
    diag_report(f.diagnostics, outer->start + 13, DIAG_macro_redefined, "\xed\xa0\x80");
    diag_report(f.diagnostics, SOURCE_NOWHERE, DIAG_cannot_read_file, "b.hlsl", "it is gone");
    return f;
}

static const Json *print_and_read(Fixture *f, DiagFormat format)
{
    char *printed = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&printed, &length);
    diag_print(f->diagnostics, out, format, false);
    fclose(out);
    const Json *read = json_read(f->arena, printed);
    if (read == NULL)
        fail_msg("this is no JSON: %s", printed);
    free(printed);
    return read;
}

static const Json *get(const Json *object, const char *key, JsonKind kind)
{
    const Json *member = json_member(object, key);
    if (member == NULL || member->kind != kind)
        fail_msg("no '%s', or of another kind", key);
    return member;
}

static void expect_one_of(const Json *string, const char *const *allowed)
{
    for (; *allowed != NULL; allowed++)
        if (strcmp(string->string, *allowed) == 0)
            return;
    fail_msg("'%s' is not allowed here", string->string);
}

static void expect_json_place(const Json *message)
{
    get(message, "id", JSON_STRING);
    get(message, "message", JSON_STRING);
    if (json_member(message, "file") == NULL)
        return;
    assert_true(get(message, "line", JSON_NUMBER)->number >= 0);
    assert_true(get(message, "column", JSON_NUMBER)->number >= 1);
}

TEST(json_is_as_documented)
{
    static const char *const severities[] = {"remark", "warning", "error", "fatal error", NULL};
    Fixture f = report_all_sorts();
    const Json *all = print_and_read(&f, DIAG_FORMAT_JSON);
    assert_int_equal(all->kind, JSON_ARRAY);
    assert_int_equal(all->count, 3);
    for (const Json *message = all->first; message != NULL; message = message->next) {
        expect_one_of(get(message, "severity", JSON_STRING), severities);
        expect_json_place(message);
        for (const Json *note = get(message, "notes", JSON_ARRAY)->first; note != NULL; note = note->next) {
            assert_string_equal(get(note, "severity", JSON_STRING)->string, "note");
            expect_json_place(note);
        }
    }
    arena_drop(f.arena);
}

TEST(json_and_sarif_have_macros_and_includes_as_notes)
{
    static const char *const wanted[] = {"expanded from macro 'M'", "expanded from macro 'N'", "included from here", "macro 'y' is defined here"};
    Fixture f = report_all_sorts();
    const Json *note = get(print_and_read(&f, DIAG_FORMAT_JSON)->first, "notes", JSON_ARRAY)->first;
    const Json *run = get(print_and_read(&f, DIAG_FORMAT_SARIF), "runs", JSON_ARRAY)->first;
    const Json *related = get(get(run, "results", JSON_ARRAY)->first, "relatedLocations", JSON_ARRAY)->first;
    for (int i = 0; i < COUNT_OF(wanted); i++, note = note->next, related = related->next) {
        assert_string_equal(get(note, "message", JSON_STRING)->string, wanted[i]);
        assert_string_equal(get(get(related, "message", JSON_OBJECT), "text", JSON_STRING)->string, wanted[i]);
    }
    assert_null(note);
    assert_null(related);
    arena_drop(f.arena);
}

/* location: physicalLocation needs an artifactLocation; a region's lines and columns count from 1; uri is a URI
 * reference, so it has no blanks, quotes or bytes above 0x7e. */
static void expect_sarif_location(const Json *location)
{
    const Json *place = json_member(location, "physicalLocation");
    if (place == NULL)
        return;
    for (const char *at = get(get(place, "artifactLocation", JSON_OBJECT), "uri", JSON_STRING)->string; *at != '\0'; at++)
        assert_true(*at > ' ' && *at < 0x7f && strchr("\"\\<>^`{|}", *at) == NULL);
    const Json *region = json_member(place, "region");
    if (region == NULL)
        return;
    assert_true(get(region, "startLine", JSON_NUMBER)->number >= 1);
    assert_true(get(region, "startColumn", JSON_NUMBER)->number >= 1);
}

TEST(sarif_has_what_its_schema_requires)
{
    static const char *const levels[] = {"none", "note", "warning", "error", NULL};
    Fixture f = report_all_sorts();
    const Json *log = print_and_read(&f, DIAG_FORMAT_SARIF);
    assert_string_equal(get(log, "version", JSON_STRING)->string, "2.1.0");
    get(log, "$schema", JSON_STRING);
    assert_int_equal(get(log, "runs", JSON_ARRAY)->count, 1);
    const Json *run = get(log, "runs", JSON_ARRAY)->first;
    get(get(get(run, "tool", JSON_OBJECT), "driver", JSON_OBJECT), "name", JSON_STRING);
    assert_string_equal(get(run, "columnKind", JSON_STRING)->string, "unicodeCodePoints");
    assert_int_equal(get(run, "results", JSON_ARRAY)->count, 3);
    for (const Json *result = get(run, "results", JSON_ARRAY)->first; result != NULL; result = result->next) {
        get(get(result, "message", JSON_OBJECT), "text", JSON_STRING);
        get(result, "ruleId", JSON_STRING);
        expect_one_of(get(result, "level", JSON_STRING), levels);
        for (const Json *at = get(result, "locations", JSON_ARRAY)->first; at != NULL; at = at->next)
            expect_sarif_location(at);
        int id = 0; /* the array's items are unique */
        for (const Json *at = get(result, "relatedLocations", JSON_ARRAY)->first; at != NULL; at = at->next) {
            expect_sarif_location(at);
            assert_true(get(at, "id", JSON_NUMBER)->number == ++id);
        }
    }
    arena_drop(f.arena);
}

/* The macro's use is behind a letter of two bytes: the third letter, the fourth byte. */
TEST(sarif_counts_letters_and_json_bytes)
{
    Fixture f = report_all_sorts();
    const Json *message = print_and_read(&f, DIAG_FORMAT_JSON)->first;
    const Json *result = get(get(print_and_read(&f, DIAG_FORMAT_SARIF), "runs", JSON_ARRAY)->first, "results", JSON_ARRAY)->first;
    const Json *place = get(get(result, "locations", JSON_ARRAY)->first, "physicalLocation", JSON_OBJECT);
    assert_true(get(message, "column", JSON_NUMBER)->number == 4);
    assert_true(get(get(place, "region", JSON_OBJECT), "startColumn", JSON_NUMBER)->number == 3);
    arena_drop(f.arena);
}
