/* The pump's names: those that are declared, by the tokens before them, and those that are used, as
 * types or values. */
#include "pump_priv.h"

/* ---- names that are declared ---- */

/* The name of a struct, an enum or an alias, or of a template of these, in `scope`. What has arguments is an instance. */
static Symbol *declare_type(Pump *pump, Scope *scope, const Token *token)
{
    bool is_template = pump_takes_template_name(pump) || pump_peek(pump)->kind == TOKEN_LESS;
    SymbolClass class = is_template ? SYMBOL_TEMPLATE_TYPE : SYMBOL_TYPE;
    return scopes_declare(&pump->scopes, scope, token->name, class);
}

static Scope *get_inner(Pump *pump, Symbol *symbol)
{
    if (symbol->inner == NULL)
        symbol->inner = scopes_new(&pump->scopes, SCOPE_NAMED);
    return symbol->inner;
}

/* Behind the template arguments that may be there; -1: a < that opens none. */
static int behind_arguments(const Pump *pump, int at)
{
    return pump->tokens[at].kind == TOKEN_LESS ? pump_find_angle_end(pump, at, IS_TEMPLATE) : at;
}

static bool has_path_behind(const Pump *pump)
{
    int end = behind_arguments(pump, pump->next);
    return end >= 0 && pump->tokens[end].kind == TOKEN_SCOPE;
}

/* `struct N::S {`, `struct N::S<int> :`, `struct S<T>::In {`, before the path; not `struct N::S variable`. */
static bool defines_in_path(const Pump *pump)
{
    const Token *tokens = pump->tokens;
    int end = behind_arguments(pump, pump->next);
    while (end >= 0 && tokens[end].kind == TOKEN_SCOPE && is_word(&tokens[end + 1]))
        end = behind_arguments(pump, end + 2);
    return end >= 0 && (tokens[end].kind == TOKEN_LBRACE || tokens[end].kind == TOKEN_COLON);
}

/* A part of a path before the last, of what is declared outside of where it belongs. */
static PumpedToken name_outer(Pump *pump, const Token *token)
{
    const Symbol *symbol = pump->last == TOKEN_SCOPE && pump->path_scope != NULL
                             ? scopes_find_in(&pump->scopes, pump->path_scope, token->name)
                             : scopes_find(&pump->scopes, token->name);
    pump->path_scope = symbol != NULL ? symbol->inner : NULL;
    pump_declaration(pump)->outer_scope = pump->path_scope;
    if (pump_peek(pump)->kind == TOKEN_LESS)
        pump->less_opens = BRACKET_TYPE_ANGLE;
    return pump_give(pump, TOKEN_SCOPE_NAME, token);
}

static PumpedToken name_struct(Pump *pump, const Token *token)
{
    int end = behind_arguments(pump, pump->next);
    TokenKind behind = end >= 0 ? pump->tokens[end].kind : TOKEN_LBRACE;
    bool has_arguments = pump_peek(pump)->kind == TOKEN_LESS;
    Declaration *declaration = pump_declaration(pump);
    if (has_path_behind(pump))
        return name_outer(pump, token);
    Scope *around = declaration->outer_scope != NULL ? declaration->outer_scope
                                                     : pump_enclosing_scope(pump);
    bool has_body = behind == TOKEN_LBRACE || behind == TOKEN_COLON;
    bool is_declared = has_body || behind == TOKEN_SEMI;
    if (is_declared)
        declaration->body_scope = get_inner(pump, declare_type(pump, around, token));
    if (!has_body)
        declaration->body_kind = BRACKET_BLOCK;
    if (has_arguments)
        pump->less_opens = is_declared ? BRACKET_ANGLE : BRACKET_TYPE_ANGLE;
    PumpedToken pumped = pump_give(pump, TOKEN_IDENTIFIER, token);
    pump->after_type = !is_declared && !has_arguments;
    return pumped;
}

/* In `namespace A::B` B sees what A has. */
static PumpedToken name_namespace(Pump *pump, const Token *token)
{
    Declaration *declaration = pump_declaration(pump);
    Scope *outer = declaration->body_scope;
    Scope *around = outer != NULL ? outer : pump_enclosing_scope(pump);
    Symbol *symbol = scopes_declare(&pump->scopes, around, token->name, SYMBOL_NAMESPACE);
    declaration->body_kind = BRACKET_NAMESPACE;
    declaration->body_scope = get_inner(pump, symbol);
    scopes_use(&pump->scopes, declaration->body_scope, outer);
    bool is_last = pump_peek(pump)->kind != TOKEN_SCOPE;
    return pump_give(pump, is_last ? TOKEN_IDENTIFIER : TOKEN_SCOPE_NAME, token);
}

