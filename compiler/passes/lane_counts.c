/* lane_counts: what lanes add up of zeros and ones is how many of them have a one.
 *
 *     %b = iand %key, 1                        %b = iand %key, 1
 *                                              %c = ine %b, 0
 *     %p = wave_prefix.iadd %b                 %p = wave_prefix_count %c
 *     %s = iadd %p, %b                  ->
 *     %t = wave_read_lane %s, 255              %t = wave_count %c
 *     %d = ine %b, 0
 *     store_var $s [select %d, ...], %key      store_var $s [select %c, ...], %key
 *
 * Of lanes a vector's ones are a mask, whose bits one instruction counts, and where stores go to places that are counted
 * so, lanes lie behind each other (compiler/plan/plan_counted.c), if what chooses between them is the condition that is
 * counted: conditions that say the same become one. Splits by a bit are written so with scans of their own, which
 * lane_trees has made prefixes of.
 *
 * Where all lanes of the wave are on, since the last one's sum is that of all then. Needs: uniformity. Breaks: facts;
 * uniformity must run again. */
#include "passes/passes_priv.h"

enum { DEPTH = 4, MOST_LANES = 256 /* the lowest lanes' count is a byte */ };

/* A word that is 0 or 1, and by what it is 1. */
typedef struct Bit {
    IrInstr *condition; /* NULL: where `word` is not 0 */
    IrInstr *word;
    bool is_opposite; /* it is 1 where that is not so */
} Bit;

static bool find_bit(IrInstr *value, int depth, Bit *bit)
{
    IrInstr *const *operands = value->operands;
    if (value->type.scalar != IR_I32 || depth == 0)
        return false;
    if (value->op == IR_iand && is_const(operands[1], 1)) {
        bit->word = value;
        return true;
    }
    if (value->op == IR_select && is_const(operands[1], 1) && is_const(operands[2], 0)) {
        bit->condition = operands[0];
        return true;
    }
    bool is_turned = (value->op == IR_isub && is_const(operands[0], 1)) || (value->op == IR_ixor && is_const(operands[1], 1));
    bit->is_opposite ^= is_turned;
    return is_turned && find_bit(operands[value->op == IR_isub ? 1 : 0], depth - 1, bit);
}

/* ---- one condition ---- */

static bool asks_zero(const IrInstr *instr, const IrInstr *word, IrOp op)
{
    return instr->op == op && instr->operands[0] == word && is_const(instr->operands[1], 0);
}

static void put_in_place(IrKernel *kernel, const IrInstr *word, IrOp op, IrInstr *condition)
{
    EACH_INSTR (kernel->body, instr)
        if (instr != condition && asks_zero(instr, word, op))
            use_instead(kernel->body, instr, condition);
}

/* Behind the word: where it is not 0, or where it is. */
static IrInstr *build_test(IrKernel *kernel, IrInstr *word, IrOp op)
{
    IrBuilder behind = ir_builder_before(kernel, word->next);
    behind.pos = word->pos;
    IrInstr *test = IR_BUILD(&behind, op, word, ir_const_i32(&behind, 0));
    test->level = LEVEL_VARYING;
    put_in_place(kernel, word, op, test);
    return test;
}

/* Where `value` is 1, as all ask it that ask the same. */
static IrInstr *condition_of(IrKernel *kernel, IrInstr *value, const Bit *bit)
{
    if (bit->condition != NULL)
        return bit->is_opposite ? NULL : bit->condition;
    IrInstr *is_one = build_test(kernel, bit->word, bit->is_opposite ? IR_ieq : IR_ine),
            *is_zero = build_test(kernel, bit->word, bit->is_opposite ? IR_ine : IR_ieq);
    put_in_place(kernel, value, IR_ine, is_one);
    put_in_place(kernel, value, IR_ieq, is_zero);
    return is_one;
}

/* ---- counts ---- */

static IrInstr *build_count(IrKernel *kernel, IrInstr *place, IrOp op, IrInstr *condition)
{
    IrBuilder before = ir_builder_before(kernel, place);
    before.pos = place->pos;
    IrInstr *count = IR_BUILD(&before, op, condition);
    count->level = op == IR_wave_count ? LEVEL_WAVE : LEVEL_VARYING;
    return count;
}

/* The last lane's sum with its own. */
static void count_all(IrKernel *kernel, const IrInstr *prefix, const IrInstr *own, IrInstr *condition)
{
    EACH_INSTR (kernel->body, read) {
        const IrInstr *sum = read->op == IR_wave_read_lane ? read->operands[0] : NULL;
        if (sum == NULL || sum->op != IR_iadd || read->region != prefix->region ||
            !is_const(read->operands[1], (uint64_t)kernel->wave_size - 1))
            continue;
        bool is_sum = (sum->operands[0] == prefix && sum->operands[1] == own) ||
                      (sum->operands[1] == prefix && sum->operands[0] == own);
        if (is_sum)
            use_instead(kernel->body, read, build_count(kernel, read, IR_wave_count, condition));
    }
}

static bool count(PassContext *context, IrInstr *sum)
{
    IrKernel *kernel = context->kernel;
    Bit bit = {.is_opposite = false};
    bool is_prefix = sum->op == IR_wave_prefix;
    if ((!is_prefix && sum->op != IR_wave_reduce) || sum->combine != IR_iadd || !find_bit(sum->operands[0], DEPTH, &bit))
        return false;
    IrInstr *condition = condition_of(kernel, sum->operands[0], &bit);
    if (condition == NULL)
        return false;
    if (is_prefix)
        count_all(kernel, sum, sum->operands[0], condition);
    use_instead(kernel->body, sum, build_count(kernel, sum, is_prefix ? IR_wave_prefix_count : IR_wave_count, condition));
    pass_explain(context, sum->pos, "a sum over lanes of zeros and ones is a count of lanes");
    return true;
}

/* Of what all lanes come to together. */
static bool visit(PassContext *context, IrRegion *region)
{
    bool changed = false;
    EACH_IN (region, instr) {
        if (goes_on_together(instr))
            EACH_REGION (instr, inner)
                changed |= visit(context, inner);
        changed |= count(context, instr);
    }
    return changed;
}

static bool adds_up(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_wave_prefix || instr->op == IR_wave_reduce)
            return true;
    return false;
}

bool pass_lane_counts(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    bool is_full = ir_group_size(kernel) % (uint32_t)kernel->wave_size == 0, changed = false;
    if (context->checks != 0 || !is_full || !adds_up(kernel) || kernel->thread_of_lane != NULL || kernel->wave_size > MOST_LANES)
        return false;
    EACH_INSTR (kernel->body, stretch)
        if (stretch->op == IR_wave_loop && !ir_contains_op(stretch->regions[0], IR_return))
            changed |= visit(context, stretch->regions[0]);
    if (changed)
        pass_simplify(context);
    return changed;
}
