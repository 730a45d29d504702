/* Loads and stores of memory by byte offset: cbuffers, structured buffers, byte-address buffers.
 *
 * What is read is first a list of leaves with their offsets by the layout rules; contiguous leaves
 * of one scalar type become one instruction. So the column-major matrix of a structured buffer is
 * one load of 16 components, arranged afterwards, and reading one field of an element loads that
 * field alone. */
#include "lower/places_priv.h"

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

static void add_leaf(Lower *l, MemoryLeaves *leaves, int64_t offset, ScalarKind kind)
{
    int position = leaves->list.count;
    vec_push(l->arena, &leaves->list, (MemoryLeaf){offset, kind, position, NULL});
}

static void add_bits(Lower *l, MemoryLeaves *leaves, int64_t offset, const Field *field)
{
    add_leaf(l, leaves, offset, field->unit->scalar);
    leaves->list.items[leaves->list.count - 1].bits = field;
}

static void add_component(Lower *l, MemoryLeaves *leaves, const Type *type, int component,
                          int64_t offset, LayoutRule rule)
{
    if (type->kind != TYPE_ENUM)
        offset += layout_component_offset(type, component / type->columns,
                                          component % type->columns, rule);
    add_leaf(l, leaves, offset, type->scalar);
}

static void add_all_leaves(Lower *l, MemoryLeaves *leaves, const Type *type, int64_t offset,
                           LayoutRule rule);

static void add_fields(Lower *l, MemoryLeaves *leaves, const Type *type, int64_t offset,
                       LayoutRule rule)
{
    for (int i = 0; i < type->field_count; i++) {
        const Field *field = &type->fields[i];
        int64_t at = offset + layout_field_offset(type, i, rule);
        if (field->bit_width > 0 && field->name)
            add_bits(l, leaves, at, field);
        else
            add_all_leaves(l, leaves, field->type, at, rule);
    }
}

static void add_all_leaves(Lower *l, MemoryLeaves *leaves, const Type *type, int64_t offset,
                           LayoutRule rule)
{
    if (type_is_leafy(type)) {
        for (int i = 0; i < type_components(type); i++)
            add_component(l, leaves, type, i, offset, rule);
    } else if (type->kind == TYPE_ARRAY) {
        int64_t stride = layout_array_stride(type, rule);
        for (int64_t i = 0; i < type->count; i++)
            add_all_leaves(l, leaves, type->element, offset + i * stride, rule);
    } else if (type->kind == TYPE_STRUCT) {
        add_fields(l, leaves, type, offset, rule);
    } else {
        lower_unsupported(l, "this member of a buffer", "only numbers lie in memory");
    }
}

static int compare_offsets(const void *left, const void *right)
{
    const MemoryLeaf *a = left, *b = right;
    if (a->offset == b->offset)
        return a->position - b->position;
    return a->offset > b->offset ? 1 : -1;
}

/* In the order of their offsets. */
static MemoryLeaves find_leaves(Lower *l, const Place *place, Components part)
{
    MemoryLeaves leaves = {0};
    if (place->bits)
        add_bits(l, &leaves, 0, place->bits);
    else if (part.count == 0)
        add_all_leaves(l, &leaves, place->type, 0, place->rule);
    else
        for (int i = 0; i < part.count; i++)
            add_component(l, &leaves, place->type, part.list[i], 0, place->rule);
    if (leaves.list.count > 1)
        qsort(leaves.list.items, (size_t)leaves.list.count, sizeof(MemoryLeaf), compare_offsets);
    return leaves;
}

/* How many leaves from `first` on one instruction takes: the bit-fields of one unit, or a run of
 * contiguous leaves. A cbuffer's stay within a 16-byte row. */
static int run_length(const Place *place, const MemoryLeaves *leaves, int first)
{
    const MemoryLeaf *start = &leaves->list.items[first];
    int length = 1, left = leaves->list.count - first;
    if (start->bits) {
        while (length < left && start[length].offset == start->offset)
            length++;
        return length;
    }
    for (; length < MAX_RUN && length < left; length++) {
        const MemoryLeaf *leaf = &start[length];
        int64_t next = start->offset + length * leaf_bytes(start->kind);
        bool new_row = place->rule == LAYOUT_CBUFFER && (place->offset + next) % CBUFFER_ROW == 0;
        bool is_alike = leaf_memory(leaf->kind) == leaf_memory(start->kind);
        if (leaf->bits || leaf->offset != next || !is_alike || new_row)
            break;
    }
    return length;
}

/* ---- addresses ---- */

typedef struct MemoryOps { IrOp load, store, atomic; } MemoryOps;

static MemoryOps memory_ops(Lower *l, const Place *place)
{
    switch (use_resource(l, place->resource)->shape) {
    case IR_SHAPE_CBUFFER: return (MemoryOps){IR_load_cbuffer, IR_store_struct, IR_atomic_struct};
    case IR_SHAPE_RAW: return (MemoryOps){IR_load_raw, IR_store_raw, IR_atomic_raw};
    default: return (MemoryOps){IR_load_struct, IR_store_struct, IR_atomic_struct};
    }
}

