/* GetDimensions in all its forms, and where samples lie. */
#include "lower/expand_priv.h"

static IrInstr *size_of(Lower *l, const Call *call, OpExtent which)
{
    IrInstr *size = op1(l, IR_resource_size, call->object->operands[0]);
    size->resource = object_use(l, call->object);
    size->immediate = which;
    return size;
}

/* To an out argument of uint or float. */
static void give_size(Lower *l, const Call *call, int argument, IrInstr *size)
{
    const Type *type = call->outs[argument].outer;
    IrInstr *leaf = leaf_cast(l, size, SCALAR_U32, type->scalar);
    Value stored = place_store(l, &call->outs[argument].place, value_of(l, type, leaf));
    trace_value(l, l->builder.pos, trace_name(l, call->expr->arguments[argument]), stored);
}

Value expand_buffer_size(Lower *l, const Call *call)
{
    give_size(l, call, 0, size_of(l, call, EXTENT_WIDTH));
    return no_value(call);
}

Value expand_structured_size(Lower *l, const Call *call)
{
    give_size(l, call, 0, size_of(l, call, EXTENT_WIDTH));
    give_size(l, call, 1, i32(l, call->object->resource->stride));
    return no_value(call);
}

/* The first of `slices` numbers of the bound depth: cubes have six slices an element. */
static IrInstr *elements(Lower *l, const Call *call)
{
    int64_t slices = slices_per_element(object_resource(l, call->object)->type);
    IrInstr *depth = size_of(l, call, EXTENT_DEPTH);
    return slices == 1 ? depth : op2(l, IR_udiv, depth, i32(l, slices));
}

/* max(size >> mip, 1); 0 of a level that is not there (D3D11.3 functional specification
 * 22.4.14). */
static IrInstr *at_mip(Lower *l, const Call *call, IrInstr *size, IrInstr *mip)
{
    if (!mip)
        return size;
    IrInstr *is_there = op2(l, IR_ult, mip, size_of(l, call, EXTENT_MIPS)), *one = i32(l, 1);
    IrInstr *least = op2(l, IR_umax, op2(l, IR_ushr, size, mip), one);
    return op3(l, IR_select, is_there, least, l->zero);
}

/* Width, height, depth or elements, into the arguments from `first` on; returns the one after. */
static int give_sizes(Lower *l, const Call *call, int first, IrInstr *mip)
{
    const ResourceInfo *info = object_info(l, call->object);
    int extents = info->sizes - (info->is_array ? 1 : 0);
    for (int i = 0; i < extents; i++) {
        IrInstr *size = size_of(l, call, (OpExtent)(EXTENT_WIDTH + i));
        give_size(l, call, first++, at_mip(l, call, size, mip));
    }
    if (info->is_array)
        give_size(l, call, first++, elements(l, call));
    return first;
}

Value expand_texture_size(Lower *l, const Call *call)
{
    give_sizes(l, call, 0, NULL);
    return no_value(call);
}

/* .Length */
Value expand_size_property(Lower *l, const Call *call)
{
    const ResourceInfo *info = object_info(l, call->object);
    Value value = value_new(l, call->type);
    for (int i = 0; i < value.count; i++)
        value.leaves[i] = info->is_array && i == value.count - 1
                            ? elements(l, call)
                            : size_of(l, call, (OpExtent)(EXTENT_WIDTH + i));
    return value;
}

/* GetDimensions(mip, sizes ..., mips) */
Value expand_texture_mip_size(Lower *l, const Call *call)
{
    int next = give_sizes(l, call, 1, call->values[0].leaves[0]);
    give_size(l, call, next, size_of(l, call, EXTENT_MIPS));
    return no_value(call);
}

/* GetDimensions(sizes ..., samples) */
Value expand_multisampled_size(Lower *l, const Call *call)
{
    int next = give_sizes(l, call, 0, NULL);
    if (object_info(l, call->object)->is_array)
        give_size(l, call, next, i32(l, samples_of(l, call->object)));
    else
        give_size(l, call, next, size_of(l, call, EXTENT_DEPTH));
    return no_value(call);
}

/* ---- where samples lie ---- */

/* D3D's standard patterns of 1, 2, 4, 8 and 16 samples (D3D11.3 functional specification 19.2.4):
 * sixteenths of a texel from its centre. Pattern p begins at row 2^p - 1. */
static const int8_t SAMPLE_POSITIONS[][2] = {
    {0, 0},
    {4, 4},   {-4, -4},
    {-2, -6}, {6, -2},  {-6, 2},  {2, 6},
    {1, -3},  {-1, 3},  {5, 1},   {-3, -5}, {-5, 5},  {-7, -1}, {3, 7},  {7, -7},
    {1, 1},   {-1, -3}, {-3, 2},  {4, -1},  {-5, -2}, {2, 5},   {5, 3},  {3, -5},
    {-2, 6},  {0, -7},  {-4, -6}, {-6, 4},  {-8, 0},  {7, -4},  {6, 7},  {-7, -8},
};

/* Of other numbers of samples, and of samples that are not there: the centre. */
Value expand_sample_position(Lower *l, const Call *call)
{
    IrInstr *samples = object_info(l, call->object)->is_array
                         ? i32(l, samples_of(l, call->object))
                         : size_of(l, call, EXTENT_DEPTH);
    IrInstr *wanted = call->values[0].leaves[0];
    Value position = value_zero(l, call->type);
    for (int row = 0, size = 1; row < COUNT_OF(SAMPLE_POSITIONS); row++) {
        size <<= row + 1 == size * 2;
        IrInstr *is_size = op2(l, IR_ieq, samples, i32(l, size));
        IrInstr *is_sample = op2(l, IR_ieq, wanted, i32(l, row + 1 - size));
        IrInstr *is_it = op2(l, IR_iand, is_size, is_sample);
        for (int axis = 0; axis < 2; axis++)
            position.leaves[axis] = op3(l, IR_select, is_it,
                                        leaf_number(l, SCALAR_F32,
                                                    SAMPLE_POSITIONS[row][axis] / 16.0),
                                        position.leaves[axis]);
    }
    return position;
}
