/* conditional_sums: what some lanes add, the others add 0.
 *
 *     %3 = fadd %1, %2                     %5 = select %c, %2, 0
 *     %4 = select %c, %3, %1        ->     %4 = fadd %1, %5
 *
 * A choice between two vectors is three operations, one with 0 a single one, of what memory holds, too, and the sum
 * waits for nothing else. So are branches that flatten took apart, and `count += alive ? 1 : 0` as it stands.
 *
 * x - 0 is x, whatever x is, but -0 + 0 is 0: what floats are added to must never be -0. No sum is unless both of its
 * parts are, so what begins with 0 stays none, round loops as well; but for what is so small that it is flushed, which
 * `precise` sums, and those of --fp=strict, care for. Products that go into sums stay, as machines do
 * both at once, and so do places, which are known by their form (plan_straight.c, the way `packed`).
 *
 * Needs: uniformity. Breaks: facts of the new values; uniformity must run again. Sums that nothing wants stay for
 * drop_dead. */
#include "passes/passes_priv.h"

enum { NEW_FOR_EACH = 3 }; /* values that take the place of one */

typedef struct Sums {
    PassContext *context;
    int *uses;               /* by id */
    bool *may_be_minus_zero; /* likewise; integers are not asked */
    bool *is_place;          /* likewise: an address is made of it */
} Sums;

/* ---- what may be -0 ---- */

/* By its operands. */
static bool may_become(const Sums *sums, const IrInstr *instr)
{
    const bool *may_be = sums->may_be_minus_zero;
    IrInstr *const *operands = instr->operands;
    switch (instr->op) {
    case IR_const: return op_bits_to_double(instr->type.scalar, instr->bits) == 0 && instr->bits != 0;
    case IR_fadd: return may_be[operands[0]->id] && may_be[operands[1]->id];
    case IR_select: return may_be[operands[1]->id] || may_be[operands[2]->id];
    case IR_stof:
    case IR_utof:
    case IR_fabs: return false;
    default: return true;
    }
}

/* Where a jump's value `i` goes; NULL: that is not followed. */
static const IrInstr *phi_of(const IrInstr *jump, int i)
{
    const IrInstr *construct = jump->op == IR_yield ? jump->region->owner : jump->target;
    if (construct == NULL)
        return NULL;
    if (jump->op == IR_continue)
        return i < construct->parameter_count ? construct->parameters[i] : NULL;
    return i < construct->result_count ? construct->results[i] : NULL;
}

static bool is_followed(const IrInstr *construct)
{
    return construct->op == IR_if || construct->op == IR_loop || construct->op == IR_scope;
}

static bool note(Sums *sums, const IrInstr *value, bool may_be)
{
    bool is_new = may_be && !sums->may_be_minus_zero[value->id];
    sums->may_be_minus_zero[value->id] |= may_be;
    return is_new;
}

static bool note_edges(Sums *sums, const IrInstr *instr)
{
    bool changed = false;
    EACH_PHI (instr, phi)
        changed |= note(sums, phi, !is_followed(instr));
    for (int i = 0; instr->op == IR_loop && i < instr->parameter_count; i++)
        changed |= note(sums, instr->parameters[i], sums->may_be_minus_zero[instr->operands[i]->id]);
    for (int i = 0; ir_is(instr, OP_JUMP) && i < instr->operand_count; i++) {
        const IrInstr *phi = phi_of(instr, i);
        if (phi != NULL)
            changed |= note(sums, phi, sums->may_be_minus_zero[instr->operands[i]->id]);
    }
    return changed;
}

/* Nothing is, until something says that it may be. */
static void find_minus_zeros(Sums *sums)
{
    bool changed = true;
    while (changed) {
        changed = false;
        EACH_INSTR (sums->context->kernel->body, instr) {
            bool is_float = op_scalar_is_float(instr->type.scalar);
            changed |= note_edges(sums, instr);
            changed |= is_float && note(sums, instr, may_become(sums, instr));
        }
    }
}

/* ---- uses ---- */

static bool is_address(const IrInstr *instr, int operand)
{
    int rows = op_row_count(instr->op);
    return operand >= rows && operand < rows + op_address_count(instr->op);
}

