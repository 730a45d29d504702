/* values_priv.h: rvalues, their leaves, and arithmetic on these. */
#ifndef WAVECC_LOWER_VALUES_PRIV_H
#define WAVECC_LOWER_VALUES_PRIV_H

#include "lower/state_priv.h"

/* One operation on leaves, whose result type follows from op.def. C does not say in which order
 * arguments are evaluated: of those of one call at most one may build instructions itself, or the
 * IR depends on who compiled us. */
static inline IrInstr *op1(Lower *l, IrOp op, IrInstr *a)
{
    return ir_build(&l->builder, op, &a, 1);
}

static inline IrInstr *op2(Lower *l, IrOp op, IrInstr *a, IrInstr *b)
{
    return IR_BUILD(&l->builder, op, a, b);
}

static inline IrInstr *op3(Lower *l, IrOp op, IrInstr *a, IrInstr *b, IrInstr *c)
{
    return IR_BUILD(&l->builder, op, a, b, c);
}

static inline IrInstr *op_to(Lower *l, IrOp op, IrScalar to, IrInstr *a)
{
    return IR_BUILD_TYPED(&l->builder, op, to, a);
}

static inline IrInstr *i32(Lower *l, int64_t value)
{
    return ir_const_i32(&l->builder, (int32_t)value);
}

/* ---- leaves.c: arithmetic on leaves by scalar kind ---- */

typedef enum LeafClass { LEAF_FLOAT, LEAF_SIGNED, LEAF_UNSIGNED } LeafClass; /* bool is unsigned */
LeafClass leaf_class(ScalarKind kind);
bool leaf_is_float(ScalarKind kind);
bool leaf_is_signed(ScalarKind kind);
int leaf_bytes(ScalarKind kind);       /* in buffers */
IrScalar leaf_memory(ScalarKind kind); /* in buffers and textures: bool is 32 bits wide */
IrInstr *leaf_constant(Lower *l, ScalarKind kind, ConstantLeaf leaf);
IrInstr *leaf_number(Lower *l, ScalarKind kind, double value); /* that number in any kind */
IrInstr *leaf_cast(Lower *l, IrInstr *value, ScalarKind from, ScalarKind to);
IrInstr *leaf_binary(Lower *l, AstOp op, ScalarKind kind, IrInstr *left, IrInstr *right);
IrInstr *leaf_unary(Lower *l, AstOp op, ScalarKind kind, IrInstr *value);
IrInstr *leaf_from_memory(Lower *l, ScalarKind kind, IrInstr *value);
IrInstr *leaf_to_memory(Lower *l, ScalarKind kind, IrInstr *value);

/* ---- index.c: i32 arithmetic that folds constants as it builds ---- */

bool index_is_constant(const IrInstr *index, int64_t *value);
IrInstr *index_constant(Lower *l, int64_t value);
IrInstr *index_add(Lower *l, IrInstr *left, IrInstr *right);
IrInstr *index_scale(Lower *l, IrInstr *index, int64_t factor);
IrInstr *index_below(Lower *l, IrInstr *index, int64_t count); /* i1; NULL: always */
IrInstr *index_and(Lower *l, IrInstr *left, IrInstr *right);   /* of such; NULL is true */
IrInstr *index_guard(Lower *l, IrInstr *valid, IrInstr *index, int32_t otherwise);

/* ---- values.c: making values ---- */

bool type_is_leafy(const Type *type);   /* numeric or an enum: scalars of one kind */
int type_components(const Type *type);  /* of such a type */
bool type_has_object(const Type *type); /* a resource somewhere in it */

Value value_new(Lower *l, const Type *type); /* leaves are NULL */
Value value_copy(Lower *l, Value value);     /* with leaves of its own */
Value value_zero(Lower *l, const Type *type);
Value value_of(Lower *l, const Type *type, IrInstr *leaf); /* of one leaf */
Value value_constant(Lower *l, const Type *type, const ConstantLeaf *leaves);
IrInstr *value_leaf(Value value, int index); /* a value of one leaf is the same for all */
/* The scalar kind of each leaf, SCALAR_COUNT for a resource; type_leaf_count of them. */
const ScalarKind *value_leaf_kinds(Lower *l, const Type *type);

/* ---- bit_fields.c ---- */

/* In registers a bit-field is a value of its type that its bits can hold; in memory part of its
 * unit. */
Value bits_fit(Lower *l, Value value); /* each bit-field in it keeps the bits that it has */
Value bits_splat(Lower *l, const Type *to, ScalarKind kind, IrInstr *number); /* to whole units */
IrInstr *bits_of_unit(Lower *l, const Field *field, IrInstr *unit);
IrInstr *bits_into_unit(Lower *l, const Field *field, IrInstr *unit, IrInstr *leaf); /* NULL: 0 */
IrInstr *bits_kept(Lower *l, const Field *field, IrInstr *leaf);

/* ---- words.c ---- */

typedef struct Words {
    VEC(IrInstr *) list; /* i32 each */
    Arena *arena;
} Words;
void words_add(Words *words, IrInstr *word);
/* One word, two (low, high) of 64 bits; f16 is widened to f32, smaller integers to i32, i1 to 0 or
 * 1. */
void words_add_leaf(Lower *l, Words *words, ScalarKind kind, IrInstr *value);

/* What a leaf is, as a letter. */
char word_letter(ScalarKind kind, const IrInstr *leaf);

/* ---- traces.c ---- */

/* Where kernels are traced: the lanes here begin a statement; a name gets these values. Values of
 * resources, and names of NULL, are not told. */
void trace_statement(Lower *l, SourcePos pos);
void trace_value(Lower *l, SourcePos pos, const char *name, Value value);
/* How a place or a condition is told: `light.at.xy`, `rows[i]`, `x < ...`; NULL where nobody traces. */
const char *trace_name(Lower *l, const Expr *expr);

/* ---- convert.c ---- */

/* EXPR_CONVERT: same shape, splat, truncation to the upper left, leaf by leaf between
 * aggregates. */
Value value_convert(Lower *l, Value value, const Type *to);

#endif
