/* The name that was probably meant: what another language's word is called here, or the nearest one
 * among those that can be seen, declared ones and intrinsics. */
#include "scopes_priv.h"
#include "syntax/syntax.h"

enum { SHORTEST_STATEMENT = 3 };

static const char *find_dialect(const char *name)
{
    static const struct { const char *written, *meant; } ROWS[] = {
#define DIALECT(written, meant) {written, meant},
#include "dialect.def"
#undef DIALECT
    };
    for (int i = 0; i < COUNT_OF(ROWS); i++)
        if (strcmp(ROWS[i].written, name) == 0)
            return ROWS[i].meant;
    return NULL;
}

static void consider_scope(Scope *scope, int lookup, NearestName *nearest)
{
    if (scope->lookup == lookup)
        return;
    scope->lookup = lookup;
    for (int i = 0; i < scope->symbols.capacity; i++)
        if (scope->symbols.keys[i] != NULL)
            nearest_consider(nearest, scope->symbols.keys[i]);
    for (const Type *type = scope->structure; type != NULL; type = type->base)
        for (int i = 0; i < type->field_count; i++)
            if (type->fields[i].name != NULL)
                nearest_consider(nearest, type->fields[i].name);
    for (int i = 0; i < scope->used.count; i++)
        consider_scope(scope->used.items[i], lookup, nearest);
}

const char *scope_suggest(Checker *checker, Name name)
{
    NearestName nearest = {name, find_dialect(name), 0};
    if (nearest.best != NULL)
        return nearest.best;
    int lookup = ++checker->lookups;
    for (Scope *scope = checker->scope; scope != NULL; scope = scope->parent)
        consider_scope(scope, lookup, &nearest);
    suggest_builtins(&nearest);
    const char *word = syntax_nearest_word(name);
    if (word != NULL && strlen(word) > SHORTEST_STATEMENT) /* no name is near to `for` alone */
        nearest_consider(&nearest, word);
    return nearest.best;
}
