/* Statements. A jump ends its region: from then on the cursor is dead and the rest of the block is
 * dropped.
 *
 *   switch                       scope { if ... else if ... else default }; the scope only for
 *                                early breaks
 *   early return when inlined    break ^scope of the call */
#include "lower/questions_priv.h"
#include "lower/tree_priv.h"

/* ---- blocks and declarations ---- */

static void lower_if(Lower *l, const Stmt *stmt, const Stmt *block, int rest, Position position);

static void begin_statement(Lower *l, const Stmt *stmt)
{
    mark_point(l, IR_POINT_STATEMENT, stmt->pos, NULL, 0);
    trace_statement(l, stmt->pos);
    show_statement(l, stmt->pos);
}

/* From statement `first` of the block on. */
static void lower_block(Lower *l, const Stmt *block, int first, Position position)
{
    for (int i = first; i < block->statement_count && !l->dead; i++) {
        const Stmt *stmt = block->statements[i];
        bool is_last = i + 1 == block->statement_count;
        bool is_inlined_tail = position == TAIL && !l->activation->is_entry;
        if (is_inlined_tail && !is_last && stmt_is_guard(stmt)) {
            l->builder.pos = stmt->pos;
            begin_statement(l, stmt);
            lower_if(l, stmt, block, i + 1, TAIL);
            return;
        }
        lower_stmt(l, stmt, is_last ? position : MIDDLE);
    }
}

static void lower_declare(Lower *l, const Stmt *stmt)
{
    const Variable *variable = stmt->variable;
    const Expr *init = variable->init;
    if (variable->storage != STORAGE_LOCAL)
        return;
    if (variable->is_const && init && init->kind == EXPR_CONSTANT) {
        bind_constant(l, variable, init->value);
        return;
    }
    if (!init || variable->names_itself) {
        Place empty = bind_local(l, variable);
        variable_begin(l, &empty);
    }
    if (!init)
        return;
    Value value = lower_expr(l, init);
    Place place = variable->names_itself ? place_of_variable(l, variable)
                                         : bind_local(l, variable);
    place_store(l, &place, value);
    trace_value(l, l->builder.pos, variable->name, value);
}

/* ---- if ---- */

bool condition_is_constant(const Expr *expr, bool *value)
{
    if (!expr) {
        *value = true;
        return true;
    }
    if (expr->kind != EXPR_CONSTANT || !type_is_leafy(expr->type))
        return false;
    *value = type_is_floating(expr->type) ? expr->value->number != 0 : expr->value->integer != 0;
    return true;
}

IrInstr *lower_condition(Lower *l, const Expr *expr)
{
    Value value = lower_expr(l, expr);
    trace_value(l, l->builder.pos, "condition", value);
    return value.leaves[0];
}

/* The else side is the statement's own or, of a guard, the block from `rest` on. */
static void lower_else(Lower *l, const Stmt *stmt, const Stmt *block, int rest, Position position)
{
    l->shows.statement = stmt->pos;
    if (block)
        lower_block(l, block, rest, position);
    else
        lower_stmt(l, stmt->else_body, position);
}

/* `block`: that of a guard; else NULL. */
static void lower_if(Lower *l, const Stmt *stmt, const Stmt *block, int rest, Position position)
{
    bool known;
    if (condition_is_constant(stmt->expr, &known)) {
        if (known)
            lower_stmt(l, stmt->body, position);
        else
            lower_else(l, stmt, block, rest, position);
        return;
    }
    IrInstr *node = ir_if(&l->builder, lower_condition(l, stmt->expr));
    node->immediate = stmt->hint;
    Cursor then_side = cursor_enter(l, node->regions[0]);
    mark_point(l, IR_POINT_BRANCH, stmt->pos, NULL, 0);
    lower_stmt(l, stmt->body, position);
    bool after_then = cursor_leave(l, then_side);
    Cursor else_side = cursor_enter(l, node->regions[1]);
    mark_point(l, IR_POINT_BRANCH, stmt->pos, NULL, 1);
    lower_else(l, stmt, block, rest, position);
    bool after_else = cursor_leave(l, else_side);
    l->dead = !after_then && !after_else;
}

/* ---- switch ---- */

