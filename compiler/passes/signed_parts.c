/* signed_parts: bytes and halfwords of words have their sign where nothing else is wanted of them.
 *
 *     %1 = load_part.byte $Table [%0]
 *     %2 = ishl %1, 24                  ->      %1 = load_part.signed_byte $Table [%0]
 *     %3 = sshr %2, 24
 *
 * Kernels over small weights and samples of sound say it in other ways, too: `b - ((b & 128) << 1)`, `b - (b >> 7 << 8)`,
 * `(b ^ 128) - 128`, `b > 127 ? b - 256 : b`, `b - (b > 127 ? 256 : 0)`, and of halfwords by a type of 16 bits. A load that
 * extends the sign takes as long as one with zeros.
 *
 * Needs: load_parts, which makes the loads. Breaks: nothing; values that nothing wants stay for drop_dead. */
#include "passes/word_parts.h"

/* What is asked of a value: whether it is a load's part with its sign. */
typedef struct Form {
    const IrKernel *kernel;
    IrInstr *value;
    int bits; /* of the part */
    uint32_t sign, above; /* its highest bit, and the one that follows */
    IrInstr *load; /* found */
    int uses;      /* that the value makes of it */
} Form;

/* A load, in its note. */
typedef struct Part {
    int uses, found;  /* all of them, and those for the sign */
} Part;

static bool is_unsigned_part(const IrInstr *instr)
{
    return instr->op == IR_load_part && (instr->immediate == PART_BYTE || instr->immediate == PART_HALFWORD);
}

static bool is_found(Form *form, IrInstr *load, int uses)
{
    form->load = load;
    form->uses = uses;
    return is_unsigned_part(load) && 8 * op_part_bytes(load->immediate) == form->bits;
}

/* ---- what values are made of ---- */

static bool is_by(const IrInstr *instr, IrOp op, uint32_t constant)
{
    return is_constant_of(instr, op) && (uint32_t)instr->operands[1]->bits == constant;
}

/* Nothing else wants it. */
static bool is_inner(const Form *form, const IrInstr *instr) { return ir_count_uses(form->kernel, instr) == 1; }

/* b & 128, or b >> 7: not zero where it is set. */
static bool is_sign(const Form *form, const IrInstr *value, const IrInstr *load)
{
    return (is_by(value, IR_iand, form->sign) || is_by(value, IR_ushr, (uint32_t)form->bits - 1)) &&
           value->operands[0] == load && is_inner(form, value);
}

/* b & 128 << 1, or b >> 7 << 8. */
static bool is_sign_above(const Form *form, const IrInstr *value, const IrInstr *load)
{
    if (!is_constant_of(value, IR_ishl) || !is_sign(form, value->operands[0], load))
        return false;
    return is_by(value, IR_ishl, value->operands[0]->op == IR_iand ? 1 : (uint32_t)form->bits);
}

/* 1: it holds where the sign is set; 0: where it is not; -1: it is about something else. */
static int asks_for_sign(const Form *form, const IrInstr *condition, const IrInstr *load)
{
    if (condition->operand_count != 2)
        return -1;
    const IrInstr *left = condition->operands[0], *right = condition->operands[1];
    bool is_less = condition->op == IR_slt || condition->op == IR_ult;
    switch (condition->op) {
    case IR_ine:
    case IR_ieq: return is_const(right, 0) && is_sign(form, left, load) ? condition->op == IR_ine : -1;
    case IR_slt:
    case IR_ult:
    case IR_sle:
    case IR_ule:
        if (right == load && is_const(left, is_less ? form->sign - 1 : form->sign))
            return 1;
        return left == load && is_const(right, is_less ? form->sign : form->sign - 1) ? 0 : -1;
    default: return -1;
    }
}

/* What a choice takes where the sign is set, and where it is not. */
static bool find_sides(const Form *form, const IrInstr *select, const IrInstr *load, IrInstr **set, IrInstr **clear)
{
    int is_set = select->op == IR_select ? asks_for_sign(form, select->operands[0], load) : -1;
    if (is_set < 0 || !is_inner(form, select->operands[0]))
        return false;
    *set = select->operands[is_set ? 1 : 2];
    *clear = select->operands[is_set ? 2 : 1];
    return true;
}

/* ---- the forms ---- */

/* b << 24 >> 24 */
static bool is_shifted_back(Form *form)
{
    IrInstr *shifted = form->value->operands[0];
    uint32_t by = 32 - (uint32_t)form->bits;
    return is_by(form->value, IR_sshr, by) && is_by(shifted, IR_ishl, by) && is_found(form, shifted->operands[0], 1) &&
           is_inner(form, shifted);
}

