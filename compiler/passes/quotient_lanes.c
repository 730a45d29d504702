/* quotient_lanes: a lane takes the two, three or four threads that `i / n` says the same of, one after the other.
 *
 *     numthreads(192, 1, 1)                       numthreads(64, 1, 1)
 *     %i = iadd (imul group_id.x, 192),           %q = iadd (imul group_id.x, 64), group_thread_id.x
 *               group_thread_id.x                 %i0 = imul %q, 3
 *     %c = urem %i, 3                             %i1 = iadd %i0, 1
 *     %p = udiv %i, 3                             %i2 = iadd %i0, 2
 *     A                                    ->     if wave_all (%i0, %i1 and %i2 pass the guard) {
 *                                                   A of %i0, 0 and %q
 *                                                   A of %i1, 1 and %q
 *                                                   A of %i2, 2 and %q
 *                                                 } else {
 *                                                   if (%i0 does) { A of %i0 } ...
 *                                                 }
 *
 * Channels side by side, made of planes (`out[i] = in[i % 3 * n + i / 3]`), planes of channels, pairs of two arrays, a
 * colour of which each thread computes one component. Lanes in the threads' order meet the planes by turns, a gather,
 * and take all sides of `c == 0 ? .. : c == 1 ? .. : ..`; here each plane is contiguous, the conditions are constants,
 * what the channels share is computed once, and what they store side by side is joined by join_words.
 *
 * Only where the remainder decides: it is compared with something, or leads to places far apart, or to one of as many words
 * that begin at a multiple of what is divided by; what steps by it (`gain[i % 4]`, bytes of a word) has ways of its own. And where all
 * that is stored follows from memory that nobody writes, so that the order does not matter.
 *
 * A copy of the kernel is changed, of several groups that are whole waves then. Needs: the kernel before its passes. */
#include "passes/thread_quotients.h"

enum {
    MOST_COPIED = 400,  /* instructions, each of which is there twice for each thread */
    LEAST_THREADS = 512,
    WAVE = 32,
    MOST_CHANNELS = 4,
    NEAR = 64, /* what the remainder is multiplied by to step within few vectors: bytes, of a constant's rows too */
    DEPTH = 4
};

/* So few that a lane may take all threads of a quotient, which something asks for. */
static bool is_channel_count(const ThreadQuotients *quotients, const IrInstr *divisor)
{
    return divisor->op == IR_const && divisor->bits >= 2 && divisor->bits <= MOST_CHANNELS && has_quotient(quotients, divisor);
}

/* `i & 3` and `i >> 2` are a remainder and a quotient. */
static void name_divisions(IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr) {
        bool is_mask = instr->op == IR_iand, is_shift = instr->op == IR_ushr || instr->op == IR_sshr;
        if ((!is_mask && !is_shift) || !is_thread_of_dispatch(instr->operands[0], kernel->threads[0]) ||
            instr->operands[1]->op != IR_const)
            continue;
        uint64_t bits = instr->operands[1]->bits, divisor = is_mask ? bits + 1 : (uint64_t)1 << (bits & 31);
        if (divisor != 2 && divisor != 4)
            continue;
        IrBuilder before = ir_builder_before(kernel, instr);
        instr->op = is_mask ? IR_urem : IR_udiv;
        instr->operands[1] = ir_const_i32(&before, (int32_t)divisor);
    }
}

/* ---- whether it is of use ---- */

static bool is_part(const ThreadQuotients *quotients, const IrInstr *value, bool (*is_kind)(const IrInstr *))
{
    for (int i = 0; i < quotients->count; i++)
        if (quotients->divisions[i] == value)
            return is_kind(value) && ir_same_value(value->operands[1], quotients->divisor);
    return false;
}

static bool is_quotient(const IrInstr *division) { return !is_remainder(division); }

