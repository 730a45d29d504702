/* Building: kernels, variables, and a cursor that puts new instructions in their places.
 *
 * What is new is claimed to be as general as can be: varying, no shape; only constants know better.
 * The uniformity pass improves on that, and what is built after it stays correct without it. */
#include "ir/ir.h"

#include <assert.h>

IrKernel *ir_kernel_new(Arena *arena, Name name, const uint32_t threads[3], int wave_size)
{
    IrKernel *kernel = ARENA_NEW(arena, IrKernel);
    kernel->arena = arena;
    kernel->name = name;
    memcpy(kernel->threads, threads, sizeof kernel->threads);
    kernel->wave_size = wave_size;
    kernel->least_wave_size = 4;
    kernel->wave_count = (int)((ir_group_size(kernel) + (uint32_t)wave_size - 1) /
                               (uint32_t)wave_size);
    kernel->body = ARENA_NEW(arena, IrRegion);
    return kernel;
}

IrVariable *ir_variable_new(IrKernel *kernel, const char *name, IrVariableKind kind, IrType type,
                            int64_t count, SourcePos pos)
{
    IrVariable *variable = ARENA_NEW(kernel->arena, IrVariable);
    *variable = (IrVariable){.name = name, .kind = kind, .type = type, .count = count,
                             .index = kernel->variables.count, .level = LEVEL_VARYING, .pos = pos};
    vec_push(kernel->arena, &kernel->variables, variable);
    return variable;
}

IrBuilder ir_builder_at_end(IrKernel *kernel, IrRegion *region)
{
    return (IrBuilder){.kernel = kernel, .region = region};
}

IrBuilder ir_builder_before(IrKernel *kernel, IrInstr *instr)
{
    return (IrBuilder){
        .kernel = kernel, .region = instr->region, .before = instr, .pos = instr->pos,
    };
}

/* ---- instructions ---- */

static IrRegion *region_new(IrKernel *kernel, IrInstr *owner)
{
    IrRegion *region = ARENA_NEW(kernel->arena, IrRegion);
    region->owner = owner;
    return region;
}

IrInstr *ir_new(IrKernel *kernel, IrOp op, IrType type, IrInstr *const *operands, int count)
{
    IrInstr *instr = ARENA_NEW(kernel->arena, IrInstr);
    instr->op = op;
    instr->type = type;
    instr->id = kernel->next_id++;
    instr->level = op == IR_const ? LEVEL_CONSTANT : LEVEL_VARYING;
    instr->shape = (IrShape){.length = 1, .stride = 0};
    if (count > 0) {
        instr->operands = ARENA_ARRAY(kernel->arena, IrInstr *, count);
        memcpy(instr->operands, operands, sizeof *operands * (size_t)count);
        instr->operand_count = instr->operand_capacity = count;
    }
    if (ir_is(instr, OP_REGION))
        instr->regions[0] = region_new(kernel, instr);
    if (op == IR_if)
        instr->regions[1] = region_new(kernel, instr);
    return instr;
}

/* Links `instr` into `region` before `before`; at the end if that is NULL. */
static void link_before(IrRegion *region, IrInstr *instr, IrInstr *before)
{
    instr->region = region;
    instr->next = before;
    instr->prev = before ? before->prev : region->last;
    *(instr->prev ? &instr->prev->next : &region->first) = instr;
    *(before ? &before->prev : &region->last) = instr;
}

IrInstr *ir_insert(IrBuilder *builder, IrInstr *instr)
{
    if (instr->pos == SOURCE_NOWHERE)
        instr->pos = builder->pos;
    if (builder->precise && op_scalar_is_float(instr->type.scalar))
        instr->precise = true;
    link_before(builder->region, instr, builder->before);
    return instr;
}

/* The result type that op.def gives for these operands. */
static IrType result_type(IrOp op, IrInstr *const *operands)
{
    const OpInfo *info = op_info(op);
    switch (info->result) {
    case 'T': return operands[strchr(info->operands, 'T') - info->operands]->type;
    case 'B': return ir_scalar(IR_I1);
    case 'I': return ir_scalar(IR_I32);
    case '-': return ir_scalar(IR_VOID);
    }
    assert((op == IR_wave_ballot || op == IR_wave_match) &&
           "the type does not follow from the operands");
    return (IrType){IR_I32, 4};
}

IrInstr *ir_build(IrBuilder *builder, IrOp op, IrInstr *const *operands, int count)
{
    return ir_build_typed(builder, op, result_type(op, operands), operands, count);
}

IrInstr *ir_build_typed(IrBuilder *builder, IrOp op, IrType type, IrInstr *const *operands,
                        int count)
{
    return ir_insert(builder, ir_new(builder->kernel, op, type, operands, count));
}

