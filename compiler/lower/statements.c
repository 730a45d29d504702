/* Statements. A jump ends its region: from then on the cursor is dead and the rest of the block is dropped.
 *
 *   for (init; c; step) body      init; loop { if c {yield} else {break ^loop}; scope { body }; step; continue }
 *                                 with the scope only where body continues: that is a break ^scope then
 *   do body while (false)         scope { body }
 *   switch                        scope { if ... else if ... else default }; the scope only for early breaks
 *   early return when inlined     break ^scope of the call */
#include "lower/lower_priv.h"

typedef void StmtHandler(Lower *l, const Stmt *stmt, bool is_tail);

/* ---- cursors ---- */

Cursor cursor_enter(Lower *l, IrRegion *region)
{
    Cursor cursor = {l->builder, l->dead};
    l->builder.region = region;
    l->builder.before = NULL;
    l->dead = false;
    return cursor;
}

bool cursor_leave(Lower *l, Cursor cursor)
{
    bool reached = !l->dead;
    ir_close_region(l->kernel, l->builder.region);
    l->builder = cursor.builder;
    l->dead = cursor.dead;
    return reached;
}

static void jump(Lower *l, IrOp op, IrInstr *target)
{
    ir_jump(&l->builder, op, target, NULL, 0);
    l->dead = true;
}

/* ---- blocks and declarations ---- */

static void lower_if_chain(Lower *l, const Stmt *stmt, const Stmt *block, int rest, bool is_tail);

/* From statement `first` of the block on. */
static void lower_statements(Lower *l, const Stmt *block, int first, bool is_tail)
{
    for (int i = first; i < block->statement_count && !l->dead; i++) {
        const Stmt *stmt = block->statements[i];
        bool is_last = i + 1 == block->statement_count;
        if (is_tail && !is_last && !l->frame->is_entry && stmt_is_guard(stmt)) {
            l->builder.pos = stmt->pos;
            lower_if_chain(l, stmt, block, i + 1, is_tail);
            return;
        }
        lower_stmt(l, stmt, is_tail && is_last);
    }
}

static void lower_block(Lower *l, const Stmt *stmt, bool is_tail) { lower_statements(l, stmt, 0, is_tail); }

static void lower_expr_stmt(Lower *l, const Stmt *stmt, bool is_tail)
{
    (void)is_tail;
    lower_expr(l, stmt->expr);
}

static void lower_declare(Lower *l, const Stmt *stmt, bool is_tail)
{
    (void)is_tail;
    const Variable *variable = stmt->variable;
    if (variable->storage != STORAGE_LOCAL)
        return;
    if (variable->is_const && variable->init && variable->init->kind == EXPR_CONSTANT) {
        bind_constant(l, variable, variable->init->value);
        return;
    }
    Value value = variable->init ? lower_expr(l, variable->init) : (Value){0};
    Place place = backing_place(backing_new(l, variable->type, variable->name, IR_LOCAL, variable->pos));
    bind_variable(l, variable, place);
    if (variable->init)
        place_store(l, &place, value);
    else if (l->loop_depth > 0)
        zero_variable(l, &place);
}

/* ---- if ---- */

static bool is_constant_condition(const Expr *expr, bool *value)
{
    if (!expr || (expr->kind == EXPR_CONSTANT && type_is_leafy(expr->type))) {
        *value = !expr || (type_is_floating(expr->type) ? expr->value[0].number != 0 : expr->value[0].integer != 0);
        return true;
    }
    return false;
}

/* The else side is the statement's own or, of a guard, the block from `rest` on. */
static void lower_else(Lower *l, const Stmt *stmt, const Stmt *block, int rest, bool is_tail)
{
    if (block)
        lower_statements(l, block, rest, is_tail);
    else
        lower_stmt(l, stmt->else_body, is_tail);
}

