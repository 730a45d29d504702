/* Atomics of which neighbouring lanes go to one cell (plan_cells.c): what each cell gets is put together in the low lanes of
 * the piece's vector, or in the first vectors of the wave. Where these cells lie side by side, which the places of the first
 * and the last lane say, they are loaded, changed and stored as vectors; else one goes after the other. Lanes that are off
 * have what changes nothing. */
#include "emit_atomic.h"

static const char *name_of(const IrInstr *atomic) { return op_info(atomic->combine)->name; }

/* C expression: what the lanes of piece p bring. */
static const char *brought(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    IrScalar type = instr->type.scalar;
    const char *value = emit_format(emitter, "(%v)%p", type, instr->operands[instr->operand_count - 1]);
    return step->mask == 0 ? value
                           : emit_format(emitter, "select_%v(%k, %s, neutral_%s_%v())", type, step->mask, value,
                                         name_of(instr), type);
}

/* ---- one after the other ---- */

static void declare_value(Emitter *emitter, const PlanStep *step)
{
    IrScalar type = step->instr->type.scalar;
    emit_line(emitter, "%v value = %s;\nfold_%s_%v(&value, 1, %d);", type, brought(emitter, step), name_of(step->instr), type,
              step->atomic.sharers);
}

/* Those of the piece, whose `value` is declared. */
static void update_each(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    IrScalar type = instr->type.scalar;
    int sharers = step->atomic.sharers;
    Cells cells = emit_atomic_cells(emitter, instr);
    emit_line(emitter, "const i32x%l offset = every_i32x%l(%s, %d);", cells.offset, sharers);
    emit_line(emitter, "const uint32_t on = bitsx%l(every_i32x%l(%s, %d) & WCC_CONVERT(value != neutral_%s_%v(), i32x%l)) & %d;",
              cells.inside, sharers, name_of(instr), type, (1 << emitter->plan->lanes / sharers) - 1);
    emit_update_lanes(emitter, instr, cells.base);
}

/* ---- side by side ---- */

static Cell cell_of_lane(Emitter *emitter, const IrInstr *atomic, const char *first)
{
    const char *at[MOST_COORDINATES] = {first};
    for (int i = 1; i < op_address_count(atomic->op); i++)
        at[i] = emit_scalar(emitter, atomic->operands[op_row_count(atomic->op) + i]);
    return emit_atomic_cell(emitter, atomic, at);
}

/* Of the pieces from p on. */
static void open_if_side_by_side(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr, *index = instr->operands[op_row_count(instr->op)];
    emit_line(emitter, "const uint32_t first = (uint32_t)%s, last = (uint32_t)%s;", emit_scalar_lane(emitter, index, 0),
              emit_scalar_lane(emitter, index, step->atomic.cells_pieces * emitter->plan->lanes - 1));
    const char *inside = step->atomic.is_inside && step->mask == 0
                             ? ""
                             : emit_format(emitter, " && %s", cell_of_lane(emitter, instr, "last").inside);
    emit_open(emitter, "if (WCC_LIKELY(%sfirst <= last && last - first == %D%s)) {", emit_only_alone(instr),
              step->atomic.cells_span, inside);
    emit_line(emitter, "char *const row = %s;", cell_of_lane(emitter, instr, "first").address);
}

static void update_part(Emitter *emitter, const PlanStep *step, const char *part, int by)
{
    IrScalar type = step->instr->type.scalar;
    emit_line(emitter, "const %v old = load_part_%v(%s, %d);", type, type, part, by);
    emit_line(emitter, "store_part_%v(%s, %s, %d);", type, part, emit_changed(emitter, step->instr), by);
}

static void by_pieces(Emitter *emitter, const PlanStep *step)
{
    emit_open_pieces(emitter);
    declare_value(emitter, step);
    if (step->atomic.cells_span != 0) {
        open_if_side_by_side(emitter, step);
        update_part(emitter, step, "row", step->atomic.sharers);
        emit_else(emitter);
    }
    update_each(emitter, step);
    if (step->atomic.cells_span != 0)
        emit_close(emitter);
    emit_close_pieces(emitter);
}

static void by_wave(Emitter *emitter, const PlanStep *step)
{
    IrScalar type = step->instr->type.scalar;
    int pieces = step->atomic.cells_pieces, sharers = step->atomic.sharers;
    emit_open(emitter, "{");
    emit_line(emitter, "const int p = 0;");
    open_if_side_by_side(emitter, step);
    emit_line(emitter, "%v cells[%P];", type);
    emit_each_piece(emitter, "cells[p] = %s;", brought(emitter, step));
    emit_line(emitter, "fold_%s_%v(cells, %P, %d);", name_of(step->instr), type, sharers);
    emit_open(emitter, "WCC_UNROLL for (int i = 0; i < %d; i++) {", pieces > sharers ? pieces / sharers : 1);
    emit_line(emitter, "char *const part = row + i * (int)sizeof(%v);", type);
    emit_line(emitter, "const %v value = cells[i];", type);
    update_part(emitter, step, "part", sharers > pieces ? sharers / pieces : 1);
    emit_close(emitter);
    emit_else(emitter);
    emit_open_pieces(emitter);
    declare_value(emitter, step);
    update_each(emitter, step);
    emit_close_pieces(emitter);
    emit_close(emitter);
    emit_close(emitter);
}

void emit_by_cells(Emitter *emitter, const PlanStep *step)
{
    (step->atomic.cells_pieces > 1 ? by_wave : by_pieces)(emitter, step);
}
