/* Resources as the IR sees them, objects that stand for them, and the reflection that hosts read. */
#include "lower/lower_priv.h"

/* resource.def's shape column. */
static const IrResourceShape shapes[RESOURCE_KIND_COUNT] = {
#define RESOURCE(id, name, class, abi, index, spatial, sizes, array, access, element, shape, family) IR_SHAPE_##shape,
#include "check/resource.def"
#undef RESOURCE
};

static bool is_multisampled(const Type *type)
{
    return type->resource == RESOURCE_TEXTURE2DMS || type->resource == RESOURCE_TEXTURE2DMS_ARRAY;
}

static bool is_cube(const Type *type)
{
    return type->resource == RESOURCE_TEXTURECUBE || type->resource == RESOURCE_TEXTURECUBE_ARRAY;
}

/* ---- descriptions ---- */

static int64_t element_stride(const Type *type)
{
    int64_t size = layout_size(type, LAYOUT_STRUCTURED), alignment = layout_alignment(type, LAYOUT_STRUCTURED);
    return alignment > 0 ? (size + alignment - 1) / alignment * alignment : size;
}

static void describe_element(Lower *l, IrResource *out, const Resource *resource)
{
    const Type *element = resource->type->element;
    switch (out->shape) {
    case IR_SHAPE_CBUFFER: out->size = out->stride = (uint32_t)resource->size; return;
    case IR_SHAPE_STRUCT: out->stride = (uint32_t)element_stride(element); return;
    case IR_SHAPE_RAW: out->stride = 4; return;
    case IR_SHAPE_SAMPLER: return;
    default: { /* a struct in a typed buffer holds up to four numbers of one kind */
        ScalarKind kind = value_leaf_kinds(l, element)[0];
        out->element = (IrType){leaf_memory(kind), (uint8_t)type_leaf_count(element)};
        out->stride = (uint32_t)(leaf_bytes(kind) * type_leaf_count(element));
    }
    }
}

int64_t resource_rows(const Resource *resource)
{
    return resource->array_count > 0 ? resource->array_count : resource->array_count < 0 ? IR_UNBOUNDED_ROWS : 1;
}

static IrResource *describe(Lower *l, const Resource *resource, uint32_t first_row)
{
    const ResourceInfo *row = resource_info(resource->type->resource);
    IrResource *out = ARENA_NEW(l->arena, IrResource);
    *out = (IrResource){
        .name = resource->name,
        .class = row->register_class == 'u' ? IR_UAV : row->register_class == 'b' ? IR_CBV : IR_SRV,
        .is_cube = is_cube(resource->type),
        .is_array = row->is_array || is_cube(resource->type) || is_multisampled(resource->type),
        .first_row = first_row,
        .array_count = resource->array_count < 0 ? UINT32_MAX : (uint32_t)resource->array_count,
        .index = resource->index,
    };
    out->shape = shapes[resource->type->resource];
    describe_element(l, out, resource);
    return out;
}

IrResource *use_resource(Lower *l, const Resource *resource)
{
    IrResource *out = l->resources[resource->index];
    if (!l->resource_used[resource->index]) {
        l->resource_used[resource->index] = true;
        vec_push(l->arena, &l->kernel->resources, out);
    }
    return out;
}

/* ---- objects ---- */

IrInstr *object_new(Lower *l, const Resource *resource, IrInstr *row)
{
    IrInstr *object = ir_new(l->kernel, IR_resource_size, ir_scalar(IR_I32), &row, 1);
    object->resource = l->resources[resource->index];
    return object;
}

const Resource *object_resource(Lower *l, const IrInstr *object)
{
    return l->program->resources[object->resource->index];
}

/* A slice goes last whatever the dimensions are; the samples of a texel lie in slices of their own. */
void texel_address(Lower *l, const IrInstr *object, IrInstr *const *coordinates, IrInstr *mip, IrInstr *address[4])
{
    const ResourceInfo *row = resource_info(object_resource(l, object)->type->resource);
    int spatial = row->index - row->is_array;
    for (int i = 0; i < 3; i++)
        address[i] = i < spatial ? coordinates[i] : l->zero;
    if (row->is_array)
        address[2] = coordinates[row->index - 1];
    address[3] = mip;
}

int64_t samples_of(Lower *l, const IrInstr *object)
{
    int samples = object_resource(l, object)->type->sample_count;
    return samples > 0 ? samples : 1;
}

int64_t slices_per_element(const Type *type)
{
    return is_cube(type) ? 6 : is_multisampled(type) && type->sample_count > 0 ? type->sample_count : 1;
}

/* ---- reflection: fields ---- */

typedef struct FieldList {
    VEC(IrField) list;
    LayoutRule rule;
} FieldList;

static const void *pack_default(Lower *l, const Type *type, const ConstantLeaf *leaves, int count, uint32_t *size)
{
    int bytes = leaf_bytes(type->scalar);
    IrScalar scalar = leaf_memory(type->scalar);
    uint8_t *out = arena_alloc(l->arena, (size_t)(bytes * count) + 1);
    for (int i = 0; i < count; i++) {
        uint64_t bits = leaf_is_float(type->scalar) ? op_double_to_bits(scalar, leaves[i].number)
                                                      : (uint64_t)leaves[i].integer;
        memcpy(out + i * bytes, &bits, (size_t)bytes);
    }
    *size = (uint32_t)(bytes * count);
    return out;
}

