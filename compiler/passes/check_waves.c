/* check_waves: results of wave operations that depend on which lanes are still in a loop, as a
 * warning.
 *
 *     x.hlsl:9:16: warning: what this gives depends on which lanes are still in the loop, ...
 *     x.hlsl:8:9: note: the lanes part at this branch
 *     x.hlsl:7:20: note: whose condition depends on this value, which differs from lane to lane
 *
 * In a loop that lanes leave in different turns the operation misses those that have left; wavecc
 * lets lanes that are in the same turn take part together, other implementations may split them
 * further. Not meant are
 *   - loops whose exit a wave operation decides (`if (x == WaveReadLaneFirst(x)) { ...; break; }`):
 *     they take groups of lanes in turn, as intended;
 *   - WaveIsFirstLane and WaveReadLaneFirst, which ask for some lane that is there;
 *   - operations that give back a value that all active lanes share.
 *
 * Needs: uniformity. Changes nothing. */
#include "passes/causes.h"
#include "passes/control.h"

/* Does the operation ask which lanes are there? */
static bool asks_for_lanes(const IrInstr *instr)
{
    if (!ir_is(instr, OP_CONVERGENT) || !ir_is(instr, OP_PURE) || instr->op == IR_wave_is_first ||
        instr->op == IR_wave_read_first)
        return false;
    return !keeps_uniform_value(instr) || instr->operands[0]->level == LEVEL_VARYING;
}

/* ---- loops that a wave operation leads ---- */

typedef struct Search {
    Arena *arena;
    const Construct *loop;
    VEC(const IrInstr *) seen;
} Search;

/* Is an operation over the wave in the loop among what the value is made of? So it is taken to be
 * where that is a lot. */
static bool comes_from_wave(Search *search, const IrInstr *value)
{
    enum { MOST_SEEN = 500 };
    if (search->seen.count >= MOST_SEEN)
        return true;
    for (int i = 0; i < search->seen.count; i++)
        if (search->seen.items[i] == value)
            return false;
    vec_push(search->arena, &search->seen, value);
    if (is_from_outside(value, search->loop))
        return false;
    if (ir_is(value, OP_CONVERGENT))
        return true;
    /* what comes from before the loop is not in it */
    int first = value->op == IR_parameter ? 1 : 0;
    for (int i = first; is_phi(value) && i < incoming_count(value); i++)
        if (comes_from_wave(search, incoming_value(value, i)))
            return true;
    if (is_phi(value))
        return value->owner->op == IR_if && comes_from_wave(search, value->owner->operands[0]);
    EACH_USE (value, use)
        if (comes_from_wave(search, *use))
            return true;
    return false;
}

/* ---- the check ---- */

/* The innermost loop around that lanes leave in different turns, for whatever place; the branch at
 * which they do. */
static Parting parted_over_turns(const Control *control, const Construct **loop)
{
    for (const Construct *in = control->innermost; in != NULL; in = in->outer) {
        Parting parting = parting_join(in->left, in->retired);
        *loop = in;
        if (in->instr->op == IR_loop && parting.level == LEVEL_VARYING)
            return parting;
    }
    return (Parting){LEVEL_CONSTANT, NULL};
}

static void check_operation(PassContext *context, Causes *causes, const Control *control,
                            const IrInstr *instr)
{
    const Construct *loop;
    Parting parting = parted_over_turns(control, &loop);
    Search search = {.arena = context->scratch, .loop = loop};
    if (parting.level < LEVEL_VARYING || comes_from_wave(&search, parting.cause->operands[0]))
        return;
    diag_report(context->diagnostics, instr->pos, DIAG_wave_in_divergent_loop);
    diag_report(context->diagnostics, parting.cause->pos, DIAG_divergent_branch);
    causes_explain(causes, parting.cause->operands[0], parting.cause->pos, DIAG_because_varies);
}

bool pass_check_waves(PassContext *context)
{
    if (!diag_is_enabled(context->diagnostics, DIAG_wave_in_divergent_loop) ||
        !ir_contains_flags(context->kernel->body, OP_CONVERGENT))
        return false;
    Order order = order_kernel(context->kernel, context->scratch);
    Causes causes = causes_new(context, &order);
    Control control = control_at_start(context->kernel->body);
    EACH_INSTR (context->kernel->body, instr) {
        control_reach(&control, instr);
        if (asks_for_lanes(instr))
            check_operation(context, &causes, &control, instr);
    }
    return false;
}