/* The operands before the values: row and offset, element and offset, or address. Returns how
 * many. */
static int address_operands(Lower *l, const Place *place, IrResourceShape shape, int64_t offset,
                            IrInstr **operands)
{
    IrInstr *bytes = index_constant(l, place->offset + offset);
    if (place->dynamic_offset)
        bytes = index_add(l, place->dynamic_offset, bytes);
    operands[0] = place->row;
    if (shape == IR_SHAPE_STRUCT) {
        operands[1] = index_guard(l, place->valid, place->address[0], -1);
        operands[2] = bytes;
        return 3;
    }
    if (shape == IR_SHAPE_RAW)
        bytes = index_add(l, place->address[0], bytes);
    operands[1] = index_guard(l, place->valid, bytes, -1);
    return 2;
}

static IrInstr *build_memory_access(Lower *l, const Place *place, IrOp op, IrType type,
                                    int64_t offset)
{
    IrResource *resource = use_resource(l, place->resource);
    IrInstr *operands[3];
    int count = address_operands(l, place, resource->shape, offset, operands);
    IrInstr *access = ir_build_typed(&l->builder, op, type, operands, count);
    access->resource = resource;
    return access;
}

/* ---- runs ---- */

static void load_run(Lower *l, const Place *place, const MemoryLeaf *run, int length,
                     IrInstr **out)
{
    IrOp op = memory_ops(l, place).load;
    IrType type = {leaf_memory(run->kind), (uint8_t)length};
    IrInstr *load = build_memory_access(l, place, op, type, run->offset);
    for (int i = 0; i < length; i++)
        out[run[i].position] = leaf_from_memory(l, run[i].kind, ir_extract(&l->builder, load, i));
}

static void store_run(Lower *l, const Place *place, const MemoryLeaf *run, int length,
                      IrInstr *const *values)
{
    IrInstr *stored[MAX_RUN];
    for (int i = 0; i < length; i++)
        stored[i] = leaf_to_memory(l, run[i].kind, values[run[i].position]);
    IrOp op = memory_ops(l, place).store;
    IrInstr *store = build_memory_access(l, place, op, ir_scalar(IR_VOID), run->offset);
    for (int i = 0; i < length; i++)
        ir_add_operand(l->kernel, store, stored[i]);
}

/* A unit of bit-fields, as one number. */
static IrInstr *load_unit(Lower *l, const Place *place, const MemoryLeaf *leaf)
{
    IrOp op = memory_ops(l, place).load;
    return build_memory_access(l, place, op, ir_scalar(leaf_memory(leaf->kind)), leaf->offset);
}

static void load_bits(Lower *l, const Place *place, const MemoryLeaf *leaves, int count,
                      IrInstr **out)
{
    IrInstr *unit = load_unit(l, place, leaves);
    for (int i = 0; i < count; i++)
        out[leaves[i].position] = bits_of_unit(l, leaves[i].bits, unit);
}

/* One field leaves its unit's others as they are; a struct writes whole units, 0 into bits without
 * a name. */
static void store_bits(Lower *l, const Place *place, const MemoryLeaf *leaves, int count,
                       IrInstr *const *values)
{
    IrInstr *unit = place->bits ? load_unit(l, place, leaves) : NULL;
    for (int i = 0; i < count; i++)
        unit = bits_into_unit(l, leaves[i].bits, unit, values[leaves[i].position]);
    IrOp op = memory_ops(l, place).store;
    IrInstr *store = build_memory_access(l, place, op, ir_scalar(IR_VOID), leaves->offset);
    ir_add_operand(l->kernel, store, unit);
}

/* ---- the interface ---- */

void memory_load(Lower *l, const Place *place, Components part, IrInstr **out)
{
    MemoryLeaves leaves = find_leaves(l, place, part);
    for (int first = 0, length; first < leaves.list.count; first += length) {
        const MemoryLeaf *run = &leaves.list.items[first];
        length = run_length(place, &leaves, first);
        if (run->bits)
            load_bits(l, place, run, length, out);
        else
            load_run(l, place, run, length, out);
    }
}

void memory_store(Lower *l, const Place *place, Components part, IrInstr *const *values)
{
    MemoryLeaves leaves = find_leaves(l, place, part);
    for (int first = 0, length; first < leaves.list.count; first += length) {
        const MemoryLeaf *run = &leaves.list.items[first];
        length = run_length(place, &leaves, first);
        if (run->bits)
            store_bits(l, place, run, length, values);
        else
            store_run(l, place, run, length, values);
    }
}

IrInstr *memory_atomic(Lower *l, const Place *place, int component, IrScalar type)
{
    MemoryLeaves leaves = find_leaves(l, place, (Components){{(uint8_t)component}, 1});
    IrOp op = memory_ops(l, place).atomic;
    return build_memory_access(l, place, op, ir_scalar(type), leaves.list.items[0].offset);
}
