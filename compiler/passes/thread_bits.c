/* thread_bits: values whose bits are bits of a thread's place in its group are computed in as few steps as
 * that takes.
 *
 *     numthreads(8, 8, 1)
 *     %1 = group_thread_id.x          ; bits x0 x1 x2
 *     %2 = iand %1, 1
 *     %3 = group_thread_id.y          ; bits y0 y1 y2
 *     %4 = iand %3, 1
 *     %5 = ishl %4, 1
 *     %6 = ior %2, %5                 ; x0 y0
 *     ... %9 = ior %6, %8             ; x0 y0 x1 y1 x2 y2
 *     %10 = iand %9, 1                ; x0
 *     %11 = ushr %9, 1
 *     %12 = iand %11, 2               ; 0 x1
 *     %13 = ior %10, %12              ; x0 x1
 *     %14 = ushr %9, 2
 *     %15 = iand %14, 4               ; 0 0 x2
 *     %16 = ior %13, %15              ; x0 x1 x2               ->    %1
 *
 * Bit by bit it is known which of the place, or of another value, each one is, through masks, shifts by
 * constants, quotients and remainders by powers of two, and sums in which no two ones meet; where they may
 * (or where it is none of these operations) the bits are the value's own, for what is made of it. Shaders that make a column and a row of a
 * thread's number so (rows of quads, Morton order) have these again where tile_groups gave the group rows
 * and columns, of which the number is made of in turn.
 *
 * Of kernels that tile_groups changed alone.
 *
 * Needs: nothing; sees through no variables. Keeps: nothing that is there becomes wrong; uniformity knows
 * more of what is left. */
#include "passes/thread_bits.h"

typedef struct Finder {
    IrKernel *kernel;
    IrInstr **values;  /* by id */
    ThreadBits *known; /* likewise, of i32 */
    int *operations;   /* likewise: as many make it now */
    int count;         /* of ids; what has higher ones was built here */
} Finder;

enum { MOST_OPERATIONS = 1000 };

/* ---- bits of values ---- */

static const ThreadBit ZERO = {BIT_OF_CONST, 0}, ONE = {BIT_OF_CONST, 1};

static bool is_same(ThreadBit left, ThreadBit right) { return left.of == right.of && left.at == right.at; }
static bool is_zero(ThreadBit bit) { return is_same(bit, ZERO); }

static ThreadBits all_of(ThreadBit bit)
{
    ThreadBits bits;
    for (int i = 0; i < VALUE_BITS; i++)
        bits.bits[i] = bit;
    return bits;
}

static ThreadBits own_bits(const IrInstr *value)
{
    ThreadBits bits;
    for (int i = 0; i < VALUE_BITS; i++)
        bits.bits[i] = (ThreadBit){(int)value->id, i};
    return bits;
}

static ThreadBits bits_of_const(uint64_t number)
{
    ThreadBits bits;
    for (int i = 0; i < VALUE_BITS; i++)
        bits.bits[i] = number >> i & 1 ? ONE : ZERO;
    return bits;
}

static ThreadBits bits_of_place(const IrKernel *kernel, int axis)
{
    ThreadBits bits = all_of(ZERO);
    for (int i = 0; i < PLACE_BITS && (kernel->threads[axis] - 1) >> i != 0; i++)
        bits.bits[i] = (ThreadBit){BIT_OF_PLACE + axis, i};
    return bits;
}

/* Rows of a power of two follow each other bit by bit. */
static ThreadBits bits_of_index(const IrKernel *kernel, const IrInstr *index)
{
    const uint32_t *sides = kernel->threads;
    ThreadBits bits = bits_of_place(kernel, AXIS_X);
    int across = __builtin_ctz(sides[0]), down = __builtin_ctz(sides[1]);
    if (sides[0] != 1u << across || sides[1] != 1u << down || sides[2] != 1 || kernel->thread_of_lane != NULL)
        return own_bits(index);
    for (int i = 0; i < down; i++)
        bits.bits[across + i] = (ThreadBit){BIT_OF_PLACE + AXIS_Y, i};
    return bits;
}

/* One bit of two; the value's own where it is neither of them, nor a constant. */
typedef ThreadBit Combine(ThreadBit left, ThreadBit right, ThreadBit own);

static ThreadBit and_of(ThreadBit left, ThreadBit right, ThreadBit own)
{
    if (is_zero(left) || is_zero(right))
        return ZERO;
    return is_same(left, ONE) || is_same(left, right) ? right : is_same(right, ONE) ? left : own;
}

static ThreadBit or_of(ThreadBit left, ThreadBit right, ThreadBit own)
{
    if (is_same(left, ONE) || is_same(right, ONE))
        return ONE;
    return is_zero(left) || is_same(left, right) ? right : is_zero(right) ? left : own;
}

