/* From a value that varies along operands that do to where the difference comes from; uniformity's
 * levels are settled, and the order of the kernel is known. */
#include "passes/causes.h"

#include "passes/control.h"

enum { MOST_NOTES = 8 };

Causes causes_new(PassContext *context, const Order *order)
{
    return (Causes){.diagnostics = context->diagnostics,
                    .told = ARENA_ARRAY(context->scratch, int, order->count + 1)};
}

static bool varies(const IrInstr *value) { return value->level == LEVEL_VARYING; }

static const IrInstr *varying_operand(const IrInstr *instr)
{
    EACH_USE (instr, use)
        if (varies(*use))
            return *use;
    return NULL;
}

/* A value that makes another one vary, and the branch that it decides where it does so by that. */
typedef struct Reason {
    const IrInstr *value, *branch;
} Reason;

/* What an edge brings, or the condition that decides which edge. */
static Reason why_phi_varies(const Causes *causes, const IrInstr *phi)
{
    const Construct *construct = construct_of(phi->owner);
    bool is_parameter = phi->op == IR_parameter;
    for (int i = 0; i < incoming_count(phi); i++) {
        const IrInstr *value = incoming_value(phi, i);
        bool is_new = (is_parameter && i == 0) || causes->told[order_of(value)] != causes->chain;
        if (varies(value) && is_new)
            return (Reason){value, NULL};
    }
    Parting parting = is_parameter ? control_turn(construct) : control_exit(construct);
    return parting.level == LEVEL_VARYING ? (Reason){parting.cause->operands[0], parting.cause}
                                          : (Reason){NULL, NULL};
}

/* What a variable holds varies by one of its stores; the chain ends there. */
static Reason why_varies(const Causes *causes, const IrInstr *value)
{
    return is_phi(value) ? why_phi_varies(causes, value) : (Reason){varying_operand(value), NULL};
}

static DiagId source_note(const IrInstr *value)
{
    if (value->op == IR_group_index || value->op == IR_group_thread_id ||
        value->op == IR_lane_index)
        return DIAG_varies_by_thread;
    return ir_is(value, OP_READS) ? DIAG_varies_by_memory : DIAG_varies_by_wave_operation;
}

/* The notes of one chain: what is on the same place as the one before is not told again. */
typedef struct Chain {
    Diagnostics *diagnostics;
    SourcePos told_pos;
    int notes;
    DiagId link; /* what the next value is to the one before */
} Chain;

static void tell(Chain *chain, SourcePos pos, DiagId note)
{
    diag_report(chain->diagnostics, pos, note);
    chain->told_pos = pos;
    chain->notes++;
}

/* Constants in the way have nowhere to point to. */
static void tell_link(Chain *chain, SourcePos pos, DiagId note)
{
    if (pos != chain->told_pos && pos != SOURCE_NOWHERE && chain->notes < MOST_NOTES - 2)
        tell(chain, pos, note);
}

/* Loads stand on the way, and lead on to their address. */
void causes_explain(Causes *causes, const IrInstr *value, SourcePos told_pos, DiagId because)
{
    Chain chain = {causes->diagnostics, told_pos, 0, because};
    causes->chain++;
    while (value && causes->told[order_of(value)] != causes->chain) {
        causes->told[order_of(value)] = causes->chain;
        Reason reason = why_varies(causes, value);
        bool is_load = ir_is(value, OP_READS);
        if (is_load || reason.value == NULL)
            tell(&chain, value->pos, source_note(value));
        else if (value->pos != (reason.branch ? reason.branch : reason.value)->pos)
            tell_link(&chain, value->pos, chain.link);
        if (reason.branch)
            tell_link(&chain, reason.branch->pos, DIAG_because_sides);
        chain.link = is_load           ? DIAG_because_address
                     : chain.notes > 0 ? DIAG_because_depends
                                       : because;
        value = reason.value;
    }
}
