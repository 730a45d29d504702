/* What filecheck.c and filecheck_pattern.c share: one check line as a pattern, and variables. */
#ifndef WAVETEST_FILECHECK_PRIV_H
#define WAVETEST_FILECHECK_PRIV_H

#include <regex.h>

#include "testfile.h"

enum { MAX_CAPTURES = 32 };

typedef struct Variable {
    const char *name, *value;
} Variable;

typedef VEC(Variable) Variables;

typedef enum PieceKind { PIECE_TEXT, PIECE_REGEX, PIECE_USE, PIECE_DEFINE } PieceKind;

typedef struct Piece {
    PieceKind kind;
    const char *text; /* literal text, a regular expression */
    const char *name; /* of the variable */
} Piece;

typedef struct Pattern {
    VEC(Piece) pieces;
} Pattern;

typedef struct Span { size_t start, end; } Span;

/* Takes a check line's text apart: text, {{regex}}, [[NAME]], [[NAME:regex]]. */
bool pattern_parse(Reader *reader, int line, Slice text, Pattern *pattern);
/* Finds the first match in text[from, to) and sets the variables that it defines. A use of a
 * variable that has no value matches nothing. */
bool pattern_find(Arena *arena, const Pattern *pattern, const char *text, size_t from, size_t to,
                  Variables *variables, Span *span);
const char *variable_value(const Variables *variables, const char *name); /* NULL: none */

#endif
