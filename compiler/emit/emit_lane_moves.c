/* Reads of lanes that a formula names (plan_lane_moves.c): each vector is made of one of the wave's, or of two that follow
 * each other.
 *
 *     lane + 3, 8 lanes:      f32x8 moved7[5] = {(f32x8){0}};
 *                             WCC_PIECES(4) moved7[p] = only_f32x8(m1[p], v5[p]);
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

/* ---- any known lanes ---- */

/* Of the lanes that a piece takes, those of two of the vectors; -1: another one's. */
static const char *list_of_two(Emitter *emitter, const int *from, int first, int second)
{
    int numbers[PLAN_MOST_LANES] = {0}, lanes = emitter->plan->lanes;
    for (int i = 0; i < lanes; i++) {
        int vector = from[i] / lanes, lane = from[i] % lanes;
        numbers[i] = vector == first ? lane : vector == second ? lanes + lane : -1;
    }
    return emit_lane_numbers(emitter, numbers);
}

/* Those of a vector join what was taken of others. */
static const char *list_of_joined(Emitter *emitter, const int *from, const bool *is_taken, int vector)
{
    int numbers[PLAN_MOST_LANES] = {0}, lanes = emitter->plan->lanes;
    for (int i = 0; i < lanes; i++)
        numbers[i] = is_taken[from[i] / lanes] ? i : from[i] / lanes == vector ? lanes + from[i] % lanes : -1;
    return emit_lane_numbers(emitter, numbers);
}

/* Vectors of the wave, and behind these one of zeros. */
static void take_known(Emitter *emitter, const PlanStep *step, int piece, const int *from)
{
    const int lanes = emitter->plan->lanes, label = step->labels[0];
    bool is_taken[PLAN_MOST_WAVE + 1] = {false};
    int first = from[0] / lanes, second = first;
    for (int i = 0; i < lanes && second == first; i++)
        second = from[i] / lanes;
    if (first == emitter->plan->pieces && second == first) {
        emit_line(emitter, "%I[%d] = (%v){0};", piece, step->instr->type.scalar);
        return;
    }
    const char *taken = emit_format(emitter, "__builtin_shufflevector(moved%d[%d], moved%d[%d]%s)", label, first, label, second,
                                    list_of_two(emitter, from, first, second));
    is_taken[first] = is_taken[second] = true;
    for (int i = 0; i < lanes; i++) {
        int vector = from[i] / lanes;
        if (is_taken[vector])
            continue;
        taken = emit_format(emitter, "__builtin_shufflevector(%s, moved%d[%d]%s)", taken, label, vector,
                            list_of_joined(emitter, from, is_taken, vector));
        is_taken[vector] = true;
    }
    emit_line(emitter, "%I[%d] = %s;", piece, taken);
}

static void emit_known_lanes(Emitter *emitter, const PlanStep *step)
{
    const int lanes = emitter->plan->lanes, pieces = emitter->plan->pieces;
    declare_read(emitter, step, 0, 1);
    for (int piece = 0; piece < pieces; piece++) {
        int from[PLAN_MOST_LANES] = {0};
        for (int i = 0; i < lanes; i++) {
            int lane = step->move.from[piece * lanes + i];
            from[i] = lane < 0 ? pieces * lanes : lane;
        }
        take_known(emitter, step, piece, from);
    }
}

void emit_lane_move(Emitter *emitter, const PlanStep *step)
{
    const int lanes = emitter->plan->lanes, pieces = emitter->plan->pieces, by = step->move.by;
    const int far = by < 0 ? -by : by, vectors = far / lanes, rest = far % lanes;
    emit_declare(emitter, step->instr);
    if (step->move.kind == MOVE_TABLE) {
        emit_known_lanes(emitter, step);
    } else if (step->move.kind == MOVE_XOR) {
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