/* (b ^ 128) - 128 */
static bool is_flipped(Form *form)
{
    IrInstr *flipped = form->value->operands[0];
    return (is_by(form->value, IR_isub, form->sign) || is_by(form->value, IR_iadd, -form->sign)) &&
           is_by(flipped, IR_ixor, form->sign) && is_found(form, flipped->operands[0], 1) && is_inner(form, flipped);
}

/* (int)(int16_t)h */
static bool is_of_type(Form *form)
{
    IrInstr *cut = form->value->operands[0];
    return form->value->op == IR_sext && form->value->type.scalar == IR_I32 && cut->op == IR_itrunc &&
           op_scalar_bits(cut->type.scalar) == form->bits && is_found(form, cut->operands[0], 1) && is_inner(form, cut);
}

/* b - ((b & 128) << 1), b - (b >> 7 << 8), b - (b > 127 ? 256 : 0) */
static bool is_less_by_sign(Form *form)
{
    if (form->value->op != IR_isub || !is_found(form, form->value->operands[0], 2))
        return false;
    IrInstr *less = form->value->operands[1], *set, *clear;
    bool is_shifted = is_sign_above(form, less, form->load);
    bool is_chosen = !is_shifted && find_sides(form, less, form->load, &set, &clear) && is_const(set, form->above) &&
                     is_const(clear, 0);
    return (is_shifted || is_chosen) && is_inner(form, less);
}

/* b > 127 ? b - 256 : b */
static bool is_chosen_by_sign(Form *form)
{
    IrInstr *set, *clear;
    for (int side = 1; side <= 2 && form->value->op == IR_select; side++)
        if (is_found(form, form->value->operands[side], 3) &&
            find_sides(form, form->value, form->load, &set, &clear) && clear == form->load)
            return (is_by(set, IR_iadd, -form->above) || is_by(set, IR_isub, form->above) ||
                    is_by(set, IR_ior, -form->above)) &&
                   set->operands[0] == form->load && is_inner(form, set);
    return false;
}

static bool (*const FORMS[])(Form *) = {is_shifted_back, is_flipped, is_of_type, is_less_by_sign, is_chosen_by_sign};

/* ---- the walk ---- */

/* Of a byte or a halfword; false: it is neither. */
static bool find_form(const IrKernel *kernel, IrInstr *value, Form *form)
{
    if (value->type.scalar != IR_I32 || value->type.components != 1 || value->operand_count == 0)
        return false;
    for (int bits = 8; bits <= 16; bits += 8)
        for (int i = 0; i < COUNT_OF(FORMS); i++) {
            *form = (Form){.kernel = kernel, .value = value, .bits = bits, .sign = 1u << (bits - 1), .above = 1u << bits};
            if (FORMS[i](form))
                return true;
        }
    return false;
}

/* In their notes. */
static bool count_parts(PassContext *context)
{
    bool has_parts = false;
    EACH_INSTR (context->kernel->body, instr) {
        if (is_unsigned_part(instr))
            instr->note = ARENA_NEW(context->scratch, Part);
        has_parts |= is_unsigned_part(instr);
        EACH_USE (instr, use)
            if (is_unsigned_part(*use))
                ((Part *)(*use)->note)->uses++;
    }
    return has_parts;
}

static void extend(PassContext *context, IrInstr *load)
{
    if (!is_unsigned_part(load)) /* it is, for another value */
        return;
    load->immediate = load->immediate == PART_BYTE ? PART_SIGNED_BYTE : PART_SIGNED_HALFWORD;
    pass_explain(context, load->pos, "%s of %s are loaded with their sign",
                 load->immediate == PART_SIGNED_BYTE ? "bytes" : "halfwords", load->resource->name);
}

/* All of its uses are for the sign. */
static bool is_accepted(const Form *form)
{
    const Part *part = form->load->note;
    return part->found == part->uses;
}

bool pass_signed_parts(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    VEC(Form *) forms = {0};
    clear_notes(kernel);
    if (!count_parts(context))
        return false;
    EACH_INSTR (kernel->body, instr) {
        Form form;
        if (!find_form(kernel, instr, &form))
            continue;
        ((Part *)form.load->note)->found += form.uses;
        Form *found = ARENA_NEW(context->scratch, Form);
        *found = form;
        vec_push(context->scratch, &forms, found);
    }
    int accepted = 0;
    for (int i = 0; i < forms.count; i++)
        if (is_accepted(forms.items[i]))
            forms.items[accepted++] = forms.items[i];
    clear_notes(kernel);
    for (int i = 0; i < accepted; i++) {
        extend(context, forms.items[i]->load);
        forms.items[i]->value->note = forms.items[i]->load;
        ir_remove(forms.items[i]->value);
    }
    EACH_INSTR (kernel->body, instr)
        use_current_operands(instr);
    return accepted > 0;
}
