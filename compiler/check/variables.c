/* Declarations of variables: what all have in common, groupshared and static ones, and locals. */
#include "core_priv.h"

/* `auto` takes the initialiser's type. */
static const Type *auto_type(Checker *checker, const AstDecl *ast)
{
    if (ast->init == NULL || ast->init->kind == AST_INIT_LIST) {
        diag_report(checker->diagnostics, ast->pos, DIAG_auto_needs_initialiser);
        return type_error(checker);
    }
    const Type *type = settle_literal(checker, check_value(checker, ast->init))->type;
    if (type->kind != TYPE_DESCRIPTOR)
        return type;
    diag_report(checker->diagnostics, ast->init->start, DIAG_auto_descriptor);
    return type_error(checker);
}

/* "No objects of an abstract class can be created", C++11 [class.abstract] p2. Parameters may be of a struct whose methods are
 * being declared. */
static void check_not_abstract(Checker *checker, const AstDecl *ast, const Type *type, ArrayUse use)
{
    type_finish(checker, type);
    const StructInfo *info = use != ARRAY_PARAMETER ? struct_info(checker, type) : NULL;
    const Candidate *missing = info != NULL && info->is_complete ? struct_missing_method(checker, type) : NULL;
    if (missing == NULL)
        return;
    diag_report(checker->diagnostics, ast->type->pos, DIAG_abstract_type, type, missing->function->name);
    diag_report(checker->diagnostics, missing->decl->pos, DIAG_declared_here, missing->function->name);
}

static const Type *written_type(Checker *checker, const AstDecl *ast, ArrayUse use)
{
    const Type *type = resolve_declared(checker, ast->type, ast->qualifiers);
    if (ast->bit_width != NULL &&
        (checker->scope->structure == NULL || (ast->type->qualifiers & AST_STATIC)))
        diag_report(checker->diagnostics, ast->pos, DIAG_bit_field_outside);
    bool is_sized_by_list = ast->extent_count > 0 && ast->extents[0] == NULL && ast->init != NULL;
    if (type->kind == TYPE_VOID) {
        diag_report(checker->diagnostics, ast->type->pos, DIAG_void_variable, ast->name);
        return type_error(checker);
    }
    if (type->kind == TYPE_STRUCT && struct_info(checker, type)->decl->is_interface) {
        report_if_reached(checker, ast->type->pos, DIAG_unsupported_type, type->name,
                          "interfaces can be bases only");
        return type_error(checker);
    }
    check_not_abstract(checker, ast, type, use);
    bool may_wait = use == ARRAY_PARAMETER && ast->extent_count == 0 && type->kind == TYPE_STRUCT;
    if (!may_wait && report_incomplete(checker, ast->type->pos, type))
        return type_error(checker);
    type = resolve_array(checker, type, ast->extents, ast->extent_count,
                         is_sized_by_list ? ARRAY_OPEN : use, ast->pos);
    if (!is_sized_by_list || type_is_error(type))
        return type;
    int64_t count = initialiser_count(checker, ast->init, type->element);
    if (count <= 0) {
        diag_report(checker->diagnostics, ast->pos, DIAG_array_size_unclear, ast->name);
        return type_error(checker);
    }
    return type_array(checker, type->element, count);
}

void judge_coherence(Checker *checker, const AstDecl *ast, const Type *type)
{
    uint32_t qualifiers = ast->qualifiers | ast->type->qualifiers;
    const Type *base = type_array_base(type);
    bool is_coherent = (qualifiers & (AST_GLOBALLYCOHERENT | AST_REORDERCOHERENT)) != 0;
    bool is_writable = base->kind == TYPE_RESOURCE &&
                       resource_info(base->resource)->register_class == 'u';
    if (is_coherent && !is_writable && !type_is_error(base) && base->foreign == NULL)
        diag_report(checker->diagnostics, ast->pos, DIAG_coherent_type,
                    qualifiers & AST_GLOBALLYCOHERENT ? "globallycoherent" : "reordercoherent",
                    base);
}

const Type *declared_type(Checker *checker, const AstDecl *ast, ArrayUse use)
{
    const Type *type = ast->type->kind == AST_TYPE_AUTO ? auto_type(checker, ast) : written_type(checker, ast, use);
    judge_registers(checker, ast, type);
    judge_coherence(checker, ast, type);
    return type;
}

Expr *check_declared_value(Checker *checker, const AstDecl *ast, const Type *type)
{
    bool was_precise = checker->is_precise;
    warn_of_comma(checker, ast->init);
    checker->is_precise = (ast->qualifiers & AST_PRECISE) != 0;
    Expr *value = check_initialiser(checker, ast->init, type);
    checker->is_precise = was_precise;
    return value;
}

