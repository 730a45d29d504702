/* Drives lemon's parser: pumps tokens into it, says what was expected where one does not fit, and
 * skips to where it can go on. */
#include "parse_priv.h"
#include "pump_priv.h"

/* ---- "expected ..." ---- */

typedef struct ExpectedRow {
    TokenKind kind;   /* if this could come next ... */
    const char *text; /* ... this was expected */
} ExpectedRow;

/* The first two that fit are named; an expression or statement alone says enough. */
static const ExpectedRow expected_rows[] = {
    {TOKEN_SEMI, "';'"},
    {TOKEN_COMMA, "','"},
    {TOKEN_RPAREN, "')'"},
    {TOKEN_RBRACKET, "']'"},
    {TOKEN_TEMPLATE_GREATER, "'>'"},
    {TOKEN_TEMPLATE_LESS, "'<'"},
    {TOKEN_INIT_RBRACE, "'}'"},
    {TOKEN_RBRACE, "'}'"},
    {TOKEN_LPAREN, "'('"},
    {TOKEN_LBRACE, "'{'"},
    {TOKEN_COLON, "':'"},
    {TOKEN_ASSIGN, "'='"},
    {TOKEN_WHILE, "'while'"},
    {TOKEN_IDENTIFIER, "a name"},
    {TOKEN_TYPE_NAME, "a type"},
    {TOKEN_STRING, "a string"},
};

/* What was expected, in words. */
static const char *describe_expected(Builder *builder, const void *parser, const Token *token,
                                     bool *has_semicolon)
{
    *has_semicolon = false;
    if (token->kind == TOKEN_END && parse_would_accept(parser, TOKEN_RBRACE))
        return "'}'";
    if (parse_would_accept(parser, TOKEN_IF))
        return "a statement";
    if (parse_would_accept(parser, TOKEN_NAMESPACE))
        return "a declaration";
    if (parse_would_accept(parser, TOKEN_INT))
        return "an expression";
    const char *found[3] = {NULL};
    int count = 0;
    for (int i = 0; i < COUNT_OF(expected_rows) && count < 3; i++)
        if (parse_would_accept(parser, expected_rows[i].kind))
            found[count++] = expected_rows[i].text;
    *has_semicolon = count > 0 && found[0] == expected_rows[0].text;
    if (count == 0)
        return "something else";
    if (count == 1 || *has_semicolon)
        return found[0];
    if (count == 2)
        return arena_printf(builder->arena, "%s or %s", found[0], found[1]);
    return arena_printf(builder->arena, "%s, %s or %s", found[0], found[1], found[2]);
}

static const char *describe_token(Builder *builder, const Token *token)
{
    if (token->kind == TOKEN_END)
        return token_infos[TOKEN_END].text;
    return arena_printf(builder->arena, "'%.*s'", (int)token->text.length, token->text.text);
}

static SourcePos end_of_token(const Token *token)
{
    return token->pos < SOURCE_MACRO ? token->pos + (SourcePos)token->text.length : token->pos;
}

/* At the end of the file: where the bracket is that was never closed. */
static void report_open_bracket(Builder *builder)
{
    const Bracket *top = pump_top(builder->pump);
    bool is_square = top->kind == BRACKET_SQUARE;
    char mark = is_paren(top->kind) ? '(' : is_angle(top->kind) ? '<' : is_square ? '[' : '{';
    if (top->kind != BRACKET_FILE)
        diag_report(builder->context->diagnostics, top->pos, DIAG_to_match_this, mark);
}

static bool expects_value(const void *parser)
{
    return !parse_would_accept(parser, TOKEN_IF) && parse_would_accept(parser, TOKEN_INT);
}

const char *syntax_nearest_word(const char *written)
{
    static const char *const WORDS[] = {"break", "case",    "continue", "default", "discard",
                                        "else",  "for",     "if",       "return",  "struct",
                                        "switch", "typedef", "while"};
    NearestName nearest = {written, NULL, 0};
    for (int i = 0; i < COUNT_OF(WORDS); i++)
        nearest_consider(&nearest, WORDS[i]);
    return nearest.best;
}

/* `retrun 3;` is wrong at the 3. */
static void note_misspelt_word(Builder *builder)
{
    const Token *first = builder->first;
    const char *word = first != NULL && first->kind == TOKEN_IDENTIFIER
                         ? syntax_nearest_word(first->name)
                         : NULL;
    if (word != NULL)
        diag_report(builder->context->diagnostics, first->pos, DIAG_misspelt_word, first->name,
                    word);
}

static bool is_keyword(const Token *token)
{
    return token_infos[token->kind].class != TOKEN_CLASS_OTHER;
}

/* `float if;`, `s.while`, and `float out = 3`, which is wrong at the = since types have qualifiers
 * behind them, too. NULL: no name was expected, or not it alone. */
static const Token *keyword_for_name(const void *parser, const Token *previous, const Token *token)
{
    bool wants_name = parse_would_accept(parser, TOKEN_IDENTIFIER) &&
                      !parse_would_accept(parser, TOKEN_IF) &&
                      !parse_would_accept(parser, TOKEN_NAMESPACE) &&
                      !parse_would_accept(parser, TOKEN_INT);
    if (!wants_name)
        return NULL;
    if (is_keyword(token))
        return token->line_start ? NULL : token;
    bool is_behind_name = token->kind == TOKEN_ASSIGN || token->kind == TOKEN_COMMA ||
                          token->kind == TOKEN_COLON || token->kind == TOKEN_LBRACKET ||
                          token->kind == TOKEN_LPAREN;
    return is_behind_name && previous != NULL && is_qualifier(previous->kind) ? previous : NULL;
}

