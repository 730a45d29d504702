/* check_barriers: a barrier that not all lanes of a wave reach together is an error.
 *
 *     blur.hlsl:12:5: error: barrier in control flow that differs between the lanes of a wave
 *     blur.hlsl:30:9: note: the barrier is called from here
 *     blur.hlsl:10:5: note: the lanes part at this branch
 *     blur.hlsl:9:17: note: whose condition depends on this value, which differs from lane to lane
 *     blur.hlsl:8:20: note: which depends on this value
 *     blur.hlsl:3:15: note: it differs because each thread has its own position in the group
 *
 * The walk is that of uniformity, whose levels are settled: control says where lanes are missing
 * and which `if` parted them. From its condition a chain of varying operands leads to where the
 * difference comes from. Lanes that have returned do not hold a barrier up. Where a value that the
 * host gives decides (`i < gCount`), nothing is proved: that is a warning which is off until asked
 * for. Nor is it where lanes part behind the barrier, and such a value decides whether the loop
 * around both takes another turn.
 *
 * Needs: uniformity. Changes nothing. */
#include "passes/causes.h"
#include "passes/control.h"

static bool varies(const IrInstr *value) { return value->level == LEVEL_VARYING; }

/* ---- what is proved -------------------------------------------------------------------------- */

typedef struct Proof {
    Arena *arena;
    VEC(const IrInstr *) seen;
    bool unknown; /* some value that the host gives decides as well */
} Proof;

/* Constants, thread ids and what is loaded for each lane are known to differ or not; a uniform
 * value from outside (a cbuffer, a size, a uniform load) is not: `i < gCount` may well be the same
 * in all lanes. */
static void look_for_unknown(Proof *proof, const IrInstr *value)
{
    bool is_identifier = value->op == IR_group_id || value->op == IR_wave_index ||
                         value->op == IR_const;
    bool is_source = !ir_is(value, OP_PURE) || ir_is(value, OP_CONVERGENT) ||
                     value->op == IR_resource_size;
    for (int i = 0; i < proof->seen.count; i++)
        if (proof->seen.items[i] == value)
            return;
    vec_push(proof->arena, &proof->seen, value);
    if (is_identifier || (is_source && varies(value)))
        return;
    proof->unknown |= is_source;
    for (int i = 0; is_phi(value) && i < incoming_count(value); i++)
        look_for_unknown(proof, incoming_value(value, i));
    for (int i = 0; i < value->operand_count && !is_source && !proof->unknown; i++)
        look_for_unknown(proof, value->operands[i]);
}

static bool is_proved(Arena *scratch, const IrInstr *condition)
{
    Proof proof = {.arena = scratch};
    look_for_unknown(&proof, condition);
    return !proof.unknown;
}

static bool leaves(const IrInstr *jump, const IrInstr *loop)
{
    const IrInstr *target = is_jump(jump) ? jump_target(jump) : NULL;
    return jump->op == IR_return || (jump->op == IR_break && order_of(target) <= order_of(loop));
}

/* Whether another turn comes is known where it is known who leaves. */
static bool ends_are_proved(Arena *scratch, const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], jump)
        for (const IrInstr *at = leaves(jump, loop) ? jump->region->owner : loop; at != loop; at = at->region->owner)
            if (at->op == IR_if && !is_proved(scratch, at->operands[0]))
                return false;
    return true;
}

/* Lanes that part behind the barrier come to it in a loop's next turn, if there is one. */
static bool is_met_again(Arena *scratch, const IrInstr *barrier, const IrInstr *cause)
{
    if (order_of(cause) < order_of(barrier))
        return true;
    for (const IrInstr *loop = ir_loop_around(barrier); loop != NULL; loop = ir_loop_around(loop))
        for (const IrInstr *around = ir_loop_around(cause); around != NULL; around = ir_loop_around(around))
            if (around == loop)
                return ends_are_proved(scratch, loop);
    return true;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* Of functions that were inlined, innermost first. */
static void report_calls(const PassContext *context, const IrInstr *barrier)
{
    const IrKernel *kernel = context->kernel;
    for (int call = barrier->immediate; call > 0 && call <= kernel->calls.count;
         call = kernel->calls.items[call - 1].outer)
        diag_report(context->diagnostics, kernel->calls.items[call - 1].pos,
                    DIAG_barrier_called_from);
}

static void check_barrier(PassContext *context, Causes *causes, Parting here,
                          const IrInstr *barrier)
{
    if (here.level < LEVEL_VARYING)
        return;
    const IrInstr *condition = here.cause->operands[0];
    bool is_error = is_proved(context->scratch, condition) && is_met_again(context->scratch, barrier, here.cause);
    diag_report(context->diagnostics, barrier->pos,
                is_error ? DIAG_barrier_in_divergent_control : DIAG_barrier_may_diverge);
    report_calls(context, barrier);
    diag_report(context->diagnostics, here.cause->pos, DIAG_divergent_branch);
    causes_explain(causes, condition, here.cause->pos, DIAG_because_varies);
}

bool pass_check_barriers(PassContext *context)
{
    if (!ir_contains_op(context->kernel->body, IR_barrier))
        return false;
    Order order = order_kernel(context->kernel, context->scratch);
    Causes causes = causes_new(context, &order);
    Control control = control_at_start(context->kernel->body);
    EACH_INSTR (context->kernel->body, instr) {
        control_reach(&control, instr);
        if (instr->op == IR_barrier)
            check_barrier(context, &causes, control_here(&control), instr);
    }
    return false;
}
