/* Which way a load or store goes: way.def's first whose needs (need.def) its index, mask and memory
 * meet. */
#include "base/machine.h"
#include "ir/range.h"
#include "plan_priv.h"

#include <stdlib.h>

/* ---- the tables ---- */

enum { MOST_NEEDS = 8 };

static const PlanWayInfo WAYS[] = {
#define BETTER true
#define OTHER false
#define COST(a, b, c, d, e, f) {{a, b}, {c, d}, {e, f}}
#define WAY(name, told, needs, cost, text) {#name, told, cost, text},
#include "way.def"
#undef WAY
#undef COST
#undef BETTER
#undef OTHER
};

/* Each list ends with 0, NOTHING. */
static const uint8_t WAY_NEEDS[][MOST_NEEDS] = {
#define N(name) NEED_##name
#define NEEDS_1(a)                                                                                 \
    {                                                                                              \
        N(a)                                                                                       \
    }
#define NEEDS_2(a, b)                                                                              \
    {                                                                                              \
        N(a), N(b)                                                                                 \
    }
#define NEEDS_3(a, b, c)                                                                           \
    {                                                                                              \
        N(a), N(b), N(c)                                                                           \
    }
#define NEEDS_4(a, b, c, d)                                                                        \
    {                                                                                              \
        N(a), N(b), N(c), N(d)                                                                     \
    }
#define NEEDS_5(a, b, c, d, e)                                                                     \
    {                                                                                              \
        N(a), N(b), N(c), N(d), N(e)                                                               \
    }
#define NEEDS_6(a, b, c, d, e, f)                                                                  \
    {                                                                                              \
        N(a), N(b), N(c), N(d), N(e), N(f)                                                         \
    }
#define NEEDS_7(a, b, c, d, e, f, g)                                                               \
    {                                                                                              \
        N(a), N(b), N(c), N(d), N(e), N(f), N(g)                                                   \
    }
#define NEEDS_OF(a, b, c, d, e, f, g, count, ...) NEEDS_##count
#define NEEDS(...) NEEDS_OF(__VA_ARGS__, 7, 6, 5, 4, 3, 2, 1, 0)(__VA_ARGS__)
#define WAY(name, told, needs, cost, text) needs,
#include "way.def"
#undef WAY
#undef NEEDS
#undef NEEDS_OF
#undef NEEDS_1
#undef NEEDS_2
#undef NEEDS_3
#undef NEEDS_4
#undef NEEDS_5
#undef NEEDS_6
#undef NEEDS_7
#undef N
};

static const char *const NEED_TEXTS[] = {
#define NEED(name, text) text,
#include "need.def"
#undef NEED
};

const PlanWayInfo *plan_way_info(PlanWay way) { return &WAYS[way]; }
const char *plan_need_text(PlanNeed need) { return NEED_TEXTS[need]; }

/* ---- what an access is asked ---- */

typedef struct Question {
    const Plan *plan;
    PlanAccess *access;
    const IrInstr *culprit; /* the value because of which the answer is no */
} Question;

/* What varies, and so is to blame. */
static bool is_absent(Question *question, const IrInstr *value)
{
    question->culprit = value;
    return value == NULL;
}

static bool holds(Question *question, bool answer, const IrInstr *culprit)
{
    question->culprit = culprit;
    return answer;
}

/* In rows of at least `length` lanes; stride 0: or in all. */
static bool steps_in_rows(Question *question, const IrInstr *value, int length, int stride)
{
    if (value == NULL || (stride == 0 && plan_is_uniform(question->plan, value)))
        return true;
    return holds(question, value->shape.length >= length && value->shape.stride == stride, value);
}

/* One element in each row of `length` lanes. */
static bool is_same_along(Question *question, int length)
{
    const PlanAccess *access = question->access;
    return steps_in_rows(question, access->index, length, 0) &&
           steps_in_rows(question, access->lane_row, length, 0) &&
           steps_in_rows(question, access->lane_slice, length, 0);
}

/* Element after element in each row of `length` lanes. */
static bool steps_along(Question *question, int length)
{
    const PlanAccess *access = question->access;
    return steps_in_rows(question, access->index, length, plan_contiguous_stride(access)) &&
           steps_in_rows(question, access->lane_row, length, 0) &&
           steps_in_rows(question, access->lane_slice, length, 0);
}

static bool need_NOTHING(Question *question)
{
    (void)question;
    return true;
}

static bool need_KEPT(Question *question)
{
    const IrVariable *variable = question->access->instr->variable;
    return variable != NULL && variable->kind == IR_WAVE_VALUE;
}

static bool need_PRIVATE(Question *question)
{
    const IrVariable *variable = question->access->instr->variable;
    return variable != NULL && variable->kind == IR_LOCAL &&
           question->plan->variables[variable->index].is_vector;
}

static bool need_COHERENT(Question *question) { return plan_is_coherent(question->access); }
static bool need_STORE(Question *question) { return question->access->is_store; }
static bool need_LOAD(Question *question) { return !question->access->is_store; }
static bool need_MASK(Question *question) { return question->access->mask != 0; }

static bool need_ONE_SLICE(Question *question)
{
    return is_absent(question, question->access->lane_slice);
}
static bool need_ONE_OFFSET(Question *question)
{
    return is_absent(question, question->access->lane_offset);
}

static bool need_ONE_ROW(Question *question)
{
    return is_absent(question, question->access->lane_row) && need_ONE_SLICE(question) &&
           need_ONE_OFFSET(question);
}

/* As what a row of threads shares is in a vector of it. */
static bool is_same_in_vector(const Plan *plan, const IrInstr *value)
{
    return value == NULL || plan_is_same_along(plan, value, plan->lanes);
}

