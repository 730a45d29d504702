/* #define: the rest of its line comes in, a macro goes into the table. */
#include "preprocess_priv.h"

static int find_param(const Macro *macro, Name name)
{
    for (int i = 0; i < macro->param_count; i++)
        if (macro->params[i] == name)
            return i;
    return -1;
}

static bool add_param(Preprocessor *pp, Macro *macro, const Token *token, Name name)
{
    if (find_param(macro, name) >= 0) {
        pp_report(pp, token->pos, DIAG_macro_parameter_twice, name);
        return false;
    }
    macro->params[macro->param_count++] = name;
    return true;
}

/* One parameter at *at; moves past it. `name`, `...` or GNU's `name...`. */
static bool read_param(Preprocessor *pp, Macro *macro, const Token *tokens, int count, int *at)
{
    const Token *token = &tokens[*at];
    bool is_named = is_word(token);
    bool is_rest = token->kind == TOKEN_ELLIPSIS ||
                   (*at + 1 < count && tokens[*at + 1].kind == TOKEN_ELLIPSIS);
    if ((!is_named && !is_rest) || macro->is_variadic) {
        pp_report(pp, token->pos, DIAG_macro_parameters);
        return false;
    }
    macro->is_variadic = is_rest;
    *at += is_named + is_rest;
    return add_param(pp, macro, token, is_named ? token->name : pp->name_va_args);
}

/* From after the ( to after the ); *at moves along. */
static bool read_params(Preprocessor *pp, Macro *macro, const Token *tokens, int count, int *at)
{
    macro->params = ARENA_ARRAY(pp->scratch, Name, count);
    if (*at < count && tokens[*at].kind == TOKEN_RPAREN)
        return (*at)++, true;
    while (*at < count) {
        if (!read_param(pp, macro, tokens, count, at))
            return false;
        if (*at < count && tokens[*at].kind == TOKEN_RPAREN)
            return (*at)++, true;
        if (*at >= count || tokens[*at].kind != TOKEN_COMMA)
            break;
        (*at)++;
    }
    pp_report(pp, tokens[*at < count ? *at : count - 1].pos, DIAG_macro_parameters);
    return false;
}

/* `tokens[*at]` is # in a function-like macro: moves to the parameter that must follow. */
static bool read_stringify(Preprocessor *pp, const Macro *macro, const Token *tokens, int count,
                           int *at)
{
    const Token *hash = &tokens[(*at)++];
    if (*at < count && is_word(&tokens[*at]) && find_param(macro, tokens[*at].name) >= 0)
        return true;
    pp_report(pp, hash->pos, DIAG_hash_needs_parameter);
    return false;
}

/* A ## of the body: it becomes a role of the token before it. */
static bool add_paste(Preprocessor *pp, Macro *macro, const Token *token, bool is_last)
{
    BodyToken *left = macro->body_count > 0 ? &macro->roles[macro->body_count - 1] : NULL;
    if (left == NULL || is_last || left->is_pasted) {
        pp_report(pp, token->pos, DIAG_paste_at_edge);
        return false;
    }
    macro->has_paste = true;
    left->is_pasted = true;
    return true;
}

/* Takes the operators # and ## out of the body and leaves them as roles of their operands. */
static bool read_body(Preprocessor *pp, Macro *macro, const Token *tokens, int count)
{
    macro->body = ARENA_ARRAY(pp->scratch, Token, count);
    macro->roles = ARENA_ARRAY(pp->scratch, BodyToken, count);
    for (int at = 0; at < count; at++) {
        if (tokens[at].kind == TOKEN_HASH_HASH) {
            if (!add_paste(pp, macro, &tokens[at], at + 1 == count))
                return false;
            continue;
        }
        bool is_stringified = tokens[at].kind == TOKEN_HASH && macro->kind == MACRO_FUNCTION;
        bool space_before = tokens[at].space_before;
        if (is_stringified && !read_stringify(pp, macro, tokens, count, &at))
            return false;
        int parameter = is_word(&tokens[at]) ? find_param(macro, tokens[at].name) : -1;
        macro->roles[macro->body_count] = (BodyToken){parameter, is_stringified, false};
        macro->body[macro->body_count] = tokens[at];
        macro->body[macro->body_count++].space_before = space_before;
    }
    return true;
}

static bool is_same_in_body(const Macro *left, const Macro *right, int index)
{
    Slice a = left->body[index].text, b = right->body[index].text;
    BodyToken role = left->roles[index], other = right->roles[index];
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0 &&
           role.is_pasted == other.is_pasted && role.is_stringified == other.is_stringified;
}

/* Do both expand to the same (C11 6.10.3 p2)? */
static bool are_same(const Macro *left, const Macro *right)
{
    if (left->kind != right->kind || left->param_count != right->param_count ||
        left->body_count != right->body_count)
        return false;
    for (int i = 0; i < left->param_count; i++)
        if (left->params[i] != right->params[i])
            return false;
    for (int i = 0; i < left->body_count; i++)
        if (!is_same_in_body(left, right, i))
            return false;
    return true;
}

static void add_macro(Preprocessor *pp, Macro *macro)
{
    WordInfo *info = pp_get_word(pp, macro->name);
    const Macro *old = info->macro;
    if (old != NULL && old->kind <= MACRO_FUNCTION && !are_same(old, macro)) {
        pp_report(pp, macro->pos, DIAG_macro_redefined, macro->name);
        pp_report(pp, old->pos, DIAG_macro_defined_here, macro->name);
    }
    info->macro = macro;
}

void pp_define(Preprocessor *pp, const Token *tokens, int count, SourcePos directive)
{
    if (count == 0 || !is_word(&tokens[0])) {
        pp_report(pp, count > 0 ? tokens[0].pos : directive, DIAG_directive_needs_name, "define");
        return;
    }
    if (tokens[0].name == pp->name_defined || tokens[0].name == pp->name_va_args) {
        pp_report(pp, tokens[0].pos, DIAG_macro_name_reserved, tokens[0].name);
        return;
    }
    Macro *macro = ARENA_NEW(pp->scratch, Macro);
    macro->name = tokens[0].name;
    macro->pos = tokens[0].pos;
    int at = 1;
    if (count > 1 && tokens[1].kind == TOKEN_LPAREN && !tokens[1].space_before) {
        macro->kind = MACRO_FUNCTION;
        at = 2;
        if (!read_params(pp, macro, tokens, count, &at))
            return;
    }
    if (read_body(pp, macro, tokens + at, count - at))
        add_macro(pp, macro);
}
