/* What the files of syntax share: the lexer, tables keyed by names, the preprocessor's and the token
 * pump's state, and the constructors that the grammar calls. */
#ifndef WAVECC_SYNTAX_PRIV_H
#define WAVECC_SYNTAX_PRIV_H

#include "syntax.h"

/* ---- lexer (lex.re) ---- */

typedef struct Lexer {
    const char *text, *cursor; /* NUL-terminated */
    SourcePos file_start;
} Lexer;

/* The next token; TOKEN_END at the end, however often it is asked. Sets everything but `name`. */
void lex_token(Lexer *lexer, Token *out);

/* ---- tokens (tokens.c) ---- */

typedef enum TokenClass {
    TOKEN_CLASS_OTHER, TOKEN_CLASS_KEYWORD, TOKEN_CLASS_KEYWORD_2021, TOKEN_CLASS_RESERVED, TOKEN_CLASS_QUALIFIER,
    TOKEN_CLASS_SOFT_QUALIFIER
} TokenClass;

typedef struct TokenInfo { /* a row of token.def */
    const char *id, *text;
    TokenClass class;
    uint32_t qualifier; /* AstQualifier bits */
    AstOp op;           /* of operators and compound assignments; AST_OP_COUNT elsewhere */
} TokenInfo;

extern const TokenInfo token_infos[TOKEN_COUNT];

static inline bool is_word(const Token *token) { return token->name != NULL; }
static inline bool is_qualifier(TokenKind kind) { return token_infos[kind].class >= TOKEN_CLASS_QUALIFIER; }

/* ---- tables keyed by names (name_map.c) ---- */

typedef struct NameMap { /* of names of one Names */
    Arena *arena;
    void **values; /* by name_number; NULL: none */
    uint32_t capacity;
} NameMap;
NameMap *name_map_new(Arena *arena);
static inline void *name_map_find(const NameMap *map, Name name) /* NULL if there is none */
{
    uint32_t number = name_number(name);
    return number < map->capacity ? map->values[number] : NULL;
}
void name_map_set(NameMap *map, Name name, void *value);
typedef void ValueVisit(void *context, void *value);
void name_map_each(const NameMap *map, ValueVisit *visit, void *context); /* in the order of the names' numbers */

/* ---- literals (literals.c) ---- */

typedef struct NumberValue {
    bool is_float, is_valid, is_too_large;
    bool is_decimal; /* an integer of base 10 */
    uint64_t integer;
    double number;
    AstSuffix suffix;
} NumberValue;
NumberValue number_value(Slice text);
/* What stands between the quotes, escapes decoded. */
Slice string_value(Arena *arena, Slice quoted);

/* ---- the token pump (pump.c, pump_scopes.c) ---- */

typedef enum SymbolClass { SYMBOL_VALUE, SYMBOL_TYPE, SYMBOL_TEMPLATE_TYPE, SYMBOL_TEMPLATE_FUNCTION, SYMBOL_NAMESPACE } SymbolClass;

typedef struct Scope Scope;
typedef struct Symbol {
    Name name;
    SymbolClass class;
    bool is_matrix;  /* #pragma pack_matrix concerns it */
    Scope *scope;    /* declared here */
    Scope *inner;    /* of a namespace, struct or enum; or NULL */
    struct Symbol *next; /* an older one of this name */
} Symbol;

typedef enum ScopeKind { SCOPE_BLOCK, SCOPE_NAMED, SCOPE_DECLARATION } ScopeKind;

struct Scope {
    ScopeKind kind;
    int active; /* how often it is open or used by an open one */
    VEC(Symbol *) symbols; /* SCOPE_BLOCK and SCOPE_DECLARATION: forgotten when it closes */
    VEC(Scope *) used;     /* bases, using namespace: open as long as this one */
    int bracket_depth;     /* SCOPE_DECLARATION: where it was opened */
    bool names_template;   /* SCOPE_DECLARATION: of `template <...>`, the template is still to be named */
};

typedef struct Scopes {
    Arena *arena;
    NameMap *symbols; /* Symbol, the newest first */
    VEC(Scope *) open;
} Scopes;

