/* Types: interned, so that equal types are equal pointers; and questions about them.
 *
 * Structs and enums are equal only to themselves. Matrices that differ by layout alone are
 * different pointers that type_same takes for one. */
#include "types_priv.h"

static const ScalarInfo SCALARS[] = {
#define SCALAR(id, name, bits, bytes, ir, class, rank, abi) \
    {name, bits, bytes, IR_##ir, CLASS_##class, rank, #abi},
#include "scalar.def"
#undef SCALAR
};

enum { ARRAY = true, SINGLE = false, READ = false, WRITE = true,
       NOTHING = ELEMENT_NOTHING, TYPED = ELEMENT_TYPED, STRUCT = ELEMENT_STRUCT,
       CONSTANTS = ELEMENT_CONSTANTS };

static const ResourceInfo RESOURCES[] = {
#define RESOURCE(id, name, class, abi, index, spatial, sizes, array, access, element, shape, \
                 family) \
    {name, class, #abi, index, spatial, sizes, array, access, (ResourceElement)element, #shape, \
     METHODS_##family},
#include "resource.def"
#undef RESOURCE
};

const ScalarInfo *scalar_info(ScalarKind scalar) { return &SCALARS[scalar]; }
const ResourceInfo *resource_info(ResourceKind kind) { return &RESOURCES[kind]; }
bool resource_is_texture(const ResourceInfo *info) { return strncmp(info->shape, "TEX", 3) == 0; }
int scalar_bits(ScalarKind scalar) { return SCALARS[scalar].bits; }
IrScalar scalar_ir(ScalarKind scalar) { return SCALARS[scalar].ir; }
bool scalar_is_float(ScalarKind scalar) { return SCALARS[scalar].class == CLASS_FLOAT; }
bool scalar_is_literal(ScalarKind scalar) { return SCALARS[scalar].rank == 0; }

ScalarKind scalar_unsigned(ScalarKind scalar)
{
    for (int i = 0; i < SCALAR_COUNT; i++)
        if (SCALARS[scalar].class == CLASS_SIGNED && SCALARS[i].class == CLASS_UNSIGNED &&
            SCALARS[i].rank == SCALARS[scalar].rank)
            return (ScalarKind)i;
    return scalar == SCALAR_LITERAL_INT ? SCALAR_U32
         : scalar == SCALAR_MIN12I      ? SCALAR_MIN16U
                                        : scalar;
}

/* ---- the table ---- */

struct TypeTable {
    Arena *arena;
    const Type **slots; /* by hash, linear probing */
    int count, capacity;
    Type error, void_type, string, descriptors[2];
};

TypeTable *types_new(Arena *arena)
{
    TypeTable *table = ARENA_NEW(arena, TypeTable);
    table->arena = arena;
    table->error = (Type){.kind = TYPE_ERROR, .spelling = "(error)"};
    table->void_type = (Type){.kind = TYPE_VOID, .spelling = "void"};
    table->string = (Type){.kind = TYPE_STRING, .spelling = "string"};
    table->descriptors[DESCRIPTOR_RESOURCE] = (Type){.kind = TYPE_DESCRIPTOR,
                                                     .spelling = "resource descriptor"};
    table->descriptors[DESCRIPTOR_SAMPLER] = (Type){.kind = TYPE_DESCRIPTOR,
                                                    .spelling = "sampler descriptor"};
    return table;
}

static size_t type_hash(const Type *type)
{
    uint64_t parts[] = {type->kind,
                        type->scalar,
                        (uint64_t)(type->rows * 8 + type->columns),
                        type->row_major,
                        (uint64_t)(uintptr_t)type->element,
                        (uint64_t)type->count,
                        type->resource,
                        (uint64_t)type->sample_count,
                        (uint64_t)(type->snorm * 2 + type->unorm)};
    uint64_t hash = 1469598103934665603u;
    for (int i = 0; i < COUNT_OF(parts); i++)
        hash = (hash ^ parts[i]) * 0x9e3779b97f4a7c15u;
    return (size_t)(hash >> 16);
}

static bool type_equal(const Type *left, const Type *right)
{
    return left->kind == right->kind && left->scalar == right->scalar &&
           left->rows == right->rows && left->columns == right->columns &&
           left->row_major == right->row_major && left->element == right->element &&
           left->count == right->count && left->resource == right->resource &&
           left->sample_count == right->sample_count && left->snorm == right->snorm &&
           left->unorm == right->unorm;
}

static int table_slot(const TypeTable *table, const Type *type)
{
    int slot = (int)(type_hash(type) & (size_t)(table->capacity - 1));
    while (table->slots[slot] != NULL && !type_equal(table->slots[slot], type))
        slot = (slot + 1) & (table->capacity - 1);
    return slot;
}

static void table_grow(TypeTable *table)
{
    TypeTable old = *table;
    table->capacity = old.capacity == 0 ? 64 : old.capacity * 2;
    table->slots = ARENA_ARRAY(table->arena, const Type *, table->capacity);
    for (int i = 0; i < old.capacity; i++)
        if (old.slots[i] != NULL)
            table->slots[table_slot(table, old.slots[i])] = old.slots[i];
}

static const char *spell_resource(Arena *arena, const Type *type)
{
    const char *name = RESOURCES[type->resource].name;
    const char *modifier = type->snorm ? "snorm " : type->unorm ? "unorm " : "";
    if (type->element == NULL)
        return name;
    if (type->sample_count > 0)
        return arena_printf(arena, "%s<%s%s, %d>", name, modifier, type->element->spelling,
                            type->sample_count);
    return arena_printf(arena, "%s<%s%s>", name, modifier, type->element->spelling);
}

/* Array dimensions are written outermost first: an array of 2 of (float[3]) is float[2][3]. */
static const char *spell_array(Arena *arena, const Type *type)
{
    const Type *base;
    Text extents = {0};
    for (base = type; base->kind == TYPE_ARRAY; base = base->element) {
        if (base->count < 0)
            text_printf(&extents, "[]");
        else
            text_printf(&extents, "[%lld]", (long long)base->count);
    }
    const char *spelling = arena_printf(arena, "%s%s", base->spelling, extents.bytes);
    text_free(&extents);
    return spelling;
}

static const char *spell(Arena *arena, const Type *type)
{
    const char *scalar = SCALARS[type->scalar].name;
    bool is_plain = strpbrk(scalar, " ") == NULL; /* "literal float" takes no number behind it */
    switch (type->kind) {
    case TYPE_SCALAR: return scalar;
    case TYPE_VECTOR:
        return arena_printf(arena, is_plain ? "%s%d" : "vector<%s, %d>", scalar, type->columns);
    case TYPE_MATRIX:
        return arena_printf(arena, is_plain ? "%s%s%dx%d" : "%smatrix<%s, %d, %d>",
                            type->row_major ? "row_major " : "", scalar, type->rows,
                            type->columns);
    case TYPE_ARRAY: return spell_array(arena, type);
    case TYPE_RESOURCE: return spell_resource(arena, type);
    default: return type->name != NULL ? type->name : "(unnamed)";
    }
}

static const Type *type_intern(TypeTable *table, Type type)
{
    if ((table->count + 1) * 3 >= table->capacity * 2)
        table_grow(table);
    int slot = table_slot(table, &type);
    if (table->slots[slot] == NULL) {
        Type *kept = ARENA_NEW(table->arena, Type);
        *kept = type;
        kept->spelling = spell(table->arena, kept);
        table->slots[slot] = kept;
        table->count++;
    }
    return table->slots[slot];
}

const Type *type_error(const Checker *checker) { return &checker->types->error; }

const Type *type_foreign(Checker *checker, Name name, const char *reason)
{
    const Type *known = map_find(&checker->foreign_types, name);
    if (known != NULL)
        return known;
    Type *type = ARENA_NEW(checker->arena, Type);
    *type = (Type){.kind = TYPE_ERROR, .name = name, .reason = reason, .spelling = name};
    type->foreign = type;
    map_put(checker->arena, &checker->foreign_types, name, type);
    return type;
}

const Type *type_void(const Checker *checker) { return &checker->types->void_type; }
const Type *type_string(const Checker *checker) { return &checker->types->string; }
const Type *type_descriptor(const Checker *checker, DescriptorHeap heap)
{
    return &checker->types->descriptors[heap];
}

const Type *type_scalar(const Checker *checker, ScalarKind scalar)
{
    return type_intern(checker->types,
                       (Type){.kind = TYPE_SCALAR, .scalar = scalar, .rows = 1, .columns = 1});
}

const Type *type_vector(Checker *checker, ScalarKind scalar, int size)
{
    return type_intern(checker->types,
                       (Type){.kind = TYPE_VECTOR, .scalar = scalar, .rows = 1, .columns = size});
}

const Type *type_matrix(Checker *checker, ScalarKind scalar, int rows, int columns, bool row_major)
{
    return type_intern(checker->types, (Type){.kind = TYPE_MATRIX,
                                              .scalar = scalar,
                                              .rows = rows,
                                              .columns = columns,
                                              .row_major = row_major});
}

const Type *type_array(Checker *checker, const Type *element, int64_t count)
{
    if (type_is_error(element))
        return element;
    return type_intern(checker->types,
                       (Type){.kind = TYPE_ARRAY, .element = element, .count = count});
}

const Type *type_resource(Checker *checker, ResourceKind kind, const Type *element,
                          int sample_count, bool snorm, bool unorm)
{
    return type_intern(checker->types, (Type){.kind = TYPE_RESOURCE,
                                              .resource = kind,
                                              .element = element,
                                              .sample_count = sample_count,
                                              .snorm = snorm,
                                              .unorm = unorm});
}

Type *type_new_struct(Checker *checker, Name name)
{
    Type *type = ARENA_NEW(checker->arena, Type);
    *type = (Type){.kind = TYPE_STRUCT, .name = name};
    type->spelling = spell(checker->arena, type);
    return type;
}

Type *type_new_enum(Checker *checker, Name name, ScalarKind underlying)
{
    Type *type = ARENA_NEW(checker->arena, Type);
    *type = (Type){.kind = TYPE_ENUM, .name = name, .scalar = underlying, .rows = 1, .columns = 1};
    type->spelling = spell(checker->arena, type);
    return type;
}

const Type *type_with_scalar(Checker *checker, const Type *shape, ScalarKind scalar)
{
    switch (shape->kind) {
    case TYPE_VECTOR: return type_vector(checker, scalar, shape->columns);
    case TYPE_MATRIX:
        return type_matrix(checker, scalar, shape->rows, shape->columns, shape->row_major);
    default: return type_scalar(checker, scalar);
    }
}

/* ---- questions ---- */

const char *type_spelling(const Type *type) { return type->spelling; }

void type_print(Text *out, const void *type)
{
    const char *spelling = type_spelling(type);
    text_add(out, spelling, strlen(spelling));
}

bool type_same(const Type *left, const Type *right)
{
    if (left == right)
        return true;
    if (left->kind != right->kind)
        return false;
    if (left->kind == TYPE_MATRIX)
        return left->scalar == right->scalar && left->rows == right->rows &&
               left->columns == right->columns;
    if (left->kind == TYPE_ARRAY)
        return left->count == right->count && type_same(left->element, right->element);
    return false;
}

bool type_is_error(const Type *type) { return type->kind == TYPE_ERROR; }
bool type_is_numeric(const Type *type)
{
    return type->kind >= TYPE_SCALAR && type->kind <= TYPE_MATRIX;
}
bool type_is_floating(const Type *type)
{
    return type_is_numeric(type) && scalar_is_float(type->scalar);
}
bool type_is_integral(const Type *type)
{
    return type_is_numeric(type) && !scalar_is_float(type->scalar);
}

bool type_is_one_integer(const Type *type)
{
    return type->kind == TYPE_ENUM || (type->kind == TYPE_SCALAR && type_is_integral(type));
}
bool type_is_scalar_literal(const Type *type)
{
    return type_is_numeric(type) && scalar_is_literal(type->scalar);
}
bool type_is_aggregate(const Type *type)
{
    return type->kind == TYPE_ARRAY || type->kind == TYPE_STRUCT;
}

int type_component_count(const Type *type)
{
    return type_is_numeric(type) || type->kind == TYPE_ENUM ? type->rows * type->columns : 0;
}

static int count_struct_leaves(const Type *type)
{
    int64_t count = 0;
    if (type->measured != NULL)
        return type->measured->leaf_count;
    for (int i = 0; i < type->field_count; i++)
        count += type_leaf_count(type->fields[i].type);
    return count < INT32_MAX ? (int)count : INT32_MAX;
}

int type_leaf_count(const Type *type)
{
    switch (type->kind) {
    case TYPE_ARRAY:
        return type->count < 0 ? 0 : (int)(type->count * type_leaf_count(type->element));
    case TYPE_STRUCT: return count_struct_leaves(type);
    case TYPE_RESOURCE: case TYPE_DESCRIPTOR: return 1;
    default: return type_component_count(type);
    }
}

const Type *type_leaf(Checker *checker, const Type *type, int leaf)
{
    if (type->kind == TYPE_ARRAY)
        return type_leaf(checker, type->element, leaf % type_leaf_count(type->element));
    if (type->kind == TYPE_STRUCT) {
        int field = 0;
        for (int count; leaf >= (count = type_leaf_count(type->fields[field].type)); field++)
            leaf -= count;
        return type_leaf(checker, type->fields[field].type, leaf);
    }
    return type_is_numeric(type) ? type_scalar(checker, type->scalar) : type;
}

bool type_has_resources(const Type *type)
{
    if (type->kind == TYPE_ARRAY)
        return type_has_resources(type->element);
    if (type->measured != NULL)
        return type->measured->has_resources;
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++)
        if (type_has_resources(type->fields[i].type))
            return true;
    return type->kind == TYPE_RESOURCE;
}

const Type *type_array_base(const Type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type;
}

bool type_has_bit_fields(const Type *type) { return type_array_base(type)->has_bit_fields; }

bool type_is_derived_from(const Type *type, const Type *base)
{
    for (const Type *at = type->base; at != NULL; at = at->base)
        if (at == base)
            return true;
    return false;
}
