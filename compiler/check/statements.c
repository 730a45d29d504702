/* Statements. Loops become one kind with its parts apart. */
#include "core_priv.h"

enum { DEEPEST_OF_ALL = 5000 }; /* with those around calls of templates */

static Stmt *check_stmt(Checker *checker, const AstStmt *ast);

static void check_local(Checker *checker, const AstDecl *ast, Stmt *block)
{
    if (ast->kind == AST_FUNCTION)
        diag_report(checker->diagnostics, ast->pos, DIAG_unsupported, ast->name,
                    "functions declared inside functions");
    else if (ast->kind == AST_VARIABLE)
        declare_local(checker, ast, block);
    else
        check_global(checker, ast);
}

static void add_ast(Checker *checker, Stmt *block, const AstStmt *ast)
{
    if (ast->kind == AST_DECL_STMT) {
        for (int i = 0; i < ast->decl_count; i++)
            check_local(checker, ast->decls[i], block);
        return;
    }
    stmt_add(checker, block, check_stmt(checker, ast));
}

/* Statements that do something; a `break` behind a `return` is habit. */
static bool is_worth_reaching(const AstStmt *ast)
{
    bool has_value = false;
    switch (ast->kind) {
    case AST_EMPTY: case AST_BREAK: case AST_RETURN: case AST_CASE: case AST_DEFAULT: return false;
    case AST_DECL_STMT:
        for (int i = 0; i < ast->decl_count; i++)
            has_value |= ast->decls[i]->init != NULL;
        return has_value;
    default: return true;
    }
}

void add_statement(Checker *checker, Stmt *block, const AstStmt *ast, Reach *reach)
{
    int before = block->statement_count;
    if (reach->is_lost && !reach->is_told && is_worth_reaching(ast)) {
        diag_report(checker->diagnostics, ast->pos, DIAG_unreachable);
        reach->is_told = true;
    }
    add_ast(checker, block, ast);
    for (int added = before; added < block->statement_count; added++)
        reach->is_lost |= !stmt_falls_through(block->statements[added]);
}

static void add_all(Checker *checker, Stmt *block, const AstStmt *ast)
{
    Reach reach = {false, false};
    for (int i = 0; i < ast->statement_count; i++) {
        if (i > 0)
            warn_of_empty_loop(checker, ast->statements[i - 1], ast->statements[i]);
        add_statement(checker, block, ast->statements[i], &reach);
    }
}

Stmt *check_function_block(Checker *checker, const AstStmt *ast)
{
    Stmt *block = stmt_new(checker, STMT_BLOCK, ast->pos);
    add_all(checker, block, ast);
    return block;
}

Stmt *check_body(Checker *checker, const AstStmt *ast)
{
    Stmt *block = stmt_new(checker, STMT_BLOCK, ast->pos);
    scope_push(checker);
    if (ast->kind == AST_COMPOUND)
        add_all(checker, block, ast);
    else
        add_ast(checker, block, ast);
    scope_pop(checker);
    return block;
}

/* ---- if ---- */

Expr *check_declared_condition(Checker *checker, const AstStmt *ast, Stmt *block)
{
    check_local(checker, ast->condition_decl, block);
    Symbol *symbol = scope_find_here(checker->scope, ast->condition_decl->name);
    if (symbol == NULL || symbol->kind != SYMBOL_VARIABLE)
        return expr_error(checker, ast->pos);
    return expr_variable(checker, symbol->variable, ast->condition_decl->pos);
}

/* The condition, or a declaration as one: declared in `block`, its value the condition. */
static Expr *check_condition_of(Checker *checker, const AstStmt *ast, Stmt *block,
                                const char *what)
{
    if (ast->condition_decl == NULL)
        return check_condition(checker, ast->expr, what);
    return convert_condition(checker, check_declared_condition(checker, ast, block), what);
}

