/* Whether memory or what a loop carries says what a value is, or threads' numbers and constants alone do. */
#include "passes/passes_priv.h"

enum { MOST_DEPTH = 12 /* of operations */ };

static bool comes(const IrInstr *value, int depth)
{
    bool is_data = op_scalar_is_float(value->type.scalar) || is_phi(value) ||
                   (ir_is(value, OP_READS) && value->op != IR_load_cbuffer);
    if (value->level < LEVEL_VARYING || depth == 0)
        return false;
    for (int i = 0; i < value->operand_count && !is_data; i++)
        is_data = comes(value->operands[i], depth - 1);
    return is_data;
}

bool comes_from_data(const IrInstr *value) { return comes(value, MOST_DEPTH); }
