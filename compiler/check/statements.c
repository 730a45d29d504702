/* Statements. Loops become one kind with its parts apart; the sections of a switch become blocks that end in a
 * jump: where one falls through, the statements it falls into are checked again as part of it. */
#include "check_priv.h"

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
        block->statements = arena_grow(checker->arena, block->statements, old, old == 0 ? sizeof(Stmt *) : old * 2);
    }
    block->statements[block->statement_count++] = stmt;
}

static void add_ast(Checker *checker, Stmt *block, const AstStmt *ast)
{
    if (ast->kind == AST_DECL_STMT) {
        for (int i = 0; i < ast->decl_count; i++)
            check_local(checker, ast->decls[i], block);
        return;
    }
    stmt_add(checker, block, check_stmt(checker, ast));
}

/* Statements that do something; a `break` behind a `return` is habit. */
static bool is_worth_reaching(const AstStmt *ast)
{
    bool has_value = false;
    switch (ast->kind) {
    case AST_EMPTY: case AST_BREAK: case AST_RETURN: case AST_CASE: case AST_DEFAULT: return false;
    case AST_DECL_STMT:
        for (int i = 0; i < ast->decl_count; i++)
            has_value |= ast->decls[i]->init != NULL;
        return has_value;
    default: return true;
    }
}

/* A list of statements on its way into a block. */
typedef struct Reach {
    bool is_lost; /* control does not get here */
    bool is_told;
} Reach;

static void add_next(Checker *checker, Stmt *block, const AstStmt *ast, Reach *reach)
{
    int before = block->statement_count;
    if (reach->is_lost && !reach->is_told && is_worth_reaching(ast)) {
        diag_report(checker->diagnostics, ast->pos, DIAG_unreachable);
        reach->is_told = true;
    }
    add_ast(checker, block, ast);
    for (int added = before; added < block->statement_count; added++)
        reach->is_lost |= !stmt_ends(block->statements[added]);
}

static void add_all(Checker *checker, Stmt *block, const AstStmt *ast)
{
    Reach reach = {false, false};
    for (int i = 0; i < ast->statement_count; i++)
        add_next(checker, block, ast->statements[i], &reach);
}

static Stmt *check_scoped(Checker *checker, const AstStmt *ast)
{
    Stmt *block = stmt_new(checker, STMT_BLOCK, ast->pos);
    scope_push(checker);
    if (ast->kind == AST_COMPOUND)
        add_all(checker, block, ast);
    else
        add_ast(checker, block, ast);
    scope_pop(checker);
    return block;
}

Stmt *check_body(Checker *checker, const AstStmt *ast) { return check_scoped(checker, ast); }

/* ---- attributes ---- */

static const struct { const char *name; StmtKind kind; OpHint hint; } HINTS[] = {
    {"branch", STMT_IF, HINT_BRANCH},  {"flatten", STMT_IF, HINT_FLATTEN}, {"loop", STMT_LOOP, HINT_LOOP},
    {"unroll", STMT_LOOP, HINT_UNROLL}, {"fastopt", STMT_LOOP, HINT_NONE},
    {"allow_uav_condition", STMT_LOOP, HINT_NONE}, {"call", STMT_SWITCH, HINT_NONE},
    {"forcecase", STMT_SWITCH, HINT_NONE},
};

/* The turns that [unroll] names, or HINT_UNROLL: all of them. */
static int32_t unroll_hint(Checker *checker, const AstAttribute *attribute)
{
    int64_t count;
    bool has_count = attribute->argument_count > 0 &&
                     constant_evaluate_integer(checker, attribute->arguments[0], "an unroll count", &count);
    if (has_count && (count < 0 || count > INT32_MAX))
        diag_report(checker->diagnostics, attribute->pos, DIAG_bad_unroll_count);
    return has_count && count > 0 && count <= INT32_MAX ? (int32_t)count : HINT_UNROLL;
}

static void report_unknown_attribute(Checker *checker, const AstAttribute *attribute)
{
    Suggestion suggestion = {NULL, 0};
    for (int i = 0; i < COUNT_OF(HINTS); i++)
        suggest_consider(&suggestion, attribute->name, HINTS[i].name);
    if (suggestion.best != NULL)
        diag_report(checker->diagnostics, attribute->pos, DIAG_unknown_attribute_did_you_mean, attribute->name, suggestion.best);
    else
        diag_report(checker->diagnostics, attribute->pos, DIAG_unknown_attribute, attribute->name);
}

