/* The pump's names: those that are declared, by the tokens before them, and those that are used, as
 * types or values. */
#include "pump_priv.h"

/* ---- names that are declared ---- */

static PumpedToken name_struct(Pump *pump, const Token *token)
{
    TokenKind next = pump_peek(pump)->kind;
    bool is_declared = next == TOKEN_LBRACE || next == TOKEN_COLON || next == TOKEN_SEMI || next == TOKEN_LESS;
    if (is_declared) {
        SymbolClass class = pump_takes_template_name(pump) ? SYMBOL_TEMPLATE_TYPE : SYMBOL_TYPE;
        Symbol *symbol = scopes_declare(&pump->scopes, scopes_enclosing(&pump->scopes), token->name, class);
        if (symbol->inner == NULL)
            symbol->inner = scopes_new(&pump->scopes, SCOPE_NAMED);
        pump->body_scope = next == TOKEN_SEMI ? NULL : symbol->inner;
        pump->in_bases = next != TOKEN_SEMI;
        if (next == TOKEN_LESS)
            pump_expect_angle(pump, false);
    }
    PumpedToken pumped = pump_give(pump, TOKEN_IDENTIFIER, token);
    pump->after_type = !is_declared;
    return pumped;
}

/* In `namespace A::B` B sees what A has. */
static PumpedToken name_namespace(Pump *pump, const Token *token)
{
    bool is_inner = pump->last == TOKEN_SCOPE && pump->body_scope != NULL;
    Scope *outer = is_inner ? pump->body_scope : scopes_enclosing(&pump->scopes);
    Symbol *symbol = scopes_declare(&pump->scopes, outer, token->name, SYMBOL_NAMESPACE);
    if (symbol->inner == NULL)
        symbol->inner = scopes_new(&pump->scopes, SCOPE_NAMED);
    if (is_inner)
        scopes_use(&pump->scopes, symbol->inner, outer);
    pump->body_scope = symbol->inner;
    return pump_give(pump, pump_peek(pump)->kind == TOKEN_SCOPE ? TOKEN_SCOPE_NAME : TOKEN_IDENTIFIER, token);
}

static PumpedToken name_alias(Pump *pump, const Token *token)
{
    SymbolClass class = pump_takes_template_name(pump) ? SYMBOL_TEMPLATE_TYPE : SYMBOL_TYPE;
    scopes_declare(&pump->scopes, scopes_enclosing(&pump->scopes), token->name, class);
    return pump_give(pump, TOKEN_IDENTIFIER, token);
}

static PumpedToken name_template_param(Pump *pump, const Token *token)
{
    scopes_declare(&pump->scopes, pump_declaration_scope(pump), token->name, SYMBOL_TYPE);
    return pump_give(pump, TOKEN_IDENTIFIER, token);
}

/* A name after a complete type, or after a comma in a typedef. */
static PumpedToken name_declarator(Pump *pump, const Token *token, const Symbol *symbol)
{
    TokenKind next = pump_peek(pump)->kind;
    Scope *enclosing = scopes_enclosing(&pump->scopes);
    if (pump->typedef_depth == pump->brackets.count)
        scopes_declare(&pump->scopes, enclosing, token->name, SYMBOL_TYPE);
    else if (next == TOKEN_LPAREN && pump_takes_template_name(pump))
        scopes_declare(&pump->scopes, enclosing, token->name, SYMBOL_TEMPLATE_FUNCTION);
    else if (is_type_symbol(symbol) && (pump_top_is(pump, BRACKET_PAREN) || pump_top_is(pump, BRACKET_ANGLE)))
        scopes_declare(&pump->scopes, pump_declaration_scope(pump), token->name, SYMBOL_VALUE);
    else if (symbol != NULL && symbol->class != SYMBOL_VALUE && next != TOKEN_LPAREN && next != TOKEN_LESS)
        scopes_declare(&pump->scopes, enclosing, token->name, SYMBOL_VALUE)->class = SYMBOL_VALUE;
    if (next == TOKEN_LESS)
        pump_expect_angle(pump, false);
    return pump_give(pump, TOKEN_IDENTIFIER, token);
}

/* ---- names that are used ---- */

PumpedToken pump_member(Pump *pump, const Token *token)
{
    if (pump_opens_call_arguments(pump, MAYBE_TEMPLATE))
        pump_expect_angle(pump, false);
    return pump_give(pump, TOKEN_IDENTIFIER, token);
}

/* Does a :: follow, after template arguments perhaps? */
static bool continues_path(const Pump *pump)
{
    TokenKind next = pump_peek(pump)->kind;
    int end = next == TOKEN_LESS ? pump_find_angle_end(pump, pump->next) : -1;
    return next == TOKEN_SCOPE || (end >= 0 && pump->tokens[end].kind == TOKEN_SCOPE);
}

