/* Constructors of statements. */
#include "build_priv.h"

enum { DEEPEST_STATEMENT = 1000 };

static AstStmt *new_stmt(Builder *builder, AstStmtKind kind, SourcePos pos)
{
    AstStmt *stmt = ARENA_NEW(builder->arena, AstStmt);
    stmt->kind = kind;
    stmt->pos = pos;
    stmt->depth = 1;
    return stmt;
}

/* Puts `child` (or NULL) below `parent`; a tree too deep becomes an empty statement, after a
 * message. */
static AstStmt *over(Builder *builder, AstStmt *parent, const AstStmt *child)
{
    if (child != NULL && child->depth >= parent->depth)
        parent->depth = child->depth + 1;
    if (parent->depth <= DEEPEST_STATEMENT)
        return parent;
    diag_report(builder->context->diagnostics, parent->pos, DIAG_statement_too_deep,
                DEEPEST_STATEMENT);
    return new_stmt(builder, AST_EMPTY, parent->pos);
}

AstStmt *build_stmt(Builder *builder, AstStmtKind kind, const Token *token, AstExpr *expr)
{
    AstStmt *stmt = new_stmt(builder, kind, token->pos);
    stmt->expr = expr;
    return stmt;
}

AstStmt *build_expr_stmt(Builder *builder, AstExpr *expr)
{
    AstStmt *stmt = new_stmt(builder, AST_EXPR_STMT, expr->start);
    stmt->expr = expr;
    return stmt;
}

AstStmt *build_decl_stmt(Builder *builder, const DeclList *decls)
{
    SourcePos pos = decls->decls.count > 0 ? decls->decls.items[0]->pos : SOURCE_NOWHERE;
    judge_qualifiers(builder, decls, PLACE_LOCAL);
    AstStmt *stmt = new_stmt(builder, AST_DECL_STMT, pos);
    stmt->decls = decls->decls.items;
    stmt->decl_count = decls->decls.count;
    return stmt;
}

AstStmt *build_compound(Builder *builder, const Token *open, const StmtList *stmts)
{
    AstStmt *stmt = new_stmt(builder, AST_COMPOUND, open->pos);
    stmt->statements = stmts->stmts.items;
    stmt->statement_count = stmts->stmts.count;
    AstStmt *result = stmt;
    for (int i = 0; i < stmts->stmts.count && result == stmt; i++)
        result = over(builder, stmt, stmts->stmts.items[i]);
    return result;
}

AstStmt *build_condition_decl(Builder *builder, AstType *type, const Token *name, AstExpr *init)
{
    AstDecl *decl = build_initialised(build_decl(builder, AST_VARIABLE, name), init);
    return build_decl_stmt(builder, build_typed_decls(type, build_decls(builder, NULL, decl)));
}

/* `condition` NULL: none. */
static void set_condition(AstStmt *stmt, const AstStmt *condition)
{
    if (condition == NULL)
        return;
    stmt->expr = condition->expr;
    stmt->condition_decl = condition->decl_count > 0 ? condition->decls[0] : NULL;
}

AstStmt *build_if(Builder *builder, const Token *token, const Token *is_constexpr,
                  const AstStmt *condition, AstStmt *then, AstStmt *otherwise)
{
    AstStmt *stmt = new_stmt(builder, AST_IF, token->pos);
    stmt->is_constexpr = is_constexpr != NULL;
    stmt->body = then;
    stmt->else_body = otherwise;
    set_condition(stmt, condition);
    bool else_is_deeper = otherwise != NULL && otherwise->depth > then->depth;
    return over(builder, stmt, else_is_deeper ? otherwise : then);
}

AstStmt *build_while_or_switch(Builder *builder, const Token *token, const AstStmt *condition,
                               AstStmt *body)
{
    AstStmtKind kind = token->kind == TOKEN_WHILE ? AST_WHILE : AST_SWITCH;
    AstStmt *stmt = new_stmt(builder, kind, token->pos);
    stmt->body = body;
    set_condition(stmt, condition);
    return over(builder, stmt, body);
}

AstStmt *build_for(Builder *builder, const Token *token, AstStmt *init, const AstStmt *condition,
                   AstExpr *step, AstStmt *body)
{
    AstStmt *stmt = new_stmt(builder, AST_FOR, token->pos);
    stmt->init = init;
    stmt->step = step;
    stmt->body = body;
    set_condition(stmt, condition);
    return over(builder, stmt, body);
}

AstStmt *build_do(Builder *builder, const Token *token, AstStmt *body, AstExpr *condition)
{
    AstStmt *stmt = new_stmt(builder, AST_DO, token->pos);
    stmt->expr = condition;
    stmt->body = body;
    return over(builder, stmt, body);
}

/* Attributes before a declaration belong to what is declared. */
AstStmt *build_attributed_stmt(const AttributeList *attributes, AstStmt *stmt)
{
    stmt->attributes = attributes->first;
    for (int i = 0; i < stmt->decl_count; i++)
        stmt->decls[i]->attributes = stmt->attributes;
    return stmt;
}
