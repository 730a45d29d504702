/* hoist: values that do not change in a loop leave it.
 *
 *     loop (%3 = %1) {                        %5 = load_cbuffer $c [16]
 *       ...                                   %6 = fmul %5, %5
 *       %5 = load_cbuffer $c [16]             loop (%3 = %1) {
 *       %6 = fmul %5, %5                        ...
 *       %7 = fadd %3, %6                        %7 = fadd %3, %6
 *
 * One walk: each value gets the depth of the innermost loop around it that it changes in, which is
 * that of its least lucky operand, and goes before the loop one deeper. Since operands come first
 * in the text they have moved already. Nothing pure can trap, so branches inside a loop are no
 * obstacle. Loads of memory that no one writes move as well; from SRVs only where every turn would
 * load, for their cost. Convergent operations stay: before the loop other lanes may be active.
 *
 * Needs: nothing. Keeps: facts. */
#include "passes/passes_priv.h"

typedef struct Hoister {
    const PassContext *context;
    VEC(IrInstr *) loops; /* open ones, outermost first; a value's mark is a number of these */
    int branch_depth;     /* loops around the innermost open `if` */
    Arena *scratch;
    bool changed;
} Hoister;

static bool may_leave(const IrInstr *instr)
{
    return is_pure_of_lane(instr) || reads_constant_memory(instr);
}

/* Of the loop that an operand changes in. */
static int depth_of_operands(const IrInstr *instr)
{
    int depth = 0;
    EACH_USE (instr, use)
        if ((*use)->mark > depth)
            depth = (int)(*use)->mark;
    return depth;
}

static bool needs_every_turn(const IrInstr *instr)
{
    return ir_is(instr, OP_READS) && instr->op != IR_load_cbuffer;
}

static int depth_of(const Hoister *hoister, const IrInstr *instr)
{
    if (!may_leave(instr))
        return hoister->loops.count;
    int least = needs_every_turn(instr) ? hoister->branch_depth : 0,
        depth = depth_of_operands(instr);
    return depth > least ? depth : least;
}

static const char *name_of_memory(const IrInstr *instr)
{
    if (instr->variable)
        return instr->variable->name;
    return instr->resource ? instr->resource->name : op_info(instr->op)->name;
}

/* Of what would leave a loop if its operands were all that counts. */
static void explain_value(const Hoister *hoister, const IrInstr *instr, int depth)
{
    const PassContext *context = hoister->context;
    const char *op = op_info(instr->op)->name, *name = name_of_memory(instr);
    if (instr->op == IR_const || instr->type.scalar == IR_VOID ||
        depth_of_operands(instr) >= hoister->loops.count)
        return;
    if (depth < hoister->loops.count)
        pass_explain(context, instr->pos, "hoisted: %s leaves %d of %d loops", op,
                     hoister->loops.count - depth, hoister->loops.count);
    else if (ir_is(instr, OP_CONVERGENT))
        pass_explain(context, instr->pos, "not hoisted: %s depends on the lanes that run with it",
                     op);
    else if (may_leave(instr))
        pass_explain(context, instr->pos, "not hoisted: not every turn gets to this %s of %s", op,
                     name);
    else if (ir_is(instr, OP_WRITES))
        pass_explain(context, instr->pos, "not hoisted: %s writes %s", op, name);
    else if (ir_is(instr, OP_READS))
        pass_explain(context, instr->pos,
                     "not hoisted: the kernel may write %s while this %s is in the loop", name, op);
}

static void hoist_value(Hoister *hoister, IrInstr *instr)
{
    int depth = depth_of(hoister, instr);
    instr->mark = depth;
    if (hoister->context->explaining && hoister->loops.count > 0)
        explain_value(hoister, instr, depth);
    if (depth == hoister->loops.count)
        return;
    ir_move_before(instr, hoister->loops.items[depth]);
    hoister->changed = true;
}

static void hoist_region(Hoister *hoister, IrRegion *region)
{
    EACH_IN (region, instr) {
        if (!is_construct(instr)) {
            hoist_value(hoister, instr);
            continue;
        }
        int outer_depth = hoister->loops.count, outer_branch_depth = hoister->branch_depth;
        if (instr->op == IR_loop)
            vec_push(hoister->scratch, &hoister->loops, instr);
        if (instr->op == IR_if)
            hoister->branch_depth = outer_depth;
        for (int i = 0; i < instr->parameter_count; i++)
            instr->parameters[i]->mark = hoister->loops.count;
        EACH_REGION (instr, inner)
            hoist_region(hoister, inner);
        hoister->loops.count = outer_depth;
        hoister->branch_depth = outer_branch_depth;
        for (int i = 0; i < instr->result_count; i++)
            instr->results[i]->mark = outer_depth;
    }
}

bool pass_hoist(PassContext *context)
{
    Hoister hoister = {.context = context, .scratch = context->scratch};
    if (ir_contains_op(context->kernel->body, IR_wave_loop))
        return false;
    hoist_region(&hoister, context->kernel->body);
    return hoister.changed;
}
