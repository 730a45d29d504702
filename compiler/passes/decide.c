/* decide: values that can only be one thing become it: by what `ranges` knows where they are
 * computed, and conditions by the branch that their use stands in.
 *
 *     %9  i1  = ult %3, %8        ; group_thread_id.x < 16, in rows of 16 threads
 *     %12 i32 = select %9, %10, %11               %12 i32 = select true, %10, %11
 *
 *     if %5 { yield } else { break ^4 }           if %5 { yield } else { break ^4 }
 *     %7 i32 = select %5, %6, %8                  %7 i32 = select true, %6, %8
 *
 *     %3 i1 = ult %2, 24         ; %1 - 1
 *     if %5 {                    ; 1 <= %1, %1 < 24        if %5 {
 *       %4 i32 = select %3, %9, %10                          %4 i32 = select true, %9, %10
 *
 *     %6  i32 = sdiv %2, 16       ; group_index        %6  i32 = udiv %2, 16
 *
 *     %9  i32 = ior %7, %8        ; x << 3 | y         %9  i32 = iadd %7, %8
 *
 * So the bounds of `tile[id.y][k]` are not tested where the group's size and the loop keep them,
 * and its index still steps from lane to lane. A value is what is known of it in the lanes that run; in
 * the others it may become something else, which nobody sees.
 *
 * Needs: nothing. Keeps: facts. Leaves: values that nothing uses, choices between constants. */
#include "passes/ranges.h"

typedef struct Decisions {
    IrKernel *kernel;
    Arena *scratch;
    IrInstr *truth[2];       /* false, true */
    VEC(IrInstr *) assumed;  /* conditions known at the current place: their notes say what */
    bool changed;
} Decisions;

/* ---- by ranges ---- */

static bool is_candidate(const IrInstr *value)
{
    bool is_whole = value->type.components == 1 && !op_scalar_is_float(value->type.scalar);
    bool is_pure = is_pure_of_lane(value);
    return is_whole && is_pure && value->op != IR_const;
}

static bool is_never_negative(const IrInstr *value) { return ir_range_of(value).smin >= 0; }

/* Those of numbers without a sign step with them, and by powers of two they are shifts. */
static IrOp without_sign(IrOp op)
{
    switch (op) {
    case IR_sdiv: return IR_udiv;
    case IR_srem: return IR_urem;
    case IR_sshr: return IR_ushr;
    default: return op;
    }
}

static void decide_sign(Decisions *decisions, IrInstr *value)
{
    IrOp op = without_sign(value->op);
    if (op == value->op || !is_never_negative(value->operands[0]) ||
        (op != IR_ushr && !is_never_negative(value->operands[1])))
        return;
    value->op = op;
    decisions->changed = true;
}

static bool is_of_place(const IrInstr *value) { return value->level == LEVEL_VARYING && value->shape.length > 1; }

/* Bits of a thread's place beside each other, none of which both may have: sums have shapes. */
static void decide_sum(Decisions *decisions, IrInstr *value)
{
    bool joins = (value->op == IR_ior || value->op == IR_ixor) && value->type.scalar == IR_I32;
    if (!joins || !is_of_place(value->operands[0]) || !is_of_place(value->operands[1]))
        return;
    IrRange left = ir_range_of(value->operands[0]), right = ir_range_of(value->operands[1]);
    if ((~left.zeros & ~right.zeros & UINT32_MAX) != 0)
        return;
    value->op = IR_iadd;
    decisions->changed = true;
}

static IrInstr *truth(Decisions *decisions, bool holds)
{
    if (!decisions->truth[holds])
        decisions->truth[holds] = const_at_start(decisions->kernel, IR_I1, holds);
    return decisions->truth[holds];
}

/* The condition may have been computed where less was known. */
static void decide_choice(Decisions *decisions, IrInstr *select)
{
    if (select->op != IR_select || select->operand_ranges == NULL || select->operands[0]->op == IR_const)
        return;
    select->operands[0] = truth(decisions, select->operand_ranges[0].umin != 0);
    decisions->changed = true;
}

static void decide_value(Decisions *decisions, IrInstr *value)
{
    decide_choice(decisions, value);
    if (!is_candidate(value))
        return;
    decide_sign(decisions, value);
    decide_sum(decisions, value);
    IrRange range = ir_range_of(value);
    if (!ir_range_is_one(&range))
        return;
    value->note = const_at_start(decisions->kernel, value->type.scalar, range.umin);
    decisions->changed = true;
}

/* ---- by branches ---- */

static void assume(Decisions *decisions, IrInstr *condition, bool holds)
{
    bool joins = condition->op == (holds ? IR_iand : IR_ior);
    if (condition->op == IR_const || condition->note)
        return;
    condition->note = truth(decisions, holds);
    vec_push(decisions->scratch, &decisions->assumed, condition);
    for (int i = 0; i < 2 && joins; i++)
        assume(decisions, current_value(condition->operands[i]), holds);
    if (condition->op == IR_inot)
        assume(decisions, current_value(condition->operands[0]), !holds);
}

static void take_back(Decisions *decisions, int count)
{
    while (decisions->assumed.count > count)
        decisions->assumed.items[--decisions->assumed.count]->note = NULL;
}

static void use_known_operands(Decisions *decisions, IrInstr *instr)
{
    EACH_USE (instr, use) {
        decisions->changed |= (*use)->note != NULL;
        *use = current_value(*use);
    }
}

static void decide_region(Decisions *decisions, const IrRegion *region);

/* Behind a branch that does not come back the other one was taken. */
static void decide_branches(Decisions *decisions, const IrInstr *branch)
{
    IrInstr *condition = branch->operands[0];
    for (int side = 0; side < 2; side++) {
        int count = decisions->assumed.count;
        assume(decisions, condition, side == 0);
        decide_region(decisions, branch->regions[side]);
        take_back(decisions, count);
    }
    for (int side = 0; side < 2; side++)
        if (branch->regions[side]->last->op != IR_yield)
            assume(decisions, condition, side == 1);
}

static void decide_region(Decisions *decisions, const IrRegion *region)
{
    int count = decisions->assumed.count;
    EACH_IN (region, instr) {
        use_known_operands(decisions, instr);
        decide_value(decisions, instr);
        if (instr->op == IR_loop)
            EACH_PHI (instr, phi)
                decide_value(decisions, phi);
        if (instr->op == IR_if)
            decide_branches(decisions, instr);
        else
            EACH_REGION (instr, inner)
                decide_region(decisions, inner);
        if (instr->op != IR_loop)
            EACH_PHI (instr, phi)
                decide_value(decisions, phi);
    }
    take_back(decisions, count);
}

/* What was assumed of conditions that nobody asks for again. */
static void drop_unused_truths(const Decisions *decisions)
{
    bool is_used[2] = {false, false};
    EACH_INSTR (decisions->kernel->body, instr)
        EACH_USE (instr, use)
            for (int holds = 0; holds < 2; holds++)
                is_used[holds] |= *use == decisions->truth[holds];
    for (int holds = 0; holds < 2; holds++)
        if (decisions->truth[holds] != NULL && !is_used[holds])
            ir_remove(decisions->truth[holds]);
}

bool pass_decide(PassContext *context)
{
    Decisions decisions = {.kernel = context->kernel, .scratch = context->scratch};
    ranges_with_choices(context);
    clear_notes(context->kernel);
    decide_region(&decisions, context->kernel->body);
    drop_unused_truths(&decisions);
    ir_forget_ranges(context->kernel);
    return decisions.changed;
}