bool pump_is_behind_declarator(Pump *pump)
{
    const Declaration *declaration = pump_declaration(pump);
    return pump->last == TOKEN_COMMA && declaration->has_declarator && declaration->questions == 0;
}

/* A name after a complete type, or after a comma behind such a name. */
static PumpedToken name_declarator(Pump *pump, const Token *token, const Symbol *symbol)
{
    TokenKind next = pump_peek(pump)->kind;
    BracketKind top = pump_top(pump)->kind;
    bool is_function = next == TOKEN_LPAREN;
    bool is_other = symbol != NULL && symbol->class != SYMBOL_VALUE;
    Scopes *scopes = &pump->scopes;
    Scope *enclosing = pump_enclosing_scope(pump);
    if (pump_declaration(pump)->kind == DECLARES_TYPEDEF)
        scopes_declare(scopes, enclosing, token->name, SYMBOL_TYPE)->is_matrix =
            pump_declaration(pump)->is_matrix && !pump_declaration(pump)->has_order &&
            next != TOKEN_LBRACKET;
    else if (is_function && pump_takes_template_name(pump)) {
        scopes_declare(scopes, enclosing, token->name, SYMBOL_TEMPLATE_FUNCTION);
        scopes_declare(scopes, pump->templates, token->name, SYMBOL_TEMPLATE_FUNCTION);
        if (top == BRACKET_STRUCT)
            scopes_declare(scopes, pump->methods, token->name, SYMBOL_TEMPLATE_FUNCTION);
    } else if (is_block(top) && pump->last != TOKEN_SCOPE && pump_takes_template_name(pump))
        scopes_declare(scopes, enclosing, token->name, SYMBOL_TEMPLATE_VALUE);
    else if (is_type_symbol(symbol) && (is_paren(top) || is_angle(top)))
        scopes_declare(scopes, pump_parameter_scope(pump), token->name, SYMBOL_VALUE);
    else if (is_other && !is_function && next != TOKEN_LESS)
        scopes_declare(scopes, enclosing, token->name, SYMBOL_VALUE)->class = SYMBOL_VALUE;
    if (next == TOKEN_LESS)
        pump->less_opens = BRACKET_ANGLE;
    pump_declaration(pump)->has_declarator = !is_function && (is_block(top) || top == BRACKET_FOR);
    PumpedToken pumped = pump_give(pump, TOKEN_IDENTIFIER, token);
    pump->after_variable = !is_function;
    return pumped;
}

/* ---- names that are used ---- */

/* The name of a value or a function; a function's may have template arguments. */
static PumpedToken give_value(Pump *pump, const Token *token, Knowledge knowledge)
{
    if (pump_opens_call_arguments(pump, knowledge))
        pump->less_opens = BRACKET_ANGLE;
    return pump_give(pump, TOKEN_IDENTIFIER, token);
}

/* Does a :: follow what `symbol` is, or NULL, after template arguments perhaps? */
static bool continues_path(const Pump *pump, const Symbol *symbol)
{
    TokenKind next = pump_peek(pump)->kind;
    bool is_template = symbol != NULL && symbol->class == SYMBOL_TEMPLATE_TYPE;
    Knowledge knowledge = is_template ? IS_TEMPLATE : MAYBE_TEMPLATE;
    int end = next == TOKEN_LESS ? pump_find_angle_end(pump, pump->next, knowledge) : -1;
    return next == TOKEN_SCOPE || (end >= 0 && pump->tokens[end].kind == TOKEN_SCOPE);
}

/* `.member`, `.Base::member`, `.Base<int>::member` */
PumpedToken pump_member(Pump *pump, const Token *token)
{
    bool is_template = scopes_find_in(&pump->scopes, pump->methods, token->name) != NULL;
    if (!continues_path(pump, NULL))
        return give_value(pump, token, is_template ? IS_TEMPLATE : MAYBE_TEMPLATE);
    pump->path_scope = NULL;
    if (pump_peek(pump)->kind == TOKEN_LESS)
        pump->less_opens = BRACKET_TYPE_ANGLE;
    return pump_give(pump, TOKEN_SCOPE_NAME, token);
}