static bool need_ROW_IN_VECTOR(Question *question)
{
    const PlanAccess *access = question->access;
    return holds(question, is_same_in_vector(question->plan, access->lane_row), access->lane_row) &&
           holds(question, is_same_in_vector(question->plan, access->lane_slice), access->lane_slice) &&
           need_ONE_OFFSET(question);
}

static bool need_ONE_COLUMN(Question *question)
{
    const IrInstr *index = question->access->index;
    return holds(question, plan_is_uniform(question->plan, index), index);
}

static bool need_ONE_PLACE(Question *question)
{
    return need_ONE_COLUMN(question) && need_ONE_ROW(question);
}

static bool need_SIDE_BY_SIDE(Question *question)
{
    return plan_is_packed(question->access) || plan_is_planes(question->access);
}

static bool need_PLANES(Question *question) { return plan_is_planes(question->access); }
static bool need_WORDS_OR_PAIRS(Question *question)
{
    return need_PLANES(question) || plan_packed_words(question->access) == 2;
}
static bool need_WORDS(Question *question) { return question->access->component_bytes == 4; }
static bool need_IN_WORDS(Question *question)
{
    return need_WORDS(question) || question->access->part != 0;
}
static bool need_NARROW(Question *question) { return question->access->component_bytes <= 4; }
static bool need_ELEMENTS(Question *question) { return !plan_counts_parts(question->access); }
static bool need_FOUR_WORDS(Question *question) { return plan_is_quad(question->access); }
static bool need_EIGHT_LANES(Question *question) { return question->plan->lanes >= 8; }
static bool need_UP_TO_EIGHT_LANES(Question *question) { return question->plan->lanes <= 8; }
static bool need_SIXTEEN_LANES(Question *question) { return question->plan->lanes >= 16; }

static bool need_FEW_CONSTANTS(Question *question)
{
    const Plan *plan = question->plan;
    const IrVariable *variable = question->access->instr->variable;
    return variable != NULL && plan->variables[variable->index].home == HOME_CONSTANT &&
           plan->variables[variable->index].room <= PLAN_MOST_PERMUTED * plan->lanes;
}

static bool need_STEPS_IN_WAVE(Question *question)
{
    const PlanAccess *access = question->access;
    bool is_linear = plan_form(question->plan, access->index) == FORM_LINEAR;
    return holds(question,
                 is_linear && access->index->shape.stride == plan_contiguous_stride(access),
                 access->index);
}

static bool need_STEPS_IN_PIECES(Question *question)
{
    return steps_along(question, question->plan->lanes);
}
static bool need_STEPS_IN_HALVES(Question *question)
{
    return steps_along(question, question->plan->lanes / 2);
}

/* By the same in each row of `length` lanes, and so that the first and the last of them tell where
 * all are: x * 286331154 is 0 and 14 there, but far outside between. */
static bool steps_evenly_along(Question *question, int length)
{
    PlanAccess *access = question->access;
    const IrShape *shape = &access->index->shape;
    int64_t step = (int64_t)shape->stride * access->index_bytes;
    access->step = (int)step;
    return holds(question,
                 shape->length >= length && step != 0 && step % access->component_bytes == 0 &&
                     (step < 0 ? -step : step) <= INT32_MAX / length,
                 access->index) &&
           steps_in_rows(question, access->lane_row, length, 0) &&
           steps_in_rows(question, access->lane_slice, length, 0);
}

static bool need_STEPS_EVENLY(Question *question)
{
    return steps_evenly_along(question, question->plan->lanes);
}
static bool need_HALVES_STEP_EVENLY(Question *question)
{
    return steps_evenly_along(question, question->plan->lanes / 2);
}

/* A word, a word in each plane, or what lies in four. */
static bool need_WORD_OR_FOUR(Question *question)
{
    const PlanAccess *access = question->access;
    return access->components == 1 || plan_is_planes(access) ||
           plan_words_before_window(access) >= 0;
}

/* Likewise, or all three of elements far enough apart that four words of one end before the next one does. */
static bool need_UP_TO_FOUR(Question *question)
{
    const PlanAccess *access = question->access;
    int64_t apart = llabs((int64_t)access->index->shape.stride) * access->index_bytes;
    bool has_three = access->components == 3 && plan_packed_words(access) == 3 && apart >= 16;
    return need_WORD_OR_FOUR(question) || has_three;
}

/* Of stores, four words that are all of it. */
static bool need_WORD_OR_QUAD(Question *question)
{
    const PlanAccess *access = question->access;
    return plan_is_planes(access) || plan_is_quad(access) ||
           (!access->is_store && need_WORD_OR_FOUR(question));
}

static bool need_ONE_OR_PLANES(Question *question)
{
    return question->access->components == 1 || plan_is_planes(question->access);
}

static bool need_SEVERAL(Question *question) { return plan_goes_by_elements(question->access); }

/* How far apart components may be to come out of the vectors of all between them: that takes as many
 * loads as they are apart, a permutation each and, but on AVX-512, a choice. Of bytes and halfwords a
 * little behind the last may be read, as resources allow. */
static int most_components_apart(const Plan *plan, const PlanAccess *access)
{
    bool permutes = plan->lanes >= 8, chooses = !machine_has_masks(plan->lanes);
    if (access->part != 0)
        return 16 / access->part;
    switch (access->component_bytes) {
    case 2: return permutes && access->instr->resource != NULL ? 8 : 0;
    case 4: return !permutes || access->components > 1 ? 4 : chooses ? 5 : 8;
    case 8: return !permutes ? 0 : chooses ? 4 : 8;
    default: return 0;
    }
}

/* Behind one of these two. */
static bool need_STEPS_FEW(Question *question)
{
    const PlanAccess *access = question->access;
    int apart = access->step / access->component_bytes;
    int most = most_components_apart(question->plan, access);
    return holds(question, apart >= 2 && apart <= most, access->index);
}

static bool need_LANES_APART(Question *question)
{
    PlanAccess *access = question->access;
    return holds(question, plan_find_shuffle(question->plan, access, &access->shuffle),
                 access->index);
}

