/* The resources of a program's kernels as one table. Each kernel is checked by itself, since
 * GroupGetWaveCount() is a constant of it; so what a kernel leaves out (if constexpr) or takes from
 * a descriptor heap gives each a list of its own:
 *
 *     waves of 4 lanes:    Out u0,  Heap<RWBuffer<uint>>        Out                     row 0
 *     waves of 64 lanes:   Out u0,  Heap<RWBuffer<float>>  ->   Heap<RWBuffer<uint>>    row 1
 *                                                               Heap<RWBuffer<float>>   row 17
 *
 * Kernels of one IR text have one numbering already; only what no kernel of them has is closed
 * up. */
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
        same = a->offset == b->offset && a->array_count == b->array_count &&
               strcmp(a->name, b->name) == 0 && strcmp(a->type, b->type) == 0;
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
    bool same = left->resource->stride == right->resource->stride &&
                left->resource->size == right->resource->size &&
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

const IrResourceInfo *ir_join_reflection(Arena *arena, IrReflection *all, const IrReflection *more,
                                         const char **what)
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

/* ---- kernels that are numbered alike ---- */

static int place_of(const IrReflection *all, int index)
{
    int place = 0;
    while (place < all->resource_count && all->resources[place].resource->index < index)
        place++;
    return place;
}

static bool is_there(const IrReflection *all, int place, int index)
{
    return place < all->resource_count && all->resources[place].resource->index == index;
}

static bool shares_row(const IrReflection *all, const IrResource *resource)
{
    uint64_t first = resource->first_row, end = first + ir_bound_rows(resource);
    for (int i = 0; i < all->resource_count; i++) {
        const IrResource *other = all->resources[i].resource;
        if (other->index != resource->index && other->first_row < end &&
            first < (uint64_t)other->first_row + ir_bound_rows(other))
            return true;
    }
    return false;
}

static void insert_row(Arena *arena, IrReflection *all, int place, const IrResourceInfo *info)
{
    IrResourceInfo *rows = ARENA_ARRAY(arena, IrResourceInfo, all->resource_count + 1);
    for (int i = 0; i <= all->resource_count; i++)
        rows[i] = i == place ? *info : all->resources[i < place ? i : i - 1];
    all->resources = rows;
    all->resource_count++;
}

static const char *add_numbered(Arena *arena, IrReflection *all, const IrReflection *more,
                                const IrResourceInfo **culprit)
{
    for (int i = 0; i < more->resource_count; i++) {
        const IrResourceInfo *info = *culprit = &more->resources[i];
        int place = place_of(all, info->resource->index);
        IrResourceInfo *row = &all->resources[place];
        if (shares_row(all, info->resource))
            return "row";
        if (!is_there(all, place, info->resource->index))
            insert_row(arena, all, place, info);
        else if (strcmp(row->resource->name, info->resource->name) != 0)
            return "name";
        else if (row->resource->first_row != info->resource->first_row)
            return "row";
        else if (what_differs(row, info) != NULL)
            return what_differs(row, info);
        else
            row->has_counter |= info->has_counter;
    }
    all->row_count = more->row_count > all->row_count ? more->row_count : all->row_count;
    return NULL;
}

/* Indices become places in the table. */
static void close_up(Arena *arena, const IrReflection *all, const IrKernelList *kernels)
{
    int *indices = ARENA_ARRAY(arena, int, all->resource_count + 1);
    for (int i = 0; i < all->resource_count; i++)
        indices[i] = all->resources[i].resource->index;
    for (int k = 0; k < kernels->count; k++)
        for (int i = 0, place = 0; i < kernels->items[k]->reflection->resource_count;
             i++, place = 0) {
            IrResource *resource = kernels->items[k]->reflection->resources[i].resource;
            while (indices[place] != resource->index)
                place++;
            resource->index = place;
        }
}

const IrResourceInfo *ir_join_numbered(Arena *arena, IrReflection *all, const IrKernelList *kernels,
                                       const char **what)
{
    const IrResourceInfo *culprit = NULL;
    for (int i = 0; i < kernels->count; i++)
        if ((*what = add_numbered(arena, all, kernels->items[i]->reflection, &culprit)) != NULL)
            return culprit;
    close_up(arena, all, kernels);
    return NULL;
}