void scopes_init(Scopes *scopes, Arena *arena, Names *names);
Scope *scopes_new(Scopes *scopes, ScopeKind kind);
void scopes_open(Scopes *scopes, Scope *scope);
void scopes_close(Scopes *scopes);
void scopes_use(Scopes *scopes, Scope *user, Scope *used);
static inline Scope *scopes_top(const Scopes *scopes) { return scopes->open.items[scopes->open.count - 1]; }
/* The innermost open scope that is not a declaration's own. */
Scope *scopes_enclosing(const Scopes *scopes);
Symbol *scopes_declare(Scopes *scopes, Scope *scope, Name name, SymbolClass class);
Symbol *scopes_find(const Scopes *scopes, Name name);
Symbol *scopes_find_in(const Scopes *scopes, const Scope *scope, Name name);

typedef enum BracketKind { BRACKET_PAREN, BRACKET_SQUARE, BRACKET_BLOCK, BRACKET_INITIALISER, BRACKET_ANGLE } BracketKind;

typedef struct Bracket {
    BracketKind kind;
    SourcePos pos;
    bool is_for;     /* BRACKET_PAREN of a for's header */
    bool ends_type;  /* BRACKET_BLOCK of a struct or enum, BRACKET_ANGLE of a type: a name may follow */
    bool is_enum;    /* BRACKET_BLOCK of enumerators */
    bool is_params;  /* BRACKET_ANGLE of `template <...>` */
    int scope_count; /* open scopes before it */
} Bracket;

typedef struct Pump {
    SyntaxContext *context;
    Arena *arena;        /* as long as the tree: made tokens lie here */
    const Token *tokens; /* ends with END */
    int next;
    Scopes scopes;
    VEC(Bracket) brackets;
    TokenKind last;      /* kind given out before; END at first */
    bool after_type;     /* a complete type was given out: a name now is declared */
    bool in_using, in_bases, in_enum, in_sampler;
    bool names_type;     /* after `typename`: the path to come is a type's */
    int typedef_depth;   /* brackets at the typedef that is open, or -1 */
    Scope *path_scope;   /* after `::`: where to look; NULL: not known */
    Scope *body_scope;   /* for the next { that opens a block */
    Scope *outer_scope;  /* of `S::f`: seen from the body to come */
    int angle_at;        /* the < at this index opens template arguments; -1: none */
    bool angle_ends_type, angle_is_params;
    int split_at;        /* of the >> at this index the first half was given out; -1: none */
    uint32_t matrix_order; /* AST_ROW_MAJOR, AST_COLUMN_MAJOR by #pragma pack_matrix, or 0 */
    bool is_over;        /* nested too deep: END from here on */
} Pump;

typedef struct PumpedToken {
    TokenKind kind; /* as the parser is to see it */
    const Token *token;
} PumpedToken;

void pump_init(Pump *pump, SyntaxContext *context, const TokenList *tokens);
PumpedToken pump_next(Pump *pump);
static inline const Token *pump_peek(const Pump *pump) { return &pump->tokens[pump->next]; }
/* The innermost open `{` that holds statements or declarations: its index in brackets, or -1. */
int pump_enclosing_block(const Pump *pump);
/* After an error: forgets brackets above the block at this index (-1: all), as its statement has ended. */
void pump_end_statement(Pump *pump, int block);
/* Is `name`, as seen from here, a matrix type? */
bool pump_is_matrix(const Pump *pump, Name name);

/* ---- tree building, called by parse.y ---- */

typedef struct Builder {
    SyntaxContext *context;
    Arena *arena;
    Pump *pump;
    AstUnit *unit;         /* NULL until the end was parsed */
    const Token *previous; /* parsed before the current one, or NULL */
    AstPath *spare_path;   /* of one name, to be filled again; or NULL */
    bool had_error;        /* set by the grammar, cleared by the driver */
} Builder;

typedef struct ExprList { VEC(AstExpr *) exprs; } ExprList;
typedef struct StmtList { VEC(AstStmt *) stmts; } StmtList;
typedef struct DeclList { VEC(AstDecl *) decls; } DeclList;
typedef struct TypeList { VEC(AstType *) types; } TypeList;
typedef struct AttributeList { AstAttribute *first, *last; } AttributeList;
typedef struct TemplateArgs { VEC(AstTemplateArg) args; } TemplateArgs;
typedef struct TemplateParams { VEC(AstTemplateParam) params; } TemplateParams;

/* Lists (ast_build.c): `list` NULL makes one. build_stmts and build_decls take NULL for "just the list";
 * among expressions NULL is an entry, the extent of []. */
