/* The pump's brackets: which are open, which scopes they hold, and the declaration that is being
 * read in each. */
#include "pump_priv.h"

enum { DEEPEST_NESTING = 400 };

int pump_block_from(const Pump *pump, int at)
{
    while (!is_block(pump->brackets.items[at].kind))
        at--;
    return at;
}

void pump_open(Pump *pump, BracketKind kind, const Token *token)
{
    if (pump->brackets.count > DEEPEST_NESTING) {
        diag_report(pump->context->diagnostics, token->pos, DIAG_nested_too_deep, DEEPEST_NESTING);
        pump->is_over = true;
    }
    Bracket bracket = {.kind = kind, .pos = token->pos, .scope_count = pump->scopes.open.count};
    vec_push(pump->context->arena, &pump->brackets, bracket);
}

void pump_close(Pump *pump, BracketKind kind)
{
    while (is_angle(pump_top(pump)->kind))
        pump->brackets.count--;
    BracketKind top = pump_top(pump)->kind;
    if (top == kind || (is_paren(top) && kind == BRACKET_PAREN))
        pump->brackets.count--;
}

void pump_close_from(Pump *pump, int at)
{
    scopes_close(&pump->scopes, pump->brackets.items[at].scope_count);
    pump->brackets.count = at;
}

/* ---- declarations ---- */

Scope *pump_enclosing_scope(const Pump *pump)
{
    const Bracket *block = &pump->brackets.items[pump_innermost_block(pump)];
    return pump->scopes.open.items[block->scope_count];
}

Scope *pump_parameter_scope(Pump *pump)
{
    Declaration *declaration = &pump->brackets.items[pump_innermost_block(pump)].declaration;
    if (declaration->scope == NULL) {
        declaration->scope = scopes_new(&pump->scopes, SCOPE_PASSING);
        scopes_open(&pump->scopes, declaration->scope);
    }
    return declaration->scope;
}

void pump_end_declaration(Pump *pump)
{
    const Bracket *top = pump_top(pump);
    if (is_block(top->kind))
        scopes_close(&pump->scopes, top->scope_count + 1);
    *pump_declaration(pump) = (Declaration){0};
}

void pump_end_body(Pump *pump)
{
    DeclarationKind kind = pump_declaration(pump)->kind;
    pump_end_declaration(pump);
    pump_declaration(pump)->kind = kind;
}

void pump_end_statement(Pump *pump)
{
    pump->brackets.count = pump_innermost_block(pump) + 1;
    pump->after_type = pump->after_variable = false;
    pump_end_declaration(pump);
}

bool pump_takes_template_name(Pump *pump)
{
    Declaration *declaration = pump_declaration(pump);
    bool names_template = declaration->names_template;
    declaration->names_template = false;
    return names_template;
}
