/* Directives: a # at a line's start was read; the rest of its line is taken and done.
 *
 * What a false condition leaves out is lexed and dropped, so that comments and strings in it cannot
 * hide or fake an #endif. */
#include "preprocess_priv.h"

/* The next token if it is on the same line; words are named, macros not looked for. */
static bool read_on_line(Preprocessor *pp, Token *out)
{
    Lexer *lexer = &pp_file(pp)->lexer;
    const char *before = lexer->cursor;
    lex_token(lexer, out);
    if (out->kind == TOKEN_END || out->line_start) {
        lexer->cursor = before;
        return false;
    }
    if (out->kind == TOKEN_IDENTIFIER) {
        pp_name_word(pp, out);
        out->no_expand = false;
    }
    return true;
}

static void read_rest(Preprocessor *pp, TokenBuffer *rest)
{
    Token token;
    while (read_on_line(pp, &token))
        vec_push(pp->scratch, &rest->tokens, token);
}

/* The line's text from its first token to its last. */
static Slice rest_text(const Directive *directive)
{
    const Token *first = pp_first_of(directive);
    if (first == NULL)
        return (Slice){"", 0};
    const Token *last = &directive->rest->tokens.items[directive->rest->tokens.count - 1];
    if (last->text.text < first->text.text) /* a word joined over lines lies elsewhere */
        last = first;
    const char *start = first->text.text, *end = last->text.text + last->text.length;
    return (Slice){start, (size_t)(end - start)};
}

static bool is_named(const Token *token, const char *name) { return slice_is(token->text, name); }

/* ---- conditions ---- */

static Condition *find_condition(Preprocessor *pp)
{
    bool is_open = pp->conditions.count > pp_file(pp)->first_condition;
    return is_open ? &pp->conditions.items[pp->conditions.count - 1] : NULL;
}

/* Reports an #else or #elif where none may be. */
static Condition *get_branch(Preprocessor *pp, const Directive *directive)
{
    Condition *condition = find_condition(pp);
    if (condition == NULL)
        pp_report(pp, directive->pos, DIAG_endif_without_if, directive->name.name);
    else if (condition->had_else)
        pp_report(pp, directive->pos, DIAG_else_after_else, directive->name.name);
    return condition;
}

/* In what is left out; its condition is not evaluated. */
static void pass_nested(Preprocessor *pp, const Directive *directive)
{
    const Token *name = &directive->name;
    if (is_named(name, "endif")) {
        pp->conditions.count--;
    } else if (is_named(name, "else") || is_named(name, "elif")) {
        Condition *condition = get_branch(pp, directive);
        if (condition != NULL)
            condition->had_else |= is_named(name, "else");
    } else if (is_named(name, "if") || is_named(name, "ifdef") || is_named(name, "ifndef")) {
        Condition nested = {directive->pos, true, false};
        vec_push(pp->scratch, &pp->conditions, nested);
    }
}

/* Drops lines up to a # that may end or switch this condition, and reads that #. False at the
 * file's end. */
static bool skip_to_directive(Preprocessor *pp, Token *hash, Token *name)
{
    Lexer *lexer = &pp_file(pp)->lexer;
    const int depth = pp->conditions.count;
    for (;;) {
        do
            lex_token(lexer, hash);
        while (hash->kind != TOKEN_END && (hash->kind != TOKEN_HASH || !hash->line_start));
        if (hash->kind == TOKEN_END)
            return false;
        if (!read_on_line(pp, name))
            continue;
        bool is_branch = is_named(name, "endif") || is_named(name, "else") || is_named(name, "elif");
        if (is_branch && pp->conditions.count == depth)
            return true;
        pass_nested(pp, &(Directive){.pos = hash->pos, .name = *name});
    }
}

/* What stands behind all that the directive takes. */
static void tell_extra(Preprocessor *pp, const Directive *directive, int taken)
{
    if (directive->rest->tokens.count > taken)
        pp_report(pp, directive->rest->tokens.items[taken].pos, DIAG_extra_tokens, directive->name.name);
}

static void directive_endif(Preprocessor *pp, Directive *directive)
{
    tell_extra(pp, directive, 0);
    if (find_condition(pp) != NULL)
        pp->conditions.count--;
    else
        pp_report(pp, directive->pos, DIAG_endif_without_if, "endif");
}

static bool evaluate_line(Preprocessor *pp, const Directive *directive)
{
    const TokenBuffer *rest = directive->rest;
    return pp_evaluate(pp, rest->tokens.items, rest->tokens.count, directive->pos);
}

