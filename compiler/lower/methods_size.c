/* GetDimensions in all its forms. */
#include "lower/expand.h"

static IrInstr *size_of(Lower *l, IrInstr *object, OpExtent which)
{
    IrInstr *size = op1(l, IR_resource_size, object->operands[0]);
    size->resource = use_resource(l, object_resource(l, object));
    size->immediate = which;
    return size;
}

/* To an out argument of uint or float. */
static void give(Lower *l, const Expr *expr, int argument, IrInstr *size)
{
    OutArgument out = lower_out_argument(l, expr->arguments[argument]);
    place_store(l, &out.place, value_of(l, out.outer, leaf_cast(l, size, SCALAR_U32, out.outer->scalar)));
}

Value expand_buffer_size(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left);
    if (object)
        give(l, expr, 0, size_of(l, object, EXTENT_WIDTH));
    return no_value(expr);
}

Value expand_structured_size(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left);
    if (object) {
        give(l, expr, 0, size_of(l, object, EXTENT_WIDTH));
        give(l, expr, 1, i32(l, object->resource->stride));
    }
    return no_value(expr);
}

/* The first of `slices` numbers of the bound depth: cubes have six slices an element. */
static IrInstr *elements(Lower *l, IrInstr *object)
{
    int64_t slices = slices_per_element(object_resource(l, object)->type);
    IrInstr *depth = size_of(l, object, EXTENT_DEPTH);
    return slices == 1 ? depth : op2(l, IR_udiv, depth, i32(l, slices));
}

/* max(size >> mip, 1); 0 of a level that is not there (D3D11.3 functional specification 22.4.14). */
static IrInstr *at_mip(Lower *l, IrInstr *object, IrInstr *size, IrInstr *mip)
{
    if (!mip)
        return size;
    IrInstr *is_there = op2(l, IR_ult, mip, size_of(l, object, EXTENT_MIPS));
    return op3(l, IR_select, is_there, op2(l, IR_umax, op2(l, IR_ushr, size, mip), i32(l, 1)), l->zero);
}

/* Width, height, depth or elements, into the arguments from `first` on; returns the one after. */
static int give_sizes(Lower *l, const Expr *expr, IrInstr *object, int first, IrInstr *mip)
{
    const ResourceInfo *info = resource_info(object_resource(l, object)->type->resource);
    int extents = info->sizes - (info->is_array ? 1 : 0);
    for (int i = 0; i < extents; i++)
        give(l, expr, first++, at_mip(l, object, size_of(l, object, (OpExtent)(EXTENT_WIDTH + i)), mip));
    if (info->is_array)
        give(l, expr, first++, elements(l, object));
    return first;
}

Value expand_texture_size(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left);
    if (object)
        give_sizes(l, expr, object, 0, NULL);
    return no_value(expr);
}

/* GetDimensions(mip, sizes ..., mips) */
Value expand_texture_mip_size(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left), *mip = lower_scalar(l, expr->arguments[0]);
    if (object) {
        int next = give_sizes(l, expr, object, 1, mip);
        give(l, expr, next, size_of(l, object, EXTENT_MIPS));
    }
    return no_value(expr);
}

/* GetDimensions(sizes ..., samples) */
Value expand_multisampled_size(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left);
    if (object) {
        int next = give_sizes(l, expr, object, 0, NULL);
        bool is_array = resource_info(object_resource(l, object)->type->resource)->is_array;
        give(l, expr, next, is_array ? i32(l, samples_of(l, object)) : size_of(l, object, EXTENT_DEPTH));
    }
    return no_value(expr);
}
