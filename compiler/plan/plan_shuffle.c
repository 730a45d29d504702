/* Lanes whose distances from each other are known before the kernel runs, while they neither step
 * evenly nor stay in one vector: `t / 2 * 4 + t % 2` is 0, 1, 4, 5, 8, 9, ... from wherever a piece
 * begins. Butterflies of Fourier transforms and of sorting networks are so in their first steps.
 *
 * An index is taken for the sum of a base, the same in all lanes of a piece, and a distance for each
 * lane. The base's low bits are known to be 0, since pieces begin at multiples of their length; so &
 * and | with a constant are done to base and distance each by itself where the distance lies in those
 * bits, shifts and quotients by powers of two where they shift no other bits out of the base. */
#include "ir/range.h"
#include "plan_priv.h"

enum { MOST_DEPTH = 12, MOST_OF_BITS = 6, MOST_OF_PLACE = 8, ALL_BITS = 32 };

typedef struct Distances {
    int64_t of[PLAN_MOST_LANES];
    int zeros; /* low bits of the base that are 0; ALL_BITS: the base is 0 */
    bool is_whole; /* base and distance add up as numbers: nothing wraps */
} Distances;

static bool find(const Plan *plan, const IrInstr *value, int depth, Distances *found);

static int least(int left, int right) { return left < right ? left : right; }

/* ---- where it begins ---- */

/* Ranges are of the lanes that run, and the base is lane 0's: of what steps they say nothing of it. */
static int low_zeros(const IrInstr *value, int64_t stride)
{
    bool is_known = stride == 0 && value->range.flags & RANGE_KNOWN;
    return is_known ? least(ir_range_low_zeros(&value->range), ALL_BITS) : 0;
}

static int log2_of(int power) { return __builtin_ctz((unsigned)power); }

static void step_by(const Plan *plan, int64_t stride, int zeros, Distances *found)
{
    for (int i = 0; i < plan->lanes; i++)
        found->of[i] = stride * i;
    found->zeros = zeros;
    found->is_whole = true;
}

/* Rows of threads that are a multiple of a piece, or of which a piece is a multiple. */
static bool find_thread(const Plan *plan, const IrInstr *value, Distances *found)
{
    const IrKernel *kernel = plan->kernel;
    int lanes = plan->lanes, row = (int)kernel->threads[0], axis = value->immediate;
    if (kernel->thread_of_lane != NULL || axis > 1)
        return false;
    if (row % lanes == 0) {
        step_by(plan, axis == 0, axis == 0 ? log2_of(lanes) : 0, found);
        return true;
    }
    int rows = lanes / row;
    if (lanes % row != 0 || (axis == 1 && kernel->threads[1] % (uint32_t)rows != 0))
        return false;
    for (int i = 0; i < lanes; i++)
        found->of[i] = axis == 0 ? i % row : i / row;
    found->zeros = axis == 0 ? ALL_BITS : log2_of(rows);
    found->is_whole = true;
    return true;
}

static bool find_leaf(const Plan *plan, const IrInstr *value, Distances *found)
{
    if (value->op == IR_const) {
        for (int i = 0; i < plan->lanes; i++)
            found->of[i] = (int32_t)value->bits;
        found->zeros = ALL_BITS;
        found->is_whole = (int32_t)value->bits >= 0;
        return true;
    }
    bool counts_lanes = value->op == IR_lane_index ||
                        (value->op == IR_group_index && plan->kernel->thread_of_lane == NULL);
    bool is_same = plan_is_uniform(plan, value);
    int64_t stride = is_same ? 0 : value->shape.stride;
    if (is_same || counts_lanes || value->shape.length >= plan->lanes)
        step_by(plan, stride, counts_lanes ? log2_of(plan->lanes) : low_zeros(value, stride), found);
    found->is_whole = is_same || counts_lanes;
    return is_same || counts_lanes || value->shape.length >= plan->lanes;
}

