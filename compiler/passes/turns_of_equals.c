/* turns_of_equals: a loop that lanes leave in the turn in which their key is the first one's, and in which they do nothing
 * but add then, is no loop.
 *
 *     loop {
 *       %first = wave_read_first %key
 *       if (ieq %key, %first) {                ->     atomic_struct.iadd $counts [%key, %0], 1
 *         atomic_struct.iadd $counts [%first, %0], 1
 *         break
 *       }
 *     }
 *
 * GPUs count by a turn for each key that a wave has, so that the lanes that share a cell add to it once (own_adds has made
 * each lane's addition of that). A turn takes longer here than additions of several lanes. Lanes may also leave by a flag
 * that the next turn, or this one's end, asks (`while (!done)`).
 *
 * Needs: uniformity, behind own_adds. Breaks: facts; uniformity must run again. */
#include "passes/passes_priv.h"

typedef struct Turn {
    IrInstr *loop;
    IrInstr *first;  /* wave_read_first */
    IrInstr *branch; /* of the lanes whose key that is */
    IrInstr *test;   /* whether a lane leaves, by a flag; or NULL */
} Turn;

/* It leaves the loop on one side, with nothing, and does nothing else. */
static bool is_test(const IrInstr *branch, const IrInstr *loop)
{
    bool leaves[2];
    for (int i = 0; i < 2; i++) {
        const IrInstr *only = branch->regions[i]->first;
        leaves[i] = only->op == IR_break && only->target == loop;
        if (!leaves[i] && !only_yields(branch->regions[i]))
            return false;
    }
    return leaves[0] != leaves[1];
}

/* What stands in the loop's body is a turn's parts, and what lanes compute. */
static bool find_parts(Turn *turn)
{
    EACH_IN (turn->loop->regions[0], instr) {
        IrInstr **part = instr->op == IR_wave_read_first            ? &turn->first
                         : instr->op != IR_if                       ? NULL
                         : is_test(instr, turn->loop)               ? &turn->test
                                                                    : &turn->branch;
        bool is_last = instr->op == IR_continue && instr->target == turn->loop;
        if (part != NULL ? *part != NULL : !is_last && !is_pure_of_lane(instr))
            return false;
        if (part != NULL)
            *part = instr;
    }
    return turn->first != NULL && turn->branch != NULL && !ir_is_defined_in(turn->first->operands[0], turn->loop);
}

static bool asks_for_equals(const Turn *turn)
{
    const IrInstr *equal = turn->branch->operands[0], *key = turn->first->operands[0];
    return equal->op == IR_ieq && ((equal->operands[0] == key && equal->operands[1] == turn->first) ||
                                   (equal->operands[1] == key && equal->operands[0] == turn->first));
}

/* ---- who leaves, and when ---- */

/* The flag that the test asks. */
static const IrInstr *flag_of(const Turn *turn)
{
    const IrInstr *asked = turn->test->operands[0];
    return asked->op == IR_inot ? asked->operands[0] : asked;
}

static bool leaves_by(const Turn *turn, const IrInstr *flag)
{
    bool is_negated = turn->test->operands[0]->op == IR_inot;
    bool is_true = (flag->bits != 0) != is_negated;
    return turn->test->regions[!is_true]->first->op == IR_break;
}

static const IrInstr *given_by(const IrInstr *branch, int side) { return branch->regions[side]->last->operands[0]; }

static bool comes_before(const IrInstr *first, const IrInstr *second)
{
    const IrInstr *instr = first;
    while (instr != NULL && instr != second)
        instr = instr->next;
    return instr != NULL;
}

/* The flag is what the branch gives, in this turn or the one before, and nobody else asks for it: a lane leaves by it where
 * its key was the first one's, and not else; and before it comes to the branch again. */
