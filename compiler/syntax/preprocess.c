/* The preprocessor: a file comes in, a list of tokens without directives and macros goes out.
 *
 * Tokens are lexed straight into the output list; only what macros make is copied. */
#include "preprocess_priv.h"

WordInfo *pp_find_word(const Preprocessor *pp, Name name) { return name_map_find(pp->words, name); }

WordInfo *pp_get_word(Preprocessor *pp, Name name)
{
    WordInfo *info = name_map_find(pp->words, name);
    if (info == NULL) {
        info = ARENA_NEW(pp->scratch, WordInfo);
        info->keyword = TOKEN_IDENTIFIER;
        name_map_set(pp->words, name, info);
    }
    return info;
}

static const char word_bytes[] = "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* A word may go on after a backslash and a line's end: abc\<newline>def. */
static void join_split_word(Preprocessor *pp, Lexer *lexer, Token *token)
{
    Text joined = {0};
    while (*lexer->cursor == '\\') {
        const char *start = lexer->cursor + 1;
        start += *start == '\r';
        size_t length = *start == '\n' ? strspn(start + 1, word_bytes) : 0;
        if (length == 0)
            break;
        if (joined.length == 0)
            text_add(&joined, token->text.text, token->text.length);
        text_add(&joined, start + 1, length);
        lexer->cursor = start + 1 + length;
    }
    if (joined.length > 0)
        token->text = (Slice){arena_copy_text(pp->context->arena, joined.bytes, joined.length), joined.length};
    text_free(&joined);
}

Macro *pp_name_word(Preprocessor *pp, Token *token)
{
    token->name = names_intern(pp->context->names, token->text);
    const WordInfo *info = name_map_find(pp->words, token->name);
    if (info == NULL)
        return NULL;
    token->kind = info->keyword;
    if (info->macro == NULL || token->no_expand)
        return NULL;
    token->no_expand = info->macro->is_disabled;
    return token->no_expand ? NULL : info->macro;
}

void pp_stop(Preprocessor *pp)
{
    pp->is_over = true;
    pp->contexts.count = 0;
}

bool pp_enter_file(Preprocessor *pp, const SourceFile *file)
{
    const char *nul = memchr(file->text, '\0', file->length);
    if (nul != NULL) {
        pp_report(pp, SOURCE_NOWHERE, DIAG_binary_file, file->path);
        pp_stop(pp);
        return false;
    }
    bool has_mark = file->length >= 3 && memcmp(file->text, "\xef\xbb\xbf", 3) == 0; /* UTF-8's byte order mark */
    const char *text = file->text + (has_mark ? 3 : 0);
    InputFile input = {file, {text, text, file->start + (has_mark ? 3 : 0)}, pp->conditions.count};
    vec_push(pp->scratch, &pp->files, input);
    return true;
}

/* At a file's end: back to the one that includes it. False: that was the last. */
static bool leave_file(Preprocessor *pp)
{
    InputFile *input = &pp->files.items[pp->files.count - 1];
    for (int i = pp->conditions.count; i-- > input->first_condition;)
        pp_report(pp, pp->conditions.items[i].pos, DIAG_unterminated_if);
    pp->conditions.count = input->first_condition;
    if (pp->files.count == 1)
        return false;
    pp->files.count--;
    return true;
}

/* Says what the lexer could not; the token is dropped. */
static void report_bad_token(Preprocessor *pp, const Token *token)
{
    if (token->kind == TOKEN_OPEN_COMMENT)
        pp_report(pp, token->pos, DIAG_unterminated_comment);
    else if (token->kind == TOKEN_OPEN_STRING)
        pp_report(pp, token->pos, DIAG_unterminated_string);
    else
        pp_report(pp, token->pos, DIAG_stray_character, (int)token->text.length, token->text.text);
}

Macro *pp_lex(Preprocessor *pp, Token *out)
{
    for (;;) {
        Lexer *lexer = &pp->files.items[pp->files.count - 1].lexer;
        if (pp->is_over)
            lexer->cursor += strlen(lexer->cursor);
        lex_token(lexer, out);
        if (out->kind == TOKEN_IDENTIFIER) {
            if (*lexer->cursor == '\\')
                join_split_word(pp, lexer, out);
            return pp_name_word(pp, out);
        }
        if (out->kind == TOKEN_HASH && out->line_start) {
            if (pp_directive(pp, out))
                return NULL;
        } else if (out->kind == TOKEN_END) {
            if (pp->is_over || pp->in_arguments > 0 || !leave_file(pp))
                return NULL;
        } else if (out->kind < TOKEN_STRAY) {
            return NULL;
        } else {
            report_bad_token(pp, out);
        }
    }
}

static void add_keyword(Preprocessor *pp, const char *text, TokenKind kind)
{
    pp_get_word(pp, names_intern_text(pp->context->names, text))->keyword = kind;
}

static void add_keywords(Preprocessor *pp)
{
    bool has_templates = pp->context->options->hlsl_version >= 2021;
    for (int kind = 0; kind < TOKEN_COUNT; kind++) {
        TokenClass class = token_infos[kind].class;
        if (class >= TOKEN_CLASS_KEYWORD && (class != TOKEN_CLASS_KEYWORD_2021 || has_templates))
            add_keyword(pp, token_infos[kind].text, (TokenKind)kind);
    }
    add_keyword(pp, "_Static_assert", TOKEN_STATIC_ASSERT);
    add_keyword(pp, "unsigned", TOKEN_UNSIGNED);
    add_keyword(pp, "signed", TOKEN_SIGNED);
}

static void init(Preprocessor *pp, SyntaxContext *context, Arena *scratch)
{
    *pp = (Preprocessor){.context = context, .scratch = scratch};
    pp->words = name_map_new(scratch);
    pp->once = name_map_new(scratch);
    pp->name_defined = names_intern_text(context->names, "defined");
    pp->name_va_args = names_intern_text(context->names, "__VA_ARGS__");
    pp->name_true = names_intern_text(context->names, "true");
    add_keywords(pp);
}

/* The list is given room at once: a token takes two bytes of source or more, with its space. Untouched pages cost nothing. */
static void reserve_output(Preprocessor *pp, const SourceFile *file)
{
    int capacity = (int)(file->length / 2) + 64;
    pp->output.tokens.items = ARENA_ARRAY(pp->context->arena, Token, capacity);
    pp->output.tokens.capacity = capacity;
}

TokenList *syntax_preprocess(SyntaxContext *context, const SourceFile *file)
{
    Preprocessor pp;
    Arena *scratch = arena_new("preprocessor");
    init(&pp, context, scratch);
    reserve_output(&pp, file);
    if (file->length == 0)
        pp_report(&pp, file->start, DIAG_empty_file, file->path);
    if (pp_enter_file(&pp, file)) {
        pp_predefine(&pp);
        pp_expand_all(&pp, &pp.output);
    }
    SourcePos end = file->start + (SourcePos)file->length;
    vec_push(context->arena, &pp.output.tokens, (Token){.kind = TOKEN_END, .line_start = true, .pos = end});
    TokenList *list = ARENA_NEW(context->arena, TokenList);
    memcpy(&list->tokens, &pp.output.tokens, sizeof list->tokens);
    arena_drop(scratch);
    return list;
}
