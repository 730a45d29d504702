/* The resources of a program's kernels as one table. Each kernel is checked by itself, since GroupGetWaveCount() is
 * a constant of it; so what a kernel leaves out (if constexpr) or takes from a descriptor heap gives each a list of
 * its own:
 *
 *     waves of 4 lanes:    Out u0,  Heap<RWBuffer<uint>>        Out                     row 0
 *     waves of 64 lanes:   Out u0,  Heap<RWBuffer<float>>  ->   Heap<RWBuffer<uint>>    row 1
 *                                                               Heap<RWBuffer<float>>   row 17 */
#include <string.h>

#include "ir/reflection.h"

static bool is_same_declaration(const IrResourceInfo *left, const IrResourceInfo *right)
{
    return left->pos == right->pos && strcmp(left->resource->name, right->resource->name) == 0;
}

static IrResourceInfo *find_row(const IrReflection *all, const IrResourceInfo *info)
{
    for (int i = 0; i < all->resource_count; i++)
        if (is_same_declaration(&all->resources[i], info))
            return &all->resources[i];
    return NULL;
}

static bool has_same_fields(const IrResourceInfo *left, const IrResourceInfo *right)
{
    bool same = left->field_count == right->field_count;
    for (int i = 0; same && i < left->field_count; i++) {
        const IrField *a = &left->fields[i], *b = &right->fields[i];
        same = a->offset == b->offset && a->array_count == b->array_count && strcmp(a->name, b->name) == 0 && strcmp(a->type, b->type) == 0;
    }
    return same;
}

/* NULL: nothing. */
static const char *what_differs(const IrResourceInfo *left, const IrResourceInfo *right)
{
    if (left->resource->array_count != right->resource->array_count)
        return "number of elements";
    if (left->register_index != right->register_index || left->space != right->space)
        return "register";
    bool same = left->resource->stride == right->resource->stride && left->resource->size == right->resource->size &&
                strcmp(left->type, right->type) == 0 && has_same_fields(left, right);
    return same ? NULL : "layout";
}

static void add_row(Arena *arena, IrReflection *all, const IrResourceInfo *info)
{
    IrResourceInfo *rows = ARENA_ARRAY(arena, IrResourceInfo, all->resource_count + 1);
    if (all->resource_count > 0)
        memcpy(rows, all->resources, sizeof *rows * (size_t)all->resource_count);
    rows[all->resource_count] = *info;
    info->resource->index = all->resource_count++;
    info->resource->first_row = all->row_count;
    all->resources = rows;
    all->row_count += ir_bound_rows(info->resource);
}

const IrResourceInfo *ir_join_reflection(Arena *arena, IrReflection *all, const IrReflection *more, const char **what)
{
    for (int i = 0; i < more->resource_count; i++) {
        const IrResourceInfo *info = &more->resources[i];
        IrResourceInfo *row = find_row(all, info);
        if (row == NULL) {
            add_row(arena, all, info);
            continue;
        }
        if ((*what = what_differs(row, info)) != NULL)
            return info;
        row->has_counter |= info->has_counter;
        info->resource->index = row->resource->index;
        info->resource->first_row = row->resource->first_row;
    }
    return NULL;
}
