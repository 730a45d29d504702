/* pad_rows: in groups whose rows are no vectors, or whose last wave is none, lanes are left out at each row's end.
 *
 *     numthreads(10, 10, 1), wave 32               numthreads(16, 10, 1)
 *     %1 = group_index                             %1 = iadd (imul group_thread_id.y, 10), group_thread_id.x
 *     ...                                  ->      if ule 10, group_thread_id.x { return }
 *                                                  ...
 *
 * Rows of 10 threads lie over vectors of 16 lanes as they come: no vector has one y, and none goes on by one in x, so that
 * each access is a gather, tiles of groupshared memory included. With 16 lanes for each row, six of which never run,
 * a vector is part of a row: as in groups of 16 x 16, under a mask that is known. A row takes as many lanes as whole
 * vectors have, or as a fraction of one. Of whole vectors a wave is one row, or an even part of it (18 threads are waves of 24
 * lanes on 8, 34 of 40, 66 three of 24): y is the same in it, so that places are sums of scalars and steps, and what a row
 * shares is one address. Where vectors have 16 lanes, waves of rows of 5 to 7 threads have eight: two rows in a vector are loaded and
 * stored by halves, under masks of each. So it is where rows are whole vectors that a wave of 32 lanes does not divide (24 threads).
 *
 * Groups that may be joined have no such rows (join_groups.c): those that wait for barriers, or share memory, have. Which
 * threads share a wave nobody sees in them, where no operation looks across lanes and none loads what may have been stored
 * since the last barrier (stored_shared.c); kernels that do not know rows (SV_GroupIndex alone) stay as they are.
 *
 * Of groups in one row that are no whole waves (100 threads) the last wave alone leaves lanes out, and these are there for
 * nobody as before, wave operations included. The others are waves as a whole, in which passes leave masks out (full_waves,
 * full_turns).
 *
 * Needs: the kernel before its passes. */
#include "passes/passes_priv.h"

enum {
    SHORT = 4, /* rows of so many are halves of vectors of eight, wherever vectors are longer (plan.c) */
    EIGHT = 8  /* lanes of vectors that all machines have that have longer ones */
};

/* A wave is then a row, or an even part of one, or several rows. */
static bool are_whole_waves(const IrKernel *kernel, uint32_t width, int lanes)
{
    uint32_t wave = lanes_in_row(width, (uint32_t)kernel->wave_size, lanes);
    return width % wave == 0 || wave % width == 0;
}

/* As many lanes as a row takes; of as many as it has threads none is left out. */
static uint32_t padded_width(const IrKernel *kernel, int lanes)
{
    uint32_t width = kernel->threads[0], wave = (uint32_t)kernel->wave_size, padded = 1;
    uint32_t vector = (uint32_t)lanes < wave ? (uint32_t)lanes : wave;
    while (padded < width && padded < vector)
        padded *= 2;
    padded = (width + padded - 1) / padded * padded;
    while (!are_whole_waves(kernel, padded, lanes))
        padded += vector;
    bool are_mostly_on = 5 * width >= 3 * padded || padded <= wave, are_halves = 2 * padded >= vector || padded == SHORT;
    return are_mostly_on && are_halves ? padded : width;
}

static bool looks_at_quads(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (ir_is(instr, OP_CONVERGENT) && !ir_is(instr, OP_SYNC))
            return true;
    return kernel->order.kind != IR_ORDER_LINEAR || kernel->thread_of_lane != NULL;
}

static void replace_numbers(IrKernel *kernel, uint32_t width)
{
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr) {
        IrBuilder builder = ir_builder_before(kernel, instr);
        if (instr->op == IR_group_index)
            instr->note = build_index_in_group(&builder, kernel, width, ir_axis(&builder, IR_group_thread_id, AXIS_X));
    }
    EACH_INSTR (kernel->body, instr)
        use_current_operands(instr);
}

static void leave_lanes_out(IrKernel *kernel, uint32_t width)
{
    IrBuilder builder = ir_builder_before(kernel, kernel->body->first);
    builder.pos = kernel->body->first->pos;
    IrInstr *x = ir_axis(&builder, IR_group_thread_id, AXIS_X),
            *branch = ir_if(&builder, IR_BUILD(&builder, IR_ule, ir_const_i32(&builder, (int32_t)width), x));
    IrBuilder inside = ir_builder_at_end(kernel, branch->regions[0]);
    inside.pos = builder.pos;
    ir_build(&inside, IR_return, NULL, 0);
    ir_close_region(kernel, branch->regions[1]);
}

static void pad_to(IrKernel *kernel, uint32_t padded)
{
    uint32_t width = kernel->threads[0];
    memcpy(kernel->told_threads, kernel->threads, sizeof kernel->told_threads);
    kernel->threads[0] = padded;
    count_waves(kernel);
    leave_lanes_out(kernel, width);
}

static void pad_last_wave(IrKernel *kernel)
{
    uint32_t width = kernel->threads[0], wave = (uint32_t)kernel->wave_size;
    bool is_in_order = kernel->order.kind == IR_ORDER_LINEAR && kernel->thread_of_lane == NULL;
    if (width > wave && width % wave != 0 && is_in_order && !tells_of_lanes(kernel))
        pad_to(kernel, (width + wave - 1) / wave * wave);
}

/* Of rows that leave lanes out a wave takes one: that y is the same in it is worth more than the second one. */
static uint32_t lanes_in_padded(const IrKernel *kernel, uint32_t padded, int lanes)
{
    uint32_t wave = (uint32_t)kernel->wave_size;
    bool are_vectors = padded % (uint32_t)lanes == 0 || padded == EIGHT,
         is_row = padded != kernel->threads[0] && are_vectors && padded < wave;
    return is_row ? padded : lanes_in_row(padded, wave, lanes);
}

/* Which threads share a wave nobody sees. */
static bool may_share_waves_otherwise(const IrKernel *kernel)
{
    return !looks_at_quads(kernel) && !shows_lanes(kernel) && knows_rows(kernel) && !hears_without_barrier(kernel);
}

void passes_pad_rows(IrKernel *kernel, int lanes)
{
    uint32_t width = kernel->threads[0], padded = padded_width(kernel, lanes);
    uint32_t wave = lanes_in_padded(kernel, padded, lanes);
    if (kernel->told_threads[0] > 0)
        return;
    if (ir_group_size(kernel) == width) {
        pad_last_wave(kernel);
    } else if ((padded != width || wave != (uint32_t)kernel->wave_size) && may_share_waves_otherwise(kernel)) {
        if (wave != (uint32_t)kernel->wave_size)
            put_in_waves_of(kernel, wave);
        if (padded != width) {
            replace_numbers(kernel, width);
            pad_to(kernel, padded);
        }
    }
}