/* `name ::` */
static PumpedToken give_path_part(Pump *pump, const Token *token, const Symbol *symbol)
{
    pump->path_scope = symbol != NULL ? symbol->inner : NULL;
    if (pump->after_type)
        pump_declaration(pump)->outer_scope = pump->path_scope;
    return pump_give(pump, TOKEN_SCOPE_NAME, token);
}

/* Can a declaration begin after the last token? */
static bool is_at_start(const Pump *pump)
{
    switch (pump->last) {
    case TOKEN_END: case TOKEN_SEMI: case TOKEN_LBRACE: case TOKEN_RBRACE:
    case TOKEN_TEMPLATE_GREATER: case TOKEN_RBRACKET: case TOKEN_SCOPE: case TOKEN_GLOBAL_SCOPE:
        return true;
    default: return is_qualifier(pump->last);
    }
}

/* In the list behind a function's name, in no body: `uint = 3` is a parameter without a name. */
static bool is_in_parameters(const Pump *pump)
{
    TokenKind last = pump->last;
    bool is_first = last == TOKEN_LPAREN || last == TOKEN_COMMA || is_qualifier(last);
    if (!is_first || pump_top(pump)->kind != BRACKET_PAREN)
        return false;
    switch (pump->brackets.items[pump->brackets.count - 2].kind) {
    case BRACKET_FILE: case BRACKET_NAMESPACE: case BRACKET_STRUCT: return true;
    default: return false;
    }
}

/* Does a type's name stand where only a value can? */
static bool is_used_as_value(const Pump *pump, TokenKind next)
{
    const Bracket *top = pump_top(pump);
    switch (next) {
    case TOKEN_ASSIGN: return !is_in_parameters(pump);
    case TOKEN_DOT: return true;
    case TOKEN_LBRACKET: /* types have extents in casts, as arguments, in typedefs and aliases */
        return pump->last != TOKEN_LPAREN && !is_angle(top->kind) &&
               top->declaration.kind != DECLARES_TYPEDEF && top->declaration.kind != DECLARES_ALIAS;
    case TOKEN_AND: case TOKEN_LOGICAL_AND: case TOKEN_MUL: /* C++'s float &x, float *x */
        return false;
    case TOKEN_LESS: case TOKEN_GREATER: case TOKEN_SHR: return false;
    default: return token_infos[next].op != AST_OP_COUNT;
    }
}

static PumpedToken give_type(Pump *pump, const Token *token, const Symbol *symbol)
{
    Declaration *declaration = pump_declaration(pump);
    Scope *inner = symbol != NULL ? symbol->inner : NULL;
    bool has_arguments = is_angle(pump->less_opens);
    pump->less_inner = has_arguments ? inner : NULL;
    if (declaration->kind == DECLARES_TYPEDEF && symbol != NULL)
        declaration->is_matrix = symbol->is_matrix && pump->matrix_order == 0;
    if (declaration->body_kind == BRACKET_STRUCT && declaration->body_scope != NULL) /* a base */
        scopes_use(&pump->scopes, declaration->body_scope, inner);
    bool is_global = pump->brackets.count == 1 && declaration->kind == DECLARES_VALUES;
    if (is_global && symbol != NULL && symbol->has_state)
        declaration->kind = DECLARES_STATE;
    bool is_in_for = pump_top(pump)->kind == BRACKET_FOR, /* behind its first ; nothing is declared */
         is_first = is_in_for ? pump->last == TOKEN_LPAREN || is_qualifier(pump->last)
                              : pump->last != TOKEN_SCOPE && is_at_start(pump);
    declaration->begins_with_type = is_first || pump->last == TOKEN_TYPEDEF;
    bool is_scope = has_arguments && continues_path(pump, symbol); /* Type<...>::name */
    if (is_scope && pump->after_type)
        declaration->outer_scope = inner;
    PumpedToken pumped = pump_give(pump, is_scope ? TOKEN_SCOPE_NAME : TOKEN_TYPE_NAME, token);
    pump->after_type = !has_arguments;
    return pumped;
}

