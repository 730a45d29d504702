/* Bit-fields: taking them out of their units, putting them in, and keeping values to the bits
 * there are. */
#include "lower/values_priv.h"

static int unit_bits(const Field *field) { return leaf_bytes(field->unit->scalar) * 8; }

static IrInstr *shifted(Lower *l, IrOp op, IrInstr *value, int count)
{
    if (count == 0)
        return value;
    return op2(l, op, value, ir_const_bits(&l->builder, value->type.scalar, (uint64_t)count));
}

/* The lowest bits of `number`, of the unit's type, as a value of the field's. */
static IrInstr *take(Lower *l, const Field *field, IrInstr *number, int offset)
{
    ScalarKind kind = field->unit->scalar;
    int above = unit_bits(field) - field->bit_width;
    IrInstr *high = shifted(l, IR_ishl, number, above - offset);
    IrInstr *low = shifted(l, leaf_is_signed(kind) ? IR_sshr : IR_ushr, high, above);
    return leaf_from_memory(l, kind, low);
}

IrInstr *bits_of_unit(Lower *l, const Field *field, IrInstr *unit)
{
    return take(l, field, unit, field->bit_offset);
}

IrInstr *bits_kept(Lower *l, const Field *field, IrInstr *leaf)
{
    bool is_whole = field->bit_width == unit_bits(field) || leaf->type.scalar == IR_I1;
    return is_whole ? leaf : take(l, field, leaf, 0);
}

IrInstr *bits_into_unit(Lower *l, const Field *field, IrInstr *unit, IrInstr *leaf)
{
    IrInstr *number = leaf_to_memory(l, field->unit->scalar, leaf);
    IrScalar type = number->type.scalar;
    uint64_t mask = UINT64_MAX >> (64 - field->bit_width);
    if (field->bit_width < unit_bits(field))
        number = op2(l, IR_iand, number, ir_const_bits(&l->builder, type, mask));
    number = shifted(l, IR_ishl, number, field->bit_offset);
    if (!unit)
        return number;
    IrInstr *rest = ir_const_bits(&l->builder, type, ~(mask << field->bit_offset));
    return op2(l, IR_ior, op2(l, IR_iand, unit, rest), number);
}

/* ---- whole values ---- */

typedef struct BitWalk {
    Lower *l;
    IrInstr **leaf;     /* the next one */
    IrInstr *number;    /* what every leaf is to hold, of `kind`; NULL: what it holds already */
    ScalarKind kind;
} BitWalk;

static void splat_leaf(BitWalk *walk, ScalarKind to)
{
    *walk->leaf = leaf_cast(walk->l, walk->number, walk->kind, to);
}

static void walk_field(BitWalk *walk, const Field *field)
{
    ScalarKind unit = field->unit->scalar;
    if (leaf_memory(unit) != scalar_ir(unit))
        unit = SCALAR_U32;
    if (!walk->number) {
        *walk->leaf = bits_kept(walk->l, field, *walk->leaf);
    } else {
        splat_leaf(walk, unit);
        *walk->leaf = bits_of_unit(walk->l, field, *walk->leaf);
    }
    walk->leaf++;
}

static void walk_type(BitWalk *walk, const Type *type)
{
    if (!walk->number && !type_has_bit_fields(type)) {
        walk->leaf += type_leaf_count(type);
        return;
    }
    for (int i = 0; type_is_leafy(type) && i < type_components(type); i++, walk->leaf++)
        splat_leaf(walk, type->scalar);
    for (int64_t i = 0; type->kind == TYPE_ARRAY && i < type->count; i++)
        walk_type(walk, type->element);
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++)
        if (type->fields[i].bit_width > 0 && type->fields[i].name)
            walk_field(walk, &type->fields[i]);
        else
            walk_type(walk, type->fields[i].type);
}

Value bits_fit(Lower *l, Value value)
{
    BitWalk walk = {.l = l, .leaf = value.leaves};
    walk_type(&walk, value.type);
    return value;
}

Value bits_splat(Lower *l, const Type *to, ScalarKind kind, IrInstr *number)
{
    Value value = value_new(l, to);
    BitWalk walk = {.l = l, .leaf = value.leaves, .number = number, .kind = kind};
    walk_type(&walk, to);
    return value;
}
