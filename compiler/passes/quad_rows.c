/* Quads in rows: lanes are threads in order, and the quad of a thread is still 2 x 2 threads.
 *
 *     numthreads(8, 8, 1) wave 32 x 2 order quad         numthreads(8, 8, 1) wave 32 x 2 order quad_rows
 *     lanes 0 1 2 3: threads (0, 0) (1, 0) (0, 1) (1, 1)     lanes 0 1 8 9
 *
 * Shader Model 6.6 wants quads of four lanes that follow each other, where a group's sides are even. Then no row of
 * threads is longer than two lanes, and all that they load is gathered. But whether the lanes of a quad follow each
 * other is seen by who looks at lanes, and by nobody else: not by quad operations, derivatives and samples, which
 * read the lane beside and the lane a row further. These must be of the same wave, so that waves are two rows at
 * least. Needs: the kernel before its passes. */
#include "passes/passes_priv.h"

/* All that derivatives ask of a lane: where it is in its quad. */
static bool asks_for_place_in_quad(const IrInstr *instr)
{
    enum { MOST = 3 };
    const IrInstr *mask = instr->operand_count == 2 ? instr->operands[1] : NULL;
    return instr->op == IR_iand && mask->op == IR_const && mask->bits <= MOST;
}

static bool looks_across_lanes(const IrInstr *instr)
{
    bool is_convergent = ir_is(instr, OP_CONVERGENT) && !ir_is(instr, OP_SYNC) && instr->op != IR_quad_read;
    EACH_USE (instr, use)
        if ((*use)->op == IR_lane_index && !asks_for_place_in_quad(instr))
            return true;
    return is_convergent || instr->op == IR_wave_index || instr->op == IR_wave_loop;
}

/* Lanes 0 1 above 2 3. */
static IrInstr *place_in_quad(const IrKernel *kernel, IrBuilder *builder)
{
    if (kernel->thread_of_lane == NULL)
        return IR_BUILD(builder, IR_iand, ir_build(builder, IR_group_index, NULL, 0), ir_const_i32(builder, 3));
    IrInstr *one = ir_const_i32(builder, 1),
            *x = IR_BUILD(builder, IR_iand, ir_axis(builder, IR_group_thread_id, AXIS_X), one),
            *y = IR_BUILD(builder, IR_iand, ir_axis(builder, IR_group_thread_id, AXIS_Y), one);
    return IR_BUILD(builder, IR_iadd, x, IR_BUILD(builder, IR_ishl, y, one));
}

void name_places_in_quads(IrKernel *kernel)
{
    if (!ir_contains_op(kernel->body, IR_lane_index))
        return;
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr) {
        IrBuilder builder = ir_builder_before(kernel, instr);
        if (instr->op == IR_lane_index)
            instr->note = place_in_quad(kernel, &builder);
    }
    EACH_INSTR (kernel->body, instr)
        use_current_operands(instr);
}

bool tells_of_lanes(const IrKernel *kernel)
{
    return kernel->order.extra_waves > 0 || kernel->watches_barriers || kernel->assertions.count > 0 ||
           kernel->prints.count > 0 || kernel->traces.count > 0 || kernel->stops.count > 0 || kernel->shown.count > 0;
}

bool shows_lanes(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (looks_across_lanes(instr))
            return true;
    return tells_of_lanes(kernel);
}

void passes_put_quads_in_rows(IrKernel *kernel)
{
    IrLaneOrder order = {.kind = IR_ORDER_QUAD_ROWS};
    if (kernel->order.kind != IR_ORDER_QUAD || !ir_quads_fit_rows(kernel) || shows_lanes(kernel))
        return;
    name_places_in_quads(kernel);
    ir_order_lanes(kernel, order);
}
