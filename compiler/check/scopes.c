/* Scopes: what a name means where it stands.
 *
 * Lookup goes outwards; the scope of a struct counts its fields and its bases' members; a scope
 * that `using namespace` was said in counts the namespace's names after its own. */
#include "scopes_priv.h"

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

static Found found_in_struct(Checker *checker, const Type *structure, Name name)
{
    const Type *owner;
    int field = struct_find_field(structure, name);
    if (field >= 0)
        return (Found){NULL, structure, field};
    return (Found){struct_find_member(checker, structure, name, &owner), NULL, -1};
}

Found scope_lookup_in(Checker *checker, const Scope *scope, Name name)
{
    Found found = {scope_find_here(scope, name), NULL, -1};
    if (found.symbol == NULL && scope->structure != NULL)
        found = found_in_struct(checker, scope->structure, name);
    for (int i = 0; i < scope->used.count && found.symbol == NULL && found.structure == NULL; i++)
        found = scope_lookup_in(checker, scope->used.items[i], name);
    return found;
}

Found scope_lookup(Checker *checker, Name name)
{
    Found found = {NULL, NULL, -1};
    for (const Scope *scope = checker->scope; scope != NULL; scope = scope->parent) {
        found = scope_lookup_in(checker, scope, name);
        if (found.symbol != NULL || found.structure != NULL)
            break;
    }
    return found;
}

/* Words that name types or qualify them always, though the grammar takes them for names. */
static bool is_reserved(const char *name)
{
    static const char *const RESERVED[] = {"void",   "bool",   "int",    "float", "double", "dword",
                                           "string", "matrix", "unorm",  "snorm", "half",   "centroid"};
    for (int i = 0; i < COUNT_OF(RESERVED); i++)
        if (strcmp(RESERVED[i], name) == 0)
            return true;
    return false;
}

bool name_is_declared(Checker *checker, Name name, SourcePos pos, SymbolKind kind)
{
    if (name != NULL && is_reserved(name))
        diag_report(checker->diagnostics, pos, DIAG_reserved_name, name);
    Symbol *other = name != NULL ? scope_find_here(checker->scope, name) : NULL;
    if (other == NULL || other->is_leaked ||
        (kind == SYMBOL_FUNCTIONS && other->kind == SYMBOL_FUNCTIONS))
        return false;
    diag_report(checker->diagnostics, pos, DIAG_redeclared, name);
    if (other->pos != SOURCE_NOWHERE)
        diag_report(checker->diagnostics, other->pos, DIAG_declared_here, name);
    return true;
}

Symbol *declare_variable(Checker *checker, Variable *variable)
{
    name_is_declared(checker, variable->name, variable->pos, SYMBOL_VARIABLE);
    Symbol *symbol = scope_add(checker, checker->scope, SYMBOL_VARIABLE, variable->name,
                               variable->pos);
    symbol->variable = variable;
    return symbol;
}
