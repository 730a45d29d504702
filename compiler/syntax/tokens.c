/* What is known of each token, from token.def, and the two ways to print them. */
#include "lex_priv.h"

const TokenInfo token_infos[TOKEN_COUNT] = {
#define ROW(id, text, class, bits, op) \
    [TOKEN_##id] = {#id, text, TOKEN_CLASS_##class, bits, AST_OP_##op},
#define TOKEN(id, text) ROW(id, text, OTHER, 0, COUNT)
#define OPERATOR(id, text) ROW(id, text, OTHER, 0, id)
#define COMPOUND(id, text, op) ROW(id, text, OTHER, 0, op)
#define KEYWORD(id, text) ROW(id, text, KEYWORD, 0, COUNT)
#define KEYWORD_2021(id, text) ROW(id, text, KEYWORD_2021, 0, COUNT)
#define RESERVED(id, text) ROW(id, text, RESERVED, 0, COUNT)
#define QUALIFIER(id, text, bits) ROW(id, text, QUALIFIER, bits, COUNT)
#define SOFT_QUALIFIER(id, text, bits) ROW(id, text, SOFT_QUALIFIER, bits, COUNT)
#include "token.def"
#undef TOKEN
#undef ROW
};

bool ast_op_compares(AstOp op)
{
    return op == AST_OP_EQUAL || op == AST_OP_NOT_EQUAL || op == AST_OP_LESS ||
           op == AST_OP_GREATER || op == AST_OP_LESS_EQUAL || op == AST_OP_GREATER_EQUAL;
}

const char *ast_op_spelling(AstOp op)
{
    static const char *const spellings[] = {
#define AST_OP(id, spelling) spelling,
#include "ast_ops.def"
#undef AST_OP
    };
    return spellings[op];
}

/* ---- --emit=tokens: `path:line:column kind spelling` ---- */

static const char *kind_name(const Token *token)
{
    switch (token_infos[token->kind].class) {
    case TOKEN_CLASS_KEYWORD:
    case TOKEN_CLASS_KEYWORD_2021:
    case TOKEN_CLASS_RESERVED: return "keyword";
    case TOKEN_CLASS_QUALIFIER:
    case TOKEN_CLASS_SOFT_QUALIFIER: return "qualifier";
    default: break;
    }
    switch (token->kind) {
    case TOKEN_END: return "end";
    case TOKEN_IDENTIFIER: return "name";
    case TOKEN_INT: return "integer";
    case TOKEN_FLOAT: return "float";
    case TOKEN_STRING: return "string";
    case TOKEN_PRAGMA: return "pragma";
    case TOKEN_UNSIGNED: return "keyword";
    default: return "mark";
    }
}

void syntax_print_tokens(Text *out, const Sources *sources, const TokenList *tokens)
{
    for (int i = 0; i < tokens->tokens.count; i++) {
        const Token *token = &tokens->tokens.items[i];
        if (token->pos != SOURCE_NOWHERE) {
            SourcePlace place = sources_place(sources, token->pos);
            text_printf(out, "%s:%d:%d ", place.path, place.line, place.column);
        }
        text_printf(out, "%s%s%.*s\n", kind_name(token), token->text.length > 0 ? " " : "",
                    (int)token->text.length, token->text.text);
    }
}

/* ---- --emit=preprocessed: text that can be compiled again, with its lines where they were ---- */

enum { MOST_BLANK_LINES = 8 };

typedef struct LinePrinter {
    Text *out;
    const char *path; /* of the current line; NULL at first */
    int line;
    bool is_at_start;
} LinePrinter;

/* Moves to `place`'s line: by newlines if it is near, else by a #line. */
static void move_to_line(LinePrinter *printer, const SourcePlace *place)
{
    bool is_same_file = printer->path != NULL && strcmp(printer->path, place->path) == 0;
    int distance = place->line - printer->line;
    if (is_same_file && distance == 0)
        return;
    if (is_same_file && distance > 0 && distance <= MOST_BLANK_LINES)
        text_add(printer->out, "\n\n\n\n\n\n\n\n", (size_t)distance);
    else
        text_printf(printer->out, "%s#line %d \"%s\"\n", printer->is_at_start ? "" : "\n",
                    place->line, place->path);
    printer->path = place->path;
    printer->line = place->line;
    printer->is_at_start = true;
}

static bool is_word_byte(char byte)
{
    bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    return is_letter || (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' || byte == '.' ||
           (unsigned char)byte >= 0x80;
}

/* Would the two be read as something else if they touched? Errs towards true. */
static bool would_merge(const Token *left, const Token *right)
{
    if (left->text.length == 0 || right->text.length == 0)
        return false;
    char before = left->text.text[left->text.length - 1], after = right->text.text[0];
    if (left->text.text + left->text.length == right->text.text)
        return false; /* they stand so in the source */
    if (is_word_byte(before) && is_word_byte(after))
        return true;
    return strchr("+-*/%&|^<>=!:#.", before) != NULL && strchr("+-*/%&|^<>=:#.", after) != NULL;
}

/* On a line of its own, also where _Pragma stood beside other tokens. */
static void print_pragma(LinePrinter *printer, const Token *token)
{
    text_printf(printer->out, "%s#pragma %.*s\n", printer->is_at_start ? "" : "\n",
                (int)token->text.length, token->text.text);
    printer->line += printer->is_at_start ? 1 : 2;
    printer->is_at_start = true;
}

void syntax_print_preprocessed(Text *out, const Sources *sources, const TokenList *tokens)
{
    LinePrinter printer = {out, NULL, 0, true};
    const Token *last = NULL;
    for (int i = 0; i < tokens->tokens.count; i++) {
        const Token *token = &tokens->tokens.items[i];
        if (token->kind == TOKEN_END)
            break;
        SourcePlace place = sources_place(sources, token->pos);
        move_to_line(&printer, &place);
        if (token->kind == TOKEN_PRAGMA) {
            print_pragma(&printer, token);
            continue;
        }
        if (printer.is_at_start && token->pos < SOURCE_MACRO)
            text_printf(out, "%*s", place.column <= 80 ? place.column - 1 : 0, "");
        else if (!printer.is_at_start && (token->space_before || would_merge(last, token)))
            text_add(out, " ", 1);
        text_add(out, token->text.text, token->text.length);
        printer.is_at_start = false;
        last = token;
    }
    if (last == NULL || !printer.is_at_start)
        text_add(out, "\n", 1);
}
