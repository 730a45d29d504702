/* What the tests of syntax share: text goes in, printed tokens, tree or messages come out. */
#ifndef WAVECC_SYNTAX_TEST_H
#define WAVECC_SYNTAX_TEST_H

#include "syntax/syntax.h"
#include "test.h"

/* The tokens of `text`, preprocessed, with a space between each two. */
void expect_tokens(const char *text, const char *wanted);
/* The tree as --emit=ast prints it; there must be no error. */
void expect_ast(const char *text, const char *wanted);
/* The one statement `text`, in a function that takes float4 a, b, c and int i. */
void expect_statement(const char *text, const char *wanted);
/* Lines `line:column: message` for all that is reported. */
void expect_errors(const char *text, const char *wanted);

#endif
