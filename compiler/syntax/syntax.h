/* syntax: bytes become tokens become a tree. Knows no types' meaning and no scopes beyond what the
 * grammar needs to tell a type's name from a value's. */
#ifndef WAVECC_SYNTAX_H
#define WAVECC_SYNTAX_H

#include "ast.h"

typedef struct SyntaxMacro { /* -D NAME=VALUE; value "1" when none is given */
    const char *name, *value;
} SyntaxMacro;

/* What `#include` of `name` in the file `from` reads; malloc'd, NULL: files are looked for. */
typedef char *IncludeText(void *context, const char *name, const char *from, size_t *length);

typedef struct SyntaxOptions {
    IncludeText *include; /* is asked before files are looked for; NULL: nobody is */
    void *include_context;
    const char **include_paths; /* -I, searched after the including file's own folder */
    int include_path_count;
    bool sandbox;               /* #include reads what lies in these alone: real paths */
    const char **sandbox_folders;
    int sandbox_folder_count;
    SyntaxMacro *macros;
    int macro_count;
    int hlsl_version;                      /* 2016 2017 2018 2021 202x as 2029: __HLSL_VERSION */
    int shader_model_major, shader_model_minor; /* __SHADER_TARGET_MAJOR, _MINOR */
    bool ignores_lines;                    /* -ignore-line-directives: places are those in the files */
    bool native_16bit;                     /* -enable-16bit-types: defines __HLSL_ENABLE_16_BIT */
    const char *root_signature_macro;      /* -rootsig-define; NULL: attributes alone say it */
} SyntaxOptions;

typedef struct SyntaxContext { /* what both stages share; all members are the caller's */
    Arena *arena; /* tokens and tree */
    Names *names;
    Sources *sources;
    Diagnostics *diagnostics;
    const SyntaxOptions *options;
} SyntaxContext;

typedef enum TokenKind { /* rows of token.def */
#define TOKEN(id, text) TOKEN_##id,
#include "token.def"
#undef TOKEN
    TOKEN_COUNT
} TokenKind;

typedef struct Token {
    TokenKind kind : 8;
    bool line_start, space_before;
    bool no_expand; /* the preprocessor's: a macro's name met inside its own expansion */
    SourcePos pos;
    Name name;     /* identifiers and keywords */
    Slice text;    /* spelling */
} Token;
_Static_assert(TOKEN_COUNT <= 256 && sizeof(Token) == 32,
               "a list of tokens is most of what the preprocessor writes");

typedef struct TokenList {
    VEC(Token) tokens; /* ends with TOKEN_END */
    AstRootSignature root_signature; /* -rootsig-define's */
} TokenList;

/* The main file, preprocessed: directives done, macros expanded. Errors are in diagnostics; the
 * list is always well formed. `#pragma pack_matrix` and the like come through as TOKEN_PRAGMA. */
TokenList *syntax_preprocess(SyntaxContext *context, const SourceFile *file);
/* Parses; recovers at `;` and `}` so that several errors are found in one run. */
AstUnit *syntax_parse(SyntaxContext *context, const TokenList *tokens);

/* The word that begins a statement and that `written` is like; NULL: none. */
const char *syntax_nearest_word(const char *written);
/* -Wunused-function: functions of the main file whose name is nowhere else. */
void syntax_warn_of_unused(SyntaxContext *context, const AstUnit *unit, const TokenList *tokens);

/* --emit=tokens (one a line), --emit=preprocessed, --emit=ast */
void syntax_print_tokens(Text *out, const Sources *sources, const TokenList *tokens);
void syntax_print_preprocessed(Text *out, const Sources *sources, const TokenList *tokens);
void syntax_print_ast(Text *out, const AstUnit *unit);

#endif
