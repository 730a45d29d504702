/* Of full_waves.c: what all threads of a group do alike, under conditions that one comparison says of
 * the whole group, its waves do in a loop of their own.
 *
 *     wave_loop {                          %first = ult %group, %n       (of the group's first thread
 *       %i = iadd %group, group_index      %all = ult %group + 255, %n    and its last)
 *       %c = ult %i, %n                    if %all {
 *       if %c { A }                          wave_loop { %i = ...  A' }
 *     }                            ->      } else {
 *                                            wave_loop { ... as it was }
 *                                          }
 *
 * All groups but a last one are such: in the first loop no wave asks, so that its accesses can be
 * asked for together (plan_inside.c), and what is small is unrolled. Numbers that threads differ by
 * have known ranges; what is the same in all of the group is added to them, and must not wrap.
 *
 * Needs: uniformity, ranges, and the stretch's branches as full_waves wants them. */
#include "full_waves.h"

#include "ir/range.h"

enum {
    MOST_SIZE = 48,   /* of a stretch, all of which is there twice */
    MOST_ADDED = 144, /* of a kernel */
    MOST_APART = 1 << 20, /* that threads differ by */
    MOST_BRANCHES = 8,
    DEPTH = 12
};

/* ---- what threads of the group have at least and at most ---- */

typedef struct Ends {
    IrInstr *low, *high;
} Ends;

/* Computed of the thread's place in the group alone. */
static bool is_of_place(const IrInstr *value, int depth)
{
    bool is_leaf = value->op == IR_const || value->op == IR_group_index ||
                   value->op == IR_group_thread_id || value->op == IR_lane_index ||
                   value->op == IR_wave_index;
    if (is_leaf || depth == 0 || !ir_is(value, OP_PURE) || value->operand_count == 0)
        return is_leaf;
    for (int i = 0; i < value->operand_count; i++)
        if (!is_of_place(value->operands[i], depth - 1))
            return false;
    return true;
}

static bool is_of_threads(const IrInstr *value)
{
    return ir_range_of(value).umax <= MOST_APART && is_of_place(value, DEPTH);
}

static bool has_ends(const IrInstr *value, const IrInstr *stretch, int depth)
{
    if (value->type.scalar != IR_I32 || depth == 0)
        return false;
    if (value->level <= LEVEL_GROUP)
        return can_build_outside(value, stretch, depth);
    if (is_of_threads(value))
        return true;
    return (value->op == IR_iadd || value->op == IR_isub) &&
           has_ends(value->operands[0], stretch, depth - 1) &&
           has_ends(value->operands[1], stretch, depth - 1);
}

static IrInstr *build_sum(IrBuilder *before, IrOp op, IrInstr *left, IrInstr *right)
{
    bool adds_nothing = right->op == IR_const && right->bits == 0;
    return adds_nothing ? left : IR_BUILD(before, op, left, right);
}

static Ends build_ends(IrBuilder *before, IrInstr *value, const IrInstr *stretch)
{
    if (value->level <= LEVEL_GROUP) {
        IrInstr *alike = build_outside(before, value, stretch);
        return (Ends){alike, alike};
    }
    if (is_of_threads(value)) {
        IrRange range = ir_range_of(value);
        return (Ends){ir_const_i32(before, (int32_t)range.umin),
                      ir_const_i32(before, (int32_t)range.umax)};
    }
    Ends left = build_ends(before, value->operands[0], stretch),
         right = build_ends(before, value->operands[1], stretch);
    if (value->op == IR_isub)
        right = (Ends){right.high, right.low};
    return (Ends){build_sum(before, value->op, left.low, right.low),
                  build_sum(before, value->op, left.high, right.high)};
}

/* ---- conditions ---- */

/* Who meets what is computed of places alone is known (known_threads.c). */
static bool has_part_of_group(const IrInstr *value)
{
    if (value->level <= LEVEL_GROUP)
        return value->op != IR_const;
    return !is_of_threads(value) &&
           (has_part_of_group(value->operands[0]) || has_part_of_group(value->operands[1]));
}

/* `t >= s`: the group's first thread hardly ever does. */
static bool is_from_bound_on(const IrInstr *right)
{
    return right->level > LEVEL_GROUP && is_of_threads(right);
}

static bool can_ask(const IrInstr *condition, const IrInstr *stretch)
{
    const IrInstr *left = condition->operand_count == 2 ? condition->operands[0] : NULL,
                  *right = condition->operand_count == 2 ? condition->operands[1] : NULL;
    if (condition->op == IR_iand)
        return can_ask(left, stretch) && can_ask(right, stretch);
    return op_is_order(condition->op) && !is_from_bound_on(right) &&
           has_ends(left, stretch, DEPTH) && has_ends(right, stretch, DEPTH) &&
           (has_part_of_group(left) || has_part_of_group(right));
}