/* Unknown<float> name;  Unknown<float>::name */
static bool is_unknown_template_type(const Pump *pump)
{
    if (pump_peek(pump)->kind != TOKEN_LESS)
        return false;
    int end = pump_find_angle_end(pump, pump->next, MAYBE_TEMPLATE);
    bool is_in_path = pump->last == TOKEN_SCOPE; /* whatever the arguments are */
    if (end < 0 || (!is_in_path && !pump_begins_type(pump, &pump->tokens[pump->next + 1])))
        return false;
    TokenKind after = pump->tokens[end].kind;
    return after == TOKEN_SCOPE || (after == TOKEN_IDENTIFIER && is_at_start(pump));
}

/* A name that is nowhere declared: a type if a name follows it, so that check can say which is
 * missing. */
static PumpedToken give_unknown(Pump *pump, const Token *token)
{
    TokenKind next = pump_peek(pump)->kind;
    bool is_operand = token_infos[pump->last].op != AST_OP_COUNT || pump->last == TOKEN_RETURN;
    bool is_before_name = next == TOKEN_IDENTIFIER ||
                          token_infos[next].class == TOKEN_CLASS_SOFT_QUALIFIER;
    if (!is_operand && is_before_name)
        return give_type(pump, token, NULL);
    if (!is_unknown_template_type(pump))
        return give_value(pump, token, MAYBE_TEMPLATE);
    pump->less_opens = BRACKET_TYPE_ANGLE;
    return give_type(pump, token, NULL);
}

static PumpedToken give_used(Pump *pump, const Token *token, const Symbol *symbol)
{
    if (symbol == NULL)
        return give_unknown(pump, token);
    TokenKind next = pump_peek(pump)->kind;
    if (is_type_symbol(symbol) && !is_used_as_value(pump, next)) {
        if (next == TOKEN_LESS && symbol->class == SYMBOL_TEMPLATE_TYPE)
            pump->less_opens = BRACKET_TYPE_ANGLE;
        return give_type(pump, token, symbol);
    }
    if (symbol->class == SYMBOL_TEMPLATE_FUNCTION)
        return give_value(pump, token, IS_TEMPLATE);
    if (symbol->class == SYMBOL_TEMPLATE_VALUE && next == TOKEN_LESS &&
        pump_find_angle_end(pump, pump->next, MAYBE_TEMPLATE) >= 0)
        pump->less_opens = BRACKET_ANGLE;
    return pump_give(pump, TOKEN_IDENTIFIER, token);
}

/* The end of `typename T::name`. */
static PumpedToken give_named_type(Pump *pump, const Token *token, const Symbol *symbol)
{
    pump_declaration(pump)->names_type = false;
    if (pump_peek(pump)->kind == TOKEN_LESS)
        pump->less_opens = BRACKET_TYPE_ANGLE;
    return give_type(pump, token, symbol);
}

/* `using A::b;`: b is here what it is in A. */
static void declare_again(Pump *pump, const Symbol *symbol)
{
    Symbol *here = scopes_declare(&pump->scopes, pump_enclosing_scope(pump), symbol->name, symbol->class);
    here->inner = symbol->inner;
    here->is_matrix = symbol->is_matrix;
}

/* ---- which of these it is ---- */

/* A type of the template before the `::`, where that is known; else a template's name, whichever template is called so. */
static const Symbol *find_in_instance(const Pump *pump, Name name)
{
    const Symbol *type = pump->instance_scope != NULL
                           ? scopes_find_in(&pump->scopes, pump->instance_scope, name)
                           : NULL;
    return is_type_symbol(type) ? type : scopes_find_in(&pump->scopes, pump->templates, name);
}

/* `struct S : A::B`, before the body: whatever A is. */
static bool is_base(Pump *pump)
{
    const Declaration *declaration = pump_declaration(pump);
    return declaration->body_kind == BRACKET_STRUCT && declaration->body_scope != NULL;
}