static bool need_LANES_OF_HALVES_APART(Question *question)
{
    PlanAccess *access = question->access;
    int half = question->plan->lanes / 2;
    return holds(question, plan_find_halves_shuffle(question->plan, access, &access->shuffle),
                 access->index) &&
           steps_in_rows(question, access->lane_row, half, 0) &&
           steps_in_rows(question, access->lane_slice, half, 0);
}

/* One, one of each plane, or such as lie together. */
static bool are_words(const PlanAccess *access)
{
    return access->components == 1 || plan_is_planes(access) || plan_goes_by_elements(access);
}

static bool need_LANES_PICKED(Question *question)
{
    PlanAccess *access = question->access;
    return are_words(access) && holds(question, plan_find_picked(question->plan, access, &access->picked), access->index);
}

/* Words that lie apart are a scatter where machines have one, which takes no longer than as many extractions. */
static bool lie_together(const Plan *plan, const PlanAccess *access)
{
    const PlanPicked *picked = &access->picked;
    int runs = 1;
    for (int i = 1; i < picked->count; i++)
        runs += picked->places[i] != picked->places[i - 1] + plan_contiguous_stride(access);
    return !machine_has_masks(plan->lanes) || runs <= picked->count / 2;
}

/* Stores of all lanes. Loads of three words are two for each lane either way: rows that are flipped took 1.2 times as long. */
static bool need_LANES_PLACED(Question *question)
{
    const Plan *plan = question->plan;
    PlanAccess *access = question->access;
    bool are_all = access->is_store ? access->mask == 0 : access->components != 3;
    return are_all && are_words(access) &&
           holds(question, plan_find_all_placed(plan, access, &access->picked), access->index) &&
           (!access->is_store || plan_goes_by_elements(access) || lie_together(plan, access));
}

static bool need_STEPS_BY_UNIFORM(Question *question)
{
    PlanAccess *access = question->access;
    access->factor = plan_factor_of(question->plan, access->index);
    return holds(question,
                 access->factor.count > 0 &&
                     (access->alignment == 0 || access->factor.by % access->alignment == 0),
                 access->index);
}

/* Element before element. */
static bool need_STEPS_BACK(Question *question)
{
    return steps_evenly_along(question, question->plan->lanes) &&
           question->access->step == -question->access->element_bytes;
}

static bool need_SAME_IN_PIECES(Question *question)
{
    return is_same_along(question, question->plan->lanes);
}

static bool need_SAME_IN_HALVES(Question *question)
{
    return is_same_along(question, question->plan->lanes / 2);
}

static bool need_ROWS_DIFFER(Question *question) { return question->access->lane_row != NULL; }

static bool need_STEPS_DOWN(Question *question)
{
    const IrInstr *row = question->access->lane_row;
    return row != NULL &&
           holds(question, row->shape.length >= question->plan->lanes && row->shape.stride == 1,
                 row);
}

static bool find_mix(Question *question, PlanMix *mix)
{
    const Plan *plan = question->plan;
    const IrInstr *index = question->access->index;
    if ((index->op != IR_iand && index->op != IR_ior && index->op != IR_ixor) ||
        index->type.scalar != IR_I32)
        return false;
    int uniform = plan_is_uniform(plan, index->operands[0]) ? 0 : 1;
    *mix = (PlanMix){index->operands[1 - uniform], index->operands[uniform], index->op};
    return plan_is_uniform(plan, mix->uniform) && mix->linear->shape.length >= plan->lanes &&
           mix->linear->shape.stride == 1;
}

/* `n - 1`, as the mask of a ring of n elements. */
static bool is_one_less(const IrInstr *value)
{
    return value->op == IR_iadd && value->operands[1]->op == IR_const && (int32_t)value->operands[1]->bits == -1;
}

/* `i & 255`: lanes stay in their order, and wrap where a piece does not start at a multiple of its
 * length. That steps as a test finds it. So do `i & n - 1`, and what does not start at one anyway. */
static bool only_wraps(const Plan *plan, const IrInstr *index, const PlanMix *mix)
{
    uint64_t low = (uint64_t)plan->lanes - 1;
    if (mix->op == IR_iand && mix->uniform->op == IR_const)
        return (mix->uniform->bits & low) == low;
    return plan->values[index->id].is_straight && (is_one_less(mix->uniform) || !plan_begins_at_pieces(plan, mix->linear));
}

static bool need_MIXES_LANES(Question *question)
{
    const IrInstr *index = question->access->index;
    PlanMix *mix = &question->access->mix;
    return holds(question, find_mix(question, mix) && !only_wraps(question->plan, index, mix), index);
}

/* Stores: no two lanes to one place, and in one order. */
static bool need_KEEPS_ORDER(Question *question)
{
    const PlanAccess *access = question->access;
    return !access->is_store || (access->mix.op == IR_ixor && access->mask == 0);
}

static bool need_TWO_IN_PIECES(Question *question)
{
    question->access->two = plan_find_two_places(question->plan, question->access);
    return holds(question, question->access->two.source != NULL, question->access->index);
}

static bool need_CROWDED(Question *question)
{
    return holds(question, plan_is_crowded(question->plan, question->access), question->access->index);
}

/* Over the wave, unless a bound is met; in one row. Some place has bounds, else there were a better
 * way. */
static bool steps_straight(Question *question, int stride)
{
    const Plan *plan = question->plan;
    const PlanAccess *access = question->access;
    const IrInstr *rows[] = {access->lane_row, access->lane_slice};
    int step = 0;
    bool steps = plan_steps_over_wave(plan, access->index, &step) && step == stride;
    for (int i = 0; i < 2 && steps; i++)
        steps = rows[i] == NULL || (plan_steps_over_wave(plan, rows[i], &step) && step == 0);
    return holds(question, steps, access->index);
}

