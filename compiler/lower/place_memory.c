/* Loads and stores of memory by byte offset: cbuffers, structured buffers, byte-address buffers.
 *
 * What is read is first a list of leaves with their offsets by the layout rules; contiguous leaves of one
 * scalar type become one instruction. So the column-major matrix of a structured buffer is one load of 16
 * components, arranged afterwards, and reading one field of an element loads that field alone. */
#include "lower/lower_priv.h"

#include <stdlib.h>

enum { MAX_RUN = 16, CBUFFER_ROW = 16 };

typedef struct MemoryLeaf {
    int64_t offset;  /* from the place's start */
    ScalarKind kind;
    int position;    /* among the leaves asked for */
    const Field *bits; /* it is this bit-field; or NULL */
} MemoryLeaf;

typedef struct MemoryLeaves {
    VEC(MemoryLeaf) list;
} MemoryLeaves;

/* ---- which leaves, and where ---- */

static void add_bits(Lower *l, MemoryLeaves *leaves, const Field *field, int64_t offset)
{
    int position = leaves->list.count;
    vec_push(l->arena, &leaves->list, (MemoryLeaf){offset, field->unit->scalar, position, field});
}

static void add_leaf(Lower *l, MemoryLeaves *leaves, const Type *type, int component, int64_t offset, LayoutRule rule)
{
    if (type->kind != TYPE_ENUM)
        offset += layout_component_offset(type, component / type->columns, component % type->columns, rule);
    int position = leaves->list.count;
    vec_push(l->arena, &leaves->list, (MemoryLeaf){offset, type->scalar, position, NULL});
}

static void add_all_leaves(Lower *l, MemoryLeaves *leaves, const Type *type, int64_t offset, LayoutRule rule)
{
    if (type_is_leafy(type)) {
        for (int i = 0; i < type_components(type); i++)
            add_leaf(l, leaves, type, i, offset, rule);
    } else if (type->kind == TYPE_ARRAY) {
        for (int64_t i = 0; i < type->count; i++)
            add_all_leaves(l, leaves, type->element, offset + i * layout_array_stride(type, rule), rule);
    } else if (type->kind == TYPE_STRUCT) {
        for (int i = 0; i < type->field_count; i++)
            if (type->fields[i].bit_width > 0 && type->fields[i].name)
                add_bits(l, leaves, &type->fields[i], offset + layout_field_offset(type, i, rule));
            else
                add_all_leaves(l, leaves, type->fields[i].type, offset + layout_field_offset(type, i, rule), rule);
    } else {
        lower_unsupported(l, "this member of a buffer", "only numbers lie in memory");
    }
}

static int compare_offsets(const void *left, const void *right)
{
    const MemoryLeaf *a = left, *b = right;
    return a->offset != b->offset ? (a->offset > b->offset) - (a->offset < b->offset) : a->position - b->position;
}

/* In the order of their offsets. */
static MemoryLeaves find_leaves(Lower *l, const Place *place, const uint8_t *components, int count)
{
    MemoryLeaves leaves = {0};
    if (place->bits)
        add_bits(l, &leaves, place->bits, 0);
    else if (count == 0)
        add_all_leaves(l, &leaves, place->type, 0, place->rule);
    for (int i = 0; !place->bits && i < count; i++)
        add_leaf(l, &leaves, place->type, components[i], 0, place->rule);
    if (leaves.list.count > 1)
        qsort(leaves.list.items, (size_t)leaves.list.count, sizeof(MemoryLeaf), compare_offsets);
    return leaves;
}

/* How many bit-fields from `first` on are of one unit. */
static int unit_length(const MemoryLeaves *leaves, int first)
{
    int length = 1;
    while (first + length < leaves->list.count && leaves->list.items[first + length].offset == leaves->list.items[first].offset)
        length++;
    return length;
}

/* How many leaves from `first` on one instruction takes. A cbuffer's stay within a 16-byte row. */
static int run_length(const Place *place, const MemoryLeaves *leaves, int first)
{
    const MemoryLeaf *start = &leaves->list.items[first];
    IrScalar scalar = leaf_memory(start->kind);
    int64_t next = start->offset;
    int length = 0;
    for (; length < MAX_RUN && first + length < leaves->list.count; length++) {
        const MemoryLeaf *leaf = &start[length];
        bool new_row = place->rule == LAYOUT_CBUFFER && length > 0 && (place->offset + leaf->offset) % CBUFFER_ROW == 0;
        if (leaf->bits || leaf->offset != next || leaf_memory(leaf->kind) != scalar || new_row)
            break;
        next += leaf_bytes(leaf->kind);
    }
    return length;
}

/* ---- addresses ---- */

typedef struct MemoryOps { IrOp load, store, atomic; } MemoryOps;

