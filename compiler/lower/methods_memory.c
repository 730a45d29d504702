/* Methods that load and store elements: Load, Store, mips, Append, Consume, counters. Each finds the place
 * of the element; a status, where asked for, says that all memory was there. */
#include "lower/expand.h"

static void store_status(Lower *l, const Expr *expr, int argument)
{
    if (argument >= expr->argument_count)
        return;
    OutArgument out = lower_out_argument(l, expr->arguments[argument]);
    Value status = value_of(l, out.outer, leaf_number(l, out.outer->scalar, 1));
    place_store(l, &out.place, status);
}

static Value load_at(Lower *l, const Expr *expr, IrInstr *object, IrInstr *const *address, int status)
{
    if (!object)
        return value_zero(l, expr->type);
    Place place = place_in_resource(l, object, expr->type, address);
    Value value = place_load(l, &place, expr->type);
    store_status(l, expr, status);
    return value;
}

/* ---- buffers ---- */

static Value load_buffer(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left), *zero = l->zero;
    IrInstr *address[4] = {lower_scalar(l, expr->arguments[0]), zero, zero, zero};
    return load_at(l, expr, object, address, 1);
}

Value expand_typed_load(Lower *l, const Expr *expr) { return load_buffer(l, expr); }
Value expand_structured_load(Lower *l, const Expr *expr) { return load_buffer(l, expr); }
Value expand_raw_load(Lower *l, const Expr *expr) { return load_buffer(l, expr); }

Value expand_raw_store(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left), *address[4] = {lower_scalar(l, expr->arguments[0])};
    Value value = lower_expr(l, expr->arguments[1]);
    if (!object)
        return no_value(expr);
    Place place = place_in_resource(l, object, value.type, address);
    place_store(l, &place, value);
    return no_value(expr);
}

/* ---- textures ---- */

/* Adds argument number `offset`, if there is one, to the coordinates. */
static void add_offset(Lower *l, const Expr *expr, int offset, IrInstr **coordinates)
{
    if (offset >= expr->argument_count)
        return;
    Value by = lower_expr(l, expr->arguments[offset]);
    for (int i = 0; i < by.count; i++)
        coordinates[i] = index_add(l, coordinates[i], by.leaves[i]);
}

static Value load_texel(Lower *l, const Expr *expr, IrInstr *object, Value coordinates, IrInstr *mip, int offset, int status)
{
    if (!object)
        return value_zero(l, expr->type);
    IrInstr *moved[4], *address[4];
    memcpy(moved, coordinates.leaves, sizeof *moved * (size_t)coordinates.count);
    add_offset(l, expr, offset, moved);
    texel_address(l, object, moved, mip, address);
    return load_at(l, expr, object, address, status);
}

enum { NO_ARGUMENT = 1000 };

/* Load(coordinate and mip, offset, status) */
Value expand_texture_load(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left);
    Value location = lower_expr(l, expr->arguments[0]);
    return load_texel(l, expr, object, location, location.leaves[location.count - 1], 1, 2);
}

Value expand_rwtexture_load(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left);
    Value location = lower_expr(l, expr->arguments[0]);
    return load_texel(l, expr, object, location, l->zero, NO_ARGUMENT, 1);
}

/* mips[mip][coordinate] */
Value expand_mips_load(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left), *mip = lower_scalar(l, expr->arguments[0]);
    return load_texel(l, expr, object, lower_expr(l, expr->arguments[1]), mip, NO_ARGUMENT, NO_ARGUMENT);
}

/* The samples of slice s are the slices s * count .. of what the host binds. */
static Value load_sample(Lower *l, const Expr *expr, Value location, IrInstr *sample, int offset, int status)
{
    IrInstr *object = lower_object(l, expr->left);
    if (!object)
        return value_zero(l, expr->type);
    IrInstr *moved[4], *address[4];
    memcpy(moved, location.leaves, sizeof *moved * (size_t)location.count);
    add_offset(l, expr, offset, moved);
    texel_address(l, object, moved, l->zero, address);
    address[2] = index_add(l, index_scale(l, address[2], samples_of(l, object)), sample);
    return load_at(l, expr, object, address, status);
}

Value expand_multisampled_load(Lower *l, const Expr *expr)
{
    Value location = lower_expr(l, expr->arguments[0]);
    return load_sample(l, expr, location, lower_scalar(l, expr->arguments[1]), 2, 3);
}

/* sample[index][coordinate] */
Value expand_sample_load(Lower *l, const Expr *expr)
{
    IrInstr *sample = lower_scalar(l, expr->arguments[0]);
    return load_sample(l, expr, lower_expr(l, expr->arguments[1]), sample, NO_ARGUMENT, NO_ARGUMENT);
}

/* ---- hidden counters ---- */

static IrInstr *count(Lower *l, IrInstr *object, OpStep step)
{
    IrInstr *counter = op1(l, IR_counter, object->operands[0]);
    counter->resource = use_resource(l, object_resource(l, object));
    counter->immediate = step;
    return counter;
}

Value expand_append(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left);
    Value value = lower_expr(l, expr->arguments[0]);
    if (!object)
        return no_value(expr);
    IrInstr *address[4] = {count(l, object, STEP_UP)};
    Place place = place_in_resource(l, object, NULL, address);
    place_store(l, &place, value);
    return no_value(expr);
}

Value expand_consume(Lower *l, const Expr *expr)
{
    IrInstr *object = lower_object(l, expr->left);
    if (!object)
        return value_zero(l, expr->type);
    IrInstr *address[4] = {count(l, object, STEP_DOWN)};
    return load_at(l, expr, object, address, NO_ARGUMENT);
}

static Value change_counter(Lower *l, const Expr *expr, OpStep step)
{
    IrInstr *object = lower_object(l, expr->left);
    return object ? value_of(l, expr->type, count(l, object, step)) : value_zero(l, expr->type);
}

Value expand_increment_counter(Lower *l, const Expr *expr) { return change_counter(l, expr, STEP_UP); }
Value expand_decrement_counter(Lower *l, const Expr *expr) { return change_counter(l, expr, STEP_DOWN); }