ExprList *build_exprs(Builder *builder, ExprList *list, AstExpr *expr);
StmtList *build_stmts(Builder *builder, StmtList *list, AstStmt *stmt);
DeclList *build_decls(Builder *builder, DeclList *list, AstDecl *decl);
DeclList *build_joined_decls(Builder *builder, DeclList *list, const DeclList *more);
TypeList *build_types(Builder *builder, TypeList *list, AstType *type);
TemplateArgs *build_no_template_args(Builder *builder);
TemplateArgs *build_template_args(Builder *builder, TemplateArgs *list, const AstTemplateArg *arg);
TemplateParams *build_template_params(Builder *builder, TemplateParams *list, const AstTemplateParam *param);
AstTemplateArg *build_template_arg(Builder *builder, AstType *type, AstExpr *value);
AstTemplateArg *build_array_arg(AstTemplateArg *arg, const ExprList *extents);
AstTemplateParam *build_template_param(Builder *builder, const Token *at, const Token *name, AstType *value_type,
                                       const AstTemplateArg *default_argument);

/* Paths and types (ast_build.c): `scope` and `args` may be NULL. */
AstPath *build_path(Builder *builder, const AstPath *scope, const Token *name);
AstPath *build_global_path(Builder *builder, const Token *colons);
AstPath *build_template_path(Builder *builder, const AstPath *scope, const Token *name, const TemplateArgs *args);
void build_path_is_copied(Builder *builder, const AstPath *path); /* if it is one name alone, it may serve again */
AstType *build_type(Builder *builder, const AstPath *path, const TemplateArgs *args);
AstType *build_auto_type(Builder *builder, const Token *token);
AstType *build_decl_type(Builder *builder, AstDecl *decl);
AstType *build_elaborated_type(Builder *builder, const Token *keyword, const Token *name);
AstType *build_qualified_type(AstType *type, uint32_t qualifiers);
uint32_t qualifier_bits(const Token *token);

/* Expressions (ast_expr.c) */
AstExpr *build_number(Builder *builder, const Token *token);
AstExpr *build_bool(Builder *builder, const Token *token);
AstExpr *build_string(Builder *builder, AstExpr *before, const Token *token);
AstExpr *build_this(Builder *builder, const Token *token);
AstExpr *build_simple_name(Builder *builder, const Token *name); /* no path, no arguments: most names */
AstExpr *build_name(Builder *builder, const AstPath *path, const TemplateArgs *args);
AstExpr *build_prefix(Builder *builder, const Token *op, AstExpr *operand);
AstExpr *build_postfix(Builder *builder, AstExpr *operand, const Token *op);
AstExpr *build_binary(Builder *builder, AstExprKind kind, AstExpr *left, const Token *op, AstExpr *right);
AstExpr *build_conditional(Builder *builder, AstExpr *condition, const Token *question, AstExpr *then, AstExpr *otherwise);
AstExpr *build_comma(Builder *builder, AstExpr *left, const Token *comma, AstExpr *right);
AstExpr *build_parenthesised(AstExpr *expr, const Token *open);
AstExpr *build_call(Builder *builder, AstExpr *callee, const Token *open, const ExprList *arguments);
AstExpr *build_construct(Builder *builder, AstType *type, const ExprList *arguments);
AstExpr *build_cast(Builder *builder, const Token *open, AstType *type, const ExprList *extents, AstExpr *operand);
AstExpr *build_member(Builder *builder, AstExpr *left, const Token *member, const TemplateArgs *args);
AstExpr *build_index(Builder *builder, AstExpr *left, const Token *open, AstExpr *right);
AstExpr *build_init_list(Builder *builder, const Token *open, const ExprList *items);
AstExpr *build_sizeof(Builder *builder, const Token *token, AstType *type, const ExprList *extents, AstExpr *operand);

/* Statements (ast_stmt.c). A condition comes as an expression's or a declaration's statement. */
AstStmt *build_stmt(Builder *builder, AstStmtKind kind, const Token *token, AstExpr *expr);
AstStmt *build_expr_stmt(Builder *builder, AstExpr *expr);
AstStmt *build_decl_stmt(Builder *builder, const DeclList *decls);
AstStmt *build_compound(Builder *builder, const Token *open, const StmtList *stmts);
AstStmt *build_condition_decl(Builder *builder, AstType *type, const Token *name, AstExpr *init);
AstStmt *build_if(Builder *builder, const Token *token, const Token *is_constexpr, const AstStmt *condition, AstStmt *then,
                  AstStmt *otherwise);
