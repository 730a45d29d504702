/* Declarations at file and namespace scope. */
#include "core_priv.h"

static void check_static_assert(Checker *checker, const AstDecl *ast)
{
    Expr *condition = check_condition(checker, ast->init, "_Static_assert");
    if (expr_is_error(condition))
        return;
    if (constant_leaves(condition) == NULL)
        diag_report(checker->diagnostics, ast->init->start, DIAG_not_constant,
                    "a static assertion");
    else if (!constant_is_true(condition))
        diag_report(checker->diagnostics, ast->init->start, DIAG_assertion_failed);
}

static void use_namespace(Checker *checker, const AstDecl *ast)
{
    bool failed;
    Found found = scope_lookup_path(checker, &ast->path, &failed);
    Name name = ast->path.parts[ast->path.count - 1];
    if (failed || (found.symbol == NULL && foreign_namespace_reason(name) != NULL))
        return;
    if (found.symbol == NULL || found.symbol->kind != SYMBOL_NAMESPACE)
        diag_report(checker->diagnostics, ast->path.pos, DIAG_unknown_qualifier, name);
    else
        vec_push(checker->arena, &checker->scope->used, found.symbol->scope);
}

/* `using A::b;`: what b means in A it means here too. Of functions, overloads are added to those of the name that
 * are here, but for those that have an overload's parameters, which hide it. */

/* What the declaration names; NULL: a field of a base, which is known here anyhow, or nothing, which was
 * reported. */
static Symbol *named(Checker *checker, const AstDecl *ast)
{
    bool failed;
    Found found = scope_lookup_path(checker, &ast->path, &failed);
    if (!failed && found.symbol == NULL && found.structure == NULL)
        diag_report(checker->diagnostics, ast->path.pos, DIAG_unknown_name, ast->path.parts[ast->path.count - 1]);
    return failed ? NULL : found.symbol;
}

/* Parameters but for the object that a method is called on. */
static bool takes_the_same(const Candidate *left, const Candidate *right)
{
    if (left->template != NULL || right->template != NULL)
        return false;
    const Function *a = left->function, *b = right->function;
    int of_left = left->structure != NULL && !left->is_static, of_right = right->structure != NULL && !right->is_static;
    if (a->parameter_count - of_left != b->parameter_count - of_right)
        return false;
    for (int i = 0; i < a->parameter_count - of_left; i++)
        if (!type_same(a->parameters[of_left + i]->type, b->parameters[of_right + i]->type))
            return false;
    return true;
}

static void add_overloads(Checker *checker, const Symbol *from, Name name, SourcePos pos)
{
    Symbol *here = functions_named(checker, checker->scope, name, pos);
    int own = here->candidates.count;
    for (int i = 0; i < from->candidates.count; i++) {
        bool is_hidden = false;
        for (int k = 0; k < own; k++)
            is_hidden |= here->candidates.items[k] == from->candidates.items[i] ||
                         takes_the_same(here->candidates.items[k], from->candidates.items[i]);
        if (!is_hidden)
            vec_push(checker->arena, &here->candidates, from->candidates.items[i]);
    }
}

void use_functions(Checker *checker, const AstDecl *ast)
{
    Symbol *symbol = named(checker, ast);
    if (symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS && symbol != scope_find_here(checker->scope, symbol->name))
        add_overloads(checker, symbol, symbol->name, ast->pos);
}

void use_others(Checker *checker, const AstDecl *ast)
{
    Symbol *symbol = named(checker, ast);
    if (symbol == NULL || symbol->kind == SYMBOL_FUNCTIONS || symbol == scope_find_here(checker->scope, symbol->name))
        return;
    if (!name_is_declared(checker, symbol->name, ast->path.pos, symbol->kind))
        map_put(checker->arena, &checker->scope->symbols, symbol->name, symbol);
}

/* The current scope becomes the namespace's, which is made where it is new. A namespace may be
 * opened again; one without a name is visible around it. */
