/* Vector geometry. Formulas are those of the HLSL reference as dxc expands them. */
#include "lower/expand_priv.h"

IrInstr *dot_leaves(Lower *l, ScalarKind kind, Strided left, Strided right, int count)
{
    IrInstr *sum = NULL;
    for (int i = 0; i < count; i++) {
        IrInstr *a = left.leaves[i * left.stride], *b = right.leaves[i * right.stride];
        IrInstr *product = leaf_binary(l, AST_OP_MUL, kind, a, b);
        sum = sum ? leaf_binary(l, AST_OP_ADD, kind, sum, product) : product;
    }
    return sum;
}

static IrInstr *dot(Lower *l, Value left, Value right)
{
    Strided a = {left.leaves, 1}, b = {right.leaves, 1};
    return dot_leaves(l, value_kind(left), a, b, left.count);
}

/* Componentwise on values. */
static Value each2(Lower *l, IrOp op, Value left, Value right)
{
    Value shape = left.count >= right.count ? left : right, result = value_new(l, shape.type);
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = op2(l, op, value_leaf(left, i), value_leaf(right, i));
    return result;
}

static Value splat(Lower *l, Value like, IrInstr *leaf)
{
    Value result = value_new(l, like.type);
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = leaf;
    return result;
}

static Value choose_vector(Lower *l, IrInstr *condition, Value yes, Value no)
{
    Value result = value_new(l, yes.type);
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = op3(l, IR_select, condition, yes.leaves[i], no.leaves[i]);
    return result;
}

static IrInstr *length(Lower *l, Value vector)
{
    if (vector.count == 1)
        return op1(l, IR_fabs, vector.leaves[0]);
    return op1(l, IR_fsqrt, dot(l, vector, vector));
}

Value expand_dot(Lower *l, const Call *call)
{
    const Value *a = call->values;
    return value_of(l, call->type, dot(l, a[0], a[1]));
}

Value expand_length(Lower *l, const Call *call)
{
    return value_of(l, call->type, length(l, call->values[0]));
}

Value expand_distance(Lower *l, const Call *call)
{
    const Value *a = call->values;
    return value_of(l, call->type, length(l, each2(l, IR_fsub, a[0], a[1])));
}

Value expand_normalize(Lower *l, const Call *call)
{
    Value vector = call->values[0];
    return each2(l, IR_fmul, vector, splat(l, vector, op1(l, IR_frsqrt, dot(l, vector, vector))));
}

Value expand_cross(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3, last = (i + 2) % 3;
        IrInstr *plus = op2(l, IR_fmul, a[0].leaves[next], a[1].leaves[last]);
        IrInstr *minus = op2(l, IR_fmul, a[0].leaves[last], a[1].leaves[next]);
        result.leaves[i] = op2(l, IR_fsub, plus, minus);
    }
    return result;
}

/* i - 2 * dot(i, n) * n */
Value expand_reflect(Lower *l, const Call *call)
{
    const Value *a = call->values;
    IrInstr *cosine = dot(l, a[0], a[1]);
    IrInstr *twice = op2(l, IR_fmul, leaf_number(l, value_kind(a[0]), 2), cosine);
    return each2(l, IR_fsub, a[0], each2(l, IR_fmul, splat(l, a[1], twice), a[1]));
}

/* k = 1 - eta^2 (1 - d^2) with d = dot(n, i);  k < 0 ? 0 : eta i - (eta d + sqrt(k)) n */
Value expand_refract(Lower *l, const Call *call)
{
    const Value *a = call->values;
    ScalarKind kind = value_kind(a[0]);
    IrInstr *eta = a[2].leaves[0], *d = dot(l, a[1], a[0]);
    IrInstr *one = leaf_number(l, kind, 1), *zero = leaf_number(l, kind, 0);
    IrInstr *sine = op2(l, IR_fsub, one, op2(l, IR_fmul, d, d));
    IrInstr *k = op2(l, IR_fsub, one, op2(l, IR_fmul, op2(l, IR_fmul, eta, eta), sine));
    IrInstr *root = op1(l, IR_fsqrt, k);
    IrInstr *along = op2(l, IR_fadd, op2(l, IR_fmul, eta, d), root);
    Value bend = each2(l, IR_fmul, splat(l, a[1], along), a[1]);
    Value bent = each2(l, IR_fsub, each2(l, IR_fmul, a[0], splat(l, a[0], eta)), bend);
    return choose_vector(l, op2(l, IR_flt, k, zero), splat(l, bent, zero), bent);
}

/* dot(i, ng) < 0 ? n : -n */
Value expand_faceforward(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value flipped = value_new(l, a[0].type);
    for (int i = 0; i < flipped.count; i++)
        flipped.leaves[i] = op1(l, IR_fneg, a[0].leaves[i]);
    IrInstr *zero = leaf_number(l, value_kind(a[1]), 0);
    IrInstr *facing = op2(l, IR_flt, dot(l, a[1], a[2]), zero);
    return choose_vector(l, facing, a[0], flipped);
}

/* (1, a.y b.y, a.z, b.w) */
Value expand_dst(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    ScalarKind kind = value_kind(a[0]);
    result.leaves[0] = leaf_number(l, kind, 1);
    result.leaves[1] = leaf_binary(l, AST_OP_MUL, kind, a[0].leaves[1], a[1].leaves[1]);
    result.leaves[2] = a[0].leaves[2];
    result.leaves[3] = a[1].leaves[3];
    return result;
}

/* (1, max(n.l, 0), n.l < 0 or n.h < 0 ? 0 : n.h ^ m, 1) */
Value expand_lit(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    ScalarKind kind = value_kind(a[0]);
    IrInstr *zero = leaf_number(l, kind, 0), *light = a[0].leaves[0], *half = a[1].leaves[0];
    IrInstr *behind = op2(l, IR_flt, half, zero);
    IrInstr *dark = op2(l, IR_ior, op2(l, IR_flt, light, zero), behind);
    result.leaves[0] = result.leaves[3] = leaf_number(l, kind, 1);
    result.leaves[1] = op2(l, IR_fmax, light, zero);
    result.leaves[2] = op3(l, IR_select, dark, zero, op2(l, IR_fpow, half, a[2].leaves[0]));
    return result;
}

/* ---- any, all ---- */

static Value join_bools(Lower *l, const Call *call, IrOp join)
{
    Value value = call->values[0];
    IrInstr *joined = NULL;
    for (int i = 0; i < value.count; i++) {
        IrInstr *leaf = leaf_cast(l, value.leaves[i], value_kind(value), SCALAR_BOOL);
        joined = joined ? op2(l, join, joined, leaf) : leaf;
    }
    return value_of(l, call->type, joined);
}

Value expand_all(Lower *l, const Call *call) { return join_bools(l, call, IR_iand); }
Value expand_any(Lower *l, const Call *call) { return join_bools(l, call, IR_ior); }