/* At a branch not taken: goes on to the branch that is, or past the #endif. */
static void skip_branches(Preprocessor *pp)
{
    Token hash, name;
    TokenBuffer *rest = pp_take_buffer(pp);
    bool is_skipping = true;
    while (is_skipping && skip_to_directive(pp, &hash, &name)) {
        Directive directive = {hash.pos, name, rest};
        rest->tokens.count = 0;
        read_rest(pp, rest);
        if (is_named(&name, "endif")) {
            directive_endif(pp, &directive);
            break;
        }
        bool is_else = is_named(&name, "else");
        tell_extra(pp, &directive, is_else ? 0 : rest->tokens.count);
        Condition *condition = get_branch(pp, &directive);
        bool may_take = !condition->was_taken && !condition->had_else;
        is_skipping = !may_take || !(is_else || evaluate_line(pp, &directive));
        condition->was_taken |= !is_skipping;
        condition->had_else |= is_else;
    }
    pp_give_buffer(pp, rest);
}

static void open_condition(Preprocessor *pp, const Directive *directive, bool is_true)
{
    Condition condition = {directive->pos, is_true, false};
    vec_push(pp->scratch, &pp->conditions, condition);
    if (!is_true)
        skip_branches(pp);
}

static void directive_if(Preprocessor *pp, Directive *directive)
{
    open_condition(pp, directive, evaluate_line(pp, directive));
}

/* The name behind #ifdef, #ifndef or #undef: what it means, NULL if nothing or, reported, if it is
 * missing. */
static WordInfo *find_named(Preprocessor *pp, const Directive *directive)
{
    const Token *word = pp_first_of(directive);
    if (word != NULL && is_word(word)) {
        tell_extra(pp, directive, 1);
        return pp_find_word(pp, word->name);
    }
    SourcePos pos = word != NULL ? word->pos : directive->pos;
    pp_report(pp, pos, DIAG_directive_needs_name, directive->name.name);
    return NULL;
}

/* #ifdef, #ifndef */
static void directive_ifdef(Preprocessor *pp, Directive *directive)
{
    const WordInfo *info = find_named(pp, directive);
    bool is_defined = info != NULL && info->macro != NULL;
    open_condition(pp, directive, is_defined == is_named(&directive->name, "ifdef"));
}

/* #else, #elif: the branch before this one was taken, so the rest is not. */
static void directive_else(Preprocessor *pp, Directive *directive)
{
    Condition *condition = get_branch(pp, directive);
    if (condition == NULL)
        return;
    bool is_else = is_named(&directive->name, "else");
    tell_extra(pp, directive, is_else ? 0 : directive->rest->tokens.count);
    condition->had_else |= is_else;
    skip_branches(pp);
}

/* ---- the rest ---- */

static void directive_define(Preprocessor *pp, Directive *directive)
{
    const TokenBuffer *rest = directive->rest;
    pp_define(pp, rest->tokens.items, rest->tokens.count, directive->pos);
}

static void directive_undef(Preprocessor *pp, Directive *directive)
{
    WordInfo *info = find_named(pp, directive);
    if (info != NULL)
        info->macro = NULL;
}

/* #error, #warning */
static void directive_message(Preprocessor *pp, Directive *directive)
{
    Slice text = rest_text(directive);
    bool is_error = is_named(&directive->name, "error");
    pp_report(pp, directive->pos, is_error ? DIAG_error_directive : DIAG_warning_directive,
              (int)text.length, text.text);
}

/* #line N "path", and the same without the word as compilers write it. */
static void set_line(Preprocessor *pp, SourcePos pos, const Token *tokens, int count)
{
    NumberValue value = {0};
    if (count > 0 && tokens[0].kind == TOKEN_INT)
        value = number_value(tokens[0].text);
    if (!value.is_valid || value.is_float || value.integer > INT32_MAX) {
        pp_report(pp, count > 0 ? tokens[0].pos : pos, DIAG_line_needs_number);
        return;
    }
    if (pp->context->options->ignores_lines)
        return;
    const char *path = NULL;
    if (count > 1 && tokens[1].kind == TOKEN_STRING) {
        Slice decoded = string_value(pp->scratch, tokens[1].text).text;
        path = arena_copy_text(pp->scratch, decoded.text, decoded.length);
    }
    Lexer *lexer = &pp_file(pp)->lexer;
    const char *newline = strchr(lexer->cursor, '\n');
    if (newline == NULL)
        return;
    SourcePos next_line = lexer->file_start + (SourcePos)(newline + 1 - lexer->text);
    sources_renumber(pp->context->sources, next_line, (int)value.integer, path);
}

static void directive_line(Preprocessor *pp, Directive *directive)
{
    TokenBuffer *expanded = pp_take_buffer(pp);
    pp_expand_tokens(pp, directive->rest->tokens.items, directive->rest->tokens.count, expanded);
    set_line(pp, directive->pos, expanded->tokens.items, expanded->tokens.count);
    pp_give_buffer(pp, expanded);
}

/* #pragma dxc diagnostic WORD "-WGROUP"; clang and GCC have the same under their names. */
static void pragma_diagnostic(Preprocessor *pp, const Token *tokens, int count)
{
    Slice group = {"", 0};
    if (count > 3 && tokens[3].kind == TOKEN_STRING)
        group = tokens[3].text;
    if (count < 3 || !diag_pragma(pp->context->diagnostics, tokens[1].pos, tokens[2].text, group))
        pp_report(pp, tokens[1].pos, DIAG_pragma_diagnostic);
}

