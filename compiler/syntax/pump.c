/* The token pump: preprocessed tokens come in, tokens as the grammar needs them go out.
 *
 * What context decides is settled here, by looking at names and a little ahead, so that the grammar
 * stays free of conflicts: whether a name is a type's, whether `<` opens template arguments, which
 * `>` closes them, whether `sample` or `line` qualifies or names. The pump recognises declarations
 * by their first tokens (struct S, typedef T N, template <typename T>, type followed by name) and
 * keeps scopes of its own; it needs nothing from the parser. What a declaration has said so far
 * lies in the bracket that it stands in: brackets within it begin afresh, and it goes on behind
 * them. */
#include "pump_priv.h"

void pump_init(Pump *pump, SyntaxContext *context, const TokenList *tokens)
{
    *pump = (Pump){.context = context, .arena = context->arena, .tokens = tokens->tokens.items};
    scopes_init(&pump->scopes, context->arena, context->names);
    pump->templates = scopes_new(&pump->scopes, SCOPE_NAMED);
    pump->methods = scopes_new(&pump->scopes, SCOPE_NAMED);
    Bracket file = {.kind = BRACKET_FILE, .scope_count = pump->scopes.open.count - 1};
    vec_push(context->arena, &pump->brackets, file);
}

uint32_t pump_matrix_order(const Pump *pump, Name name)
{
    if (pump->matrix_order == 0)
        return 0;
    const Symbol *symbol = scopes_find(&pump->scopes, name);
    return symbol != NULL && symbol->is_matrix ? pump->matrix_order : 0;
}

bool pump_declares(const Pump *pump, Name name)
{
    return scopes_find(&pump->scopes, name) != NULL;
}

/* ---- marks ---- */

static PumpedToken pump_less(Pump *pump, const Token *token)
{
    if (!is_angle(pump->less_opens))
        return pump_give(pump, TOKEN_LESS, token);
    pump_open(pump, pump->less_opens, token);
    pump->brackets.items[pump->brackets.count - 1].inner = pump->less_inner;
    pump->less_inner = NULL;
    pump->less_opens = BRACKET_BLOCK;
    return pump_give(pump, TOKEN_TEMPLATE_LESS, token);
}

static PumpedToken pump_greater(Pump *pump, const Token *token)
{
    BracketKind kind = pump_top(pump)->kind;
    if (!is_angle(kind))
        return pump_give(pump, TOKEN_GREATER, token);
    pump->instance_scope = pump_top(pump)->inner;
    pump->brackets.count--;
    PumpedToken pumped = pump_give(pump, TOKEN_TEMPLATE_GREATER, token);
    pump->after_type = kind == BRACKET_TYPE_ANGLE && pump_peek(pump)->kind != TOKEN_SCOPE;
    return pumped;
}

/* >> closes two templates, or one and compares. */
static PumpedToken pump_shr(Pump *pump, const Token *token)
{
    bool is_second = pump->is_half;
    if (!is_second && !is_angle(pump_top(pump)->kind))
        return pump_give(pump, TOKEN_SHR, token);
    Token *half = ARENA_NEW(pump->arena, Token);
    *half = *token;
    half->text = (Slice){token->text.text + is_second, 1};
    half->pos += is_second && token->pos < SOURCE_MACRO;
    pump->is_half = !is_second;
    pump->next -= pump->is_half;
    return pump_greater(pump, half);
}

static PumpedToken pump_scope_mark(Pump *pump, const Token *token)
{
    bool is_leading = pump->last != TOKEN_SCOPE_NAME && pump->last != TOKEN_TEMPLATE_GREATER;
    if (is_leading)
        pump->path_scope = pump->scopes.open.items[pump->brackets.items[0].scope_count];
    else if (pump->last == TOKEN_TEMPLATE_GREATER)
        pump->path_scope = NULL;
    if (pump->last != TOKEN_TEMPLATE_GREATER)
        pump->instance_scope = NULL;
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
    Declaration *declaration = pump_declaration(pump);
    Scope *scope = declaration->body_scope, *outer = declaration->outer_scope;
    if (scope == NULL)
        scope = scopes_new(&pump->scopes, SCOPE_PASSING);
    pump_open(pump, declaration->body_kind, token);
    scopes_open(&pump->scopes, scope);
    scopes_use(&pump->scopes, scope, outer);
    return pump_give(pump, TOKEN_LBRACE, token);
}

