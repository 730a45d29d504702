/* The reflection: what hosts read of the resources, their elements and the fields of these. */
#include "lower/resources_priv.h"

/* ---- fields ---- */

typedef struct FieldList {
    VEC(IrField) list;
    LayoutRule rule;
} FieldList;

/* The bytes of `count` numbers of one kind. */
static const void *pack_default(Lower *l, ScalarKind kind, const ConstantLeaf *leaves, int count)
{
    int bytes = leaf_bytes(kind);
    uint8_t *out = arena_alloc(l->arena, (size_t)(bytes * count) + 1);
    for (int i = 0; i < count; i++) {
        uint64_t bits = (uint64_t)leaves[i].integer;
        if (leaf_is_float(kind))
            bits = op_double_to_bits(leaf_memory(kind), leaves[i].number);
        memcpy(out + i * bytes, &bits, (size_t)bytes);
    }
    return out;
}

/* A number or an array of numbers. */
static void add_number(Lower *l, FieldList *fields, const char *name, const Type *type,
                       int64_t offset, const ConstantLeaf *leaves)
{
    const Type *item = type->kind == TYPE_ARRAY ? type->element : type;
    bool is_matrix = item->kind == TYPE_MATRIX;
    IrField field = {
        .name = name,
        .type = type_spelling(item),
        .offset = (uint32_t)offset,
        .scalar = scalar_info(item->scalar)->abi,
        .rows = is_matrix ? (uint32_t)item->rows : 1,
        .columns = item->kind == TYPE_ENUM ? 1 : (uint32_t)item->columns,
        .column_stride = (uint32_t)leaf_bytes(item->scalar),
    };
    if (is_matrix && item->rows > 1)
        field.row_stride = (uint32_t)layout_component_offset(item, 1, 0, fields->rule);
    if (is_matrix && item->columns > 1)
        field.column_stride = (uint32_t)layout_component_offset(item, 0, 1, fields->rule);
    if (type->kind == TYPE_ARRAY) {
        field.array_count = (uint32_t)type->count;
        field.array_stride = (uint32_t)layout_array_stride(type, fields->rule);
    }
    if (leaves) {
        int count = type_leaf_count(type);
        field.default_value = pack_default(l, item->scalar, leaves, count);
        field.default_size = (uint32_t)(leaf_bytes(item->scalar) * count);
    }
    vec_push(l->arena, &fields->list, field);
}

/* A unit of bit-fields is one number to the host, named after all of them: "low_high". */
static const char *unit_name(Lower *l, const Type *type, int first)
{
    const char *name = type->fields[first].name ? type->fields[first].name : "unnamed";
    for (int i = first + 1; i < type->field_count && type->fields[i].joins_unit; i++)
        if (type->fields[i].name)
            name = arena_printf(l->arena, "%s_%s", name, type->fields[i].name);
    return name;
}

static const ConstantLeaf *unit_default(Lower *l, const Type *type, int first,
                                        const ConstantLeaf *leaves)
{
    if (!leaves)
        return NULL;
    uint64_t bits = 0;
    for (int i = first; i < type->field_count && (i == first || type->fields[i].joins_unit); i++) {
        const Field *field = &type->fields[i];
        uint64_t mask = UINT64_MAX >> (64 - field->bit_width);
        if (field->name)
            bits |= ((uint64_t)(leaves++)->integer & mask) << field->bit_offset;
    }
    ConstantLeaf *leaf = ARENA_NEW(l->arena, ConstantLeaf);
    leaf->integer = (int64_t)bits;
    return leaf;
}

/* Structs of more are told of without their fields. */
enum { MOST_FIELDS = 1 << 16 };

static void add_fields(Lower *l, FieldList *fields, const char *name, const Type *type,
                       int64_t offset, const ConstantLeaf *leaves);

static void add_structure(Lower *l, FieldList *fields, const char *name, const Type *type,
                          int64_t offset, const ConstantLeaf *leaves)
{
    for (int i = 0; i < type->field_count; i++) {
        const Field *field = &type->fields[i];
        int64_t at = offset + layout_field_offset(type, i, fields->rule);
        bool is_bits = field->bit_width > 0;
        const char *own = is_bits ? unit_name(l, type, i) : field->name;
        const char *full = *name ? arena_printf(l->arena, "%s.%s", name, own) : own;
        if (is_bits && !field->joins_unit)
            add_fields(l, fields, full, field->unit, at, unit_default(l, type, i, leaves));
        else if (!is_bits)
            add_fields(l, fields, full, field->type, at, leaves);
        leaves = leaves ? leaves + type_leaf_count(field->type) : NULL;
    }
}

