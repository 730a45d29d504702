/* Loads of waves whose index meets a clamp (plan_clamps.c): the lanes that it leaves alone by one masked load a
 * piece, the others from the bounds' elements. Whatever minimums and maximums there are, and in whatever order,
 * lanes that are raised all come to what the least number becomes, lanes that are lowered to what the greatest does. */
#include "emit_access.h"

const char *emit_clamped_number(Emitter *emitter, const IrInstr *chain, const IrInstr *start, const char *number)
{
    if (chain == start)
        return number;
    const char *text[2];
    for (int i = 0; i < 2; i++)
        text[i] = plan_is_uniform(emitter->plan, chain->operands[i])
                      ? emit_scalar(emitter, chain->operands[i])
                      : emit_clamped_number(emitter, chain->operands[i], start, number);
    return emit_integer(emitter, chain, text[0], text[1]);
}

static const char *with_offset(Emitter *emitter, const PlanClampedRow *clamp, const char *index)
{
    return clamp->offset == NULL ? index : emit_format(emitter, "(%s + %n)", index, clamp->offset);
}

/* Declares `name` as the element at a bound. */
static void declare_bound(Emitter *emitter, const Access *access, const char *name, const char *number)
{
    const PlanClampedRow *clamp = &access->planned->clamp;
    emit_line(emitter, "const int32_t at_%s = %s;", name,
              with_offset(emitter, clamp, emit_clamped_number(emitter, clamp->chain, clamp->start, number)));
    const char *inside = emit_format(emitter, "(uint32_t)at_%s < %s", name, access->count);
    const char *at = emit_address(emitter, access, 0, emit_format(emitter, "(uint32_t)at_%s", name));
    emit_line(emitter, "const %t %s = %s ? %s : 0;", access->planned->type, name,
              emit_with_guard(emitter, access, inside), emit_cell(emitter, access, at));
}

void emit_clamped(Emitter *emitter, const Access *access)
{
    const PlanClampedRow *clamp = &access->planned->clamp;
    declare_bound(emitter, access, "below", "INT32_MIN");
    declare_bound(emitter, access, "above", "INT32_MAX");
    bool was_rare = emitter->is_rare;
    emitter->is_rare = true;
    emit_open_pieces(emitter);
    emit_cold(emitter, access);
    emit_locate_lanes(emitter, access);
    emit_line(emitter, "const i32x%l free = %p, met = %p;", clamp->start, clamp->chain);
    const char *first = with_offset(emitter, clamp,
                                    emit_format(emitter, "(%n + p * %d)", clamp->start, emitter->plan->lanes));
    emit_line(emitter, "%I[p] = load_clamped_%v(%s, free, met, inside, below, above);", access->planned->type,
              emit_address(emitter, access, 0, first));
    emit_close_pieces(emitter);
    emitter->is_rare = was_rare;
}
