/* Reads of lanes that a formula names (plan_lane_moves.c): each vector is made of one of the wave's, or of two that follow
 * each other.
 *
 *     lane + 3, 8 lanes:      f32x8 moved7[5] = {(f32x8){0}};
 *                             WCC_PIECES(4) moved7[p] = select_f32x8(m1[p], v5[p], (f32x8){0});
 *                             WCC_PIECES(4) v7[p] = __builtin_shufflevector(moved7[p + 0], moved7[p + 1], 3, 4, ... 10); */
#include "emit_priv.h"

/* Lane i takes number first + i of two vectors, or i ^ first. */
static const char *list_of(Emitter *emitter, PlanMoveKind kind, int first)
{
    int numbers[PLAN_MOST_LANES];
    for (int i = 0; i < emitter->plan->lanes; i++)
        numbers[i] = kind == MOVE_XOR ? i ^ first : i + first;
    return emit_lane_numbers(emitter, numbers);
}

/* Inactive lanes, and what lies beyond the wave, give 0: `before` vectors, and `after`. */
static void declare_read(Emitter *emitter, const PlanStep *step, int before, int after)
{
    IrScalar type = step->instr->operands[0]->type.scalar;
    emit_line(emitter, "%v moved%d[%d] = {(%v){0}};", type, step->labels[0], emitter->plan->pieces + before + after, type);
    emit_each_piece(emitter, "moved%d[p + %d] = %s;", step->labels[0], before, emit_active_or_zero(emitter, step));
}

/* `at` and `next`: the vectors of piece p. */
static void take(Emitter *emitter, const PlanStep *step, const char *at, const char *next, int first)
{
    int label = step->labels[0];
    emit_each_piece(emitter, "%I[p] = __builtin_shufflevector(moved%d[%s], moved%d[%s]%s);", label, at, label, next,
                    list_of(emitter, step->move.kind, first));
}

void emit_lane_move(Emitter *emitter, const PlanStep *step)
{
    const int lanes = emitter->plan->lanes, pieces = emitter->plan->pieces, by = step->move.by;
    const int far = by < 0 ? -by : by, vectors = far / lanes, rest = far % lanes;
    emit_declare(emitter, step->instr);
    if (step->move.kind == MOVE_XOR) {
        const char *at = emit_format(emitter, "p ^ %d", vectors);
        declare_read(emitter, step, 0, 0);
        take(emitter, step, at, at, rest);
    } else if (step->move.kind == MOVE_ROTATE) {
        declare_read(emitter, step, 0, 0);
        take(emitter, step, emit_format(emitter, "(p + %d) %% %d", vectors, pieces),
             emit_format(emitter, "(p + %d) %% %d", vectors + 1, pieces), rest);
    } else if (by > 0) {
        declare_read(emitter, step, 0, vectors + 1);
        take(emitter, step, emit_format(emitter, "p + %d", vectors), emit_format(emitter, "p + %d", vectors + 1), rest);
    } else {
        declare_read(emitter, step, vectors + 1, 0);
        take(emitter, step, "p", "p + 1", lanes - rest);
    }
}
