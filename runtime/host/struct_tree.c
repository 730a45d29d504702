/* Structs and cbuffers from trees (.json): members by name, nested structs as objects, arrays as
 * arrays. The table tells of a struct's leaves by paths, lights[1].colour; the tree is walked with
 * the path of where it is, and is a leaf where a field has that path. */
#include "resources.h"

#include <stdlib.h>
#include <string.h>

typedef struct Filler {
    Report *report;
    const WccResourceInfo *info;
    Text path;
    uint8_t *target;
    bool *is_filled; /* by field */
} Filler;

static const char *path_of(const Filler *filler)
{
    return filler->path.text ? filler->path.text : "";
}

static bool fail_at(Filler *filler, const TreeNode *node)
{
    return host_fail_at(filler->report, node, path_of(filler));
}

/* ---- one field ---- */

static bool store_scalar(Filler *filler, const WccField *field, uint32_t index,
                         const TreeNode *node)
{
    uint32_t each = host_field_scalars(field);
    uint32_t offset = host_field_offset(field, index / each, index % each);
    Number number = host_number_of(field->scalar);
    if (offset + host_number(number)->bytes > filler->info->stride)
        return host_fail(filler->report, "the compiled module's table of '%s' is damaged",
                         filler->info->name);
    return host_node_number(filler->report, node, number, filler->target + offset) ||
           fail_at(filler, node);
}

/* What arrays of arrays the numbers of a field are. */
static uint32_t sides_of(const WccField *field, uint32_t sides[3])
{
    uint32_t rank = 0;
    if (field->array_count)
        sides[rank++] = field->array_count;
    if (field->rows > 1)
        sides[rank++] = field->rows;
    if (field->rows > 1 || field->columns > 1)
        sides[rank++] = field->columns;
    return rank;
}

static bool fail_shape(Filler *filler, const WccField *field, const TreeNode *node)
{
    uint32_t sides[3], rank = sides_of(field, sides);
    Text wanted = {0};
    for (uint32_t i = 0; i < rank; i++)
        host_text_printf(&wanted, "%s%u", i ? " x " : "", sides[i]);
    if (node->kind == TREE_LIST)
        host_fail(filler->report, "an array of %u, where the shader's has %s", node->count,
                  rank ? wanted.text : "one number");
    else
        host_fail(filler->report, "is no array of %s numbers", wanted.text ? wanted.text : "");
    free(wanted.text);
    return fail_at(filler, node);
}

/* Arrays in each other, or all numbers in a row. */
static bool fill_sides(Filler *filler, const WccField *field, const TreeNode *node,
                       const uint32_t *sides, uint32_t rank, uint32_t first)
{
    uint32_t each = 1;
    for (uint32_t i = 1; i < rank; i++)
        each *= sides[i];
    if (!rank)
        return store_scalar(filler, field, first, node);
    bool is_list = node->kind == TREE_LIST && node->count;
    bool is_row = is_list && node->items[0].kind == TREE_SCALAR &&
                  node->count == sides[0] * (uint64_t)each;
    if (!is_list || (!is_row && node->count != sides[0]))
        return fail_shape(filler, field, node);
    for (uint32_t i = 0; i < node->count; i++)
        if (is_row ? !store_scalar(filler, field, first + i, &node->items[i])
                   : !fill_sides(filler, field, &node->items[i], sides + 1, rank - 1,
                                 first + i * each))
            return false;
    return true;
}

/* ---- paths ---- */

static const WccField *find_field(const Filler *filler)
{
    for (uint32_t i = 0; i < filler->info->field_count; i++)
        if (!strcmp(filler->info->fields[i].name, path_of(filler)))
            return &filler->info->fields[i];
    return NULL;
}

/* Whether the path is one of a struct ('.') or of an array of structs or arrays ('['). */
static bool is_before(const Filler *filler, char divider)
{
    size_t length = filler->path.length;
    if (!length)
        return divider == '.';
    for (uint32_t i = 0; i < filler->info->field_count; i++) {
        const char *name = filler->info->fields[i].name;
        if (!strncmp(name, path_of(filler), length) && name[length] == divider)
            return true;
    }
    return false;
}

static const char *field_name(const void *list, size_t index)
{
    return ((const WccResourceInfo *)list)->fields[index].name;
}

static bool fail_path(Filler *filler, const TreeNode *node)
{
    if (is_before(filler, '.'))
        host_fail(filler->report, "is no object");
    else if (is_before(filler, '['))
        host_fail(filler->report, "is no array");
    else
        host_fail_unknown(filler->report, "the shader's struct has no member", path_of(filler),
                          (NameList){filler->info, filler->info->field_count, field_name});
    return host_fail_at(filler->report, node, path_of(filler));
}

static bool fill_node(Filler *filler, const TreeNode *node)
{
    uint32_t sides[3];
    const WccField *field = find_field(filler);
    if (filler->path.failed)
        return host_fail(filler->report, "not enough memory");
    if (field) {
        filler->is_filled[field - filler->info->fields] = true;
        return fill_sides(filler, field, node, sides, sides_of(field, sides), 0);
    }
    bool is_struct = node->kind == TREE_MAP && is_before(filler, '.');
    if (!is_struct && !(node->kind == TREE_LIST && is_before(filler, '[')))
        return fail_path(filler, node);
    size_t length = filler->path.length;
    for (uint32_t i = 0; i < node->count; i++) {
        if (is_struct)
            host_text_printf(&filler->path, "%s%s", length ? "." : "", node->items[i].key);
        else
            host_text_printf(&filler->path, "[%u]", i);
        if (!fill_node(filler, &node->items[i]))
            return false;
        filler->path.length = length;
        if (filler->path.text)
            filler->path.text[length] = 0;
    }
    return true;
}

/* ---- the whole ---- */

/* A member of a cbuffer that the shader gives a value keeps it. */
static bool keep_default(Filler *filler, const WccField *field)
{
    const uint8_t *numbers = field->default_value;
    uint32_t each = host_field_scalars(field);
    uint32_t bytes = host_number(host_number_of(field->scalar))->bytes;
    for (uint32_t i = 0; numbers && i < host_field_elements(field) * each; i++) {
        uint32_t offset = host_field_offset(field, i / each, i % each);
        if (offset + bytes <= filler->info->stride)
            memcpy(filler->target + offset, numbers + (size_t)i * bytes, bytes);
    }
    return numbers != NULL;
}

static bool check_all_filled(Filler *filler, const TreeNode *node)
{
    for (uint32_t i = 0; i < filler->info->field_count; i++) {
        const WccField *field = &filler->info->fields[i];
        if (filler->is_filled[i] || keep_default(filler, field))
            continue;
        host_fail(filler->report, "member '%.100s' is missing", field->name);
        return host_fail_at(filler->report, node, "");
    }
    return true;
}

bool host_fill_from_tree(Report *report, const WccResourceInfo *info, const TreeNode *node,
                         uint8_t *target)
{
    Filler filler = {.report = report, .info = info, .target = target};
    filler.is_filled = calloc(info->field_count + 1, sizeof *filler.is_filled);
    bool good = filler.is_filled || host_fail(report, "not enough memory");
    if (good && node->kind != TREE_MAP) {
        host_fail(report, "is no object");
        good = host_fail_at(report, node, "");
    }
    good = good && fill_node(&filler, node) && check_all_filled(&filler, node);
    free(filler.is_filled);
    free(filler.path.text);
    return good;
}
