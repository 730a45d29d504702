/* Indices that are bits of what memory holds, a byte of a pixel, a digit of a key, a code out of packed
 * words, of what a loop makes of these turn by turn, or made of its floats. Lanes that lie side by side have
 * no reason to follow each other there, so nothing asks whether they do:
 *
 *     table[(word >> 8) & 255]      counts[key >> 28]      curve[(uint)(x * 255)]
 *     for (...) crc = table[crc & 255] ^ crc >> 8;
 *
 * Nor have they in a code, of which each bit is an answer about data (the corners of a cell that lie inside, the
 * neighbours of a texel that are brighter):
 *
 *     for (i = 0; i < 8; i++) code |= field[corner[i]] < level ? 1u << i : 0;
 *     count[code]
 *
 * Other loaded indices may well follow each other: those of a mesh, of neighbours, of what was sorted. */
#include "plan_priv.h"

enum {
    DEPTH = 6,     /* through both operands, of each of many accesses */
    MOST_BITS = 12, /* more may be a number by themselves */
    ARITHMETIC = 3, /* steps from what is loaded to what is compared */
    MOST_ANSWERS = 16,
    LEAST_ANSWERS = 3 /* one or two are mostly the same beside each other */
};

static bool is_load(const IrInstr *value)
{
    return ir_is(value, OP_READS) && !ir_is(value, OP_WRITES) && value->level == LEVEL_VARYING;
}

/* No sums: what one lane is ahead of the other stays in them. */
static bool scrambles(IrOp op)
{
    return op == IR_ixor || op == IR_iand || op == IR_ior || op == IR_ushr || op == IR_sshr ||
           op == IR_bitcast || op == IR_extract || op == IR_select;
}

static bool is_data(const IrInstr *value, int depth);

/* What a loop begins with, or goes on with at its body's end. */
static bool is_data_of_turns(const IrInstr *parameter, int depth)
{
    const IrInstr *loop = parameter->owner;
    if (loop->op != IR_loop)
        return false;
    const IrInstr *end = loop->regions[0]->last;
    return is_data(loop->operands[parameter->position], depth) ||
           (end->op == IR_continue && is_data(end->operands[parameter->position], depth));
}

static bool is_data(const IrInstr *value, int depth)
{
    if (is_load(value) || (value->op == IR_parameter && depth > 0 && is_data_of_turns(value, depth - 1)))
        return true;
    for (int i = value->op == IR_select; i < value->operand_count && depth > 0; i++)
        if (scrambles(value->op) && is_data(value->operands[i], depth - 1))
            return true;
    return false;
}

static bool is_part(const IrInstr *value)
{
    const IrInstr *by = value->operand_count == 2 ? value->operands[1] : NULL;
    if (value->op == IR_load_part)
        return (value->immediate == PART_BYTE || value->immediate == PART_SIGNED_BYTE) && value->level == LEVEL_VARYING;
    if (by == NULL || by->op != IR_const || !is_data(value->operands[0], DEPTH))
        return false;
    return (value->op == IR_iand && by->bits < 1u << MOST_BITS) ||
           (value->op == IR_ushr && (by->bits & 31) >= 32 - MOST_BITS);
}

/* Or so many of them from a place that is no such part. */
static bool counts_part(const IrInstr *value, int depth)
{
    if (is_part(value))
        return true;
    bool is_count = value->op == IR_iadd || value->op == IR_imul || value->op == IR_ishl;
    for (int i = 0; i < value->operand_count && is_count && depth > 0; i++)
        if (counts_part(value->operands[i], depth - 1))
            return true;
    return false;
}

static bool hangs_on_data(const IrInstr *value, int depth)
{
    if (is_load(value))
        return true;
    for (int i = 0; i < value->operand_count && ir_is(value, OP_PURE) && depth > 0; i++)
        if (hangs_on_data(value->operands[i], depth - 1))
            return true;
    return false;
}

/* `less | constant`, or their sum. */
static bool is_with_bit(const IrInstr *value, const IrInstr *less)
{
    bool is_more = value->op == IR_ior || value->op == IR_iadd;
    return is_more && value->operands[0] == less && value->operands[1]->op == IR_const;
}

/* What a choice leaves or adds a bit to; NULL: it is another one. */
static const IrInstr *without_bit(const IrInstr *choice)
{
    const IrInstr *yes = choice->operands[1], *no = choice->operands[2];
    if (yes->op == IR_const || is_with_bit(yes, no))
        return no;
    return no->op == IR_const || is_with_bit(no, yes) ? yes : NULL;
}

/* Constants and choices of bits; `*answers` is how many of these there are. */
static bool is_code(const IrInstr *value, int depth, int *answers)
{
    if (value->op == IR_const || depth == 0)
        return value->op == IR_const;
    if (value->op == IR_select || value->op == IR_zext) {
        const IrInstr *rest = value->op == IR_select ? without_bit(value) : NULL;
        ++*answers;
        return hangs_on_data(value->operands[0], ARITHMETIC) &&
               (value->op == IR_zext || (rest != NULL && is_code(rest, depth - 1, answers)));
    }
    bool is_joined = value->op == IR_ior || value->op == IR_iadd || value->op == IR_ishl;
    return is_joined && is_code(value->operands[0], depth - 1, answers) && is_code(value->operands[1], depth - 1, answers);
}

static bool has_answers(const IrInstr *value)
{
    int answers = 0;
    return is_code(value, MOST_ANSWERS, &answers) && answers >= LEAST_ANSWERS;
}

bool plan_is_part_of_data(const IrInstr *value) { return counts_part(value, DEPTH) || has_answers(value) || ir_is_scattered(value); }
