/* Declarations at file and namespace scope. */
#include "check_priv.h"

static void check_static_assert(Checker *checker, const AstDecl *ast)
{
    Expr *condition = check_condition(checker, ast->init, "_Static_assert");
    if (expr_is_error(condition))
        return;
    if (constant_leaves(condition) == NULL)
        diag_report(checker->diagnostics, ast->init->start, DIAG_not_constant, "a static assertion");
    else if (!constant_is_true(condition))
        diag_report(checker->diagnostics, ast->init->start, DIAG_assertion_failed);
}

static void use_namespace(Checker *checker, const AstDecl *ast)
{
    bool failed;
    Found found = scope_lookup_path(checker, &ast->path, &failed);
    Name name = ast->path.parts[ast->path.count - 1];
    if (failed || (found.symbol == NULL && strcmp(name, "dx") == 0))
        return;
    if (found.symbol == NULL || found.symbol->kind != SYMBOL_NAMESPACE)
        diag_report(checker->diagnostics, ast->path.pos, DIAG_unknown_qualifier, name);
    else
        vec_push(checker->arena, &checker->scope->used, found.symbol->scope);
}

/* A namespace may be opened again; one without a name is visible around it. */
/* The namespace of that name in the current scope, made where it is new; the scope becomes the namespace's. */
static void enter_namespace(Checker *checker, Name name, SourcePos pos)
{
    Symbol *symbol = name != NULL ? scope_find_here(checker->scope, name) : NULL;
    if (symbol == NULL || symbol->kind != SYMBOL_NAMESPACE) {
        name_is_declared(checker, name, pos, SYMBOL_NAMESPACE);
        symbol = scope_add(checker, checker->scope, SYMBOL_NAMESPACE, name, pos);
        symbol->scope = scope_new(checker, checker->scope);
        symbol->scope->name = name;
        if (name == NULL)
            vec_push(checker->arena, &checker->scope->used, symbol->scope);
    }
    checker->scope = symbol->scope;
}

static void declare_namespace(Checker *checker, const AstDecl *ast)
{
    Scope *outer = checker->scope;
    for (int i = 0; i + 1 < ast->path.count; i++) /* namespace A::B */
        enter_namespace(checker, ast->path.parts[i], ast->pos);
    enter_namespace(checker, ast->name, ast->pos);
    declare_members(checker, ast->members, ast->member_count);
    checker->scope = outer;
}

void declare_members(Checker *checker, AstDecl *const *decls, int count)
{
    for (int i = 0; i < count; i++)
        check_global(checker, decls[i]);
}

/* ---- variables ---- */

static const Type *base_element(const Type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type;
}

/* `const` with a value is as good as static const: hosts cannot set it apart from its default. */
static bool is_static(const AstDecl *ast)
{
    uint32_t qualifiers = ast->qualifiers | ast->type->qualifiers;
    return (qualifiers & AST_STATIC) != 0 || ((qualifiers & AST_CONST) != 0 && ast->init != NULL);
}

static void declare_global_variable(Checker *checker, const AstDecl *ast)
{
    uint32_t qualifiers = ast->qualifiers | ast->type->qualifiers;
    if (qualifiers & AST_GROUPSHARED) {
        declare_variable(checker, declare_groupshared(checker, ast));
        return;
    }
    if (is_static(ast) || ast->type->kind == AST_TYPE_AUTO) {
        declare_variable(checker, declare_static(checker, ast));
        return;
    }
    const Type *type = declared_type(checker, ast, ARRAY_OPEN);
    if (base_element(type)->kind == TYPE_RESOURCE) {
        declare_resource(checker, ast, type);
    } else if (type_has_resources(type)) {
        declare_resource_struct(checker, ast, type);
    } else {
        declare_global_constant(checker, ast, type);
    }
}

void check_global(Checker *checker, const AstDecl *ast)
{
    if (ast->is_template || ast->is_specialisation) {
        declare_template(checker, ast);
        return;
    }
    switch (ast->kind) {
    case AST_VARIABLE: declare_global_variable(checker, ast); break;
    case AST_FUNCTION: declare_function(checker, ast); break;
    case AST_STRUCT: declare_struct(checker, ast); break;
    case AST_ENUM: declare_enum(checker, ast); break;
    case AST_TYPEDEF: declare_typedef(checker, ast); break;
    case AST_NAMESPACE: declare_namespace(checker, ast); break;
    case AST_CBUFFER: declare_cbuffer(checker, ast); break;
    case AST_USING_NAMESPACE: use_namespace(checker, ast); break;
    case AST_STATIC_ASSERT: check_static_assert(checker, ast); break;
    case AST_ENUMERATOR: case AST_EMPTY_DECL: break;
    }
}
