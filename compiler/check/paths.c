/* Qualified names: `a::b::c`, and `Trait<int>::value`, whose qualifier is an instance of a
 * template. */
#include "core_priv.h"

/* The scope that a qualifier names, or NULL. */
static Scope *scope_of_symbol(Checker *checker, const Symbol *symbol)
{
    if (symbol == NULL)
        return NULL;
    if (symbol->kind == SYMBOL_NAMESPACE)
        return symbol->scope;
    if (symbol->kind == SYMBOL_TYPE)
        type_finish(checker, symbol->type);
    if (symbol->kind == SYMBOL_TYPE && symbol->type->kind == TYPE_STRUCT)
        return struct_info(checker, symbol->type)->scope;
    if (symbol->kind == SYMBOL_TYPE && symbol->type->kind == TYPE_ENUM)
        return map_find(&checker->structs, symbol->type); /* enumerators' scope: structs.c keeps it
                                                             there */
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

/* The scope of `Trait<int>` in `Trait<int>::value`; *failed: it could not be made, which was
 * reported. */
static Scope *scope_of_instance(Checker *checker, Template *template, const AstPath *path,
                                const AstPartArguments *arguments, bool *failed)
{
    AstType use = {.kind = AST_TYPE_NAMED,
                   .pos = path->pos,
                   .name = *path,
                   .has_arguments = true,
                   .arguments = arguments->items,
                   .argument_count = arguments->count};
    const Type *type = template_struct(checker, template, &use);
    *failed = type_is_error(type);
    Symbol symbol = {.kind = SYMBOL_TYPE, .type = type};
    return scope_of_symbol(checker, &symbol);
}

/* Two namespaces that are used have the name. */
static Found one_meaning(Checker *checker, Found found, SourcePos pos, bool *failed)
{
    if (found.other == NULL)
        return found;
    diag_report(checker->diagnostics, pos, DIAG_ambiguous_name, found.symbol->name);
    diag_report(checker->diagnostics, found.symbol->pos, DIAG_declared_here, found.symbol->name);
    diag_report(checker->diagnostics, found.other->pos, DIAG_declared_here, found.other->name);
    *failed = true;
    return NOT_FOUND;
}

/* Before :: a variable or a field hides nothing: `Kind Kind = Kind::FIRST;`. */
static Found lookup_qualifier(Checker *checker, Name name)
{
    Scope *here = checker->scope;
    Found found = scope_lookup(checker, name), first = found;
    while ((found.structure != NULL ||
            (found.symbol != NULL && found.symbol->kind == SYMBOL_VARIABLE)) &&
           checker->scope->parent != NULL) {
        checker->scope = checker->scope->parent;
        found = scope_lookup(checker, name);
    }
    checker->scope = here;
    return found.symbol != NULL && found.symbol->kind != SYMBOL_VARIABLE ? found : first;
}

Found scope_lookup_path(Checker *checker, const AstPath *path, bool *failed)
{
    *failed = false;
    if (path->count == 1 && !path->global)
        return one_meaning(checker, scope_lookup(checker, path->parts[0]), path->pos, failed);
    Scope *scope = path->global ? checker->global : NULL;
    for (int i = 0; i + 1 < path->count; i++) {
        Found found = scope != NULL ? scope_lookup_in(checker, scope, path->parts[i])
                                    : lookup_qualifier(checker, path->parts[i]);
        found = one_meaning(checker, found, path->pos, failed);
        if (*failed)
            return found;
        const AstPartArguments *arguments = ast_part_arguments(path, i);
        if (arguments != NULL && i == 0 && !path->global)
            found.symbol = scope_prefer_template(checker, found.symbol);
        bool is_template = found.symbol != NULL && found.symbol->kind == SYMBOL_TEMPLATE &&
                           arguments != NULL;
        scope = is_template ? scope_of_instance(checker, found.symbol->template, path, arguments, failed)
                            : scope_of_symbol(checker, found.symbol);
        if (*failed)
            return NOT_FOUND;
        if (scope == NULL) {
            int parts = found.symbol == NULL ? i + 1 : path->count;
            DiagTrap *trap = set_trap_for_missing(checker, parts);
            diag_report(checker->diagnostics, path->pos, DIAG_unknown_qualifier, path->parts[i]);
            diag_set_trap(checker->diagnostics, trap);
            *failed = true;
            return NOT_FOUND;
        }
    }
    return one_meaning(checker, scope_lookup_in(checker, scope, path->parts[path->count - 1]), path->pos, failed);
}
