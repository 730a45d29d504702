/* What control flow tells of a function's variables: which are read before anything was assigned
 * to them, and which out parameters never are.
 *
 * Two sets go along with the statements in their order. `may` holds what was assigned on some way;
 * it never loses a variable but where that is declared anew, and at a loop it takes in whatever
 * the loop assigns, so that what is read without being in it has no value on any way that leads
 * there. `must` holds what was assigned on every way; what is in `may` alone has no value on some
 * ways, if those can be gone at all. Assigning a part counts as assigning the whole. */
#include "trees_priv.h"

typedef struct Flow {
    Diagnostics *diagnostics;
    Arena *scratch;
    int words;
    uint64_t *may, *must, *told; /* bits by Variable.index */
    bool collects; /* in a loop that is still to be walked: fills `may` and reports nothing */
} Flow;

/* ---- sets ---- */

static bool has(const uint64_t *set, const Variable *variable)
{
    return set[variable->index / 64] >> (variable->index % 64) & 1;
}
static void put(uint64_t *set, const Variable *variable)
{
    set[variable->index / 64] |= (uint64_t)1 << (variable->index % 64);
}
static void drop(uint64_t *set, const Variable *variable)
{
    set[variable->index / 64] &= ~((uint64_t)1 << (variable->index % 64));
}

static uint64_t *copy_set(const Flow *flow, const uint64_t *set)
{
    return memcpy(ARENA_ARRAY(flow->scratch, uint64_t, flow->words), set,
                  sizeof *set * (size_t)flow->words);
}

static void keep_common(const Flow *flow, uint64_t *set, const uint64_t *other)
{
    for (int i = 0; i < flow->words; i++)
        set[i] &= other[i];
}

/* Does it begin without a value? */
static bool is_tracked(const Variable *variable)
{
    bool begins_empty = (variable->storage == STORAGE_LOCAL &&
                         (variable->init == NULL || variable->names_itself)) ||
                        (variable->storage == STORAGE_PARAMETER &&
                         variable->direction == DIRECTION_OUT);
    return begins_empty && variable->name != NULL && !type_has_resources(variable->type) &&
           type_leaf_count(variable->type) > 0;
}

static void walk_expr(Flow *flow, const Expr *expr);

static void read_variable(Flow *flow, const Expr *expr)
{
    const Variable *variable = expr->variable;
    if (flow->collects || !is_tracked(variable) || has(flow->must, variable) ||
        has(flow->told, variable))
        return;
    diag_report(flow->diagnostics, expr->pos,
                has(flow->may, variable) ? DIAG_maybe_uninitialised : DIAG_uninitialised,
                variable->name);
    diag_report(flow->diagnostics, variable->pos, DIAG_declared_here, variable->name);
    put(flow->told, variable);
}

/* Walks the indices on the way to the variable that `place` is a part of, and counts that as
 * assigned. */
static void assign(Flow *flow, const Expr *place)
{
    for (; place != NULL && place->kind != EXPR_VARIABLE; place = place->left)
        if (place->kind == EXPR_INDEX)
            walk_expr(flow, place->right);
        else if (place->kind != EXPR_FIELD && place->kind != EXPR_SWIZZLE &&
                 place->kind != EXPR_BASE && place->kind != EXPR_CONVERT) {
            walk_expr(flow, place);
            return;
        }
    if (place == NULL || !is_tracked(place->variable))
        return;
    put(flow->may, place->variable);
    put(flow->must, place->variable);
}

/* ---- expressions ---- */

/* What comes in is read before anything goes out. */
static void walk_arguments(Flow *flow, const Expr *call)
{
    for (int i = 0; i < call->argument_count; i++)
        if (!expr_writes_argument(call, i))
            walk_expr(flow, call->arguments[i]);
    for (int i = 0; i < call->argument_count; i++)
        if (expr_writes_argument(call, i))
            assign(flow, call->arguments[i]);
}

/* A method may well fill its object. */
static void walk_call(Flow *flow, const Expr *call)
{
    const Function *function = call->function;
    for (int i = 0; i < call->argument_count; i++)
        if (function->parameters[i]->direction == DIRECTION_IN)
            walk_expr(flow, call->arguments[i]);
    for (int i = 0; i < call->argument_count; i++)
        if (function->parameters[i]->direction != DIRECTION_IN)
            assign(flow, call->arguments[i]);
}

/* One of two, or the second only sometimes: what each assigns may have been assigned. */
static void walk_choice(Flow *flow, const Expr *first, const Expr *second)
{
    uint64_t *before = copy_set(flow, flow->must);
    walk_expr(flow, first);
    uint64_t *after_first = flow->must;
    flow->must = before;
    if (second != NULL)
        walk_expr(flow, second);
    keep_common(flow, flow->must, after_first);
}

/* place += ...: in a loop's later turns it has a value from such a change, but not in the
 * first. */
static void walk_change(Flow *flow, const Expr *place)
{
    walk_expr(flow, place);
    if (!flow->collects)
        assign(flow, place);
}

