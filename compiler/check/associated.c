/* Functions that are found by the arguments of their call (C++11 3.4.2): `area(shape)` of a Space::Shape means
 * Space::area too, wherever it stands. A call of one name that means functions or nothing where it stands goes to those of
 * this name in the namespaces of its arguments' types, too: of structs and their bases, of what structs' templates and
 * resources are made of, of enums and of arrays' elements. Directives in these namespaces do not count. */
#include "scopes_priv.h"

typedef struct Namespaces { VEC(const Scope *) scopes; } Namespaces;

static void add_namespace(Checker *checker, const Scope *scope, Namespaces *namespaces)
{
    while (!scope->is_namespace)
        scope = scope->parent;
    for (int i = 0; i < namespaces->scopes.count; i++)
        if (namespaces->scopes.items[i] == scope)
            return;
    vec_push(checker->arena, &namespaces->scopes, scope);
}

static void add_of_type(Checker *checker, const Type *type, Namespaces *namespaces)
{
    while (type != NULL && (type->kind == TYPE_ARRAY || type->kind == TYPE_RESOURCE))
        type = type->element;
    if (type == NULL || (type->kind != TYPE_STRUCT && type->kind != TYPE_ENUM))
        return;
    const StructInfo *info = type->kind == TYPE_STRUCT ? struct_info(checker, type) : NULL;
    const Scope *own = info != NULL ? info->scope : map_find(&checker->structs, type);
    if (own != NULL && own->parent != NULL)
        add_namespace(checker, own->parent, namespaces);
    if (info == NULL)
        return;
    type_finish(checker, type);
    add_of_type(checker, type->base, namespaces);
    for (int i = 0; info->instance != NULL && i < info->instance->argument_count; i++)
        add_of_type(checker, info->instance->arguments[i].type, namespaces);
}

static bool is_of_struct(const Symbol *functions)
{
    return functions->candidates.count > 0 && functions->candidates.items[0]->structure != NULL;
}

void scope_join_associated(Checker *checker, Found *found, Name name, Expr *const *arguments, int count)
{
    Namespaces namespaces = {0};
    if (found->structure != NULL ||
        (found->symbol != NULL && (found->symbol->kind != SYMBOL_FUNCTIONS || is_of_struct(found->symbol))))
        return;
    for (int i = 0; i < count; i++)
        add_of_type(checker, arguments[i]->type, &namespaces);
    for (int i = 0; i < namespaces.scopes.count; i++) {
        Symbol *symbol = scope_find_here(namespaces.scopes.items[i], name);
        if (symbol == NULL || symbol->kind != SYMBOL_FUNCTIONS)
            continue;
        symbol->is_sought = true;
        scope_join(checker, found, symbol);
    }
}