/* ---- how it goes on ---- */

/* All distances are in the low bits that the base does not touch. */
static bool is_below_base(const Plan *plan, const Distances *distances)
{
    for (int i = 0; i < plan->lanes; i++)
        if (distances->of[i] < 0 || distances->of[i] >> distances->zeros != 0)
            return false;
    return true;
}

static bool add(const Plan *plan, int sign, const Distances *right, Distances *sum)
{
    for (int i = 0; i < plan->lanes; i++)
        sum->of[i] += sign * right->of[i];
    sum->zeros = least(sum->zeros, right->zeros);
    sum->is_whole &= right->is_whole;
    return true;
}

static bool scale(const Plan *plan, int64_t factor, Distances *product)
{
    if (factor <= 0 || factor > INT32_MAX)
        return false;
    for (int i = 0; i < plan->lanes; i++)
        product->of[i] *= factor;
    product->zeros = least(product->zeros + __builtin_ctzll((uint64_t)factor),
                           product->zeros == ALL_BITS ? ALL_BITS : ALL_BITS - 1);
    return true;
}

static bool shift_down(const Plan *plan, uint64_t count, Distances *quotient)
{
    bool is_below = is_below_base(plan, quotient), is_sum = quotient->is_whole || is_below;
    if (count > (uint64_t)quotient->zeros && is_below) { /* all of them are shifted out */
        step_by(plan, 0, 0, quotient);
        return true;
    }
    if (count > (uint64_t)quotient->zeros || !is_sum)
        return false;
    for (int i = 0; i < plan->lanes; i++)
        quotient->of[i] >>= count;
    if (quotient->zeros != ALL_BITS)
        quotient->zeros -= (int)count;
    quotient->is_whole = true;
    return true;
}

static int64_t mix(IrOp op, int64_t left, int64_t right)
{
    return op == IR_iand ? left & right : op == IR_ior ? left | right : left ^ right;
}

/* By a constant: what that does to the base's bits is the same for all lanes. */
static bool mix_in(const Plan *plan, IrOp op, uint64_t constant, Distances *mixed)
{
    if (!is_below_base(plan, mixed))
        return false;
    int64_t low = mixed->zeros == ALL_BITS ? (int64_t)(uint32_t)constant
                                           : (int64_t)(constant & ((1ull << mixed->zeros) - 1));
    for (int i = 0; i < plan->lanes; i++)
        mixed->of[i] = mix(op, mixed->of[i], low);
    bool leaves_nothing = op == IR_iand && (constant >> mixed->zeros & UINT32_MAX) == 0;
    if (leaves_nothing)
        mixed->zeros = ALL_BITS;
    mixed->is_whole = true;
    return true;
}

static bool find_of_constant(const Plan *plan, const IrInstr *value, Distances *found)
{
    uint64_t constant = value->operands[1]->bits;
    bool is_power = constant != 0 && (constant & (constant - 1)) == 0;
    switch (value->op) {
    case IR_imul: return scale(plan, (int64_t)constant, found);
    case IR_ishl: return constant < 31 && scale(plan, (int64_t)1 << constant, found);
    case IR_ushr: return shift_down(plan, constant & 31, found);
    case IR_udiv:
        return is_power && shift_down(plan, (uint64_t)__builtin_ctzll(constant), found);
    case IR_urem: return is_power && mix_in(plan, IR_iand, constant - 1, found);
    case IR_iand:
    case IR_ior:
    case IR_ixor: return mix_in(plan, value->op, constant, found);
    default: return false;
    }
}

