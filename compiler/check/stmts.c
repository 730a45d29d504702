/* Typed statements: making them, and where control can go from them. */
#include "trees_priv.h"

Stmt *stmt_new(Checker *checker, StmtKind kind, SourcePos pos)
{
    Stmt *stmt = ARENA_NEW(checker->arena, Stmt);
    stmt->kind = kind;
    stmt->pos = pos;
    return stmt;
}

void stmt_add(Checker *checker, Stmt *block, Stmt *stmt)
{
    if (stmt == NULL)
        return;
    if ((block->statement_count & (block->statement_count - 1)) == 0) { /* full: 0, 1, 2, 4, ... */
        size_t old = sizeof(Stmt *) * (size_t)block->statement_count;
        block->statements = arena_grow(checker->arena, block->statements, old,
                                       old == 0 ? sizeof(Stmt *) : old * 2);
    }
    block->statements[block->statement_count++] = stmt;
}

/* ---- where control goes ---- */

bool stmt_falls_through(const Stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_EXPR: case STMT_DECLARE: return true;
    case STMT_BREAK: case STMT_CONTINUE: case STMT_RETURN: return false;
    case STMT_BLOCK:
        for (int i = 0; i < stmt->statement_count; i++)
            if (!stmt_falls_through(stmt->statements[i]))
                return false;
        return true;
    case STMT_IF:
        return stmt->else_body == NULL || stmt_falls_through(stmt->body) ||
               stmt_falls_through(stmt->else_body);
    case STMT_LOOP:
        return (stmt->expr != NULL && !constant_is_true(stmt->expr)) || stmt_breaks(stmt->body);
    case STMT_SWITCH: break;
    }
    bool has_default = false;
    for (int i = 0; i < stmt->case_count; i++) {
        has_default |= stmt->cases[i].is_default;
        if (case_ends_switch(&stmt->cases[i]))
            return true;
    }
    return !has_default;
}

bool stmt_breaks(const Stmt *stmt)
{
    if (stmt == NULL || stmt->kind == STMT_LOOP || stmt->kind == STMT_SWITCH)
        return false;
    bool breaks = stmt->kind == STMT_BREAK ||
                  (stmt->kind == STMT_IF &&
                   (stmt_breaks(stmt->body) || stmt_breaks(stmt->else_body)));
    for (int i = 0; i < stmt->statement_count && !breaks; i++)
        breaks = stmt_breaks(stmt->statements[i]);
    return breaks;
}

bool case_ends_switch(const SwitchCase *section)
{
    return stmt_breaks(section->body) || (!section->falls && stmt_falls_through(section->body));
}