/* The remainder, a sum with it, a part or a multiple of it. */
static bool is_of_remainder(const ThreadQuotients *quotients, const IrInstr *value, int depth)
{
    bool is_sum = value->op == IR_iadd || value->op == IR_isub,
         is_bits = value->op == IR_iand || value->op == IR_ushr || value->op == IR_sshr || value->op == IR_ishl;
    if (is_part(quotients, value, is_remainder))
        return true;
    if (depth == 0 || value->operand_count != 2 || (!is_sum && !is_bits && !is_division(value)))
        return false;
    return is_of_remainder(quotients, value->operands[0], depth - 1) ||
           (is_sum && is_of_remainder(quotients, value->operands[1], depth - 1));
}

static bool is_below(const IrInstr *value, uint64_t bound) { return value->op == IR_const && value->bits < bound; }

static bool is_of_quotient(const ThreadQuotients *quotients, const IrInstr *value, int depth)
{
    bool is_found = is_part(quotients, value, is_quotient);
    for (int i = 0; depth > 0 && i < value->operand_count && !is_found; i++)
        is_found = is_of_quotient(quotients, value->operands[i], depth - 1);
    return is_found;
}

/* Elements of as many words begin there, or of words of four bytes: (y * width + x) * 3. (i / 4 * 4 may be where a byte's
 * word does.) */
static bool begins_words(const ThreadQuotients *quotients, const IrInstr *instr, uint32_t words)
{
    if ((instr->op != IR_imul && instr->op != IR_ishl) || instr->operands[1]->op != IR_const)
        return false;
    const IrInstr *value = instr->operands[0];
    uint64_t bits = instr->operands[1]->bits, factor = instr->op == IR_ishl ? (uint64_t)1 << (bits & 31) : bits;
    bool is_odd = !is_power_of_two(words), is_itself = is_part(quotients, value, is_quotient);
    return (factor == words || (is_odd && factor == 4 * words)) && (is_odd || !is_itself) &&
           is_of_quotient(quotients, value, DEPTH);
}

/* A comparison with what it may be, beside the bound of a vector's components, of what is known to be a channel, as no
 * column of a picture is; a product that lies further away than some vectors. */
static bool tells_lanes_apart(const ThreadQuotients *quotients, const IrInstr *instr, const IrInstr *other, uint32_t channels)
{
    if (instr->op == IR_imul)
        return !is_below(other, NEAR);
    return quotients->divisor->op == IR_const && (other->op != IR_const || is_below(other, channels));
}

static bool decides(const ThreadQuotients *quotients, const IrInstr *instr, uint32_t channels)
{
    if (begins_words(quotients, instr, channels))
        return true;
    if (instr->op != IR_imul && (instr->operand_count != 2 || instr->type.scalar != IR_I1))
        return false;
    for (int i = 0; i < 2; i++)
        if (tells_lanes_apart(quotients, instr, instr->operands[1 - i], channels) &&
            is_of_remainder(quotients, instr->operands[i], DEPTH))
            return true;
    return false;
}

bool remainder_decides(const ThreadQuotients *quotients, uint32_t channels)
{
    bool is_decided = false;
    EACH_INSTR (quotients->kernel->body, instr)
        is_decided |= decides(quotients, instr, channels);
    return is_decided;
}

/* ---- the threads of a lane ---- */

typedef struct LaneThreads {
    ThreadPlace places[MOST_CHANNELS];
    IrInstr *who_works[MOST_CHANNELS]; /* NULL: all */
    int count;
} LaneThreads;

static LaneThreads build_threads(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *lane, QuotientUse sure)
{
    LaneThreads threads = {.count = (int)quotients->length->bits};
    IrInstr *first = IR_BUILD(builder, IR_imul, lane, quotients->length);
    for (int i = 0; i < threads.count; i++) {
        IrInstr *channel = ir_const_i32(builder, i);
        threads.places[i] = (ThreadPlace){.number = IR_BUILD(builder, IR_iadd, first, channel), .quotient = lane, .remainder = channel};
        threads.who_works[i] = build_who_works(builder, quotients, &threads.places[i], sure);
    }
    return threads;
}