/* if constexpr: the branch not taken is not compiled. */
static Stmt *check_constexpr_if(Checker *checker, const AstStmt *ast)
{
    Expr *condition = check_condition(checker, ast->expr, "if constexpr");
    if (expr_is_error(condition))
        return NULL;
    if (constant_leaves(condition) == NULL) {
        diag_report(checker->diagnostics, ast->expr->start, DIAG_not_constant,
                    "the condition of if constexpr");
        return NULL;
    }
    const AstStmt *taken = constant_is_true(condition) ? ast->body : ast->else_body;
    mention_resources(checker, constant_is_true(condition) ? ast->else_body : ast->body);
    return taken != NULL ? check_body(checker, taken) : NULL;
}

static Stmt *check_if(Checker *checker, const AstStmt *ast)
{
    warn_of_empty_body(checker, ast);
    warn_of_dangling_else(checker, ast);
    if (ast->is_constexpr)
        return check_constexpr_if(checker, ast);
    Stmt *outer = stmt_new(checker, STMT_BLOCK, ast->pos);
    Stmt *stmt = stmt_new(checker, STMT_IF, ast->pos);
    scope_push(checker);
    stmt->expr = check_condition_of(checker, ast, outer, "if");
    apply_hints(checker, ast->attributes, stmt);
    stmt->body = check_body(checker, ast->body);
    if (ast->else_body != NULL)
        stmt->else_body = check_body(checker, ast->else_body);
    scope_pop(checker);
    stmt_add(checker, outer, stmt);
    return ast->condition_decl != NULL ? outer : stmt;
}

/* ---- loops ---- */

/* while (int x = f()): the declaration is evaluated in each turn, so it begins the body. */
static Stmt *check_turn_declaration(Checker *checker, const AstStmt *ast, const char *what)
{
    Stmt *turn = stmt_new(checker, STMT_BLOCK, ast->pos);
    Stmt *leave = stmt_new(checker, STMT_IF, ast->pos);
    leave->expr = check_condition_of(checker, ast, turn, what);
    leave->body = stmt_new(checker, STMT_BLOCK, ast->pos);
    leave->else_body = stmt_new(checker, STMT_BREAK, ast->pos);
    stmt_add(checker, turn, leave);
    return turn;
}

/* Before HLSL 2021 a for loop's variables are visible after it, in place of those of that name
 * before it: "most recent declaration will be used" (dxc, warn_hlsl_for_redefinition). */
static void leak_variables(Checker *checker, const Scope *inner)
{
    for (int i = 0; checker->options->hlsl_version < 2021 && i < inner->symbols.capacity; i++) {
        const Symbol *symbol = inner->symbols.values[i];
        if (symbol == NULL || symbol->kind != SYMBOL_VARIABLE)
            continue;
        Symbol *leaked = scope_find_here(checker->scope, symbol->name);
        if (leaked == NULL)
            leaked = scope_add(checker, checker->scope, SYMBOL_VARIABLE, symbol->name, SOURCE_NOWHERE);
        if (leaked->kind != SYMBOL_VARIABLE)
            continue;
        leaked->variable = symbol->variable;
        leaked->is_leaked = true;
    }
}

static Stmt *check_loop(Checker *checker, const AstStmt *ast)
{
    const char *what = ast->kind == AST_FOR ? "for" : "while";
    Stmt *turn = NULL;
    Stmt *loop = stmt_new(checker, STMT_LOOP, ast->pos);
    loop->test_after = ast->kind == AST_DO;
    scope_push(checker);
    if (ast->init != NULL) {
        loop->init = stmt_new(checker, STMT_BLOCK, ast->init->pos);
        add_ast(checker, loop->init, ast->init);
    }
    apply_hints(checker, ast->attributes, loop);
    if (ast->condition_decl != NULL)
        turn = check_turn_declaration(checker, ast, what);
    else if (ast->expr != NULL && ast->kind != AST_DO)
        loop->expr = check_condition(checker, ast->expr, what);
    if (ast->step != NULL)
        loop->step = settle_literal(checker, check_expr(checker, ast->step));
    warn_of_counter(checker, loop);
    checker->function->loop_depth++;
    Stmt *body = check_body(checker, ast->body);
    checker->function->loop_depth--;
    if (turn != NULL)
        stmt_add(checker, turn, body);
    loop->body = turn != NULL ? turn : body;
    if (ast->kind == AST_DO)
        loop->expr = check_condition(checker, ast->expr, "do while");
    const Scope *inner = checker->scope;
    scope_pop(checker);
    if (ast->kind == AST_FOR)
        leak_variables(checker, inner);
    return loop;
}

