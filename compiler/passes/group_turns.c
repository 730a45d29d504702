/* group_turns: loops that the waves of a group go through together take four turns at once while they keep sums.
 *
 *     loop (%s = 0, %k = 0) [group] {           loop (%s = 0, %k = 0) [group] {
 *       %c = ult %k, %n                           %c = ult %k, %n
 *       if %c { yield } else { break %s }         %f = %c and ult (iadd %k, 1), %n; and so on
 *       %i = iadd %t, (imul %k, %size)            if %f { yield } else { break %s, %k }
 *       %x = load_struct $In [%i, 0]     ->       ... four turns
 *       %r = fadd %s, %x                          continue %r''', (iadd %k, 4)
 *       continue %r, (iadd %k, 1)               } -> %s4, %k4
 *     } -> %o                                   loop (%s = %s4, %k = %k4) [group] { ... as it was } -> %o
 *
 * What goes round in such a loop is kept for each wave: loaded and stored in each turn, beside one load of the row
 * that the turn reads. Of four rows, apart in memory, the prefetchers still see each, and what is kept is loaded and
 * stored once: sums over planes of a picture take 0.6 of their time where the cache has these. Rows that follow each
 * other are one stream, which memory gives best in its order; but where all groups go along the same one, a layer's
 * weights, the cache has it for those behind the first. Where rows are stored, too, four at once take longer (sums
 * down 1000 columns in place 1.14 times as long).
 *
 * Which: the counter goes on by a constant, so that whether the next turns are there can be asked before, a turn has
 * no loops, and what differs between lanes goes round.
 * Needs: interchange, uniformity. Breaks: facts. */
#include "interchange.h"

enum {
    TURNS = 4,
    DEPTH = 8,     /* of what is asked before a turn */
    MOST_SIZE = 32 /* instructions of a turn: beside more what is kept is little */
};

static bool keeps_sums(const IrInstr *loop)
{
    for (int i = 0; i < loop->parameter_count; i++)
        if (loop->parameters[i]->level > LEVEL_WAVE && loop->parameters[i]->shape.stride == 0)
            return true;
    return false;
}

static bool is_small(const IrInstr *loop)
{
    int size = 0;
    EACH_INSTR (loop->regions[0], instr)
        if (++size > MOST_SIZE || instr->op == IR_loop)
            return false;
    return true;
}

static bool goes_where_all_groups_go(const IrInstr *access)
{
    int first = op_row_count(access->op);
    for (int i = first; i < first + op_address_count(access->op); i++)
        if (!ir_is_alike_in_groups(access->operands[i]))
            return false;
    return true;
}

static bool is_one_stream(const IrKernel *kernel, const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (interchange_follows_on(kernel, instr, loop) && !goes_where_all_groups_go(instr))
            return true;
    return false;
}

static const char *why_not(Arena *scratch, const IrKernel *kernel, const IrInstr *loop)
{
    const IrInstr *test = interchange_only_test(scratch, loop);
    if (test == NULL || !can_build_ahead(loop, test->operands[0], DEPTH))
        return "whether its next turns are there is not known before";
    if (!keeps_sums(loop))
        return "nothing that differs between lanes goes round";
    if (ir_contains_flags(loop->regions[0], OP_WRITES))
        return "it stores rows, too";
    if (is_one_stream(kernel, loop))
        return "its rows are one stream of memory";
    return is_small(loop) ? NULL : "a turn does much";
}

/* A turn has come to stand there, whose test is known to hold. */
static void remove_test(IrInstr *turn)
{
    while (turn->op != IR_if)
        turn = turn->next;
    ir_remove(turn);
}

/* All of its turns: four at once, as long as there are four, in a loop before it. */
static void take_turns(PassContext *context, IrInstr *loop)
{
    IrKernel *kernel = context->kernel;
    IrInstr *fours = put_copy_before(context, loop), *test = interchange_only_test(context->scratch, fours);
    IrInstr *all = test->operands[0], *aside = ir_new(kernel, IR_if, ir_scalar(IR_VOID), &all, 1);
    IrBuilder before = ir_builder_before(kernel, test), turns = ir_builder_at_end(kernel, aside->regions[0]);
    before.pos = turns.pos = loop->pos;
    for (int turn = 0; turn < TURNS; turn++)
        remove_test(append_turn(context->scratch, &turns, fours));
    for (int turn = 1; turn < TURNS; turn++)
        all = build_both(&before, all, build_ahead(&before, fours, test->operands[0], turn));
    test->operands[0] = all;
    remove_from(test->next);
    move_to_end(kernel, aside->regions[0]->first, NULL, fours->regions[0]);
    leave_by_test(kernel, fours, test);
    fours->immediate = HINT_GROUP;
}

bool pass_group_turns(PassContext *context)
{
    VEC(IrInstr *) loops = {0};
    EACH_INSTR (context->kernel->body, instr) {
        if (!is_group_loop(instr))
            continue;
        const char *reason = why_not(context->scratch, context->kernel, instr);
        if (reason == NULL)
            vec_push(context->scratch, &loops, instr);
        pass_explain(context, instr->pos, reason == NULL ? "four turns at once" : "one turn after the other: %s", reason);
    }
    for (int i = 0; i < loops.count; i++)
        take_turns(context, loops.items[i]);
    return loops.count > 0;
}