/* `name ::` */
static PumpedToken pump_path_part(Pump *pump, const Token *token, const Symbol *symbol)
{
    pump->path_scope = symbol != NULL ? symbol->inner : NULL;
    if (pump->after_type)
        pump->outer_scope = pump->path_scope;
    return pump_give(pump, TOKEN_SCOPE_NAME, token);
}

/* Can a declaration begin after the last token? */
static bool is_at_start(const Pump *pump)
{
    switch (pump->last) {
    case TOKEN_END: case TOKEN_SEMI: case TOKEN_LBRACE: case TOKEN_RBRACE: case TOKEN_TEMPLATE_GREATER: case TOKEN_RBRACKET:
        return true;
    default: return is_qualifier(pump->last);
    }
}

/* In the list behind a function's name, in no body: `uint = 3` is a parameter without a name. */
static bool is_in_parameters(Pump *pump)
{
    if (!pump_top_is(pump, BRACKET_PAREN) || (pump->last != TOKEN_LPAREN && pump->last != TOKEN_COMMA && !is_qualifier(pump->last)))
        return false;
    int count = pump->brackets.count;
    return count == 1 || (pump->brackets.items[count - 2].kind == BRACKET_BLOCK && pump->brackets.items[count - 2].ends_type);
}

/* Does a type's name stand where only a value can? */
static bool is_used_as_value(Pump *pump, TokenKind next)
{
    if (next == TOKEN_ASSIGN)
        return !is_in_parameters(pump);
    if (next == TOKEN_DOT)
        return true;
    if (next == TOKEN_LBRACKET)
        return pump->last != TOKEN_LPAREN && !pump_top_is(pump, BRACKET_ANGLE) && pump->typedef_depth < 0 && !pump->in_using;
    if (next == TOKEN_AND || next == TOKEN_MUL || next == TOKEN_LOGICAL_AND)
        return false; /* C++'s float &x, float *x */
    bool is_operator = token_infos[next].op != AST_OP_COUNT;
    return is_operator && next != TOKEN_LESS && next != TOKEN_GREATER && next != TOKEN_SHR;
}

static PumpedToken give_type(Pump *pump, const Token *token, const Symbol *symbol)
{
    bool has_arguments = pump->angle_at == pump->next;
    if (pump->in_bases && pump->body_scope != NULL && symbol != NULL)
        scopes_use(&pump->scopes, pump->body_scope, symbol->inner);
    if (pump->brackets.count == 0)
        pump->in_sampler = token->text.length >= 7 && memcmp(token->text.text + 1, "ampler", 6) == 0;
    bool is_scope = has_arguments && continues_path(pump); /* Type<...>::name */
    if (is_scope && pump->after_type)
        pump->outer_scope = symbol != NULL ? symbol->inner : NULL;
    PumpedToken pumped = pump_give(pump, is_scope ? TOKEN_SCOPE_NAME : TOKEN_TYPE_NAME, token);
    pump->after_type = !has_arguments;
    return pumped;
}

/* Unknown<float> name;  Unknown<float>::name */
static bool is_unknown_template_type(const Pump *pump)
{
    if (pump_peek(pump)->kind != TOKEN_LESS)
        return false;
    int end = pump_find_angle_end(pump, pump->next);
    if (end < 0 || !pump_begins_type(pump, &pump->tokens[pump->next + 1]))
        return false;
    TokenKind after = pump->tokens[end].kind;
    return after == TOKEN_SCOPE || (after == TOKEN_IDENTIFIER && is_at_start(pump));
}

/* A name that is nowhere declared: a type if a name follows it, so that check can say which is missing. */
static PumpedToken pump_unknown(Pump *pump, const Token *token)
{
    TokenKind next = pump_peek(pump)->kind;
    bool is_operand = token_infos[pump->last].op != AST_OP_COUNT || pump->last == TOKEN_RETURN;
    if (!is_operand && (next == TOKEN_IDENTIFIER || token_infos[next].class == TOKEN_CLASS_SOFT_QUALIFIER))
        return give_type(pump, token, NULL);
    if (is_unknown_template_type(pump)) {
        pump_expect_angle(pump, true);
        return give_type(pump, token, NULL);
    }
    if (pump_opens_call_arguments(pump, MAYBE_TEMPLATE))
        pump_expect_angle(pump, false);
    return pump_give(pump, TOKEN_IDENTIFIER, token);
}