static void apply_attributes(Checker *checker, const AstAttribute *attribute, Stmt *stmt)
{
    for (; attribute != NULL; attribute = attribute->next) {
        int row = 0;
        while (row < COUNT_OF(HINTS) && strcmp(HINTS[row].name, attribute->name) != 0)
            row++;
        if (attribute->scope != NULL)
            continue;
        if (row == COUNT_OF(HINTS)) {
            report_unknown_attribute(checker, attribute);
            continue;
        }
        int32_t hint = HINTS[row].hint == HINT_UNROLL ? unroll_hint(checker, attribute) : HINTS[row].hint;
        if (hint != HINT_NONE && stmt->kind == HINTS[row].kind)
            stmt->hint = hint;
    }
}

/* ---- if ---- */

/* The condition, or a declaration as one: declared in `block`, its value the condition. */
static Expr *check_condition_of(Checker *checker, const AstStmt *ast, Stmt *block, const char *what)
{
    if (ast->condition_decl == NULL)
        return check_condition(checker, ast->expr, what);
    check_local(checker, ast->condition_decl, block);
    Symbol *symbol = scope_find_here(checker->scope, ast->condition_decl->name);
    if (symbol == NULL || symbol->kind != SYMBOL_VARIABLE)
        return expr_error(checker, ast->pos);
    return convert_condition(checker, expr_variable(checker, symbol->variable, ast->condition_decl->pos), what);
}

/* if constexpr: the branch not taken is not compiled. */
static Stmt *check_constexpr_if(Checker *checker, const AstStmt *ast)
{
    Expr *condition = check_condition(checker, ast->expr, "if constexpr");
    if (expr_is_error(condition))
        return NULL;
    if (constant_leaves(condition) == NULL) {
        diag_report(checker->diagnostics, ast->expr->start, DIAG_not_constant, "the condition of if constexpr");
        return NULL;
    }
    const AstStmt *taken = constant_is_true(condition) ? ast->body : ast->else_body;
    mention_resources(checker, constant_is_true(condition) ? ast->else_body : ast->body);
    return taken != NULL ? check_scoped(checker, taken) : NULL;
}

static Stmt *check_if(Checker *checker, const AstStmt *ast)
{
    if (ast->is_constexpr)
        return check_constexpr_if(checker, ast);
    Stmt *outer = stmt_new(checker, STMT_BLOCK, ast->pos);
    Stmt *stmt = stmt_new(checker, STMT_IF, ast->pos);
    scope_push(checker);
    stmt->expr = check_condition_of(checker, ast, outer, "if");
    apply_attributes(checker, ast->attributes, stmt);
    stmt->body = check_scoped(checker, ast->body);
    if (ast->else_body != NULL)
        stmt->else_body = check_scoped(checker, ast->else_body);
    scope_pop(checker);
    stmt_add(checker, outer, stmt);
    return ast->condition_decl != NULL ? outer : stmt;
}

/* ---- loops ---- */

/* while (int x = f()): the declaration is evaluated in each turn, so it moves into the body. */
static Stmt *check_while_declaration(Checker *checker, const AstStmt *ast)
{
    Stmt *loop = stmt_new(checker, STMT_LOOP, ast->pos), *body = stmt_new(checker, STMT_BLOCK, ast->pos);
    scope_push(checker);
    Expr *condition = check_condition_of(checker, ast, body, "while");
    Stmt *leave = stmt_new(checker, STMT_IF, ast->pos);
    leave->expr = condition;
    leave->body = stmt_new(checker, STMT_BLOCK, ast->pos);
    leave->else_body = stmt_new(checker, STMT_BREAK, ast->pos);
    stmt_add(checker, body, leave);
    apply_attributes(checker, ast->attributes, loop);
    checker->function->loop_depth++;
    stmt_add(checker, body, check_scoped(checker, ast->body));
    checker->function->loop_depth--;
    scope_pop(checker);
    loop->body = body;
    return loop;
}

