/* What is defined outside of where it is declared: methods, methods' templates, static members and structs of structs;
 * functions and structs of namespaces. Of a struct that is a template, each instance takes them. */
#include "core_priv.h"

/* ---- one member ---- */

/* What was declared in the struct says whether a method is static; its definition does not. */
static Candidate *find_declaration(Checker *checker, const AstDecl *ast, const StructInfo *info,
                                   const Symbol *symbol, Candidate **definition)
{
    *definition = function_signature(checker, ast, checker->scope, info->type);
    Candidate *declared = find_same(symbol, *definition);
    if (declared != NULL)
        return declared;
    checker->functions.count--; /* no method: forgotten */
    AstDecl *is_static = ARENA_NEW(checker->arena, AstDecl);
    *is_static = *ast;
    is_static->qualifiers |= AST_STATIC;
    *definition = function_signature(checker, is_static, checker->scope, info->type);
    declared = find_same(symbol, *definition);
    checker->functions.count -= declared == NULL;
    return declared;
}

static void define_method(Checker *checker, const AstDecl *ast, const StructInfo *info)
{
    Name name = ast->is_operator ? operator_name(checker, ast->operator_op) : ast->name;
    Symbol *symbol = scope_find_here(info->scope, name);
    Candidate *definition, *declared = NULL;
    if (symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS)
        declared = find_declaration(checker, ast, info, symbol, &definition);
    if (declared == NULL) {
        diag_report(checker->diagnostics, ast->pos,
                    symbol != NULL ? DIAG_no_such_method : DIAG_no_member, info->type, name);
        return;
    }
    definition->function->name = name;
    declared = merge(checker, declared, definition);
    if (!declared->is_lazy && body_is_due(checker, declared))
        check_function_body(checker, declared);
}

static void define_value(Checker *checker, const AstDecl *ast, const StructInfo *info)
{
    Symbol *symbol = scope_find_here(info->scope, ast->name);
    Variable *variable = symbol != NULL && symbol->kind == SYMBOL_VARIABLE ? symbol->variable
                                                                           : NULL;
    if (variable == NULL ||
        (variable->storage != STORAGE_STATIC && variable->storage != STORAGE_CONSTANT)) {
        diag_report(checker->diagnostics, ast->pos, DIAG_no_member, info->type, ast->name);
        return;
    }
    const Type *type = declared_type(checker, ast, ARRAY_SIZED);
    bool has_value = variable->init != NULL || variable->value != NULL;
    if (type_is_error(type) || (ast->init == NULL && type_same(type, variable->type)))
        return;
    if (!has_value && type_same(type, variable->type)) {
        define_static(checker, ast, variable);
        return;
    }
    diag_report(checker->diagnostics, ast->pos, DIAG_redeclared, ast->name);
    diag_report(checker->diagnostics, variable->pos, DIAG_declared_here, ast->name);
}

/* The struct was declared in `info`; its members see the names that the checker's scope binds. */
static void define_struct(Checker *checker, const AstDecl *ast, const StructInfo *info)
{
    Symbol *symbol = scope_find_here(info->scope, ast->name);
    StructInfo *inner = symbol != NULL && symbol->kind == SYMBOL_TYPE ? struct_info(checker, symbol->type) : NULL;
    if (inner == NULL)
        diag_report(checker->diagnostics, ast->pos, DIAG_no_member, info->type, ast->name);
    else if (inner->is_complete)
        diag_report(checker->diagnostics, ast->pos, DIAG_redeclared, ast->name);
    else {
        inner->decl = ast;
        inner->scope->parent = checker->scope;
        complete_struct(checker, ast, inner->type, BODIES_ON_CALL);
    }
}

void define_member(Checker *checker, const AstDecl *ast, StructInfo *info)
{
    if (ast->kind == AST_STRUCT)
        define_struct(checker, ast, info);
    else if (ast->kind == AST_FUNCTION)
        define_method(checker, ast, info);
    else
        define_value(checker, ast, info);
}

/* ---- whose it is ---- */

static void define_in_struct(Checker *checker, const AstDecl *ast, StructInfo *info)
{
    Scope *outer = checker->scope;
    checker->scope = info->scope;
    bool is_special = ast->kind == AST_FUNCTION && ast->is_specialisation && !ast->is_template;
    if (!ast->is_template && (!is_special || !specialise_method(checker, ast, info->scope)))
        define_member(checker, ast, info);
    else if (ast->is_template &&
             (ast->kind != AST_FUNCTION || !define_method_template(checker, ast, info->scope)))
        diag_report(checker->diagnostics, ast->pos, DIAG_no_member, info->type, ast->name);
    checker->scope = outer;
}

