/* choose_operands: of a choice between two results of one costly operation the operands are chosen.
 *
 *     %3 = fdiv %1, %d                     %5 = select %c, %1, %2
 *     %4 = fdiv %2, %d              ->     %6 = fdiv %5, %d
 *     %5 = select %c, %3, %4
 *
 * A branch that each lane takes by itself computes both of its sides, and what shaders compute on both sides is often the
 * same: quotients by one divisor of each case of a colour's hue, curves of x here and of -x there. What else stands around it
 * is chosen with it, if that is less: x + 2 and y are x + 2 and y + -0 (x - 0, x * 1, x / 1 likewise are all x, bit by bit).
 *
 *     c ? a / d : e ? b / d + 2 : f / d + 4     ->     (c ? a : e ? b : f) / d + (c ? -0 : e ? 2 : 4)
 *
 * Each lane computes what it did, of the same numbers. Operations that both sides want once alone are taken, of floats, and
 * quotients of integers: places step from lane to lane, which choices hide. Values that not every lane has for itself stay:
 * they are scalars.
 *
 * Needs: uniformity. Breaks: facts of the new values; uniformity must run again. What nobody wants any more stays for
 * drop_dead. */
#include "passes/passes_priv.h"

enum {
    CHOICE = 2,       /* a choice's cost, as cost_of_operation tells of others */
    LEAST_GAIN = 2,
    MOST_OPERANDS = 4,
    DEEPEST = 4,      /* operations behind each other that are chosen by */
    ROOM = 4          /* values that there may be for each one */
};

typedef struct Chooser {
    PassContext *context;
    int *uses;        /* by id, of which there are `room` */
    uint32_t room;
    const IrInstr *choice;
} Chooser;

/* ---- what it saves ---- */

static bool is_costly_kind(const IrInstr *value)
{
    return op_scalar_is_float(value->type.scalar) || value->op == IR_udiv || value->op == IR_sdiv ||
           value->op == IR_urem || value->op == IR_srem;
}

/* Vectors are chosen by their components. */
static bool is_of_scalars(const IrInstr *value)
{
    for (int i = 0; i < value->operand_count; i++)
        if (value->operands[i]->type.components != 1)
            return false;
    return value->type.components == 1;
}

/* Nobody but the choice wants it. */
static bool is_its_own(const Chooser *chooser, const IrInstr *value)
{
    return ir_is(value, OP_PURE) && !ir_is(value, OP_CONVERGENT) && value->op != IR_select && value->op != IR_const &&
           value->operand_count > 0 && value->operand_count <= MOST_OPERANDS && is_of_scalars(value) && is_costly_kind(value) &&
           value->level == LEVEL_VARYING && value->region == chooser->choice->region && value->id < chooser->room &&
           chooser->uses[value->id] == 1;
}

static bool are_alike(const IrInstr *a, const IrInstr *b)
{
    if (a->op != b->op || a->immediate != b->immediate || a->precise != b->precise || a->operand_count != b->operand_count)
        return false;
    for (int i = 0; i < a->operand_count; i++)
        if (a->operands[i]->type.scalar != b->operands[i]->type.scalar)
            return false;
    return true;
}

/* What the operation leaves any number to be by on the right: its bits; false: there is none. */
static bool finds_neutral(const IrInstr *value, double *neutral)
{
    *neutral = value->op == IR_fadd ? -0.0 : value->op == IR_fsub ? 0 : 1;
    return value->op == IR_fadd || value->op == IR_fsub || value->op == IR_fmul || value->op == IR_fdiv;
}

static int gain_of(const Chooser *chooser, const IrInstr *a, const IrInstr *b, int depth);

static int cost_of_pair(const Chooser *chooser, const IrInstr *a, const IrInstr *b, int depth)
{
    int gain = a == b ? CHOICE : gain_of(chooser, a, b, depth);
    return gain > 0 ? CHOICE - gain : CHOICE;
}

static int gain_of_alike(const Chooser *chooser, const IrInstr *a, const IrInstr *b, int depth)
{
    int gain = cost_of_operation(a) + CHOICE;
    for (int i = 0; i < a->operand_count; i++)
        gain -= cost_of_pair(chooser, a->operands[i], b->operands[i], depth);
    return gain;
}

