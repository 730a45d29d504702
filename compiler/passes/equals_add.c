/* equals_add: a lane that counts for those equal to it leaves each to count for itself.
 *
 *     %m = extract.0 (wave_match %key)
 *     %l = iand %m, (1 << lane_index) - 1
 *     if (ieq %l, 0) {                                 ->    atomic_var.iadd $counts [%key], 1
 *       atomic_var.iadd $counts [%key], (popcount %m)
 *     }
 *
 * What spares GPUs locked additions to one cell (a histogram, counts of digits): the lowest lane of each value adds the
 * number of its lanes. Groupshared memory is that of the CPU thread that runs the group, and so are its copies of what
 * kernels only add to (updates.c), where nothing is locked: an addition a lane is a third of what it takes to find the
 * equal ones, whose number nobody foresees. The cell must follow from the value and from what all lanes share, the old
 * value is nobody's, and a wave has 32 lanes at most, whose mask is one word.
 *
 * Needs: uniformity, behind flatten. Breaks: facts; uniformity must run again. */
#include "ir/sharing.h"
#include "passes/passes_priv.h"

enum { DEPTH = 8 };

/* (1 << lane) - 1 */
static bool is_lanes_below(const IrInstr *value)
{
    const IrInstr *bit = value->op == IR_iadd && is_all_ones(value->operands[1]) ? value->operands[0]
                         : value->op == IR_isub && is_const(value->operands[1], 1) ? value->operands[0]
                                                                                   : NULL;
    if (bit == NULL || bit->op != IR_ishl || !is_const(bit->operands[0], 1))
        return false;
    const IrInstr *lane = bit->operands[1];
    lane = lane->op == IR_iand && is_const(lane->operands[1], 31) ? lane->operands[0] : lane;
    return lane->op == IR_lane_index;
}

/* All lanes that are on. */
static bool is_word_of_active(const IrInstr *value)
{
    bool is_word = value->op == IR_extract && value->component == 0 && value->operands[0]->op == IR_wave_ballot;
    return is_word && is_const(value->operands[0]->operands[0], 1);
}

static const IrInstr *match_of_word(const IrInstr *value)
{
    bool is_word = value->op == IR_extract && value->component == 0 && value->operands[0]->op == IR_wave_match;
    return is_word ? value->operands[0] : NULL;
}

/* Of a value that is bits of several: whether the lanes below are among them, and what all are of. */
typedef struct Bits {
    const IrInstr *match;
    bool has_below, has_others;
} Bits;

static void take_bits(Bits *bits, const IrInstr *value, int depth)
{
    const IrInstr *match = match_of_word(value);
    if (value->op == IR_iand && depth > 0) {
        take_bits(bits, value->operands[0], depth - 1);
        take_bits(bits, value->operands[1], depth - 1);
        return;
    }
    bits->has_below |= is_lanes_below(value);
    bits->has_others |= match != NULL ? bits->match != NULL && bits->match != match
                                      : !is_lanes_below(value) && !is_word_of_active(value);
    bits->match = match != NULL ? match : bits->match;
}

/* The match of which the condition says that a lane is the first of those equal to it; or NULL. */
static const IrInstr *match_of_first(const IrInstr *condition)
{
    const IrInstr *left = condition->op == IR_ieq ? condition->operands[0] : NULL;
    if (left == NULL)
        return NULL;
    for (int i = 0; i < 2; i++)
        if (condition->operands[i]->op == IR_ufirstlow && condition->operands[!i]->op == IR_lane_index)
            return match_of_word(condition->operands[i]->operands[0]);
    Bits bits = {0};
    take_bits(&bits, left->op == IR_popcount ? left->operands[0] : left, DEPTH);
    return is_const(condition->operands[1], 0) && bits.has_below && !bits.has_others ? bits.match : NULL;
}

bool follows_from_key(const IrInstr *value, const IrInstr *key, int depth)
{
    bool follows = value->operand_count > 0 && is_pure_of_lane(value) && depth > 0;
    for (int i = 0; i < value->operand_count && follows; i++)
        follows = follows_from_key(value->operands[i], key, depth - 1);
    return follows || value == key || value->level <= LEVEL_WAVE;
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

/* What the branch does alone, all else of which follows from the lane; or NULL. */
static IrInstr *find_count(const IrKernel *kernel, const IrInstr *branch, const IrInstr *match)
{
    IrInstr *count = NULL;
    EACH_IN (branch->regions[0], instr) {
        bool is_count = op_is_atomic(instr->op) && instr->combine == IR_iadd && is_of_worker(kernel, instr) && count == NULL;
        count = is_count ? instr : count;
        if (!is_count && !is_pure_of_lane(instr) && instr != branch->regions[0]->last)
            return NULL;
    }
    const IrInstr *number = count != NULL ? count->operands[count->operand_count - 1] : NULL;
    bool counts = number != NULL && number->op == IR_popcount && match_of_word(number->operands[0]) == match &&
                  ir_count_uses(kernel, count) == 0;
    for (int i = 0; counts && i < count->operand_count - 1; i++)
        counts = follows_from_key(count->operands[i], match->operands[0], DEPTH);
    return counts ? count : NULL;
}

static bool let_all_count(PassContext *context, IrInstr *branch)
{
    const IrInstr *match = match_of_first(branch->operands[0]);
    bool is_alone = branch->result_count == 0 && only_yields(branch->regions[1]);
    if (match == NULL || !is_alone || !stand_together(match, branch))
        return false;
    IrInstr *count = find_count(context->kernel, branch, match), *after;
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
