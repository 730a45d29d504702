/* How far apart the places of neighbouring lanes usually are, where nothing but bounds, and the ends of rows,
 * keeps them from stepping evenly. */
#include "passes/lane_steps.h"

enum { DEPTH = 8 };

static int64_t step_of(const IrInstr *value, int depth);

static int64_t scaled_step(const IrInstr *value, int depth)
{
    const IrInstr *by = value->operands[1];
    int64_t step = step_of(value->operands[0], depth), most = INT16_MAX;
    bool is_known = by->op == IR_const && step >= -most && step <= most;
    int64_t factor = value->op == IR_ishl ? (int64_t)1 << (by->bits & 31) : (int32_t)by->bits;
    return is_known && factor >= -most && factor <= most ? step * factor : STEP_UNKNOWN;
}

/* One of two, of which a bound is the same in all lanes. */
static int64_t step_of_either(const IrInstr *left, const IrInstr *right, int depth)
{
    int64_t a = step_of(left, depth), b = step_of(right, depth);
    return a == 0 || a == b ? b : b == 0 ? a : STEP_UNKNOWN;
}

/* From one lane to the next, but where a bound is met or a row wraps. */
static int64_t step_of(const IrInstr *value, int depth)
{
    IrInstr *const *of = value->operands;
    if (value->level < LEVEL_VARYING)
        return 0;
    if (value->shape.length >= SHORTEST_ROW)
        return value->shape.stride;
    if (depth-- == 0)
        return STEP_UNKNOWN;
    switch (value->op) {
    case IR_iadd:
    case IR_isub: {
        int64_t left = step_of(of[0], depth), right = step_of(of[1], depth);
        return left == STEP_UNKNOWN || right == STEP_UNKNOWN ? STEP_UNKNOWN
               : value->op == IR_iadd             ? left + right
                                                  : left - right;
    }
    case IR_imul:
    case IR_ishl: return scaled_step(value, depth);
    case IR_imin:
    case IR_imax:
    case IR_umin:
    case IR_umax: return step_of_either(of[0], of[1], depth);
    case IR_select: return step_of_either(of[1], of[2], depth);
    case IR_iand:
    case IR_ior:
    case IR_ixor:
    case IR_urem:
    case IR_srem:
        return of[1]->level < LEVEL_VARYING ? step_of(of[0], depth) : STEP_UNKNOWN;
    default: return STEP_UNKNOWN;
    }
}

int64_t usual_step(const IrInstr *value) { return step_of(value, DEPTH); }