IrInstr *ir_const_bits(IrBuilder *builder, IrScalar type, uint64_t bits)
{
    IrInstr *instr = ir_new(builder->kernel, IR_const, ir_scalar(type), NULL, 0);
    instr->bits = op_mask_to_width(type, bits);
    return ir_insert(builder, instr);
}

IrInstr *ir_const_i32(IrBuilder *builder, int32_t value)
{
    return ir_const_bits(builder, IR_I32, (uint32_t)value);
}

IrInstr *ir_const_f32(IrBuilder *builder, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return ir_const_bits(builder, IR_F32, bits);
}

IrInstr *ir_axis(IrBuilder *builder, IrOp op, OpAxis axis)
{
    IrInstr *instr = ir_build(builder, op, NULL, 0);
    instr->immediate = axis;
    return instr;
}

bool ir_takes_words(const IrInstr *access)
{
    return (access->op == IR_load_var || access->op == IR_store_var) && access->variable->type.components == 1 &&
           ir_accessed_type(access).components > 1;
}

IrInstr *ir_extract(IrBuilder *builder, IrInstr *aggregate, int component)
{
    if (aggregate->type.components == 1)
        return aggregate;
    IrInstr *instr = IR_BUILD_TYPED(builder, IR_extract, aggregate->type.scalar, aggregate);
    instr->component = (uint8_t)component;
    return instr;
}

IrInstr *ir_load_var(IrBuilder *builder, IrVariable *variable, int first_component, int components,
                     IrInstr *index)
{
    IrType type = {variable->type.scalar, (uint8_t)components};
    IrInstr *load = ir_build_typed(builder, IR_load_var, type, &index, 1);
    load->variable = variable;
    load->component = (uint8_t)first_component;
    return load;
}

IrInstr *ir_store_var(IrBuilder *builder, IrVariable *variable, int first_component, IrInstr *index,
                      IrInstr *const *values, int count)
{
    IrInstr *store = ir_build(builder, IR_store_var, &index, 1);
    store->variable = variable;
    store->component = (uint8_t)first_component;
    for (int i = 0; i < count; i++)
        ir_add_operand(builder->kernel, store, values[i]);
    return store;
}

/* ---- constructs and jumps ---- */

IrInstr *ir_if(IrBuilder *builder, IrInstr *condition)
{
    return IR_BUILD(builder, IR_if, condition);
}
IrInstr *ir_loop(IrBuilder *builder) { return ir_build(builder, IR_loop, NULL, 0); }
IrInstr *ir_scope(IrBuilder *builder) { return ir_build(builder, IR_scope, NULL, 0); }
IrInstr *ir_wave_loop(IrBuilder *builder) { return ir_build(builder, IR_wave_loop, NULL, 0); }
IrInstr *ir_lane_loop(IrBuilder *builder) { return ir_build(builder, IR_lane_loop, NULL, 0); }
IrInstr *ir_all_lanes(IrBuilder *builder) { return ir_build(builder, IR_all_lanes, NULL, 0); }

/* A parameter or result of `construct`, appended to that list of it. */
static IrInstr *add_phi(IrKernel *kernel, IrOp op, IrInstr *construct, IrType type, IrInstr ***list,
                        int *count)
{
    IrInstr *phi = ir_new(kernel, op, type, NULL, 0);
    phi->pos = construct->pos;
    phi->owner = construct;
    phi->position = *count;
    if ((*count & (*count - 1)) == 0) { /* lists have room for powers of two */
        size_t size = sizeof phi * (size_t)*count;
        *list = arena_grow(kernel->arena, *list, size, size > 0 ? size * 2 : sizeof phi);
    }
    (*list)[(*count)++] = phi;
    return phi;
}

IrInstr *ir_add_parameter(IrKernel *kernel, IrInstr *loop, IrType type, IrInstr *first_value)
{
    ir_add_operand(kernel, loop, first_value);
    return add_phi(kernel, IR_parameter, loop, type, &loop->parameters, &loop->parameter_count);
}

IrInstr *ir_add_result(IrKernel *kernel, IrInstr *construct, IrType type)
{
    return add_phi(kernel, IR_result, construct, type, &construct->results,
                   &construct->result_count);
}

IrInstr *ir_jump(IrBuilder *builder, IrOp op, IrInstr *target, IrInstr *const *values, int count)
{
    IrInstr *jump = ir_build(builder, op, values, count);
    jump->target = target;
    return jump;
}

void ir_close_region(IrKernel *kernel, IrRegion *region)
{
    if (region->last && ir_is(region->last, OP_JUMP))
        return;
    bool is_loop_body = region->owner && region->owner->op == IR_loop;
    IrBuilder builder = ir_builder_at_end(kernel, region);
    builder.pos = region->last    ? region->last->pos
                  : region->owner ? region->owner->pos
                                  : SOURCE_NOWHERE;
    ir_jump(&builder, is_loop_body ? IR_continue : IR_yield, is_loop_body ? region->owner : NULL,
            NULL, 0);
}
