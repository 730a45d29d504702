/* Resources as the IR sees them, and objects that stand for them. */
#include "lower/resources_priv.h"

/* resource.def's shape column. */
static const IrResourceShape shapes[RESOURCE_KIND_COUNT] = {
#define RESOURCE(id, name, class, abi, index, spatial, sizes, array, access, element, shape, ...) \
    IR_SHAPE_##shape,
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
    int64_t size = layout_size(type, LAYOUT_STRUCTURED);
    int64_t alignment = layout_alignment(type, LAYOUT_STRUCTURED);
    return alignment > 0 ? (size + alignment - 1) / alignment * alignment : size;
}

/* A struct in a typed buffer or texture holds up to four numbers of one kind. */
static void describe_texel(Lower *l, IrResource *out, const Type *texel)
{
    ScalarKind kind = value_leaf_kinds(l, texel)[0];
    int count = type_leaf_count(texel);
    out->element = (IrType){leaf_memory(kind), (uint8_t)count};
    out->stride = (uint32_t)(leaf_bytes(kind) * count);
}

static void describe_element(Lower *l, IrResource *out, const Resource *resource)
{
    const Type *element = resource->type->element;
    switch (out->shape) {
    case IR_SHAPE_CBUFFER: out->size = out->stride = (uint32_t)resource->size; return;
    case IR_SHAPE_STRUCT: out->stride = (uint32_t)element_stride(element); return;
    case IR_SHAPE_RAW: out->stride = 4; return;
    case IR_SHAPE_SAMPLER: return;
    default: describe_texel(l, out, element);
    }
}

int64_t resource_rows(const Resource *resource)
{
    int64_t count = resource->array_count;
    return count > 0 ? count : count < 0 ? IR_UNBOUNDED_ROWS : 1;
}

IrResource *resource_describe(Lower *l, const Resource *resource, uint32_t first_row)
{
    const Type *type = resource->type;
    const ResourceInfo *row = resource_info(type->resource);
    char class = row->register_class;
    IrResource *out = ARENA_NEW(l->arena, IrResource);
    *out = (IrResource){
        .name = resource->name,
        .class = class == 'u' ? IR_UAV : class == 'b' ? IR_CBV : IR_SRV,
        .is_cube = is_cube(type),
        .is_array = row->is_array || is_cube(type) || is_multisampled(type),
        .first_row = first_row,
        .array_count = resource->array_count < 0 ? UINT32_MAX : (uint32_t)resource->array_count,
        .index = resource->index,
        .shape = shapes[type->resource],
    };
    describe_element(l, out, resource);
    return out;
}

IrResource *use_resource(Lower *l, const Resource *resource)
{
    IrResource *out = l->resources.items[resource->index];
    bool *is_used = &l->resource_used.items[resource->index];
    if (!*is_used)
        vec_push(l->arena, &l->kernel->resources, out);
    *is_used = true;
    return out;
}

/* ---- objects ---- */

IrInstr *object_new(Lower *l, const Resource *resource, IrInstr *row)
{
    IrInstr *object = ir_new(l->kernel, IR_resource_size, ir_scalar(IR_I32), &row, 1);
    object->resource = l->resources.items[resource->index];
    return object;
}

bool is_object(const IrInstr *leaf)
{
    return leaf && !leaf->region && leaf->op == IR_resource_size;
}

IrInstr *object_of(Lower *l, Value value)
{
    IrInstr *object = value.leaves[0];
    if (!object)
        lower_unsupported(l, "this use of a resource", "it is none");
    return object;
}

const Resource *object_resource(Lower *l, const IrInstr *object)
{
    const Resource *chosen = choice_source(l, object->resource);
    return chosen ? chosen : l->program->resources[object->resource->index];
}

IrResource *object_use(Lower *l, const IrInstr *object)
{
    return use_resource(l, object_resource(l, object));
}

const ResourceInfo *object_info(Lower *l, const IrInstr *object)
{
    return resource_info(object_resource(l, object)->type->resource);
}

/* A slice goes last whatever the dimensions are; the samples of a texel lie in slices of their
 * own. */
void texel_address(Lower *l, const IrInstr *object, IrInstr *const *coordinates, IrInstr *mip,
                   IrInstr *address[4])
{
    const ResourceInfo *row = object_info(l, object);
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
    if (is_multisampled(type) && type->sample_count > 0)
        return type->sample_count;
    return is_cube(type) ? 6 : 1;
}