static PumpedToken pump_used_name(Pump *pump, const Token *token, const Symbol *symbol)
{
    if (symbol == NULL)
        return pump_unknown(pump, token);
    TokenKind next = pump_peek(pump)->kind;
    if (is_type_symbol(symbol) && !is_used_as_value(pump, next)) {
        if (next == TOKEN_LESS && symbol->class == SYMBOL_TEMPLATE_TYPE)
            pump_expect_angle(pump, true);
        return give_type(pump, token, symbol);
    }
    if (symbol->class == SYMBOL_TEMPLATE_FUNCTION && pump_opens_call_arguments(pump, IS_TEMPLATE))
        pump_expect_angle(pump, false);
    return pump_give(pump, TOKEN_IDENTIFIER, token);
}

PumpedToken pump_name(Pump *pump, const Token *token)
{
    if (pump_top_is(pump, BRACKET_BLOCK) && pump_top(pump)->is_enum && (pump->last == TOKEN_LBRACE || pump->last == TOKEN_COMMA))
        return pump_give(pump, TOKEN_IDENTIFIER, token);
    switch (pump->last) {
    case TOKEN_DOT: return pump_member(pump, token);
    case TOKEN_STRUCT: case TOKEN_CLASS: case TOKEN_INTERFACE: case TOKEN_ENUM: return name_struct(pump, token);
    case TOKEN_TYPENAME: return name_template_param(pump, token);
    case TOKEN_USING: return name_alias(pump, token);
    case TOKEN_CBUFFER: case TOKEN_TBUFFER: return pump_give(pump, TOKEN_IDENTIFIER, token);
    case TOKEN_NAMESPACE:
        if (!pump->in_using)
            return name_namespace(pump, token);
        break;
    default: break;
    }
    bool is_qualified = pump->last == TOKEN_SCOPE || pump->last == TOKEN_GLOBAL_SCOPE;
    if (is_qualified && pump->body_scope != NULL && !pump->in_bases)
        return name_namespace(pump, token); /* namespace A::B */
    const Symbol *symbol = !is_qualified ? scopes_find(&pump->scopes, token->name)
                           : pump->path_scope != NULL ? scopes_find_in(&pump->scopes, pump->path_scope, token->name) : NULL;
    const Token *next = pump_peek(pump);
    if (pump->in_using && next->kind == TOKEN_SEMI && symbol != NULL && symbol->class == SYMBOL_NAMESPACE)
        scopes_use(&pump->scopes, scopes_enclosing(&pump->scopes), symbol->inner);
    if (next->kind == TOKEN_SCOPE)
        return pump_path_part(pump, token, symbol);
    bool is_path = continues_path(pump);
    if (pump->names_type && !is_path) { /* the end of `typename T::name` */
        pump->names_type = false;
        if (next->kind == TOKEN_LESS)
            pump_expect_angle(pump, true);
        return give_type(pump, token, symbol);
    }
    if (is_path)
        return pump_used_name(pump, token, symbol);
    bool is_typedef_list = pump->last == TOKEN_COMMA && pump->typedef_depth == pump->brackets.count;
    bool is_declared = pump->after_type && (!is_word(next) || symbol == NULL);
    if (is_declared || (is_typedef_list && !is_word(next)))
        return name_declarator(pump, token, symbol);
    return pump_used_name(pump, token, symbol);
}

/* Among template parameters it declares a name; elsewhere it says that a path to come is a type's. */
PumpedToken pump_typename(Pump *pump, const Token *token)
{
    bool is_param = pump_top_is(pump, BRACKET_ANGLE) && pump_top(pump)->is_params &&
                    (pump->last == TOKEN_TEMPLATE_LESS || pump->last == TOKEN_COMMA);
    if (is_param)
        return pump_give(pump, TOKEN_TYPENAME, token);
    pump->names_type = true;
    while (pump_peek(pump)->kind == TOKEN_TYPENAME)
        pump->next++;
    return pump_next(pump);
}

/* `unsigned int3` is uint3, `unsigned` alone uint; `signed int` int. */
PumpedToken pump_sign(Pump *pump, const Token *token)
{
    const Token *next = pump_peek(pump);
    Token *made = ARENA_NEW(pump->arena, Token);
    *made = *token;
    made->kind = TOKEN_IDENTIFIER;
    bool has_int = is_word(next) && strncmp(next->name, "int", 3) == 0 && is_type_symbol(scopes_find(&pump->scopes, next->name));
    bool has_min_int = is_word(next) && strncmp(next->name, "min16int", 8) == 0;
    const char *rest = has_int ? next->name + 3 : has_min_int ? next->name + 8 : "";
    const char *sign = token->kind == TOKEN_UNSIGNED ? "u" : "";
    made->name = names_intern_text(pump->context->names,
                                   arena_printf(pump->arena, "%s%sint%s", has_min_int ? "min16" : "", sign, rest));
    pump->next += has_int || has_min_int;
    return give_type(pump, made, scopes_find(&pump->scopes, made->name));
}
