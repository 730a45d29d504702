/* switch: its sections become blocks that end in a jump, or fall into the next. */
#include "core_priv.h"

typedef struct SwitchState {
    Stmt *stmt;
    const Type *type;
    const Type *scoped; /* the enum class that it switches over, or NULL */
    const AstStmt *body;
    VEC(SwitchCase) cases;
    VEC(int64_t) seen;
    bool has_default;
} SwitchState;

/* The first enumerator of the enum that no case is. */
static void warn_of_missing(Checker *checker, const SwitchState *state, const Type *type, SourcePos pos)
{
    const Scope *scope = map_find(&checker->structs, type);
    const Symbol *first = NULL;
    for (int i = 0; scope != NULL && i < scope->symbols.capacity; i++) {
        const Symbol *symbol = scope->symbols.values[i];
        bool is_seen = symbol == NULL || symbol->kind != SYMBOL_CONSTANT;
        for (int k = 0; !is_seen && k < state->seen.count; k++)
            is_seen = constant_leaves(symbol->constant)->integer == state->seen.items[k];
        if (!is_seen && (first == NULL || symbol->pos < first->pos))
            first = symbol;
    }
    if (first != NULL)
        diag_report(checker->diagnostics, pos, DIAG_enumerator_unhandled, first->name);
}

static void add_label(Checker *checker, SwitchState *state, const AstStmt *label,
                      SwitchCase *section)
{
    int64_t value;
    if (label->kind == AST_DEFAULT) {
        if (state->has_default)
            diag_report(checker->diagnostics, label->pos, DIAG_duplicate_default);
        section->is_default = state->has_default = true;
        return;
    }
    Expr *expr = decay(checker, check_value(checker, label->expr));
    if (state->scoped != NULL && expr->type == state->scoped) /* case Colour::Red of a switch over
                                                                 a Colour */
        expr = expr_convert_node(checker, expr, state->type);
    if (type_is_floating(expr->type)) {
        diag_report(checker->diagnostics, label->expr->start, DIAG_not_an_integer,
                    "a case label");
        return;
    }
    expr = convert_implicitly(checker, expr, state->type);
    if (expr_is_error(expr))
        return;
    if (!constant_is_integer(expr, &value)) {
        diag_report(checker->diagnostics, label->expr->start, DIAG_not_constant, "a case label");
        return;
    }
    for (int i = 0; i < state->seen.count; i++)
        if (state->seen.items[i] == value)
            diag_report(checker->diagnostics, label->expr->start, DIAG_duplicate_case,
                        (long long)value);
    vec_push(checker->arena, &state->seen, value);
    int64_t *values = arena_grow(checker->arena, section->values,
                                 sizeof(int64_t) * (size_t)section->value_count,
                                 sizeof(int64_t) * (size_t)(section->value_count + 1));
    values[section->value_count++] = value;
    section->values = values;
}

static bool is_label(const AstStmt *stmt)
{
    return stmt->kind == AST_CASE || stmt->kind == AST_DEFAULT;
}

/* The statements from number `*at` up to the next label, which it then is. */
static void check_section(Checker *checker, const AstStmt *body, int *at, SwitchCase *section)
{
    Stmt *block = stmt_new(checker, STMT_BLOCK, body->statements[*at - 1]->pos);
    Reach reach = {false, false};
    scope_push(checker);
    for (; *at < body->statement_count && !is_label(body->statements[*at]); ++*at)
        add_statement(checker, block, body->statements[*at], &reach);
    scope_pop(checker);
    section->falls = *at < body->statement_count && stmt_falls_through(block);
    if (!section->falls && stmt_falls_through(block))
        stmt_add(checker, block, stmt_new(checker, STMT_BREAK, body->pos));
    section->body = block;
}

static void check_sections(Checker *checker, SwitchState *state)
{
    const AstStmt *body = state->body;
    /* not run; what is declared there is seen by the sections */
    Stmt *before_labels = stmt_new(checker, STMT_BLOCK, body->pos);
    Reach reach = {.is_lost = true};
    int i = 0;
    for (; i < body->statement_count && !is_label(body->statements[i]); i++)
        add_statement(checker, before_labels, body->statements[i], &reach);
    while (i < body->statement_count) {
        SwitchCase section = {0};
        for (; i < body->statement_count && is_label(body->statements[i]); i++)
            add_label(checker, state, body->statements[i], &section);
        if (i == body->statement_count)
            diag_report(checker->diagnostics, body->statements[i - 1]->pos, DIAG_label_at_end);
        check_section(checker, body, &i, &section);
        vec_push(checker->arena, &state->cases, section);
    }
}

Stmt *check_switch(Checker *checker, const AstStmt *ast)
{
    SwitchState state = {.stmt = stmt_new(checker, STMT_SWITCH, ast->pos), .body = ast->body};
    Stmt *outer = stmt_new(checker, STMT_BLOCK, ast->pos);
    scope_push(checker);
    Expr *value = ast->condition_decl != NULL ? check_declared_condition(checker, ast, outer)
                                              : check_value(checker, ast->expr);
    const Type *written = value->type;
    value = settle_literal(checker, decay(checker, value));
    state.scoped = value->type->kind == TYPE_ENUM ? value->type : NULL;
    if (value->type->kind == TYPE_ENUM)
        value = expr_convert_node(checker, value, type_scalar(checker, value->type->scalar));
    state.type = expr_is_error(value)               ? value->type
               : value->type->scalar == SCALAR_BOOL ? type_scalar(checker, SCALAR_I32)
                                                    : value->type;
    if (!expr_is_error(value) &&
        (!type_is_integral(value->type) || value->type->kind != TYPE_SCALAR)) {
        diag_report(checker->diagnostics, value->pos, DIAG_switch_type, value->type);
        state.type = type_error(checker);
    }
    state.stmt->expr = convert_implicitly(checker, value, state.type);
    checker->function->switch_depth++;
    if (ast->body->kind == AST_COMPOUND)
        check_sections(checker, &state);
    if (written->kind == TYPE_ENUM && !state.has_default)
        warn_of_missing(checker, &state, written, ast->pos);
    checker->function->switch_depth--;
    scope_pop(checker);
    state.stmt->cases = state.cases.items;
    state.stmt->case_count = state.cases.count;
    stmt_add(checker, outer, state.stmt);
    return outer;
}
