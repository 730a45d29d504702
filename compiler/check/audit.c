/* The net between check and lower: what the source says to do is in the typed tree.
 *
 * The functions that the entry point reaches are walked twice. The typed tree tells at which places
 * of the source it has something, and whether it holds the error type although nothing was
 * reported; then every call, assignment, step, initialiser and statement of the tree as written
 * must be at one of these places. What a constant stands for need not be there: the constant is at
 * its place. What is missing is a fault of check: compiling on would give less than was written. */
#include "stage_priv.h"

#include <stdlib.h>

typedef enum PlaceKind { PLACE_ERROR, PLACE_ANY, PLACE_CONSTANT, PLACE_INITIALISED } PlaceKind;

typedef struct Place {
    SourcePos pos;
    PlaceKind kind;
} Place;

typedef struct Audit {
    Arena *arena;
    VEC(Place) places; /* of the typed tree, sorted once it is walked */
    Vanished fault;    /* the first; none so far where its `what` is NULL */
} Audit;

static void find_fault(Audit *audit, SourcePos pos, const char *what)
{
    if (audit->fault.what == NULL)
        audit->fault = (Vanished){pos, what};
}

static void note(Audit *audit, SourcePos pos, PlaceKind kind)
{
    vec_push(audit->arena, &audit->places, (Place){pos, kind});
}

/* ---- the typed tree ---- */

static void note_expr(Audit *audit, const Expr *expr)
{
    if (expr == NULL)
        return;
    if (expr_is_error(expr))
        find_fault(audit, expr->pos, "an expression in error that was not reported");
    note(audit, expr->pos, expr->kind == EXPR_CONSTANT ? PLACE_CONSTANT : PLACE_ANY);
    note_expr(audit, expr->left);
    note_expr(audit, expr->middle);
    note_expr(audit, expr->right);
    for (int i = 0; i < expr->argument_count; i++)
        note_expr(audit, expr->arguments[i]);
}

static void note_variable(Audit *audit, const Variable *variable)
{
    if (type_is_error(variable->type))
        find_fault(audit, variable->pos, "a variable in error that was not reported");
    if (variable->init != NULL)
        note(audit, variable->pos, PLACE_INITIALISED);
    note_expr(audit, variable->init);
}

static void note_stmt(Audit *audit, const Stmt *stmt)
{
    if (stmt == NULL)
        return;
    note(audit, stmt->pos, PLACE_ANY);
    note_expr(audit, stmt->expr);
    if (stmt->kind == STMT_DECLARE)
        note_variable(audit, stmt->variable);
    for (int i = 0; i < stmt->statement_count; i++)
        note_stmt(audit, stmt->statements[i]);
    note_stmt(audit, stmt->init);
    note_expr(audit, stmt->step);
    note_stmt(audit, stmt->body);
    note_stmt(audit, stmt->else_body);
    for (int i = 0; i < stmt->case_count; i++)
        note_stmt(audit, stmt->cases[i].body);
}

static int compare_places(const void *left, const void *right)
{
    const Place *a = left, *b = right;
    if (a->pos != b->pos)
        return a->pos < b->pos ? -1 : 1;
    return (int)a->kind - (int)b->kind;
}

/* The best kind that the tree has there: PLACE_ERROR where it has nothing. */
static PlaceKind find_place(const Audit *audit, SourcePos pos)
{
    int low = 0, high = audit->places.count; /* the last place at or before `pos` is below high */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (audit->places.items[middle].pos <= pos)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_there = low > 0 && audit->places.items[low - 1].pos == pos;
    return is_there ? audit->places.items[low - 1].kind : PLACE_ERROR;
}

/* ---- the tree as written ---- */

static void audit_expr(Audit *audit, const AstExpr *ast);
static void audit_stmt(Audit *audit, const AstStmt *ast);

static void audit_exprs(Audit *audit, AstExpr *const *asts, int count)
{
    for (int i = 0; i < count; i++)
        audit_expr(audit, asts[i]);
}

static bool does_something(const AstExpr *ast)
{
    bool is_step = ast->kind == AST_UNARY &&
                   (ast->op == AST_OP_INCREMENT || ast->op == AST_OP_DECREMENT);
    return ast->kind == AST_CALL || ast->kind == AST_ASSIGN || is_step;
}

/* A call is where its function's name is. */
static PlaceKind place_of(const Audit *audit, const AstExpr *ast)
{
    PlaceKind own = find_place(audit, ast->pos);
    if (ast->kind != AST_CALL || own == PLACE_CONSTANT)
        return own;
    PlaceKind called = find_place(audit, ast->left->pos);
    return called > own ? called : own;
}

