/* Questions about statements that decide which constructs are built for them. */
#include "lower/questions_priv.h"

static const Stmt *last_statement(const Stmt *block)
{
    return block->statement_count > 0 ? block->statements[block->statement_count - 1] : NULL;
}

static bool always_returns(const Stmt *stmt)
{
    if (!stmt)
        return false;
    switch (stmt->kind) {
    case STMT_RETURN: return true;
    case STMT_BLOCK: return always_returns(last_statement(stmt));
    case STMT_IF: return always_returns(stmt->body) && always_returns(stmt->else_body);
    default: return false;
    }
}

bool stmt_is_guard(const Stmt *stmt)
{
    return stmt->kind == STMT_IF && !stmt->else_body && always_returns(stmt->body);
}

/* ---- tail position ---- */

static bool returns_early(const Stmt *stmt, bool is_tail);

static bool block_returns_early(const Stmt *block, bool is_tail)
{
    for (int i = 0; i < block->statement_count; i++) {
        const Stmt *stmt = block->statements[i];
        bool is_last = i + 1 == block->statement_count || stmt_is_guard(stmt);
        if (returns_early(stmt, is_tail && is_last))
            return true;
    }
    return false;
}

static bool returns_early(const Stmt *stmt, bool is_tail)
{
    if (!stmt)
        return false;
    switch (stmt->kind) {
    case STMT_RETURN: return !is_tail;
    case STMT_BLOCK: return block_returns_early(stmt, is_tail);
    case STMT_IF:
        return returns_early(stmt->body, is_tail) || returns_early(stmt->else_body, is_tail);
    case STMT_LOOP: return returns_early(stmt->body, false);
    case STMT_SWITCH:
        for (int i = 0; i < stmt->case_count; i++)
            if (returns_early(stmt->cases[i].body, is_tail && !stmt->cases[i].falls))
                return true;
        return false;
    default: return false;
    }
}

bool stmt_returns_early(const Stmt *body) { return returns_early(body, true); }

/* ---- counting and finding ---- */

/* Statements of `kind` in `stmt`; those in nested loops and switches only where asked for. */
typedef struct Search {
    StmtKind kind;
    bool into_loops, into_switches;
} Search;

static int count_stmts(const Stmt *stmt, Search search)
{
    if (!stmt || (stmt->kind == STMT_LOOP && !search.into_loops)
        || (stmt->kind == STMT_SWITCH && !search.into_switches))
        return 0;
    int count = stmt->kind == search.kind;
    for (int i = 0; i < stmt->statement_count; i++)
        count += count_stmts(stmt->statements[i], search);
    for (int i = 0; i < stmt->case_count; i++)
        count += count_stmts(stmt->cases[i].body, search);
    return count + count_stmts(stmt->body, search) + count_stmts(stmt->else_body, search);
}

int stmt_return_count(const Stmt *body)
{
    return count_stmts(body, (Search){STMT_RETURN, true, true});
}

bool stmt_has_continue(const Stmt *body)
{
    return count_stmts(body, (Search){STMT_CONTINUE, false, true}) > 0;
}

bool stmt_has_break(const Stmt *body)
{
    return count_stmts(body, (Search){STMT_BREAK, false, false}) > 0;
}

bool stmt_is_last_return(const Stmt *body)
{
    while (body && body->kind == STMT_BLOCK)
        body = last_statement(body);
    return body && body->kind == STMT_RETURN;
}