static bool parts_by_flag(const Turn *turn)
{
    const IrInstr *flag = flag_of(turn), *branch = turn->branch, *loop = turn->loop;
    const IrInstr *next = loop->regions[0]->last;
    bool is_of_this = branch->result_count == 1 && flag == branch->results[0] && loop->parameter_count == 0;
    bool is_of_last = branch->result_count == 1 && loop->parameter_count == 1 && flag == loop->parameters[0] &&
                      next->operands[0] == branch->results[0] && comes_before(turn->test, branch);
    if ((!is_of_this && !is_of_last) || uses_in(loop, flag) != 1 || uses_in(loop, turn->test->operands[0]) != 1 ||
        uses_in(loop, branch->results[0]) != 1)
        return false;
    for (int side = 0; side < 2; side++)
        if (branch->regions[side]->last->op != IR_yield || given_by(branch, side)->op != IR_const ||
            leaves_by(turn, given_by(branch, side)) != (side == 0))
            return false;
    return only_yields(branch->regions[1]) &&
           (is_of_this || (loop->operands[0]->op == IR_const && !leaves_by(turn, loop->operands[0])));
}

static bool parts_by_branch(const Turn *turn)
{
    const IrInstr *branch = turn->branch, *last = branch->regions[0]->last;
    return turn->loop->parameter_count == 0 && branch->result_count == 0 && last->op == IR_break &&
           last->target == turn->loop && only_yields(branch->regions[1]);
}

/* ---- what they do ---- */

/* Of an array of resources a row is one for all lanes: the turns may be those of rows_in_turn. */
static bool has_row_of_all(const Turn *turn, const IrInstr *atomic)
{
    return atomic->resource == NULL || !ir_is_defined_in(atomic->operands[0], turn->loop);
}

/* Lanes of several keys may have one cell: what one key's do there all at once, others' lanes must not come between. */
static bool goes_with_others(const IrInstr *atomic)
{
    EACH_IN (atomic->region, other)
        if (op_is_atomic(other->op) && other->combine != atomic->combine &&
            (atomic->variable == NULL || other->variable == NULL || atomic->variable == other->variable))
            return false;
    return true;
}

static bool does_only_totals(const IrKernel *kernel, const Turn *turn)
{
    const IrRegion *region = turn->branch->regions[0];
    EACH_IN (region, instr) {
        bool is_total = is_unseen_total(kernel, instr) && has_row_of_all(turn, instr) && goes_with_others(instr);
        if (!is_total && !is_pure_of_lane(instr) && instr != region->last)
            return false;
    }
    return true;
}

static bool is_of_equals(const IrKernel *kernel, Turn *turn)
{
    return turn->loop->result_count == 0 && find_parts(turn) && asks_for_equals(turn) &&
           (turn->test != NULL ? parts_by_flag(turn) : parts_by_branch(turn)) &&
           does_only_totals(kernel, turn);
}

static void move_before_loop(IrRegion *region, IrInstr *loop)
{
    for (IrInstr *instr = region->first, *after; instr != region->last; instr = after) {
        after = instr->next;
        if (!is_construct(instr))
            ir_move_before(instr, loop);
    }
}

static void remove_test(IrInstr *test)
{
    IrInstr *asked = test->operands[0];
    ir_remove(test);
    if (asked->op == IR_inot)
        ir_remove(asked);
}

static void go_once(PassContext *context, const Turn *turn)
{
    IrInstr *loop = turn->loop;
    pass_explain(context, loop->pos, "lanes add without a turn for each key");
    if (turn->test != NULL)
        remove_test(turn->test);
    use_instead(context->kernel->body, turn->first, turn->first->operands[0]);
    ir_remove(turn->first);
    move_before_loop(loop->regions[0], loop);
    move_before_loop(turn->branch->regions[0], loop);
    ir_remove(loop);
}

bool pass_turns_of_equals(PassContext *context)
{
    bool changed = false;
    if (context->checks != 0)
        return false;
    EACH_INSTR (context->kernel->body, instr) {
        Turn turn = {.loop = instr};
        if (instr->op == IR_loop && is_of_equals(context->kernel, &turn)) {
            go_once(context, &turn);
            changed = true;
        }
    }
    return changed;
}
