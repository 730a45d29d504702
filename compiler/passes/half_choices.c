/* Choices between the halves of a word are shifts by the condition, in which load_parts finds halfwords (word_parts.h).
 *
 *     h & 1 ? w >> 16 : w & 65535                 w >> (h & 1) * 16 & 65535
 *     h & 1 ? w : w << 16                   ->    w << (h & 1) * 16 ^ 16
 *     h & 1 ? (int)w >> 16 : (int)(w << 16) >> 16 (int)(w << (h & 1) * 16 ^ 16) >> 16
 *
 * with the mask or without. Of a word, and of the shifted ones, nothing else is wanted; of the second only the upper half. */
#include "passes/word_parts.h"

enum { HALF = 16 };

/* What a choice is made of. */
typedef struct Halves {
    IrInstr *bit, *word;
    IrInstr *high, *low; /* what is chosen where the bit is set, and where not */
    IrInstr *inner[3];   /* that nothing else wants */
    int inner_count, uses; /* of the word */
} Halves;

/* What becomes of a choice of a form: a shift of the word by 16 or 0, or by 0 or 16, and an operation with a constant behind
 * it, if any. */
typedef struct ChoiceForm {
    bool (*is_it)(Halves *halves);
    IrOp shift, then;
    bool is_upper_wanted; /* nothing else of the choice */
} ChoiceForm;

/* `h & 1`, of the condition that it is set, or that it is not. */
static IrInstr *find_lowest_bit(const IrInstr *condition, bool *is_set)
{
    bool compares = (condition->op == IR_ine || condition->op == IR_ieq) && is_const(condition->operands[1], 0);
    *is_set = condition->op == IR_ine;
    return compares && is_masked(condition->operands[0], UINT32_MAX, 1) ? condition->operands[0] : NULL;
}

/* ---- the forms ---- */

static bool is_made_of(Halves *halves, IrInstr *word, int uses, IrInstr *first, IrInstr *second, IrInstr *third)
{
    IrInstr *const inner[] = {first, second, third};
    halves->word = word;
    halves->uses = uses;
    for (int i = 0; i < COUNT_OF(inner); i++)
        if (inner[i] != NULL)
            halves->inner[halves->inner_count++] = inner[i];
    return true;
}

static bool is_right(Halves *halves)
{
    IrInstr *high = halves->high, *low = halves->low;
    return is_shifted(high, IR_ushr, HALF) && low == high->operands[0] && is_made_of(halves, low, 2, high, NULL, NULL);
}

static bool is_right_masked(Halves *halves)
{
    IrInstr *high = halves->high, *low = halves->low;
    return is_shifted(high, IR_ushr, HALF) && is_masked(low, UINT32_MAX, 65535) && low->operands[0] == high->operands[0] &&
           is_made_of(halves, low->operands[0], 2, high, low, NULL);
}

static bool is_left(Halves *halves)
{
    IrInstr *high = halves->high, *low = halves->low;
    return is_shifted(low, IR_ishl, HALF) && low->operands[0] == high && is_made_of(halves, high, 2, low, NULL, NULL);
}

static bool is_left_signed(Halves *halves)
{
    IrInstr *high = halves->high, *low = halves->low;
    return is_shifted(high, IR_sshr, HALF) && is_shifted(low, IR_sshr, HALF) && is_shifted(low->operands[0], IR_ishl, HALF) &&
           low->operands[0]->operands[0] == high->operands[0] &&
           is_made_of(halves, high->operands[0], 2, high, low, low->operands[0]);
}

static const ChoiceForm FORMS[] = {
    {is_right,        IR_ushr, IR_const, false},
    {is_right_masked, IR_ushr, IR_iand,  false},
    {is_left,         IR_ishl, IR_const, true},
    {is_left_signed,  IR_ishl, IR_sshr,  false},
};

/* ---- shifting ---- */

static bool is_upper_wanted(const IrKernel *kernel, const IrInstr *choice)
{
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use)
            if (*use == choice && !is_shifted(instr, IR_sshr, HALF) && !is_shifted(instr, IR_ushr, HALF))
                return false;
    return true;
}

static bool is_wanted_here(const IrKernel *kernel, const Halves *halves)
{
    for (int i = 0; i < halves->inner_count; i++)
        if (ir_count_uses(kernel, halves->inner[i]) != 1)
            return false;
    return ir_count_uses(kernel, halves->word) == halves->uses;
}

static bool may_shift(const IrKernel *kernel, const IrInstr *select, Halves *halves, const ChoiceForm *form)
{
    PartChoice choice = {.value = halves->bit, .bytes = 2};
    PartPlace place;
    return form->is_it(halves) && is_word_load(halves->word) && find_part_place(halves->word, &choice, &place) &&
           is_wanted_here(kernel, halves) && (!form->is_upper_wanted || is_upper_wanted(kernel, select));
}

static void shift_instead(IrKernel *kernel, IrInstr *select, const Halves *halves, const ChoiceForm *form)
{
    IrBuilder builder = ir_builder_before(kernel, select);
    builder.pos = select->pos;
    IrInstr *count = IR_BUILD(&builder, IR_ishl, halves->bit, ir_const_i32(&builder, 4));
    if (form->shift == IR_ishl)
        count = IR_BUILD(&builder, IR_ixor, count, ir_const_i32(&builder, HALF));
    IrInstr *shifted = IR_BUILD(&builder, form->shift, halves->word, count);
    if (form->then != IR_const)
        shifted = IR_BUILD(&builder, form->then, shifted, ir_const_i32(&builder, form->then == IR_iand ? 65535 : HALF));
    select->note = shifted;
    ir_remove(select);
    for (int i = 0; i < halves->inner_count; i++)
        ir_remove(halves->inner[i]);
}

static bool visit(IrKernel *kernel, IrInstr *select)
{
    bool is_set;
    IrInstr *bit = find_lowest_bit(select->operands[0], &is_set);
    for (int i = 0; i < COUNT_OF(FORMS) && bit != NULL; i++) {
        Halves halves = {.bit = bit, .high = select->operands[is_set ? 1 : 2], .low = select->operands[is_set ? 2 : 1]};
        if (may_shift(kernel, select, &halves, &FORMS[i])) {
            shift_instead(kernel, select, &halves, &FORMS[i]);
            return true;
        }
    }
    return false;
}

bool shift_for_choices_of_halves(IrKernel *kernel)
{
    bool changed = false;
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr)
        changed |= instr->op == IR_select && visit(kernel, instr);
    EACH_INSTR (kernel->body, instr)
        use_current_operands(instr);
    return changed;
}
