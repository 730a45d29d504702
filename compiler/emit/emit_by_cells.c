/* Atomics of which neighbouring lanes go to one cell (plan_cells.c): what each cell gets is put together in the low lanes of
 * the piece's vector. Where these cells lie side by side, which the places of the first and the last lane say, they are a
 * load, an operation and a store of them all; else one goes after the other. Lanes that are off have what changes nothing. */
#include "emit_atomic.h"

static int first_coordinate(const IrInstr *atomic) { return op_row_count(atomic->op); }

/* The places of a lane of the piece. */
static Cell cell_of_lane(Emitter *emitter, const IrInstr *atomic, const char *first)
{
    const char *at[MOST_COORDINATES] = {first};
    for (int i = 1; i < op_address_count(atomic->op); i++)
        at[i] = emit_scalar(emitter, atomic->operands[first_coordinate(atomic) + i]);
    return emit_atomic_cell(emitter, atomic, at);
}

static void update_side_by_side(Emitter *emitter, const PlanStep *step, Cell first)
{
    IrScalar type = step->instr->type.scalar;
    emit_line(emitter, "char *const row = %s;", first.address);
    emit_line(emitter, "const %v old = load_part_%v(row, %d);", type, type, step->atomic.sharers);
    emit_line(emitter, "store_part_%v(row, %s, %d);", type, emit_changed(emitter, step->instr), step->atomic.sharers);
}

static void update_each(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    IrScalar type = instr->type.scalar;
    int sharers = step->atomic.sharers;
    Cells cells = emit_atomic_cells(emitter, instr);
    emit_line(emitter, "const i32x%l offset = every_i32x%l(%s, %d);", cells.offset, sharers);
    emit_line(emitter, "const uint32_t on = bitsx%l(every_i32x%l(%s, %d) & WCC_CONVERT(value != neutral_%s_%v(), i32x%l)) & %d;",
              cells.inside, sharers, op_info(instr->combine)->name, type, (1 << emitter->plan->lanes / sharers) - 1);
    emit_update_lanes(emitter, instr, cells.base);
}

static void open_if_side_by_side(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr, *index = instr->operands[first_coordinate(instr)];
    emit_line(emitter, "const uint32_t first = (uint32_t)%s, last = (uint32_t)%s;", emit_scalar_lane(emitter, index, 0),
              emit_scalar_lane(emitter, index, emitter->plan->lanes - 1));
    const char *inside = step->atomic.is_inside && step->mask == 0 ? "" :
        emit_format(emitter, " && %s", cell_of_lane(emitter, instr, "last").inside);
    emit_open(emitter, "if (WCC_LIKELY(%sfirst <= last && last - first == %D%s)) {", emit_only_alone(instr), step->atomic.cells_span,
              inside);
}

void emit_by_cells(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    IrScalar type = instr->type.scalar;
    emit_open_pieces(emitter);
    emit_line(emitter, "const %v value = fold_%s_%v((%v)%p, %k, %d);", type, op_info(instr->combine)->name, type, type,
              instr->operands[instr->operand_count - 1], step->mask, step->atomic.sharers);
    if (step->atomic.cells_span != 0) {
        open_if_side_by_side(emitter, step);
        update_side_by_side(emitter, step, cell_of_lane(emitter, instr, "first"));
        emit_else(emitter);
    }
    update_each(emitter, step);
    if (step->atomic.cells_span != 0)
        emit_close(emitter);
    emit_close_pieces(emitter);
}