AstStmt *build_while_or_switch(Builder *builder, const Token *token, const AstStmt *condition, AstStmt *body);
AstStmt *build_for(Builder *builder, const Token *token, AstStmt *init, const AstStmt *condition, AstExpr *step, AstStmt *body);
AstStmt *build_do(Builder *builder, const Token *token, AstStmt *body, AstExpr *condition);
AstStmt *build_attributed_stmt(const AttributeList *attributes, AstStmt *stmt);

/* Declarations (ast_decl.c) */
AstAttribute *build_attribute(Builder *builder, const Token *scope, const Token *name, const ExprList *arguments);
AttributeList *build_attributes(Builder *builder, AttributeList *list, AstAttribute *attribute);
AttributeList *build_joined_attributes(AttributeList *list, const AttributeList *more);
AstDecl *build_decl(Builder *builder, AstDeclKind kind, const Token *name);
AstDecl *build_variable(Builder *builder, const AstPath *path);
AstDecl *build_extents(AstDecl *decl, const ExprList *extents);
AstDecl *build_initialised(AstDecl *decl, AstExpr *init);
AstDecl *build_function(Builder *builder, const AstPath *path, const TemplateArgs *specialisation);
AstDecl *build_operator(Builder *builder, const Token *keyword, const AstPath *scope, AstOp op);
AstOp build_forbidden_operator(Builder *builder, const Token *op); /* says so */
AstDecl *build_signature(AstDecl *function, const DeclList *parameters, uint32_t qualifiers, const AstDecl *notes);
AstDecl *build_body(AstDecl *function, AstStmt *body);
AstDecl *build_parameter(Builder *builder, AstType *type, AstDecl *variable); /* variable NULL: no name */
/* Semantics, registers and bit-field widths gather in a nameless declaration and move to the named one. */
AstDecl *build_semantic(Builder *builder, AstDecl *notes, const Token *semantic);
AstDecl *build_register(Builder *builder, AstDecl *notes, const Token *keyword, const ExprList *arguments);
AstDecl *build_bit_width(Builder *builder, AstDecl *notes, AstExpr *width);
DeclList *build_unnamed_bits(Builder *builder, const Token *colon, AstExpr *width);
AstDecl *build_notes(AstDecl *decl, const AstDecl *notes);
DeclList *build_typed_decls(AstType *type, DeclList *decls);
DeclList *build_untyped_decl(Builder *builder, AstType *type, const Token *semicolon);
DeclList *build_typedefs(AstType *type, DeclList *decls);
DeclList *build_attributed_decls(const AttributeList *attributes, DeclList *decls);
DeclList *build_template(const TemplateParams *params, DeclList *decls);
AstDecl *build_members(AstDecl *decl, const DeclList *members);
AstDecl *build_cbuffer(Builder *builder, const Token *keyword, const Token *name);
AstDecl *build_struct(Builder *builder, const Token *keyword, const Token *name, const TemplateArgs *specialisation,
                      const TypeList *bases, const DeclList *members);
AstDecl *build_enum(Builder *builder, const Token *keyword, const Token *class_word, const Token *name, AstType *underlying,
                    const DeclList *members);
AstDecl *build_namespace(Builder *builder, const AstPath *path, const DeclList *members);
AstDecl *build_using_namespace(Builder *builder, const Token *token, const AstPath *path);
AstDecl *build_static_assert(Builder *builder, const Token *token, AstExpr *condition, AstExpr *message);
void build_unit(Builder *builder, const DeclList *decls);

/* ---- the parser: lemon's, as parse.y wraps it ---- */

void *parse_alloc(void);
void parse_free(void *parser);
void parse_feed(void *parser, TokenKind kind, const Token *token, Builder *builder);
bool parse_is_in_error(const void *parser);     /* is it waiting for what ends an `error`? */
void parse_forget_error(void *parser);          /* the next error is reported again */
bool parse_would_accept(const void *parser, TokenKind kind); /* could `kind` come next? */

/* parser.c: a syntax error at `token`, NULL at the end. */
void parser_report(Builder *builder, const void *parser, const Token *token);

#endif
