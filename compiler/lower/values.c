/* Values: lists of leaves in the order of their type's parts. */
#include "lower/values_priv.h"

/* ---- types ---- */

bool type_is_leafy(const Type *type)
{
    return type_is_numeric(type) || type->kind == TYPE_ENUM;
}

int type_components(const Type *type)
{
    return type->kind == TYPE_ENUM ? 1 : type_component_count(type);
}

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

/* ---- values ---- */

Value value_new(Lower *l, const Type *type)
{
    int count = type_leaf_count(type);
    budget_check_value(l, type, count);
    IrInstr **leaves = ARENA_ARRAY(l->arena, IrInstr *, count + 1);
    return (Value){.type = type, .leaves = leaves, .count = count};
}

Value value_copy(Lower *l, Value value)
{
    Value copy = value_new(l, value.type);
    for (int i = 0; i < copy.count; i++)
        copy.leaves[i] = value.leaves[i];
    return copy;
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

Value value_constant(Lower *l, const Type *type, const ConstantLeaf *leaves)
{
    Value value = value_new(l, type);
    const ScalarKind *kinds = value_leaf_kinds(l, type);
    for (int i = 0; i < value.count; i++)
        value.leaves[i] = leaf_constant(l, kinds[i], leaves[i]);
    return value;
}

IrInstr *value_leaf(Value value, int index)
{
    return value.leaves[value.count == 1 ? 0 : index];
}