static bool is_diagnostic(const TokenBuffer *words)
{
    const Token *first = words->tokens.items;
    return words->tokens.count > 1 && is_named(&first[1], "diagnostic") &&
           (is_named(first, "dxc") || is_named(first, "clang") || is_named(first, "GCC"));
}

/* True if the pragma is for the parser. Macros in it are expanded, as in HLSL's preprocessor. */
static bool run_pragma(Preprocessor *pp, const Directive *directive, Token *out)
{
    static const char *const ignored[] = {
        "warning", "dxc", "def", "message", "ruledisable", "clang", "GCC", "region", "endregion",
    };
    const Token *first = pp_first_of(directive);
    if (first == NULL)
        return false;
    if (is_named(first, "once")) {
        name_map_set(pp->once, pp_real_path(pp, pp_file(pp)->file->path), pp);
        return false;
    }
    if (is_diagnostic(directive->rest)) {
        pragma_diagnostic(pp, first, directive->rest->tokens.count);
        return false;
    }
    for (int i = 0; i < COUNT_OF(ignored); i++)
        if (is_named(first, ignored[i]))
            return false;
    if (!is_named(first, "pack_matrix")) {
        pp_report(pp, first->pos, DIAG_unknown_pragma);
        return false;
    }
    out->kind = TOKEN_PRAGMA;
    out->pos = first->pos;
    out->text = pp_spell(pp, directive->rest->tokens.items, directive->rest->tokens.count);
    return pp->in_arguments == 0;
}

static bool directive_pragma(Preprocessor *pp, const Directive *directive, Token *out)
{
    TokenBuffer *expanded = pp_take_buffer(pp);
    pp_expand_tokens(pp, directive->rest->tokens.items, directive->rest->tokens.count, expanded);
    Directive plain = {directive->pos, directive->name, expanded};
    bool is_for_parser = run_pragma(pp, &plain, out);
    pp_give_buffer(pp, expanded);
    return is_for_parser;
}

bool pp_pragma_string(Preprocessor *pp, Slice string, SourcePos pos, Token *out)
{
    Slice line = string_value(pp->context->arena, string).text;
    const char *text = arena_copy_text(pp->context->arena, line.text, line.length);
    Directive directive = {.pos = pos, .rest = pp_take_buffer(pp)};
    Lexer lexer = {text, text, pos};
    Token token;
    for (lex_token(&lexer, &token); token.kind != TOKEN_END; lex_token(&lexer, &token)) {
        token.pos = pos;
        if (token.kind == TOKEN_IDENTIFIER)
            pp_name_word(pp, &token);
        vec_push(pp->scratch, &directive.rest->tokens, token);
    }
    bool is_token = directive_pragma(pp, &directive, out);
    pp_give_buffer(pp, directive.rest);
    return is_token;
}

typedef struct DirectiveRow {
    const char *name;
    void (*run)(Preprocessor *pp, Directive *directive);
} DirectiveRow;

static const DirectiveRow directive_rows[] = {
    {"include", pp_include},       {"define", directive_define}, {"undef", directive_undef},
    {"if", directive_if},          {"ifdef", directive_ifdef},   {"ifndef", directive_ifdef},
    {"elif", directive_else},      {"else", directive_else},     {"endif", directive_endif},
    {"line", directive_line},      {"error", directive_message}, {"warning", directive_message},
};

/* # N "path" */
static void directive_marker(Preprocessor *pp, const Directive *directive)
{
    TokenBuffer *line = pp_take_buffer(pp);
    vec_push(pp->scratch, &line->tokens, directive->name);
    for (int i = 0; i < directive->rest->tokens.count; i++)
        vec_push(pp->scratch, &line->tokens, directive->rest->tokens.items[i]);
    set_line(pp, directive->pos, line->tokens.items, line->tokens.count);
    pp_give_buffer(pp, line);
}

static bool run_directive(Preprocessor *pp, Directive *directive, Token *out)
{
    for (int i = 0; i < COUNT_OF(directive_rows); i++) {
        if (is_named(&directive->name, directive_rows[i].name)) {
            directive_rows[i].run(pp, directive);
            return false;
        }
    }
    if (is_named(&directive->name, "pragma"))
        return directive_pragma(pp, directive, out);
    Slice name = directive->name.text;
    if (directive->name.kind == TOKEN_INT)
        directive_marker(pp, directive);
    else
        pp_report(pp, directive->name.pos, DIAG_directive_unknown, (int)name.length, name.text);
    return false;
}

bool pp_directive(Preprocessor *pp, Token *hash)
{
    Directive directive = {.pos = hash->pos};
    if (!read_on_line(pp, &directive.name))
        return false; /* a # alone */
    directive.rest = pp_take_buffer(pp);
    read_rest(pp, directive.rest);
    bool is_token = run_directive(pp, &directive, hash);
    pp_give_buffer(pp, directive.rest);
    return is_token;
}
