/* The token pump: preprocessed tokens come in, tokens as the grammar needs them go out.
 *
 * What context decides is settled here, by looking at names and a little ahead, so that the grammar
 * stays free of conflicts: whether a name is a type's, whether `<` opens template arguments, which `>`
 * closes them, whether `sample` or `line` qualifies or names. The pump recognises declarations by
 * their first tokens (struct S, typedef T N, template <typename T>, type followed by name) and keeps
 * scopes of its own; it needs nothing from the parser. */
#include "pump_priv.h"

void pump_init(Pump *pump, SyntaxContext *context, const TokenList *tokens)
{
    *pump = (Pump){.context = context, .arena = context->arena, .tokens = tokens->tokens.items};
    pump->typedef_depth = pump->angle_at = pump->split_at = -1;
    scopes_init(&pump->scopes, context->arena, context->names);
}

bool pump_is_matrix(const Pump *pump, Name name)
{
    const Symbol *symbol = scopes_find(&pump->scopes, name);
    return symbol != NULL && symbol->is_matrix;
}

/* ---- marks ---- */

static PumpedToken pump_less(Pump *pump, const Token *token)
{
    if (pump->next - 1 != pump->angle_at)
        return pump_give(pump, TOKEN_LESS, token);
    Bracket *bracket = pump_open(pump, BRACKET_ANGLE, token);
    bracket->ends_type = pump->angle_ends_type;
    bracket->is_params = pump->angle_is_params;
    return pump_give(pump, TOKEN_TEMPLATE_LESS, token);
}

static PumpedToken close_angle(Pump *pump, const Token *token)
{
    bool ends_type = pump_top(pump)->ends_type && pump_peek(pump)->kind != TOKEN_SCOPE;
    pump->brackets.count--;
    PumpedToken pumped = pump_give(pump, TOKEN_TEMPLATE_GREATER, token);
    pump->after_type = ends_type;
    return pumped;
}

static PumpedToken pump_greater(Pump *pump, const Token *token)
{
    return pump_top_is(pump, BRACKET_ANGLE) ? close_angle(pump, token) : pump_give(pump, TOKEN_GREATER, token);
}

/* >> closes two templates, or one and compares. */
static PumpedToken pump_shr(Pump *pump, const Token *token)
{
    bool is_second = pump->split_at == pump->next - 1;
    if (!is_second && !pump_top_is(pump, BRACKET_ANGLE))
        return pump_give(pump, TOKEN_SHR, token);
    Token *half = ARENA_NEW(pump->arena, Token);
    *half = *token;
    half->text = (Slice){token->text.text + is_second, 1};
    half->pos += is_second && token->pos < SOURCE_MACRO;
    if (!is_second)
        pump->split_at = --pump->next;
    return pump_greater(pump, half);
}

static PumpedToken pump_scope_mark(Pump *pump, const Token *token)
{
    bool is_leading = pump->last != TOKEN_SCOPE_NAME && pump->last != TOKEN_TEMPLATE_GREATER;
    if (is_leading)
        pump->path_scope = pump->scopes.open.items[1];
    else if (pump->last == TOKEN_TEMPLATE_GREATER)
        pump->path_scope = NULL;
    return pump_give(pump, is_leading ? TOKEN_GLOBAL_SCOPE : TOKEN_SCOPE, token);
}

/* Moves past { ... } that is not looked at. */
static void skip_block(Pump *pump)
{
    int depth = 0;
    for (;; pump->next++) {
        TokenKind kind = pump_peek(pump)->kind;
        depth += kind == TOKEN_LBRACE;
        if (kind == TOKEN_END)
            return;
        if (kind == TOKEN_RBRACE && --depth <= 0)
            break;
    }
    pump->next++;
}

static bool opens_initialiser(Pump *pump)
{
    switch (pump->last) {
    case TOKEN_ASSIGN: case TOKEN_COMMA: case TOKEN_LPAREN: case TOKEN_RETURN: return true;
    case TOKEN_INIT_LBRACE: return true;
    default: return false;
    }
}