static void lower_if_chain(Lower *l, const Stmt *stmt, const Stmt *block, int rest, bool is_tail)
{
    bool known;
    if (is_constant_condition(stmt->expr, &known)) {
        if (known)
            lower_stmt(l, stmt->body, is_tail);
        else
            lower_else(l, stmt, block, rest, is_tail);
        return;
    }
    IrInstr *node = ir_if(&l->builder, lower_scalar(l, stmt->expr));
    node->immediate = stmt->hint;
    Cursor then_side = cursor_enter(l, node->regions[0]);
    lower_stmt(l, stmt->body, is_tail);
    bool after_then = cursor_leave(l, then_side);
    Cursor else_side = cursor_enter(l, node->regions[1]);
    lower_else(l, stmt, block, rest, is_tail);
    bool after_else = cursor_leave(l, else_side);
    l->dead = !after_then && !after_else;
}

static void lower_if(Lower *l, const Stmt *stmt, bool is_tail) { lower_if_chain(l, stmt, NULL, 0, is_tail); }

/* ---- loops ---- */

/* if condition {yield} else {break ^loop} */
static void lower_test(Lower *l, const Expr *condition, IrInstr *loop)
{
    bool known;
    if (is_constant_condition(condition, &known) && known)
        return;
    IrInstr *node = ir_if(&l->builder, lower_scalar(l, condition));
    ir_close_region(l->kernel, node->regions[0]);
    Cursor cursor = cursor_enter(l, node->regions[1]);
    jump(l, IR_break, loop);
    cursor_leave(l, cursor);
}

/* The body, in a scope that `jumps` may break out of. */
static void lower_in_scope(Lower *l, const Stmt *body, bool breaks_leave_it)
{
    IrInstr *scope = ir_scope(&l->builder);
    l->jumps.continue_target = scope;
    l->jumps.continue_op = IR_break;
    if (breaks_leave_it)
        l->jumps.break_target = scope;
    Cursor cursor = cursor_enter(l, scope->regions[0]);
    lower_stmt(l, body, false);
    cursor_leave(l, cursor);
}

/* do body while (false) */
static void lower_once(Lower *l, const Stmt *stmt)
{
    Jumps outer = l->jumps;
    if (stmt_has_break(stmt->body) || stmt_has_continue(stmt->body))
        lower_in_scope(l, stmt->body, true);
    else
        lower_stmt(l, stmt->body, false);
    l->jumps = outer;
}

static void lower_loop_body(Lower *l, const Stmt *stmt, IrInstr *loop)
{
    Jumps outer = l->jumps;
    l->jumps = (Jumps){.break_target = loop, .continue_target = loop, .continue_op = IR_continue};
    if ((stmt->step || stmt->test_after) && stmt_has_continue(stmt->body))
        lower_in_scope(l, stmt->body, false);
    else
        lower_stmt(l, stmt->body, false);
    l->jumps = outer;
    if (stmt->step && !l->dead)
        lower_expr(l, stmt->step);
    if (stmt->test_after && !l->dead)
        lower_test(l, stmt->expr, loop);
}

static void lower_loop(Lower *l, const Stmt *stmt, bool is_tail)
{
    (void)is_tail;
    bool known;
    lower_stmt(l, stmt->init, false);
    if (stmt->test_after && is_constant_condition(stmt->expr, &known) && !known) {
        lower_once(l, stmt);
        return;
    }
    IrInstr *loop = ir_loop(&l->builder);
    loop->immediate = stmt->hint;
    Cursor cursor = cursor_enter(l, loop->regions[0]);
    l->loop_depth++;
    if (!stmt->test_after)
        lower_test(l, stmt->expr, loop);
    lower_loop_body(l, stmt, loop);
    l->loop_depth--;
    cursor_leave(l, cursor);
}

/* ---- switch ---- */

static const Stmt *last_statement(const Stmt *body)
{
    return body->statement_count > 0 ? body->statements[body->statement_count - 1] : NULL;
}

/* A case's body without the break at its end, which is where it goes anyway. */
static Stmt without_final_break(const Stmt *body)
{
    Stmt copy = *body;
    if (body->kind == STMT_BLOCK && last_statement(body) && last_statement(body)->kind == STMT_BREAK)
        copy.statement_count--;
    return copy;
}

