/* What a loop does in its next turns: values, and whole bodies behind each other (own_rows.c, group_turns.c). */
#include "passes/passes_priv.h"

static bool is_cheap(const IrInstr *value)
{
    return value->owner == NULL && value->level <= LEVEL_WAVE && value->type.components == 1 &&
           (is_pure_of_lane(value) || value->op == IR_load_cbuffer);
}

bool can_build_ahead(const IrInstr *loop, const IrInstr *value, int depth)
{
    if (value->op == IR_const || !ir_is_defined_in(value, loop))
        return true;
    if (value->op == IR_parameter && value->owner == loop) {
        IrTravel travel = ir_travel(value, loop);
        return value->level <= LEVEL_WAVE && value->type.scalar == IR_I32 && travel.step != NULL &&
               travel.step->op == IR_const && travel.factor == 1;
    }
    if (depth == 0 || !is_cheap(value))
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!can_build_ahead(loop, value->operands[i], depth - 1))
            return false;
    return true;
}

IrInstr *build_ahead(IrBuilder *builder, const IrInstr *loop, IrInstr *value, int turns)
{
    if (value->op == IR_const || !ir_is_defined_in(value, loop))
        return value;
    if (value->op == IR_parameter) {
        int32_t step = (int32_t)ir_travel(value, loop).step->bits * turns;
        return turns == 0 ? value : IR_BUILD(builder, IR_iadd, value, ir_const_i32(builder, step));
    }
    IrInstr *copy = ir_copy_instr(builder->kernel, value);
    for (int i = 0; i < copy->operand_count; i++)
        copy->operands[i] = build_ahead(builder, loop, value->operands[i], turns);
    return ir_insert(builder, copy);
}

IrInstr *append_turn(Arena *scratch, IrBuilder *builder, const IrInstr *loop)
{
    IrRegion *region = builder->region;
    IrInstr *jump = region->last, *const *values = jump == NULL ? loop->parameters : jump->operands;
    IrReplacements map = {0};
    for (int i = 0; i < loop->parameter_count; i++) {
        vec_push(scratch, &map.from, loop->parameters[i]);
        vec_push(scratch, &map.to, values[i]);
    }
    IrInstr *before = jump == NULL ? NULL : jump->prev;
    if (jump != NULL)
        ir_remove(jump);
    ir_clone_region(builder, loop->regions[0], &map);
    return before == NULL ? region->first : before->next;
}