/* Bits that may be set, in any lane: ranges of what varies are of the lanes that run, and the first one may not be. */
static uint32_t possible_bits(const Plan *plan, const IrInstr *value, int depth)
{
    const IrInstr *const *operands = (const IrInstr *const *)value->operands;
    if (value->op == IR_const)
        return (uint32_t)value->bits;
    if (plan_is_uniform(plan, value) || plan_is_thread_id(plan, value))
        return value->range.flags & RANGE_KNOWN ? ~(uint32_t)value->range.zeros : UINT32_MAX;
    if (depth == 0 || value->operand_count != 2)
        return UINT32_MAX;
    uint32_t left = possible_bits(plan, operands[0], depth - 1), right = possible_bits(plan, operands[1], depth - 1);
    bool is_shift = operands[1]->op == IR_const && operands[1]->bits < ALL_BITS;
    switch (value->op) {
    case IR_iand: return left & right;
    case IR_ior:
    case IR_ixor: return left | right;
    case IR_ishl: return is_shift ? left << operands[1]->bits : UINT32_MAX;
    case IR_ushr: return is_shift ? left >> operands[1]->bits : UINT32_MAX;
    case IR_iadd: return left & right ? -((left | right) & -(left | right)) : left | right;
    default: return UINT32_MAX;
    }
}

/* x | y and x ^ y of which each bit may be set in one alone: a sum that carries nothing. */
static bool joins_bits(const Plan *plan, const IrInstr *value)
{
    return (value->op == IR_ior || value->op == IR_ixor) && value->operands[1]->op != IR_const &&
           (possible_bits(plan, value->operands[0], MOST_OF_BITS) & possible_bits(plan, value->operands[1], MOST_OF_BITS)) == 0;
}

static bool find_operation(const Plan *plan, const IrInstr *value, int depth, Distances *found)
{
    Distances right = {0};
    if (value->operand_count != 2 || !find(plan, value->operands[0], depth - 1, found))
        return false;
    bool is_sum = value->op == IR_iadd || value->op == IR_isub || joins_bits(plan, value);
    bool is_found = is_sum ? find(plan, value->operands[1], depth - 1, &right) &&
                                 add(plan, value->op == IR_isub ? -1 : 1, &right, found)
                           : value->operands[1]->op == IR_const &&
                                 find_of_constant(plan, value, found);
    bool may_wrap = is_sum || value->op == IR_imul || value->op == IR_ishl;
    found->is_whole &= !may_wrap || ir_fits_unsigned(value);
    return is_found;
}

static bool find(const Plan *plan, const IrInstr *value, int depth, Distances *found)
{
    if (value->type.scalar != IR_I32 || value->type.components != 1 || depth == 0)
        return false;
    if (value->op == IR_group_thread_id && find_thread(plan, value, found))
        return true;
    return (value->op != IR_const && !plan_is_uniform(plan, value) &&
            find_operation(plan, value, depth, found)) ||
           find_leaf(plan, value, found);
}

bool plan_find_distances(const Plan *plan, const IrInstr *value, int64_t *of)
{
    Distances distances = {0};
    if (!find(plan, value, MOST_DEPTH, &distances))
        return false;
    for (int i = 0; i < plan->lanes; i++)
        of[i] = distances.of[i] - distances.of[0];
    return true;
}

bool plan_begins_at_pieces(const Plan *plan, const IrInstr *value)
{
    Distances distances = {0};
    return find(plan, value, MOST_DEPTH, &distances) && distances.zeros >= log2_of(plan->lanes) &&
           (distances.of[0] & (plan->lanes - 1)) == 0;
}

int64_t plan_known_spread(const Plan *plan, const IrInstr *value)
{
    const IrKernel *kernel = plan->kernel;
    int threads = (int)ir_group_size(kernel), lanes = plan->lanes;
    int64_t spread = INT64_MAX, least = 0, most = 0;
    if (kernel->thread_of_lane != NULL || threads % lanes != 0)
        return -1;
    for (int thread = 0; thread < threads; thread++) {
        uint64_t bits;
        if (!ir_compute_of_thread(kernel, value, thread, MOST_OF_PLACE, &bits))
            return -1;
        int64_t place = (uint32_t)bits;
        least = thread % lanes == 0 || place < least ? place : least;
        most = thread % lanes == 0 || place > most ? place : most;
        if (thread % lanes == lanes - 1 && most - least < spread)
            spread = most - least;
    }
    return spread;
}

