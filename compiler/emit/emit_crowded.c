/* Loads whose lanes go on by less than an element (plan_crowded.c): each piece out of one vector, from its first lane's
 * element on. Scalars say of the wave's first and last lane whether all lanes are between them and the vectors inside;
 * where not, pieces are looked at one by one. */
#include "emit_access.h"

static const char *place_of_lane(Emitter *emitter, const Access *access, int lane)
{
    return emit_aligned(emitter, access, emit_scalar_lane(emitter, access->planned->index, lane));
}

/* Counted as the index is: elements, or bytes of a raw buffer's words. */
static int places_of(const Access *access, int lanes)
{
    return access->planned->alignment == 0 ? lanes : 4 * lanes - 3;
}

static void ask_wave(Emitter *emitter, const Access *access)
{
    int last = emitter->kernel->wave_size - 1;
    emit_line(emitter, "int crowded%u;", access->instr->id);
    emit_open(emitter, "{");
    emit_line(emitter, "const int p = 0;");
    const IrInstr *rate = access->planned->rate;
    const char *is_short = rate == NULL ? "" : emit_format(emitter, "(uint32_t)%n <= %uu && ", rate, access->planned->most_rate);
    emit_line(emitter, "crowded%u = %swcc_is_crowded(%s, %s, %d, %d, %s);", access->instr->id, is_short,
              place_of_lane(emitter, access, 0), place_of_lane(emitter, access, last), places_of(access, last),
              places_of(access, emitter->plan->lanes), access->count);
    emit_close(emitter);
}

void emit_crowded(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    ask_wave(emitter, access);
    emit_open(emitter, "if (WCC_LIKELY(%s)) {",
              emit_with_guard(emitter, access, emit_format(emitter, "crowded%u", access->instr->id)));
    emit_open_pieces(emitter);
    emit_line(emitter, "const int32_t first = %s;", place_of_lane(emitter, access, 0));
    const char *near = emit_format(emitter, "%p - splat_i32x%l(first)", planned->index);
    if (planned->alignment != 0)
        near = emit_format(emitter, "(%s) >> splat_i32x%l(2)", near);
    for (int c = 0; c < planned->components; c++)
        emit_line(emitter, "%s[p] = (%v)look_up_one_i32x%l(%s, %s);", emit_name(emitter, planned->instr, c),
                  planned->type, emit_address(emitter, access, c, "first"), near);
    emit_close_pieces(emitter);
    emit_else(emitter);
    emit_attempts(emitter, access);
    emit_close(emitter);
}
