/* GetDimensions in all its forms. */
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
    place_store(l, &call->outs[argument].place, value_of(l, type, leaf));
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