const Type *without_strings(Checker *checker, const AstDecl *ast, const Type *type)
{
    if (type_array_base(type)->kind != TYPE_STRING)
        return type;
    diag_report(checker->diagnostics, ast->pos, DIAG_string_variable,
                ast->name != NULL ? ast->name : "");
    return type_error(checker);
}

/* ---- groupshared and static, global and local ---- */

Variable *declare_groupshared(Checker *checker, const AstDecl *ast)
{
    const Type *type = without_strings(checker, ast, declared_type(checker, ast, ARRAY_GROUPSHARED));
    if (type_has_resources(type)) {
        diag_report(checker->diagnostics, ast->pos, DIAG_groupshared_type, ast->name, type);
        type = type_error(checker);
    }
    if (ast->init != NULL)
        diag_report(checker->diagnostics, ast->init->start, DIAG_groupshared_initialiser,
                    ast->name);
    Variable *variable = variable_new(checker, ast->name, type, ast->pos, STORAGE_GROUPSHARED);
    apply_qualifiers(variable, ast);
    variable->index = checker->variable_count++;
    vec_push(checker->arena, &checker->groupshared, variable);
    return variable;
}

/* All variables in it are constants or of constant buffers. */
static bool is_of_constants(const Expr *expr)
{
    if (expr == NULL)
        return true;
    if (expr->kind == EXPR_VARIABLE)
        return expr->variable->storage == STORAGE_CONSTANT ||
               expr->variable->storage == STORAGE_CBUFFER;
    for (int i = 0; i < expr->argument_count; i++)
        if (!is_of_constants(expr->arguments[i]))
            return false;
    return is_of_constants(expr->left) && is_of_constants(expr->middle) &&
           is_of_constants(expr->right);
}

/* The value is the same whenever it is computed. */
static bool is_timeless(const Expr *expr)
{
    return !expr_has_effects(expr) && is_of_constants(expr);
}

/* What a function declares and initialises, but not where it is declared. */
static void note_settled(Checker *checker, const Variable *variable)
{
    if (checker->function != NULL)
        vec_push(checker->arena, &checker->function->candidate->settled, variable->pos);
}

static void settle_constant(Checker *checker, Variable *variable, const ConstantLeaf *leaves)
{
    variable->storage = STORAGE_CONSTANT;
    variable->value = (ConstantLeaf *)(uintptr_t)leaves;
    note_settled(checker, variable);
}

/* A value that is known makes a const variable a constant. */
static void settle_static(Checker *checker, Variable *variable)
{
    const ConstantLeaf *leaves = variable->init != NULL ? constant_leaves(variable->init) : NULL;
    if (variable->is_const && leaves != NULL && !type_has_resources(variable->type)) {
        settle_constant(checker, variable, leaves);
        return;
    }
    note_settled(checker, variable);
    if (variable->type->kind != TYPE_STRING) /* printf reads what it begins with */
        add_static(checker, variable);
}

static void give_static_value(Checker *checker, const AstDecl *ast, Variable *variable)
{
    bool was_initialising = checker->initialising;
    checker->initialising = true;
    if (ast->init != NULL)
        variable->init = check_declared_value(checker, ast, variable->type);
    checker->initialising = was_initialising;
    if (variable->init != NULL && expr_is_error(variable->init)) {
        variable->type = type_error(checker);
        variable->init = NULL;
    }
}

static Variable *new_static(Checker *checker, const AstDecl *ast)
{
    const Type *type = declared_type(checker, ast, ARRAY_SIZED);
    bool is_string = type->kind == TYPE_STRING && checker->function == NULL;
    Variable *variable = variable_new(checker, ast->name,
                                      is_string ? type : without_strings(checker, ast, type),
                                      ast->pos, STORAGE_STATIC);
    apply_qualifiers(variable, ast);
    variable->is_const |= is_string;
    give_static_value(checker, ast, variable);
    return variable;
}

Variable *declare_static(Checker *checker, const AstDecl *ast)
{
    Variable *variable = new_static(checker, ast);
    settle_static(checker, variable);
    return variable;
}

/* It is initialised in its definition's turn, not in its declaration's. */
void define_static(Checker *checker, const AstDecl *ast, Variable *variable)
{
    int kept = 0;
    for (int i = 0; i < checker->statics.count; i++)
        if (checker->statics.items[i] != variable)
            checker->statics.items[kept++] = checker->statics.items[i];
    checker->statics.count = kept;
    give_static_value(checker, ast, variable);
    settle_static(checker, variable);
}

