/* full_turns: the turns of a loop that all lanes of a wave take have no masks.
 *
 *     loop (%i = %t, %s = %0) {             loop (%i' = %t, %s' = %0) {
 *       %c = ult %i, %n                       %c' = ult %i', %n
 *       if %c { yield }                       %all = wave_all %c'
 *       else { break %s }                     if %all { yield } else { break %i', %s' }
 *       A                                     A'
 *       continue %i2, %s2                     continue %i2', %s2'
 *     } -> %r                               } -> %i3, %s3
 *                                           loop (%i = %i3, %s = %s3) { as before } -> %r
 *
 * In `for (i = t; i < n; i += 256)` %i steps from lane to lane, so that one scalar comparison tells
 * that all lanes take the next turn. All turns but a last one are such: sums over a row stay in
 * registers then, loads and stores have no masks and nothing is blended. What is left takes the
 * loop as it was.
 *
 * Where lanes end one after the other (`for (j = 0; j < t; j++)`) the same is done of what loads and stores nothing, too.
 *
 * A is twice there then, so only what is small. Needs: uniformity. Keeps: facts. */
#include "full_waves.h"
#include "interchange.h"

enum {
    MOST_SIZE = 64,  /* instructions of a loop */
    MOST_ADDED = 128 /* of a kernel */
};

typedef struct Loops {
    PassContext *context;
    VEC(IrInstr *) items; /* that become two */
    int added;
} Loops;

/* ---- which loops ----------------------------------------------------------------------------- */

/* `for (j = 0; j < t; j++)`: all lanes take as many turns as the first one, and then leave one after the other, so that asking
 * who has left, and keeping what they leave with, is most of what small loops do. */
static bool ends_lane_by_lane(const IrInstr *loop, const IrInstr *condition)
{
    for (int i = 0; i < condition->operand_count; i++) {
        const IrInstr *value = condition->operands[i];
        if (value->op == IR_parameter && value->owner == loop && value->level <= LEVEL_WAVE)
            return condition->operands[!i]->level > LEVEL_WAVE;
    }
    return false;
}

static void consider(Loops *loops, IrInstr *loop)
{
    PassContext *context = loops->context;
    const IrInstr *test = interchange_only_test(context->scratch, loop);
    int size = full_waves_size(loop->regions[0]);
    if (test == NULL || test->operands[0]->level <= LEVEL_WAVE || size > MOST_SIZE ||
        loops->added + size > MOST_ADDED ||
        !full_waves_is_of_steps(context->kernel, test->operands[0]) ||
        (!ends_lane_by_lane(loop, test->operands[0]) && !full_waves_gains(loop->regions[0], test)))
        return;
    loops->added += size;
    vec_push(context->scratch, &loops->items, loop);
}

/* Where all lanes of a wave come together; false: no longer behind it. */
static bool visit(Loops *loops, IrRegion *region)
{
    for (IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
        bool is_varying = instr->op == IR_if && instr->operands[0]->level > LEVEL_WAVE;
        bool is_apart = instr->op == IR_loop && lanes_leave_inside(instr, LEVEL_WAVE);
        if (is_apart)
            consider(loops, instr);
        if ((is_varying || is_apart) && ir_has_jump_out(instr))
            return false;
        if (!is_construct(instr) || is_varying || is_apart)
            continue;
        EACH_REGION (instr, inner)
            if (!visit(loops, inner))
                return false;
    }
    return true;
}

/* ---- two of them ----------------------------------------------------------------------------- */

static void leave_unless_all(IrKernel *kernel, IrInstr *loop, IrInstr *test)
{
    IrBuilder before = ir_builder_before(kernel, test);
    before.pos = test->pos;
    test->operands[0] = IR_BUILD(&before, IR_wave_all, test->operands[0]);
    test->operands[0]->level = LEVEL_WAVE;
    leave_by_test(kernel, loop, test);
}

static void take_full_turns_first(PassContext *context, IrInstr *loop)
{
    IrInstr *full = put_copy_before(context, loop);
    leave_unless_all(context->kernel, full, interchange_only_test(context->scratch, full));
    pass_explain(context, loop->pos, "twice: for turns that all lanes take too");
}

bool pass_full_turns(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Loops loops = {.context = context};
    if (!full_waves_are_there(kernel))
        return false;
    EACH_INSTR (kernel->body, stretch)
        if (stretch->op == IR_wave_loop && !even_turns_is_spare(stretch))
            visit(&loops, stretch->regions[0]);
    for (int i = 0; i < loops.items.count; i++)
        take_full_turns_first(context, loops.items.items[i]);
    return loops.items.count > 0;
}
