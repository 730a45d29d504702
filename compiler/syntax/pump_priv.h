/* What the files of the token pump share, and what the parser asks of it. */
#ifndef WAVECC_PUMP_PRIV_H
#define WAVECC_PUMP_PRIV_H

#include "lex_priv.h"

/* ---- scopes of names ---- */

typedef enum SymbolClass {
    SYMBOL_VALUE, SYMBOL_TYPE, SYMBOL_TEMPLATE_TYPE, SYMBOL_TEMPLATE_FUNCTION,
    SYMBOL_TEMPLATE_VALUE, SYMBOL_NAMESPACE
} SymbolClass;

typedef struct Scope Scope;
typedef struct Symbol {
    Name name;
    SymbolClass class;
    bool is_matrix;  /* #pragma pack_matrix concerns it */
    bool has_state;  /* a sampler and the like: effect files have { state } behind variables */
    Scope *scope;    /* declared here */
    Scope *inner;    /* of a namespace, struct or enum; or NULL */
    struct Symbol *next; /* an older one of this name */
} Symbol;

typedef enum ScopeKind {
    SCOPE_PASSING, /* of a block or a declaration: forgotten when it closes */
    SCOPE_NAMED,   /* `name::` leads to it */
} ScopeKind;

struct Scope {
    ScopeKind kind;
    int active; /* how often it is open or used by an open one */
    VEC(Symbol *) symbols; /* of SCOPE_PASSING */
    VEC(Scope *) used;     /* bases, using namespace: open as long as this one */
};

typedef struct Scopes {
    Arena *arena;
    NameMap *symbols; /* Symbol, the newest first */
    VEC(Scope *) open;
} Scopes;

/* ---- brackets, and the declaration that is read in each ---- */

typedef enum BracketKind {
    BRACKET_BLOCK, BRACKET_FILE, BRACKET_NAMESPACE, BRACKET_STRUCT, BRACKET_ENUM, /* have scopes */
    BRACKET_INITIALISER, BRACKET_SQUARE,
    BRACKET_PAREN, BRACKET_FOR, /* the header of a for */
    BRACKET_TYPE_OF, /* __decltype(...) */
    BRACKET_ANGLE, BRACKET_TYPE_ANGLE, BRACKET_PARAMS_ANGLE, /* f<...>, Type<...>, template<...> */
} BracketKind;

static inline bool is_block(BracketKind kind) { return kind <= BRACKET_ENUM; }
static inline bool is_paren(BracketKind kind)
{
    return kind == BRACKET_PAREN || kind == BRACKET_FOR || kind == BRACKET_TYPE_OF;
}
static inline bool is_angle(BracketKind kind) { return kind >= BRACKET_ANGLE; }

typedef enum DeclarationKind {
    DECLARES_VALUES, DECLARES_TYPEDEF, DECLARES_ALIAS, /* using */
    DECLARES_OTHERS, /* using A::b; */
    DECLARES_STATE, /* in the file: { opens an effect's state */
} DeclarationKind;

/* The declaration, or statement, that is being read directly inside a bracket: what its words so
 * far say of names to come. It ends with its `;` or its body's }, or vanishes with the bracket. */
typedef struct Declaration {
    DeclarationKind kind;
    bool names_template;   /* after `template <...>`: the template is still to be named */
    bool is_matrix;        /* of a type that #pragma pack_matrix concerns, and none did so far */
    bool has_order;        /* row_major or column_major */
    int questions;         /* of ?: whose : is still to come */
    bool begins_with_type; /* the last type began it: a name in parentheses behind it is declared */
    bool has_declarator;   /* a variable, or a typedef's name: what a comma is before is declared, too */
    bool has_register;     /* after `: register(`: it declares no function */
    bool names_type;       /* after `typename`, and `template struct`: the path to come is a type's */
    BracketKind body_kind; /* what its { opens */
    Scope *body_scope;     /* of the body, if it has a name */
    Scope *outer_scope;    /* of `S::f`: seen from the body */
    Scope *scope;          /* open: of template parameters and parameters; NULL: none so far */
} Declaration;

typedef struct Bracket {
    BracketKind kind;
    SourcePos pos;
    int scope_count; /* open scopes before it; a block's own is the next */
    Scope *inner;    /* of the template whose arguments it has; NULL: not known */
    Declaration declaration;
} Bracket;

/* ---- the pump ---- */

typedef struct Pump {
    SyntaxContext *context;
    Arena *arena;          /* as long as the tree: made tokens lie here */
    const Token *tokens;   /* ends with END */
    int next;
    Scopes scopes;
    Scope *templates;      /* of functions, wherever they are declared: methods' names too */
    Scope *methods;        /* those of them that some struct has */
    VEC(Bracket) brackets; /* BRACKET_FILE is the first, and stays */
    uint32_t matrix_order; /* AST_ROW_MAJOR, AST_COLUMN_MAJOR by #pragma pack_matrix, or 0 */
    bool is_over;          /* nested too deep: END from here on */
    /* Of the token that was given out before: */
    TokenKind last;         /* END at first */
    bool after_type;        /* it ended a type: a name now is declared */
    bool after_variable;    /* it was the name of one that is declared */
    bool is_half;           /* it was the first half of the >> that is next */
    BracketKind less_opens; /* what the < that is next opens; a less-than, if that is no angle */
    Scope *path_scope;      /* it was a `::`: where to look; NULL: not known */
    Scope *less_inner;      /* of the template whose arguments the < that is next opens */
    Scope *instance_scope;  /* of the template whose arguments end here, or ended before this `::` */
} Pump;

