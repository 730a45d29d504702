/* Stores of lanes that go to places behind each other, of which each is as far from the first one as lanes are counted
 * before it, for sure:
 *
 *     before = WavePrefixCountBits(keep);
 *     if (keep)                              the lanes that it is counted of are those that store
 *         kept[first + before] = x;
 *     parted[bit ? ones + before             two runs, each lane in one of them: before the lanes without the bit
 *                : i - before] = x;          come as many of the wave as there are lower lanes less those with it
 *     InterlockedAdd(count, 1, at);         what a counter was before each lane added to it, or took from it
 *     kept[at] = x;
 *
 * Moved together they are a row from a scalar place on. Nothing asks whether they are, and nobody computes the vector of
 * their places, nor the counts, where that is all they are read for (plan_cold.c).
 *
 * The lanes are the same where the count has been taken of all that came to the branch, by the branch's condition or its
 * opposite, and none has left the branch. Versions of masks tell (PlanMask). */
#include "plan_priv.h"

enum { ALL_LANES = 0 /* as a version */, MOST_TIMES = 1 << 16 };

/* ---- which lanes store ---- */

/* Of the lanes of a version those where a condition is true, or those where it is not; NULL: all of them. */
typedef struct Chosen {
    int from;
    const IrInstr *condition;
    bool is_true;
} Chosen;

static bool find_branch(const PlanBuilder *builder, Chosen *chosen)
{
    int version = plan_active_version(builder);
    for (int i = 0; i < builder->branches.count; i++) {
        const PlanBranch *branch = &builder->branches.items[i];
        if (branch->version == version) {
            *chosen = (Chosen){branch->from, branch->condition, branch->side == 0};
            return true;
        }
    }
    return false;
}

static bool are_opposites(const IrInstr *left, const IrInstr *right)
{
    if (left->op == IR_inot || right->op == IR_inot)
        return (left->op == IR_inot && left->operands[0] == right) ||
               (right->op == IR_inot && right->operands[0] == left);
    OpComplement complement = op_complement(left->op);
    return complement.op != IR_const && complement.op == right->op && !op_scalar_is_float(left->operands[0]->type.scalar) &&
           left->operands[0] == right->operands[complement.swaps] && left->operands[1] == right->operands[!complement.swaps];
}

/* The condition is true in these lanes, and in no others of those that they were chosen of, or false, as `is_true` says. */
static bool is_of(const Chosen *chosen, const IrInstr *condition, bool is_true)
{
    return condition == chosen->condition ? is_true == chosen->is_true
                                          : is_true != chosen->is_true && are_opposites(condition, chosen->condition);
}

/* ---- where they go ---- */

/* What a counter was before each lane that is on added to it. */
static bool is_of_counter(const IrInstr *count) { return count->op == IR_counter || op_is_atomic(count->op); }

/* A place: what all lanes share, a count of lower lanes, and what steps over the wave; each so many times. */
typedef struct Sum {
    const IrInstr *split; /* the condition of the choice on the way, on that side */
    bool is_true;
    const IrInstr *count;
    int64_t of_count, of_step;
} Sum;

static bool take_count(const IrInstr *value, int64_t times, Sum *sum)
{
    bool is_only = sum->count == NULL;
    sum->count = value;
    sum->of_count = times;
    return is_only;
}

/* Of a product with a constant. */
static int64_t factor_of(const IrInstr *product)
{
    uint64_t bits = product->operands[1]->bits;
    return product->op == IR_ishl ? (int64_t)1 << (bits & 31) : (int32_t)bits;
}

