/* full_loops: what a loop asks of its waves in each turn, and always with the same answer, is asked before it.
 *
 *     %all = wave_all %c                        %1 = wave_all %c
 *     loop (%k = 0, %s = %0) {                  %2 = wave_all %d
 *       ...                                     %all = iand %1, %2
 *       if (wave_all %c) { A }                  if %all {
 *       else { if %c { A } }           ->         loop (%k' = 0, %s' = %0) { ...  A'  B'  ... }
 *       if (wave_all %d) { B }                  } else {
 *       else { if %d { B } }                      loop (%k = 0, %s = %0) { ... as it was }
 *       ...                                     }
 *     }
 *
 * A filter's taps that may lie outside, in a loop over channels: `if (x + k >= 0 && x + k < width) sum += in[c][x + k] *
 * weight[c][k]`. Full_waves has made two of each such branch, one for waves all of which go there. Nearly all waves go
 * to all of them, and for these the loop has no branches: accesses can be asked for together (plan_inside.c), what taps
 * share is fetched ahead once, and C compilers keep sums in registers and unroll.
 *
 * A condition may have the loop's counter in it (`if (i + k < n)`, `if (i + k >= n) break;`): the first and the last turn
 * tell of all of them (full_loops_turns.c).
 *
 * Of several loops around a branch it is the outermost out of which all that is asked can go.
 *
 * Needs: uniformity, behind full_waves. Breaks: facts; uniformity must run again. */
#include "full_loops.h"

#include "passes/interchange.h"

enum {
    MOST_SIZE = 320,  /* instructions of the loop without the other sides */
    MOST_ADDED = 512, /* of a kernel */
    DEPTH = 8         /* of what a condition is computed of */
};

typedef VEC(IrInstr *) Branches;

typedef struct Loops {
    PassContext *context;
    VEC(IrInstr *) two; /* that become two */
    int added;
} Loops;

/* ---- of all parts ---------------------------------------------------------------------------- */

IrInstr *full_loops_counter(const IrInstr *loop, const IrInstr *test)
{
    const IrInstr *compare = test->operands[0];
    if (compare->op != IR_ult && compare->op != IR_slt)
        return NULL;
    IrInstr *counter = compare->operands[0];
    bool is_ours = counter->op == IR_parameter && counter->owner == loop && !ir_is_defined_in(compare->operands[1], loop);
    return is_ours && ir_step_of_all_turns(counter) == 1 ? counter : NULL;
}

