/* What a tree names, before it is checked or although it is not. Nothing is reported. Qualified names are passed over.
 *
 * - The branches of if constexpr that are not taken: their resources count as used, so that the registers of a file are
 *   the same at every wave size, whichever branch GroupGetWaveCount() takes.
 * - The arguments of numthreads: GroupGetWaveCount() may stand before constants that they need. */
#include "check_priv.h"

typedef void Visit(Checker *checker, Name name);

/* Which of its fields are expressions. */
enum { LEFT = 1, RIGHT = 2, MIDDLE = 4, ARGUMENTS = 8 };
static const uint8_t PARTS[] = {
    [AST_UNARY] = LEFT, [AST_MEMBER] = LEFT, [AST_CAST] = LEFT, [AST_SIZEOF] = LEFT, [AST_BINARY] = LEFT | RIGHT, [AST_ASSIGN] = LEFT | RIGHT,
    [AST_COMMA] = LEFT | RIGHT, [AST_INDEX] = LEFT | RIGHT, [AST_CONDITIONAL] = LEFT | MIDDLE | RIGHT, [AST_CALL] = LEFT | ARGUMENTS,
    [AST_CONSTRUCT] = ARGUMENTS, [AST_INIT_LIST] = ARGUMENTS,
};

static void visit_names(Checker *checker, const AstExpr *expr, Visit *visit)
{
    if (expr == NULL)
        return;
    int parts = (size_t)expr->kind < sizeof PARTS ? PARTS[expr->kind] : 0;
    if (expr->kind == AST_NAME && expr->path.count == 1 && !expr->path.global)
        visit(checker, expr->path.parts[0]);
    if (parts & LEFT)
        visit_names(checker, expr->left, visit);
    if (parts & MIDDLE)
        visit_names(checker, expr->middle, visit);
    if (parts & RIGHT)
        visit_names(checker, expr->right, visit);
    for (int i = 0; (parts & ARGUMENTS) && i < expr->argument_count; i++)
        visit_names(checker, expr->arguments[i], visit);
}

/* ---- resources ---- */

static void mention_name(Checker *checker, Name name)
{
    Found found = scope_lookup(checker, name);
    if (found.symbol != NULL && found.symbol->kind == SYMBOL_VARIABLE && found.symbol->variable->resource != NULL)
        found.symbol->variable->resource->is_used = true;
}

static void mention_expr(Checker *checker, const AstExpr *expr) { visit_names(checker, expr, mention_name); }

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

/* ---- constants ---- */

static bool declares(const AstDecl *decl, Name name)
{
    uint32_t qualifiers = decl->kind == AST_VARIABLE ? decl->qualifiers | decl->type->qualifiers : 0;
    bool found = decl->name == name && (qualifiers & AST_STATIC) != 0 && (qualifiers & AST_CONST) != 0;
    for (int i = 0; !found && decl->kind == AST_ENUM && !decl->is_class && i < decl->member_count; i++)
        found = decl->members[i]->name == name;
    return found;
}

/* And first those before it that its value needs. */
static void declare_ahead(Checker *checker, Name name)
{
    int end = checker->ahead_end;
    Found found = scope_lookup(checker, name);
    for (int i = 0; found.symbol == NULL && i < end; i++) {
        const AstDecl *decl = checker->unit->decls[i];
        if (!declares(decl, name))
            continue;
        checker->ahead_end = i;
        visit_names(checker, decl->init, declare_ahead);
        check_global(checker, decl);
        checker->ahead_end = end;
        return;
    }
}

void declare_constants_ahead(Checker *checker, const AstAttribute *attribute)
{
    int statics = checker->statics.count;
    checker->ahead_end = checker->unit->decl_count;
    for (int i = 0; i < attribute->argument_count; i++)
        visit_names(checker, attribute->arguments[i], declare_ahead);
    checker->statics.count = statics;
}
