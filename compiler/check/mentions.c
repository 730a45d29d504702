/* What code that is not compiled names: the branches of if constexpr that are not taken. Their resources count as
 * used, so that the registers of a file are the same at every wave size, whichever branch GroupGetWaveCount() takes.
 * Nothing is reported. Qualified names are passed over. */
#include "check_priv.h"

static void mention_name(Checker *checker, const AstPath *path)
{
    Found found = path->count == 1 && !path->global ? scope_lookup(checker, path->parts[0]) : (Found){NULL, NULL, -1};
    if (found.symbol != NULL && found.symbol->kind == SYMBOL_VARIABLE && found.symbol->variable->resource != NULL)
        found.symbol->variable->resource->is_used = true;
}

static void mention_expr(Checker *checker, const AstExpr *expr)
{
    if (expr == NULL)
        return;
    if (expr->kind == AST_NAME)
        mention_name(checker, &expr->path);
    mention_expr(checker, expr->left);
    mention_expr(checker, expr->middle);
    mention_expr(checker, expr->right);
    for (int i = 0; i < expr->argument_count; i++)
        mention_expr(checker, expr->arguments[i]);
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
