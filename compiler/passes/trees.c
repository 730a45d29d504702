/* What a tree in groupshared memory is. */
#include "trees.h"

static bool is_scaling(const IrInstr *value, const IrInstr *parameter)
{
    bool scales = value->op == IR_ishl || value->op == IR_ushr || value->op == IR_sshr ||
                  value->op == IR_imul || value->op == IR_udiv || value->op == IR_sdiv;
    return scales && value->operands[0] == parameter && value->operands[1]->op == IR_const;
}

static IrInstr *scaled_parameter(const IrInstr *loop, const IrEdges *continues)
{
    for (int i = 0; i < loop->parameter_count; i++)
        for (int j = 0; j < continues->jumps.count; j++)
            if (is_scaling(continues->jumps.items[j]->operands[i], loop->parameters[i]))
                return loop->parameters[i];
    return NULL;
}

IrInstr *trees_stride(const IrInstr *loop, const IrEdges *continues)
{
    bool has_barrier = false;
    EACH_INSTR (loop->regions[0], instr) {
        has_barrier |= instr->op == IR_barrier;
        if (instr->op == IR_loop)
            return NULL;
    }
    return has_barrier ? scaled_parameter(loop, continues) : NULL;
}