typedef struct PumpedToken {
    TokenKind kind; /* as the parser is to see it */
    const Token *token;
} PumpedToken;

/* ---- pump_scopes.c ---- */

void scopes_init(Scopes *scopes, Arena *arena, Names *names);
Scope *scopes_new(Scopes *scopes, ScopeKind kind);
void scopes_open(Scopes *scopes, Scope *scope);
void scopes_close(Scopes *scopes, int count); /* all but the outermost `count` */
void scopes_use(Scopes *scopes, Scope *user, Scope *used);
/* A second declaration in one scope changes the first. */
Symbol *scopes_declare(Scopes *scopes, Scope *scope, Name name, SymbolClass class);
Symbol *scopes_find(const Scopes *scopes, Name name);
Symbol *scopes_find_in(const Scopes *scopes, const Scope *scope, Name name);

static inline bool is_type_symbol(const Symbol *symbol) /* NULL is none */
{
    return symbol != NULL &&
           (symbol->class == SYMBOL_TYPE || symbol->class == SYMBOL_TEMPLATE_TYPE);
}

/* ---- pump_brackets.c ---- */

/* The innermost block, the file's too, at this index of brackets or below it: its index. */
int pump_block_from(const Pump *pump, int at);
static inline int pump_innermost_block(const Pump *pump)
{
    return pump_block_from(pump, pump->brackets.count - 1);
}
void pump_open(Pump *pump, BracketKind kind, const Token *token);
void pump_close(Pump *pump, BracketKind kind); /* if it is the innermost, but for angles */
/* Closes the brackets from this index on, and their scopes. */
void pump_close_from(Pump *pump, int at);
/* The scope in which declarations here declare. */
Scope *pump_enclosing_scope(const Pump *pump);
/* The scope of the declaration that is being read: of its template parameters and parameters. */
Scope *pump_parameter_scope(Pump *pump);
void pump_end_declaration(Pump *pump); /* by `;` or the } of a body */
void pump_end_body(Pump *pump);        /* by the } of a struct or enum: declarators may follow */
/* After an error: forgets what is open in the innermost block, as its statement has ended. */
void pump_end_statement(Pump *pump);
/* After `template <...>`: the name to come is the template's. Asked once. */
bool pump_takes_template_name(Pump *pump);

static inline const Bracket *pump_top(const Pump *pump)
{
    return &pump->brackets.items[pump->brackets.count - 1];
}

static inline Declaration *pump_declaration(Pump *pump)
{
    return &pump->brackets.items[pump->brackets.count - 1].declaration;
}

/* ---- pump_angles.c ---- */

bool pump_begins_type(const Pump *pump, const Token *token);
typedef enum Knowledge { IS_TEMPLATE, MAYBE_TEMPLATE } Knowledge; /* of the name before a < */
/* From the < at `open`: the index after its >, or -1 if it is a less-than for all one can see. */
int pump_find_angle_end(const Pump *pump, int open, Knowledge knowledge);
/* name < ... : of a function template or a method? Then what follows the > is a call's (. */
bool pump_opens_call_arguments(const Pump *pump, Knowledge knowledge);

/* ---- pump_names.c ---- */

bool pump_is_behind_declarator(Pump *pump); /* at what follows the comma in `int a, b` */
PumpedToken pump_name(Pump *pump, const Token *token);
PumpedToken pump_member(Pump *pump, const Token *token); /* after a dot */
PumpedToken pump_unsigned(Pump *pump, const Token *token);
bool has_unsigned_behind(const Pump *pump, const Token *token); /* `int unsigned` */
PumpedToken pump_unsigned_behind(Pump *pump);                   /* of that */

/* ---- pump.c ---- */

void pump_init(Pump *pump, SyntaxContext *context, const TokenList *tokens);
PumpedToken pump_next(Pump *pump);
/* The row_major or column_major that #pragma pack_matrix gives a type of this name, or 0. */
uint32_t pump_matrix_order(const Pump *pump, Name name);
bool pump_declares(const Pump *pump, Name name); /* so far, somewhere around */

static inline const Token *pump_peek(const Pump *pump) { return &pump->tokens[pump->next]; }

/* Every token goes out through this: it keeps what the next one depends on. */
static inline PumpedToken pump_give(Pump *pump, TokenKind kind, const Token *token)
{
    pump->last = kind;
    if (!is_qualifier(kind))
        pump->after_type = pump->after_variable = false;
    return (PumpedToken){kind, token};
}

#endif
