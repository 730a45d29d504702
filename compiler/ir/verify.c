/* The verifier: structure (regions, jumps, edges, visibility) here, types of operations in
 * verify_types.c. It stops at the first complaint.
 *
 * Visibility by structure: walking in text order, a definition becomes visible when it is passed
 * and stops being so when its region ends; parameters are visible in the body, results after the
 * construct. */
#include "ir/verify_priv.h"

#include <stdlib.h>

void verify_complain(Verifier *verifier, const IrInstr *instr, const char *format, ...)
{
    if (verifier->error)
        return;
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    text_printf(&text, ": ");
    ir_print_instr(&text, verifier->kernel, instr);
    verifier->error = arena_copy_text(verifier->arena, text.bytes, text.length);
    text_free(&text);
    verifier->where = instr->pos;
}

/* ---- definitions ---- */

static void define(Verifier *verifier, const IrInstr *instr)
{
    if (instr->id >= verifier->kernel->next_id) {
        verify_complain(verifier, instr, "id %u is not below the kernel's next_id %u", instr->id,
                        verifier->kernel->next_id);
        return;
    }
    if (verifier->seen[instr->id])
        verify_complain(verifier, instr, "id %u is used twice", instr->id);
    verifier->seen[instr->id] = true;
    verifier->visible[instr->id] = instr;
}

static void hide_region(Verifier *verifier, const IrRegion *region)
{
    for (const IrInstr *instr = region->first; instr && !verifier->error; instr = instr->next) {
        verifier->visible[instr->id] = NULL;
        for (int i = 0; i < instr->result_count; i++)
            verifier->visible[instr->results[i]->id] = NULL;
    }
}

static void check_phis(Verifier *verifier, const IrInstr *instr, IrInstr *const *phis, int count,
                       IrOp op)
{
    for (int i = 0; i < count && !verifier->error; i++) {
        if (phis[i]->op != op || phis[i]->owner != instr || phis[i]->position != i)
            verify_complain(verifier, phis[i], "is not %s %d of its owner", op_info(op)->name, i);
        if (phis[i]->type.components != 1 || phis[i]->type.scalar == IR_VOID)
            verify_complain(verifier, phis[i], "%s is not one scalar", op_info(op)->name);
        define(verifier, phis[i]);
    }
}

/* ---- operands ---- */

static void check_operands_visible(Verifier *verifier, const IrInstr *instr)
{
    for (int i = 0; i < instr->operand_count && !verifier->error; i++) {
        const IrInstr *operand = instr->operands[i];
        if (!operand)
            verify_complain(verifier, instr, "operand %d is missing", i);
        else if (operand->type.scalar == IR_VOID)
            verify_complain(verifier, instr, "operand %d has no value", i);
        else if (operand->id >= verifier->kernel->next_id ||
                 verifier->visible[operand->id] != operand)
            verify_complain(verifier, instr, "%%%u is not visible", operand->id);
    }
}

/* The operands go into `phis`, by position. */
static void check_edge(Verifier *verifier, const IrInstr *instr, IrInstr *const *phis, int count)
{
    if (instr->operand_count != count) {
        verify_complain(verifier, instr, "%d values for %d places", instr->operand_count, count);
        return;
    }
    for (int i = 0; i < count; i++)
        if (!ir_same_type(instr->operands[i]->type, phis[i]->type))
            verify_complain(verifier, instr, "value %d has not the type of %%%u", i, phis[i]->id);
}

/* ---- jumps ---- */

static bool encloses(const IrInstr *construct, const IrRegion *region)
{
    while (region && region->owner && region->owner != construct)
        region = region->owner->region;
    return region && region->owner;
}

static void check_yield(Verifier *verifier, const IrInstr *jump)
{
    const IrInstr *owner = jump->region->owner;
    if (owner && owner->op == IR_loop)
        verify_complain(verifier, jump, "a loop's body cannot yield");
    else if (jump->target)
        verify_complain(verifier, jump, "a yield has no target");
    else
        check_edge(verifier, jump, owner ? owner->results : NULL, owner ? owner->result_count : 0);
}