/* Masks are those of planes. */
static bool need_STRAIGHT(Question *question)
{
    const PlanAccess *access = question->access;
    return steps_straight(question, plan_contiguous_stride(access)) &&
           (access->mask == 0 || !access->is_store || need_PLANES(question));
}

/* Waves seldom do where they go through what there is faster than once in two (`table[7 * i % 40]`). */
static bool has_room(const Plan *plan, const IrInstr *index, int step)
{
    IrRange range = ir_range_of(index);
    return range.umax - range.umin >= 2 * (uint64_t)step * (uint64_t)plan->kernel->wave_size;
}

/* By more than one. */
static bool need_STEPS_STRAIGHT(Question *question)
{
    PlanAccess *access = question->access;
    const Plan *plan = question->plan;
    int step = 0;
    if (access->index_bytes == 0 ||
        !holds(question, plan_steps_over_wave(plan, access->index, &step) && step > 0 && has_room(plan, access->index, step),
               access->index))
        return false;
    if (step > INT32_MAX / access->index_bytes) /* no resource is that large */
        return false;
    access->step = step * access->index_bytes;
    return steps_straight(question, step) && access->step % access->component_bytes == 0;
}

static bool need_MOSTLY_SAME(Question *question)
{
    const IrInstr *index = question->access->index;
    return steps_straight(question, 0) && holds(question, !plan_parts_wave(question->plan, index), index);
}

static bool need_SELDOM_SAME(Question *question)
{
    const PlanTwoPlaces *two = &question->access->two;
    bool is_seldom = (two->source != NULL && plan_leaves_two_places(question->plan, two)) ||
                     !need_MOSTLY_SAME(question);
    return holds(question, is_seldom, question->access->index);
}

static bool need_IN_TILE(Question *question)
{
    question->access->tile = plan_find_tile(question->plan, question->access);
    return holds(question, question->access->tile.width != 0, question->access->index);
}

/* Rows of threads fill half a piece each, so what steps by one in memory probably does so in
 * halves. */
static bool need_SHORT_ROWS(Question *question)
{
    const IrKernel *kernel = question->plan->kernel;
    uint32_t half = (uint32_t)question->plan->lanes / 2;
    return half >= 4 && kernel->threads[0] % half == 0 && kernel->threads[0] % (2 * half) != 0 &&
           kernel->threads[1] > 1;
}

static bool need_LONG_ROWS(Question *question) { return !need_SHORT_ROWS(question); }

enum { MOST_LOOKED_AT = 128, MOST_STRIDE = 16 };

/* How far an operand may step for the value to step so far. A product with what is no constant, as a row's length, is
 * far from its neighbours. */
static int64_t operand_stride(const IrInstr *value, int64_t stride)
{
    const IrInstr *second = value->operand_count == 2 ? value->operands[1] : value;
    stride = stride < INT32_MAX ? stride : INT32_MAX;
    bool is_constant = second->op == IR_const && second->bits > 0 && second->bits <= INT32_MAX;
    switch (value->op) {
    case IR_imul: return is_constant ? stride / (int64_t)second->bits : 0;
    case IR_udiv: return is_constant ? stride * (int64_t)second->bits : stride;
    case IR_ishl: return is_constant ? stride >> (second->bits & 31) : 0;
    case IR_ushr:
    case IR_sshr: return is_constant ? stride << (second->bits & 31) : stride;
    default: return stride;
    }
}

static bool steps_within(const Plan *plan, const IrInstr *value, int64_t stride, int *left);

/* What a loop begins with, and each turn adds to (`p += d` along a ray). */
static bool steps_in_turns(const Plan *plan, const IrInstr *parameter, int64_t stride, int *left)
{
    const IrInstr *loop = parameter->owner, *last = loop->regions[0]->last;
    if (last->op != IR_continue || last->target != loop)
        return false;
    const IrInstr *next = last->operands[parameter->position];
    bool adds = next->op == IR_fadd || next->op == IR_iadd;
    return adds && (next->operands[0] == parameter || next->operands[1] == parameter) &&
           steps_within(plan, next->operands[next->operands[0] == parameter], stride, left) &&
           steps_within(plan, loop->operands[parameter->position], stride, left);
}

static bool steps_within(const Plan *plan, const IrInstr *value, int64_t stride, int *left)
{
    const IrShape *shape = &value->shape;
    if (value->level < LEVEL_VARYING)
        return true;
    if (shape->length >= plan->lanes / 2)
        return shape->stride >= -stride && shape->stride <= stride;
    if (--*left < 0)
        return false;
    if (value->op == IR_parameter && value->owner->op == IR_loop)
        return steps_in_turns(plan, value, stride, left);
    bool is_known = plan_is_componentwise(value) && value->operand_count > 0;
    for (int i = 0; i < value->operand_count && is_known; i++)
        is_known = steps_within(plan, value->operands[i], operand_stride(value, stride), left);
    return is_known;
}

/* Computed of what steps and what lanes share: where a clamp or a wrap spoilt the steps, they
 * mostly are there all the same, or neighbours are near each other; quotients step by less. What memory holds
 * or large factors spread is anything. */
static bool steps_mostly(const Plan *plan, const IrInstr *value)
{
    int left = MOST_LOOKED_AT;
    return steps_within(plan, value, MOST_STRIDE, &left);
}

/* So far apart are a vector's first and last lane at least: what steps goes so far, less what else is
 * added can take back. */
static int64_t least_apart(const Plan *plan, const IrInstr *index)
{
    const IrInstr *addends[IR_MOST_ADDENDS];
    int64_t along = 0, back = 0;
    int count = ir_list_addends(index, addends);
    for (int i = 0; i < count && count <= IR_MOST_ADDENDS; i++) {
        const IrInstr *addend = addends[i];
        IrRange range = ir_range_of(addend);
        if (addend->shape.length >= plan->lanes)
            along += (int64_t)addend->shape.stride * (plan->lanes - 1);
        else if (!plan_is_uniform(plan, addend))
            back += range.smax - range.smin;
    }
    return (along < 0 ? -along : along) - back;
}