static PumpedToken pump_rbrace(Pump *pump, const Token *token)
{
    int at = pump->brackets.count - 1;
    BracketKind kind;
    while (kind = pump->brackets.items[at].kind, !is_block(kind) && kind != BRACKET_INITIALISER)
        at--;
    if (kind == BRACKET_FILE)
        return pump_give(pump, TOKEN_RBRACE, token);
    pump_close_from(pump, at);
    if (kind == BRACKET_INITIALISER)
        return pump_give(pump, TOKEN_INIT_RBRACE, token);
    PumpedToken pumped = pump_give(pump, TOKEN_RBRACE, token);
    pump->after_type = kind == BRACKET_STRUCT || kind == BRACKET_ENUM;
    if (pump->after_type)
        pump_end_body(pump);
    else
        pump_end_declaration(pump);
    return pumped;
}

static PumpedToken pump_semi(Pump *pump, const Token *token)
{
    pump_end_declaration(pump);
    return pump_give(pump, TOKEN_SEMI, token);
}

/* Behind the `depth` parentheses that are open at `at`, more of them and a name in all of these: the index behind the last
 * `)`, or -1. */
static int behind_declared_name(const Pump *pump, int at, int depth)
{
    for (; pump->tokens[at].kind == TOKEN_LPAREN; at++)
        depth++;
    if (!is_word(&pump->tokens[at]))
        return -1;
    for (at++; pump->tokens[at].kind == TOKEN_RPAREN && depth > 0; at++)
        depth--;
    return depth == 0 ? at : -1;
}

/* Behind the `[` at `open`'s `]`, and those behind it. */
static int behind_extents(const Pump *pump, int open)
{
    int at = open, depth = 0;
    do {
        TokenKind kind = pump->tokens[at].kind;
        if (kind == TOKEN_END || kind == TOKEN_SEMI)
            return at;
        depth += (kind == TOKEN_LBRACKET) - (kind == TOKEN_RBRACKET);
        at++;
    } while (depth > 0 || pump->tokens[at].kind == TOKEN_LBRACKET);
    return at;
}

/* From behind a name on: nothing but what can be declared up to the `;`, or to the first initialiser. `uint(a), b, c++;` is an
 * expression, as what is no declaration in whole is (C++11 6.8; clang's isCXXSimpleDeclaration stops at `=`, too). */
static bool declares_to_end(const Pump *pump, int at)
{
    while (at >= 0) {
        if (pump->tokens[at].kind == TOKEN_LBRACKET)
            at = behind_extents(pump, at);
        switch (pump->tokens[at].kind) {
        case TOKEN_SEMI: case TOKEN_ASSIGN: case TOKEN_COLON: return true;
        case TOKEN_COMMA: at = behind_declared_name(pump, at + 1, 0); break;
        default: return false;
        }
    }
    return false;
}

/* `int (a)[3], ((b)) = 2`, C's parentheses around what is declared: the name, which `pump->next` is behind then, or NULL. In
 * a block a statement that looks so is a declaration (C++11 6.8); `(a)(int x)` declares a function elsewhere. */
static const Token *take_parenthesised_name(Pump *pump)
{
    BracketKind around = pump_top(pump)->kind;
    bool is_first = pump->after_type && pump_declaration(pump)->begins_with_type &&
                    (is_block(around) || around == BRACKET_FOR),
         is_next = pump_is_behind_declarator(pump);
    int end = is_first || is_next ? behind_declared_name(pump, pump->next, 1) : -1;
    if (end < 0)
        return NULL;
    bool is_function = pump->tokens[end].kind == TOKEN_LPAREN && around != BRACKET_BLOCK && around != BRACKET_FOR;
    if (is_first && !is_function && !declares_to_end(pump, end))
        return NULL;
    while (pump_peek(pump)->kind == TOKEN_LPAREN)
        pump->next++;
    const Token *name = pump_peek(pump);
    pump->next = end;
    return name;
}

