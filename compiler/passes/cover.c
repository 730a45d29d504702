/* instrument's third part: the points of --coverage that nothing parts share one `reach`.
 *
 *     reach #0                                   reach #0
 *     %1 = load_struct ...                 ->    %1 = load_struct ...
 *     reach #1                                   %2 = wave_reduce.fadd %1
 *     %2 = wave_reduce.fadd %1
 *
 * Whoever comes to the first comes to the others, too, where only plain instructions stand between:
 * jumps end a region, and behind a construct others may be on. Barriers and operations across a
 * wave become points here: how many threads came to them, and whether ever a wave that was not
 * full. */
#include "passes/instrument.h"

static bool is_across_lanes(const IrInstr *instr)
{
    return op_info(instr->op)->domain == DOMAIN_WAVE && ir_is(instr, OP_CONVERGENT);
}

static IrInstr *reach_before(IrKernel *kernel, IrInstr *instr)
{
    IrBuilder builder = ir_builder_before(kernel, instr);
    IrInstr *reach = ir_build_typed(&builder, IR_reach, ir_scalar(IR_VOID), NULL, 0);
    reach->pos = instr->pos;
    reach->immediate = kernel->points.count;
    return reach;
}

/* `counted`: the reach that instr shares, or NULL; the one to go on with. */
static IrInstr *add_point(IrKernel *kernel, IrInstr *instr, IrInstr *counted)
{
    IrPointKind kind = instr->op == IR_barrier ? IR_POINT_BARRIER : IR_POINT_WAVE;
    counted = counted != NULL ? counted : reach_before(kernel, instr);
    vec_push(kernel->arena, &kernel->points,
             (IrPoint){kind, instr->pos, op_info(instr->op)->name, 0, counted->immediate});
    return counted;
}

static void join_points(IrKernel *kernel, IrRegion *body)
{
    IrInstr *counted = NULL;
    EACH_IN (body, instr) {
        if (instr->op == IR_reach && counted != NULL) {
            kernel->points.items[instr->immediate].counted_by = counted->immediate;
            ir_remove(instr);
        } else if (instr->op == IR_reach) {
            counted = instr;
        } else if (instr->op == IR_barrier || is_across_lanes(instr)) {
            counted = add_point(kernel, instr, counted);
        } else if (ir_is(instr, OP_REGION)) {
            EACH_REGION (instr, region)
                join_points(kernel, region);
            counted = NULL;
        }
    }
}

bool instrument_points(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    if (kernel->points.count == 0)
        return false;
    join_points(kernel, kernel->body);
    return true;
}