static bool add_up(const Plan *plan, const IrInstr *value, int64_t times, Sum *sum)
{
    if (plan_is_uniform(plan, value))
        return true;
    if (times > MOST_TIMES || times < -MOST_TIMES || value->type.scalar != IR_I32)
        return false;
    if (plan_form(plan, value) == FORM_LINEAR) {
        sum->of_step += times * value->shape.stride;
        return true;
    }
    const IrInstr *const *operands = (const IrInstr *const *)value->operands;
    switch (value->op) {
    case IR_counter: return take_count(value, value->immediate > 0 ? times : -times, sum);
    case IR_atomic_var:
    case IR_atomic_typed:
    case IR_atomic_struct:
    case IR_atomic_raw:
    case IR_atomic_texture:
    case IR_wave_prefix_count: return take_count(value, times, sum);
    case IR_iadd: return add_up(plan, operands[0], times, sum) && add_up(plan, operands[1], times, sum);
    case IR_isub: return add_up(plan, operands[0], times, sum) && add_up(plan, operands[1], -times, sum);
    case IR_imul:
    case IR_ishl:
        return operands[1]->op == IR_const && add_up(plan, operands[0], times * factor_of(value), sum);
    case IR_select: return operands[0] == sum->split && add_up(plan, operands[sum->is_true ? 1 : 2], times, sum);
    default: return false;
    }
}

/* Lanes chosen so go to `stride` times as many places from a first one on as there are such lanes below them, or back. */
static bool are_counted(const PlanBuilder *builder, const Sum *sum, const Chosen *chosen, int64_t stride)
{
    bool counts_others = sum->of_step != 0;
    int64_t step = counts_others ? sum->of_step : sum->of_count;
    if (sum->count == NULL)
        return false;
    int counted_of = builder->plan->values[sum->count->id].counted_of;
    if (is_of_counter(sum->count))
        return counted_of == plan_active_version(builder) && chosen->condition == NULL && !counts_others &&
               (step == stride || step == -stride);
    if (counted_of != chosen->from || chosen->condition == NULL)
        return false;
    bool takes_off = !counts_others || (sum->of_count == -step && chosen->from == ALL_LANES);
    return (step == stride || step == -stride) && takes_off &&
           is_of(chosen, sum->count->operands[0], !counts_others);
}

/* The choice that a place is, or has added to what lanes share or what steps; or NULL. */
static const IrInstr *find_choice(const Plan *plan, const IrInstr *value)
{
    while (value->op == IR_iadd || value->op == IR_isub || value->op == IR_imul || value->op == IR_ishl) {
        bool is_left = plan_is_vector(plan, value->operands[0]);
        value = value->operands[is_left ? 0 : 1];
    }
    return value->op == IR_select && plan_is_vector(plan, value) && plan_is_vector(plan, value->operands[0])
               ? value->operands[0]
               : NULL;
}

static bool find_run(const PlanBuilder *builder, PlanAccess *access, int stride, const Chosen *chosen, int run)
{
    Sum sum = {.split = access->split, .is_true = chosen->is_true};
    if (!add_up(builder->plan, access->index, 1, &sum))
        return false;
    access->counts[run] = sum.count;
    access->goes_back[run] = (sum.of_step != 0 ? sum.of_step : sum.of_count) < 0;
    return are_counted(builder, &sum, chosen, stride);
}

static bool find_only_run(const PlanBuilder *builder, PlanAccess *access, int stride, int from)
{
    Chosen branch, all = {from, NULL, true};
    bool has_one = find_run(builder, access, stride, &all, 0) ||
                   (find_branch(builder, &branch) && find_run(builder, access, stride, &branch, 0));
    access->goes_back[1] = access->goes_back[0];
    return has_one;
}

bool plan_find_counted(const PlanBuilder *builder, PlanAccess *access, int stride)
{
    if (!access->is_store || builder->in_lane || !plan_is_vector(builder->plan, access->index))
        return false;
    access->split = find_choice(builder->plan, access->index);
    int from = plan_active_version(builder);
    const Chosen sides[] = {{from, access->split, false}, {from, access->split, true}};
    return access->split == NULL ? find_only_run(builder, access, stride, from)
                                 : find_run(builder, access, stride, &sides[0], 0) &&
                                       find_run(builder, access, stride, &sides[1], 1);
}