static void add_fields(Lower *l, FieldList *fields, const char *name, const Type *type,
                       int64_t offset, const ConstantLeaf *leaves)
{
    if (fields->list.count > MOST_FIELDS)
        return;
    if (type_is_leafy(type) || (type->kind == TYPE_ARRAY && type_is_leafy(type->element))) {
        add_number(l, fields, name, type, offset, leaves);
    } else if (type->kind == TYPE_ARRAY) {
        int64_t stride = layout_array_stride(type, fields->rule);
        for (int i = 0; i < type->count; i++)
            add_fields(l, fields, arena_printf(l->arena, "%s[%d]", name, i), type->element,
                       offset + i * stride,
                       leaves ? leaves + i * type_leaf_count(type->element) : NULL);
    } else if (type->kind == TYPE_STRUCT) {
        add_structure(l, fields, name, type, offset, leaves);
    }
}

/* ---- variables as D3D tells of them ---- */

static const char *const NUMBERS[SCALAR_COUNT] = {
    [SCALAR_BOOL] = "D3D_SVT_BOOL",         [SCALAR_I16] = "D3D_SVT_INT16",
    [SCALAR_U16] = "D3D_SVT_UINT16",        [SCALAR_I32] = "D3D_SVT_INT",
    [SCALAR_U32] = "D3D_SVT_UINT",          [SCALAR_I64] = "D3D_SVT_INT64",
    [SCALAR_U64] = "D3D_SVT_UINT64",        [SCALAR_F16] = "D3D_SVT_FLOAT16",
    [SCALAR_F32] = "D3D_SVT_FLOAT",         [SCALAR_F64] = "D3D_SVT_DOUBLE",
    [SCALAR_MIN16F] = "D3D_SVT_MIN16FLOAT", [SCALAR_MIN10F] = "D3D_SVT_MIN10FLOAT",
    [SCALAR_MIN16I] = "D3D_SVT_MIN16INT",   [SCALAR_MIN12I] = "D3D_SVT_MIN12INT",
    [SCALAR_MIN16U] = "D3D_SVT_MIN16UINT",  [SCALAR_HALF32] = "D3D_SVT_FLOAT",
};

typedef VEC(IrShaderVariable) VariableList;

static IrShaderVariable reflect_variable(Lower *l, const char *name, const Type *type,
                                         int64_t offset, LayoutRule rule);

static VariableList reflect_members(Lower *l, const Type *type, LayoutRule rule)
{
    VariableList members = {0};
    for (int i = 0; i < type->field_count; i++) {
        const Field *field = &type->fields[i];
        bool is_bits = field->bit_width > 0;
        if (!field->joins_unit)
            vec_push(l->arena, &members,
                     reflect_variable(l, is_bits ? unit_name(l, type, i) : field->name,
                                      is_bits ? field->unit : field->type,
                                      layout_field_offset(type, i, rule), rule));
    }
    return members;
}

static uint32_t count_numbers(const VariableList *members)
{
    uint32_t count = 0;
    for (int i = 0; i < members->count; i++) {
        const IrShaderVariable *member = &members->items[i];
        count += member->rows * member->columns * (member->elements ? member->elements : 1);
    }
    return count;
}

/* `item` is no array. */
static void reflect_type(Lower *l, IrShaderVariable *variable, const Type *item, LayoutRule rule)
{
    const char *spelling = type_spelling(item), *layout = strrchr(spelling, ' ');
    variable->type = item->kind == TYPE_MATRIX && layout != NULL ? layout + 1 : spelling;
    variable->rows = item->kind == TYPE_MATRIX ? (uint32_t)item->rows : 1;
    if (item->kind == TYPE_STRUCT) {
        VariableList members = reflect_members(l, item, rule);
        variable->members = members.items;
        variable->member_count = members.count;
        variable->columns = count_numbers(&members);
        variable->class = "D3D_SVC_STRUCT";
        variable->number = "D3D_SVT_VOID";
        return;
    }
    variable->columns = item->kind == TYPE_ENUM ? 1 : (uint32_t)item->columns;
    variable->class = item->kind == TYPE_VECTOR   ? "D3D_SVC_VECTOR"
                      : item->kind != TYPE_MATRIX ? "D3D_SVC_SCALAR"
                      : item->row_major           ? "D3D_SVC_MATRIX_ROWS"
                                                  : "D3D_SVC_MATRIX_COLUMNS";
    variable->number = NUMBERS[item->scalar];
}

