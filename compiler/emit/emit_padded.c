/* Rows whose ends a clamp repeats (plan_padded.c), from `padded37` on: in memory, or in `room37`, to which wcc_padded.h
 * copies them. Loads find their elements there. */
#include "emit_access.h"

/* The first of the row's loads starts so many elements behind it. */
static int reach_before(const PlanPaddedRow *row) { return -row->least; }

void emit_pad(Emitter *emitter, const PlanStep *step)
{
    const PlanPaddedRow *row = step->padded;
    Access access = emit_locate(emitter, step);
    uint32_t id = step->instr->id;
    int bytes = step->access->element_bytes, count = emitter->kernel->wave_size + row->most - row->least;
    const char *offset = row->clamp.offset != NULL ? emit_scalar(emitter, row->clamp.offset) : "0";
    emit_line(emitter, "int32_t room%u[(%d + 2 * WCC_PADDING) * %d];", id, count, bytes / 4);
    emit_line(emitter, "const char *const padded%u = wcc_padded(%s, (char *)room%u + WCC_PADDING * %d, (int64_t)%s - %d, %s, %s, %s, %s, %d, %d);",
              id, access.base[0], id, bytes, emit_first(emitter, row->clamp.start), reach_before(row),
              emit_clamped_number(emitter, row->clamp.chain, row->clamp.start, "INT32_MIN"),
              emit_clamped_number(emitter, row->clamp.chain, row->clamp.start, "INT32_MAX"), offset,
              access.guard == NULL ? access.count : emit_format(emitter, "%s ? %s : 0", access.guard, access.count), count, bytes);
}

void emit_padded(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    const PlanPaddedRow *row = planned->padded;
    Access found = *access;
    for (int c = 0; c < planned->components; c++)
        found.base[c] = emit_format(emitter, "padded%u + %d", row->first->instr->id, c * planned->component_bytes);
    emit_fetch_row_ahead(emitter, access);
    emit_open_pieces(emitter);
    emit_adjacent_piece(emitter, &(Places){&found, NULL, emit_format(emitter, "%d + p * %d", reach_before(row) + planned->padded_at,
                                                                     emitter->plan->lanes), NULL});
    emit_close_pieces(emitter);
}
