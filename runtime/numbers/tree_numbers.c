/* Numbers of trees: one, and arrays of arrays of them with their shape. */
#include "numbers.h"

static size_t count_scalars(const TreeNode *node)
{
    size_t count = node->kind == TREE_SCALAR;
    for (uint32_t i = 0; i < node->count; i++)
        count += count_scalars(&node->items[i]);
    return count;
}

bool host_fail_at(Report *report, const TreeNode *node, const char *path)
{
    return host_fail_in(report, "line %u, column %u%s%.200s", node->line, node->column,
                        *path ? ": " : "", path);
}

bool host_node_number(Report *report, const TreeNode *node, Number number, void *target)
{
    if (node->kind != TREE_SCALAR)
        return host_fail(report, "is %s, no number",
                         node->kind == TREE_MAP ? "an object" : "an array");
    if (node->is_string)
        return host_fail(report, "\"%.60s\" is a string, no number", node->text);
    return host_parse_number(report, node->text, number, target);
}

/* Lists in each other, all of one length on each level; `at` is where the next number goes. */
static bool put_numbers(Report *report, const TreeNode *node, uint32_t level, Array *array,
                        uint8_t **at)
{
    if (level == array->rank) {
        bool good = host_node_number(report, node, array->number, *at);
        *at += host_number(array->number)->bytes;
        return good || host_fail_at(report, node, "");
    }
    if (node->kind != TREE_LIST || node->count != array->dims[level]) {
        if (node->kind == TREE_LIST)
            host_fail(report, "an array of %u, where those before have %zu", node->count,
                      array->dims[level]);
        else
            host_fail(report, "is no array, as those before are");
        return host_fail_at(report, node, "");
    }
    for (uint32_t i = 0; i < node->count; i++)
        if (!put_numbers(report, &node->items[i], level + 1, array, at))
            return false;
    return true;
}

bool host_tree_numbers(Report *report, const Tree *tree, Number number, Array *array)
{
    size_t dims[HOST_MAX_RANK] = {1};
    uint32_t rank = 0;
    const TreeNode *node = &tree->root;
    while (node && node->kind == TREE_LIST && rank < HOST_MAX_RANK) {
        dims[rank++] = node->count;
        node = node->count ? &node->items[0] : NULL;
    }
    size_t wanted = 1;
    for (uint32_t i = 0; i < rank; i++)
        if (__builtin_mul_overflow(wanted, dims[i], &wanted))
            return host_fail(report, "too large: more than 2^31 - 1 bytes");
    /* Its numbers, all there, are a bound for the memory that is asked for. */
    if (wanted > count_scalars(&tree->root) && wanted)
        return host_fail(report, "its arrays are not all as long as the first of them");
    if (!host_new_array(report, array, number, MEANING_LOOSE, rank ? rank : 1, dims))
        return false;
    uint8_t *at = array->data;
    array->rank = rank;
    bool good = put_numbers(report, &tree->root, 0, array, &at);
    array->rank = rank ? rank : 1;
    if (!good)
        host_free_array(array);
    return good;
}
