/* Loops.
 *
 *   for (init; c; step) body   init; loop { if c {yield} else {break ^loop}; scope { body }; step;
 *                              continue }
 *   do body while (false)      scope { body }
 *
 * The scope of a loop's body is there only where body continues: that is a break ^scope then. */
#include "lower/questions_priv.h"
#include "lower/tree_priv.h"

/* if condition {yield} else {break ^loop} */
static void lower_test(Lower *l, const Stmt *stmt, IrInstr *loop)
{
    const Expr *condition = stmt->expr;
    bool known;
    if (condition_is_constant(condition, &known) && known)
        return;
    IrInstr *node = ir_if(&l->builder, lower_condition(l, condition));
    Cursor cursor = cursor_enter(l, node->regions[0]);
    mark_point(l, IR_POINT_BRANCH, stmt->pos, NULL, 0);
    cursor_leave(l, cursor);
    cursor = cursor_enter(l, node->regions[1]);
    mark_point(l, IR_POINT_BRANCH, stmt->pos, NULL, 1);
    cursor_jump(l, IR_break, loop);
    cursor_leave(l, cursor);
}

/* The body, in a scope that continue breaks out of; break leaves `loop`, or the scope too if
 * NULL. */
static void lower_in_scope(Lower *l, const Stmt *body, IrInstr *loop)
{
    IrInstr *scope = ir_scope(&l->builder);
    l->jumps = (Jumps){loop ? loop : scope, scope, IR_break};
    Cursor cursor = cursor_enter(l, scope->regions[0]);
    lower_stmt(l, body, MIDDLE);
    cursor_leave(l, cursor);
}

/* do body while (false) */
static void lower_once(Lower *l, const Stmt *stmt)
{
    Jumps outer = l->jumps;
    if (stmt_has_break(stmt->body) || stmt_has_continue(stmt->body))
        lower_in_scope(l, stmt->body, NULL);
    else
        lower_stmt(l, stmt->body, MIDDLE);
    l->jumps = outer;
}

static void lower_loop_body(Lower *l, const Stmt *stmt, IrInstr *loop)
{
    Jumps outer = l->jumps;
    l->jumps = (Jumps){loop, loop, IR_continue};
    if ((stmt->step || stmt->test_after) && stmt_has_continue(stmt->body))
        lower_in_scope(l, stmt->body, loop);
    else
        lower_stmt(l, stmt->body, MIDDLE);
    l->jumps = outer;
    if (stmt->step && !l->dead)
        lower_expr(l, stmt->step);
    if (stmt->test_after && !l->dead)
        lower_test(l, stmt, loop);
}

/* Its variables are there for the loop. */
static void lower_init(Lower *l, const Stmt *init)
{
    for (int i = 0; init != NULL && i < init->statement_count; i++)
        lower_stmt(l, init->statements[i], MIDDLE);
}

void lower_loop(Lower *l, const Stmt *stmt)
{
    bool known;
    lower_init(l, stmt->init);
    if (stmt->test_after && condition_is_constant(stmt->expr, &known) && !known) {
        lower_once(l, stmt);
        return;
    }
    IrInstr *loop = ir_loop(&l->builder);
    loop->immediate = stmt->hint;
    Cursor cursor = cursor_enter(l, loop->regions[0]);
    l->loop_depth++;
    if (!stmt->test_after)
        lower_test(l, stmt, loop);
    lower_loop_body(l, stmt, loop);
    l->loop_depth--;
    cursor_leave(l, cursor);
}
