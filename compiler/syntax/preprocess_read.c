/* Reading: files come in, one token at a time goes out, with directives done on the way. */
#include "preprocess_priv.h"

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
    if (joined.length > 0) {
        const char *text = arena_copy_text(pp->context->arena, joined.bytes, joined.length);
        token->text = (Slice){text, joined.length};
    }
    text_free(&joined);
}

bool pp_enter_file(Preprocessor *pp, const SourceFile *file)
{
    const char *nul = memchr(file->text, '\0', file->length);
    if (nul != NULL) {
        pp_report(pp, SOURCE_NOWHERE, DIAG_binary_file, file->path);
        pp_stop(pp);
        return false;
    }
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    bool has_mark = file->length >= 3 && memcmp(file->text, byte_order_mark, 3) == 0;
    const char *text = file->text + (has_mark ? 3 : 0);
    Lexer lexer = {text, text, file->start + (has_mark ? 3 : 0)};
    InputFile input = {file, lexer, pp->conditions.count};
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

bool pp_lex_parenthesis(Preprocessor *pp)
{
    Lexer *lexer = &pp_file(pp)->lexer;
    const char *before = lexer->cursor;
    Token token;
    lex_token(lexer, &token);
    if (token.kind != TOKEN_LPAREN)
        lexer->cursor = before;
    return token.kind == TOKEN_LPAREN;
}
