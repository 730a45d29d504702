/* What a tree names, before it is checked or although it is not. Nothing is reported. Qualified
 * names are passed over.
 *
 * - The branches of if constexpr that are not taken: their resources count as used, so that the
 * registers of a file are the same at every wave size, whichever branch GroupGetWaveCount() takes.
 * - The arguments of numthreads: GroupGetWaveCount() may stand before constants that they need.
 * - What an entry point calls, which tells its stage (entry_list.c). */
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

static void add_names(Arena *arena, const AstExpr *expr, NameList *list)
{
    if (expr == NULL)
        return;
    int parts = (size_t)expr->kind < sizeof PARTS ? PARTS[expr->kind] : 0;
    if (expr->kind == AST_NAME && expr->path.count == 1 && !expr->path.global)
        vec_push(arena, &list->names, expr->path.parts[0]);
    if (parts & LEFT)
        add_names(arena, expr->left, list);
    if (parts & MIDDLE)
        add_names(arena, expr->middle, list);
    if (parts & RIGHT)
        add_names(arena, expr->right, list);
    for (int i = 0; (parts & ARGUMENTS) && i < expr->argument_count; i++)
        add_names(arena, expr->arguments[i], list);
}

NameList names_in(Checker *checker, const AstExpr *expr)
{
    NameList list = {0};
    add_names(checker->arena, expr, &list);
    return list;
}

static void add_names_of(Arena *arena, const AstStmt *stmt, NameList *list)
{
    if (stmt == NULL)
        return;
    add_names(arena, stmt->expr, list);
    add_names(arena, stmt->step, list);
    if (stmt->condition_decl != NULL)
        add_names(arena, stmt->condition_decl->init, list);
    add_names_of(arena, stmt->init, list);
    add_names_of(arena, stmt->body, list);
    add_names_of(arena, stmt->else_body, list);
    for (int i = 0; i < stmt->statement_count; i++)
        add_names_of(arena, stmt->statements[i], list);
    for (int i = 0; i < stmt->decl_count; i++)
        add_names(arena, stmt->decls[i]->init, list);
}

NameList names_in_statement(Arena *arena, const AstStmt *stmt)
{
    NameList list = {0};
    add_names_of(arena, stmt, &list);
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

void mention_resources(Checker *checker, const AstStmt *stmt)
{
    NameList list = names_in_statement(checker->arena, stmt);
    for (int i = 0; i < list.names.count; i++)
        mention_name(checker, list.names.items[i]);
}
