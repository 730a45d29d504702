/* questions_priv.h: questions about the tree, whose answers decide what is built. Nothing is built
 * here. */
#ifndef WAVECC_LOWER_QUESTIONS_PRIV_H
#define WAVECC_LOWER_QUESTIONS_PRIV_H

#include "check/check.h"

/* ---- stmt_shape.c ---- */

/* A return in tail position ends the function by reaching its end. A guard is an if without else
 * that always returns: what follows it in tail position of an inlined function becomes its
 * else. */
bool stmt_is_guard(const Stmt *stmt);
bool stmt_returns_early(const Stmt *body); /* some return is not in tail position */
int stmt_return_count(const Stmt *body);
bool stmt_is_last_return(const Stmt *body); /* its last statement is one, blocks looked into */
bool stmt_has_continue(const Stmt *body);   /* of the loop whose body it is */
bool stmt_has_break(const Stmt *body);      /* of the loop or switch whose body it is */

/* ---- writes.c ---- */

bool expr_writes(const Expr *expr, const Variable *variable); /* NULL writes nothing */
/* Assigns to it or passes it as out, inout or atomic. */
bool function_writes(const Function *function, const Variable *variable);

/* ---- cost.c ---- */

bool expr_is_cheap(const Expr *expr); /* evaluating it for nothing costs less than a branch */

#endif