static void enter_namespace(Checker *checker, Name name, SourcePos pos)
{
    Symbol *symbol = name != NULL ? scope_find_here(checker->scope, name) : NULL;
    if (symbol == NULL || symbol->kind != SYMBOL_NAMESPACE) {
        name_is_declared(checker, name, pos, SYMBOL_NAMESPACE);
        symbol = scope_add(checker, checker->scope, SYMBOL_NAMESPACE, name, pos);
        symbol->scope = scope_new(checker, checker->scope);
        symbol->scope->name = name;
        symbol->scope->is_namespace = true;
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

/* ---- constant buffers ---- */

static ConstantLeaf *member_default(Checker *checker, const AstDecl *ast, const Type *type)
{
    Expr *value = check_declared_value(checker, ast, type);
    const ConstantLeaf *leaves = expr_is_error(value) ? NULL : constant_leaves(value);
    if (leaves == NULL && !expr_is_error(value))
        diag_report(checker->diagnostics, ast->init->start, DIAG_not_constant,
                    "the default of a constant-buffer member");
    return (ConstantLeaf *)(uintptr_t)leaves;
}

static void declare_member(Checker *checker, const AstDecl *ast, const Type *type, Block *block)
{
    if (type->kind == TYPE_ARRAY && type->count < 0) { /* as many as there are: of resources alone */
        diag_report(checker->diagnostics, ast->pos, DIAG_array_size_missing);
        type = type_error(checker);
    }
    Variable *member = block_new_member(checker, ast, type, block);
    if (ast->init != NULL)
        member->value = member_default(checker, ast, type);
    block_place_member(checker, ast, member, block);
    declare_variable(checker, member);
}

static bool is_plain_member(const AstDecl *ast)
{
    uint32_t qualifiers = ast->kind == AST_VARIABLE ? ast->qualifiers | ast->type->qualifiers : 0;
    return ast->kind == AST_VARIABLE && !ast->is_template &&
           (qualifiers & (AST_STATIC | AST_GROUPSHARED)) == 0;
}

static bool has_foreign_type(Checker *checker, const AstDecl *ast)
{
    return ast->type->kind != AST_TYPE_AUTO &&
           resolve_type(checker, ast->type, ast->qualifiers)->foreign != NULL;
}

/* Resources may stand in a block and are none of its members; nor are those of another stage's type. */
static void declare_in_block(Checker *checker, const AstDecl *ast, Block *block)
{
    if (!is_plain_member(ast) || has_foreign_type(checker, ast)) {
        check_global(checker, ast);
        return;
    }
    const Type *type = without_strings(checker, ast, declared_type(checker, ast, ARRAY_OPEN));
    if (type_array_base(type)->kind == TYPE_RESOURCE) {
        declare_resource(checker, ast, type);
        return;
    }
    if (type_has_resources(type)) {
        declare_resource_struct(checker, ast, type, block);
        return;
    }
    declare_member(checker, ast, type, block);
}

static void declare_cbuffer(Checker *checker, const AstDecl *ast)
{
    Block block = block_new(checker, ast->name,
                            ast->is_tbuffer ? RESOURCE_TBUFFER : RESOURCE_CBUFFER, ast->pos);
    for (int i = 0; i < ast->member_count; i++)
        declare_in_block(checker, ast->members[i], &block);
    block_finish(checker, &block, ast->registers);
}

/* ---- variables ---- */

/* `const` with a value is as good as static const: hosts cannot set it apart from its default. */
static bool is_static(const AstDecl *ast)
{
    uint32_t qualifiers = ast->qualifiers | ast->type->qualifiers;
    return (qualifiers & AST_STATIC) != 0 || ((qualifiers & AST_CONST) != 0 && ast->init != NULL);
}

/* Of another stage's type: nothing but its name. */
static void declare_foreign(Checker *checker, const AstDecl *ast)
{
    Variable *variable = variable_new(checker, ast->name, type_error(checker), ast->pos,
                                      STORAGE_STATIC);
    declare_variable(checker, variable);
}

static void declare_global(Checker *checker, const AstDecl *ast)
{
    uint32_t qualifiers = ast->qualifiers | ast->type->qualifiers;
    if (has_foreign_type(checker, ast)) {
        declare_foreign(checker, ast);
        return;
    }
    if (qualifiers & AST_GROUPSHARED) {
        declare_variable(checker, declare_groupshared(checker, ast));
        return;
    }
    if (is_static(ast) || ast->type->kind == AST_TYPE_AUTO) {
        declare_variable(checker, declare_static(checker, ast));
        return;
    }
    const Type *type = declared_type(checker, ast, ARRAY_OPEN);
    if (type_array_base(type)->kind == TYPE_RESOURCE) {
        declare_resource(checker, ast, type);
    } else if (type_has_resources(type)) {
        declare_resource_struct(checker, ast, type, NULL);
    } else if (type_array_base(type)->kind == TYPE_STRING) {
        declare_variable(checker, declare_static(checker, ast)); /* no constant buffer has strings */
    } else {
        declare_member(checker, ast, type, globals_block(checker, ast->pos));
    }
}

/* What counts only where the entry point gets to it is kept with the variable. */
static void declare_global_variable(Checker *checker, const AstDecl *ast)
{
    Candidate *outer = checker->declaring, *declaration = ARENA_NEW(checker->arena, Candidate);
    Candidate *initialisers = checker->initialisers;
    int calls = initialisers->callees.count;
    if (checker->function == NULL)
        checker->declaring = declaration;
    declare_global(checker, ast);
    checker->declaring = outer;
    Symbol *symbol = declaration->deferred.count > 0 ? scope_find_here(checker->scope, ast->name)
                                                     : NULL;
    if (symbol == NULL || symbol->kind != SYMBOL_VARIABLE)
        return;
    symbol->variable->declaration = declaration;
    symbol->variable->type = type_error(checker);
    initialisers->callees.count = initialisers->call_positions.count = calls;
}

void check_global(Checker *checker, const AstDecl *ast)
{
    if (ast->is_instantiation) {
        vec_push(checker->arena, &checker->instantiations,
                 ((Instantiation){ast, checker->scope}));
        return;
    }
    bool is_member = ast->path.count > 1 && (ast->kind == AST_FUNCTION ||
                                             ast->kind == AST_VARIABLE || ast->kind == AST_STRUCT);
    if (is_member) {
        define_outside(checker, ast);
        return;
    }
    if (ast->is_template || ast->is_specialisation) {
        declare_template(checker, ast);
        return;
    }
    if (is_unmarked_specialisation(checker, ast))
        return;
    switch (ast->kind) {
    case AST_VARIABLE: declare_global_variable(checker, ast); break;
    case AST_FUNCTION: declare_function(checker, ast); break;
    case AST_STRUCT:
        if (ast->name == NULL && checker->scope->structure == NULL)
            diag_report(checker->diagnostics, ast->pos, DIAG_unnamed_struct);
        declare_struct(checker, ast);
        break;
    case AST_ENUM: declare_enum(checker, ast); break;
    case AST_TYPEDEF: declare_typedef(checker, ast); break;
    case AST_NAMESPACE: declare_namespace(checker, ast); break;
    case AST_CBUFFER: declare_cbuffer(checker, ast); break;
    case AST_USING_NAMESPACE: use_namespace(checker, ast); break;
    case AST_USING_DECLARATION:
        use_others(checker, ast);
        use_functions(checker, ast);
        break;
    case AST_STATIC_ASSERT: check_static_assert(checker, ast); break;
    case AST_ENUMERATOR: case AST_EMPTY_DECL: break;
    }
}