/* Before HLSL 2021 a for loop's variables are visible after it. */
static void leak_variables(Checker *checker, const Scope *inner)
{
    for (int i = 0; checker->options->hlsl_version < 2021 && i < inner->symbols.capacity; i++) {
        const Symbol *symbol = inner->symbols.values[i];
        if (symbol != NULL && symbol->kind == SYMBOL_VARIABLE && scope_find_here(checker->scope, symbol->name) == NULL) {
            Symbol *leaked = scope_add(checker, checker->scope, SYMBOL_VARIABLE, symbol->name, SOURCE_NOWHERE);
            leaked->variable = symbol->variable;
            leaked->is_leaked = true;
        }
    }
}

/* ---- counters ---- */

static bool is_float_scalar(const Expr *expr) { return type_is_numeric(expr->type) && scalar_is_float(expr->type->scalar); }

static bool is_comparison(const Expr *expr)
{
    return expr->kind == EXPR_BINARY && (expr->op == AST_OP_LESS || expr->op == AST_OP_LESS_EQUAL || expr->op == AST_OP_GREATER ||
                                         expr->op == AST_OP_GREATER_EQUAL || expr->op == AST_OP_NOT_EQUAL);
}

/* Is the operand an integer that became a float for the comparison? */
static bool was_integer(const Expr *operand)
{
    return operand->kind == EXPR_CONVERT && type_is_numeric(operand->left->type) && !scalar_is_float(operand->left->type->scalar);
}

/* A sum of such steps is exact as long as it is small against 2^24 of their last bits. */
static bool is_exact_step(double step) { return step * 4096 == (double)(int64_t)(step * 4096); }

/* for (float x = 0; x < 1; x += 0.1): ten turns or eleven. */
static void warn_of_counter(Checker *checker, const Stmt *loop)
{
    const Expr *condition = loop->expr, *step = loop->step;
    if (condition == NULL || step == NULL || !is_comparison(condition) || !is_float_scalar(condition->left))
        return;
    if (was_integer(condition->left) != was_integer(condition->right) && constant_leaves(condition->left) == NULL && constant_leaves(condition->right) == NULL)
        diag_report(checker->diagnostics, condition->pos, DIAG_mixed_counter);
    bool counts = step->kind == EXPR_ASSIGN && step->operation_type != NULL && is_float_scalar(step->left) &&
                  (step->op == AST_OP_ADD || step->op == AST_OP_SUB) && type_component_count(step->left->type) == 1;
    const ConstantLeaf *by = counts ? constant_leaves(step->right) : NULL;
    if (by != NULL && !is_exact_step(by[0].number))
        diag_report(checker->diagnostics, step->pos, DIAG_inexact_counter, by[0].number);
}

static Stmt *check_loop(Checker *checker, const AstStmt *ast)
{
    const char *what = ast->kind == AST_FOR ? "for" : "while";
    if (ast->kind == AST_WHILE && ast->condition_decl != NULL)
        return check_while_declaration(checker, ast);
    Stmt *loop = stmt_new(checker, STMT_LOOP, ast->pos);
    loop->test_after = ast->kind == AST_DO;
    scope_push(checker);
    if (ast->init != NULL) {
        loop->init = stmt_new(checker, STMT_BLOCK, ast->init->pos);
        add_ast(checker, loop->init, ast->init);
    }
    apply_attributes(checker, ast->attributes, loop);
    if (ast->expr != NULL && ast->kind != AST_DO)
        loop->expr = check_condition(checker, ast->expr, what);
    if (ast->step != NULL)
        loop->step = settle_literal(checker, check_expr(checker, ast->step));
    warn_of_counter(checker, loop);
    checker->function->loop_depth++;
    loop->body = check_scoped(checker, ast->body);
    checker->function->loop_depth--;
    if (ast->kind == AST_DO)
        loop->expr = check_condition(checker, ast->expr, "do while");
    const Scope *inner = checker->scope;
    scope_pop(checker);
    leak_variables(checker, inner);
    return loop;
}

/* ---- switch ---- */

/* Whether control can reach the statement's end. */
bool stmt_ends(const Stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_EXPR: case STMT_DECLARE: return true;
    case STMT_BREAK: case STMT_CONTINUE: case STMT_RETURN: return false;
    case STMT_BLOCK:
        for (int i = 0; i < stmt->statement_count; i++)
            if (!stmt_ends(stmt->statements[i]))
                return false;
        return true;
    case STMT_IF: return stmt->else_body == NULL || stmt_ends(stmt->body) || stmt_ends(stmt->else_body);
    case STMT_LOOP: return (stmt->expr != NULL && !constant_is_true(stmt->expr)) || stmt_breaks(stmt->body);
    case STMT_SWITCH: break;
    }
    bool has_default = false;
    for (int i = 0; i < stmt->case_count; i++) {
        has_default |= stmt->cases[i].is_default;
        if (stmt_breaks(stmt->cases[i].body) || stmt_ends(stmt->cases[i].body))
            return true;
    }
    return !has_default;
}

