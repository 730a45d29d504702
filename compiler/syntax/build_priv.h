/* Tree building: the constructors that the grammar calls. */
#ifndef WAVECC_BUILD_PRIV_H
#define WAVECC_BUILD_PRIV_H

#include "syntax.h"

typedef struct Builder {
    SyntaxContext *context;
    Arena *arena;
    const struct Pump *pump;
    AstUnit *unit;         /* NULL until the end was parsed */
    const Token *first;    /* of the statement or declaration that is parsed, or NULL */
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

/* ---- ast_build.c ---- */

/* Lists: `list` NULL makes one. build_stmts and build_decls take NULL for "just the list"; among
 * expressions NULL is an entry, the extent of []. */
ExprList *build_exprs(Builder *builder, ExprList *list, AstExpr *expr);
StmtList *build_stmts(Builder *builder, StmtList *list, AstStmt *stmt);
DeclList *build_decls(Builder *builder, DeclList *list, AstDecl *decl);
DeclList *build_joined_decls(Builder *builder, DeclList *list, const DeclList *more);
TypeList *build_types(Builder *builder, TypeList *list, AstType *type);
TemplateArgs *build_no_template_args(Builder *builder);
TemplateArgs *build_template_args(Builder *builder, TemplateArgs *list, const AstTemplateArg *arg);
TemplateParams *build_template_params(Builder *builder, TemplateParams *list,
                                      const AstTemplateParam *param);
AstTemplateArg *build_template_arg(Builder *builder, AstType *type, AstExpr *value);
AstTemplateArg *build_array_arg(AstTemplateArg *arg, const ExprList *extents);
AstTemplateParam *build_template_param(Builder *builder, const Token *at, const Token *name,
                                       AstType *value_type, const AstTemplateArg *default_argument);

/* Paths and types: `scope` and `args` may be NULL. */
AstPath *build_path(Builder *builder, const AstPath *scope, const Token *name);
AstPath *build_global_path(Builder *builder, const Token *colons);
AstPath *build_template_path(Builder *builder, const AstPath *scope, const Token *name,
                             const TemplateArgs *args);
/* If it is one name alone, it may serve again. */
void build_path_is_copied(Builder *builder, const AstPath *path);
AstType *build_type(Builder *builder, const AstPath *path, const TemplateArgs *args);
AstType *build_auto_type(Builder *builder, const Token *token);
AstType *build_type_of(Builder *builder, const Token *token, AstExpr *value);
AstType *build_decl_type(Builder *builder, AstDecl *decl);
AstType *build_qualified_type(AstType *type, uint32_t qualifiers);
AstType *build_type_qualified_behind(AstType *type, uint32_t before, uint32_t behind);
uint32_t qualifier_bits(const Token *token);

/* ---- ast_expr.c ---- */

AstExpr *build_number(Builder *builder, const Token *token);
AstExpr *build_bool(Builder *builder, const Token *token);
AstExpr *build_string(Builder *builder, AstExpr *before, const Token *token);
AstExpr *build_this(Builder *builder, const Token *token);
AstExpr *build_simple_name(Builder *builder, const Token *name); /* most: no path, no arguments */
AstExpr *build_name(Builder *builder, const AstPath *path, const TemplateArgs *args);
AstExpr *build_prefix(Builder *builder, const Token *op, AstExpr *operand);
AstExpr *build_postfix(Builder *builder, AstExpr *operand, const Token *op);
AstExpr *build_binary(Builder *builder, AstExprKind kind, AstExpr *left, const Token *op,
                      AstExpr *right);
AstExpr *build_conditional(Builder *builder, AstExpr *condition, const Token *question,
                           AstExpr *then, AstExpr *otherwise);
AstExpr *build_comma(Builder *builder, AstExpr *left, const Token *comma, AstExpr *right);
AstExpr *build_parenthesised(AstExpr *expr, const Token *open);
AstExpr *build_call(Builder *builder, AstExpr *callee, const Token *open,
                    const ExprList *arguments);
AstExpr *build_construct(Builder *builder, AstType *type, const ExprList *arguments);
AstExpr *build_cast(Builder *builder, const Token *open, AstType *type, const ExprList *extents,
                    AstExpr *operand);
/* left as the struct that `base` names, in left.base::member */
AstExpr *build_as_base(Builder *builder, AstExpr *left, const AstPath *base);
AstExpr *build_member(Builder *builder, AstExpr *left, const Token *member,
                      const TemplateArgs *args);
AstExpr *build_index(Builder *builder, AstExpr *left, const Token *open, AstExpr *right);
AstExpr *build_init_list(Builder *builder, const Token *open, const ExprList *items);
AstExpr *build_sizeof(Builder *builder, const Token *token, AstType *type, const ExprList *extents,
                      AstExpr *operand);

/* ---- ast_stmt.c ---- */

/* A condition comes as an expression's or a declaration's statement. */
AstStmt *build_stmt(Builder *builder, AstStmtKind kind, const Token *token, AstExpr *expr);
AstStmt *build_expr_stmt(Builder *builder, AstExpr *expr);
AstStmt *build_decl_stmt(Builder *builder, const DeclList *decls);
AstStmt *build_compound(Builder *builder, const Token *open, const StmtList *stmts);
AstStmt *build_condition_decl(Builder *builder, AstType *type, const Token *name, AstExpr *init);
AstStmt *build_if(Builder *builder, const Token *token, const Token *is_constexpr,
                  const AstStmt *condition, AstStmt *then, AstStmt *otherwise);
AstStmt *build_while_or_switch(Builder *builder, const Token *token, const AstStmt *condition,
                               AstStmt *body);
AstStmt *build_for(Builder *builder, const Token *token, AstStmt *init, const AstStmt *condition,
                   AstExpr *step, AstStmt *body);
AstStmt *build_do(Builder *builder, const Token *token, AstStmt *body, AstExpr *condition);
AstStmt *build_attributed_stmt(const AttributeList *attributes, AstStmt *stmt);

/* ---- qualifiers.c ---- */

typedef enum DeclPlace { PLACE_GLOBAL, PLACE_BLOCK, PLACE_LOCAL, PLACE_FIELD, PLACE_PARAMETER } DeclPlace;

/* Reports qualifiers that the declarations cannot have there. `decls` may be NULL. */
void judge_qualifiers(Builder *builder, const DeclList *decls, DeclPlace place);
uint32_t build_qualifiers(Builder *builder, uint32_t before, const Token *token);

/* ---- ast_decl.c ---- */

AstAttribute *build_attribute(Builder *builder, const Token *scope, const Token *name,
                              const ExprList *arguments);
AttributeList *build_attributes(Builder *builder, AttributeList *list, AstAttribute *attribute);
AttributeList *build_joined_attributes(AttributeList *list, const AttributeList *more);
AstDecl *build_decl(Builder *builder, AstDeclKind kind, const Token *name);
AstDecl *build_variable(Builder *builder, const AstPath *path);
/* name<arguments>; no arguments: as it was */
AstDecl *build_specialised(AstDecl *decl, const TemplateArgs *specialisation);
AstDecl *build_extents(AstDecl *decl, const ExprList *extents);
AstDecl *build_initialised(AstDecl *decl, AstExpr *init);
AstDecl *build_function(Builder *builder, const AstPath *path, const TemplateArgs *specialisation);
AstDecl *build_operator(Builder *builder, const Token *keyword, const AstPath *scope, AstOp op);
AstOp build_forbidden_operator(Builder *builder, const Token *op); /* says so */
AstDecl *build_signature(Builder *builder, AstDecl *function, const DeclList *parameters,
                         uint32_t qualifiers, const AstDecl *notes);
AstDecl *build_body(AstDecl *function, AstStmt *body);
AstDecl *build_parameter(Builder *builder, AstType *type, AstDecl *variable); /* NULL: no name */
/* Semantics, registers and bit-field widths gather in a nameless declaration and move to the named
 * one. */
AstDecl *build_semantic(Builder *builder, AstDecl *notes, const Token *semantic);
AstDecl *build_payload_access(Builder *builder, AstDecl *notes, const Token *word);
AstDecl *build_register(Builder *builder, AstDecl *notes, const Token *keyword,
                        const ExprList *arguments);
AstDecl *build_bit_width(Builder *builder, AstDecl *notes, AstExpr *width);
DeclList *build_unnamed_bits(Builder *builder, const Token *colon, AstExpr *width);
AstDecl *build_notes(AstDecl *decl, const AstDecl *notes);
DeclList *build_typed_decls(AstType *type, DeclList *decls);
DeclList *build_untyped_decl(Builder *builder, AstType *type, const Token *semicolon);
DeclList *build_typedefs(AstType *type, DeclList *decls);
DeclList *build_alias(Builder *builder, AstType *type, const Token *name, const ExprList *extents);
DeclList *build_attributed_decls(const AttributeList *attributes, DeclList *decls);
DeclList *build_template(Builder *builder, const TemplateParams *params, DeclList *decls);
AstDecl *build_instantiation(AstDecl *function);
AstDecl *build_struct_instantiation(Builder *builder, const Token *keyword, AstType *type);
AstDecl *build_members(AstDecl *decl, const DeclList *members);
AstDecl *build_cbuffer(Builder *builder, const Token *keyword, const Token *name);
AstDecl *build_block(Builder *builder, AstDecl *cbuffer, const DeclList *members);
AstType *build_elaborated_type(Builder *builder, const Token *keyword, const Token *name);
AstType *build_elaborated_instance(Builder *builder, const Token *keyword, const Token *name,
                                   const TemplateArgs *arguments);
AstDecl *build_struct(Builder *builder, const Token *keyword, const Token *name,
                      const TemplateArgs *specialisation, const TypeList *bases,
                      const DeclList *members);
AstDecl *build_struct_in(Builder *builder, const AstPath *scope, const Token *name, AstDecl *decl);
AstDecl *build_enum(Builder *builder, const Token *keyword, const Token *class_word,
                    const Token *name, AstType *underlying, const DeclList *members);
AstDecl *build_namespace(Builder *builder, const AstPath *path, const DeclList *members);
AstDecl *build_using_namespace(Builder *builder, const Token *token, const AstPath *path);
AstDecl *build_using_declaration(Builder *builder, const Token *token, const AstPath *path);
AstDecl *build_static_assert(Builder *builder, const Token *token, AstExpr *condition,
                             AstExpr *message);
void build_unit(Builder *builder, const DeclList *decls);

#endif
