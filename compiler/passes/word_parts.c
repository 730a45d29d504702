/* Where bytes and halfwords of words lie (word_parts.h). */
#include "passes/word_parts.h"

#include "ir/range.h"

bool is_constant_of(const IrInstr *instr, IrOp op)
{
    return instr->op == op && instr->operands[1]->op == IR_const &&
           instr->type.scalar == IR_I32;
}

/* ---- which part ---- */

static int bits_of_choice(const PartChoice *choice) { return choice->bytes == 1 ? 2 : 1; }

/* The bits of its value that matter. */
static uint64_t chosen_bits(const PartChoice *choice)
{
    uint64_t low = ((uint64_t)1 << bits_of_choice(choice)) - 1;
    return choice->in_bytes ? low << 1 : low;
}

bool is_shifted(const IrInstr *value, IrOp op, int by)
{
    return is_constant_of(value, op) && value->operands[1]->bits == (uint64_t)by;
}

bool is_masked(const IrInstr *value, uint64_t within, uint64_t mask)
{
    return is_constant_of(value, IR_iand) && (value->operands[1]->bits & within) == mask;
}

IrInstr *part_from_the_end(const IrInstr *count, int last)
{
    if (count->op == IR_isub && is_const(count->operands[0], (uint64_t)last))
        return count->operands[1];
    return is_constant_of(count, IR_ixor) && count->operands[1]->bits == (uint64_t)last ? count->operands[0] : NULL;
}

/* A shift's count, modulo 32: 8 times one of four, 16 times one of two. */
static bool find_choice(IrInstr *count, int bytes, PartChoice *choice)
{
    uint64_t scale = bytes == 1 ? 3 : 4;
    bool was_masked = is_masked(count, 31, bytes == 1 ? 24 : 16);
    if (was_masked)
        count = count->operands[0];
    if (!is_constant_of(count, IR_ishl))
        return false;
    uint64_t by = count->operands[1]->bits;
    IrInstr *other = part_from_the_end(count->operands[0], WORD / bytes - 1),
            *value = other != NULL ? other : count->operands[0];
    bool in_bytes = bytes == 2 && by == 3 && (was_masked || is_masked(value, 3, 2));
    *choice = (PartChoice){.value = value, .bytes = bytes, .in_bytes = in_bytes, .is_reversed = other != NULL};
    return by == scale || (in_bytes && other == NULL);
}

/* The same part by what its value is a mask of; false: it is none. */
static bool look_behind_mask(PartChoice *choice)
{
    uint64_t bits = chosen_bits(choice);
    if (!is_constant_of(choice->value, IR_iand) ||
        (choice->value->operands[1]->bits & bits) != bits)
        return false;
    choice->value = choice->value->operands[0];
    return true;
}

/* ---- where ---- */

bool is_raw(const IrInstr *load) { return load->resource->shape == IR_SHAPE_RAW; }

bool is_word_load(const IrInstr *instr)
{
    bool is_plain = instr->op == IR_load_typed || instr->op == IR_load_raw ||
                    (instr->op == IR_load_struct && is_const(instr->operands[2], 0));
    return is_plain && instr->type.scalar == IR_I32 && instr->type.components == 1 &&
           (is_raw(instr) || instr->resource->stride == WORD) && !instr->resource->is_coherent;
}

/* (n & ~1) << 1: of two halfwords. */
static bool is_of_even_halfword(const IrInstr *index)
{
    return is_shifted(index, IR_ishl, 1) && is_masked(index->operands[0], UINT32_MAX, (uint32_t)-2);
}

/* What the index of a word around a byte address was made of: `a & ~3`, `a`; `n >> 2 << 2` of bytes,
 * `n >> 1 << 2` or `(n & ~1) << 1` of halfwords. */
static IrInstr *part_of_word_index(const IrInstr *index, const PartChoice *choice)
{
    if (choice->bytes == 2 && !choice->in_bytes && is_of_even_halfword(index))
        return index->operands[0]->operands[0];
    if (is_masked(index, UINT32_MAX, (uint32_t)-WORD))
        return index->operands[0];
    bool is_scaled = is_shifted(index, IR_ishl, 2) &&
                     is_shifted(index->operands[0], IR_ushr, bits_of_choice(choice)) &&
                     !choice->in_bytes;
    return is_scaled ? index->operands[0]->operands[0] : (IrInstr *)index;
}

/* Raw. */
static bool is_word_of_address(const IrInstr *index, const PartChoice *choice, PartCounted *counted)
{
    IrInstr *part = part_of_word_index(index, choice);
    counted->value = part;
    counted->is_halved = false;
    if (choice->bytes == 1 || choice->in_bytes)
        return part == choice->value;
    counted->is_halved =
        part == choice->value && (is_shifted(index, IR_ishl, 2) || is_of_even_halfword(index));
    return counted->is_halved ||
           (is_shifted(part, IR_ishl, 1) && part->operands[0] == choice->value);
}

static bool is_word_of(const IrInstr *load, const IrInstr *index, const PartChoice *choice,
                       PartCounted *counted)
{
    if (is_raw(load))
        return is_word_of_address(index, choice, counted);
    *counted = (PartCounted){choice->value, false};
    return !choice->in_bytes && is_shifted(index, IR_ushr, bits_of_choice(choice)) &&
           index->operands[0] == choice->value;
}