static ThreadBit xor_of(ThreadBit left, ThreadBit right, ThreadBit own)
{
    if (is_same(left, right))
        return ZERO;
    bool are_constants = left.of == BIT_OF_CONST && right.of == BIT_OF_CONST;
    return is_zero(left) ? right : is_zero(right) ? left : are_constants ? ONE : own;
}

static ThreadBits combined(const IrInstr *instr, ThreadBits left, ThreadBits right, Combine *combine)
{
    ThreadBits own = own_bits(instr);
    for (int i = 0; i < VALUE_BITS; i++)
        left.bits[i] = combine(left.bits[i], right.bits[i], own.bits[i]);
    return left;
}

/* Up to where two bits meet that may both be one. */
static ThreadBits sum_of(const IrInstr *instr, ThreadBits left, ThreadBits right)
{
    ThreadBits sum = own_bits(instr);
    for (int i = 0; i < VALUE_BITS && (is_zero(left.bits[i]) || is_zero(right.bits[i])); i++)
        sum.bits[i] = is_zero(left.bits[i]) ? right.bits[i] : left.bits[i];
    return sum;
}

/* By so many bits to the higher ones, or, less than 0, to the lower ones. */
static ThreadBits moved(ThreadBits bits, int by)
{
    ThreadBits result = all_of(ZERO);
    for (int i = 0; i < VALUE_BITS; i++)
        if (i + by >= 0 && i + by < VALUE_BITS)
            result.bits[i + by] = bits.bits[i];
    return result;
}

static ThreadBits of_constant(const IrInstr *instr, ThreadBits left, uint64_t number)
{
    bool is_power = is_power_of_two(number), is_positive = is_zero(left.bits[VALUE_BITS - 1]);
    int log2 = is_power ? __builtin_ctzll(number) : 0, count = (int)(number & (VALUE_BITS - 1));
    ThreadBits rest = is_power ? combined(instr, left, bits_of_const(number - 1), and_of) : own_bits(instr);
    switch (instr->op) {
    case IR_ishl: return moved(left, count);
    case IR_ushr: return moved(left, -count);
    case IR_sshr: return is_positive ? moved(left, -count) : own_bits(instr);
    case IR_imul: return is_power ? moved(left, log2) : own_bits(instr);
    case IR_udiv: return is_power ? moved(left, -log2) : own_bits(instr);
    case IR_sdiv: return is_power && is_positive ? moved(left, -log2) : own_bits(instr);
    case IR_urem: return rest;
    case IR_srem: return is_positive ? rest : own_bits(instr);
    default: return own_bits(instr);
    }
}

static ThreadBits bits_of(const Finder *finder, const IrInstr *value)
{
    return is_phi(value) ? own_bits(value) : finder->known[value->id];
}

static ThreadBits find(const Finder *finder, const IrInstr *instr)
{
    switch (instr->op) {
    case IR_const: return bits_of_const(instr->bits);
    case IR_group_thread_id: return bits_of_place(finder->kernel, instr->immediate);
    case IR_group_index: return bits_of_index(finder->kernel, instr);
    default: break;
    }
    if (!ir_is(instr, OP_PURE) || instr->operand_count != 2 || instr->operands[0]->type.scalar != IR_I32)
        return own_bits(instr);
    ThreadBits left = bits_of(finder, instr->operands[0]), right = bits_of(finder, instr->operands[1]);
    switch (instr->op) {
    case IR_iand: return combined(instr, left, right, and_of);
    case IR_ior: return combined(instr, left, right, or_of);
    case IR_ixor: return combined(instr, left, right, xor_of);
    case IR_iadd: return sum_of(instr, left, right);
    default:
        return instr->operands[1]->op == IR_const ? of_constant(instr, left, instr->operands[1]->bits)
                                                  : own_bits(instr);
    }
}

/* ---- building ---- */

/* Bits of one value that are moved by as much. */
typedef struct Part {
    int of, by;
    uint32_t mask; /* where they come from */
    bool is_all;   /* that are there behind that shift */
} Part;

typedef struct Parts {
    Part items[VALUE_BITS];
    int count;
    uint32_t ones;
} Parts;

static bool is_all(const IrKernel *kernel, const Part *part)
{
    bool is_place = part->of >= BIT_OF_PLACE && part->of < 0;
    uint32_t all = is_place ? kernel->threads[part->of - BIT_OF_PLACE] - 1 : UINT32_MAX;
    for (int i = 1; i < PLACE_BITS && is_place; i *= 2)
        all |= all >> i;
    uint32_t kept = part->by < 0 ? all >> -part->by << -part->by : all << part->by >> part->by;
    return (kept & ~part->mask) == 0;
}

