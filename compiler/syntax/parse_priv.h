/* The parser: the grammar and its driver. */
#ifndef WAVECC_PARSE_PRIV_H
#define WAVECC_PARSE_PRIV_H

#include "build_priv.h"

/* ---- parse.y: lemon's automaton ---- */

void *parse_alloc(void);
void parse_free(void *parser);
void parse_feed(void *parser, TokenKind kind, const Token *token, Builder *builder);
bool parse_is_in_error(const void *parser);     /* is it waiting for what ends an `error`? */
void parse_forget_error(void *parser);          /* the next error is reported again */
bool parse_would_accept(const void *parser, TokenKind kind); /* could `kind` come next? */

/* ---- parser.c ---- */

/* Says what was expected in place of `token`. */
void parser_report(Builder *builder, const void *parser, const Token *token);

/* known.c: the tokens with those before them that they need. */
const TokenList *syntax_add_known(const SyntaxContext *context, const TokenList *tokens);

#endif