static PlanFewPlaces few_places_of(const Plan *plan, const IrInstr *of)
{
    IrRange range = ir_range_of(of);
    uint64_t span = range.umax - range.umin, lanes = (uint64_t)plan->lanes;
    bool has_room = range.umax <= INT32_MAX - 2 * lanes;
    int vectors = !has_room || span >= 2 * lanes ? 0 : span < lanes ? 1 : 2;
    return (PlanFewPlaces){of, vectors == 0 ? 0 : (int)range.umin, vectors};
}

/* Whole vectors of them are loaded, which an array must have: asked as it runs where all lanes share what is added. */
static bool need_FEW_PLACES(Question *question)
{
    PlanAccess *access = question->access;
    const Plan *plan = question->plan;
    const IrVariable *variable = access->instr->variable;
    access->few = few_places_of(plan, access->index);
    if (access->few.vectors == 0)
        access->few = few_places_of(plan, plan_varying_part(plan, access->index));
    int end = access->few.first + access->few.vectors * plan->lanes;
    bool is_few = plan_is_vector(plan, access->index) && access->few.vectors > 0;
    bool has_all = variable == NULL || access->few.of != access->index || (uint64_t)end <= (uint64_t)variable->count;
    return holds(question, is_few && has_all, access->index);
}

static bool need_STEPS_MOSTLY(Question *question)
{
    const IrInstr *index = question->access->index;
    const Plan *plan = question->plan;
    int64_t known = plan_known_spread(plan, index);
    bool is_near = (known >= 0 ? known : least_apart(plan, index)) < 2 * plan->lanes;
    return holds(question, is_near && steps_mostly(plan, index), index);
}

/* ---- places behind each other ---- */

enum {
    MOST_SUMS = 6,
    PARTED_AT_ONCE = 16 /* lanes: with fewer, of which all store, two runs take as long as one by one */
};

/* Which way lanes' places follow each other. */
typedef enum Direction { NOWHERE = 0, UP = 1, DOWN = -1 } Direction;

static Direction counts_lanes(const Plan *plan, const IrInstr *value, int step, int most);

/* What crossed a barrier: as it was stored. */
static Direction kept_counts_lanes(const Plan *plan, const IrVariable *variable, int step, int most)
{
    EACH_INSTR (plan->kernel->body, instr)
        if (instr->op == IR_store_var && instr->variable == variable)
            return counts_lanes(plan, instr->operands[1], step, most);
    return NOWHERE;
}

/* What one counter was before each lane added 1 to it, or `step` bytes. */
static bool counts_by(const IrInstr *atomic, int step)
{
    const IrInstr *added = atomic->operands[atomic->operand_count - 1];
    for (int i = 0; i < atomic->operand_count; i++)
        if (atomic->operands[i]->level == LEVEL_VARYING)
            return false;
    return atomic->combine == IR_iadd && added->op == IR_const &&
           (added->bits == 1 || added->bits == (uint64_t)step);
}

/* Which way lanes' places follow each other that have `added` to a count of lower lanes, of themselves or of all others, that
 * goes that way alone: what steps goes on by more than the others take back. */
static Direction direction_with(const Plan *plan, const IrInstr *added, bool is_taken_off, Direction count)
{
    int stride = added->shape.length >= plan->lanes ? added->shape.stride : 0;
    return stride == 0 ? count : (stride > 0) != is_taken_off ? UP : DOWN;
}

/* The number of lower lanes where something holds, or that and what lanes share or what steps: lanes
 * where it holds, or does not, get places behind each other, as compactions do, or before each other where it is taken
 * from the last one; or what a counter was before each lane added to it. */
static Direction counts_lanes(const Plan *plan, const IrInstr *value, int step, int most)
{
    if (value->level < LEVEL_VARYING || most == 0)
        return NOWHERE;
    switch (value->op) {
    case IR_wave_prefix_count: return UP;
    case IR_counter: return value->immediate > 0 ? UP : NOWHERE;
    case IR_atomic_var:
    case IR_atomic_typed:
    case IR_atomic_struct:
    case IR_atomic_raw:
    case IR_atomic_texture: return counts_by(value, step) ? UP : NOWHERE;
    case IR_iadd:
    case IR_isub:
    case IR_imul:
    case IR_ishl: {
        const IrInstr *left = value->operands[0], *right = value->operands[1];
        bool is_taken_off = value->op == IR_isub;
        Direction count = counts_lanes(plan, left, step, most - 1);
        if (count != NOWHERE)
            return direction_with(plan, right, is_taken_off, count);
        count = counts_lanes(plan, right, step, most - 1);
        return count == NOWHERE ? NOWHERE : direction_with(plan, left, false, is_taken_off ? (Direction)-count : count);
    }
    case IR_load_var:
        return value->variable->kind == IR_WAVE_VALUE ? kept_counts_lanes(plan, value->variable, step, most - 1)
                                                      : NOWHERE;
    default: return NOWHERE;
    }
}

/* i / 2, or that and what lanes share, times something: of lanes of which every other one is on these are behind each
 * other, too, as half a picture's texels are. */
static bool is_part_of_step(const Plan *plan, const IrInstr *value, int most)
{
    const IrInstr *left = value->operand_count == 2 ? value->operands[0] : NULL;
    if (left == NULL || plan_is_uniform(plan, value) || most == 0)
        return false;
    const IrInstr *right = value->operands[1];
    bool is_part = (value->op == IR_ushr || value->op == IR_udiv) && right->op == IR_const;
    if (is_part)
        return left->shape.length >= plan->lanes && left->shape.stride == 1;
    bool goes_on = value->op == IR_iadd || value->op == IR_imul || value->op == IR_ishl;
    return goes_on && ((is_same_in_vector(plan, right) && is_part_of_step(plan, left, most - 1)) ||
                       (is_same_in_vector(plan, left) && is_part_of_step(plan, right, most - 1)));
}