/* `all` and that from the first to the last thread nothing wraps. */
static IrInstr *build_in_order(IrBuilder *before, IrOp compare, Ends ends, IrInstr *all)
{
    bool is_signed = compare == IR_slt || compare == IR_sle;
    if (ends.low == ends.high || (ends.low->op == IR_const && ends.high->op == IR_const))
        return all;
    return build_both(before, all, IR_BUILD(before, is_signed ? IR_sle : IR_ule, ends.low, ends.high));
}

static IrInstr *build_for_all(IrBuilder *before, const IrInstr *condition, const IrInstr *stretch,
                              IrInstr *all)
{
    IrInstr *left = condition->operands[0], *right = condition->operands[1];
    if (condition->op == IR_iand) {
        all = build_for_all(before, left, stretch, all);
        return build_for_all(before, right, stretch, all);
    }
    Ends lefts = build_ends(before, left, stretch), rights = build_ends(before, right, stretch);
    all = build_in_order(before, condition->op, lefts, all);
    all = build_in_order(before, condition->op, rights, all);
    return build_both(before, all, IR_BUILD(before, condition->op, lefts.high, rights.low));
}

/* ---- branches ---- */

typedef struct Branches {
    IrInstr *items[MOST_BRANCHES];
    int count;
} Branches;

/* Those that the whole group takes, and in these. */
static void find_branches(const IrRegion *region, const IrInstr *stretch, Branches *found)
{
    EACH_IN (region, instr) {
        if (instr->op != IR_if || instr->operands[0]->level <= LEVEL_WAVE ||
            found->count == MOST_BRANCHES || ir_has_jump_out(instr) ||
            !can_ask(instr->operands[0], stretch))
            continue;
        found->items[found->count++] = instr;
        find_branches(instr->regions[0], stretch, found);
    }
}

/* ---- stretches ---- */

/* All that groups of several rows do may be done row by row (plan_rows.c), by one loop alone. */
static bool may_go_by_rows(const IrKernel *kernel, const IrInstr *stretch)
{
    return ir_group_rows(kernel) > 1 && stretch->region->owner == NULL;
}

/* It is small beside what it asks: no loops, no samples. */
static bool may_be_twice(const IrKernel *kernel, const IrInstr *stretch)
{
    EACH_INSTR (stretch->regions[0], instr)
        if (instr->op == IR_loop || instr->op == IR_return || instr->sampler != NULL ||
            ir_is(instr, OP_SYNC))
            return false;
    return stretch->immediate <= WAVES_ALL && ir_running_waves(kernel) > 1 &&
           !may_go_by_rows(kernel, stretch);
}

/* Instructions, and what they load and store. */
static int size_of(const IrRegion *region)
{
    int size = 0;
    EACH_INSTR (region, instr) {
        bool touches = instr->resource != NULL || instr->variable != NULL, is_void = instr->type.scalar == IR_VOID;
        int words = is_void ? instr->operand_count : instr->type.components;
        size += touches && words > 1 ? words : 1;
    }
    return size;
}

bool full_groups_split(PassContext *context, IrInstr *stretch, int *added)
{
    IrKernel *kernel = context->kernel;
    Branches branches = {.count = 0};
    int size = size_of(stretch->regions[0]);
    if (size > MOST_SIZE || *added + size > MOST_ADDED || !may_be_twice(kernel, stretch))
        return false;
    find_branches(stretch->regions[0], stretch, &branches);
    if (branches.count == 0 || !full_waves_touches_memory(branches.items[0]->regions[0]))
        return false;
    IrBuilder before = ir_builder_before(kernel, stretch);
    before.pos = stretch->pos;
    IrInstr *all = NULL;
    for (int i = 0; i < branches.count; i++)
        all = build_for_all(&before, branches.items[i]->operands[0], stretch, all);
    IrInstr *whole = ir_if(&before, all);
    IrBuilder inside = ir_builder_at_end(kernel, whole->regions[0]);
    inside.pos = stretch->pos;
    IrInstr *copy = ir_wave_loop(&inside);
    copy->immediate = stretch->immediate;
    IrBuilder body = ir_builder_at_end(kernel, copy->regions[0]);
    IrReplacements map = {0};
    ir_clone_region(&body, stretch->regions[0], &map);
    for (int i = branches.count - 1; i >= 0; i--)
        take_first_side(kernel, ir_replacement_of(&map, branches.items[i]));
    move_to_end(kernel, stretch, stretch->next, whole->regions[1]);
    ir_close_region(kernel, whole->regions[0]);
    ir_close_region(kernel, whole->regions[1]);
    pass_explain(context, branches.items[0]->pos, "twice: for groups all of which go there too");
    *added += size;
    return true;
}