/* As a sum, of which one addend is that of the part. */
static bool find_in_sum(const IrInstr *load, const PartChoice *choice, PartPlace *place)
{
    const IrInstr *addends[IR_MOST_ADDENDS], *index = load->operands[1];
    int count = ir_list_addends(index, addends);
    if (count > IR_MOST_ADDENDS)
        return false;
    *place = (PartPlace){.constant = (int32_t)ir_constant_addend(index)};
    for (int i = 0; i < count; i++) {
        PartCounted counted;
        bool is_it = place->counted.value == NULL &&
                     is_word_of(load, addends[i], choice, &counted) && addends[i] != counted.value;
        if (is_it)
            place->counted = counted;
        else
            place->more[place->more_count++] = addends[i];
    }
    return place->counted.value != NULL;
}

/* Behind one mask after the other, until the index is of it. */
bool find_part_place(const IrInstr *load, PartChoice *choice, PartPlace *place)
{
    do {
        *place = (PartPlace){0};
        if (is_word_of(load, load->operands[1], choice, &place->counted) ||
            find_in_sum(load, choice, place))
            return true;
    } while (look_behind_mask(choice));
    return false;
}

bool find_word_part(const IrInstr *load, IrInstr *count, int bytes, WordPart *part)
{
    part->load = load;
    return find_choice(count, bytes, &part->choice) &&
           find_part_place(load, &part->choice, &part->place);
}

bool has_more(const PartPlace *place) { return place->more_count > 0 || place->constant != 0; }

/* ---- counting parts ---- */

static IrInstr *sum(IrBuilder *builder, IrInstr *left, IrInstr *right)
{
    return is_const(right, 0) ? left : IR_BUILD(builder, IR_iadd, left, right);
}

/* All that is added to the index of the part's own word. */
static IrInstr *sum_of_more(IrBuilder *builder, const PartPlace *place)
{
    IrInstr *more = ir_const_i32(builder, place->constant);
    for (int i = 0; i < place->more_count; i++)
        more = sum(builder, (IrInstr *)place->more[i], more);
    return more;
}

/* So much may be added to the index of a word, and as many parts to that of a part; where it is
 * more, all words are outside. */
static int64_t farthest(const WordPart *part)
{
    return ((int64_t)1 << (31 - bits_of_choice(&part->choice))) - 1;
}

static bool are_near(const PartPlace *place, int64_t most)
{
    int64_t least = place->constant, greatest = place->constant;
    for (int i = 0; i < place->more_count; i++) {
        IrRange range = ir_range_of(place->more[i]);
        least += range.smin;
        greatest += range.smax;
    }
    return least >= -most && greatest <= most;
}

static bool are_uniform(const PartPlace *place)
{
    for (int i = 0; i < place->more_count; i++)
        if (place->more[i]->level == LEVEL_VARYING)
            return false;
    return true;
}

bool may_count_parts(const WordPart *part)
{
    const PartPlace *place = &part->place;
    return is_raw(part->load) || !has_more(place) ||
           (ir_range_of(place->counted.value).smin >= 0 &&
            (are_near(place, farthest(part)) || are_uniform(place)));
}

/* In parts; INT32_MIN, which leads outside, where it is too far out. */
static IrInstr *more_in_parts(IrBuilder *builder, const WordPart *part)
{
    const PartPlace *place = &part->place;
    int bits = bits_of_choice(&part->choice);
    bool is_near = are_near(place, farthest(part));
    if (place->more_count == 0)
        return ir_const_i32(builder, is_near ? place->constant * (1 << bits) : INT32_MIN);
    IrInstr *more = sum_of_more(builder, place),
            *parts = IR_BUILD(builder, IR_ishl, more, ir_const_i32(builder, bits));
    if (is_near)
        return parts;
    int32_t most = (int32_t)farthest(part);
    IrInstr *shifted = IR_BUILD(builder, IR_iadd, more, ir_const_i32(builder, most)),
            *near = IR_BUILD(builder, IR_ule, shifted, ir_const_i32(builder, 2 * most));
    return IR_BUILD(builder, IR_select, near, parts, ir_const_i32(builder, INT32_MIN));
}

/* Load rounds the sum down to a word, of which the part's own is a multiple. */
static IrInstr *more_in_bytes(IrBuilder *builder, const PartPlace *place)
{
    IrInstr *more = sum_of_more(builder, place);
    if (more->op == IR_const)
        return ir_const_i32(builder, (int32_t)((uint32_t)more->bits & (uint32_t)-WORD));
    return IR_BUILD(builder, IR_iand, more, ir_const_i32(builder, -WORD));
}

IrInstr *place_of_part(IrBuilder *builder, const WordPart *part)
{
    const PartPlace *place = &part->place;
    IrInstr *at = place->counted.value;
    bool in_bytes = is_raw(part->load);
    if (place->counted.is_halved)
        at = IR_BUILD(builder, IR_ishl, at, ir_const_i32(builder, 1));
    if (has_more(place))
        at = sum(builder, at,
                 in_bytes ? more_in_bytes(builder, place) : more_in_parts(builder, part));
    if (!part->choice.is_reversed)
        return at;
    int last = in_bytes ? WORD - part->choice.bytes : WORD / part->choice.bytes - 1;
    return IR_BUILD(builder, IR_ixor, at, ir_const_i32(builder, last));
}
