/* Scopes: what a name means where it stands.
 *
 * Lookup goes outwards; the scope of a struct counts its fields and its bases' members. What `using
 * namespace` brings in is visible as if it stood in the nearest namespace around both, the
 * directive and the namespace it names (C++11 7.3.4): beside that one's own names, with whose functions
 * it makes one set of overloads, and hidden by those further in. */
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
        return (Found){NULL, structure, field, NULL};
    return (Found){struct_find_member(checker, structure, name, &owner), NULL, -1, NULL};
}

/* ---- using namespace ---- */

static Symbol *join_overloads(Checker *checker, const Symbol *left, const Symbol *right)
{
    Symbol *joined = ARENA_NEW(checker->arena, Symbol);
    *joined = *left;
    memset(&joined->candidates, 0, sizeof joined->candidates);
    for (int i = 0; i < left->candidates.count; i++)
        vec_push(checker->arena, &joined->candidates, left->candidates.items[i]);
    for (int i = 0; i < right->candidates.count; i++) {
        bool is_there = false; /* by `using A::f` */
        for (int k = 0; k < left->candidates.count && !is_there; k++)
            is_there = left->candidates.items[k] == right->candidates.items[i];
        if (!is_there)
            vec_push(checker->arena, &joined->candidates, right->candidates.items[i]);
    }
    return joined;
}

void scope_join(Checker *checker, Found *found, Symbol *symbol)
{
    if (symbol == NULL || symbol == found->symbol || found->structure != NULL)
        return;
    if (found->symbol == NULL)
        found->symbol = symbol;
    else if (found->symbol->kind == SYMBOL_FUNCTIONS && symbol->kind == SYMBOL_FUNCTIONS)
        found->symbol = join_overloads(checker, found->symbol, symbol);
    else if (found->symbol->kind != SYMBOL_TYPE || symbol->kind != SYMBOL_TYPE || found->symbol->type != symbol->type)
        found->other = symbol;
}

typedef struct Used {
    const Scope *named, *around; /* a namespace, and in which its names are visible */
} Used;
typedef struct UsedList { VEC(Used) used; } UsedList;

static bool is_within(const Scope *scope, const Scope *outer)
{
    while (scope != NULL && scope != outer)
        scope = scope->parent;
    return scope != NULL;
}

/* The directives in `from`, as if they stood in `scope`: those of a namespace that is used count where
 * that is used. */
static void add_used(Checker *checker, const Scope *from, const Scope *scope, int lookup, UsedList *list)
{
    for (int i = 0; i < from->used.count; i++) {
        Scope *named = from->used.items[i];
        const Scope *around = scope;
        if (named->lookup == lookup)
            continue;
        named->lookup = lookup;
        while (!around->is_namespace || !is_within(named, around))
            around = around->parent;
        vec_push(checker->arena, &list->used, ((Used){named, around}));
        add_used(checker, named, scope, lookup, list);
    }
}

static Symbol *seek_here(const Scope *scope, Name name)
{
    Symbol *symbol = scope_find_here(scope, name);
    if (symbol != NULL)
        symbol->is_sought = true;
    return symbol;
}

static Found find_own(Checker *checker, const Scope *scope, Name name)
{
    Found found = {seek_here(scope, name), NULL, -1, NULL};
    if (found.symbol == NULL && scope->structure != NULL)
        found = found_in_struct(checker, scope->structure, name);
    return found;
}

Found scope_lookup_in(Checker *checker, const Scope *scope, Name name)
{
    Found found = find_own(checker, scope, name);
    if (found.symbol != NULL || found.structure != NULL || scope->used.count == 0)
        return found;
    UsedList list = {0};
    add_used(checker, scope, scope, ++checker->lookups, &list);
    for (int i = 0; i < list.used.count; i++)
        scope_join(checker, &found, seek_here(list.used.items[i].named, name));
    return found;
}

Found scope_lookup(Checker *checker, Name name)
{
    Found found = {NULL, NULL, -1, NULL};
    UsedList list = {0};
    int lookup = ++checker->lookups;
    for (const Scope *scope = checker->scope; scope != NULL; scope = scope->parent) {
        if (scope->used.count > 0)
            add_used(checker, scope, scope, lookup, &list);
        found = find_own(checker, scope, name);
        for (int i = 0; i < list.used.count; i++)
            if (list.used.items[i].around == scope)
                scope_join(checker, &found, seek_here(list.used.items[i].named, name));
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
