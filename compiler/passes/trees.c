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

/* Has a barrier, and no loop. */
static bool is_of_steps(const IrInstr *loop)
{
    bool has_barrier = false;
    EACH_INSTR (loop->regions[0], instr) {
        has_barrier |= instr->op == IR_barrier;
        if (instr->op == IR_loop)
            return false;
    }
    return has_barrier;
}

IrInstr *trees_stride(const IrInstr *loop, const IrEdges *continues)
{
    return is_of_steps(loop) ? scaled_parameter(loop, continues) : NULL;
}

static bool is_counted(const IrInstr *parameter, const IrEdges *continues)
{
    for (int i = 0; i < continues->jumps.count; i++) {
        const IrInstr *next = continues->jumps.items[i]->operands[parameter->position];
        if ((next->op == IR_iadd || next->op == IR_isub) && next->operands[0] == parameter &&
            next->operands[1]->op == IR_const)
            return true;
    }
    return false;
}

bool trees_has_exponent(const IrInstr *loop, const IrEdges *continues)
{
    if (!is_of_steps(loop))
        return false;
    EACH_INSTR (loop->regions[0], instr) {
        bool shifts = (instr->op == IR_ishl || instr->op == IR_ushr) &&
                      instr->operands[0]->op == IR_const;
        const IrInstr *count = shifts ? instr->operands[1] : NULL;
        if (shifts && (count->op == IR_iadd || count->op == IR_isub))
            count = count->operands[0];
        if (shifts && count->op == IR_parameter && count->owner == loop &&
            is_counted(count, continues))
            return true;
    }
    return false;
}