static PumpedToken pump_lparen(Pump *pump, const Token *token)
{
    const Token *name = take_parenthesised_name(pump);
    if (name != NULL)
        return pump_name(pump, name);
    Declaration *declaration = pump_declaration(pump);
    declaration->has_register |= pump->last == TOKEN_REGISTER;
    if (declaration->kind == DECLARES_STATE && pump->last != TOKEN_REGISTER)
        declaration->kind = DECLARES_VALUES; /* a function that gives one */
    BracketKind kind = pump->last == TOKEN_FOR      ? BRACKET_FOR
                     : pump->last == TOKEN_DECLTYPE ? BRACKET_TYPE_OF
                                                    : BRACKET_PAREN;
    pump_open(pump, kind, token);
    return pump_give(pump, TOKEN_LPAREN, token);
}

static PumpedToken pump_rparen(Pump *pump, const Token *token)
{
    bool is_type = pump_top(pump)->kind == BRACKET_TYPE_OF;
    pump_close(pump, BRACKET_PAREN);
    PumpedToken pumped = pump_give(pump, TOKEN_RPAREN, token);
    pump->after_type = is_type;
    return pumped;
}

/* ---- keywords ---- */

static PumpedToken pump_template(Pump *pump, const Token *token)
{
    pump_parameter_scope(pump);
    pump_declaration(pump)->names_template = true;
    if (pump_peek(pump)->kind == TOKEN_LESS)
        pump->less_opens = BRACKET_PARAMS_ANGLE;
    return pump_give(pump, TOKEN_TEMPLATE, token);
}

/* Among template parameters it declares a name; elsewhere a path to come is a type's. */
static PumpedToken pump_typename(Pump *pump, const Token *token)
{
    bool is_param = pump_top(pump)->kind == BRACKET_PARAMS_ANGLE &&
                    (pump->last == TOKEN_TEMPLATE_LESS || pump->last == TOKEN_COMMA);
    if (is_param)
        return pump_give(pump, TOKEN_TYPENAME, token);
    while (pump_peek(pump)->kind == TOKEN_TYPENAME)
        pump->next++;
    const Token *next = pump_peek(pump);
    bool is_plain = is_word(next) && next[1].kind != TOKEN_SCOPE && next[1].kind != TOKEN_LESS;
    if (is_plain)
        diag_report(pump->context->diagnostics, token->pos, DIAG_typename_unqualified, next->name);
    pump_declaration(pump)->names_type = !is_plain;
    return pump_next(pump);
}

/* struct [raypayload] Name: what the attributes say is for other stages. */
static void skip_attributes(Pump *pump)
{
    while (pump_peek(pump)->kind == TOKEN_LBRACKET) {
        int depth = 0;
        do {
            TokenKind kind = pump_peek(pump)->kind;
            depth += (kind == TOKEN_LBRACKET) - (kind == TOKEN_RBRACKET);
            if (kind == TOKEN_END)
                return;
            pump->next++;
        } while (depth > 0);
    }
}

/* `template struct S<float>;`, `template struct N::S<float>;`, not `template struct S f();` */
static bool names_instance(const Pump *pump)
{
    const Token *next = pump_peek(pump);
    return pump->last == TOKEN_TEMPLATE &&
           (next->kind == TOKEN_SCOPE ||
            (is_word(next) && (next[1].kind == TOKEN_LESS || next[1].kind == TOKEN_SCOPE)));
}

/* struct, class, interface, enum: `class T` among template parameters is `typename T`. */
static PumpedToken pump_body_word(Pump *pump, const Token *token, BracketKind body_kind)
{
    if (token->kind == TOKEN_CLASS && pump_top(pump)->kind == BRACKET_PARAMS_ANGLE)
        return pump_give(pump, TOKEN_TYPENAME, token);
    if (pump->last != TOKEN_ENUM) /* enum class */
        pump_declaration(pump)->body_kind = body_kind;
    skip_attributes(pump);
    if (names_instance(pump))
        pump_declaration(pump)->names_type = true;
    return pump_give(pump, token->kind, token);
}