static PumpedToken pump_lbrace(Pump *pump, const Token *token)
{
    if (opens_initialiser(pump)) {
        pump_open(pump, BRACKET_INITIALISER, token);
        return pump_give(pump, TOKEN_INIT_LBRACE, token);
    }
    bool is_struct = pump->last == TOKEN_STRUCT || pump->last == TOKEN_CLASS || pump->last == TOKEN_ENUM;
    Bracket *bracket = pump_open(pump, BRACKET_BLOCK, token);
    bracket->ends_type = is_struct || pump->in_bases;
    bracket->is_enum = pump->in_enum;
    Scope *scope = pump->body_scope != NULL ? pump->body_scope : scopes_new(&pump->scopes, SCOPE_BLOCK);
    scopes_open(&pump->scopes, scope);
    if (pump->outer_scope != NULL)
        scopes_use(&pump->scopes, scope, pump->outer_scope);
    pump->body_scope = pump->outer_scope = NULL;
    pump->in_bases = pump->in_enum = false;
    return pump_give(pump, TOKEN_LBRACE, token);
}

static PumpedToken pump_rbrace(Pump *pump, const Token *token)
{
    int at = pump->brackets.count - 1;
    while (at >= 0 && pump->brackets.items[at].kind != BRACKET_BLOCK && pump->brackets.items[at].kind != BRACKET_INITIALISER)
        at--;
    if (at < 0)
        return pump_give(pump, TOKEN_RBRACE, token);
    Bracket *bracket = &pump->brackets.items[at];
    pump->brackets.count = at;
    while (pump->scopes.open.count > bracket->scope_count)
        scopes_close(&pump->scopes);
    PumpedToken pumped = pump_give(pump, bracket->kind == BRACKET_BLOCK ? TOKEN_RBRACE : TOKEN_INIT_RBRACE, token);
    pump->after_type = bracket->ends_type;
    if (bracket->kind == BRACKET_BLOCK)
        pump_end_declarations(pump);
    return pumped;
}

static PumpedToken pump_semi(Pump *pump, const Token *token)
{
    pump_end_declarations(pump);
    if (pump->typedef_depth >= pump->brackets.count)
        pump->typedef_depth = -1;
    pump->in_using = pump->in_bases = pump->in_enum = pump->in_sampler = pump->names_type = false;
    pump->body_scope = pump->outer_scope = NULL;
    return pump_give(pump, TOKEN_SEMI, token);
}

static PumpedToken pump_lparen(Pump *pump, const Token *token)
{
    pump_open(pump, BRACKET_PAREN, token)->is_for = pump->last == TOKEN_FOR;
    pump->in_sampler = pump->in_sampler && pump->last == TOKEN_REGISTER;
    return pump_give(pump, TOKEN_LPAREN, token);
}

/* ---- keywords ---- */

static PumpedToken pump_template(Pump *pump, const Token *token)
{
    pump_declaration_scope(pump)->names_template = true;
    pump_expect_angle(pump, false);
    pump->angle_is_params = true;
    return pump_give(pump, TOKEN_TEMPLATE, token);
}

/* `class T` among template parameters is `typename T`. */
static PumpedToken pump_class(Pump *pump, const Token *token)
{
    bool is_param = pump_top_is(pump, BRACKET_ANGLE) && pump_top(pump)->is_params;
    return pump_give(pump, is_param ? TOKEN_TYPENAME : token->kind, token);
}

static PumpedToken pump_word(Pump *pump, const Token *token)
{
    if (pump->last == TOKEN_DOT)
        return pump_member(pump, token);
    TokenClass class = token_infos[token->kind].class;
    if (class == TOKEN_CLASS_SOFT_QUALIFIER && !is_word(pump_peek(pump)))
        return pump_name(pump, token);
    switch (token->kind) {
    case TOKEN_IDENTIFIER: return pump_name(pump, token);
    case TOKEN_REGISTER: case TOKEN_PACKOFFSET:
        return pump->last == TOKEN_COLON ? pump_give(pump, token->kind, token) : pump_name(pump, token);
    case TOKEN_UNSIGNED: case TOKEN_SIGNED: return pump_sign(pump, token);
    case TOKEN_CLASS: return pump_class(pump, token);
    case TOKEN_TYPENAME: return pump_typename(pump, token);
    case TOKEN_TEMPLATE: return pump_template(pump, token);
    case TOKEN_TYPEDEF: pump->typedef_depth = pump->brackets.count; break;
    case TOKEN_USING: pump->in_using = true; break;
    case TOKEN_ENUM: pump->in_enum = true; break;
    case TOKEN_AUTO: {
        PumpedToken pumped = pump_give(pump, TOKEN_AUTO, token);
        pump->after_type = true;
        return pumped;
    }
    default: break;
    }
    return pump_give(pump, token->kind, token);
}