/* The choice between two such numbers, one for the lanes where something holds and one for the others, that a place is, or
 * has added to what lanes share or what steps; or NULL. */
static const IrInstr *find_split(const Plan *plan, const IrInstr *value, int step, int most)
{
    const IrInstr *found = NULL;
    if (value->level < LEVEL_VARYING || most == 0)
        return NULL;
    if (value->op == IR_select)
        return value->operands[0]->level == LEVEL_VARYING && counts_lanes(plan, value->operands[1], step, most) &&
                       counts_lanes(plan, value->operands[2], step, most)
                   ? value
                   : NULL;
    bool goes_on = value->op == IR_iadd || value->op == IR_isub || value->op == IR_imul || value->op == IR_ishl;
    for (int i = 0; i < 2 && goes_on && found == NULL; i++)
        found = find_split(plan, value->operands[i], step, most - 1);
    return found;
}

static bool need_LANES_COUNTED(Question *question)
{
    return holds(question, question->access->lanes_are_counted, question->access->index);
}

static bool need_COUNTS_LANES(Question *question)
{
    PlanAccess *access = question->access;
    const IrInstr *index = access->index;
    const Plan *plan = question->plan;
    int step = plan_contiguous_stride(access);
    const IrInstr *split = find_split(plan, index, step, MOST_SUMS);
    access->split = split != NULL ? split->operands[0] : NULL;
    for (int i = 0; i < 2; i++) {
        Direction direction = counts_lanes(plan, split != NULL ? split->operands[2 - i] : index, step, MOST_SUMS);
        access->is_counted = direction != NOWHERE && access->lane_row == NULL && access->lane_slice == NULL;
        access->goes_back[i] = direction == DOWN;
    }
    bool has_few = access->mask != 0 && split == NULL && is_part_of_step(plan, index, MOST_SUMS);
    bool pays = plan->lanes >= PARTED_AT_ONCE || (access->mask != 0 && split == NULL);
    return holds(question, has_few || (access->is_counted && pays), index);
}

/* ---- what is known of a step before it runs ---- */

static PlanTest test_of(const Plan *plan, const IrInstr *value, int lanes, int stride)
{
    if (value == NULL || (stride == 0 && plan_is_uniform(plan, value)))
        return TEST_KNOWN;
    if (value->shape.length >= lanes)
        return value->shape.stride == stride ? TEST_KNOWN : TEST_NEVER;
    bool strays = stride != 0 && (find_split(plan, value, stride, MOST_SUMS) != NULL || plan_is_part_of_data(value) ||
                                  plan_repeats_places(plan, value, lanes));
    return strays || plan_never_steps(plan, value, lanes, stride) ? TEST_NEVER : TEST_AS_IT_RUNS;
}

static PlanAttempt attempt_along(const Plan *plan, const PlanAccess *access, PlanWay way, int lanes)
{
    return (PlanAttempt){way, test_of(plan, access->index, lanes, plan_contiguous_stride(access)),
                         test_of(plan, access->lane_row, lanes, 0),
                         test_of(plan, access->lane_slice, lanes, 0)};
}

static PlanAttempt attempt_down(const Plan *plan, const PlanAccess *access)
{
    return (PlanAttempt){WAY_column, test_of(plan, access->index, plan->lanes, 0),
                         test_of(plan, access->lane_row, plan->lanes, 1), TEST_KNOWN};
}

static bool may_be(PlanAttempt attempt)
{
    return attempt.index != TEST_NEVER && attempt.row != TEST_NEVER && attempt.slice != TEST_NEVER;
}

static bool must_be(PlanAttempt attempt)
{
    return attempt.index == TEST_KNOWN && attempt.row == TEST_KNOWN && attempt.slice == TEST_KNOWN;
}

static bool may_step_along(Question *question, PlanWay way, int lanes)
{
    PlanAttempt attempt = attempt_along(question->plan, question->access, way, lanes);
    return holds(question, may_be(attempt) && !must_be(attempt), question->access->index);
}

/* Where a permutation of the group's threads leads, `(t * 5) & 63`, words may lie farther apart in each piece. */
static bool need_MAY_STEP_IN_PIECES(Question *question)
{
    const PlanAccess *access = question->access;
    bool are_words = !access->is_store && access->components == 1;
    if (are_words && plan_known_spread(question->plan, access->index) >= question->plan->lanes)
        return holds(question, false, access->index);
    return may_step_along(question, WAY_rows, question->plan->lanes);
}
static bool need_MAY_STEP_IN_HALVES(Question *question)
{
    return may_step_along(question, WAY_halves, question->plan->lanes / 2);
}

static bool need_MAY_STEP_DOWN(Question *question)
{
    return holds(question, may_be(attempt_down(question->plan, question->access)),
                 question->access->lane_row);
}

/* ---- choosing ---- */

static bool (*const NEED_FUNCTIONS[])(Question *) = {
#define NEED(name, text) need_##name,
#include "need.def"
#undef NEED
};

/* The first need of `way` that is not met, or NOTHING. */
static PlanNeed missed_need(Question *question, PlanWay way)
{
    for (int i = 0; i < MOST_NEEDS && WAY_NEEDS[way][i] != NEED_NOTHING; i++) {
        question->culprit = NULL;
        if (!NEED_FUNCTIONS[WAY_NEEDS[way][i]](question))
            return (PlanNeed)WAY_NEEDS[way][i];
    }
    return NEED_NOTHING;
}

static void add_attempt(PlanAccess *access, PlanAttempt attempt)
{
    access->attempts[access->attempt_count++] = attempt;
}

