/* The preprocessor's state, shared by preprocess*.c.
 *
 * Tokens are read from a stack of contexts (a macro's body, an argument) with the files below them:
 * a macro is disabled while a context of its own is on the stack, and its name, met meanwhile, is
 * painted (no_expand) for ever. That is the C standard's rule and costs one flag. */
#ifndef WAVECC_PREPROCESS_PRIV_H
#define WAVECC_PREPROCESS_PRIV_H

#include "lex_priv.h"

enum {
    MOST_EXPANDED_TOKENS = 10 * 1000 * 1000,
    DEEPEST_EXPANSION = 500,
    DEEPEST_INCLUDE = 200,
    MOST_INCLUDES = 20 * 1000,
    DEEPEST_CONDITION = 256, /* of an #if expression's operands */
};

typedef enum MacroKind {
    MACRO_OBJECT, MACRO_FUNCTION, MACRO_FILE, MACRO_LINE, MACRO_COUNTER, MACRO_INCLUDE_LEVEL,
    MACRO_PRAGMA,
    MACRO_HAS_INCLUDE /* which conditions alone know what to do with */
} MacroKind;

typedef struct BodyToken {
    int parameter;       /* index, or -1 */
    bool is_stringified; /* # before it */
    bool is_pasted;      /* ## after it */
} BodyToken;

typedef struct Macro {
    Name name;
    SourcePos pos;
    MacroKind kind;
    bool is_disabled, is_variadic, has_paste;
    Name *params;
    int param_count;
    Token *body;      /* without # and ## operators */
    BodyToken *roles; /* of the body's tokens; NULL for an object macro without ## */
    int body_count;
} Macro;

/* What a name means to the preprocessor; names that mean nothing have none. */
typedef struct WordInfo {
    Macro *macro;
    TokenKind keyword; /* IDENTIFIER if it is none */
} WordInfo;

typedef struct TokenBuffer {
    VEC(Token) tokens;
    struct TokenBuffer *next_free;
} TokenBuffer;

typedef struct Context {
    const Token *tokens;
    int next, count;
    Macro *macro;         /* enabled again at the end; or NULL */
    SourcePos expansion;  /* tokens get macro positions with it; SOURCE_NOWHERE: they have theirs */
    TokenBuffer *buffer;  /* given back at the end; or NULL */
    bool is_barrier;      /* reading does not go on below: END */
    bool line_start, space_before; /* of the first token: as the macro's use had it */
} Context;

typedef struct Condition { /* an open #if */
    SourcePos pos;
    bool was_taken, had_else;
} Condition;

typedef struct InputFile {
    const SourceFile *file;
    Lexer lexer;
    int first_condition;
} InputFile;

typedef struct Directive {
    SourcePos pos;      /* of the # */
    Token name;         /* END if there is none */
    TokenBuffer *rest;  /* tokens of the line after the name */
} Directive;

typedef struct LongCall { /* of a macro, over several lines: its name and its ) */
    SourcePos start, end;
} LongCall;

typedef struct Preprocessor {
    SyntaxContext *context;
    Arena *scratch; /* dropped at the end */
    NameMap *words; /* WordInfo */
    NameMap *once;  /* real paths of files with #pragma once */
    VEC(InputFile) files;
    VEC(Condition) conditions;
    VEC(Context) contexts;
    TokenBuffer *free_buffers;
    TokenBuffer output;
    Name name_defined, name_va_args, name_true, name_has_include;
    VEC(LongCall) long_calls; /* in the one of the file that is read */
    bool has_space;   /* before the next token: an expansion that left nothing had it */
    int in_arguments; /* > 0: reading a macro's arguments; a file's end ends them */
    int depth;        /* of expansions within arguments */
    int expanded_tokens, include_count, counter;
    bool is_over;     /* a fatal error: END from here on */
} Preprocessor;

#define pp_report(pp, pos, ...) diag_report((pp)->context->diagnostics, (pos), __VA_ARGS__)

/* ---- preprocess_words.c ---- */

static inline WordInfo *pp_find_word(const Preprocessor *pp, Name name)
{
    return name_map_find(pp->words, name);
}
WordInfo *pp_get_word(Preprocessor *pp, Name name);
/* Interns a lexed IDENTIFIER and makes it a keyword where it is one; returns its macro or NULL. */
Macro *pp_name_word(Preprocessor *pp, Token *token);
void pp_stop(Preprocessor *pp); /* after a fatal error */
TokenBuffer *pp_take_buffer(Preprocessor *pp);
void pp_give_buffer(Preprocessor *pp, TokenBuffer *buffer);
Slice pp_spell(Preprocessor *pp, const Token *tokens, int count); /* with single spaces */

/* ---- preprocess_define.c ---- */

/* The rest of the line after #define. */
void pp_define(Preprocessor *pp, const Token *tokens, int count, SourcePos directive);

/* ---- preprocess_read.c ---- */

/* False, after a fatal error, if it is no text. */
bool pp_enter_file(Preprocessor *pp, const SourceFile *file);
/* One token from the files, directives done; its macro, if it is an enabled one's, else NULL. */
Macro *pp_lex(Preprocessor *pp, Token *out);
/* Takes a ( that the file goes on with, and nothing else. */
bool pp_lex_parenthesis(Preprocessor *pp);

static inline InputFile *pp_file(Preprocessor *pp)
{
    return &pp->files.items[pp->files.count - 1];
}

/* ---- preprocess_macro.c ---- */

/* Everything that can be read, expanded, to the end of `out`. */
void pp_expand_all(Preprocessor *pp, TokenBuffer *out);
/* `tokens` alone, expanded, to the end of `out`. */
void pp_expand_tokens(Preprocessor *pp, const Token *tokens, int count, TokenBuffer *out);

/* ---- preprocess_directive.c ---- */

/* `hash` was read at a line's start. True: it became a token (#pragma). */
bool pp_directive(Preprocessor *pp, Token *hash);
/* _Pragma: the line behind #pragma is in a string. True: it became a token, *out. */
bool pp_pragma_string(Preprocessor *pp, Slice string, SourcePos pos, Token *out);

static inline const Token *pp_first_of(const Directive *directive) /* NULL: the line ends */
{
    return directive->rest->tokens.count > 0 ? &directive->rest->tokens.items[0] : NULL;
}

/* ---- preprocess_condition.c ---- */

bool pp_evaluate(Preprocessor *pp, const Token *tokens, int count, SourcePos directive);

/* ---- preprocess_include.c ---- */

void pp_include(Preprocessor *pp, Directive *directive);
/* Is there what #include of this name would read? */
bool pp_has_include(Preprocessor *pp, Slice name, bool is_quoted);
Name pp_real_path(Preprocessor *pp, const char *path);

/* ---- preprocess_predefined.c ---- */

/* __LINE__ and the like, the options' macros. */
void pp_predefine(Preprocessor *pp);

#endif