static bool run_pragma(Pump *pump, const Token *token)
{
    pump->next++;
    char text[64] = {0};
    memcpy(text, token->text.text, token->text.length < sizeof text ? token->text.length : sizeof text - 1);
    if (strstr(text, "row_major") != NULL)
        pump->matrix_order = AST_ROW_MAJOR;
    else if (strstr(text, "column_major") != NULL)
        pump->matrix_order = AST_COLUMN_MAJOR;
    else
        diag_report(pump->context->diagnostics, token->pos, DIAG_pack_matrix_argument);
    return true;
}

static bool is_technique(const Token *token)
{
    if (token->kind != TOKEN_IDENTIFIER || strncmp(token->name + 1, "echnique", 8) != 0)
        return false;
    return token[1].kind == TOKEN_LBRACE || (token[1].kind == TOKEN_IDENTIFIER && token[2].kind == TOKEN_LBRACE);
}

/* Effect files' parts, outside all brackets, that a compute shader has no use for. True if something was skipped. */
static bool skip_effects(Pump *pump, const Token *token)
{
    bool is_state = token->kind == TOKEN_LBRACE && pump->in_sampler;
    bool is_assigned = pump->in_sampler && token->kind == TOKEN_ASSIGN &&
                       is_word(&token[1]) && strcmp(token[1].name, "sampler_state") == 0;
    if (!is_state && !is_assigned && !is_technique(token))
        return false;
    diag_report(pump->context->diagnostics, token->pos, DIAG_effect_ignored);
    skip_block(pump);
    return true;
}

/* Pointers and references of C++ get their own message and are taken for what HLSL has instead. */
static bool skip_indirection(Pump *pump, const Token *token)
{
    bool is_reference = token->kind == TOKEN_AND || token->kind == TOKEN_LOGICAL_AND;
    if (!pump->after_type || pump->last == TOKEN_RBRACE || (!is_reference && token->kind != TOKEN_MUL))
        return false;
    diag_report(pump->context->diagnostics, token->pos, is_reference ? DIAG_references_not_supported : DIAG_pointers_not_supported);
    pump->next++;
    return true;
}

static PumpedToken pump_arrow(Pump *pump, const Token *token)
{
    diag_report(pump->context->diagnostics, token->pos, DIAG_arrow_not_supported);
    return pump_give(pump, TOKEN_DOT, token);
}

/* Moves past what the grammar need not see. */
static bool skip(Pump *pump, const Token *token)
{
    switch (token->kind) {
    case TOKEN_PRAGMA: return run_pragma(pump, token);
    case TOKEN_IDENTIFIER: case TOKEN_LBRACE: case TOKEN_ASSIGN: return pump->brackets.count == 0 && skip_effects(pump, token);
    case TOKEN_AND: case TOKEN_LOGICAL_AND: case TOKEN_MUL: return skip_indirection(pump, token);
    default: return false;
    }
}

PumpedToken pump_next(Pump *pump)
{
    while (skip(pump, pump_peek(pump)))
        continue;
    const Token *token = pump_peek(pump);
    if (token->kind == TOKEN_END || pump->is_over)
        return pump_give(pump, TOKEN_END, token);
    pump->next++;
    if (is_word(token))
        return pump_word(pump, token);
    switch (token->kind) {
    case TOKEN_LESS: return pump_less(pump, token);
    case TOKEN_GREATER: return pump_greater(pump, token);
    case TOKEN_SHR: return pump_shr(pump, token);
    case TOKEN_SCOPE: return pump_scope_mark(pump, token);
    case TOKEN_LBRACE: return pump_lbrace(pump, token);
    case TOKEN_RBRACE: return pump_rbrace(pump, token);
    case TOKEN_SEMI: return pump_semi(pump, token);
    case TOKEN_LPAREN: return pump_lparen(pump, token);
    case TOKEN_ARROW: return pump_arrow(pump, token);
    case TOKEN_RPAREN: pump_close(pump, BRACKET_PAREN); break;
    case TOKEN_LBRACKET: pump_open(pump, BRACKET_SQUARE, token); break;
    case TOKEN_RBRACKET: pump_close(pump, BRACKET_SQUARE); break;
    default: break;
    }
    return pump_give(pump, token->kind, token);
}
