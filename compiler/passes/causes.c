/* From a value that varies along operands that do to where the difference comes from; uniformity's levels
 * are settled, and the order of the kernel is known. */
#include "passes/causes.h"

#include "passes/control.h"

enum { MOST_NOTES = 6 };

Causes causes_new(PassContext *context, const Order *order)
{
    return (Causes){.diagnostics = context->diagnostics, .told = ARENA_ARRAY(context->scratch, int, order->count + 1)};
}

static bool varies(const IrInstr *value) { return value->level == LEVEL_VARYING; }

static const IrInstr *varying_operand(const IrInstr *instr)
{
    for (int i = 0; i < instr->operand_count; i++)
        if (varies(instr->operands[i]))
            return instr->operands[i];
    return NULL;
}

/* What an edge brings, or the condition that decides which edge. */
static const IrInstr *why_phi_varies(const Causes *causes, const IrInstr *phi)
{
    const Construct *construct = construct_of(phi->owner);
    bool is_parameter = phi->op == IR_parameter;
    int count = is_parameter ? construct->continues.count : construct->exits.count;
    IrInstr *const *jumps = is_parameter ? construct->continues.items : construct->exits.items;
    const IrInstr *first = is_parameter ? construct->instr->operands[phi->position] : NULL;
    if (first && varies(first))
        return first;
    for (int i = 0; i < count; i++) {
        const IrInstr *value = jumps[i]->operands[phi->position];
        if (varies(value) && causes->told[order_of(value)] != causes->chain)
            return value;
    }
    Parting parting = is_parameter ? control_turn(construct) : control_exit(construct);
    return parting.level == LEVEL_VARYING ? parting.cause->operands[0] : NULL;
}

/* What a variable holds varies by one of its stores; the chain ends there. */
static const IrInstr *why_varies(const Causes *causes, const IrInstr *value)
{
    return is_phi(value) ? why_phi_varies(causes, value) : varying_operand(value);
}

static DiagId source_note(const IrInstr *value)
{
    if (value->op == IR_group_index || value->op == IR_group_thread_id || value->op == IR_lane_index)
        return DIAG_varies_by_thread;
    return ir_is(value, OP_READS) ? DIAG_varies_by_memory : DIAG_varies_by_wave_operation;
}

/* Constants in the way have nowhere to point to; what is on the same place is told once. */
void causes_explain(Causes *causes, const IrInstr *value, SourcePos told_pos, DiagId because)
{
    causes->chain++;
    for (int notes = 1; value && causes->told[order_of(value)] != causes->chain;) {
        causes->told[order_of(value)] = causes->chain;
        const IrInstr *reason = why_varies(causes, value);
        bool is_source = reason == NULL || ir_is(value, OP_READS);
        bool is_new = value->pos != told_pos && value->pos != SOURCE_NOWHERE;
        if (is_source || (is_new && notes < MOST_NOTES - 1)) {
            diag_report(causes->diagnostics, value->pos, is_source ? source_note(value) : because);
            told_pos = value->pos;
            notes++;
        }
        value = is_source ? NULL : reason;
    }
}
