/* What a bit of a thread's number adds to values (thread_steps.h). Of what follows from the number alone each
 * thread's value is computed; sums and products of that and of what the group shares step as these do. */
#include "passes/thread_steps.h"

enum { MOST_OPERANDS = 3 };

typedef struct Stepping {
    const IrKernel *kernel;
    Arena *scratch;
    int bits, threads;
    ThreadSteps *steps; /* by id */
} Stepping;

static int log2_of(uint64_t number)
{
    return is_power_of_two(number) && number <= INT32_MAX ? __builtin_ctzll(number) : -1;
}

static ThreadSteps same_steps(int64_t step)
{
    ThreadSteps steps = {.values = NULL};
    for (int i = 0; i < PLACE_BITS; i++)
        steps.of[i] = step;
    return steps;
}

static ThreadSteps unknown(void) { return same_steps(THREAD_STEP_UNKNOWN); }
static bool is_same_for_group(const IrInstr *value) { return value->level <= LEVEL_GROUP; }

static bool steps_at_all(const ThreadSteps *steps)
{
    for (int i = 0; i < PLACE_BITS; i++)
        if (steps->of[i] != 0)
            return true;
    return false;
}

/* A counter begins with what its loop is given; what leaves a construct may be anything. */
ThreadSteps thread_steps_of(const ThreadSteps *all, const IrInstr *value)
{
    if (is_same_for_group(value))
        return same_steps(0);
    if (value->op == IR_parameter)
        return thread_steps_of(all, value->owner->operands[value->position]);
    return value->op == IR_result ? unknown() : all[value->id];
}

/* ---- what the number alone says ---- */

static const uint64_t *values_of(const Stepping *stepping, const IrInstr *value)
{
    return is_phi(value) ? NULL : stepping->steps[value->id].values;
}

static bool compute(const Stepping *stepping, const IrInstr *instr, int thread, uint64_t *value)
{
    uint64_t operands[MOST_OPERANDS];
    if (instr->op == IR_group_index || instr->op == IR_group_thread_id) {
        *value = (uint64_t)(instr->op == IR_group_thread_id && instr->immediate != AXIS_X ? 0 : thread);
        return true;
    }
    for (int i = 0; i < instr->operand_count; i++) {
        const IrInstr *operand = instr->operands[i];
        operands[i] = operand->op == IR_const ? operand->bits : values_of(stepping, operand)[thread];
    }
    IrScalar type = instr->operands[instr->op == IR_select]->type.scalar;
    return op_fold(instr->op, type, instr->type.scalar, operands, value);
}

static bool is_of_number(const Stepping *stepping, const IrInstr *instr)
{
    if (instr->op == IR_group_index || instr->op == IR_group_thread_id)
        return true;
    if (!ir_is(instr, OP_PURE) || instr->type.components != 1 || instr->operand_count == 0 ||
        instr->operand_count > MOST_OPERANDS)
        return false;
    EACH_USE (instr, use)
        if ((*use)->op != IR_const && values_of(stepping, *use) == NULL)
            return false;
    return true;
}

static uint64_t *find_values(const Stepping *stepping, const IrInstr *instr)
{
    if (!is_of_number(stepping, instr))
        return NULL;
    uint64_t *values = ARENA_ARRAY(stepping->scratch, uint64_t, stepping->threads);
    for (int thread = 0; thread < stepping->threads; thread++)
        if (!compute(stepping, instr, thread, &values[thread]))
            return NULL;
    return values;
}

static int64_t step_of_bit(const Stepping *stepping, const uint64_t *values, IrScalar type, int bit)
{
    int64_t step = 0;
    for (int thread = 0; thread < stepping->threads; thread++) {
        if (thread >> bit & 1)
            continue;
        uint64_t more = values[thread | 1 << bit] - values[thread];
        int64_t by = op_scalar_bits(type) <= 32 ? (int32_t)more : (int64_t)more;
        if (thread != 0 && by != step)
            return THREAD_STEP_UNKNOWN;
        step = by;
    }
    return step;
}

/* ---- operations ---- */

static int64_t add(int64_t left, int64_t right)
{
    bool is_unknown = left == THREAD_STEP_UNKNOWN || right == THREAD_STEP_UNKNOWN ||
                      __builtin_add_overflow(left, right, &left);
    return is_unknown ? THREAD_STEP_UNKNOWN : left;
}

static int64_t multiply(int64_t step, int64_t factor)
{
    bool is_unknown = step == THREAD_STEP_UNKNOWN || __builtin_mul_overflow(step, factor, &step);
    return is_unknown ? THREAD_STEP_UNKNOWN : step;
}

static ThreadSteps scaled(ThreadSteps steps, int64_t factor)
{
    for (int i = 0; i < PLACE_BITS; i++)
        steps.of[i] = multiply(steps.of[i], factor);
    return steps;
}

/* Two scales are taken for one. */
static ThreadSteps sum_of(ThreadSteps left, ThreadSteps right)
{
    bool has_left = steps_at_all(&left), has_right = steps_at_all(&right);
    bool is_mixed = has_left && has_right && left.is_scaled != right.is_scaled;
    if (is_mixed) /* a row times a pitch, and a column */
        for (int i = 0; i < PLACE_BITS; i++) {
            int64_t *step = left.is_scaled ? &left.of[i] : &right.of[i];
            *step = *step == 0 ? 0 : THREAD_STEP_UNKNOWN;
        }
    for (int i = 0; i < PLACE_BITS; i++)
        left.of[i] = add(left.of[i], right.of[i]);
    left.is_scaled = !is_mixed && (has_left ? left.is_scaled : right.is_scaled);
    return left;
}