static bool switch_needs_scope(const Stmt *stmt)
{
    for (int i = 0; i < stmt->case_count; i++) {
        Stmt body = without_final_break(stmt->cases[i].body);
        if (stmt_has_break(&body))
            return true;
    }
    return false;
}

static void lower_case_body(Lower *l, const SwitchCase *item, bool is_tail)
{
    Stmt body = without_final_break(item->body);
    lower_stmt(l, &body, is_tail);
}

static IrInstr *matches_case(Lower *l, const SwitchCase *item, Value selector)
{
    IrInstr *matches = NULL;
    for (int i = 0; i < item->value_count; i++) {
        IrInstr *label = leaf_constant(l, selector.type->scalar, (ConstantLeaf){.integer = item->values[i]});
        IrInstr *equal = IR_BUILD(&l->builder, IR_ieq, selector.leaves[0], label);
        matches = matches ? IR_BUILD(&l->builder, IR_ior, matches, equal) : equal;
    }
    return matches;
}

/* The cases from number `at` on, then the default. */
static void lower_cases(Lower *l, const Stmt *stmt, int at, Value selector, bool is_tail)
{
    while (at < stmt->case_count && stmt->cases[at].is_default)
        at++;
    if (at == stmt->case_count) {
        for (int i = 0; i < stmt->case_count; i++)
            if (stmt->cases[i].is_default)
                lower_case_body(l, &stmt->cases[i], is_tail);
        return;
    }
    IrInstr *node = ir_if(&l->builder, matches_case(l, &stmt->cases[at], selector));
    Cursor cursor = cursor_enter(l, node->regions[0]);
    lower_case_body(l, &stmt->cases[at], is_tail);
    bool after_case = cursor_leave(l, cursor);
    cursor = cursor_enter(l, node->regions[1]);
    lower_cases(l, stmt, at + 1, selector, is_tail);
    bool after_others = cursor_leave(l, cursor);
    l->dead = !after_case && !after_others;
}

static void lower_switch(Lower *l, const Stmt *stmt, bool is_tail)
{
    Value selector = lower_expr(l, stmt->expr);
    if (!switch_needs_scope(stmt)) {
        lower_cases(l, stmt, 0, selector, is_tail);
        return;
    }
    Jumps outer = l->jumps;
    IrInstr *scope = ir_scope(&l->builder);
    l->jumps.break_target = scope;
    Cursor cursor = cursor_enter(l, scope->regions[0]);
    lower_cases(l, stmt, 0, selector, is_tail);
    cursor_leave(l, cursor);
    l->jumps = outer;
}

/* ---- jumps ---- */

static void lower_break(Lower *l, const Stmt *stmt, bool is_tail)
{
    (void)stmt, (void)is_tail;
    jump(l, IR_break, l->jumps.break_target);
}

static void lower_continue(Lower *l, const Stmt *stmt, bool is_tail)
{
    (void)stmt, (void)is_tail;
    jump(l, l->jumps.continue_op, l->jumps.continue_target);
}

static void lower_return(Lower *l, const Stmt *stmt, bool is_tail)
{
    Frame *frame = l->frame;
    if (stmt->expr) {
        Value value = lower_expr(l, stmt->expr);
        if (frame->result)
            place_store(l, frame->result, value);
        else
            frame->value = value;
    }
    if (!is_tail)
        jump(l, frame->is_entry ? IR_return : IR_break, frame->scope);
}

/* ---- dispatch ---- */

static StmtHandler *const handlers[] = {
    [STMT_EXPR] = lower_expr_stmt, [STMT_DECLARE] = lower_declare, [STMT_BLOCK] = lower_block,
    [STMT_IF] = lower_if,          [STMT_LOOP] = lower_loop,       [STMT_SWITCH] = lower_switch,
    [STMT_BREAK] = lower_break,    [STMT_CONTINUE] = lower_continue, [STMT_RETURN] = lower_return,
};

void lower_stmt(Lower *l, const Stmt *stmt, bool is_tail)
{
    if (!stmt)
        return;
    SourcePos pos = l->builder.pos;
    l->builder.pos = stmt->pos;
    handlers[stmt->kind](l, stmt, is_tail);
    l->builder.pos = pos;
}
