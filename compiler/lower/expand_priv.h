/* expand_priv.h: builtins and methods that are more than one operation a component. One function
 * expand_<name> per name in the lower column of builtin.def and method.def, in the expand_*.c file
 * of its family. */
#ifndef WAVECC_LOWER_EXPAND_PRIV_H
#define WAVECC_LOWER_EXPAND_PRIV_H

#include "lower/places_priv.h"

/* A call whose arguments are evaluated, from left to right. */
typedef struct Call {
    const Expr *expr;
    const Type *type;        /* of the result */
    IrInstr *object;         /* what the method belongs to */
    const Value *values;     /* of each argument that only goes in */
    const OutArgument *outs; /* of each that comes out, and the places of atomics */
    int count;               /* of arguments */
} Call;

typedef Value Expand(Lower *l, const Call *call);

#define EACH(...)
#define WAVE(...)
#define CONSTANT
#define UNSUPPORTED(why)
#define EXPAND(name) Expand expand_##name;
#define BUILTIN(id, name, signature, model, lower) lower
#include "check/builtin.def"
#undef BUILTIN
#define METHOD(id, families, name, signature, model, lower) lower
#include "check/method.def"
#undef METHOD
#undef EXPAND
#undef UNSUPPORTED
#undef CONSTANT
#undef WAVE
#undef EACH

/* ---- expand.c ---- */

enum { MAX_LEAF_ARGUMENTS = 4 };

/* A componentwise function: `arguments` are one component of each. `kind` is the first
 * argument's. */
typedef IrInstr *LeafFunction(Lower *l, ScalarKind kind, IrInstr *const *arguments);
Value map_leaves(Lower *l, const Call *call, LeafFunction *function);

Value no_value(const Call *call); /* of type void */
void give(Lower *l, const Call *call, int argument, Value value); /* to an out argument */
void give_status(Lower *l, const Call *call, int argument); /* all memory was there */
ScalarKind value_kind(Value value); /* of its first leaf */

/* ---- expand_vector.c ---- */

typedef struct Strided { /* leaf i is leaves[i * stride] */
    IrInstr *const *leaves;
    int stride;
} Strided;
IrInstr *dot_leaves(Lower *l, ScalarKind kind, Strided left, Strided right, int count);

/* ---- expand_wave.c ---- */

/* One difference for the whole quad, from lane 0 to the lane beside (axis 0) or below it (1). */
IrInstr *coarse_derivative(Lower *l, IrInstr *value, int axis);

#endif