/* All of them have work, and what they divide by is as it seems; NULL: of course. */
static IrInstr *build_all(IrBuilder *builder, const LaneThreads *threads, IrInstr *are_multiples)
{
    IrInstr *all = are_multiples;
    for (int i = 0; i < threads->count; i++)
        if (threads->who_works[i] != NULL)
            all = build_both(builder, all, threads->who_works[i]);
    return all != NULL ? IR_BUILD(builder, IR_wave_all, all) : NULL;
}

static void put_thread(IrBuilder *builder, const ThreadQuotients *quotients, const ThreadPlace *place, IrInstr *condition,
                       QuotientUse use)
{
    IrInstr *branch = ir_if(builder, condition != NULL ? condition : ir_const_bits(builder, IR_I1, 1));
    IrBuilder inside = builder_in_side(builder->kernel, branch, 0);
    put_work(&inside, quotients, place, use);
    ir_close_region(builder->kernel, branch->regions[1]);
}

void put_threads_of_lane(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *lane, IrInstr *are_multiples,
                         QuotientUse sure)
{
    IrKernel *kernel = quotients->kernel;
    const LaneThreads threads = build_threads(builder, quotients, lane, sure);
    IrInstr *all = build_all(builder, &threads, are_multiples),
            *whole = ir_if(builder, all != NULL ? all : ir_const_bits(builder, IR_I1, 1));
    IrBuilder together = builder_in_side(kernel, whole, 0), apart = builder_in_side(kernel, whole, 1);
    for (int i = 0; i < threads.count; i++) {
        put_thread(&together, quotients, &threads.places[i], NULL, OF_THE_PLACE);
        put_thread(&apart, quotients, &threads.places[i], threads.who_works[i], sure);
    }
    ir_close_region(kernel, whole->regions[0]);
    ir_close_region(kernel, whole->regions[1]);
}

static void put_threads(ThreadQuotients *quotients, uint32_t channels)
{
    IrBuilder builder = ir_builder_at_end(quotients->kernel, quotients->kernel->body);
    builder.pos = quotients->divisions[0]->pos;
    quotients->length = build_divisor(&builder, quotients);
    IrInstr *lanes = ir_const_i32(&builder, (int32_t)(quotients->threads / channels)),
            *first = IR_BUILD(&builder, IR_imul, ir_axis(&builder, IR_group_id, AXIS_X), lanes),
            *lane = IR_BUILD(&builder, IR_iadd, first, ir_axis(&builder, IR_group_thread_id, AXIS_X));
    put_threads_of_lane(&builder, quotients, lane, build_are_multiples(&builder, quotients), WHERE_SURE);
}

/* ---- groups ---- */

/* How many make whole waves of lanes, and enough threads; 0: too many. */
static uint32_t groups_together(uint32_t threads, uint32_t channels)
{
    enum { MOST_THREADS = 8192 };
    uint32_t count = 1;
    while (threads * count < LEAST_THREADS || threads * count % (WAVE * channels) != 0)
        if (threads * ++count > MOST_THREADS)
            return 0;
    return count;
}

static bool find_channels(ThreadQuotients *quotients, IrKernel *kernel)
{
    if (kernel == NULL)
        return false;
    name_divisions(kernel);
    return stores_what_stays(kernel, MOST_COPIED) && find_quotients(quotients, kernel, is_channel_count) &&
           remainder_decides(quotients, (uint32_t)quotients->divisor->bits);
}

IrKernel *passes_take_channels(Arena *arena, const IrKernel *kernel)
{
    ThreadQuotients quotients;
    if (!find_channels(&quotients, join_counted_threads(arena, kernel, 1)))
        return NULL;
    uint32_t channels = (uint32_t)quotients.divisor->bits, groups = groups_together(kernel->threads[0], channels);
    IrKernel *joined = groups != 0 ? join_counted_threads(arena, kernel, groups) : NULL;
    if (!find_channels(&quotients, joined) || !stores_what_stays(joined, MOST_COPIED / (int)(2 * channels)))
        return NULL;
    IrInstr *holder = put_work_away(&quotients);
    put_threads(&quotients, channels);
    take_work_away(&quotients, holder);
    take_threads(joined, joined->threads[0] / channels, joined->wave_size < WAVE ? (uint32_t)joined->wave_size : WAVE);
    return joined;
}
