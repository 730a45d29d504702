/* Which lane each lane reads from: butterflies, shifts and rotations by a constant are shuffles of vectors.
 *
 *     WaveReadLaneAt(v, WaveGetLaneIndex() ^ 4)                  lane ^ 4
 *     WaveReadLaneAt(v, WaveGetLaneIndex() - 4)                  lane + -4
 *     WaveReadLaneAt(v, (WaveGetLaneIndex() + 1) % W)            (lane + 1) % W
 *
 *     WaveReadLaneAt(v, WaveGetLaneIndex() / 2)                  a table: what follows from the lane by any formula
 *
 * Any other lanes are looked up in memory. */
#include "plan_priv.h"

enum { DEPTH = 16 }; /* of operations behind each other */

static bool is_of_lane(const IrInstr *value, IrOp op)
{
    return value->op == op && value->operand_count == 2 && value->operands[0]->op == IR_lane_index &&
           value->operands[1]->op == IR_const;
}

static int64_t constant_of(const IrInstr *value) { return op_sign_extend(IR_I32, value->operands[1]->bits); }

/* `% W`, or `& W - 1` of as many lanes as a power of two, which alone negative numbers come round by, too. */
static bool is_wrapped(const IrInstr *value, int wave_size)
{
    bool is_power = (wave_size & (wave_size - 1)) == 0, is_mask = value->op == IR_iand;
    if ((!is_mask && value->op != IR_urem) || value->operands[1]->op != IR_const || !is_of_lane(value->operands[0], IR_iadd))
        return false;
    bool is_by_lanes = constant_of(value) == (is_mask ? wave_size - 1 : wave_size);
    return is_by_lanes && (is_power || (!is_mask && constant_of(value->operands[0]) >= 0));
}

/* On the lane's number and constants alone. */
static bool hangs_on_lane(const IrInstr *value, int depth)
{
    bool is_place = value->op == IR_lane_index || value->op == IR_const;
    for (int i = 0; i < value->operand_count && !is_place; i++)
        if (depth == 0 || !hangs_on_lane(value->operands[i], depth - 1))
            return false;
    return is_place || value->operand_count > 0;
}

/* Of each lane, where that is the same in all waves; NULL: it hangs on more. */
static const int *find_table(PlanBuilder *builder, const IrInstr *lane)
{
    const IrKernel *kernel = builder->plan->kernel;
    int *from = ARENA_ARRAY(builder->arena, int, kernel->wave_size);
    if (!hangs_on_lane(lane, DEPTH))
        return NULL;
    for (int i = 0; i < kernel->wave_size; i++) {
        uint64_t bits;
        if (!ir_compute_of_thread(kernel, lane, i, DEPTH, &bits))
            return NULL;
        from[i] = bits < (uint64_t)kernel->wave_size ? (int)bits : -1;
    }
    return from;
}

PlanMove plan_find_lane_move(PlanBuilder *builder, const IrInstr *read)
{
    const Plan *plan = builder->plan;
    const IrInstr *lane = read->operands[1];
    const int wave_size = plan->kernel->wave_size;
    if (read->type.scalar == IR_I1 || !plan_is_vector(plan, read)) /* one thread alone reads a scalar */
        return (PlanMove){.kind = MOVE_NONE};
    if (is_of_lane(lane, IR_ixor) && constant_of(lane) >= 0 && constant_of(lane) < wave_size)
        return (PlanMove){.kind = MOVE_XOR, .by = (int)constant_of(lane)};
    if (is_of_lane(lane, IR_iadd) && constant_of(lane) > -wave_size && constant_of(lane) < wave_size)
        return (PlanMove){.kind = MOVE_ADD, .by = (int)constant_of(lane)};
    if (is_wrapped(lane, wave_size))
        return (PlanMove){.kind = MOVE_ROTATE, .by = (int)((uint32_t)constant_of(lane->operands[0]) % (uint32_t)wave_size)};
    const int *from = plan_is_uniform(plan, lane) ? NULL : find_table(builder, lane);
    return (PlanMove){.kind = from != NULL ? MOVE_TABLE : MOVE_NONE, .from = from};
}
