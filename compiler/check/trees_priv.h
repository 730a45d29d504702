/* check's third floor: typed expressions and statements, and constants. */
#ifndef WAVECC_CHECK_TREES_PRIV_H
#define WAVECC_CHECK_TREES_PRIV_H

#include "scopes_priv.h"

/* nodes.c */
Expr *expr_new(Checker *checker, ExprKind kind, const Type *type, SourcePos pos);
Expr *expr_error(Checker *checker, SourcePos pos);
bool expr_is_error(const Expr *expr);
bool any_is_error(Expr *const *exprs, int count);
Expr *expr_constant(Checker *checker, const Type *type, const ConstantLeaf *leaves, SourcePos pos);
Expr *expr_integer(Checker *checker, ScalarKind scalar, int64_t value, SourcePos pos);
Expr *expr_variable(Checker *checker, Variable *variable, SourcePos pos);
Expr *expr_comma(Checker *checker, Expr *left, Expr *right, SourcePos pos);
Expr *expr_assign(Checker *checker, Expr *place, Expr *value, SourcePos pos);
/* A hidden variable that holds `value`; *setup assigns it. */
Expr *expr_temporary(Checker *checker, Expr *value, Expr **setup);
bool expr_has_effects(const Expr *expr);
/* "(float3, int)" */
const char *spell_arguments(Checker *checker, Expr *const *arguments, int count);
Variable *variable_new(Checker *checker, Name name, const Type *type, SourcePos pos,
                       Storage storage);
void apply_qualifiers(Variable *variable, const AstDecl *ast);
void add_static(Checker *checker, Variable *variable); /* to those that are initialised in turn */

/* constants.c */
ConstantLeaf leaf_convert(ConstantLeaf leaf, ScalarKind from, ScalarKind to);
/* The leaves of an expression whose value is known, or NULL. */
const ConstantLeaf *constant_leaves(const Expr *expr);
/* Folds an operator, conversion, constructor, member access or intrinsic whose operands are
 * constants; gives `expr` itself where they are not. */
Expr *constant_fold(Checker *checker, Expr *expr);
bool constant_is_integer(const Expr *expr, int64_t *value);
bool constant_is_true(const Expr *expr);

/* build.c */
Expr *expr_convert_node(Checker *checker, Expr *left, const Type *type);
Expr *expr_swizzle(Checker *checker, Expr *left, const uint8_t *components, int count,
                   SourcePos pos);
Expr *expr_field(Checker *checker, Expr *left, int field, SourcePos pos);
Expr *expr_index(Checker *checker, Expr *left, Expr *index, const Type *type, SourcePos pos);
Expr *expr_binary(Checker *checker, AstOp op, Expr *left, Expr *right, const Type *type,
                  SourcePos pos);
Expr *expr_construct(Checker *checker, const Type *type, Expr **arguments, int count,
                     SourcePos pos);
Expr *build_content(Checker *checker, Expr *expr); /* ConstantBuffer<T> -> T; others themselves */

/* stmts.c */
Stmt *stmt_new(Checker *checker, StmtKind kind, SourcePos pos);
void stmt_add(Checker *checker, Stmt *block, Stmt *stmt); /* NULL: nothing */
bool stmt_falls_through(const Stmt *stmt); /* control can reach its end */
bool stmt_breaks(const Stmt *stmt);        /* a break in it leaves what is around it */
bool case_ends_switch(const SwitchCase *section); /* control may come from it behind the switch */

/* counters.c */
void warn_of_counter(Checker *checker, const Stmt *loop);

/* flow.c */
/* Warns of variables that are read before they have a value, and of out parameters that get
 * none. */
void check_flow(Checker *checker, const Function *function);

/* bit_fields.c */
bool is_bit_field(const Expr *place);
/* Fills in where `field` lies; `before` is the field declared before it in the same struct, or
 * NULL. False: it is no field, but ":0" or, without a name, in error. */
bool place_bit_field(Checker *checker, const AstDecl *ast, int64_t width, Field *before,
                     Field *field);

#endif