static void check_targeted(Verifier *verifier, const IrInstr *jump)
{
    const IrInstr *target = jump->target;
    bool is_continue = jump->op == IR_continue;
    if (!target || (target->op != IR_loop && (is_continue || target->op != IR_scope)))
        verify_complain(verifier, jump,
                        is_continue ? "the target is not a loop"
                                    : "the target is neither loop nor scope");
    else if (!encloses(target, jump->region))
        verify_complain(verifier, jump, "the target does not enclose it");
    else if (is_continue)
        check_edge(verifier, jump, target->parameters, target->parameter_count);
    else
        check_edge(verifier, jump, target->results, target->result_count);
}

static void check_jump(Verifier *verifier, const IrInstr *jump)
{
    if (jump->op == IR_yield)
        check_yield(verifier, jump);
    else if (jump->op != IR_return)
        check_targeted(verifier, jump);
    else if (jump->operand_count)
        verify_complain(verifier, jump, "a return has no values");
}

/* ---- regions ---- */

static void check_links(Verifier *verifier, const IrRegion *region, const IrInstr *instr)
{
    const IrInstr *follower_of_prev = instr->prev ? instr->prev->next : region->first;
    if (instr->region != region)
        verify_complain(verifier, instr, "does not know its region");
    else if (follower_of_prev != instr || (!instr->next && region->last != instr))
        verify_complain(verifier, instr, "the region's list is broken");
    else if (ir_is(instr, OP_JUMP) && instr->next)
        verify_complain(verifier, instr, "a jump before the end of its region");
    else if (!ir_is(instr, OP_JUMP) && !instr->next)
        verify_complain(verifier, instr, "the region does not end in a jump");
}

static void check_region(Verifier *verifier, const IrRegion *region, const IrInstr *owner);

static void check_construct(Verifier *verifier, const IrInstr *instr)
{
    int region_count = instr->op == IR_if ? 2 : 1;
    if (instr->op == IR_loop)
        check_edge(verifier, instr, instr->parameters, instr->parameter_count);
    else if (instr->parameter_count)
        verify_complain(verifier, instr, "only loops have parameters");
    if (instr->op == IR_wave_loop && instr->result_count)
        verify_complain(verifier, instr, "a wave_loop has no results");
    if ((instr->op == IR_lane_loop || instr->op == IR_all_lanes) && ir_has_jump_out(instr))
        verify_complain(verifier, instr, "a jump leaves it");
    if (instr->op == IR_all_lanes && (instr->region->owner == NULL || instr->region->owner->op != IR_lane_loop))
        verify_complain(verifier, instr, "it is not in a lane_loop's body");
    check_phis(verifier, instr, instr->parameters, instr->parameter_count, IR_parameter);
    for (int i = 0; i < region_count && !verifier->error; i++) {
        if (instr->regions[i])
            check_region(verifier, instr->regions[i], instr);
        else
            verify_complain(verifier, instr, "a region is missing");
    }
    for (int i = 0; i < instr->parameter_count && !verifier->error; i++)
        verifier->visible[instr->parameters[i]->id] = NULL;
    check_phis(verifier, instr, instr->results, instr->result_count, IR_result);
}

/* Which lane, or what lanes do together: once there are wave loops nothing outside them has lanes. Of one thread, or one
 * row, there is one number; the column of a lane may be the same in all waves (rows_alike.c). */
static bool has_lanes(const IrKernel *kernel, const IrInstr *instr)
{
    switch (instr->op) {
    case IR_group_thread_id:
        return kernel->threads[instr->immediate] > 1 && !(instr->immediate == AXIS_X && ir_waves_are_whole_rows(kernel));
    case IR_group_index:
    case IR_lane_index: return ir_group_size(kernel) > 1;
    case IR_wave_index: return kernel->wave_count > 1;
    default: return ir_is(instr, OP_CONVERGENT) && !ir_is(instr, OP_SYNC) && instr->op != IR_group_any;
    }
}

