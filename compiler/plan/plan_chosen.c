/* Which lanes take a branch, where that hangs on the thread's place in the group alone and is the same
 * in all waves, or in those that take it at all.
 *
 *     if (thread.x == 0)      in a group of 16 x 16 threads, in waves of 32: lanes 0 and 16
 *         tile[thread.y + 1][0] = ...
 *
 * One after the other they are the turns of a C loop then, whose numbers the C compiler knows: it
 * writes the turns out and computes what it can of them. By the bits of a mask each turn waits for
 * what the last one left, and its end is guessed wrong. */
#include "plan_priv.h"

enum { DEPTH = 12 /* of a condition */ };

/* Of a thread, as far as constructs up to the wave_loop tell; false: they do not. */
static bool find_if_chosen(const Plan *plan, const IrInstr *instr, int thread, bool *is_chosen)
{
    const IrRegion *region = instr->region;
    for (*is_chosen = true; region->owner->op != IR_wave_loop; region = region->owner->region) {
        const IrInstr *branch = region->owner;
        uint64_t holds;
        if (!plan_is_vector(plan, branch->operands[0]))
            continue;
        if (!ir_compute_of_thread(plan->kernel, branch->operands[0], thread, DEPTH, &holds))
            return false;
        *is_chosen = *is_chosen && (holds != 0) == (region == branch->regions[0]);
    }
    return true;
}

/* All that leave it leave together. */
static bool keeps_lanes(const PlanBuilder *builder, const IrInstr *construct)
{
    const PlanConstruct *facts = plan_construct(builder, construct);
    return !facts->loses_lanes && (construct->op == IR_wave_loop || facts->leavers.count == 0);
}

/* Branches alone stand between it and the wave_loop, and who comes to one comes to its end. */
static bool is_in_branches(const PlanBuilder *builder, const IrInstr *instr)
{
    const IrInstr *construct = instr->region->owner;
    for (; construct != NULL && construct->op != IR_wave_loop; construct = construct->region->owner)
        if (construct->op != IR_if || !keeps_lanes(builder, construct))
            return false;
    return construct != NULL && keeps_lanes(builder, construct);
}

/* In all waves that have any, these are the same ones. */
static bool are_the_same(const bool *is_chosen, int threads, int wave_size)
{
    const bool *first = NULL;
    for (int start = 0; start < threads; start += wave_size) {
        const bool *wave = &is_chosen[start];
        if (memchr(wave, true, (size_t)wave_size) == NULL)
            continue;
        if (first != NULL && memcmp(first, wave, (size_t)wave_size) != 0)
            return false;
        first = wave;
    }
    return first != NULL;
}

static const PlanLanes *list_lanes(Arena *arena, const bool *is_chosen, int threads, int wave_size)
{
    PlanLanes *lanes = ARENA_NEW(arena, PlanLanes);
    for (int lane = 0; lane < wave_size; lane++)
        for (int start = 0; start < threads; start += wave_size)
            if (is_chosen[start + lane]) {
                lanes->lanes[lanes->count++] = (uint16_t)lane;
                break;
            }
    return lanes;
}

const PlanLanes *plan_chosen_lanes(PlanBuilder *builder, const IrInstr *instr)
{
    const IrKernel *kernel = builder->plan->kernel;
    int threads = (int)ir_group_size(kernel);
    if (!ir_waves_are_full(kernel) || kernel->thread_of_lane != NULL ||
        !is_in_branches(builder, instr))
        return NULL;
    bool *is_chosen = ARENA_ARRAY(builder->arena, bool, threads);
    for (int thread = 0; thread < threads; thread++)
        if (!find_if_chosen(builder->plan, instr, thread, &is_chosen[thread]))
            return NULL;
    return are_the_same(is_chosen, threads, kernel->wave_size)
               ? list_lanes(builder->arena, is_chosen, threads, kernel->wave_size)
               : NULL;
}

int plan_step_of_lanes(const PlanLanes *lanes)
{
    int step = lanes->count > 1 ? lanes->lanes[1] - lanes->lanes[0] : 1;
    for (int i = 2; i < lanes->count; i++)
        if (lanes->lanes[i] - lanes->lanes[i - 1] != step)
            return 0;
    return step;
}
