/* Scopes: what a name means where it stands.
 *
 * Lookup goes outwards; the scope of a struct counts its fields and its bases' members; a scope that
 * `using namespace` was said in counts the namespace's names after its own. */
#include "check_priv.h"

Scope *scope_new(Checker *checker, Scope *parent)
{
    Scope *scope = ARENA_NEW(checker->arena, Scope);
    scope->parent = parent;
    return scope;
}

void scope_push(Checker *checker) { checker->scope = scope_new(checker, checker->scope); }
void scope_pop(Checker *checker) { checker->scope = checker->scope->parent; }

Symbol *scope_find_here(const Scope *scope, Name name) { return map_find(&scope->symbols, name); }

Symbol *scope_add(Checker *checker, Scope *scope, SymbolKind kind, Name name, SourcePos pos)
{
    Symbol *symbol = ARENA_NEW(checker->arena, Symbol);
    symbol->kind = kind;
    symbol->name = name;
    symbol->pos = pos;
    if (name != NULL)
        map_put(checker->arena, &scope->symbols, name, symbol);
    return symbol;
}

StructInfo *struct_info(const Checker *checker, const Type *type)
{
    return type->kind == TYPE_STRUCT ? map_find(&checker->structs, type) : NULL;
}

int struct_find_field(const Type *type, Name name)
{
    for (int i = type->field_count - 1; i >= 0; i--) /* a derived struct's field hides its base's */
        if (type->fields[i].name == name)
            return i;
    return -1;
}

Symbol *struct_find_member(Checker *checker, const Type *type, Name name, const Type **owner)
{
    for (const Type *at = type; at != NULL; at = at->base) {
        StructInfo *info = struct_info(checker, at);
        Symbol *symbol = info != NULL ? scope_find_here(info->scope, name) : NULL;
        if (symbol != NULL) {
            *owner = at;
            return symbol;
        }
    }
    return NULL;
}

static Found found_in_struct(Checker *checker, const Type *structure, Name name)
{
    const Type *owner;
    int field = struct_find_field(structure, name);
    if (field >= 0)
        return (Found){NULL, structure, field};
    return (Found){struct_find_member(checker, structure, name, &owner), NULL, -1};
}

static Found found_in_scope(Checker *checker, const Scope *scope, Name name)
{
    Found found = {scope_find_here(scope, name), NULL, -1};
    if (found.symbol == NULL && scope->structure != NULL)
        found = found_in_struct(checker, scope->structure, name);
    for (int i = 0; i < scope->used.count && found.symbol == NULL && found.structure == NULL; i++)
        found = found_in_scope(checker, scope->used.items[i], name);
    return found;
}

Found scope_lookup(Checker *checker, Name name)
{
    Found found = {NULL, NULL, -1};
    for (const Scope *scope = checker->scope; scope != NULL; scope = scope->parent) {
        found = found_in_scope(checker, scope, name);
        if (found.symbol != NULL || found.structure != NULL)
            break;
    }
    return found;
}

/* The scope that a qualifier names, or NULL. */
static Scope *scope_of_symbol(const Checker *checker, const Symbol *symbol)
{
    if (symbol == NULL)
        return NULL;
    if (symbol->kind == SYMBOL_NAMESPACE)
        return symbol->scope;
    if (symbol->kind == SYMBOL_TYPE && symbol->type->kind == TYPE_STRUCT)
        return struct_info(checker, symbol->type)->scope;
    if (symbol->kind == SYMBOL_TYPE && symbol->type->kind == TYPE_ENUM)
        return map_find(&checker->structs, symbol->type); /* enumerators' scope: structs.c keeps it there */
    return NULL;
}

/* In an instance of template T, `T` is the instance, but `T<...>` the template. */
Symbol *scope_prefer_template(const Checker *checker, Symbol *symbol)
{
    if (symbol == NULL || symbol->kind != SYMBOL_TYPE)
        return symbol;
    for (const Scope *scope = checker->scope; scope != NULL; scope = scope->parent) {
        Symbol *outer = scope_find_here(scope, symbol->name);
        if (outer != NULL && outer->kind == SYMBOL_TEMPLATE)
            return outer;
    }
    return symbol;
}