static Parts parts_of(const IrKernel *kernel, const ThreadBits *bits)
{
    Parts parts = {.count = 0};
    for (int i = 0; i < VALUE_BITS; i++) {
        ThreadBit bit = bits->bits[i];
        int by = i - bit.at, at = 0;
        parts.ones |= is_same(bit, ONE) ? 1u << i : 0;
        if (bit.of == BIT_OF_CONST)
            continue;
        while (at < parts.count && (parts.items[at].of != bit.of || parts.items[at].by != by))
            at++;
        if (at == parts.count)
            parts.items[parts.count++] = (Part){.of = bit.of, .by = by};
        parts.items[at].mask |= 1u << bit.at;
    }
    for (int i = 0; i < parts.count; i++)
        parts.items[i].is_all = is_all(kernel, &parts.items[i]);
    return parts;
}

static int cost_of(const Parts *parts)
{
    int pieces = parts->count + (parts->ones != 0), cost = pieces > 1 ? pieces - 1 : 0;
    for (int i = 0; i < parts->count; i++)
        cost += !parts->items[i].is_all + (parts->items[i].by != 0);
    return cost;
}

static IrInstr *build_part(IrBuilder *builder, const Part *part, IrInstr *const *values)
{
    IrInstr *value = part->of >= 0 ? values[part->of]
                                   : ir_axis(builder, IR_group_thread_id, (OpAxis)(part->of - BIT_OF_PLACE));
    if (!part->is_all)
        value = IR_BUILD(builder, IR_iand, value, ir_const_i32(builder, (int32_t)part->mask));
    if (part->by == 0)
        return value;
    return IR_BUILD(builder, part->by > 0 ? IR_ishl : IR_ushr, value,
                    ir_const_i32(builder, part->by > 0 ? part->by : -part->by));
}

IrInstr *thread_bits_build(IrBuilder *builder, const ThreadBits *bits, IrInstr *const *values)
{
    Parts parts = parts_of(builder->kernel, bits);
    IrInstr *value = NULL;
    for (int i = 0; i < parts.count; i++) {
        IrInstr *part = build_part(builder, &parts.items[i], values);
        value = value == NULL ? part : IR_BUILD(builder, IR_iadd, value, part);
    }
    IrInstr *ones = value == NULL || parts.ones != 0 ? ir_const_i32(builder, (int32_t)parts.ones) : NULL;
    if (value == NULL || ones == NULL)
        return value == NULL ? ones : value;
    return IR_BUILD(builder, IR_iadd, value, ones);
}

/* ---- what is worth it ---- */

static bool has_own_bits(const Finder *finder, const IrInstr *value)
{
    for (int i = 0; i < VALUE_BITS; i++)
        if (finder->known[value->id].bits[i].of == (int)value->id)
            return true;
    return false;
}

/* Operations that make the value of what has bits of its own, those that it reads twice counted twice. */
static int operations_of(const Finder *finder, const IrInstr *value)
{
    int count = 1;
    if (is_phi(value) || value->operand_count == 0 || has_own_bits(finder, value))
        return 0;
    for (int i = 0; i < value->operand_count && count < MOST_OPERATIONS; i++)
        count += is_phi(value->operands[i]) ? 0 : finder->operations[value->operands[i]->id];
    return count < MOST_OPERATIONS ? count : MOST_OPERATIONS;
}

/* NULL: it is made of few. */
static IrInstr *in_fewer_steps(const Finder *finder, IrInstr *instr)
{
    int *operations = &finder->operations[instr->id];
    *operations = operations_of(finder, instr);
    if (*operations == 0)
        return NULL;
    Parts parts = parts_of(finder->kernel, &finder->known[instr->id]);
    if (*operations <= cost_of(&parts))
        return NULL;
    *operations = cost_of(&parts);
    IrBuilder builder = ir_builder_before(finder->kernel, instr);
    builder.pos = instr->pos;
    return thread_bits_build(&builder, &finder->known[instr->id], finder->values);
}

static bool is_number(const IrInstr *value)
{
    return value->type.scalar == IR_I32 && value->type.components == 1;
}

bool pass_thread_bits(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Finder finder = {kernel, ARENA_ARRAY(context->scratch, IrInstr *, kernel->next_id + 1),
                     ARENA_ARRAY(context->scratch, ThreadBits, kernel->next_id + 1),
                     ARENA_ARRAY(context->scratch, int, kernel->next_id + 1), (int)kernel->next_id};
    bool changed = false;
    if (kernel->told_threads[0] == 0)
        return false;
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr) {
        EACH_PHI (instr, phi)
            finder.values[phi->id] = phi;
        if ((int)instr->id >= finder.count || !is_number(instr))
            continue;
        finder.values[instr->id] = instr;
        finder.known[instr->id] = find(&finder, instr);
        instr->note = in_fewer_steps(&finder, instr);
        changed |= instr->note != NULL;
    }
    EACH_INSTR (kernel->body, instr)
        use_current_operands(instr);
    return changed;
}