/* A name that is neither told by the word before it nor a member. */
static PumpedToken pump_plain_name(Pump *pump, const Token *token)
{
    const Declaration *declaration = pump_declaration(pump);
    bool is_qualified = pump->last == TOKEN_SCOPE || pump->last == TOKEN_GLOBAL_SCOPE;
    const Symbol *symbol = NULL;
    if (!is_qualified)
        symbol = scopes_find(&pump->scopes, token->name);
    else if (pump->path_scope != NULL)
        symbol = scopes_find_in(&pump->scopes, pump->path_scope, token->name);
    else
        symbol = find_in_instance(pump, token->name);
    const Token *next = pump_peek(pump);
    bool is_alias = declaration->kind == DECLARES_ALIAS;
    if (is_alias && next->kind == TOKEN_SEMI && symbol != NULL && symbol->class == SYMBOL_NAMESPACE)
        scopes_use(&pump->scopes, pump_enclosing_scope(pump), symbol->inner); /* using namespace */
    if (declaration->kind == DECLARES_OTHERS && next->kind == TOKEN_SEMI && symbol != NULL)
        declare_again(pump, symbol);
    if (next->kind == TOKEN_SCOPE)
        return give_path_part(pump, token, symbol);
    if (continues_path(pump, symbol))
        return give_used(pump, token, symbol);
    if (declaration->names_type || is_base(pump))
        return give_named_type(pump, token, symbol);
    bool is_declared = pump->after_type && (!is_word(next) || symbol == NULL);
    if (is_declared || (pump_is_behind_declarator(pump) && !is_word(next)))
        return name_declarator(pump, token, symbol);
    return give_used(pump, token, symbol);
}

PumpedToken pump_name(Pump *pump, const Token *token)
{
    const Declaration *declaration = pump_declaration(pump);
    switch (pump->last) {
    case TOKEN_DOT: return pump_member(pump, token);
    case TOKEN_STRUCT: case TOKEN_CLASS: case TOKEN_INTERFACE: case TOKEN_ENUM:
        if (!declaration->names_type &&
            (!has_path_behind(pump) || defines_in_path(pump)))
            return name_struct(pump, token);
        break;
    case TOKEN_TYPENAME: /* a template's parameter */
        scopes_declare(&pump->scopes, pump_parameter_scope(pump), token->name, SYMBOL_TYPE);
        return pump_give(pump, TOKEN_IDENTIFIER, token);
    case TOKEN_USING:
        if (pump_peek(pump)->kind == TOKEN_ASSIGN) {
            declare_type(pump, pump_enclosing_scope(pump), token);
            return pump_give(pump, TOKEN_IDENTIFIER, token);
        }
        pump_declaration(pump)->kind = DECLARES_OTHERS;
        break;
    case TOKEN_CBUFFER: case TOKEN_TBUFFER: return pump_give(pump, TOKEN_IDENTIFIER, token);
    case TOKEN_NAMESPACE:
        if (declaration->kind != DECLARES_ALIAS)
            return name_namespace(pump, token);
        break;
    case TOKEN_SCOPE: case TOKEN_GLOBAL_SCOPE:
        if (declaration->body_kind == BRACKET_NAMESPACE)
            return name_namespace(pump, token);
        if (declaration->body_kind == BRACKET_STRUCT && declaration->body_scope == NULL &&
            declaration->outer_scope != NULL && !declaration->names_type)
            return name_struct(pump, token);
        break;
    case TOKEN_LBRACE: case TOKEN_COMMA: /* an enumerator */
        if (pump_top(pump)->kind == BRACKET_ENUM)
            return pump_give(pump, TOKEN_IDENTIFIER, token);
        break;
    default: break;
    }
    return pump_plain_name(pump, token);
}

/* `unsigned int3` is uint3, `unsigned` alone uint. */
PumpedToken pump_unsigned(Pump *pump, const Token *token)
{
    const Token *next = pump_peek(pump);
    Token *made = ARENA_NEW(pump->arena, Token);
    *made = *token;
    made->kind = TOKEN_IDENTIFIER;
    bool has_int = is_word(next) && strncmp(next->name, "int", 3) == 0 &&
                   is_type_symbol(scopes_find(&pump->scopes, next->name));
    bool has_min_int = is_word(next) && strncmp(next->name, "min16int", 8) == 0;
    const char *rest = has_int ? next->name + 3 : has_min_int ? next->name + 8 : "";
    const char *size = has_min_int ? "min16" : "";
    const char *name = arena_printf(pump->arena, "%suint%s", size, rest);
    made->name = names_intern_text(pump->context->names, name);
    pump->next += has_int || has_min_int;
    return give_type(pump, made, scopes_find(&pump->scopes, made->name));
}

bool has_unsigned_behind(const Pump *pump, const Token *token)
{
    return pump_peek(pump)->kind == TOKEN_UNSIGNED && strcmp(token->name, "int") == 0;
}

/* `int unsigned` */
PumpedToken pump_unsigned_behind(Pump *pump)
{
    const Token *word = pump_peek(pump);
    pump->next++;
    return pump_unsigned(pump, word);
}