/* Of `a` and what is computed of such as it is, "x / d" and "y / d + 2": one choice more, of 2 and what changes nothing. */
static int gain_of_more(const Chooser *chooser, const IrInstr *a, const IrInstr *more, int depth)
{
    double neutral;
    if (!is_its_own(chooser, more) || more->precise || !finds_neutral(more, &neutral))
        return 0;
    return -cost_of_pair(chooser, a, more->operands[0], depth);
}

/* Against a choice between the two, in cost. */
static int gain_of(const Chooser *chooser, const IrInstr *a, const IrInstr *b, int depth)
{
    if (depth == 0)
        return 0;
    if (is_its_own(chooser, a) && is_its_own(chooser, b) && are_alike(a, b))
        return gain_of_alike(chooser, a, b, depth - 1);
    int left = gain_of_more(chooser, a, b, depth - 1), right = gain_of_more(chooser, b, a, depth - 1);
    return left > right ? left : right;
}

/* ---- the choice ---- */

static IrInstr *note_new(Chooser *chooser, IrInstr *value)
{
    value->level = LEVEL_VARYING;
    value->shape = (IrShape){1, 0};
    if (value->id < chooser->room)
        chooser->uses[value->id] = 1;
    return value;
}

static IrInstr *choose(Chooser *chooser, IrBuilder *builder, IrInstr *a, IrInstr *b, int depth);

static IrInstr *build_alike(Chooser *chooser, IrBuilder *builder, const IrInstr *like, IrInstr *const *a, IrInstr *const *b, int depth)
{
    IrInstr *operands[MOST_OPERANDS];
    for (int i = 0; i < like->operand_count; i++)
        operands[i] = choose(chooser, builder, a[i], b[i], depth);
    IrInstr *result = ir_build_typed(builder, like->op, like->type, operands, like->operand_count);
    result->immediate = like->immediate;
    result->precise = like->precise;
    return note_new(chooser, result);
}

static IrInstr *build_more(Chooser *chooser, IrBuilder *builder, IrInstr *a, IrInstr *b, bool is_more_b, int depth)
{
    IrInstr *more = is_more_b ? b : a;
    double number;
    finds_neutral(more, &number);
    IrInstr *neutral = ir_const_bits(builder, more->type.scalar, op_double_to_bits(more->type.scalar, number));
    return build_alike(chooser, builder, more, is_more_b ? (IrInstr *[]){a, neutral} : a->operands,
                       is_more_b ? b->operands : (IrInstr *[]){b, neutral}, depth);
}

static IrInstr *choose(Chooser *chooser, IrBuilder *builder, IrInstr *a, IrInstr *b, int depth)
{
    if (a == b)
        return a;
    if (gain_of(chooser, a, b, depth) <= 0)
        return note_new(chooser, IR_BUILD(builder, IR_select, chooser->choice->operands[0], a, b));
    if (is_its_own(chooser, a) && is_its_own(chooser, b) && are_alike(a, b))
        return build_alike(chooser, builder, a, a->operands, b->operands, depth - 1);
    bool is_more_b = gain_of_more(chooser, a, b, depth - 1) >= gain_of_more(chooser, b, a, depth - 1);
    return build_more(chooser, builder, a, b, is_more_b, depth - 1);
}

static bool is_choice(const IrInstr *instr)
{
    return instr->op == IR_select && instr->type.components == 1 && instr->level == LEVEL_VARYING &&
           instr->operands[0]->level == LEVEL_VARYING;
}

bool pass_choose_operands(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Chooser chooser = {.context = context, .room = kernel->next_id * ROOM + 1};
    chooser.uses = ARENA_ARRAY(context->scratch, int, chooser.room);
    bool changed = false;
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use)
            chooser.uses[(*use)->id]++;
    EACH_INSTR (kernel->body, instr) {
        use_current_operands(instr);
        chooser.choice = instr;
        if (!is_choice(instr) || gain_of(&chooser, instr->operands[1], instr->operands[2], DEEPEST) < LEAST_GAIN)
            continue;
        IrBuilder builder = ir_builder_before(kernel, instr);
        IrInstr *chosen = choose(&chooser, &builder, instr->operands[1], instr->operands[2], DEEPEST);
        if (chosen->id < chooser.room)
            chooser.uses[chosen->id] = chooser.uses[instr->id];
        pass_explain(context, instr->pos, "what is chosen is computed once, of what its operands are chosen by");
        instr->note = chosen;
        changed = true;
    }
    return changed;
}
