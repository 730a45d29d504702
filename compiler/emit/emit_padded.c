/* Rows whose ends a clamp repeats, or that come round (plan_padded.c), from `padded37` on: in memory, or in `room37`, to
 * which wcc_padded.h and wcc_rings.h copy them. Loads find their elements there. */
#include "emit_access.h"

/* The first of the row's loads starts so many elements behind it. */
static int reach_before(const PlanPaddedRow *row) { return -row->least; }

static int count_elements(const Emitter *emitter, const PlanPaddedRow *row)
{
    return emitter->kernel->wave_size + row->most - row->least;
}

static const char *offset_of(Emitter *emitter, const PlanPaddedRow *row)
{
    return row->clamp.offset != NULL ? emit_scalar(emitter, row->clamp.offset) : "0";
}

/* Elements that memory has as a whole. */
static const char *width_of(Emitter *emitter, const Access *access)
{
    int bytes = access->planned->element_bytes / access->planned->index_bytes;
    const char *width = bytes == 1 ? access->count : emit_format(emitter, "%s / %d", access->width, bytes);
    return access->guard == NULL ? width : emit_format(emitter, "%s ? %s : 0", access->guard, width);
}

/* Bytes of the words, or halves, that it has of one more, where addresses are counted. */
static const char *part_of(Emitter *emitter, const PlanAccess *planned, const char *width)
{
    int unit = planned->component_bytes < 4 ? planned->component_bytes : 4;
    bool may_end_inside = planned->element_bytes != planned->index_bytes && planned->element_bytes > unit;
    return may_end_inside ? emit_format(emitter, "(int)(%s %% %d & ~%du)", width, planned->element_bytes, unit - 1) : "0";
}

static void emit_clamped_row(Emitter *emitter, const PlanStep *step, const Access *access)
{
    const PlanPaddedRow *row = step->padded;
    uint32_t id = step->instr->id;
    emit_line(emitter, "const char *const padded%u = wcc_padded(%s, (char *)room%u, %d, (int64_t)%s - %d, %s, %s, %s, %s, %d, %d);",
              id, access->base[0], id, PLAN_PADDING, emit_first(emitter, row->clamp.start), reach_before(row),
              emit_clamped_number(emitter, row->clamp.chain, row->clamp.start, "INT32_MIN"),
              emit_clamped_number(emitter, row->clamp.chain, row->clamp.start, "INT32_MAX"), offset_of(emitter, row),
              width_of(emitter, access), count_elements(emitter, row), step->access->element_bytes);
}

static void emit_ring(Emitter *emitter, const PlanStep *step, const Access *access)
{
    const PlanPaddedRow *row = step->padded;
    const IrInstr *chain = row->clamp.chain;
    uint32_t id = step->instr->id;
    int bytes = step->access->element_bytes;
    emit_line(emitter, "const char *const padded%u = wcc_ring(%s, (char *)room%u, (uint32_t)%s - %d, (uint32_t)%n, %d, (uint32_t)%s, %s, %s, UINT32_MAX / %d, %d, %d);",
              id, access->base[0], id, emit_first(emitter, row->clamp.start), reach_before(row),
              chain->operands[chain->operands[0] == row->clamp.start ? 1 : 0], chain->op == IR_urem, offset_of(emitter, row),
              width_of(emitter, access), part_of(emitter, step->access, access->width), bytes / step->access->index_bytes,
              count_elements(emitter, row), bytes);
}

void emit_pad(Emitter *emitter, const PlanStep *step)
{
    Access access = emit_locate(emitter, step);
    emit_line(emitter, "int32_t room%u[%d];", step->instr->id,
              (count_elements(emitter, step->padded) + 2 * PLAN_PADDING) * step->access->element_bytes / 4);
    if (plan_is_ring(&step->padded->clamp))
        emit_ring(emitter, step, &access);
    else
        emit_clamped_row(emitter, step, &access);
}

void emit_padded(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    const PlanPaddedRow *row = planned->padded;
    Access found = *access;
    int apart = planned->element_bytes / planned->index_bytes;
    for (int c = 0; c < planned->components; c++)
        found.base[c] = emit_format(emitter, "padded%u + %d", row->first->instr->id, c * planned->component_bytes);
    emit_fetch_row_ahead(emitter, access);
    emit_open_pieces(emitter);
    emit_adjacent_piece(emitter, &(Places){&found, NULL, emit_format(emitter, "%d + p * %d", (reach_before(row) + planned->padded_at) * apart,
                                                                     emitter->plan->lanes * apart), NULL});
    emit_close_pieces(emitter);
}