IrInstr *full_loops_build_for_all(IrBuilder *before, IrOp op, IrInstr *left, IrInstr *right)
{
    IrInstr *comparison = IR_BUILD(before, op, left, right);
    comparison->level = left->level > right->level ? left->level : right->level;
    return comparison->level > LEVEL_WAVE ? IR_BUILD(before, IR_wave_all, comparison) : comparison;
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Where fewer lanes are in the loop than came to it, all of these do what all of those do. Not so of what is made of an
 * answer otherwise than by `and`: that not all do may hold before the loop alone. */
static bool may_leave(const IrInstr *value, const IrInstr *loop, int depth, bool is_asked)
{
    if (!ir_is_defined_in(value, loop))
        return true;
    bool is_all = value->op == IR_wave_all;
    if (is_asked && full_loops_holds_in_turns(value, loop))
        return true;
    if (depth == 0 || is_phi(value) || !ir_is(value, OP_PURE) || (is_all ? !is_asked : ir_is(value, OP_CONVERGENT)))
        return false;
    is_asked &= is_all || value->op == IR_iand;
    for (int i = 0; i < value->operand_count; i++)
        if (!may_leave(value->operands[i], loop, depth - 1, is_asked))
            return false;
    return true;
}

/* ---- branches -------------------------------------------------------------------------------- */

static bool is_asked_of_waves(const IrInstr *instr, const IrInstr *loop)
{
    return instr->op == IR_if && (instr->operands[0]->op == IR_wave_all || instr->operands[0]->level <= LEVEL_WAVE) &&
           may_leave(instr->operands[0], loop, DEPTH, true) && full_waves_touches_memory(instr->regions[0]) &&
           !ir_has_jump_out(instr);
}

static bool only_leaves(const IrRegion *region, const IrInstr *loop)
{
    return region->first->op == IR_break && region->first->target == loop;
}

/* `if (i + k >= n) break;`: no lane leaves there in any turn, if the first and the last one say so. The loop's own test says
 * which one is the last. */
static bool is_seldom_left(const IrInstr *instr, const IrInstr *loop)
{
    if (instr->op != IR_if || instr->operands[0]->level <= LEVEL_WAVE || instr->result_count > 0 ||
        instr == interchange_head_test(loop))
        return false;
    const IrInstr *stays = instr->regions[only_leaves(instr->regions[0], loop)]->first;
    bool leaves = only_leaves(instr->regions[0], loop) || only_leaves(instr->regions[1], loop);
    const IrInstr *condition = instr->operands[0];
    return leaves && stays->op == IR_yield && full_loops_holds_in_turns(condition, loop) &&
           !ir_has_same_addends(condition->operands[0], condition->operands[1]);
}

/* Those that waves take as a whole if they do once, and in these. `inner`: asked of the innermost loop around each. */
static void find_branches(PassContext *context, const IrRegion *region, const IrInstr *loop, bool inner,
                          Branches *found)
{
    EACH_IN (region, instr) {
        if (instr->op == IR_wave_loop) /* what a wave asks in it is another thing for each of them */
            continue;
        bool is_taken = is_asked_of_waves(instr, loop) || is_seldom_left(instr, loop);
        if (is_taken)
            vec_push(context->scratch, found, instr);
        EACH_REGION (instr, side)
            if (!is_taken || side == instr->regions[0])
                find_branches(context, side, inner && instr->op == IR_loop ? instr : loop, inner, found);
    }
}

static Branches branches_of(PassContext *context, const IrInstr *loop, bool inner)
{
    Branches found = {0};
    find_branches(context, loop->regions[0], loop, inner, &found);
    return found;
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* Of the loop that is left of it. */
static int size_without(const IrInstr *loop, const Branches *branches)
{
    int size = full_waves_size(loop->regions[0]);
    for (int i = 0; i < branches->count; i++)
        size -= full_waves_size(branches->items[i]->regions[1]);
    return size;
}

static bool has_sync(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (ir_is(instr, OP_SYNC) || instr->op == IR_return)
            return true;
    return false;
}

static bool take(Loops *loops, IrInstr *loop, const Branches *branches)
{
    int size = size_without(loop, branches);
    FullEnd end;
    bool has_end = full_loops_find_end(loops->context->scratch, loop, &end);
    if ((branches->count == 0 && !has_end) || size > MOST_SIZE || loops->added + size > MOST_ADDED || has_sync(loop))
        return false;
    loops->added += size;
    vec_push(loops->context->scratch, &loops->two, loop);
    return true;
}

static bool visit(Loops *loops, const IrRegion *region);

static bool visit_loop(Loops *loops, IrInstr *loop)
{
    Branches here = branches_of(loops->context, loop, false), all = branches_of(loops->context, loop, true);
    if (here.count == all.count && take(loops, loop, &here))
        return true;
    return visit(loops, loop->regions[0]) || take(loops, loop, &here);
}

static bool visit(Loops *loops, const IrRegion *region)
{
    bool took = false;
    EACH_IN (region, instr) {
        if (instr->op == IR_loop) {
            took |= visit_loop(loops, instr);
            continue;
        }
        EACH_REGION (instr, inner)
            took |= visit(loops, inner);
    }
    return took;
}

/* ---- two of them ----------------------------------------------------------------------------- */

static void split(PassContext *context, IrInstr *loop)
{
    IrKernel *kernel = context->kernel;
    Branches branches = branches_of(context, loop, false);
    IrBuilder before = ir_builder_before(kernel, loop);
    before.pos = loop->pos;
    FullEnd end;
    bool has_end = full_loops_find_end(context->scratch, loop, &end);
    IrInstr *all = has_end ? full_loops_build_end(&before, &end) : NULL;
    for (int i = 0; i < branches.count; i++) {
        if (only_leaves(branches.items[i]->regions[0], loop))
            change_sides(kernel, branches.items[i]);
        IrInstr *one = full_loops_build_for_turns(&before, branches.items[i]->operands[0], loop);
        all = build_both(&before, all, one);
    }
    IrInstr *whole = ir_if(&before, all);
    IrBuilder inside = ir_builder_at_end(kernel, whole->regions[0]);
    inside.pos = loop->pos;
    IrReplacements copies = {0};
    IrInstr *copy = clone_loop_and_results(context, &inside, loop, &copies);
    for (int i = branches.count - 1; i >= 0; i--)
        take_first_side(kernel, ir_replacement_of(&copies, branches.items[i]));
    if (has_end)
        full_loops_count_turns(context, copy, ir_replacement_of(&copies, end.test), &end);
    merge_values_in(context, whole->regions[0]);
    yield_at_end(kernel, whole->regions[0], copy->results, copy->result_count);
    put_loop_in_side(kernel, loop, whole, 1);
    if (has_end)
        pass_explain(context, loop->pos, "twice: for waves whose lanes take as many turns");
    else
        pass_explain(context, loop->pos, "twice: for waves all of which take %d branches in each turn", branches.count);
}

bool pass_full_loops(PassContext *context)
{
    Loops loops = {.context = context};
    if (context->kernel->goes_by_rows) /* whose loops have ways for all */
        return false;
    visit(&loops, context->kernel->body);
    for (int i = 0; i < loops.two.count; i++)
        split(context, loops.two.items[i]);
    return loops.two.count > 0;
}
