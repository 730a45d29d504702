/* The lowest floor of syntax: the lexer, the table of tokens, literals, tables keyed by names. */
#ifndef WAVECC_LEX_PRIV_H
#define WAVECC_LEX_PRIV_H

#include "syntax.h"

/* ---- lex.re ---- */

typedef struct Lexer {
    const char *text, *cursor; /* NUL-terminated */
    SourcePos file_start;
} Lexer;

/* The next token; TOKEN_END at the end, however often it is asked. Sets everything but `name`. */
void lex_token(Lexer *lexer, Token *out);

/* ---- tokens.c ---- */

typedef enum TokenClass {
    TOKEN_CLASS_OTHER, TOKEN_CLASS_KEYWORD, TOKEN_CLASS_KEYWORD_2021, TOKEN_CLASS_RESERVED,
    TOKEN_CLASS_QUALIFIER, TOKEN_CLASS_SOFT_QUALIFIER
} TokenClass;

typedef struct TokenInfo { /* a row of token.def */
    const char *id, *text;
    TokenClass class;
    uint32_t qualifier; /* AstQualifier bits */
    AstOp op;           /* of operators and compound assignments; AST_OP_COUNT elsewhere */
} TokenInfo;

extern const TokenInfo token_infos[TOKEN_COUNT];

static inline bool is_word(const Token *token) { return token->name != NULL; }
static inline bool is_qualifier(TokenKind kind)
{
    return token_infos[kind].class >= TOKEN_CLASS_QUALIFIER;
}

/* ---- literals.c ---- */

typedef struct NumberValue {
    bool is_float, is_valid, is_too_large;
    bool is_decimal; /* an integer of base 10 */
    bool is_bare;    /* a float without a point and an exponent, 1f: Direct3D 11's compiler has it, dxc does not */
    int letters;     /* of a character in quotes; 0: it is none */
    uint64_t integer;
    double number;
    float single; /* what is written, rounded once */
    AstSuffix suffix;
} NumberValue;

typedef struct StringValue {
    Slice text;    /* what stands between the quotes, escapes decoded */
    Slice mistake; /* the first escape that is no character; empty: none */
} StringValue;

int digit_value(char digit); /* of any base up to 36; 99: it is none */
NumberValue number_value(Slice text);
StringValue string_value(Arena *arena, Slice quoted);

/* ---- escapes.c ---- */

typedef struct Escape {
    size_t length; /* without the backslash */
    uint32_t value;
    bool is_universal; /* \u or \U */
    bool is_valid;     /* it has its digits, and there is such a character */
} Escape;

Escape escape_value(Slice after);
size_t escape_bytes(const Escape *escape, char bytes[4]); /* of a valid one; how many there are */

/* ---- name_map.c ---- */

typedef struct NameMap { /* of names of one Names */
    Arena *arena;
    void **values; /* by name_number; NULL: none */
    uint32_t capacity;
} NameMap;

typedef void ValueVisit(void *context, void *value);

NameMap *name_map_new(Arena *arena);
void name_map_set(NameMap *map, Name name, void *value);
/* In the order of the names' numbers. */
void name_map_each(const NameMap *map, ValueVisit *visit, void *context);

static inline void *name_map_find(const NameMap *map, Name name) /* NULL if there is none */
{
    uint32_t number = name_number(name);
    return number < map->capacity ? map->values[number] : NULL;
}

#endif
