/* The pump's brackets: which are open, which scopes they hold, and whether a `<` is one of them. */
#include "pump_priv.h"

enum { DEEPEST_NESTING = 400, LONGEST_TEMPLATE_ARGUMENTS = 200 };

/* ---- brackets ---- */

int pump_enclosing_block(const Pump *pump)
{
    int at = pump->brackets.count - 1;
    while (at >= 0 && pump->brackets.items[at].kind != BRACKET_BLOCK)
        at--;
    return at;
}

Bracket *pump_open(Pump *pump, BracketKind kind, const Token *token)
{
    if (pump->brackets.count == DEEPEST_NESTING) {
        diag_report(pump->context->diagnostics, token->pos, DIAG_nested_too_deep, DEEPEST_NESTING);
        pump->is_over = true;
    }
    Bracket bracket = {.kind = kind, .pos = token->pos, .scope_count = pump->scopes.open.count};
    vec_push(pump->context->arena, &pump->brackets, bracket);
    return pump_top(pump);
}

void pump_close(Pump *pump, BracketKind kind)
{
    while (pump_top_is(pump, BRACKET_ANGLE))
        pump->brackets.count--;
    if (pump_top_is(pump, kind))
        pump->brackets.count--;
}

/* Closes the scopes of declarations that end here, by `;` or `}`. */
void pump_end_declarations(Pump *pump)
{
    for (;;) {
        Scope *scope = scopes_top(&pump->scopes);
        if (scope->kind != SCOPE_DECLARATION || pump->brackets.count > scope->bracket_depth)
            return;
        scopes_close(&pump->scopes);
    }
}

void pump_end_statement(Pump *pump, int block)
{
    pump->brackets.count = block + 1;
    pump->after_type = false;
    pump_end_declarations(pump);
}

/* The scope of the declaration that is being read: of its template parameters and parameters. */
Scope *pump_declaration_scope(Pump *pump)
{
    Scope *top = scopes_top(&pump->scopes);
    int depth = pump_enclosing_block(pump) + 1;
    if (top->kind == SCOPE_DECLARATION && top->bracket_depth == depth)
        return top;
    Scope *scope = scopes_new(&pump->scopes, SCOPE_DECLARATION);
    scope->bracket_depth = depth;
    scopes_open(&pump->scopes, scope);
    return scope;
}

/* After `template <...>`: the name to come is the template's. Asked once. */
bool pump_takes_template_name(Pump *pump)
{
    Scope *top = scopes_top(&pump->scopes);
    bool names_template = top->kind == SCOPE_DECLARATION && top->names_template && !pump_top_is(pump, BRACKET_ANGLE);
    if (names_template)
        top->names_template = false;
    return names_template;
}

/* ---- template arguments ---- */

/* From the < at `open`: the index after its >, or -1 if it is a less-than for all one can see. */
int pump_find_angle_end(const Pump *pump, int open)
{
    int angles = 0, parens = 0;
    for (int at = open; at < open + LONGEST_TEMPLATE_ARGUMENTS; at++) {
        switch (pump->tokens[at].kind) {
        case TOKEN_LPAREN: case TOKEN_LBRACKET: parens++; break;
        case TOKEN_RPAREN: case TOKEN_RBRACKET:
            if (parens-- == 0)
                return -1;
            break;
        case TOKEN_LESS: angles += parens == 0; break;
        case TOKEN_GREATER: case TOKEN_SHR:
            if (parens > 0)
                break;
            angles -= pump->tokens[at].kind == TOKEN_SHR ? 2 : 1;
            if (angles <= 0)
                return angles == 0 ? at + 1 : -1;
            break;
        case TOKEN_END: case TOKEN_SEMI: case TOKEN_LBRACE: case TOKEN_RBRACE: case TOKEN_ASSIGN: case TOKEN_QUESTION:
        case TOKEN_LOGICAL_AND: case TOKEN_LOGICAL_OR:
            return -1;
        default: break;
        }
    }
    return -1;
}

bool pump_begins_type(const Pump *pump, const Token *token)
{
    if (is_qualifier(token->kind) || token->kind == TOKEN_UNSIGNED || token->kind == TOKEN_SIGNED)
        return true;
    return token->kind == TOKEN_IDENTIFIER && is_type_symbol(scopes_find(&pump->scopes, token->name));
}

/* The < after the token given out next opens template arguments. */
void pump_expect_angle(Pump *pump, bool ends_type)
{
    pump->angle_at = pump->next;
    pump->angle_ends_type = ends_type;
    pump->angle_is_params = false;
}

/* Is there more than one argument between the brackets? */
static bool has_comma(const Pump *pump, int open, int end)
{
    int depth = 0;
    for (int at = open; at < end; at++) {
        TokenKind kind = pump->tokens[at].kind;
        depth += kind == TOKEN_LESS || kind == TOKEN_LPAREN;
        depth -= kind == TOKEN_GREATER || kind == TOKEN_RPAREN;
        if (kind == TOKEN_COMMA && depth == 1)
            return true;
    }
    return false;
}

/* Template arguments of a name that is no known template: `name<float>`, just one and a type. */
static bool is_likely_argument(const Pump *pump, int open, int end)
{
    return pump_begins_type(pump, &pump->tokens[open + 1]) && !has_comma(pump, open, end);
}

/* name < ... : of a function template or a method? Then what follows the > is a call's (. */
bool pump_opens_call_arguments(const Pump *pump, Knowledge knowledge)
{
    if (pump_peek(pump)->kind != TOKEN_LESS)
        return false;
    int end = pump_find_angle_end(pump, pump->next);
    return end >= 0 && pump->tokens[end].kind == TOKEN_LPAREN &&
           (knowledge == IS_TEMPLATE || is_likely_argument(pump, pump->next, end));
}
