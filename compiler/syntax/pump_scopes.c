/* Scopes of the token pump: only names of types, templates and namespaces are kept, and values that
 * hide one of those.
 *
 * A name leads to its symbols, the newest first; the first whose scope is active is meant. Blocks
 * forget their symbols when they close; namespaces, structs and enums keep theirs for `A::b`. */
#include "pump_priv.h"

static Symbol *declare_builtin(Scopes *scopes, Names *names, const char *name, SymbolClass class)
{
    return scopes_declare(scopes, scopes->open.items[0], names_intern_text(names, name), class);
}

/* float, float1..4, float1x1..4x4 */
static void declare_scalar(Scopes *scopes, Names *names, const char *scalar)
{
    char name[32];
    declare_builtin(scopes, names, scalar, SYMBOL_TYPE);
    for (int rows = 1; rows <= 4; rows++) {
        snprintf(name, sizeof name, "%s%d", scalar, rows);
        declare_builtin(scopes, names, name, SYMBOL_TYPE);
        for (int columns = 1; columns <= 4; columns++) {
            snprintf(name, sizeof name, "%s%dx%d", scalar, rows, columns);
            declare_builtin(scopes, names, name, SYMBOL_TYPE)->is_matrix = true;
        }
    }
}

static void declare_builtins(Scopes *scopes, Names *names)
{
#define SCALAR_TYPE(name) declare_scalar(scopes, names, #name);
#define PLAIN_TYPE(name) declare_builtin(scopes, names, #name, SYMBOL_TYPE);
#define TEMPLATE_TYPE(name) declare_builtin(scopes, names, #name, SYMBOL_TEMPLATE_TYPE);
#include "builtin_types.def"
#define FOREIGN_TYPE(name, reason) declare_builtin(scopes, names, #name, SYMBOL_TEMPLATE_TYPE);
#define STATE_TYPE(name, reason) \
    declare_builtin(scopes, names, #name, SYMBOL_TEMPLATE_TYPE)->has_state = true;
#include "foreign.def"
    static const char *const SAMPLERS[] = {"sampler", "SamplerState", "SamplerComparisonState"};
    for (int i = 0; i < COUNT_OF(SAMPLERS); i++)
        scopes_find(scopes, names_intern_text(names, SAMPLERS[i]))->has_state = true;
    scopes_find(scopes, names_intern_text(names, "matrix"))->is_matrix = true;
}

void scopes_init(Scopes *scopes, Arena *arena, Names *names)
{
    *scopes = (Scopes){.arena = arena, .symbols = name_map_new(arena)};
    scopes_open(scopes, scopes_new(scopes, SCOPE_NAMED)); /* the compiler's names */
    declare_builtins(scopes, names);
    scopes_open(scopes, scopes_new(scopes, SCOPE_NAMED)); /* the file's */
}

Scope *scopes_new(Scopes *scopes, ScopeKind kind)
{
    Scope *scope = ARENA_NEW(scopes->arena, Scope);
    scope->kind = kind;
    return scope;
}

static void activate(Scope *scope, int change)
{
    scope->active += change;
    for (int i = 0; i < scope->used.count; i++)
        scope->used.items[i]->active += change;
}

void scopes_open(Scopes *scopes, Scope *scope)
{
    activate(scope, 1);
    vec_push(scopes->arena, &scopes->open, scope);
}

/* Takes the symbol off its name's list. */
static void forget(Scopes *scopes, Symbol *symbol)
{
    Symbol *first = name_map_find(scopes->symbols, symbol->name);
    if (first == symbol) {
        name_map_set(scopes->symbols, symbol->name, symbol->next);
        return;
    }
    for (; first != NULL; first = first->next) {
        if (first->next == symbol) {
            first->next = symbol->next;
            return;
        }
    }
}

void scopes_close(Scopes *scopes, int count)
{
    while (scopes->open.count > count) {
        Scope *scope = scopes->open.items[--scopes->open.count];
        activate(scope, -1);
        for (int i = scope->symbols.count; i-- > 0;)
            forget(scopes, scope->symbols.items[i]);
    }
}

/* Once: namespaces may lead to each other in many ways, and back to themselves. `before`: how many `user` has that it may
 * be among. */
static void use_one(Scopes *scopes, Scope *user, Scope *used, int before)
{
    if (used == user)
        return;
    for (int i = 0; i < before; i++)
        if (user->used.items[i] == used)
            return;
    vec_push(scopes->arena, &user->used, used);
    used->active += user->active;
}

void scopes_use(Scopes *scopes, Scope *user, Scope *used)
{
    if (used == NULL)
        return;
    const int before = user->used.count;
    use_one(scopes, user, used, before);
    for (int i = 0, count = used->used.count; i < count; i++) /* a base's bases, none of which is `used` or there twice */
        use_one(scopes, user, used->used.items[i], before);
}

static Symbol *find_own(const Scopes *scopes, const Scope *scope, Name name)
{
    Symbol *symbol = name_map_find(scopes->symbols, name);
    while (symbol != NULL && symbol->scope != scope)
        symbol = symbol->next;
    return symbol;
}

Symbol *scopes_declare(Scopes *scopes, Scope *scope, Name name, SymbolClass class)
{
    Symbol *symbol = find_own(scopes, scope, name);
    if (symbol != NULL) {
        if (class != SYMBOL_VALUE)
            symbol->class = class;
        return symbol;
    }
    symbol = ARENA_NEW(scopes->arena, Symbol);
    *symbol = (Symbol){.name = name, .class = class, .scope = scope};
    symbol->next = name_map_find(scopes->symbols, name);
    name_map_set(scopes->symbols, name, symbol);
    if (scope->kind != SCOPE_NAMED)
        vec_push(scopes->arena, &scope->symbols, symbol);
    return symbol;
}

Symbol *scopes_find(const Scopes *scopes, Name name)
{
    Symbol *symbol = name_map_find(scopes->symbols, name);
    while (symbol != NULL && symbol->scope->active == 0)
        symbol = symbol->next;
    return symbol;
}

Symbol *scopes_find_in(const Scopes *scopes, const Scope *scope, Name name)
{
    Symbol *symbol = find_own(scopes, scope, name);
    for (int i = 0; symbol == NULL && i < scope->used.count; i++)
        symbol = find_own(scopes, scope->used.items[i], name);
    return symbol;
}