/* A number or an array of numbers. */
static void add_number(Lower *l, FieldList *fields, const char *name, const Type *type, int64_t offset, const ConstantLeaf *leaves)
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
    if (leaves)
        field.default_value = pack_default(l, item, leaves, type_leaf_count(type), &field.default_size);
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

static const ConstantLeaf *unit_default(Lower *l, const Type *type, int first, const ConstantLeaf *leaves)
{
    uint64_t bits = 0;
    for (int i = first; leaves && i < type->field_count && (i == first || type->fields[i].joins_unit); i++) {
        const Field *field = &type->fields[i];
        if (field->name)
            bits |= ((uint64_t)(leaves++)->integer & (UINT64_MAX >> (64 - field->bit_width))) << field->bit_offset;
    }
    ConstantLeaf *leaf = ARENA_NEW(l->arena, ConstantLeaf);
    leaf->integer = (int64_t)bits;
    return leaves ? leaf : NULL;
}

static void add_fields(Lower *l, FieldList *fields, const char *name, const Type *type, int64_t offset, const ConstantLeaf *leaves)
{
    if (type_is_leafy(type) || (type->kind == TYPE_ARRAY && type_is_leafy(type->element))) {
        add_number(l, fields, name, type, offset, leaves);
    } else if (type->kind == TYPE_ARRAY) {
        for (int64_t i = 0; i < type->count; i++)
            add_fields(l, fields, arena_printf(l->arena, "%s[%d]", name, (int)i), type->element,
                       offset + i * layout_array_stride(type, fields->rule),
                       leaves ? leaves + i * type_leaf_count(type->element) : NULL);
    } else if (type->kind == TYPE_STRUCT) {
        for (int i = 0; i < type->field_count; i++) {
            const Field *field = &type->fields[i];
            bool is_bits = field->bit_width > 0;
            const char *own = is_bits ? unit_name(l, type, i) : field->name;
            if (!field->joins_unit)
                add_fields(l, fields, *name ? arena_printf(l->arena, "%s.%s", name, own) : own, is_bits ? field->unit : field->type,
                           offset + layout_field_offset(type, i, fields->rule), is_bits ? unit_default(l, type, i, leaves) : leaves);
            leaves = leaves ? leaves + type_leaf_count(field->type) : NULL;
        }
    }
}

/* ---- reflection: resources ---- */

static void reflect_fields(Lower *l, IrResourceInfo *info, const Resource *resource)
{
    FieldList fields = {.rule = info->resource->shape == IR_SHAPE_CBUFFER ? LAYOUT_CBUFFER : LAYOUT_STRUCTURED};
    const Type *element = resource->type->element;
    for (int i = 0; i < resource->member_count; i++) {
        const Variable *member = resource->members[i];
        add_fields(l, &fields, member->name, member->type, member->offset, member->value);
    }
    if (!resource->members && element->kind != TYPE_SCALAR && element->kind != TYPE_VECTOR)
        add_fields(l, &fields, "", element, 0, NULL);
    info->fields = fields.list.items;
    info->field_count = fields.list.count;
}

static const IrStaticSampler *reflect_sampler(Lower *l, const StaticSampler *from)
{
    if (!from)
        return NULL;
    IrStaticSampler *to = ARENA_NEW(l->arena, IrStaticSampler);
    *to = (IrStaticSampler){.comparison = from->comparison, .bias = from->bias, .min_level = from->min_level, .max_level = from->max_level};
    memcpy(to->filter, from->filter, sizeof to->filter);
    memcpy(to->address, from->address, sizeof to->address);
    memcpy(to->border, from->border, sizeof to->border);
    return to;
}

static IrResourceInfo reflect_resource(Lower *l, const Resource *resource)
{
    const Type *type = resource->type, *element = type->element;
    IrResource *description = l->resources[resource->index];
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
        .sampler = reflect_sampler(l, resource->static_sampler),
    };
    if (element && (type_is_leafy(element) || description->element.components > 0)) {
        ScalarKind kind = value_leaf_kinds(l, element)[0];
        info.scalar = type->unorm ? "UNORM" : type->snorm ? "SNORM" : scalar_info(kind)->abi;
        info.components = (uint32_t)type_leaf_count(element);
    }
    if (shapes[type->resource] == IR_SHAPE_CBUFFER || shapes[type->resource] == IR_SHAPE_STRUCT)
        reflect_fields(l, &info, resource);
    return info;
}

IrReflection lower_reflect(Lower *l)
{
    int count = l->program->resource_count;
    IrReflection reflection = {.resource_count = count, .resources = ARENA_ARRAY(l->arena, IrResourceInfo, count + 1)};
    l->resources = ARENA_ARRAY(l->arena, IrResource *, count + 1);
    l->resource_used = ARENA_ARRAY(l->arena, bool, count + 1);
    for (int i = 0; i < count; i++) {
        const Resource *resource = l->program->resources[i];
        l->resources[i] = describe(l, resource, reflection.row_count);
        reflection.resources[i] = reflect_resource(l, resource);
        reflection.row_count += (uint32_t)resource_rows(resource);
    }
    return reflection;
}