static void walk_expr(Flow *flow, const Expr *expr)
{
    if (expr == NULL)
        return;
    switch (expr->kind) {
    case EXPR_VARIABLE: read_variable(flow, expr); return;
    case EXPR_ASSIGN:
        walk_expr(flow, expr->right);
        if (expr->operation_type != NULL)
            walk_change(flow, expr->left);
        else
            assign(flow, expr->left);
        return;
    case EXPR_INCREMENT: walk_change(flow, expr->left); return;
    case EXPR_CALL: walk_call(flow, expr); return;
    case EXPR_LOGICAL:
        walk_expr(flow, expr->left);
        walk_choice(flow, expr->right, NULL);
        return;
    case EXPR_CONDITIONAL:
        walk_expr(flow, expr->left);
        walk_choice(flow, expr->middle, expr->right);
        return;
    default:
        walk_expr(flow, expr->left);
        walk_expr(flow, expr->middle);
        walk_expr(flow, expr->right);
        walk_arguments(flow, expr);
    }
}

/* ---- statements ---- */

static void walk_stmt(Flow *flow, const Stmt *stmt);

/* A branch that control does not come out of says nothing of what follows. */
static void join_branch(const Flow *flow, uint64_t *must, const Stmt *branch)
{
    if (branch == NULL || stmt_falls_through(branch))
        keep_common(flow, must, flow->must);
}

static void walk_if(Flow *flow, const Stmt *stmt)
{
    walk_expr(flow, stmt->expr);
    uint64_t *before = copy_set(flow, flow->must),
             *after = ARENA_ARRAY(flow->scratch, uint64_t, flow->words);
    memset(after, 0xff, sizeof *after * (size_t)flow->words);
    walk_stmt(flow, stmt->body);
    join_branch(flow, after, stmt->body);
    flow->must = before;
    walk_stmt(flow, stmt->else_body);
    join_branch(flow, after, stmt->else_body);
    flow->must = after;
}

static void walk_turn(Flow *flow, const Stmt *loop)
{
    if (!loop->test_after)
        walk_expr(flow, loop->expr);
    walk_stmt(flow, loop->body);
    if (loop->test_after)
        walk_expr(flow, loop->expr);
    walk_expr(flow, loop->step);
}

static void walk_loop(Flow *flow, const Stmt *loop)
{
    walk_stmt(flow, loop->init);
    uint64_t *before = copy_set(flow, flow->must);
    if (!flow->collects) {
        flow->collects = true;
        walk_turn(flow, loop);
        flow->collects = false;
        flow->must = copy_set(flow, before);
    }
    walk_turn(flow, loop);
    if (!loop->test_after)
        flow->must = before;
}

static void walk_switch(Flow *flow, const Stmt *stmt)
{
    walk_expr(flow, stmt->expr);
    uint64_t *before = flow->must, *after = NULL;
    bool has_default = false;
    for (int i = 0; i < stmt->case_count; i++) {
        has_default |= stmt->cases[i].is_default;
        flow->must = copy_set(flow, before);
        walk_stmt(flow, stmt->cases[i].body);
        if (!case_ends_switch(&stmt->cases[i]))
            continue;
        after = after != NULL ? after : copy_set(flow, flow->must);
        keep_common(flow, after, flow->must);
    }
    flow->must = after != NULL && has_default ? after : before;
}

static void walk_declaration(Flow *flow, Variable *variable)
{
    bool is_reset = !flow->collects && is_tracked(variable);
    if (is_reset) {
        drop(flow->may, variable);
        drop(flow->must, variable);
    }
    walk_expr(flow, variable->init);
    if (is_reset && variable->names_itself) {
        put(flow->may, variable);
        put(flow->must, variable);
    }
}

static void walk_stmt(Flow *flow, const Stmt *stmt)
{
    if (stmt == NULL)
        return;
    switch (stmt->kind) {
    case STMT_EXPR: case STMT_RETURN: walk_expr(flow, stmt->expr); break;
    case STMT_DECLARE: walk_declaration(flow, stmt->variable); break;
    case STMT_BLOCK:
        for (int i = 0; i < stmt->statement_count; i++)
            walk_stmt(flow, stmt->statements[i]);
        break;
    case STMT_IF: walk_if(flow, stmt); break;
    case STMT_LOOP: walk_loop(flow, stmt); break;
    case STMT_SWITCH: walk_switch(flow, stmt); break;
    case STMT_BREAK: case STMT_CONTINUE: break;
    }
}

void check_flow(Checker *checker, const Function *function)
{
    Arena *scratch = arena_new("flow");
    Flow flow = {.diagnostics = checker->diagnostics, .scratch = scratch};
    flow.words = (function->parameter_count + function->local_count) / 64 + 1;
    flow.may = ARENA_ARRAY(scratch, uint64_t, flow.words);
    flow.must = ARENA_ARRAY(scratch, uint64_t, flow.words);
    flow.told = ARENA_ARRAY(scratch, uint64_t, flow.words);
    walk_stmt(&flow, function->body);
    for (int i = 0; i < function->parameter_count; i++)
        if (is_tracked(function->parameters[i]) && !has(flow.may, function->parameters[i]) &&
            !has(flow.told, function->parameters[i]))
            diag_report(checker->diagnostics, function->parameters[i]->pos, DIAG_out_never_written,
                        function->parameters[i]->name);
    arena_drop(scratch);
}
