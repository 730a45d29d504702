/* Threads in one row that the kernel spreads over a tile, by the bits of their number: in Morton order, in rows of quads, in
 * rows, in any other; or threads in rows that are no vectors, or in columns. No operation looks across their lanes. What is drawn for them is
 * drawn apart from all else. */
#include "generate_priv.h"

enum { MOST_BITS = 8, ONE_OF = 6, ODD_ONE_OF = 16 };

static uint32_t drawn_apart(uint32_t *state, uint32_t count)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % count;
}

const uint32_t *draw_spread(Generator *generator, uint32_t seed)
{
    static const uint32_t THREADS[][3] = {{64, 1, 1}, {64, 1, 1}, {64, 1, 1}, {256, 1, 1}, {32, 1, 1}, {16, 1, 1}, {128, 1, 1}};
    static const uint32_t ODD[][3] = {{10, 10, 1}, {12, 4, 1}, {7, 3, 1}, {20, 6, 1}, {6, 6, 2}, {9, 5, 1}, {24, 4, 1}, {5, 5, 2}, {40, 3, 1},
                                      {1, 20, 1}, {1, 12, 2}, {1, 64, 1}};
    uint32_t *state = &generator->spread_state;
    *state = seed * 2246822519u + 3266489917u;
    generator->is_spread = drawn_apart(state, ONE_OF) == 0;
    generator->sees_no_lanes = generator->is_spread || drawn_apart(state, ODD_ONE_OF) == 0;
    if (!generator->sees_no_lanes)
        return NULL;
    return generator->is_spread ? THREADS[drawn_apart(state, COUNT_OF(THREADS))] : ODD[drawn_apart(state, COUNT_OF(ODD))];
}

static void draw_bits_of_lanes(uint32_t *state, int count, int *bits)
{
    enum { MORTON, QUADS, ROWS, ANY } kind = drawn_apart(state, ANY + 1);
    for (int i = 0; i < count; i++)
        bits[i] = i;
    for (int i = 0; i < count && kind == MORTON; i++)
        bits[i] = i < (count + 1) / 2 ? 2 * i : 2 * (i - (count + 1) / 2) + 1;
    const bool has_quads = kind == QUADS && count >= 6; /* or two threads would be in one place */
    for (int i = 1; i < count / 2 && has_quads; i++) /* x: 0 and from 3 on, y: 1 and 2, and what is left */
        bits[i] = i + 2 < count ? i + 2 : i;
    for (int i = 0; i < 2 && has_quads; i++)
        bits[count / 2 + i] = i + 1;
    for (int i = count - 1; i > 0 && kind == ANY; i--) {
        int other = (int)drawn_apart(state, (uint32_t)i + 1), kept = bits[i];
        bits[i] = bits[other];
        bits[other] = kept;
    }
}

/* Bit `from` of the thread's number at bit `to`. */
static IrInstr *moved_bit(Generator *generator, IrInstr *thread, int from, int to)
{
    if (from >= to)
        return with_number(generator, IR_iand, from == to ? thread : with_number(generator, IR_ushr, thread, from - to), 1 << to);
    return with_number(generator, IR_ishl, with_number(generator, IR_iand, thread, 1 << from), to - from);
}

static IrInstr *from_bits(Generator *generator, IrInstr *thread, const int *bits, int count)
{
    static const IrOp TOGETHER[] = {IR_ior, IR_ior, IR_iadd, IR_ixor};
    IrOp together = TOGETHER[drawn_apart(&generator->spread_state, COUNT_OF(TOGETHER))];
    IrInstr *place = moved_bit(generator, thread, bits[0], 0);
    for (int i = 1; i < count; i++)
        place = combined(generator, together, place, moved_bit(generator, thread, bits[i], i));
    return place;
}

void set_sides(Generator *generator)
{
    const uint32_t *threads = generator->kernel->threads;
    memcpy(generator->sides, threads, sizeof generator->sides);
    if (!generator->is_spread)
        return;
    int count = __builtin_ctz(threads[0]), across = (count + 1) / 2;
    if (drawn_apart(&generator->spread_state, 4) == 0)
        across = 1 + (int)drawn_apart(&generator->spread_state, (uint32_t)count - 1);
    generator->sides[0] = 1u << across;
    generator->sides[1] = 1u << (count - across);
}

void build_spread(Generator *generator)
{
    int bits[MOST_BITS], count = __builtin_ctz(generator->kernel->threads[0]), across = __builtin_ctz(generator->sides[0]);
    if (!generator->is_spread)
        return;
    IrInstr *thread = ir_build(&generator->builder, IR_group_index, NULL, 0);
    draw_bits_of_lanes(&generator->spread_state, count, bits);
    generator->spread[0] = from_bits(generator, thread, bits, across);
    generator->spread[1] = from_bits(generator, thread, bits + across, count - across);
}

IrInstr *place_in_group(Generator *generator, int axis)
{
    return generator->is_spread && axis < 2 ? generator->spread[axis]
                                            : ir_axis(&generator->builder, IR_group_thread_id, axis);
}

/* As many beside each other as are joined, and some that are left over. */
void widen_columns(Generator *generator)
{
    enum { MOST_COLUMNS = 32 };
    uint32_t columns = (uint32_t)generator->kernel->wave_size;
    if (generator->sees_no_lanes && generator->kernel->threads[0] == 1 && columns <= MOST_COLUMNS)
        generator->fuzz->groups[0] += columns;
}