static MemoryOps memory_ops(const IrResource *resource)
{
    switch (resource->shape) {
    case IR_SHAPE_CBUFFER: return (MemoryOps){IR_load_cbuffer, IR_store_struct, IR_atomic_struct};
    case IR_SHAPE_RAW: return (MemoryOps){IR_load_raw, IR_store_raw, IR_atomic_raw};
    default: return (MemoryOps){IR_load_struct, IR_store_struct, IR_atomic_struct};
    }
}

/* The operands before the values: row and offset, element and offset, or address. Returns how many. */
static int address_operands(Lower *l, const Place *place, const IrResource *resource, int64_t offset, IrInstr **operands)
{
    IrInstr *bytes = index_constant(l, place->offset + offset);
    if (place->dynamic_offset)
        bytes = index_add(l, place->dynamic_offset, bytes);
    operands[0] = place->row;
    if (resource->shape == IR_SHAPE_STRUCT) {
        operands[1] = index_guard(l, place->valid, place->address[0], -1);
        operands[2] = bytes;
        return 3;
    }
    if (resource->shape == IR_SHAPE_RAW)
        bytes = index_add(l, place->address[0], bytes);
    operands[1] = index_guard(l, place->valid, bytes, -1);
    return 2;
}

static IrInstr *build_access(Lower *l, const Place *place, IrOp op, IrType type, int64_t offset)
{
    IrResource *resource = use_resource(l, place->resource);
    IrInstr *operands[3];
    int count = address_operands(l, place, resource, offset, operands);
    IrInstr *access = ir_build_typed(&l->builder, op, type, operands, count);
    access->resource = resource;
    return access;
}

/* ---- the interface ---- */

static IrInstr *load_unit(Lower *l, const Place *place, const MemoryLeaf *leaf)
{
    return build_access(l, place, memory_ops(use_resource(l, place->resource)).load, ir_scalar(leaf_memory(leaf->kind)), leaf->offset);
}

static void load_bits(Lower *l, const Place *place, const MemoryLeaf *leaves, int count, IrInstr **out)
{
    IrInstr *unit = load_unit(l, place, leaves);
    for (int i = 0; i < count; i++)
        out[leaves[i].position] = bits_of_unit(l, leaves[i].bits, unit);
}

/* One field leaves its unit's others as they are; a struct writes whole units, 0 into bits without a name. */
static void store_bits(Lower *l, const Place *place, const MemoryLeaf *leaves, int count, IrInstr *const *values)
{
    IrInstr *unit = place->bits ? load_unit(l, place, leaves) : NULL;
    for (int i = 0; i < count; i++)
        unit = bits_into_unit(l, leaves[i].bits, unit, values[leaves[i].position]);
    IrInstr *store = build_access(l, place, memory_ops(use_resource(l, place->resource)).store, ir_scalar(IR_VOID), leaves->offset);
    ir_add_operand(l->kernel, store, unit);
}

void memory_load(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr **out)
{
    MemoryLeaves leaves = find_leaves(l, place, components, count);
    IrOp op = memory_ops(use_resource(l, place->resource)).load;
    for (int first = 0, length; first < leaves.list.count; first += length) {
        const MemoryLeaf *run = &leaves.list.items[first];
        if (run->bits) {
            length = unit_length(&leaves, first);
            load_bits(l, place, run, length, out);
            continue;
        }
        length = run_length(place, &leaves, first);
        IrType type = {leaf_memory(run->kind), (uint8_t)length};
        IrInstr *load = build_access(l, place, op, type, run->offset);
        for (int i = 0; i < length; i++)
            out[run[i].position] = leaf_from_memory(l, run[i].kind, ir_extract(&l->builder, load, i));
    }
}

void memory_store(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr *const *values)
{
    MemoryLeaves leaves = find_leaves(l, place, components, count);
    IrOp op = memory_ops(use_resource(l, place->resource)).store;
    for (int first = 0, length; first < leaves.list.count; first += length) {
        const MemoryLeaf *run = &leaves.list.items[first];
        if (run->bits) {
            length = unit_length(&leaves, first);
            store_bits(l, place, run, length, values);
            continue;
        }
        length = run_length(place, &leaves, first);
        IrInstr *stored[MAX_RUN];
        for (int i = 0; i < length; i++)
            stored[i] = leaf_to_memory(l, run[i].kind, values[run[i].position]);
        IrInstr *store = build_access(l, place, op, ir_scalar(IR_VOID), run->offset);
        for (int i = 0; i < length; i++)
            ir_add_operand(l->kernel, store, stored[i]);
    }
}

IrInstr *memory_atomic(Lower *l, const Place *place, int component, IrScalar type, IrOp combine, IrInstr *const *values, int count)
{
    uint8_t components[1] = {(uint8_t)component};
    MemoryLeaves leaves = find_leaves(l, place, components, 1);
    IrOp op = memory_ops(use_resource(l, place->resource)).atomic;
    IrInstr *atomic = build_access(l, place, op, ir_scalar(type), leaves.list.items[0].offset);
    atomic->combine = combine;
    for (int i = 0; i < count; i++)
        ir_add_operand(l->kernel, atomic, values[i]);
    return atomic;
}
