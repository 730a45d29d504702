/* Whether a `<` opens template arguments, by looking ahead to its `>` and behind that. */
#include "pump_priv.h"

enum { LONGEST_TEMPLATE_ARGUMENTS = 200 };

bool pump_begins_type(const Pump *pump, const Token *token)
{
    if (is_qualifier(token->kind) || token->kind == TOKEN_UNSIGNED ||
        token->kind == TOKEN_DECLTYPE)
        return true;
    return token->kind == TOKEN_IDENTIFIER &&
           is_type_symbol(scopes_find(&pump->scopes, token->name));
}

/* Outside of brackets ?, && and || are part of comparisons rather than of arguments, unless the name
 * is a template's; a : whose ? stands before the < is no part of arguments. */
int pump_find_angle_end(const Pump *pump, int open, Knowledge knowledge)
{
    int angles = 0, parens = 0, questions = 0;
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
        case TOKEN_QUESTION: case TOKEN_LOGICAL_AND: case TOKEN_LOGICAL_OR:
            if (parens == 0 && knowledge != IS_TEMPLATE)
                return -1;
            questions += parens == 0 && pump->tokens[at].kind == TOKEN_QUESTION;
            break;
        case TOKEN_COLON:
            if (parens == 0 && questions-- == 0)
                return -1;
            break;
        case TOKEN_ASSIGN: /* `is_same<int, __decltype(i = 1)>` */
            if (parens == 0 || knowledge != IS_TEMPLATE)
                return -1;
            break;
        case TOKEN_END: case TOKEN_SEMI: case TOKEN_LBRACE: case TOKEN_RBRACE: return -1;
        default: break;
        }
    }
    return -1;
}

/* May the token stand in a type outside of its brackets? `int(y) | z` is none. */
static bool is_in_type(const Token *token)
{
    return is_word(token) || token->kind == TOKEN_SCOPE || token->kind == TOKEN_LESS ||
           token->kind == TOKEN_LBRACKET;
}

/* Template arguments of a name that is no known template: `name<float>`, just one and a type. */
static bool is_likely_argument(const Pump *pump, int open, int end)
{
    int depth = 0;
    for (int at = open + 1; at < end - 1; at++) {
        const Token *token = &pump->tokens[at];
        if (depth == 0 && !is_in_type(token))
            return false;
        switch (token->kind) {
        case TOKEN_LESS: case TOKEN_LBRACKET: case TOKEN_LPAREN: depth++; break;
        case TOKEN_GREATER: case TOKEN_RBRACKET: case TOKEN_RPAREN: depth--; break;
        case TOKEN_SHR: depth -= 2; break;
        default: break;
        }
    }
    return pump_begins_type(pump, &pump->tokens[open + 1]);
}

bool pump_opens_call_arguments(const Pump *pump, Knowledge knowledge)
{
    if (pump_peek(pump)->kind != TOKEN_LESS)
        return false;
    int end = pump_find_angle_end(pump, pump->next, knowledge);
    return end >= 0 && pump->tokens[end].kind == TOKEN_LPAREN &&
           (knowledge == IS_TEMPLATE || is_likely_argument(pump, pump->next, end));
}
