/* Trees: what a .json file holds, before it is known what it is for. */
#include "numbers.h"

#include <stdlib.h>

static void free_node(TreeNode *node)
{
    for (uint32_t i = 0; i < node->count; i++)
        free_node(&node->items[i]);
    free(node->items);
    free(node->key);
    free(node->text);
}

void host_free_tree(Tree *tree)
{
    if (!tree)
        return;
    free_node(&tree->root);
    free(tree);
}

TreeNode *host_add_node(TreeNode *node)
{
    if (node->count == node->capacity) {
        uint32_t capacity = node->capacity * 2 + 4;
        TreeNode *larger = realloc(node->items, capacity * sizeof *larger);
        if (!larger)
            return NULL;
        node->items = larger;
        node->capacity = capacity;
    }
    node->items[node->count] = (TreeNode){0};
    return &node->items[node->count++];
}