/* ---- jumps ---- */

static Stmt *check_jump(Checker *checker, const AstStmt *ast)
{
    const FunctionState *function = checker->function;
    bool is_break = ast->kind == AST_BREAK;
    if (function->loop_depth == 0 && !(is_break && function->switch_depth > 0)) {
        diag_report(checker->diagnostics, ast->pos,
                    is_break ? DIAG_break_outside : DIAG_continue_outside);
        return NULL;
    }
    return stmt_new(checker, is_break ? STMT_BREAK : STMT_CONTINUE, ast->pos);
}

static Stmt *check_return(Checker *checker, const AstStmt *ast)
{
    const Type *result = checker->function->function->result;
    Stmt *stmt = stmt_new(checker, STMT_RETURN, ast->pos);
    if (ast->expr == NULL) {
        if (result->kind != TYPE_VOID && !type_is_error(result))
            diag_report(checker->diagnostics, ast->pos, DIAG_return_without_value, result);
        return stmt;
    }
    if (result->kind == TYPE_VOID) {
        Expr *value = check_expr(checker, ast->expr);
        if (value->type->kind != TYPE_VOID && !expr_is_error(value))
            diag_report(checker->diagnostics, ast->expr->start, DIAG_return_value_in_void);
        Stmt *block = stmt_new(checker, STMT_BLOCK, ast->pos),
             *effect = stmt_new(checker, STMT_EXPR, ast->pos);
        effect->expr = value;
        stmt_add(checker, block, effect);
        stmt_add(checker, block, stmt);
        return block;
    }
    stmt->expr = check_initialiser(checker, ast->expr, result);
    return stmt;
}

static Stmt *check_effect(Checker *checker, const AstStmt *ast)
{
    Stmt *stmt = stmt_new(checker, STMT_EXPR, ast->pos);
    stmt->expr = settle_literal(checker,
                                discard_descriptor(checker, check_expr(checker, ast->expr)));
    if (expr_is_error(stmt->expr))
        return NULL;
    warn_of_effect(checker, ast->expr, stmt->expr);
    return stmt;
}

static Stmt *dispatch(Checker *checker, const AstStmt *ast)
{
    switch (ast->kind) {
    case AST_EMPTY: return NULL;
    case AST_EXPR_STMT: return check_effect(checker, ast);
    case AST_DECL_STMT: case AST_COMPOUND: return check_body(checker, ast);
    case AST_IF: return check_if(checker, ast);
    case AST_FOR: case AST_WHILE: case AST_DO: return check_loop(checker, ast);
    case AST_SWITCH: return check_switch(checker, ast);
    case AST_CASE:
    case AST_DEFAULT: diag_report(checker->diagnostics, ast->pos, DIAG_case_outside); return NULL;
    case AST_BREAK: case AST_CONTINUE: return check_jump(checker, ast);
    case AST_RETURN: return check_return(checker, ast);
    case AST_DISCARD: report_if_reached(checker, ast->pos, DIAG_discard, NULL, NULL); return NULL;
    }
    return NULL;
}

static Stmt *check_stmt(Checker *checker, const AstStmt *ast)
{
    if (checker->statement_depth >= DEEPEST_OF_ALL) {
        diag_report(checker->diagnostics, ast->pos, DIAG_statement_too_deep, DEEPEST_OF_ALL);
        return NULL;
    }
    judge_hints(checker, ast);
    checker->statement_depth++;
    Stmt *stmt = dispatch(checker, ast);
    checker->statement_depth--;
    return stmt;
}
