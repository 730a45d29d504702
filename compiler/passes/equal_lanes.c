/* Which lanes have the same value, as masks say it: what equals_add.c asks.
 *
 *     %m = extract.0 (wave_match %key)                         lanes whose key is this one's
 *     %b = extract.0 (wave_ballot (ine (iand %key, 4), 0))
 *     %e = select (ine (iand %key, 4), 0), %b, (inot %b)       lanes whose bit is this one's: of each bit, and all of them
 *                                                              together (`same &= bit ? ballot : ~ballot`), the key is
 *
 * Of a bit that is not set the lanes that are off are among those, unless all lanes are on or the mask is one of active
 * lanes as well. */
#include "equal_lanes.h"

enum { DEPTH = 8, WORD_LANES = 32 };

bool is_lanes_below(const IrInstr *value)
{
    const IrInstr *bit = value->op == IR_iadd && is_all_ones(value->operands[1]) ? value->operands[0]
                         : value->op == IR_isub && is_const(value->operands[1], 1) ? value->operands[0]
                                                                                   : NULL;
    if (bit == NULL || bit->op != IR_ishl || !is_const(bit->operands[0], 1))
        return false;
    const IrInstr *lane = bit->operands[1];
    lane = lane->op == IR_iand && is_const(lane->operands[1], WORD_LANES - 1) ? lane->operands[0] : lane;
    return lane->op == IR_lane_index;
}

/* What a mask's first word was taken out of; or NULL. */
static const IrInstr *whole_of_word(const IrInstr *value, IrOp op)
{
    bool is_word = value->op == IR_extract && value->component == 0 && value->operands[0]->op == op;
    return is_word ? value->operands[0] : NULL;
}

/* Not a mask of more lanes, of which some have left since. */
static bool is_word_of_active(const IrInstr *value, const IrInstr *branch)
{
    const IrInstr *ballot = whole_of_word(value, IR_wave_ballot);
    return ballot != NULL && is_const(ballot->operands[0], 1) && stand_together(ballot, branch);
}

ValuePart part_of_value(const IrInstr *value)
{
    bool has_const = value->operand_count == 2 && value->operands[1]->op == IR_const && value->type.scalar == IR_I32;
    if (!has_const || (value->op != IR_iand && value->op != IR_ushr))
        return (ValuePart){value, 0, UINT32_MAX};
    ValuePart part = part_of_value(value->operands[0]);
    uint32_t number = (uint32_t)value->operands[1]->bits, by = number % 32;
    if (value->op == IR_iand)
        part.bits &= number << part.shift;
    else if (by + part.shift < 32)
        part.bits &= UINT32_MAX << (part.shift += by);
    else
        part.bits = 0;
    return part;
}

/* `bit ? ballot : ~ballot`: the bit, or no bits. */
static ValuePart bit_of_ballot(const IrInstr *value, const IrInstr *branch)
{
    const IrInstr *set = value->op == IR_select ? value->operands[0] : NULL;
    const IrInstr *ballot = set != NULL ? whole_of_word(value->operands[1], IR_wave_ballot) : NULL;
    bool is_bit = ballot != NULL && ballot->operands[0] == set && value->operands[2]->op == IR_inot &&
                  value->operands[2]->operands[0] == value->operands[1] && set->op == IR_ine &&
                  is_const(set->operands[1], 0) && stand_together(ballot, branch);
    ValuePart part = is_bit ? part_of_value(set->operands[0]) : (ValuePart){0};
    return is_power_of_two(part.bits) ? part : (ValuePart){0};
}

static void take_key(EqualLanes *equal, const IrInstr *key, uint32_t bits)
{
    equal->has_others |= equal->key != NULL && equal->key != key;
    equal->key = key;
    equal->bits |= bits;
}

static void take(EqualLanes *equal, const IrInstr *mask, int depth)
{
    const IrInstr *match = whole_of_word(mask, IR_wave_match);
    ValuePart bit = bit_of_ballot(mask, equal->branch);
    if (mask->op == IR_iand && depth > 0) {
        take(equal, mask->operands[0], depth - 1);
        take(equal, mask->operands[1], depth - 1);
    } else if (match != NULL && stand_together(match, equal->branch)) {
        take_key(equal, match->operands[0], UINT32_MAX);
        equal->is_of_active = true;
    } else if (bit.bits != 0) {
        take_key(equal, bit.value, bit.bits);
    } else {
        equal->has_below |= is_lanes_below(mask);
        equal->is_of_active |= is_word_of_active(mask, equal->branch);
        equal->has_others |= !is_lanes_below(mask) && !is_word_of_active(mask, equal->branch);
    }
}

EqualLanes equal_lanes_of(const IrInstr *mask, const IrInstr *branch)
{
    EqualLanes equal = {.branch = branch};
    take(&equal, mask, DEPTH);
    return equal;
}

bool equal_lanes_are_on(const IrKernel *kernel, const EqualLanes *equal)
{
    bool all_are = kernel->wave_size == WORD_LANES && ir_waves_are_full(kernel) && keeps_lanes_together(kernel) &&
                   is_under_no_mask(equal->branch);
    return equal->key != NULL && !equal->has_others && (equal->is_of_active || all_are);
}
