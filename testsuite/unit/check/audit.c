/* What a typed tree lacks is found: the tree of a shader is held against its source with a part
 * blanked out, which leaves everything else at its place. */
#include "check_test.h"

#include <stdlib.h>

#include "syntax/syntax.h"

static const char shader[] =
    "RWStructuredBuffer<int> b; int f(int x) { return x; }"
    "[numthreads(1, 1, 1)] void main() {"
    " int a = f(1); const int k = 2; a = f(a) + k; a++; b[0] += a;"
    " for (int i = 0; i < a; i++) { if (a > 3) break; InterlockedAdd(b[i], 1); }"
    " switch (a) { case 1: { a = 7; return; } }"
    " }";

static AstUnit *parse(Arena *arena, const char *source)
{
    Sources *sources = sources_new(arena);
    SyntaxOptions options = {.hlsl_version = 2021, .shader_model_major = 6, .shader_model_minor = 10};
    SyntaxContext context = {arena, names_new(arena), sources, diag_new(arena, sources), &options};
    const SourceFile *file = sources_add_text(sources, "test.hlsl", source, strlen(source), SOURCE_NOWHERE);
    return syntax_parse(&context, syntax_preprocess(&context, file));
}

static const AstDecl *find_main(const AstUnit *unit)
{
    for (int i = 0; i < unit->decl_count; i++)
        if (unit->decls[i]->name != NULL && strcmp(unit->decls[i]->name, "main") == 0)
            return unit->decls[i];
    return NULL;
}

/* What the audit says of the whole shader and the typed tree of what is left of it. */
static const char *audit_without(const char *part)
{
    char *rest = strdup(shader);
    char *at = strstr(rest, part);
    assert_non_null(at);
    memset(at, ' ', strlen(part));
    Checked checked = check_shader(rest, NULL);
    assert_non_null(checked.program);
    const AstDecl *written = find_main(parse(checked.arena, shader));
    const AstStmt *constant = written->body->statements[1];
    const char *what = check_audit(checked.arena, written, checked.program->entry,
                                   &constant->decls[0]->pos, 1).what;
    checked_free(&checked);
    free(rest);
    return what;
}

TEST(an_audit_finds_what_vanished)
{
    assert_null(audit_without(" "));
    assert_string_equal(audit_without("= f(1)"), "an initialiser vanished");
    assert_string_equal(audit_without("a = f(a) + k;"), "an assignment vanished");
    assert_string_equal(audit_without("f(a) +"), "a call vanished");
    assert_string_equal(audit_without("a++;"), "an assignment vanished");
    assert_string_equal(audit_without("b[0] += a;"), "an assignment vanished");
    assert_string_equal(audit_without("InterlockedAdd(b[i], 1);"), "a call vanished");
    assert_string_equal(audit_without("if (a > 3) break;"), "a statement vanished");
    assert_string_equal(audit_without("for (int i = 0; i < a; i++) { if (a > 3) break; InterlockedAdd(b[i], 1); }"),
                        "a statement vanished");
    assert_string_equal(audit_without("return;"), "a statement vanished");
}