/* A function or a struct that is defined outside its namespace; or outside its struct. */
static void define_in_scope(Checker *checker, const AstDecl *ast, Scope *scope)
{
    Scope *outer = checker->scope;
    AstDecl *plain = ARENA_NEW(checker->arena, AstDecl);
    *plain = *ast;
    plain->path.count = 0;
    checker->scope = scope;
    check_global(checker, plain);
    checker->scope = outer;
}

/* `int S<float>::f() {...}` of `template<> struct S<float>`. Of what is made of the template itself the members are
 * the template's. */
static void define_in_specialisation(Checker *checker, const AstDecl *ast, Template *template)
{
    AstType use = {.kind = AST_TYPE_NAMED,
                   .pos = ast->path.pos,
                   .name = ast->path,
                   .has_arguments = true,
                   .arguments = ast->path.arguments->items,
                   .argument_count = ast->path.arguments->count};
    use.name.count--;
    const Type *type = template_struct(checker, template, &use);
    StructInfo *info = type->kind == TYPE_STRUCT ? struct_info(checker, type) : NULL;
    if (info != NULL && info->decl->is_specialisation && !ast->is_specialisation)
        define_in_struct(checker, ast, info);
    else if (!type_is_error(type))
        diag_report(checker->diagnostics, ast->path.pos, DIAG_unsupported, ast->name,
                    "members of one specialisation that is none of the struct");
}

/* C++11 7.1.1: a member is static as its struct declares it; a struct is one that has been declared. */
static bool is_well_placed(Checker *checker, const AstDecl *ast, const Symbol *owner, Scope *scope)
{
    uint32_t qualifiers = ast->qualifiers | (ast->type != NULL ? ast->type->qualifiers : 0);
    bool is_static = owner->kind != SYMBOL_NAMESPACE && (qualifiers & AST_STATIC);
    bool is_missing = ast->kind == AST_STRUCT && !ast->is_specialisation && scope != NULL &&
                      scope_find_here(scope, ast->name) == NULL;
    if (is_static)
        diag_report(checker->diagnostics, ast->pos, DIAG_static_outside, ast->name);
    else if (is_missing)
        diag_report(checker->diagnostics, ast->pos, DIAG_unknown_name, ast->name);
    return !is_static && !is_missing;
}

/* Of a qualified name; the last part of the qualifier, where none has some. */
static int first_part_with_arguments(const AstPath *path)
{
    int part = 0;
    while (part < path->count - 2 && ast_part_arguments(path, part) == NULL)
        part++;
    return part;
}

void define_outside(Checker *checker, const AstDecl *ast)
{
    bool failed;
    int part = ast->is_template ? first_part_with_arguments(&ast->path) : ast->path.count - 2;
    AstPath qualifier = ast->path;
    qualifier.count = part + 1;
    const AstPartArguments *arguments = ast_part_arguments(&qualifier, part);
    bool has_arguments = arguments != NULL;
    if (has_arguments)
        qualifier.arguments = arguments->outer;
    Found found = scope_lookup_path(checker, &qualifier, &failed);
    SymbolKind kind = found.symbol != NULL ? found.symbol->kind : SYMBOL_VARIABLE;
    StructInfo *info = kind == SYMBOL_TYPE ? struct_info(checker, found.symbol->type) : NULL;
    Scope *scope = info != NULL ? info->scope : found.symbol != NULL ? found.symbol->scope : NULL;
    if (failed || (found.symbol != NULL && !is_well_placed(checker, ast, found.symbol, scope)))
        return;
    if (info != NULL && ast->kind == AST_STRUCT)
        define_in_scope(checker, ast, info->scope);
    else if (info != NULL)
        define_in_struct(checker, ast, info);
    else if (kind == SYMBOL_TEMPLATE && has_arguments && ast->is_template)
        define_template_member(checker, ast, found.symbol->template, part);
    else if (kind == SYMBOL_TEMPLATE && has_arguments)
        define_in_specialisation(checker, ast, found.symbol->template);
    else if (kind == SYMBOL_NAMESPACE && ast->kind != AST_VARIABLE)
        define_in_scope(checker, ast, found.symbol->scope);
    else if (kind == SYMBOL_NAMESPACE)
        diag_report(checker->diagnostics, ast->path.pos, DIAG_unsupported, ast->name,
                    "variables of a namespace that are defined outside it");
    else
        diag_report(checker->diagnostics, ast->path.pos, DIAG_unknown_qualifier,
                    qualifier.parts[qualifier.count - 1]);
}
