/* expand: builtins and methods that are more than one operation a component. One function expand_<name>
 * per name in the lower column of builtin.def and method.def, in the expand_*.c file of its family. */
#ifndef WAVECC_LOWER_EXPAND_H
#define WAVECC_LOWER_EXPAND_H

#include "lower/lower_priv.h"

typedef Value Expand(Lower *l, const Expr *expr);

#define EACH(...)
#define WAVE(...)
#define CONSTANT
#define UNSUPPORTED(why)
#define EXPAND(name) Expand expand_##name;
#define BUILTIN(id, name, signature, model, lower) lower
#include "check/builtin.def"
#undef BUILTIN
#define METHOD(id, families, name, signature, lower) lower
#include "check/method.def"
#undef METHOD
#undef EXPAND
#undef UNSUPPORTED
#undef CONSTANT
#undef WAVE
#undef EACH

enum { MAX_LEAF_ARGUMENTS = 4 };

/* A componentwise function: `arguments` are one component of each. `kind` is the first argument's. */
typedef IrInstr *LeafFunction(Lower *l, ScalarKind kind, IrInstr *const *arguments);
Value map_leaves(Lower *l, const Expr *expr, LeafFunction *function);

Value *lower_arguments(Lower *l, const Expr *expr); /* all of them, in order; none may be out */
Value no_value(const Expr *expr);                   /* of type void */
void store_out(Lower *l, const Expr *argument, Value value); /* to an out argument, converted from the value's type */
ScalarKind value_kind(Value value);                 /* of its first leaf */

/* expand_vector.c */
IrInstr *dot_leaves(Lower *l, ScalarKind kind, IrInstr *const *left, int left_stride, IrInstr *const *right, int right_stride, int count);

/* expand_wave.c: one difference for the whole quad, from lane 0 to the lane beside (axis 0) or below it (1). */
IrInstr *coarse_derivative(Lower *l, IrInstr *value, int axis);

/* One operation on leaves, whose result type follows from op.def. */
static inline IrInstr *op1(Lower *l, IrOp op, IrInstr *a) { return IR_BUILD(&l->builder, op, a); }
static inline IrInstr *op2(Lower *l, IrOp op, IrInstr *a, IrInstr *b) { return IR_BUILD(&l->builder, op, a, b); }
static inline IrInstr *op3(Lower *l, IrOp op, IrInstr *a, IrInstr *b, IrInstr *c) { return IR_BUILD(&l->builder, op, a, b, c); }
static inline IrInstr *op_to(Lower *l, IrOp op, IrScalar to, IrInstr *a) { return IR_BUILD_TYPED(&l->builder, op, to, a); }
static inline IrInstr *i32(Lower *l, int64_t value) { return ir_const_i32(&l->builder, (int32_t)value); }

#endif