/* `object.template f<T>()`, `A<T>::template f<T>()`: C++'s word says that f is a template, which is found out here. */
static const Token *skip_template_word(Pump *pump, const Token *token)
{
    bool is_in_name = pump->last == TOKEN_DOT || pump->last == TOKEN_SCOPE;
    if (!is_in_name || token->kind != TOKEN_TEMPLATE || !is_word(pump_peek(pump)))
        return token;
    return &pump->tokens[pump->next++];
}

/* `enum E e;`, `(enum E)1`: E, which is declared. */
static const Token *skip_enum_word(Pump *pump, const Token *token)
{
    const Token *name = pump_peek(pump);
    if (token->kind != TOKEN_ENUM || !is_word(name) || name->kind == TOKEN_CLASS || name->kind == TOKEN_STRUCT)
        return token;
    TokenKind behind = name[1].kind;
    bool declares = behind == TOKEN_LBRACE || behind == TOKEN_COLON || behind == TOKEN_SEMI;
    return declares ? token : &pump->tokens[pump->next++];
}

static PumpedToken pump_word(Pump *pump, const Token *token)
{
    token = skip_enum_word(pump, skip_template_word(pump, token));
    if (pump->last == TOKEN_DOT)
        return pump_member(pump, token);
    TokenClass class = token_infos[token->kind].class;
    if (class == TOKEN_CLASS_SOFT_QUALIFIER && !is_word(pump_peek(pump)))
        return pump_name(pump, token);
    switch (token->kind) {
    case TOKEN_IDENTIFIER:
        return has_unsigned_behind(pump, token) ? pump_unsigned_behind(pump) : pump_name(pump, token);
    case TOKEN_REGISTER: case TOKEN_PACKOFFSET:
        if (pump->last != TOKEN_COLON)
            return pump_name(pump, token);
        break;
    case TOKEN_UNSIGNED: return pump_unsigned(pump, token);
    case TOKEN_TYPENAME: return pump_typename(pump, token);
    case TOKEN_TEMPLATE: return pump_template(pump, token);
    case TOKEN_STRUCT: case TOKEN_CLASS: case TOKEN_INTERFACE:
        return pump_body_word(pump, token, BRACKET_STRUCT);
    case TOKEN_ENUM: return pump_body_word(pump, token, BRACKET_ENUM);
    case TOKEN_ROW_MAJOR: case TOKEN_COLUMN_MAJOR: pump_declaration(pump)->has_order = true; break;
    case TOKEN_TYPEDEF: pump_declaration(pump)->kind = DECLARES_TYPEDEF; break;
    case TOKEN_USING: pump_declaration(pump)->kind = DECLARES_ALIAS; break;
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
    size_t length = token->text.length;
    memcpy(text, token->text.text, length < sizeof text ? length : sizeof text - 1);
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
    bool is_named = token[1].kind == TOKEN_IDENTIFIER;
    return token[1 + is_named].kind == TOKEN_LBRACE;
}

/* Effect files' parts, outside all brackets, that a compute shader has no use for. True if
 * something was skipped. */
static bool skip_effects(Pump *pump, const Token *token)
{
    bool is_sampler = pump_declaration(pump)->kind == DECLARES_STATE;
    bool is_state = token->kind == TOKEN_LBRACE && is_sampler;
    bool is_assigned = is_sampler && token->kind == TOKEN_ASSIGN && is_word(&token[1]) &&
                       strcmp(token[1].name, "sampler_state") == 0;
    if (!is_state && !is_assigned && !is_technique(token))
        return false;
    diag_report(pump->context->diagnostics, token->pos, DIAG_effect_ignored);
    skip_block(pump);
    return true;
}

/* `float a { name = value; };`: what effects say of a variable, last of all. `int a { 3 }` is none
 * of that. */
static bool skip_state(Pump *pump, const Token *token)
{
    bool is_variable = pump->after_variable ||
                       (pump->last == TOKEN_RPAREN && pump_declaration(pump)->has_register);
    bool is_state = token[1].kind == TOKEN_RBRACE ||
                    (is_word(&token[1]) && token[2].kind == TOKEN_ASSIGN);
    int before = pump->next;
    if (!is_variable || !is_state)
        return false;
    skip_block(pump);
    TokenKind behind = pump_peek(pump)->kind;
    if (behind != TOKEN_SEMI && behind != TOKEN_COMMA) {
        pump->next = before;
        return false;
    }
    diag_report(pump->context->diagnostics, token->pos, DIAG_effect_ignored);
    return true;
}

/* `float a <string name = "value";> = 1;`: annotations, which say something to tools. */
static bool skip_annotations(Pump *pump, const Token *token)
{
    bool declares = pump->after_variable || pump_declaration(pump)->has_declarator;
    bool is_first = (pump->after_variable && token[1].kind == TOKEN_GREATER) ||
                    (is_word(&token[1]) && is_word(&token[2]) && token[3].kind == TOKEN_ASSIGN);
    const Token *end = token;
    while (end->kind != TOKEN_GREATER && end->kind != TOKEN_END)
        end++;
    if (!declares || !is_first || end->kind == TOKEN_END)
        return false;
    diag_report(pump->context->diagnostics, token->pos, DIAG_effect_ignored);
    pump->next += (int)(end + 1 - token);
    pump->less_opens = BRACKET_BLOCK;
    return true;
}

/* Pointers and references of C++ get their own message and are taken for what HLSL has instead. */
static bool skip_indirection(Pump *pump, const Token *token)
{
    if (!pump->after_type || pump->last == TOKEN_RBRACE)
        return false;
    bool is_pointer = token->kind == TOKEN_MUL;
    diag_report(pump->context->diagnostics, token->pos,
                is_pointer ? DIAG_pointers_not_supported : DIAG_references_not_supported);
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
    case TOKEN_LBRACE:
        return skip_state(pump, token) || (pump->brackets.count == 1 && skip_effects(pump, token));
    case TOKEN_IDENTIFIER: case TOKEN_ASSIGN:
        return pump->brackets.count == 1 && skip_effects(pump, token);
    case TOKEN_LESS: return skip_annotations(pump, token);
    case TOKEN_AND: case TOKEN_LOGICAL_AND: case TOKEN_MUL: return skip_indirection(pump, token);
    default: return false;
    }
}

