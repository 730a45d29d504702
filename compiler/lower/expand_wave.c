/* Waves, quads and derivatives; on vectors, matrices and structs component by component. */
#include "lower/expand_priv.h"

/* ---- waves ---- */

static Value query(Lower *l, const Call *call, IrOp op)
{
    return value_of(l, call->type, ir_build(&l->builder, op, NULL, 0));
}

Value expand_wave_index(Lower *l, const Call *call) { return query(l, call, IR_wave_index); }
Value expand_lane_index(Lower *l, const Call *call) { return query(l, call, IR_lane_index); }
Value expand_is_first_lane(Lower *l, const Call *call) { return query(l, call, IR_wave_is_first); }

static void extract_words(Lower *l, IrInstr *words, IrInstr **out)
{
    for (int i = 0; i < 4; i++)
        out[i] = ir_extract(&l->builder, words, i);
}

static IrInstr *build_words(Lower *l, IrOp op, IrInstr *operand)
{
    return ir_build_typed(&l->builder, op, (IrType){IR_I32, 4}, &operand, 1);
}

Value expand_ballot(Lower *l, const Call *call)
{
    IrInstr *ballot = build_words(l, IR_wave_ballot, call->values[0].leaves[0]);
    Value result = value_new(l, call->type);
    extract_words(l, ballot, result.leaves);
    return result;
}

/* The lanes that agree in all components. */
Value expand_wave_match(Lower *l, const Call *call)
{
    Value value = call->values[0], result = value_new(l, call->type);
    for (int i = 0; i < value.count; i++) {
        IrInstr *words[4];
        extract_words(l, build_words(l, IR_wave_match, value.leaves[i]), words);
        for (int k = 0; k < 4; k++)
            result.leaves[k] = i == 0 ? words[k] : op2(l, IR_iand, result.leaves[k], words[k]);
    }
    return result;
}

Value expand_read_lane(Lower *l, const Call *call)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = op2(l, IR_wave_read_lane, a[0].leaves[i], a[1].leaves[0]);
    return result;
}

/* Of the 32 lanes in a word of a mask those below each lane's own. */
static IrInstr *lanes_below(Lower *l, int word)
{
    IrInstr *lane = ir_build(&l->builder, IR_lane_index, NULL, 0);
    IrInstr *bit = op2(l, IR_ishl, i32(l, 1), op2(l, IR_iand, lane, i32(l, 31)));
    IrInstr *below = op2(l, IR_isub, bit, i32(l, 1));
    if (l->kernel->wave_size <= 32)
        return below;
    IrInstr *is_above = op2(l, IR_sle, i32(l, 32 * (word + 1)), lane), *is_below = op2(l, IR_slt, lane, i32(l, 32 * word));
    return op3(l, IR_select, is_above, i32(l, -1), op3(l, IR_select, is_below, l->zero, below));
}

/* The bits of the mask, of lanes below and for which it is true. */
Value expand_multi_prefix_count(Lower *l, const Call *call)
{
    const Value *a = call->values;
    IrInstr *words[4], *count = l->zero;
    extract_words(l, build_words(l, IR_wave_ballot, a[0].leaves[0]), words);
    for (int word = 0; 32 * word < l->kernel->wave_size; word++) {
        IrInstr *lanes = op2(l, IR_iand, op2(l, IR_iand, words[word], a[1].leaves[word]), lanes_below(l, word));
        count = op2(l, IR_iadd, count, op1(l, IR_popcount, lanes));
    }
    return value_of(l, call->type, count);
}

/* ---- quads ---- */

static IrInstr *quad_read(Lower *l, IrInstr *value, OpQuad which, IrInstr *lane)
{
    IrInstr *read = op2(l, IR_quad_read, value, lane ? lane : l->zero);
    read->immediate = which;
    return read;
}

static Value quad_each(Lower *l, const Call *call, OpQuad which)
{
    const Value *a = call->values;
    Value result = value_new(l, call->type);
    IrInstr *lane = which == QUAD_LANE ? a[1].leaves[0] : NULL;
    for (int i = 0; i < result.count; i++)
        result.leaves[i] = quad_read(l, a[0].leaves[i], which, lane);
    return result;
}

Value expand_quad_lane(Lower *l, const Call *call) { return quad_each(l, call, QUAD_LANE); }
Value expand_quad_x(Lower *l, const Call *call) { return quad_each(l, call, QUAD_X); }
Value expand_quad_y(Lower *l, const Call *call) { return quad_each(l, call, QUAD_Y); }

Value expand_quad_diagonal(Lower *l, const Call *call)
{
    return quad_each(l, call, QUAD_DIAGONAL);
}

static Value quad_join(Lower *l, const Call *call, IrOp join)
{
    IrInstr *own = call->values[0].leaves[0], *joined = own;
    for (OpQuad which = QUAD_X; which <= QUAD_DIAGONAL; which++)
        joined = op2(l, join, joined, quad_read(l, own, which, NULL));
    return value_of(l, call->type, joined);
}

Value expand_quad_any(Lower *l, const Call *call) { return quad_join(l, call, IR_ior); }
Value expand_quad_all(Lower *l, const Call *call) { return quad_join(l, call, IR_iand); }

/* ---- derivatives: lanes 0 1 / 2 3 of a quad ---- */

IrInstr *coarse_derivative(Lower *l, IrInstr *value, int axis)
{
    IrInstr *far = quad_read(l, value, QUAD_LANE, i32(l, axis + 1));
    return op2(l, IR_fsub, far, quad_read(l, value, QUAD_LANE, l->zero));
}

static IrInstr *along_x(Lower *l, ScalarKind kind, IrInstr *const *a)
{
    (void)kind;
    return coarse_derivative(l, a[0], 0);
}

static IrInstr *along_y(Lower *l, ScalarKind kind, IrInstr *const *a)
{
    (void)kind;
    return coarse_derivative(l, a[0], 1);
}

static IrInstr *width_of_both(Lower *l, ScalarKind kind, IrInstr *const *a)
{
    IrInstr *height = op1(l, IR_fabs, along_y(l, kind, a));
    return op2(l, IR_fadd, op1(l, IR_fabs, along_x(l, kind, a)), height);
}

/* Fine: a difference for each row or column; `bit` of the lane says on which side we are. */
static Value fine(Lower *l, const Call *call, OpQuad across, int bit)
{
    Value value = call->values[0], result = value_new(l, call->type);
    IrInstr *lane = ir_build(&l->builder, IR_lane_index, NULL, 0);
    IrInstr *is_far = op2(l, IR_ine, op2(l, IR_iand, lane, i32(l, bit)), l->zero);
    for (int i = 0; i < result.count; i++) {
        IrInstr *own = value.leaves[i], *other = quad_read(l, own, across, NULL);
        IrInstr *near = op2(l, IR_fsub, other, own), *far = op2(l, IR_fsub, own, other);
        result.leaves[i] = op3(l, IR_select, is_far, far, near);
    }
    return result;
}

Value expand_ddx_coarse(Lower *l, const Call *call) { return map_leaves(l, call, along_x); }
Value expand_ddy_coarse(Lower *l, const Call *call) { return map_leaves(l, call, along_y); }
Value expand_fwidth(Lower *l, const Call *call) { return map_leaves(l, call, width_of_both); }
Value expand_ddx_fine(Lower *l, const Call *call) { return fine(l, call, QUAD_X, 1); }
Value expand_ddy_fine(Lower *l, const Call *call) { return fine(l, call, QUAD_Y, 2); }