void parser_report(Builder *builder, const void *parser, const Token *token)
{
    Diagnostics *diagnostics = builder->context->diagnostics;
    const Token *previous = builder->previous;
    bool has_semicolon;
    const Token *keyword = keyword_for_name(parser, previous, token);
    const char *expected = describe_expected(builder, parser, token, &has_semicolon);
    bool is_end = token->kind == TOKEN_END;
    SourcePos place = is_end && previous != NULL ? end_of_token(previous) : token->pos;
    if (token_infos[token->kind].class == TOKEN_CLASS_RESERVED)
        diag_report(diagnostics, place, DIAG_word_not_supported, token->name);
    else if (keyword != NULL)
        diag_report(diagnostics, keyword->pos, DIAG_keyword_as_name, keyword->name);
    else if (has_semicolon && previous != NULL && (token->line_start || is_end))
        diag_report(diagnostics, end_of_token(previous), DIAG_syntax_expected_after, expected,
                    (int)previous->text.length, previous->text.text);
    else if (token->kind == TOKEN_LBRACE && expects_value(parser))
        diag_report(diagnostics, place, DIAG_stray_initialiser_list);
    else
        diag_report(diagnostics, place, DIAG_syntax_expected, expected,
                    describe_token(builder, token));
    if (is_end)
        report_open_bracket(builder);
    note_misspelt_word(builder);
}

/* ---- recovery ---- */

typedef struct Parser {
    Builder builder;
    Pump pump;
    void *lemon;
} Parser;

static void feed(Parser *parser, TokenKind kind, const Token *token)
{
    const Token *previous = parser->builder.previous;
    if (previous == NULL || previous->kind == TOKEN_SEMI || previous->kind == TOKEN_LBRACE ||
        previous->kind == TOKEN_RBRACE)
        parser->builder.first = token;
    parse_feed(parser->lemon, kind, token, &parser->builder);
    parser->builder.previous = token;
}

static bool is_in_for_header(const Pump *pump, int block)
{
    for (int at = pump->brackets.count - 1; at > block; at--)
        if (pump->brackets.items[at].kind == BRACKET_FOR)
            return true;
    return false;
}

/* Does the statement go on after a block of its own has closed? */
static bool goes_on_after_block(const Pump *pump)
{
    switch (pump_peek(pump)->kind) {
    case TOKEN_SEMI: case TOKEN_COMMA: case TOKEN_ELSE: case TOKEN_RPAREN: case TOKEN_WHILE:
        return true;
    default: return false;
    }
}

/* The block that held the faulty token; a { or } has just changed that. */
static int block_of_error(const Pump *pump, TokenKind kind)
{
    int top = pump->brackets.count - 1, block = pump_innermost_block(pump);
    return kind == TOKEN_LBRACE && block == top ? pump_block_from(pump, block - 1) : block;
}

/* Skips the rest of the faulty statement or declaration, with all brackets and blocks that it
 * opens, and feeds what ends it: a `;`, or the } of the block around it. Returns the last token
 * seen. */
static PumpedToken recover(Parser *parser, PumpedToken pumped)
{
    Pump *pump = &parser->pump;
    int block = block_of_error(pump, pumped.kind);
    bool is_first = true;
    for (;; pumped = pump_next(pump), is_first = false) {
        bool is_back = pump_innermost_block(pump) <= block && !is_in_for_header(pump, block);
        if (pumped.kind == TOKEN_END)
            break;
        if (pumped.kind == TOKEN_SEMI && is_back)
            break;
        if (pumped.kind != TOKEN_RBRACE)
            continue;
        if (!is_first && pump->brackets.count <= block) { /* the block around it */
            feed(parser, TOKEN_RBRACE, pumped.token);
            return pumped;
        }
        if (is_first || (is_back && !goes_on_after_block(pump)))
            break;
    }
    if (parse_is_in_error(parser->lemon) && pumped.kind != TOKEN_END)
        feed(parser, TOKEN_SEMI, pumped.token);
    pump_end_statement(pump);
    return pumped;
}

AstUnit *syntax_parse(SyntaxContext *context, const TokenList *tokens)
{
    Parser parser = {.builder = {.context = context, .arena = context->arena}};
    tokens = syntax_add_known(context, tokens);
    parser.builder.pump = &parser.pump;
    pump_init(&parser.pump, context, tokens);
    parser.lemon = parse_alloc();
    PumpedToken pumped;
    do {
        pumped = pump_next(&parser.pump);
        feed(&parser, pumped.kind, pumped.token);
        if (parser.builder.had_error && pumped.kind != TOKEN_END) {
            pumped = recover(&parser, pumped);
            parse_forget_error(parser.lemon);
            parser.builder.had_error = false;
            if (pumped.kind == TOKEN_END)
                feed(&parser, TOKEN_END, pumped.token);
        }
    } while (pumped.kind != TOKEN_END);
    parse_free(parser.lemon);
    AstUnit *unit = parser.builder.unit;
    if (unit == NULL)
        unit = ARENA_NEW(context->arena, AstUnit);
    unit->root_signature = tokens->root_signature;
    return unit;
}