/* Whether a break in it leaves the construct around it. */
bool stmt_breaks(const Stmt *stmt)
{
    if (stmt == NULL || stmt->kind == STMT_LOOP || stmt->kind == STMT_SWITCH)
        return false;
    bool breaks = stmt->kind == STMT_BREAK || (stmt->kind == STMT_IF && (stmt_breaks(stmt->body) || stmt_breaks(stmt->else_body)));
    for (int i = 0; i < stmt->statement_count && !breaks; i++)
        breaks = stmt_breaks(stmt->statements[i]);
    return breaks;
}

typedef struct SwitchState {
    Stmt *stmt;
    const Type *type;
    const Type *scoped; /* the enum class that it switches over, or NULL */
    const AstStmt *body;
    VEC(SwitchCase) cases;
    VEC(int64_t) seen;
} SwitchState;

static void add_label(Checker *checker, SwitchState *state, const AstStmt *label, SwitchCase *section)
{
    int64_t value;
    if (label->kind == AST_DEFAULT) {
        section->is_default = true;
        return;
    }
    Expr *expr = decay(checker, check_value(checker, label->expr));
    if (state->scoped != NULL && expr->type == state->scoped) /* case Colour::Red of a switch over a Colour */
        expr = expr_convert_node(checker, expr, state->type);
    expr = convert_implicitly(checker, expr, state->type);
    if (expr_is_error(expr))
        return;
    if (!constant_is_integer(expr, &value)) {
        diag_report(checker->diagnostics, label->expr->start, DIAG_not_constant, "a case label");
        return;
    }
    for (int i = 0; i < state->seen.count; i++)
        if (state->seen.items[i] == value)
            diag_report(checker->diagnostics, label->expr->start, DIAG_duplicate_case, (long long)value);
    vec_push(checker->arena, &state->seen, value);
    int64_t *values = arena_grow(checker->arena, section->values, sizeof(int64_t) * (size_t)section->value_count,
                                 sizeof(int64_t) * (size_t)(section->value_count + 1));
    values[section->value_count++] = value;
    section->values = values;
}

static bool is_label(const AstStmt *stmt) { return stmt->kind == AST_CASE || stmt->kind == AST_DEFAULT; }

/* The section whose statements begin at `first`: up to the first label that control does not fall through to. */
static Stmt *check_section(Checker *checker, const AstStmt *body, int first)
{
    Stmt *block = stmt_new(checker, STMT_BLOCK, body->statements[first - 1]->pos);
    Reach reach = {false, false};
    scope_push(checker);
    for (int i = first; i < body->statement_count && !(reach.is_lost && is_label(body->statements[i])); i++)
        if (!is_label(body->statements[i]))
            add_next(checker, block, body->statements[i], &reach);
    scope_pop(checker);
    if (stmt_ends(block))
        stmt_add(checker, block, stmt_new(checker, STMT_BREAK, body->pos));
    return block;
}

static void check_sections(Checker *checker, SwitchState *state)
{
    const AstStmt *body = state->body;
    Stmt *before_labels = stmt_new(checker, STMT_BLOCK, body->pos); /* not run; what is declared there is seen by the sections */
    Reach reach = {.is_lost = true};
    bool has_label = false;
    for (int i = 0; i < body->statement_count;) {
        SwitchCase section = {0};
        if (!is_label(body->statements[i])) {
            if (!has_label)
                add_next(checker, before_labels, body->statements[i], &reach);
            i++;
            continue;
        }
        has_label = true;
        for (; i < body->statement_count && is_label(body->statements[i]); i++)
            add_label(checker, state, body->statements[i], &section);
        section.body = check_section(checker, body, i);
        vec_push(checker->arena, &state->cases, section);
    }
}