/* Where the tile meets a border, the rest of a row may step by one. */
static void plan_tile_attempts(const Plan *plan, PlanAccess *access, bool has_short_rows)
{
    PlanAttempt rest = has_short_rows
                           ? attempt_along(plan, access, WAY_halves, plan->lanes / 2)
                           : attempt_along(plan, access, WAY_rows, plan->lanes);
    add_attempt(access, (PlanAttempt){WAY_tile, TEST_AS_IT_RUNS, TEST_KNOWN, TEST_KNOWN});
    if (may_be(rest))
        add_attempt(access, rest);
}

static bool is_in_scratch(const Plan *plan, const PlanAccess *access)
{
    const IrVariable *variable = access->instr->variable;
    return variable != NULL && plan->variables[variable->index].home == HOME_SHARED;
}

/* The thread that runs a group is the only one to touch its scratch memory. Without AVX-512 machines
 * take ten times as long for a masked store as for a load, a choice and a store (docs/plan.md). */
static PlanMasking masking_of(const Plan *plan, const PlanAccess *access)
{
    bool is_word = access->way == WAY_piece_words || access->way == WAY_half_words;
    bool is_over = is_in_scratch(plan, access) && !machine_has_masks(plan->lanes) && plan_is_planes(access) &&
                   access->component_bytes <= 4 && !is_word;
    return is_over ? MASKING_OVER
                   : access->instr->resource != NULL ? MASKING_SKIPPED : MASKING_MACHINE;
}

/* Lanes that are off read what lies beside the array, or write it as it was: nobody looks at it, but
 * it must be there. */
static bool may_be_near(const Plan *plan, const PlanAccess *access)
{
    bool is_unseen = access->is_store ? access->mask != 0 && access->masking == MASKING_OVER
                                      : is_in_scratch(plan, access);
    return is_unseen && access->is_active_inside && !access->is_inside && !plan_counts_parts(access);
}

/* Vectors may reach past the lanes' elements: stores leave out what that is, or write it as it was, and
 * scratch memory has a margin (widen_margin). */
static bool may_pass_its_end(const Plan *plan, const PlanAccess *access)
{
    return access->is_store || is_in_scratch(plan, access);
}

/* Where it is known to lie, and that this is inside: its lanes are never asked. */
static bool is_certain(const Plan *plan, const PlanAccess *access)
{
    static const bool HAS_ANOTHER[PLAN_WAY_COUNT] = {
        [WAY_column] = true, [WAY_mixed] = true, [WAY_stepped_by] = true, [WAY_word_column] = true,
        [WAY_window] = true, [WAY_crowded] = true, [WAY_few_places] = true};
    bool is_shuffled = access->way == WAY_shuffled || access->way == WAY_shuffled_halves;
    bool has_all = access->mask == 0 || (access->is_walked && !access->is_store);
    if (access->way == WAY_picked)
        return access->is_inside || access->is_active_inside;
    return access->is_inside && has_all && !HAS_ANOTHER[access->way] &&
           (!is_shuffled || access->is_walked || may_pass_its_end(plan, access));
}

void plan_put_inside(const Plan *plan, PlanAccess *access)
{
    access->is_walked = access->is_inside = access->is_active_inside = true;
    if (access->attempt_count == 1)
        access->is_certain |= must_be(access->attempts[0]) && is_certain(plan, access);
    access->is_at_once &= !access->is_certain;
}

void plan_put_active_inside(PlanAccess *access)
{
    access->is_walked = access->is_active_inside = true;
    access->way = WAY_masked;
}

bool plan_is_straight(const PlanAccess *access)
{
    return access->way == WAY_straight || access->way == WAY_straight_strided ||
           access->way == WAY_straight_stepped || access->way == WAY_same;
}

bool plan_lanes_are_apart(const PlanAccess *access, int bytes)
{
    static const bool HAS_STEP[PLAN_WAY_COUNT] = {
        [WAY_stepped] = true, [WAY_stepped_store] = true, [WAY_stepped_elements] = true, [WAY_straight_stepped] = true};
    return access->way == WAY_column || access->way == WAY_tested_column || access->way == WAY_word_column ||
           access->way == WAY_stepped_by || (HAS_STEP[access->way] && abs(access->step) >= bytes);
}

PlanWay plan_way_of_pieces(PlanWay way)
{
    return way == WAY_straight_strided ? WAY_strided : way == WAY_straight_stepped ? WAY_stepped : way;
}

/* What each piece tries before its lanes go one by one. Whether the wave steps says of its only piece
 * whether that does. */
static void plan_attempts(const Plan *plan, PlanAccess *access, bool may_try_down,
                          bool may_try_window)
{
    PlanAttempt along = attempt_along(plan, access, WAY_rows, plan->lanes);
    PlanAttempt halves = attempt_along(plan, access, WAY_halves, plan->lanes / 2);
    PlanAttempt first = access->way == WAY_halves || access->way == WAY_tested_halves ? halves
                        : access->way == WAY_column || access->way == WAY_tested_column
                            ? attempt_down(plan, access)
                            : along;
    access->is_near = may_be_near(plan, access) &&
                      (access->way == WAY_masked || access->way == WAY_contiguous ||
                       access->way == WAY_rows || access->way == WAY_halves);
    if (access->way >= WAY_elements || access->way == WAY_counted || access->way == WAY_permuted || access->way < WAY_rows ||
        access->two.source != NULL)
        return;
    if ((access->way >= WAY_mixed && access->way <= WAY_word_column) ||
        access->way == WAY_window || access->way == WAY_packed || access->way == WAY_few_places)
        first = (PlanAttempt){access->way, TEST_KNOWN, TEST_KNOWN, TEST_KNOWN};
    if (access->way == WAY_window || access->way == WAY_packed)
        first.index = TEST_AS_IT_RUNS;
    if (plan_way_of_pieces(access->way) != access->way)
        first = (PlanAttempt){plan_way_of_pieces(access->way), TEST_AS_IT_RUNS, along.row, along.slice};
    bool is_answered = access->way == WAY_same || access->way == WAY_crowded ||
                       (plan_is_straight(access) && plan->pieces == 1);
    if (may_be(first) && !is_answered)
        add_attempt(access, first);
    access->is_certain = access->is_near || (must_be(first) && is_certain(plan, access));
    bool may_try_more = access->way == WAY_tested_rows || access->way == WAY_straight ||
                        access->way == WAY_same || access->way == WAY_crowded;
    if (access->way == WAY_tested_rows && may_try_down)
        add_attempt(access, attempt_down(plan, access));
    else if (may_try_more && may_try_window)
        add_attempt(access,
                    (PlanAttempt){WAY_window, TEST_AS_IT_RUNS, TEST_KNOWN, TEST_KNOWN});
}

