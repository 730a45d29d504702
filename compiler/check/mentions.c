/* What a tree names, before it is checked or although it is not. Nothing is reported. Qualified
 * names are passed over.
 *
 * - The branches of if constexpr that are not taken: their resources count as used, so that the
 * registers of a file are the same at every wave size, whichever branch GroupGetWaveCount() takes.
 * - The arguments of numthreads: GroupGetWaveCount() may stand before constants that they need. */
#include "scopes_priv.h"

/* Which of its fields are expressions. */
enum { LEFT = 1, RIGHT = 2, MIDDLE = 4, ARGUMENTS = 8 };
static const uint8_t PARTS[] = {
    [AST_UNARY] = LEFT,
    [AST_MEMBER] = LEFT,
    [AST_AS_BASE] = LEFT,
    [AST_CAST] = LEFT,
    [AST_SIZEOF] = LEFT,
    [AST_BINARY] = LEFT | RIGHT,
    [AST_ASSIGN] = LEFT | RIGHT,
    [AST_COMMA] = LEFT | RIGHT,
    [AST_INDEX] = LEFT | RIGHT,
    [AST_CONDITIONAL] = LEFT | MIDDLE | RIGHT,
    [AST_CALL] = LEFT | ARGUMENTS,
    [AST_CONSTRUCT] = ARGUMENTS,
    [AST_INIT_LIST] = ARGUMENTS,
};

static void add_names(Checker *checker, const AstExpr *expr, NameList *list)
{
    if (expr == NULL)
        return;
    int parts = (size_t)expr->kind < sizeof PARTS ? PARTS[expr->kind] : 0;
    if (expr->kind == AST_NAME && expr->path.count == 1 && !expr->path.global)
        vec_push(checker->arena, &list->names, expr->path.parts[0]);
    if (parts & LEFT)
        add_names(checker, expr->left, list);
    if (parts & MIDDLE)
        add_names(checker, expr->middle, list);
    if (parts & RIGHT)
        add_names(checker, expr->right, list);
    for (int i = 0; (parts & ARGUMENTS) && i < expr->argument_count; i++)
        add_names(checker, expr->arguments[i], list);
}

NameList names_in(Checker *checker, const AstExpr *expr)
{
    NameList list = {0};
    add_names(checker, expr, &list);
    return list;
}

/* ---- resources ---- */

static void mention_name(Checker *checker, Name name)
{
    Found found = scope_lookup(checker, name);
    if (found.symbol != NULL && found.symbol->kind == SYMBOL_VARIABLE)
        found.symbol->variable->is_named = true;
    if (found.symbol != NULL && found.symbol->kind == SYMBOL_VARIABLE &&
        found.symbol->variable->resource != NULL)
        found.symbol->variable->resource->is_used = true;
}

static void mention_expr(Checker *checker, const AstExpr *expr)
{
    NameList list = names_in(checker, expr);
    for (int i = 0; i < list.names.count; i++)
        mention_name(checker, list.names.items[i]);
}

void mention_resources(Checker *checker, const AstStmt *stmt)
{
    if (stmt == NULL)
        return;
    mention_expr(checker, stmt->expr);
    mention_expr(checker, stmt->step);
    if (stmt->condition_decl != NULL)
        mention_expr(checker, stmt->condition_decl->init);
    mention_resources(checker, stmt->init);
    mention_resources(checker, stmt->body);
    mention_resources(checker, stmt->else_body);
    for (int i = 0; i < stmt->statement_count; i++)
        mention_resources(checker, stmt->statements[i]);
    for (int i = 0; i < stmt->decl_count; i++)
        mention_expr(checker, stmt->decls[i]->init);
}
