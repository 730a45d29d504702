/* tree_priv.h: the tree. Its files call each other in a circle, as expressions, calls and
 * statements contain each other. */
#ifndef WAVECC_LOWER_TREE_PRIV_H
#define WAVECC_LOWER_TREE_PRIV_H

#include "lower/places_priv.h"

/* ---- expressions.c ---- */

Value lower_expr(Lower *l, const Expr *expr);
IrInstr *lower_scalar(Lower *l, const Expr *expr); /* of a type with one leaf */
Place lower_place(Lower *l, const Expr *expr);
OutArgument lower_out_argument(Lower *l, const Expr *argument);

/* ---- builtins.c, calls.c ---- */

Value lower_builtin(Lower *l, const Expr *expr);
Value lower_method(Lower *l, const Expr *expr);
Value lower_call(Lower *l, const Expr *expr);

/* ---- statements.c, loops.c ---- */

typedef enum Position { MIDDLE, TAIL } Position; /* TAIL: the function ends after it */

void lower_stmt(Lower *l, const Stmt *stmt, Position position);
void lower_loop(Lower *l, const Stmt *stmt);
IrInstr *lower_condition(Lower *l, const Expr *expr); /* of an if or a loop */
bool condition_is_constant(const Expr *expr, bool *value); /* NULL is true */

/* ---- inputs.c ---- */

void lower_entry_inputs(Lower *l, const Function *entry);

#endif
