/* equals_add: a lane that counts for those equal to it leaves each to count for itself.
 *
 *     %m = extract.0 (wave_match %key)
 *     %l = iand %m, (1 << lane_index) - 1
 *     if (ieq %l, 0) {                                 ->    atomic_var.iadd $counts [%key], 1
 *       atomic_var.iadd $counts [%key], (popcount %m)
 *     }
 *
 * or by a mask that is put together of a ballot for each bit of the key (equal_lanes.c).
 *
 * What spares GPUs locked additions to one cell (a histogram, counts of digits): the lowest lane of each value adds the
 * number of its lanes. Groupshared memory is that of the CPU thread that runs the group, and so are its copies of what
 * kernels only add to (updates.c), where nothing is locked: an addition a lane is a third of what it takes to find the
 * equal ones, whose number nobody foresees. The cell must follow from the value and from what all lanes share, the old
 * value is nobody's, and a wave has 32 lanes at most, whose mask is one word.
 *
 * Needs: uniformity, behind flatten. Breaks: facts; uniformity must run again. */
#include "equal_lanes.h"
#include "ir/sharing.h"

enum { DEPTH = 8 };

/* The lanes that are equal, where the condition says that this is the first of them; none else. */
static EqualLanes equals_of_first(const IrKernel *kernel, const IrInstr *branch)
{
    const IrInstr *condition = branch->operands[0], *left = condition->op == IR_ieq ? condition->operands[0] : NULL;
    EqualLanes none = {0};
    if (left == NULL)
        return none;
    for (int i = 0; i < 2; i++)
        if (condition->operands[i]->op == IR_ufirstlow && condition->operands[!i]->op == IR_lane_index) {
            EqualLanes equal = equal_lanes_of(condition->operands[i]->operands[0], branch);
            return equal_lanes_are_on(kernel, &equal) && !equal.has_below ? equal : none;
        }
    EqualLanes equal = equal_lanes_of(left->op == IR_popcount ? left->operands[0] : left, branch);
    bool is_first = is_const(condition->operands[1], 0) && equal.has_below;
    return is_first && equal_lanes_are_on(kernel, &equal) ? equal : none;
}

bool follows_from_key(const IrInstr *value, const IrInstr *key, uint32_t bits, int depth)
{
    bool follows = value->operand_count > 0 && is_pure_of_lane(value) && depth > 0;
    for (int i = 0; i < value->operand_count && follows; i++)
        follows = follows_from_key(value->operands[i], key, bits, depth - 1);
    ValuePart part = part_of_value(value);
    bool is_key = value == key ? bits == UINT32_MAX : part.value == key && (part.bits & ~bits) == 0;
    return follows || is_key || value->level <= LEVEL_WAVE;
}

bool stand_together(const IrInstr *first, const IrInstr *branch)
{
    const IrInstr *instr = first;
    while (instr != NULL && instr != branch && !is_construct(instr))
        instr = instr->next;
    return instr == branch;
}

static bool is_of_worker(const IrKernel *kernel, const IrInstr *atomic)
{
    const IrSharing *updates = kernel->updates;
    for (int i = 0; updates != NULL && i < updates->shares.count; i++)
        if (updates->shares.items[i].resource == atomic->resource && updates->shares.items[i].merge == MERGE_SUM)
            return true;
    return is_shared(atomic);
}

static bool counts_equals(const IrKernel *kernel, const IrInstr *number, const EqualLanes *equal)
{
    if (number->op != IR_popcount)
        return false;
    EqualLanes counted = equal_lanes_of(number->operands[0], equal->branch);
    return equal_lanes_are_on(kernel, &counted) && !counted.has_below && counted.key == equal->key &&
           counted.bits == equal->bits;
}

/* What the branch does alone, all else of which follows from the lane; or NULL. */
static IrInstr *find_count(const IrKernel *kernel, const IrInstr *branch, const EqualLanes *equal)
{
    IrInstr *count = NULL;
    EACH_IN (branch->regions[0], instr) {
        bool is_count = op_is_atomic(instr->op) && instr->combine == IR_iadd && is_of_worker(kernel, instr) && count == NULL;
        count = is_count ? instr : count;
        if (!is_count && !is_pure_of_lane(instr) && instr != branch->regions[0]->last)
            return NULL;
    }
    const IrInstr *number = count != NULL ? count->operands[count->operand_count - 1] : NULL;
    bool counts = number != NULL && counts_equals(kernel, number, equal) && ir_count_uses(kernel, count) == 0;
    for (int i = 0; counts && i < count->operand_count - 1; i++)
        counts = follows_from_key(count->operands[i], equal->key, equal->bits, DEPTH);
    return counts ? count : NULL;
}

static bool let_all_count(PassContext *context, IrInstr *branch)
{
    EqualLanes equal = equals_of_first(context->kernel, branch);
    bool is_alone = branch->result_count == 0 && only_yields(branch->regions[1]);
    if (equal.key == NULL || !is_alone)
        return false;
    IrInstr *count = find_count(context->kernel, branch, &equal), *after;
    if (count == NULL)
        return false;
    pass_explain(context, count->pos, "each lane counts for itself");
    for (IrInstr *instr = branch->regions[0]->first; instr != branch->regions[0]->last; instr = after) {
        after = instr->next;
        ir_move_before(instr, branch);
    }
    IrBuilder builder = ir_builder_before(context->kernel, count);
    count->operands[count->operand_count - 1] = ir_const_i32(&builder, 1);
    ir_remove(branch);
    return true;
}

bool pass_equals_add(PassContext *context)
{
    bool changed = false;
    if (context->checks != 0 || context->kernel->wave_size > 32)
        return false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_if)
            changed |= let_all_count(context, instr);
    return changed;
}
