/* Directives: a # at a line's start was read; the rest of its line is taken and done.
 *
 * What a false condition leaves out is lexed and dropped, so that comments and strings in it cannot
 * hide or fake an #endif. */
#include "preprocess_priv.h"

#include <stdlib.h>

typedef struct Directive {
    SourcePos pos;      /* of the # */
    Token name;         /* END if there is none */
    TokenBuffer *rest;  /* tokens of the line after the name */
} Directive;

static InputFile *top_file(Preprocessor *pp) { return &pp->files.items[pp->files.count - 1]; }

/* The next token if it is on the same line; words are named, macros not looked for. */
static bool read_on_line(Preprocessor *pp, Token *out)
{
    Lexer *lexer = &top_file(pp)->lexer;
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

static const Token *first_of(const Directive *directive)
{
    return directive->rest->tokens.count > 0 ? &directive->rest->tokens.items[0] : NULL;
}

/* The line's text from its first token to its last. */
static Slice rest_text(const Directive *directive)
{
    const Token *first = first_of(directive);
    if (first == NULL)
        return (Slice){"", 0};
    const Token *last = &directive->rest->tokens.items[directive->rest->tokens.count - 1];
    if (last->text.text < first->text.text) /* a word joined over lines lies elsewhere */
        last = first;
    return (Slice){first->text.text, (size_t)(last->text.text + last->text.length - first->text.text)};
}

static bool is_named(const Token *token, const char *name)
{
    return token->text.length == strlen(name) && memcmp(token->text.text, name, token->text.length) == 0;
}

/* ---- conditions ---- */

static Condition *find_condition(Preprocessor *pp)
{
    bool is_open = pp->conditions.count > top_file(pp)->first_condition;
    return is_open ? &pp->conditions.items[pp->conditions.count - 1] : NULL;
}

/* Drops lines up to a # that may end or switch this condition, and reads that #. False at the file's end. */
static bool skip_to_directive(Preprocessor *pp, Token *hash, Token *name)
{
    Lexer *lexer = &top_file(pp)->lexer;
    for (int depth = 0;;) {
        do
            lex_token(lexer, hash);
        while (hash->kind != TOKEN_END && (hash->kind != TOKEN_HASH || !hash->line_start));
        if (hash->kind == TOKEN_END)
            return false;
        if (!read_on_line(pp, name))
            continue;
        bool is_end = is_named(name, "endif");
        if (depth == 0 && (is_end || is_named(name, "else") || is_named(name, "elif")))
            return true;
        depth += is_named(name, "if") || is_named(name, "ifdef") || is_named(name, "ifndef");
        depth -= is_end;
    }
}

static void directive_endif(Preprocessor *pp, Directive *directive)
{
    if (find_condition(pp) != NULL)
        pp->conditions.count--;
    else
        pp_report(pp, directive->pos, DIAG_endif_without_if, "endif");
}

/* Reports an #else or #elif where none may be. */
static Condition *get_branch(Preprocessor *pp, SourcePos pos, const char *name)
{
    Condition *condition = find_condition(pp);
    if (condition == NULL)
        pp_report(pp, pos, DIAG_endif_without_if, name);
    else if (condition->had_else)
        pp_report(pp, pos, DIAG_else_after_else, name);
    return condition;
}

static bool evaluate_line(Preprocessor *pp, const Directive *directive)
{
    return pp_evaluate(pp, directive->rest->tokens.items, directive->rest->tokens.count, directive->pos);
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
        Condition *condition = get_branch(pp, hash.pos, is_else ? "else" : "elif");
        if (!condition->was_taken && !condition->had_else && (is_else || evaluate_line(pp, &directive))) {
            condition->was_taken = true;
            is_skipping = false;
        }
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

static bool is_defined(Preprocessor *pp, const Directive *directive, const char *name)
{
    const Token *word = first_of(directive);
    if (word == NULL || !is_word(word)) {
        pp_report(pp, word != NULL ? word->pos : directive->pos, DIAG_directive_needs_name, name);
        return false;
    }
    const WordInfo *info = pp_find_word(pp, word->name);
    return info != NULL && info->macro != NULL;
}

static void directive_ifdef(Preprocessor *pp, Directive *directive)
{
    open_condition(pp, directive, is_defined(pp, directive, "ifdef"));
}

static void directive_ifndef(Preprocessor *pp, Directive *directive)
{
    open_condition(pp, directive, !is_defined(pp, directive, "ifndef"));
}

/* The branch before this one was taken: the rest is not. */
static void end_taken_branch(Preprocessor *pp, const Directive *directive, const char *name)
{
    Condition *condition = get_branch(pp, directive->pos, name);
    if (condition == NULL)
        return;
    condition->had_else |= name[2] == 's';
    skip_branches(pp);
}

static void directive_else(Preprocessor *pp, Directive *directive) { end_taken_branch(pp, directive, "else"); }
static void directive_elif(Preprocessor *pp, Directive *directive) { end_taken_branch(pp, directive, "elif"); }

/* ---- #include ---- */

static const char *join_path(Preprocessor *pp, const char *folder, size_t folder_length, Slice name)
{
    bool is_absolute = name.length > 0 && name.text[0] == '/';
    if (folder_length == 0 || is_absolute)
        return arena_copy_text(pp->scratch, name.text, name.length);
    const char *slash = folder[folder_length - 1] == '/' ? "" : "/";
    return arena_printf(pp->scratch, "%.*s%s%.*s", (int)folder_length, folder, slash, (int)name.length, name.text);
}

static bool is_readable(const char *path)
{
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return false;
    bool is_file = fread(&(char){0}, 1, 1, stream) == 1 || feof(stream); /* a folder gives an error */
    fclose(stream);
    return is_file;
}

/* The including file's folder, then -I; for <> the other way round. NULL if it is nowhere. */
static const char *find_include(Preprocessor *pp, Slice name, bool is_quoted)
{
    const SyntaxOptions *options = pp->context->options;
    const char *includer = top_file(pp)->file->path;
    const char *slash = strrchr(includer, '/');
    const char *beside = join_path(pp, includer, slash != NULL ? (size_t)(slash + 1 - includer) : 0, name);
    if (is_quoted && is_readable(beside))
        return beside;
    for (int i = 0; i < options->include_path_count; i++) {
        const char *path = join_path(pp, options->include_paths[i], strlen(options->include_paths[i]), name);
        if (is_readable(path))
            return path;
    }
    return !is_quoted && is_readable(beside) ? beside : NULL;
}

/* Windows' separators mean the same. */
static Slice with_slashes(Preprocessor *pp, Slice name)
{
    char *copy = arena_copy_text(pp->scratch, name.text, name.length);
    for (size_t i = 0; i < name.length; i++)
        if (copy[i] == '\\')
            copy[i] = '/';
    return (Slice){copy, name.length};
}

static Name real_path(Preprocessor *pp, const char *path)
{
    char *real = realpath(path, NULL);
    Name name = names_intern_text(pp->context->names, real != NULL ? real : path);
    free(real);
    return name;
}

static void fail_include(Preprocessor *pp) { pp_stop(pp); }

static void include_file(Preprocessor *pp, const Directive *directive, Slice written, bool is_quoted)
{
    Slice name = with_slashes(pp, written);
    SourcePos pos = directive->rest->tokens.count > 0 ? first_of(directive)->pos : directive->pos;
    const char *path = find_include(pp, name, is_quoted), *error = "";
    if (path == NULL) {
        pp_report(pp, pos, DIAG_include_not_found, arena_copy_text(pp->scratch, written.text, written.length));
        fail_include(pp);
        return;
    }
    if (name_map_find(pp->once, real_path(pp, path)) != NULL)
        return;
    if (pp->files.count >= DEEPEST_INCLUDE || ++pp->include_count > MOST_INCLUDES) {
        bool is_deep = pp->files.count >= DEEPEST_INCLUDE;
        pp_report(pp, pos, is_deep ? DIAG_include_too_deep : DIAG_too_many_includes, is_deep ? DEEPEST_INCLUDE : MOST_INCLUDES);
        fail_include(pp);
        return;
    }
    const SourceFile *file = sources_load(pp->context->sources, path, directive->pos, &error);
    if (file == NULL) {
        pp_report(pp, pos, DIAG_cannot_read_file, path, error);
        fail_include(pp);
    } else {
        pp_enter_file(pp, file);
    }
}

/* <name> after macro expansion: the tokens between the brackets, as written. */
static Slice bracketed_name(Preprocessor *pp, const TokenBuffer *tokens)
{
    for (int i = 1; i < tokens->tokens.count; i++)
        if (tokens->tokens.items[i].kind == TOKEN_GREATER)
            return pp_spell(pp, tokens->tokens.items + 1, i - 1);
    return (Slice){NULL, 0};
}

/* #include MACRO */
static void include_expanded(Preprocessor *pp, Directive *directive)
{
    TokenBuffer *expanded = pp_take_buffer(pp);
    pp_expand_tokens(pp, directive->rest->tokens.items, directive->rest->tokens.count, expanded);
    const Token *first = expanded->tokens.count > 0 ? &expanded->tokens.items[0] : NULL;
    Slice name = {NULL, 0};
    if (first != NULL && first->kind == TOKEN_STRING)
        name = (Slice){first->text.text + 1, first->text.length - 2};
    else if (first != NULL && first->kind == TOKEN_LESS)
        name = bracketed_name(pp, expanded);
    if (name.text != NULL)
        include_file(pp, directive, name, first->kind == TOKEN_STRING);
    else if (!pp->is_over)
        pp_report(pp, directive->pos, DIAG_include_needs_file);
    pp_give_buffer(pp, expanded);
}

/* A header's name is no token: it is read from the line's text. The line's end has been reached already,
 * so that what the file gives stands after the directive. */
static void directive_include(Preprocessor *pp, Directive *directive)
{
    const Token *first = first_of(directive);
    bool is_quoted = first != NULL && (first->kind == TOKEN_STRING || first->kind == TOKEN_OPEN_STRING);
    if (first == NULL || (!is_quoted && first->kind != TOKEN_LESS)) {
        include_expanded(pp, directive);
        return;
    }
    const char *start = first->text.text + 1;
    size_t length = strcspn(start, is_quoted ? "\"\r\n" : ">\r\n");
    if (length == 0 || start[length] != (is_quoted ? '"' : '>'))
        pp_report(pp, first->pos, DIAG_include_needs_file);
    else
        include_file(pp, directive, (Slice){start, length}, is_quoted);
}

/* ---- the rest ---- */

static void directive_define(Preprocessor *pp, Directive *directive)
{
    pp_define(pp, directive->rest->tokens.items, directive->rest->tokens.count, directive->pos);
}

static void directive_undef(Preprocessor *pp, Directive *directive)
{
    const Token *word = first_of(directive);
    if (word == NULL || !is_word(word)) {
        pp_report(pp, word != NULL ? word->pos : directive->pos, DIAG_directive_needs_name, "undef");
        return;
    }
    WordInfo *info = name_map_find(pp->words, word->name);
    if (info != NULL)
        info->macro = NULL;
}

static void directive_error(Preprocessor *pp, Directive *directive)
{
    Slice text = rest_text(directive);
    pp_report(pp, directive->pos, DIAG_error_directive, (int)text.length, text.text);
}

static void directive_warning(Preprocessor *pp, Directive *directive)
{
    Slice text = rest_text(directive);
    pp_report(pp, directive->pos, DIAG_warning_directive, (int)text.length, text.text);
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
    const char *path = NULL;
    if (count > 1 && tokens[1].kind == TOKEN_STRING) {
        Slice decoded = string_value(pp->scratch, tokens[1].text);
        path = arena_copy_text(pp->scratch, decoded.text, decoded.length);
    }
    Lexer *lexer = &top_file(pp)->lexer;
    const char *newline = strchr(lexer->cursor, '\n');
    if (newline != NULL)
        sources_renumber(pp->context->sources, lexer->file_start + (SourcePos)(newline + 1 - lexer->text), (int)value.integer, path);
}

static void directive_line(Preprocessor *pp, Directive *directive)
{
    TokenBuffer *expanded = pp_take_buffer(pp);
    pp_expand_tokens(pp, directive->rest->tokens.items, directive->rest->tokens.count, expanded);
    set_line(pp, directive->pos, expanded->tokens.items, expanded->tokens.count);
    pp_give_buffer(pp, expanded);
}

/* True if the pragma is for the parser. */
static bool directive_pragma(Preprocessor *pp, const Directive *directive, Token *out)
{
    static const char *const ignored[] = {"warning", "dxc", "def", "message", "ruledisable", "clang", "GCC", "region", "endregion"};
    const Token *first = first_of(directive);
    if (first == NULL)
        return false;
    if (is_named(first, "once")) {
        name_map_set(pp->once, real_path(pp, top_file(pp)->file->path), pp);
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

typedef struct DirectiveRow {
    const char *name;
    void (*run)(Preprocessor *pp, Directive *directive);
} DirectiveRow;

static const DirectiveRow directive_rows[] = {
    {"include", directive_include}, {"define", directive_define},   {"undef", directive_undef},
    {"if", directive_if},           {"ifdef", directive_ifdef},     {"ifndef", directive_ifndef},
    {"elif", directive_elif},       {"else", directive_else},       {"endif", directive_endif},
    {"line", directive_line},       {"error", directive_error},     {"warning", directive_warning},
};

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
    if (directive->name.kind == TOKEN_INT) {
        vec_push(pp->scratch, &directive->rest->tokens, (Token){0});
        memmove(directive->rest->tokens.items + 1, directive->rest->tokens.items, sizeof(Token) * (size_t)(directive->rest->tokens.count - 1));
        directive->rest->tokens.items[0] = directive->name;
        set_line(pp, directive->pos, directive->rest->tokens.items, directive->rest->tokens.count);
    } else {
        pp_report(pp, directive->name.pos, DIAG_directive_unknown, (int)name.length, name.text);
    }
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
