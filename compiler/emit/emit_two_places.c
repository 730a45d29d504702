/* Loads whose lanes go, in each piece, to one place up to some lane and to another from there (plan_two_places.c): the
 * elements of the first and of the last lane as C scalars, and a choice between them. */
#include "emit_access.h"

static void declare_row(Emitter *emitter, const char *name, const IrInstr *row)
{
    if (row != NULL)
        emit_line(emitter, "const uint32_t %s = (uint32_t)%s;", name, emit_scalar_lane(emitter, row, 0));
}

static const char *place_of_lane(Emitter *emitter, const Access *access, int lane)
{
    return emit_aligned(emitter, access, emit_scalar_lane(emitter, access->planned->index, lane));
}

/* The lanes that lane 0 shares its place with: from there they have not come to a multiple. */
static const char *lanes_below(Emitter *emitter, const PlanTwoPlaces *two)
{
    const char *source = emit_scalar_lane(emitter, two->source, 0);
    int stride = two->source->shape.stride, length = 1 << two->shift;
    const char *above = emit_format(emitter, "linear_i32x%l(%s & %d, %d)", source, length - 1, stride);
    return stride > 0 ? emit_format(emitter, "%s < splat_i32x%l(%d)", above, length)
                      : emit_format(emitter, "%s >= splat_i32x%l(0)", above);
}

void emit_two_places(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    IrScalar type = access->instr->type.scalar;
    emit_open_pieces(emitter);
    emit_line(emitter, "const int32_t first = %s, last = %s;", place_of_lane(emitter, access, 0),
              place_of_lane(emitter, access, emitter->plan->lanes - 1));
    declare_row(emitter, "row", planned->lane_row);
    declare_row(emitter, "slice", planned->lane_slice);
    emit_line(emitter, "const i32x%l is_first = %s;", lanes_below(emitter, &planned->two));
    for (int c = 0; c < planned->components; c++)
        emit_line(emitter, "%s[p] = select_%v(is_first, splat_%v(%s), splat_%v(%s));",
                  emit_name(emitter, access->instr, c), type, type,
                  emit_element(emitter, access, "first", "row", "slice", c), type,
                  emit_element(emitter, access, "last", "row", "slice", c));
    emit_close_pieces(emitter);
}
