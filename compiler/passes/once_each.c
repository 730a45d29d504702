/* once_each: of a tree of minima, or of another operation that takes the same twice for once, each value is taken once.
 *
 *     %5 = imin %1, %2        %6 = imin %2, %3        %5 = imin %1, %2
 *     %7 = imin %5, %6                           ->   %7 = imin %5, %3
 *
 * As windows that overlap have them: the least of each, and of these the least. A tree's inner results must be nobody
 * else's. Which of 0 and -0 is the least hangs on the order, so that floats stay as they are with --fp=strict, and where
 * they are `precise`.
 *
 * Needs: values that are equal are one (merge). Breaks: facts; uniformity must run again. */
#include "passes/passes_priv.h"

enum { MOST_LEAVES = 32 };

typedef struct Tree {
    PassContext *context;
    const int *uses; /* by id */
    int *inner_uses; /* by id: by what is in the tree */
    VEC(IrInstr *) nodes, leaves;
} Tree;

static bool may_be_node(const Tree *tree, const IrInstr *instr)
{
    bool is_float = op_scalar_is_float(instr->type.scalar);
    return ir_is(instr, OP_COMBINES) && ir_is(instr, OP_IDEMPOTENT) && ir_is(instr, OP_PURE) && instr->operand_count == 2 &&
           (!is_float || (tree->context->adds_in_any_order && !instr->precise));
}

static bool is_listed(IrInstr *const *values, int count, const IrInstr *value)
{
    for (int i = 0; i < count; i++)
        if (values[i] == value)
            return true;
    return false;
}

static void list_tree(Tree *tree, IrInstr *node)
{
    Arena *arena = tree->context->scratch;
    if (is_listed(tree->nodes.items, tree->nodes.count, node))
        return;
    vec_push(arena, &tree->nodes, node);
    EACH_USE (node, use) {
        tree->inner_uses[(*use)->id]++;
        bool is_node = (*use)->op == node->op && (*use)->type.scalar == node->type.scalar && may_be_node(tree, *use);
        if (is_node && tree->nodes.count < 2 * MOST_LEAVES)
            list_tree(tree, *use);
        else if (!is_listed(tree->leaves.items, tree->leaves.count, *use))
            vec_push(arena, &tree->leaves, *use);
    }
}

static bool is_closed(const Tree *tree)
{
    for (int i = 1; i < tree->nodes.count; i++) /* the first is the root */
        if (tree->uses[tree->nodes.items[i]->id] != tree->inner_uses[tree->nodes.items[i]->id])
            return false;
    return true;
}

static void clear(Tree *tree)
{
    for (int i = 0; i < tree->nodes.count; i++)
        EACH_USE (tree->nodes.items[i], use)
            tree->inner_uses[(*use)->id] = 0;
    tree->nodes.count = tree->leaves.count = 0;
}

/* In pairs, and pairs of pairs; the root takes the last one. */
static void build_anew(Tree *tree, IrInstr *root)
{
    IrBuilder builder = ir_builder_before(tree->context->kernel, root);
    builder.pos = root->pos;
    int count = tree->leaves.count;
    for (; count > 2; count = (count + 1) / 2)
        for (int i = 0; i < count; i += 2)
            tree->leaves.items[i / 2] = i + 1 < count ? IR_BUILD(&builder, root->op, tree->leaves.items[i], tree->leaves.items[i + 1])
                                                      : tree->leaves.items[i];
    root->operands[0] = tree->leaves.items[0];
    root->operands[1] = tree->leaves.items[1];
    for (int i = 1; i < tree->nodes.count; i++)
        ir_remove(tree->nodes.items[i]);
}

static bool take_once(Tree *tree, IrInstr *root)
{
    list_tree(tree, root);
    bool is_less = tree->leaves.count >= 2 && tree->leaves.count <= MOST_LEAVES && tree->leaves.count - 1 < tree->nodes.count && is_closed(tree);
    if (is_less)
        build_anew(tree, root);
    else
        clear(tree);
    return is_less;
}

/* Behind a tree that was built anew others are looked for from the start: its inner results are gone. */
static bool take_one_tree(PassContext *context)
{
    Tree tree = {.context = context, .uses = count_uses_by_id(context->scratch, context->kernel),
                 .inner_uses = ARENA_ARRAY(context->scratch, int, context->kernel->next_id)};
    EACH_INSTR (context->kernel->body, instr)
        if (may_be_node(&tree, instr) && take_once(&tree, instr))
            return true;
    return false;
}

bool pass_once_each(PassContext *context)
{
    bool changed = false;
    while (take_one_tree(context))
        changed = true;
    return changed;
}