/* Nothing tests the vector of a place that is known to step: a lane or two of it are all that is
 * needed. */
static bool goes_by_scalars(const Plan *plan, const PlanAccess *access)
{
    const IrInstr *places[] = {access->way == WAY_mixed ? access->mix.linear : access->index,
                               access->lane_row, access->lane_slice};
    bool takes_lanes = access->way >= WAY_pieces && access->way < WAY_tile &&
                       access->way != WAY_permuted;
    for (int i = 0; i < 3 && takes_lanes; i++)
        if (places[i] != NULL && plan_is_vector(plan, places[i]) &&
            plan->values[places[i]->id].is_by_lanes)
            return true;
    return false;
}

/* Scalars say where each piece lies. */
static bool has_scalar_places(const Plan *plan, const PlanAccess *access)
{
    const IrInstr *places[] = {access->index, access->lane_row, access->lane_slice};
    bool are_scalars = true;
    for (int i = 0; i < 3; i++)
        are_scalars &= places[i] == NULL || !plan_is_vector(plan, places[i]);
    return access->by_scalars || are_scalars;
}

/* Most waves have all of their pieces inside then, and one branch does. */
static bool is_at_once(const Plan *plan, const PlanAccess *access)
{
    static const bool HAS_RUNS[PLAN_WAY_COUNT] = {
        [WAY_rows] = true,           [WAY_halves] = true,   [WAY_reversed] = true,
        [WAY_strided] = true,        [WAY_stepped] = true,  [WAY_shuffled] = true,
        [WAY_strided_halves] = true, [WAY_stepped_halves] = true,
        [WAY_shuffled_halves] = true, [WAY_stepped_elements] = true,
        [WAY_picked] = true,         [WAY_placed] = true};
    const PlanAttempt *only = &access->attempts[0];
    bool leaves_lanes = access->is_store && access->mask != 0 && access->way != WAY_picked;
    return plan->pieces > 1 && has_scalar_places(plan, access) && !access->is_certain &&
           !leaves_lanes && access->attempt_count == 1 && HAS_RUNS[only->way] &&
           only->index == TEST_KNOWN && only->row == TEST_KNOWN && only->slice == TEST_KNOWN;
}

/* way.def has the cost of 16 lanes of 32 bits; one address for the wave is loaded once. */
static int cost_of(const Plan *plan, const PlanAccess *access, PlanWay way)
{
    int machine = plan->lanes >= 16 ? 0 : plan->lanes >= 8 ? 1 : 2;
    int words = access->components * ((access->component_bytes + 3) / 4);
    int cost = WAYS[way].cost[machine][access->is_store] * words;
    if (way == WAY_masked && access->masking == MASKING_OVER)
        cost = (WAYS[WAY_contiguous].cost[machine][0] + WAYS[WAY_contiguous].cost[machine][1]) * words;
    return way == WAY_broadcast ? cost : cost * plan->kernel->wave_size / 16;
}

int plan_expected_cost(const Plan *plan, const PlanAccess *access)
{
    bool is_tested = access->way >= WAY_tested_halves && access->way <= WAY_tested_column;
    bool by_lanes = is_tested ? !steps_mostly(plan, access->index)
                              : access->way == WAY_masked && !plan_is_planes(access);
    if (by_lanes)
        return cost_of(plan, access, plan_goes_by_elements(access) ? WAY_elements : WAY_lanes);
    bool is_shuffled = plan_packed_words(access) != 0 || plan_is_wide(access);
    return is_shuffled ? access->cost * 3 / 2 : access->cost;
}

/* Elements of several words would be stored lane by lane under a mask, also where they are side by side. */
static bool picks_elements(Question *question)
{
    return need_SEVERAL(question) && missed_need(question, WAY_picked) == NEED_NOTHING;
}

void plan_choose_way(const Plan *plan, PlanAccess *access)
{
    Question question = {plan, access, NULL};
    PlanWay way = picks_elements(&question) ? WAY_picked : 0;
    for (; way < WAY_lanes; way++) {
        PlanNeed missed = missed_need(&question, way);
        if (missed == NEED_NOTHING)
            break;
        if (WAYS[way].is_told)
            access->closed[access->closed_count++] = (PlanClosed){way, missed, question.culprit};
    }
    access->way = way;
    access->masking = masking_of(plan, access);
    if (way != WAY_packed && way != WAY_counted)
        access->split = NULL;
    if (way != WAY_two_places && way != WAY_same)
        access->two.source = NULL;
    access->cost = cost_of(plan, access, way);
    access->by_scalars = goes_by_scalars(plan, access);
    if (way == WAY_tile)
        plan_tile_attempts(plan, access, need_SHORT_ROWS(&question));
    else
        plan_attempts(plan, access, missed_need(&question, WAY_tested_column) == NEED_NOTHING,
                      missed_need(&question, WAY_window) == NEED_NOTHING);
    access->is_at_once = is_at_once(plan, access);
}
