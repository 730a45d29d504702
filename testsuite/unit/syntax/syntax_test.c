#include "syntax_test.h"

#include <stdlib.h>

typedef struct Fixture {
    SyntaxContext context;
    SyntaxOptions options;
    const SourceFile *file;
} Fixture;

static void open_fixture(Fixture *f, const char *text)
{
    static SyntaxMacro macros[] = {{"GIVEN", "42"}, {"BARE", NULL}};
    Arena *arena = arena_new("test");
    Sources *sources = sources_new(arena);
    f->options = (SyntaxOptions){.macros = macros, .macro_count = 2, .hlsl_version = 2021, .shader_model_major = 6, .shader_model_minor = 6};
    f->context = (SyntaxContext){arena, names_new(arena), sources, diag_new(arena, sources), &f->options};
    f->file = sources_add_text(sources, "t.hlsl", text, strlen(text), SOURCE_NOWHERE);
}

static char *print_diagnostics(Fixture *f, DiagFormat format)
{
    char *printed = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&printed, &length);
    diag_print(f->context.diagnostics, out, format, false);
    fclose(out);
    return printed;
}

static void expect_no_errors(Fixture *f)
{
    char *printed = print_diagnostics(f, DIAG_FORMAT_TEXT);
    assert_string_equal(printed, "");
    free(printed);
}

void expect_tokens(const char *text, const char *wanted)
{
    Fixture f;
    open_fixture(&f, text);
    TokenList *list = syntax_preprocess(&f.context, f.file);
    Text joined = {0};
    text_add(&joined, "", 0);
    for (int i = 0; i + 1 < list->tokens.count; i++) {
        text_add(&joined, " ", i > 0);
        text_add(&joined, list->tokens.items[i].text.text, list->tokens.items[i].text.length);
    }
    expect_no_errors(&f);
    assert_int_equal(list->tokens.items[list->tokens.count - 1].kind, TOKEN_END);
    assert_string_equal(joined.bytes, wanted);
    text_free(&joined);
    arena_drop(f.context.arena);
}

void expect_ast(const char *text, const char *wanted)
{
    Fixture f;
    open_fixture(&f, text);
    AstUnit *unit = syntax_parse(&f.context, syntax_preprocess(&f.context, f.file));
    expect_no_errors(&f);
    Text printed = {0};
    text_add(&printed, "", 0);
    syntax_print_ast(&printed, unit);
    assert_string_equal(printed.bytes, wanted);
    text_free(&printed);
    arena_drop(f.context.arena);
}

void expect_statement(const char *text, const char *wanted)
{
    char shader[2000], tree[2000] = "function f void\n  variable a float4\n  variable b float4\n  variable c float4\n  variable i int\n  block\n";
    snprintf(shader, sizeof shader, "void f(float4 a, float4 b, float4 c, int i) { %s }", text);
    for (const char *line = wanted; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        snprintf(tree + strlen(tree), sizeof tree - strlen(tree), "    %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    expect_ast(shader, tree);
}

/* GitHub's form, `::error file=t.hlsl,line=1,col=2::text`, made shorter. */
void expect_errors(const char *text, const char *wanted)
{
    Fixture f;
    open_fixture(&f, text);
    syntax_parse(&f.context, syntax_preprocess(&f.context, f.file));
    char *printed = print_diagnostics(&f, DIAG_FORMAT_GITHUB);
    Text shortened = {0};
    text_add(&shortened, "", 0);
    for (char *line = strtok(printed, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        int row, column, end = 0;
        assert_int_equal(sscanf(strchr(line, ','), ",line=%d,col=%d::%n", &row, &column, &end), 2);
        text_printf(&shortened, "%d:%d: %s\n", row, column, strchr(line, ',') + end);
    }
    assert_string_equal(shortened.bytes, wanted);
    text_free(&shortened);
    free(printed);
    arena_drop(f.context.arena);
}