/* What stands in a lane_loop, but for all_lanes, has one lane, whose number it reads at the body's start. */
static void check_one_lane(Verifier *verifier, const IrInstr *lane_loop, const IrInstr *instr)
{
    bool is_place = false;
    for (int i = 0; i < instr->operand_count; i++) {
        const IrInstr *operand = instr->operands[i];
        is_place |= (operand->op == IR_group_index || operand->op == IR_group_thread_id || operand->op == IR_lane_index) &&
                    operand->level == LEVEL_VARYING && !ir_is_defined_in(operand, lane_loop);
    }
    if (is_place && instr->op != IR_wave_read_first)
        verify_complain(verifier, instr, "it has one lane, and takes what lanes outside have");
}

static void check_lane_loop(Verifier *verifier, const IrInstr *lane_loop)
{
    EACH_INSTR (lane_loop->regions[0], instr) {
        const IrInstr *around = instr->region->owner;
        while (around != lane_loop && around->op != IR_all_lanes)
            around = around->region->owner;
        if (around == lane_loop)
            check_one_lane(verifier, lane_loop, instr);
    }
}

static void check_lanes(Verifier *verifier)
{
    if (!ir_contains_op(verifier->kernel->body, IR_wave_loop))
        return;
    EACH_INSTR (verifier->kernel->body, instr)
        if (has_lanes(verifier->kernel, instr) && ir_wave_loop_around(instr) == NULL)
            verify_complain(verifier, instr, "it has lanes, and stands in no wave_loop");
    EACH_INSTR (verifier->kernel->body, instr)
        if (instr->op == IR_lane_loop && verifier->error == NULL)
            check_lane_loop(verifier, instr);
}

static void check_instr(Verifier *verifier, const IrInstr *instr)
{
    check_operands_visible(verifier, instr);
    if (!verifier->error)
        verify_types(verifier, instr);
    if (!verifier->error && ir_is(instr, OP_JUMP))
        check_jump(verifier, instr);
    if (!verifier->error)
        define(verifier, instr);
    if (!verifier->error && ir_is(instr, OP_REGION))
        check_construct(verifier, instr);
}

static void check_region(Verifier *verifier, const IrRegion *region, const IrInstr *owner)
{
    if (region->owner != owner)
        verifier->error = "a region does not know its owner";
    else if (!region->first)
        verifier->error = owner ? arena_printf(verifier->arena, "a region without a jump: %s",
                                               ir_instr_text(verifier->arena, verifier->kernel,
                                                             owner))
                                : "the kernel's body is empty";
    for (const IrInstr *instr = region->first; instr && !verifier->error; instr = instr->next) {
        check_links(verifier, region, instr);
        if (!verifier->error)
            check_instr(verifier, instr);
    }
    if (!verifier->error)
        hide_region(verifier, region);
}

const char *ir_verify(Arena *arena, const IrKernel *kernel)
{
    SourcePos where;
    return ir_verify_at(arena, kernel, &where);
}

const char *ir_verify_at(Arena *arena, const IrKernel *kernel, SourcePos *where)
{
    Verifier verifier = {.arena = arena, .kernel = kernel};
    verifier.visible = zeroed_new(kernel->next_id, sizeof *verifier.visible);
    verifier.seen = zeroed_new(kernel->next_id, sizeof *verifier.seen);
    for (int i = 0; i < kernel->variables.count && !verifier.error; i++)
        if (kernel->variables.items[i]->index != i)
            verifier.error = arena_printf(arena, "variable $%s has index %d at place %d",
                                          kernel->variables.items[i]->name,
                                          kernel->variables.items[i]->index, i);
    if (!verifier.error)
        check_region(&verifier, kernel->body, NULL);
    if (!verifier.error)
        check_lanes(&verifier);
    free(verifier.visible);
    free(verifier.seen);
    *where = verifier.where;
    return verifier.error;
}