/* What reads a value stands behind it, but for loops' next turns. */
static void find_uses(Sums *sums)
{
    VEC(const IrInstr *) instrs = {0};
    EACH_INSTR (sums->context->kernel->body, instr)
        vec_push(sums->context->scratch, &instrs, instr);
    while (instrs.count-- > 0) {
        const IrInstr *instr = instrs.items[instrs.count];
        for (int i = 0; i < instr->operand_count; i++) {
            const IrInstr *operand = instr->operands[i];
            sums->uses[operand->id]++;
            sums->is_place[operand->id] |=
                is_address(instr, i) || (sums->is_place[instr->id] && ir_is(instr, OP_PURE));
        }
    }
}

/* ---- sums ---- */

/* `sum` is `base` and something else: its operand; -1: it is not. */
static int place_of_added(const IrInstr *sum, const IrInstr *base)
{
    switch (sum->op) {
    case IR_fadd:
    case IR_iadd:
    case IR_ior:
    case IR_ixor:
        if (sum->operands[1] == base)
            return 0;
        return sum->operands[0] == base ? 1 : -1;
    case IR_fsub:
    case IR_isub: return sum->operands[0] == base ? 1 : -1;
    default: return -1;
    }
}

static bool is_wanted_once(const Sums *sums, const IrInstr *value)
{
    return sums->uses[value->id] == 1;
}

static bool may_add_zero(const Sums *sums, const IrInstr *sum, const IrInstr *base, const IrInstr *added)
{
    if (!op_scalar_is_float(sum->type.scalar))
        return sum->type.scalar != IR_I1;
    bool is_product = added->op == IR_fmul && !sum->precise && is_wanted_once(sums, added);
    return sum->type.scalar != IR_F16 && !is_product &&
           (sum->op == IR_fsub || !(sum->precise || sums->may_be_minus_zero[base->id]));
}

/* NULL: it is no choice between a sum and what that adds to. */
static IrInstr *build_sum(Sums *sums, IrInstr *select)
{
    for (int side = 1; side <= 2; side++) {
        IrInstr *sum = select->operands[side], *base = select->operands[3 - side];
        int place = place_of_added(sum, base);
        if (place < 0 || !is_wanted_once(sums, sum) || !may_add_zero(sums, sum, base, sum->operands[place]))
            continue;
        IrBuilder builder = ir_builder_before(sums->context->kernel, select);
        IrInstr *zero = ir_const_bits(&builder, select->type.scalar, 0), *added = sum->operands[place];
        IrInstr *choice = IR_BUILD(&builder, IR_select, select->operands[0], side == 1 ? added : zero,
                                   side == 1 ? zero : added);
        IrInstr *result = place == 1 ? IR_BUILD(&builder, sum->op, base, choice)
                                     : IR_BUILD(&builder, sum->op, choice, base);
        result->precise = sum->precise;
        sums->uses[result->id] = sums->uses[select->id];
        sums->may_be_minus_zero[result->id] = sums->may_be_minus_zero[select->id];
        choice->level = result->level = LEVEL_VARYING;
        choice->shape = result->shape = (IrShape){1, 0};
        return result;
    }
    return NULL;
}

static bool is_choice(const Sums *sums, const IrInstr *instr)
{
    return instr->op == IR_select && instr->type.components == 1 && instr->level == LEVEL_VARYING &&
           instr->operands[0]->level == LEVEL_VARYING && !sums->is_place[instr->id];
}

bool pass_conditional_sums(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    uint32_t room = kernel->next_id * (1 + NEW_FOR_EACH) + 1;
    Sums sums = {context, ARENA_ARRAY(context->scratch, int, room), ARENA_ARRAY(context->scratch, bool, room),
                 ARENA_ARRAY(context->scratch, bool, room)};
    bool changed = false;
    clear_notes(kernel);
    find_uses(&sums);
    find_minus_zeros(&sums);
    EACH_INSTR (kernel->body, instr) {
        use_current_operands(instr);
        IrInstr *sum = is_choice(&sums, instr) ? build_sum(&sums, instr) : NULL;
        instr->note = sum;
        changed |= sum != NULL;
    }
    return changed;
}