/* The scope of `Trait<int>` in `Trait<int>::value`; *failed: it could not be made, which was reported. */
static Scope *scope_of_instance(Checker *checker, Template *template, const AstPath *path, bool *failed)
{
    AstType use = {.kind = AST_TYPE_NAMED, .pos = path->pos, .name = *path, .has_arguments = true, .arguments = path->scope_arguments,
                   .argument_count = path->scope_argument_count};
    const Type *type = template_struct(checker, template, &use);
    *failed = type_is_error(type);
    Symbol symbol = {.kind = SYMBOL_TYPE, .type = type};
    return scope_of_symbol(checker, &symbol);
}

Found scope_lookup_path(Checker *checker, const AstPath *path, bool *failed)
{
    *failed = false;
    if (path->count == 1 && !path->global)
        return scope_lookup(checker, path->parts[0]);
    Scope *scope = path->global ? checker->global : NULL;
    for (int i = 0; i + 1 < path->count; i++) {
        Found found = scope != NULL ? found_in_scope(checker, scope, path->parts[i]) : scope_lookup(checker, path->parts[i]);
        bool has_arguments = path->has_scope_arguments && i == path->count - 2;
        if (has_arguments && i == 0 && !path->global)
            found.symbol = scope_prefer_template(checker, found.symbol);
        bool is_template = found.symbol != NULL && found.symbol->kind == SYMBOL_TEMPLATE && has_arguments;
        scope = is_template ? scope_of_instance(checker, found.symbol->template, path, failed) : scope_of_symbol(checker, found.symbol);
        if (*failed)
            return (Found){NULL, NULL, -1};
        if (scope == NULL) {
            diag_report(checker->diagnostics, path->pos, DIAG_unknown_qualifier, path->parts[i]);
            *failed = true;
            return (Found){NULL, NULL, -1};
        }
    }
    return found_in_scope(checker, scope, path->parts[path->count - 1]);
}

/* ---- did you mean ---- */

void suggest_consider(Suggestion *suggestion, const char *wanted, const char *candidate)
{
    int most = (int)strlen(wanted) / 3;
    int lengths = (int)strlen(wanted) - (int)strlen(candidate);
    if (lengths > most || -lengths > most)
        return;
    int distance = names_edit_distance(wanted, candidate);
    if (distance <= most && distance > 0 && (suggestion->best == NULL || distance < suggestion->distance))
        *suggestion = (Suggestion){candidate, distance};
}

static void consider_scope(Checker *checker, const Scope *scope, Name wanted, Suggestion *suggestion)
{
    for (int i = 0; i < scope->symbols.capacity; i++)
        if (scope->symbols.keys[i] != NULL)
            suggest_consider(suggestion, wanted, scope->symbols.keys[i]);
    for (const Type *type = scope->structure; type != NULL; type = type->base)
        for (int i = 0; i < type->field_count; i++)
            if (type->fields[i].name != NULL)
                suggest_consider(suggestion, wanted, type->fields[i].name);
    for (int i = 0; i < scope->used.count; i++)
        consider_scope(checker, scope->used.items[i], wanted, suggestion);
}

const char *scope_suggest(Checker *checker, Name name)
{
    Suggestion suggestion = {NULL, 0};
    for (const Scope *scope = checker->scope; scope != NULL; scope = scope->parent)
        consider_scope(checker, scope, name, &suggestion);
    suggest_builtins(&suggestion, name);
    return suggestion.best;
}

/* Reports a second declaration of `name` in the current scope, unless both are functions. */
bool name_is_declared(Checker *checker, Name name, SourcePos pos, SymbolKind kind)
{
    Symbol *other = name != NULL ? scope_find_here(checker->scope, name) : NULL;
    if (other == NULL || other->is_leaked || (kind == SYMBOL_FUNCTIONS && other->kind == SYMBOL_FUNCTIONS))
        return false;
    diag_report(checker->diagnostics, pos, DIAG_redeclared, name);
    if (other->pos != SOURCE_NOWHERE)
        diag_report(checker->diagnostics, other->pos, DIAG_declared_here, name);
    return true;
}