static IrShaderVariable reflect_variable(Lower *l, const char *name, const Type *type,
                                         int64_t offset, LayoutRule rule)
{
    IrShaderVariable variable = {.name = name, .offset = (uint32_t)offset,
                                 .size = (uint32_t)layout_size(type, rule)};
    for (; type->kind == TYPE_ARRAY; type = type->element)
        variable.elements = (variable.elements ? variable.elements : 1) * (uint32_t)type->count;
    reflect_type(l, &variable, type, rule);
    return variable;
}

/* A cbuffer's members; ConstantBuffer<T> is one variable of its name, a structured buffer's element
 * one named $Element, as in D3D. */
static void reflect_variables(Lower *l, IrResourceInfo *info, const Resource *resource)
{
    bool is_cbuffer = info->resource->shape == IR_SHAPE_CBUFFER;
    LayoutRule rule = is_cbuffer ? LAYOUT_CBUFFER : LAYOUT_STRUCTURED;
    VariableList variables = {0};
    for (int i = 0; i < resource->member_count; i++) {
        const Variable *member = resource->members[i];
        vec_push(l->arena, &variables,
                 reflect_variable(l, member->name, member->type, member->offset, rule));
    }
    if (resource->members == NULL)
        vec_push(l->arena, &variables,
                 reflect_variable(l, is_cbuffer ? resource->name : "$Element",
                                  resource->type->element, 0, rule));
    info->variables = variables.items;
    info->variable_count = variables.count;
}

/* ---- resources ---- */

static void reflect_fields(Lower *l, IrResourceInfo *info, const Resource *resource)
{
    bool is_cbuffer = info->resource->shape == IR_SHAPE_CBUFFER;
    FieldList fields = {.rule = is_cbuffer ? LAYOUT_CBUFFER : LAYOUT_STRUCTURED};
    const Type *element = resource->type->element;
    for (int i = 0; i < resource->member_count; i++) {
        const Variable *member = resource->members[i];
        add_fields(l, &fields, member->name, member->type, member->offset, member->value);
    }
    if (!resource->members && element->kind != TYPE_SCALAR && element->kind != TYPE_VECTOR)
        add_fields(l, &fields, "", element, 0, NULL);
    if (fields.list.count > MOST_FIELDS)
        return;
    info->fields = fields.list.items;
    info->field_count = fields.list.count;
}

static const IrStaticSampler *reflect_sampler(Lower *l, const StaticSampler *from)
{
    if (!from)
        return NULL;
    IrStaticSampler *to = ARENA_NEW(l->arena, IrStaticSampler);
    *to = (IrStaticSampler){.comparison = from->comparison, .bias = from->bias,
                            .min_level = from->min_level, .max_level = from->max_level};
    memcpy(to->filter, from->filter, sizeof to->filter);
    memcpy(to->address, from->address, sizeof to->address);
    memcpy(to->border, from->border, sizeof to->border);
    return to;
}

static IrResourceInfo reflect_resource(Lower *l, const Resource *resource)
{
    const Type *type = resource->type, *element = type->element;
    IrResource *description = l->resources.items[resource->index];
    const ResourceInfo *row = resource_info(type->resource);
    IrResourceInfo info = {
        .resource = description,
        .pos = resource->space == HEAP_SPACE ? SOURCE_NOWHERE : resource->pos,
        .type = type_spelling(type),
        .kind = row->abi,
        .register_class = resource->register_class,
        .register_index = (uint32_t)resource->register_index,
        .space = (uint32_t)resource->space,
        .scalar = "U32",
        .components = 1,
        .has_counter = resource->has_counter,
        .samples = type->sample_count,
        .sampler = reflect_sampler(l, resource->static_sampler),
    };
    if (element && (type_is_leafy(element) || description->element.components > 0)) {
        ScalarKind kind = value_leaf_kinds(l, element)[0];
        info.scalar = type->unorm ? "UNORM" : type->snorm ? "SNORM" : scalar_info(kind)->abi;
        info.components = (uint32_t)type_leaf_count(element);
    }
    if (description->shape == IR_SHAPE_CBUFFER || description->shape == IR_SHAPE_STRUCT) {
        reflect_fields(l, &info, resource);
        reflect_variables(l, &info, resource);
    }
    return info;
}

IrReflection lower_reflect(Lower *l)
{
    int count = l->program->resource_count;
    IrResourceInfo *resources = ARENA_ARRAY(l->arena, IrResourceInfo, count + 1);
    IrReflection reflection = {.resource_count = count, .resources = resources};
    for (int i = 0; i < count; i++) {
        const Resource *resource = l->program->resources[i];
        vec_push(l->arena, &l->resources, resource_describe(l, resource, reflection.row_count));
        vec_push(l->arena, &l->resource_used, false);
        resources[i] = reflect_resource(l, resource);
        reflection.row_count += (uint32_t)resource_rows(resource);
    }
    return reflection;
}