static Stmt *check_switch(Checker *checker, const AstStmt *ast)
{
    SwitchState state = {.stmt = stmt_new(checker, STMT_SWITCH, ast->pos), .body = ast->body};
    Stmt *outer = stmt_new(checker, STMT_BLOCK, ast->pos);
    scope_push(checker);
    Expr *value = settle_literal(checker, decay(checker, check_value(checker, ast->expr)));
    state.scoped = value->type->kind == TYPE_ENUM ? value->type : NULL;
    if (value->type->kind == TYPE_ENUM)
        value = expr_convert_node(checker, value, type_scalar(checker, value->type->scalar));
    state.type = expr_is_error(value) ? value->type : value->type->scalar == SCALAR_BOOL ? type_scalar(checker, SCALAR_I32) : value->type;
    if (!expr_is_error(value) && (!type_is_integral(value->type) || value->type->kind != TYPE_SCALAR)) {
        diag_report(checker->diagnostics, ast->expr->start, DIAG_switch_type, value->type);
        state.type = type_error(checker);
    }
    apply_attributes(checker, ast->attributes, state.stmt);
    state.stmt->expr = convert_implicitly(checker, value, state.type);
    checker->function->switch_depth++;
    if (ast->body->kind == AST_COMPOUND)
        check_sections(checker, &state);
    checker->function->switch_depth--;
    scope_pop(checker);
    state.stmt->cases = state.cases.items;
    state.stmt->case_count = state.cases.count;
    stmt_add(checker, outer, state.stmt);
    return outer;
}

/* ---- jumps ---- */

static Stmt *check_jump(Checker *checker, const AstStmt *ast)
{
    const FunctionState *function = checker->function;
    bool is_break = ast->kind == AST_BREAK;
    if (function->loop_depth == 0 && !(is_break && function->switch_depth > 0)) {
        diag_report(checker->diagnostics, ast->pos, is_break ? DIAG_break_outside : DIAG_continue_outside);
        return NULL;
    }
    return stmt_new(checker, is_break ? STMT_BREAK : STMT_CONTINUE, ast->pos);
}

static Stmt *check_return(Checker *checker, const AstStmt *ast)
{
    const Type *result = checker->function->function->result;
    Stmt *stmt = stmt_new(checker, STMT_RETURN, ast->pos);
    if (ast->expr == NULL) {
        if (result->kind != TYPE_VOID && !type_is_error(result))
            diag_report(checker->diagnostics, ast->pos, DIAG_return_without_value, result);
        return stmt;
    }
    if (result->kind == TYPE_VOID) {
        Expr *value = check_expr(checker, ast->expr);
        if (value->type->kind != TYPE_VOID && !expr_is_error(value))
            diag_report(checker->diagnostics, ast->expr->start, DIAG_return_value_in_void);
        Stmt *block = stmt_new(checker, STMT_BLOCK, ast->pos), *effect = stmt_new(checker, STMT_EXPR, ast->pos);
        effect->expr = value;
        stmt_add(checker, block, effect);
        stmt_add(checker, block, stmt);
        return block;
    }
    stmt->expr = check_initialiser(checker, ast->expr, result);
    return stmt;
}

static Stmt *check_effect(Checker *checker, const AstStmt *ast)
{
    Stmt *stmt = stmt_new(checker, STMT_EXPR, ast->pos);
    stmt->expr = settle_literal(checker, discard_descriptor(checker, check_expr(checker, ast->expr)));
    return expr_is_error(stmt->expr) ? NULL : stmt;
}

Stmt *check_stmt(Checker *checker, const AstStmt *ast)
{
    switch (ast->kind) {
    case AST_EMPTY: return NULL;
    case AST_EXPR_STMT: return check_effect(checker, ast);
    case AST_DECL_STMT: case AST_COMPOUND: return check_scoped(checker, ast);
    case AST_IF: return check_if(checker, ast);
    case AST_FOR: case AST_WHILE: case AST_DO: return check_loop(checker, ast);
    case AST_SWITCH: return check_switch(checker, ast);
    case AST_CASE: case AST_DEFAULT: diag_report(checker->diagnostics, ast->pos, DIAG_case_outside); return NULL;
    case AST_BREAK: case AST_CONTINUE: return check_jump(checker, ast);
    case AST_RETURN: return check_return(checker, ast);
    case AST_DISCARD: report_if_reached(checker, ast->pos, DIAG_discard, NULL, NULL); return NULL;
    }
    return NULL;
}