bool plan_never_steps(const Plan *plan, const IrInstr *value, int length, int stride)
{
    Distances distances = {0};
    if (!find(plan, value, MOST_DEPTH, &distances))
        return false;
    for (int i = 1; i < plan->lanes; i++)
        if (i % length != 0 && distances.of[i] - distances.of[i - 1] != stride)
            return true;
    return false;
}

/* ---- as vectors ---- */

static bool are_apart(const Plan *plan, const Distances *distances)
{
    for (int i = 0; i < plan->lanes; i++)
        for (int j = 0; j < i; j++)
            if (distances->of[i] == distances->of[j])
                return false;
    return true;
}

static int64_t round_down(int64_t value, int unit) { return (value >> log2_of(unit)) * unit; }

static int vectors_from(const Plan *plan, int64_t start, int64_t last)
{
    return (int)((last - start) / plan->lanes) + 1;
}

enum { QUAD = 4 };

/* Four words, which loads repeat over a vector. */
static bool takes_quad(const PlanAccess *access, int64_t first, int64_t last)
{
    return !access->is_store && access->part == 0 && access->component_bytes == 4 && last - first < QUAD;
}

bool plan_find_shuffle(const Plan *plan, const PlanAccess *access, PlanShuffle *shuffle)
{
    Distances distances = {0};
    if (!find(plan, access->index, MOST_DEPTH, &distances) ||
        (access->is_store && !are_apart(plan, &distances)))
        return false;
    int64_t first = distances.of[0], last = distances.of[0];
    for (int i = 0; i < plan->lanes; i++) {
        first = distances.of[i] < first ? distances.of[i] : first;
        last = distances.of[i] > last ? distances.of[i] : last;
    }
    if (last - first >= PLAN_MOST_SHUFFLED * plan->lanes)
        return false;
    int64_t whole = round_down(first, plan->lanes); /* vectors as the base has them */
    bool is_as_good = vectors_from(plan, whole, last) <= vectors_from(plan, first, last);
    bool is_quad = takes_quad(access, first, last);
    int64_t start = distances.zeros >= log2_of(plan->lanes) && is_as_good && !is_quad ? whole : first;
    shuffle->start = (int)(start - distances.of[0]);
    shuffle->vectors = vectors_from(plan, start, last);
    shuffle->words = is_quad ? QUAD : shuffle->vectors * plan->lanes;
    shuffle->span = (int)(last - start) + 1;
    for (int i = 0; i < plan->lanes; i++)
        shuffle->places[i] = (uint8_t)(distances.of[i] - start);
    return true;
}

/* From the first lane of a half to the lowest one. */
static int64_t lowest_of_half(const Plan *plan, const Distances *distances, int from)
{
    int64_t lowest = 0;
    for (int i = from; i < from + plan->lanes / 2; i++)
        if (distances->of[i] - distances->of[from] < lowest)
            lowest = distances->of[i] - distances->of[from];
    return lowest;
}

bool plan_find_halves_shuffle(const Plan *plan, const PlanAccess *access, PlanShuffle *shuffle)
{
    Distances distances = {0};
    int half = plan->lanes / 2;
    if (!find(plan, access->index, MOST_DEPTH, &distances))
        return false;
    int64_t start = lowest_of_half(plan, &distances, 0);
    if (start != lowest_of_half(plan, &distances, half) || start <= INT16_MIN)
        return false;
    *shuffle = (PlanShuffle){.start = (int)start, .vectors = 1, .span = half};
    for (int i = 0; i < plan->lanes; i++) {
        int from = i < half ? 0 : half;
        int64_t place = distances.of[i] - distances.of[from] - start;
        if (place >= half)
            return false;
        shuffle->places[i] = (uint8_t)(from + (int)place);
    }
    return true;
}
