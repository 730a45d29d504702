/* Places that floats of memory say: `table[(uint)(x * 255)]`, and the next one, to interpolate between. */
#include "ir/ir.h"

enum { DEPTH = 12 /* of operations */ };

static bool is_conversion(const IrInstr *value)
{
    return value->operand_count == 1 && value->op != IR_bitcast && !op_scalar_is_float(value->type.scalar) &&
           op_scalar_is_float(value->operands[0]->type.scalar);
}

/* All that differs between lanes in it is loaded; `*converts`: what comes out as an integer was a float. */
static bool is_made_of_loads(const IrInstr *value, int depth, bool *converts)
{
    if (value->level < LEVEL_VARYING)
        return true;
    if (ir_is(value, OP_READS))
        return !ir_is(value, OP_WRITES);
    if (depth == 0 || value->operand_count == 0 || !ir_is(value, OP_PURE) || ir_is(value, OP_CONVERGENT))
        return false;
    *converts |= is_conversion(value);
    for (int i = 0; i < value->operand_count; i++)
        if (!is_made_of_loads(value->operands[i], depth - 1, converts))
            return false;
    return true;
}

bool ir_is_scattered(const IrInstr *value)
{
    bool converts = false;
    return value->level == LEVEL_VARYING && is_made_of_loads(value, DEPTH, &converts) && converts;
}