/* A case's body without the break at its end, which is where it goes anyway. */
static Stmt without_final_break(const Stmt *body)
{
    Stmt copy = *body;
    int count = body->kind == STMT_BLOCK ? body->statement_count : 0;
    if (count > 0 && body->statements[count - 1]->kind == STMT_BREAK)
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

static void lower_case_body(Lower *l, const Stmt *stmt, int at, Position position)
{
    Stmt body = without_final_break(stmt->cases[at].body);
    mark_point(l, IR_POINT_BRANCH, stmt->pos, NULL, at);
    l->shows.statement = stmt->pos;
    lower_stmt(l, &body, position);
}

static IrInstr *matches_case(Lower *l, const SwitchCase *item, Value selector)
{
    IrInstr *matches = NULL;
    for (int i = 0; i < item->value_count; i++) {
        ConstantLeaf leaf = {.integer = item->values[i]};
        IrInstr *label = leaf_constant(l, selector.type->scalar, leaf);
        IrInstr *equal = op2(l, IR_ieq, selector.leaves[0], label);
        matches = matches ? op2(l, IR_ior, matches, equal) : equal;
    }
    return matches;
}

/* Sections that fall into each other, `first` to `last`. */
typedef struct Run {
    int first, last;
    bool has_default;
} Run;

static Run run_from(const Stmt *stmt, int first)
{
    Run run = {first, first, stmt->cases[first].is_default};
    while (stmt->cases[run.last].falls)
        run.has_default |= stmt->cases[++run.last].is_default;
    return run;
}

/* The selector is a label of sections `first` to `last`; NULL if they have none. */
static IrInstr *matches_any(Lower *l, const Stmt *stmt, int first, int last, Value selector)
{
    IrInstr *matches = NULL;
    for (int i = first; i <= last; i++) {
        IrInstr *match = matches_case(l, &stmt->cases[i], selector);
        matches = matches && match ? op2(l, IR_ior, matches, match) : matches ? matches : match;
    }
    return matches;
}

/* Control enters the run at section `at`, if it enters it at all. */
static IrInstr *enters_at(Lower *l, const Stmt *stmt, const Run *run, int at, Value selector)
{
    if (!stmt->cases[at].is_default)
        return matches_case(l, &stmt->cases[at], selector);
    IrInstr *others = NULL;
    for (int i = run->first; i <= run->last; i++)
        if (i != at) {
            IrInstr *match = matches_case(l, &stmt->cases[i], selector);
            others = others ? op2(l, IR_ior, others, match) : match;
        }
    return op1(l, IR_inot, others);
}

/* All but the last are for those that have entered by then. */
static void lower_run(Lower *l, const Stmt *stmt, const Run *run, Value selector,
                      Position position)
{
    IrInstr *entered = NULL;
    for (int i = run->first; i < run->last; i++) {
        IrInstr *enters = enters_at(l, stmt, run, i, selector);
        entered = entered ? op2(l, IR_ior, entered, enters) : enters;
        IrInstr *node = ir_if(&l->builder, entered);
        Cursor cursor = cursor_enter(l, node->regions[0]);
        lower_case_body(l, stmt, i, MIDDLE);
        cursor_leave(l, cursor);
        ir_close_region(l->kernel, node->regions[1]);
    }
    lower_case_body(l, stmt, run->last, position);
}

static bool has_default(const Stmt *stmt)
{
    for (int i = 0; i < stmt->case_count; i++)
        if (stmt->cases[i].is_default)
            return true;
    return false;
}

/* The cases from number `at` on, then the default. */
static void lower_cases(Lower *l, const Stmt *stmt, int at, Value selector, Position position)
{
    Run run = {0};
    while (at < stmt->case_count && (run = run_from(stmt, at)).has_default)
        at = run.last + 1;
    if (at == stmt->case_count) {
        for (int i = 0; i < stmt->case_count; i = run.last + 1) {
            run = run_from(stmt, i);
            if (run.has_default)
                lower_run(l, stmt, &run, selector, position);
        }
        if (!has_default(stmt))
            mark_point(l, IR_POINT_BRANCH, stmt->pos, NULL, stmt->case_count);
        return;
    }
    IrInstr *node = ir_if(&l->builder, matches_any(l, stmt, at, run.last, selector));
    Cursor cursor = cursor_enter(l, node->regions[0]);
    lower_run(l, stmt, &run, selector, position);
    bool after_case = cursor_leave(l, cursor);
    cursor = cursor_enter(l, node->regions[1]);
    lower_cases(l, stmt, run.last + 1, selector, position);
    bool after_others = cursor_leave(l, cursor);
    l->dead = !after_case && !after_others;
}

static void lower_switch(Lower *l, const Stmt *stmt, Position position)
{
    Value selector = lower_expr(l, stmt->expr);
    trace_value(l, l->builder.pos, "selector", selector);
    if (!switch_needs_scope(stmt)) {
        lower_cases(l, stmt, 0, selector, position);
        return;
    }
    Jumps outer = l->jumps;
    IrInstr *scope = ir_scope(&l->builder);
    l->jumps.break_target = scope;
    Cursor cursor = cursor_enter(l, scope->regions[0]);
    lower_cases(l, stmt, 0, selector, position);
    cursor_leave(l, cursor);
    l->jumps = outer;
}

/* ---- return ---- */

static void lower_return(Lower *l, const Stmt *stmt, Position position)
{
    Activation *activation = l->activation;
    if (stmt->expr) {
        Value value = lower_expr(l, stmt->expr);
        trace_value(l, l->builder.pos, "result", value);
        if (activation->result)
            place_store(l, activation->result, value);
        else
            activation->value = value;
    }
    if (position != TAIL)
        cursor_jump(l, activation->is_entry ? IR_return : IR_break, activation->scope);
}

/* ---- dispatch ---- */

void lower_stmt(Lower *l, const Stmt *stmt, Position position)
{
    if (!stmt)
        return;
    SourcePos pos = l->builder.pos;
    int visible = l->shows.visible;
    l->builder.pos = stmt->pos;
    budget_check(l, "this statement");
    if (stmt->kind != STMT_BLOCK)
        begin_statement(l, stmt);
    switch (stmt->kind) {
    case STMT_EXPR: lower_expr(l, stmt->expr); break;
    case STMT_DECLARE: lower_declare(l, stmt); break;
    case STMT_BLOCK: lower_block(l, stmt, 0, position); break;
    case STMT_IF: lower_if(l, stmt, NULL, 0, position); break;
    case STMT_LOOP: lower_loop(l, stmt); break;
    case STMT_SWITCH: lower_switch(l, stmt, position); break;
    case STMT_BREAK: cursor_jump(l, IR_break, l->jumps.break_target); break;
    case STMT_CONTINUE: cursor_jump(l, l->jumps.continue_op, l->jumps.continue_target); break;
    case STMT_RETURN: lower_return(l, stmt, position); break;
    }
    l->builder.pos = pos;
    if (stmt->kind != STMT_DECLARE)
        l->shows.visible = visible;
    if (stmt->kind != STMT_BLOCK)
        l->shows.statement = stmt->pos;
}
