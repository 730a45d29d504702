/* The name that was probably meant, among those that can be seen: declared ones and intrinsics. */
#include "scopes_priv.h"
#include "syntax/syntax.h"

static void consider_scope(Checker *checker, const Scope *scope, Name wanted,
                           Suggestion *suggestion)
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
    const char *word = syntax_nearest_word(name);
    if (word != NULL)
        suggest_consider(&suggestion, name, word);
    return suggestion.best;
}