static ThreadSteps shifted_down(ThreadSteps steps, int by)
{
    for (int i = 0; i < PLACE_BITS; i++)
        if (steps.of[i] != THREAD_STEP_UNKNOWN)
            steps.of[i] >>= by;
    return steps;
}

/* Of steps that are a bit each. */
static ThreadSteps masked(ThreadSteps steps, uint64_t mask)
{
    for (int i = 0; i < PLACE_BITS; i++)
        if (steps.of[i] > 0 && log2_of((uint64_t)steps.of[i]) >= 0)
            steps.of[i] &= (int64_t)mask;
    return steps;
}

/* Of an operation that nothing more is known of. */
static ThreadSteps either(const ThreadSteps *left, const ThreadSteps *right)
{
    ThreadSteps steps = same_steps(0);
    for (int i = 0; i < PLACE_BITS; i++)
        steps.of[i] = left->of[i] == 0 && right->of[i] == 0 ? 0 : THREAD_STEP_UNKNOWN;
    return steps;
}

static ThreadSteps product_of(const ThreadSteps *left, const ThreadSteps *right)
{
    if (steps_at_all(left) && steps_at_all(right))
        return either(left, right);
    ThreadSteps steps = steps_at_all(left) ? *left : *right;
    steps.is_scaled = true;
    return steps;
}

/* Or what does not step, for a bound that few lanes meet. */
static ThreadSteps bounded(const ThreadSteps *left, const ThreadSteps *right)
{
    if (steps_at_all(left) && steps_at_all(right))
        return either(left, right);
    return steps_at_all(left) ? *left : *right;
}

static ThreadSteps of_constant(const IrInstr *instr, const ThreadSteps *left, uint64_t number)
{
    enum { MOST_SHIFT = 31 };
    ThreadSteps nothing = same_steps(0);
    switch (instr->op) {
    case IR_imul: return scaled(*left, op_sign_extend(instr->type.scalar, number));
    case IR_ishl: return scaled(*left, (int64_t)1 << (number & MOST_SHIFT));
    case IR_ushr:
    case IR_sshr: return shifted_down(*left, (int)(number & MOST_SHIFT));
    case IR_iand: return masked(*left, number);
    case IR_urem: return log2_of(number) >= 0 ? masked(*left, number - 1) : either(left, &nothing);
    case IR_udiv:
    case IR_sdiv: return log2_of(number) >= 0 ? shifted_down(*left, log2_of(number)) : either(left, &nothing);
    default: return either(left, &nothing);
    }
}

static ThreadSteps of_operation(const Stepping *stepping, const IrInstr *instr)
{
    const IrInstr *other = instr->operands[instr->operand_count - 1];
    ThreadSteps left = thread_steps_of(stepping->steps, instr->operands[0]),
                right = instr->operand_count == 2 ? thread_steps_of(stepping->steps, other) : same_steps(0);
    switch (instr->op) {
    case IR_iadd:
    case IR_ior: /* of bits that do not meet */
    case IR_fadd: return sum_of(left, right);
    case IR_isub:
    case IR_fsub: return sum_of(left, scaled(right, -1));
    case IR_imin:
    case IR_imax:
    case IR_umin:
    case IR_umax:
    case IR_fmin:
    case IR_fmax: return bounded(&left, &right);
    case IR_stof:
    case IR_utof:
    case IR_ftos:
    case IR_ftou:
    case IR_ffloor:
    case IR_fsaturate:
    case IR_fconvert:
    case IR_sext:
    case IR_zext: return left;
    case IR_fmul: return product_of(&left, &right);
    case IR_imul:
        if (other->op != IR_const)
            return product_of(&left, &right);
        break;
    case IR_fdiv:
        if (!steps_at_all(&right))
            return product_of(&left, &right);
        break;
    default: break;
    }
    return instr->operand_count == 2 && other->op == IR_const ? of_constant(instr, &left, other->bits)
                                                              : either(&left, &right);
}

static ThreadSteps find(const Stepping *stepping, const IrInstr *instr)
{
    uint64_t *values = find_values(stepping, instr);
    ThreadSteps steps = same_steps(0);
    bool is_operation = ir_is(instr, OP_PURE) && instr->operand_count >= 1 && instr->operand_count <= 2 &&
                        instr->type.components == 1;
    if (is_same_for_group(instr))
        return steps;
    if (values == NULL)
        steps = is_operation ? of_operation(stepping, instr) : unknown();
    for (int i = 0; i < stepping->bits && values != NULL; i++)
        steps.of[i] = step_of_bit(stepping, values, instr->type.scalar, i);
    steps.values = values;
    return steps;
}

const ThreadSteps *thread_steps_find(Arena *scratch, const IrKernel *kernel)
{
    Stepping stepping = {kernel, scratch, __builtin_ctz(kernel->threads[0]), (int)kernel->threads[0],
                         ARENA_ARRAY(scratch, ThreadSteps, kernel->next_id + 1)};
    EACH_INSTR (kernel->body, instr)
        if (instr->type.scalar != IR_VOID)
            stepping.steps[instr->id] = find(&stepping, instr);
    return stepping.steps;
}
