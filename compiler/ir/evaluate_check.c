/* Claims held against facts: a value that is said to be uniform over the wave or the group must be
 * alike in the lanes that compute it together, a shape must step as it says. So evaluating a kernel
 * after the uniformity pass tests that pass too, and after `ranges` that one (evaluate_ranges.c).
 * Fresh instructions claim nothing (varying, no shape, no range).
 *
 * Threads that have returned are asked nothing: a later stretch loads what is kept, which they have not stored, before it
 * finds out who is left. */
#include "ir/evaluate_priv.h"

static bool is_alike(Evaluation *evaluation, const IrInstr *instr, int lane, int other)
{
    for (int i = 0; i < instr->type.components; i++)
        if (*evaluate_value(evaluation, instr, lane, i) !=
            *evaluate_value(evaluation, instr, other, i))
            return false;
    return true;
}

/* `lane` is `steps` lanes to the right of `other`. */
static bool is_stepped(Evaluation *evaluation, const IrInstr *instr, int lane, int other)
{
    uint64_t step = (uint64_t)(int64_t)instr->shape.stride * (uint64_t)(lane - other);
    uint64_t wanted = *evaluate_value(evaluation, instr, other, 0) + step;
    return op_mask_to_width(instr->type.scalar, wanted) ==
           *evaluate_value(evaluation, instr, lane, 0);
}

/* Calls `holds` for each lane and the first active lane of its stretch of `length` lanes in its
 * wave. */
static void check_stretches(Evaluation *evaluation, const IrInstr *instr, const Lanes *active,
                            int length, bool holds(Evaluation *, const IrInstr *, int, int),
                            const char *message)
{
    int wave_size = evaluation->kernel->wave_size, stretch = -1, first = 0;
    EACH_LANE (evaluation, active, lane) {
        int here = length == 0 ? 0 : lane / wave_size * wave_size + lane % wave_size / length;
        if (here != stretch)
            first = lane;
        stretch = here;
        if (!holds(evaluation, instr, lane, first)) {
            evaluate_fail(evaluation, instr, "%s, threads %d and %d", message, first, lane);
            return;
        }
    }
}

/* What stands outside the wave_loops is done once for all waves. */
static void check_waves(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    EACH_LANE (evaluation, active, lane)
        if (!is_alike(evaluation, instr, lane, lane % evaluation->kernel->wave_size)) {
            evaluate_fail(evaluation, instr, "is not the same in all waves, thread %d", lane);
            return;
        }
}

void evaluate_check_claims(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    IrLevel level = instr->level;
    Lanes asked = *active;
    for (int lane = 0; lane < evaluation->lane_count; lane++)
        asked.on[lane] &= !evaluation->gone.on[lane];
    evaluate_check_range(evaluation, instr, &asked);
    if (level <= LEVEL_GROUP)
        check_stretches(evaluation, instr, &asked, 0, is_alike, "is not uniform over the group");
    else if (evaluation->is_waved && !evaluation->in_wave_loop)
        check_waves(evaluation, instr, &asked);
    else if (level == LEVEL_WAVE)
        check_stretches(evaluation, instr, &asked, evaluation->kernel->wave_size, is_alike,
                        "is not uniform over the wave");
    else if (instr->shape.length > 1 && !op_scalar_is_float(instr->type.scalar))
        check_stretches(evaluation, instr, &asked, instr->shape.length, is_stepped,
                        "has not the shape it claims");
}
