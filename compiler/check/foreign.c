/* What HLSL has for other stages and devices (syntax/foreign.def): known by name, and an error
 * where the entry point gets to it.
 *
 * A foreign type is an error type with a name, so that whatever is made of it is silently an
 * error. It is reported with the function that names it; a variable or a field of it with the
 * function that reads it. */
#include "scopes_priv.h"

typedef struct Foreign { const char *name, *reason; } Foreign;

#define ROW(name, reason) {#name, reason},

static const Foreign TYPES[] = {
#define FOREIGN_TYPE(name, reason) ROW(name, reason)
#include "syntax/foreign.def"
};
static const Foreign FUNCTIONS[] = {
#define FOREIGN_FUNCTION(name, reason) ROW(name, reason)
#include "syntax/foreign.def"
};
static const Foreign STAGE_FUNCTIONS[] = {
#define STAGE_FUNCTION(name, reason) ROW(name, reason)
#include "syntax/foreign.def"
};
static const Foreign NAMESPACES[] = {
#define FOREIGN_NAMESPACE(name, reason) ROW(name, reason)
#include "syntax/foreign.def"
};
static const char *const ATTRIBUTES[] = {
#define FOREIGN_ATTRIBUTE(name) #name,
#include "syntax/foreign.def"
};

static const char *reason_of(const Foreign *rows, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].reason;
    return NULL;
}

const Type *foreign_type_named(Checker *checker, Name name)
{
    const char *reason = reason_of(TYPES, COUNT_OF(TYPES), name);
    return reason != NULL ? type_foreign(checker, name, reason) : NULL;
}

const char *foreign_function_reason(const char *name)
{
    return reason_of(FUNCTIONS, COUNT_OF(FUNCTIONS), name);
}

bool function_is_of_stage(const char *name)
{
    return reason_of(STAGE_FUNCTIONS, COUNT_OF(STAGE_FUNCTIONS), name) != NULL;
}

const char *foreign_namespace_reason(const char *name)
{
    return reason_of(NAMESPACES, COUNT_OF(NAMESPACES), name);
}

const char *foreign_path_reason(Checker *checker, const AstPath *path)
{
    bool is_declared = path->count > 1 && !path->global &&
                       scope_lookup(checker, path->parts[0]).symbol != NULL;
    return path->count < 2 || path->global || is_declared
             ? NULL
             : foreign_namespace_reason(path->parts[0]);
}

Name foreign_path_name(Checker *checker, const AstPath *path)
{
    const char *spelling = path->parts[0];
    for (int i = 1; i < path->count; i++)
        spelling = arena_printf(checker->arena, "%s::%s", spelling, path->parts[i]);
    return names_intern_text(checker->names, spelling);
}

bool entry_is_foreign(const AstDecl *function)
{
    const AstAttribute *shader = attribute_find(function->attributes, "shader");
    if (shader != NULL && shader->argument_count == 1 &&
        shader->arguments[0]->kind == AST_STRING && !slice_is(shader->arguments[0]->string, "compute"))
        return true;
    for (int i = 0; i < COUNT_OF(ATTRIBUTES); i++)
        if (attribute_find(function->attributes, ATTRIBUTES[i]) != NULL)
            return true;
    return false;
}

void report_foreign_type(Checker *checker, SourcePos pos, const Type *foreign)
{
    if (checker->function != NULL || checker->declaring != NULL)
        report_if_reached(checker, pos, DIAG_unsupported_type, foreign->name, foreign->reason);
}