/* ---- locals ---- */

/* `int a = a;`: the name is declared before its value is. */
static bool mentions_variable(const Expr *expr, const Variable *variable)
{
    if (expr == NULL || (expr->kind == EXPR_VARIABLE && expr->variable == variable))
        return expr != NULL;
    bool mentions = mentions_variable(expr->left, variable) ||
                    mentions_variable(expr->middle, variable) ||
                    mentions_variable(expr->right, variable);
    for (int i = 0; i < expr->argument_count && !mentions; i++)
        mentions = mentions_variable(expr->arguments[i], variable);
    return mentions;
}

static void declare_plain_local(Checker *checker, const AstDecl *ast, Stmt *block)
{
    const Type *type = without_strings(checker, ast, declared_type(checker, ast, ARRAY_SIZED));
    Variable *variable = variable_new(checker, ast->name, type, ast->pos, STORAGE_LOCAL);
    apply_qualifiers(variable, ast);
    declare_variable(checker, variable);
    Expr *init = ast->init != NULL ? check_declared_value(checker, ast, type) : NULL;
    if (init == NULL && ast->init == NULL && variable->is_const && type_is_numeric(type))
        diag_report(checker->diagnostics, ast->pos, DIAG_const_without_value, ast->name);
    if (init != NULL && expr_is_error(init))
        init = NULL;
    const ConstantLeaf *leaves = init != NULL && variable->is_const && !type_has_resources(type)
                                   ? constant_leaves(init)
                                   : NULL;
    if (leaves != NULL) {
        settle_constant(checker, variable, leaves);
        return;
    }
    FunctionState *function = checker->function;
    variable->init = init;
    variable->names_itself = init != NULL && mentions_variable(init, variable);
    variable->index = function->function->parameter_count + function->locals.count;
    vec_push(checker->arena, &function->locals, variable);
    Stmt *stmt = stmt_new(checker, STMT_DECLARE, ast->pos);
    stmt->variable = variable;
    stmt_add(checker, block, stmt);
}

static Stmt *assign(Checker *checker, Variable *variable, Expr *value)
{
    Stmt *stmt = stmt_new(checker, STMT_EXPR, value->pos);
    stmt->expr = expr_assign(checker, expr_variable(checker, variable, value->pos), value, value->pos);
    return stmt;
}

/* When a thread comes to its declaration for the first time, as in dxc (its test
 * CodeGenSPIRV/var.static.hlsl): if (!initialised) { initialised = true; variable = value; } */
static void initialise_in_turn(Checker *checker, Variable *variable, Stmt *block)
{
    const Type *boolean = type_scalar(checker, SCALAR_BOOL);
    Expr *value = variable->init;
    Variable *guard = variable_new(checker, names_intern_text(checker->names, "(initialised)"),
                                   boolean, variable->pos, STORAGE_STATIC);
    Stmt *stmt = stmt_new(checker, STMT_IF, variable->pos);
    variable->init = NULL;
    add_static(checker, guard);
    stmt->expr = expr_new(checker, EXPR_UNARY, boolean, variable->pos);
    stmt->expr->op = AST_OP_NOT;
    stmt->expr->left = expr_variable(checker, guard, variable->pos);
    stmt->body = stmt_new(checker, STMT_BLOCK, variable->pos);
    stmt_add(checker, stmt->body, assign(checker, guard, expr_integer(checker, SCALAR_BOOL, 1, value->pos)));
    stmt_add(checker, stmt->body, assign(checker, variable, value));
    stmt_add(checker, block, stmt);
}

static void declare_static_local(Checker *checker, const AstDecl *ast, Stmt *block)
{
    Variable *variable = new_static(checker, ast);
    if (!is_timeless(variable->init))
        initialise_in_turn(checker, variable, block);
    settle_static(checker, variable);
    declare_variable(checker, variable);
}

void declare_local(Checker *checker, const AstDecl *ast, Stmt *block)
{
    uint32_t qualifiers = ast->qualifiers | (ast->type != NULL ? ast->type->qualifiers : 0);
    if (is_unmarked_specialisation(checker, ast))
        return;
    if (qualifiers & AST_GROUPSHARED)
        declare_variable(checker, declare_groupshared(checker, ast));
    else if (qualifiers & AST_STATIC)
        declare_static_local(checker, ast, block);
    else
        declare_plain_local(checker, ast, block);
}
