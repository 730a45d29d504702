/* Methods that load and store elements: Load, Store, mips, Append, Consume, counters. Each finds
 * the place of the element. */
#include "lower/expand_priv.h"

static Value load_at(Lower *l, const Call *call, IrInstr *const *address, int status)
{
    Place place = place_in_resource(l, call->object, call->type, address);
    Value value = place_load(l, &place, call->type);
    give_status(l, call, status);
    return value;
}

/* ---- buffers ---- */

static Value load_buffer(Lower *l, const Call *call)
{
    IrInstr *address[4] = {call->values[0].leaves[0], l->zero, l->zero, l->zero};
    return load_at(l, call, address, 1);
}

Value expand_typed_load(Lower *l, const Call *call) { return load_buffer(l, call); }
Value expand_structured_load(Lower *l, const Call *call) { return load_buffer(l, call); }
Value expand_raw_load(Lower *l, const Call *call) { return load_buffer(l, call); }

Value expand_raw_store(Lower *l, const Call *call)
{
    IrInstr *address[4] = {call->values[0].leaves[0]};
    Value value = call->values[1];
    Place place = place_in_resource(l, call->object, value.type, address);
    place_store(l, &place, value);
    return no_value(call);
}

/* ---- textures ---- */

enum { NO_ARGUMENT = 1000 };

/* The coordinate's components, moved by argument number `offset` if there is one. */
static void move_coordinate(Lower *l, const Call *call, Value location, int offset, IrInstr **out)
{
    memcpy(out, location.leaves, sizeof *out * (size_t)location.count);
    for (int i = 0; offset < call->count && i < call->values[offset].count; i++)
        out[i] = index_add(l, out[i], call->values[offset].leaves[i]);
}

static Value load_texel(Lower *l, const Call *call, Value location, IrInstr *mip, int offset,
                        int status)
{
    IrInstr *moved[4], *address[4];
    move_coordinate(l, call, location, offset, moved);
    texel_address(l, call->object, moved, mip, address);
    return load_at(l, call, address, status);
}

/* Load(coordinate and mip, offset, status) */
Value expand_texture_load(Lower *l, const Call *call)
{
    Value location = call->values[0];
    return load_texel(l, call, location, location.leaves[location.count - 1], 1, 2);
}

Value expand_rwtexture_load(Lower *l, const Call *call)
{
    return load_texel(l, call, call->values[0], l->zero, NO_ARGUMENT, 1);
}

/* mips[mip][coordinate] */
Value expand_mips_load(Lower *l, const Call *call)
{
    IrInstr *mip = call->values[0].leaves[0];
    return load_texel(l, call, call->values[1], mip, NO_ARGUMENT, NO_ARGUMENT);
}

/* The samples of slice s are the slices s * count .. of what the host binds. */
static Value load_sample(Lower *l, const Call *call, Value location, IrInstr *sample, int offset,
                         int status)
{
    IrInstr *moved[4], *address[4];
    move_coordinate(l, call, location, offset, moved);
    texel_address(l, call->object, moved, l->zero, address);
    IrInstr *first = index_scale(l, address[2], samples_of(l, call->object));
    address[2] = index_add(l, first, sample);
    return load_at(l, call, address, status);
}

Value expand_multisampled_load(Lower *l, const Call *call)
{
    return load_sample(l, call, call->values[0], call->values[1].leaves[0], 2, 3);
}

/* sample[index][coordinate] */
Value expand_sample_load(Lower *l, const Call *call)
{
    IrInstr *sample = call->values[0].leaves[0];
    return load_sample(l, call, call->values[1], sample, NO_ARGUMENT, NO_ARGUMENT);
}

/* ---- hidden counters ---- */

static IrInstr *build_counter(Lower *l, const IrInstr *object, OpStep step)
{
    IrInstr *counter = op1(l, IR_counter, object->operands[0]);
    counter->resource = object_use(l, object);
    counter->immediate = step;
    return counter;
}

Value expand_append(Lower *l, const Call *call)
{
    IrInstr *address[4] = {build_counter(l, call->object, STEP_UP)};
    Place place = place_in_resource(l, call->object, NULL, address);
    place_store(l, &place, call->values[0]);
    return no_value(call);
}

Value expand_consume(Lower *l, const Call *call)
{
    IrInstr *address[4] = {build_counter(l, call->object, STEP_DOWN)};
    return load_at(l, call, address, NO_ARGUMENT);
}

Value expand_increment_counter(Lower *l, const Call *call)
{
    return value_of(l, call->type, build_counter(l, call->object, STEP_UP));
}

Value expand_decrement_counter(Lower *l, const Call *call)
{
    return value_of(l, call->type, build_counter(l, call->object, STEP_DOWN));
}
