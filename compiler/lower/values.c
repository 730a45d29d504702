/* Rvalues: making, slicing and converting lists of leaves. */
#include "lower/lower_priv.h"

bool type_is_leafy(const Type *type) { return type_is_numeric(type) || type->kind == TYPE_ENUM; }
int type_components(const Type *type) { return type->kind == TYPE_ENUM ? 1 : type_component_count(type); }

bool type_has_object(const Type *type)
{
    switch (type->kind) {
    case TYPE_RESOURCE: return true;
    case TYPE_ARRAY: return type_has_object(type->element);
    case TYPE_STRUCT:
        for (int i = 0; i < type->field_count; i++)
            if (type_has_object(type->fields[i].type))
                return true;
        return false;
    default: return false;
    }
}

static ScalarKind *add_leaf_kinds(const Type *type, ScalarKind *out)
{
    int leaves = type_is_leafy(type) ? type_components(type) : type->kind == TYPE_RESOURCE ? 1 : 0;
    for (int i = 0; i < leaves; i++)
        *out++ = type->kind == TYPE_RESOURCE ? SCALAR_COUNT : type->scalar;
    for (int64_t i = 0; type->kind == TYPE_ARRAY && i < type->count; i++)
        out = add_leaf_kinds(type->element, out);
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++)
        out = add_leaf_kinds(type->fields[i].type, out);
    return out;
}

const ScalarKind *value_leaf_kinds(Lower *l, const Type *type)
{
    ScalarKind *kinds = ARENA_ARRAY(l->arena, ScalarKind, type_leaf_count(type) + 1);
    add_leaf_kinds(type, kinds);
    return kinds;
}

Value value_new(Lower *l, const Type *type)
{
    int count = type_leaf_count(type);
    return (Value){.type = type, .leaves = ARENA_ARRAY(l->arena, IrInstr *, count + 1), .count = count};
}

Value value_zero(Lower *l, const Type *type)
{
    Value value = value_new(l, type);
    const ScalarKind *kinds = value_leaf_kinds(l, type);
    for (int i = 0; i < value.count; i++)
        value.leaves[i] = kinds[i] == SCALAR_COUNT ? NULL : leaf_number(l, kinds[i], 0);
    return value;
}

Value value_of(Lower *l, const Type *type, IrInstr *leaf)
{
    Value value = {.type = type, .leaves = ARENA_ARRAY(l->arena, IrInstr *, 1), .count = 1};
    value.leaves[0] = leaf;
    return value;
}

Value value_slice(const Type *type, Value whole, int first)
{
    return (Value){.type = type, .leaves = whole.leaves + first, .count = type_leaf_count(type)};
}

Value value_constant(Lower *l, const Type *type, const ConstantLeaf *leaves)
{
    Value value = value_new(l, type);
    const ScalarKind *kinds = value_leaf_kinds(l, type);
    for (int i = 0; i < value.count; i++)
        value.leaves[i] = leaf_constant(l, kinds[i], leaves[i]);
    return value;
}

/* ---- conversion ---- */

/* Which leaf of `from` becomes leaf `index` of `to`: a splat, the upper left part, or the same one. */
static int source_leaf(const Type *from, const Type *to, int index, int from_count, int to_count)
{
    if (from_count == 1)
        return 0;
    bool cuts_columns = from->kind == TYPE_MATRIX && to->kind == TYPE_MATRIX && from_count != to_count;
    return cuts_columns ? index / to->columns * from->columns + index % to->columns : index;
}

Value value_convert(Lower *l, Value value, const Type *to)
{
    if (value.type == to)
        return value;
    if (value.count == 1 && type_is_leafy(value.type) && type_has_bit_fields(to))
        return bits_splat(l, to, value.type->scalar, value.leaves[0]);
    Value result = value_new(l, to);
    const ScalarKind *from_kinds = value_leaf_kinds(l, value.type), *to_kinds = value_leaf_kinds(l, to);
    for (int i = 0; i < result.count; i++) {
        int source = source_leaf(value.type, to, i, value.count, result.count);
        if (source >= value.count || (from_kinds[source] == SCALAR_COUNT) != (to_kinds[i] == SCALAR_COUNT)) {
            lower_unsupported(l, "this conversion", "the types have different shapes");
            return value_zero(l, to);
        }
        IrInstr *leaf = value.leaves[source];
        if (i > 0 && value.count == 1 && to_kinds[i] == to_kinds[i - 1])
            result.leaves[i] = result.leaves[i - 1];
        else
            result.leaves[i] = to_kinds[i] == SCALAR_COUNT ? leaf : leaf_cast(l, leaf, from_kinds[source], to_kinds[i]);
    }
    return bits_fit(l, result);
}