static void audit_children(Audit *audit, const AstExpr *ast)
{
    switch (ast->kind) {
    case AST_CONDITIONAL: audit_expr(audit, ast->middle); /* fallthrough */
    case AST_BINARY: case AST_ASSIGN: case AST_COMMA: case AST_INDEX:
        audit_expr(audit, ast->left);
        audit_expr(audit, ast->right);
        break;
    case AST_CALL:
        audit_expr(audit, ast->left);
        audit_exprs(audit, ast->arguments, ast->argument_count);
        break;
    case AST_CONSTRUCT: case AST_INIT_LIST:
        audit_exprs(audit, ast->arguments, ast->argument_count);
        break;
    case AST_UNARY: case AST_CAST: case AST_MEMBER: case AST_AS_BASE:
        audit_expr(audit, ast->left);
        break;
    default: break; /* leaves; what sizeof is of is not evaluated */
    }
}

static void audit_expr(Audit *audit, const AstExpr *ast)
{
    if (ast == NULL || audit->fault.what != NULL)
        return;
    PlaceKind place = place_of(audit, ast);
    if (place == PLACE_CONSTANT)
        return;
    if (place == PLACE_ERROR && does_something(ast))
        find_fault(audit, ast->pos, ast->kind == AST_CALL ? "a call vanished"
                                                           : "an assignment vanished");
    audit_children(audit, ast);
}

static void audit_decl(Audit *audit, const AstDecl *ast)
{
    if (ast == NULL || ast->kind != AST_VARIABLE || ast->init == NULL)
        return;
    if ((ast->qualifiers | ast->type->qualifiers) & AST_GROUPSHARED) /* ignored with a warning */
        return;
    PlaceKind place = find_place(audit, ast->pos);
    if (place == PLACE_CONSTANT)
        return;
    if (place != PLACE_INITIALISED)
        find_fault(audit, ast->pos, "an initialiser vanished");
    audit_expr(audit, ast->init);
}

static bool is_label(const AstStmt *ast)
{
    return ast->kind == AST_CASE || ast->kind == AST_DEFAULT;
}

/* What stands in a switch before its first label is not run. */
static void audit_switch(Audit *audit, const AstStmt *ast)
{
    const AstStmt *body = ast->body;
    int first = 0;
    while (first < body->statement_count && !is_label(body->statements[first]))
        first++;
    for (int i = first; i < body->statement_count; i++)
        audit_stmt(audit, body->statements[i]);
}

static void audit_parts(Audit *audit, const AstStmt *ast)
{
    for (int i = 0; i < ast->statement_count; i++)
        audit_stmt(audit, ast->statements[i]);
    audit_stmt(audit, ast->init);
    audit_decl(audit, ast->condition_decl);
    audit_expr(audit, ast->expr);
    audit_expr(audit, ast->step);
    if (ast->kind == AST_SWITCH)
        audit_switch(audit, ast);
    else
        audit_stmt(audit, ast->body);
    audit_stmt(audit, ast->else_body);
}

static void audit_stmt(Audit *audit, const AstStmt *ast)
{
    if (ast == NULL || audit->fault.what != NULL)
        return;
    switch (ast->kind) {
    case AST_EMPTY: case AST_CASE: case AST_DEFAULT: return;
    case AST_DECL_STMT:
        for (int i = 0; i < ast->decl_count; i++)
            audit_decl(audit, ast->decls[i]);
        return;
    case AST_EXPR_STMT: case AST_COMPOUND: break;
    case AST_IF:
        if (ast->is_constexpr)
            return; /* one branch is not compiled */
        /* fallthrough */
    default:
        if (find_place(audit, ast->pos) == PLACE_ERROR)
            find_fault(audit, ast->pos, "a statement vanished");
    }
    audit_parts(audit, ast);
}

/* ---- the whole ---- */

Vanished check_audit(Arena *arena, const AstDecl *written, const Function *typed,
                     const SourcePos *settled, int settled_count)
{
    Audit audit = {.arena = arena};
    note_stmt(&audit, typed->body);
    for (int i = 0; i < settled_count; i++)
        note(&audit, settled[i], PLACE_CONSTANT);
    if (audit.places.count > 0)
        qsort(audit.places.items, (size_t)audit.places.count, sizeof(Place), compare_places);
    audit_stmt(&audit, written->body);
    return audit.fault;
}

void audit_program(Checker *checker)
{
    Vanished fault = {SOURCE_NOWHERE, NULL};
    for (int i = 0; i < checker->reached.count && fault.what == NULL; i++) {
        const Candidate *candidate = checker->reached.items[i];
        fault = check_audit(checker->arena, candidate->decl, candidate->function,
                            candidate->settled.items, candidate->settled.count);
    }
    if (fault.what != NULL)
        diag_report(checker->diagnostics, fault.pos, DIAG_internal_fault, "check", fault.what);
}