/* The width of a bit-field follows, not a semantic or a base: no name, or one that more follows. */
static bool begins_width(const Pump *pump)
{
    const Token *next = pump_peek(pump);
    if (next->kind == TOKEN_INT || next->kind == TOKEN_LPAREN || next->kind == TOKEN_SIZEOF)
        return true;
    bool is_name = next->kind == TOKEN_IDENTIFIER && pump_top(pump)->kind == BRACKET_STRUCT;
    return is_name && (token_infos[next[1].kind].op != AST_OP_COUNT || next[1].kind == TOKEN_SCOPE) &&
           next[1].kind != TOKEN_ASSIGN && next[1].kind != TOKEN_LESS;
}

/* Of ?:, of a declaration, or of a label. */
static PumpedToken pump_colon(Pump *pump, const Token *token)
{
    Declaration *declaration = pump_declaration(pump);
    if (declaration->questions > 0) {
        declaration->questions--;
        return pump_give(pump, TOKEN_COLON, token);
    }
    BracketKind kind = pump_top(pump)->kind;
    bool declares = kind == BRACKET_STRUCT || kind == BRACKET_FILE || kind == BRACKET_NAMESPACE;
    return pump_give(pump, declares && begins_width(pump) ? TOKEN_BIT_COLON : TOKEN_COLON, token);
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
    case TOKEN_QUESTION: pump_declaration(pump)->questions++; break;
    case TOKEN_COLON: return pump_colon(pump, token);
    case TOKEN_RPAREN: return pump_rparen(pump, token);
    case TOKEN_LBRACKET: pump_open(pump, BRACKET_SQUARE, token); break;
    case TOKEN_RBRACKET: pump_close(pump, BRACKET_SQUARE); break;
    default: break;
    }
    return pump_give(pump, token->kind, token);
}
