/* Indices that go on by less than one from lane to lane: what steps, divided by more than it steps by.
 *
 *     words[i * 5 >> 5] >> (i * 5 & 31)         words[i * bits / 32]           row[(x + shift) / 3]
 *
 * The lanes of a piece are crowded then: in order, on fewer elements than there are lanes, so one vector from the first
 * lane's on has them all. Scalars ask that of the wave: where its last lane is farther from the first than lanes are
 * many, what steps has wrapped, at 2^32, of which quotients are far from 0. A step that is known only as it runs is asked
 * whether it is short; of a long one lanes in between may be anywhere. */
#include "ir/range.h"
#include "plan_priv.h"

/* Divisors by which steps that are known only as it runs may be short, and those of which no wave wraps twice. */
enum { LEAST_UNKNOWN = 8, MOST_UNKNOWN = 1 << 16 };

/* `source` is divided by so much for each element. */
typedef struct Division {
    const IrInstr *source;
    uint64_t divisor;
} Division;

/* Of value & mask: whether that makes bytes a word's address, and takes no other bits away. Where more low bits go, lanes go
 * on by several words at once, and a vector may have more of them than it has lanes. */
static bool goes_to_word(const IrInstr *value)
{
    if (value->op != IR_iand || value->operands[1]->op != IR_const)
        return false;
    uint32_t mask = (uint32_t)value->operands[1]->bits;
    return (mask & 7) == 4 && ir_range_of(value->operands[0]).umax <= (mask | 3);
}

static bool divides(const IrInstr *value)
{
    return (value->op == IR_ushr || value->op == IR_sshr || value->op == IR_udiv) && value->operands[1]->op == IR_const;
}

static uint64_t divisor_of(const IrInstr *value)
{
    uint32_t by = (uint32_t)value->operands[1]->bits;
    return value->op == IR_udiv ? by : UINT64_C(1) << (by & 31);
}

/* Of an index that counts elements, or of a raw buffer's words bytes; source NULL: it is anything else. */
static Division division_of(const Plan *plan, const PlanAccess *access)
{
    const IrInstr *value = plan_varying_part(plan, access->index);
    uint64_t divisor = 1;
    bool is_word = access->index_bytes == access->component_bytes;
    if (access->alignment != 4 && !is_word)
        return (Division){NULL, 0};
    if (access->alignment == 4) {
        bool is_product = value->op == IR_ishl && value->operands[1]->op == IR_const && value->operands[1]->bits == 2;
        if (!is_product && !goes_to_word(value))
            return (Division){NULL, 0};
        divisor = is_product ? 1 : 4;
        value = value->operands[0];
    }
    if (!divides(value))
        return (Division){NULL, 0};
    return (Division){value->operands[0], divisor * divisor_of(value)};
}

/* The factor that lanes share in a product of it and of what steps by one, to which more of what they share may be
 * added; NULL: it is none. */
static const IrInstr *find_rate(const Plan *plan, const IrInstr *source)
{
    const IrInstr *product = plan_varying_part(plan, source);
    if (product->op != IR_imul)
        return NULL;
    int side = plan_is_uniform(plan, product->operands[0]) ? 1 : 0;
    const IrShape *shape = &product->operands[side]->shape;
    bool steps = shape->length >= plan->kernel->wave_size && shape->stride == 1;
    return steps && plan_is_uniform(plan, product->operands[1 - side]) ? product->operands[1 - side] : NULL;
}

bool plan_is_crowded(const Plan *plan, PlanAccess *access)
{
    Division division = division_of(plan, access);
    if (division.source == NULL || !plan_has_scalar_lanes(plan, access->index))
        return false;
    const IrShape *shape = &division.source->shape;
    if (shape->length < plan->kernel->wave_size) {
        bool is_moderate = division.divisor >= LEAST_UNKNOWN && division.divisor <= MOST_UNKNOWN;
        access->rate = find_rate(plan, division.source);
        access->most_rate = (uint32_t)division.divisor;
        return is_moderate && access->rate != NULL;
    }
    uint64_t step = shape->stride > 0 ? (uint64_t)shape->stride : 0, span = step * (uint64_t)(plan->kernel->wave_size - 1);
    access->rate = NULL;
    return step > 0 && step < division.divisor && span > division.divisor && span <= INT32_MAX;
}
