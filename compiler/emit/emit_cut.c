/* Accesses of raw buffers that begin inside and end outside. D3D judges each 32-bit component by
 * itself (functional specification, ld_raw and store_raw: "out of bounds on any given 32-bit
 * component"), while ways of several lanes take an access as a whole: what they leave of the lanes
 * that are cut is done here, by way of a copy on the stack that has all of the access. */
#include "emit_access.h"

bool emit_may_be_cut(const Access *access)
{
    const PlanAccess *planned = access->planned;
    bool is_raw = access->instr->resource != NULL &&
                  access->instr->resource->shape == IR_SHAPE_RAW;
    int unit = planned->component_bytes < 4 ? planned->component_bytes : 4;
    return is_raw && planned->element_bytes > unit && !planned->is_inside;
}

const char *emit_component_inside(Emitter *emitter, const Access *access, const char *index, int c,
                                  const char *inside)
{
    int bytes = access->planned->component_bytes;
    if (!emit_may_be_cut(access) || bytes * (c + 1) == access->planned->element_bytes)
        return inside;
    return emit_with_guard(emitter, access,
                           emit_format(emitter, "(uint32_t)(%s) < wcc_starts(%s, %d)", index,
                                       access->width, bytes * (c + 1)));
}

const char *emit_cut_component(Emitter *emitter, const Access *access, const char *index, int c)
{
    if (!emit_may_be_cut(access) || access->planned->component_bytes < 8)
        return "0";
    return emit_format(emitter, "wcc_load_cut_%f(%s, %s, (uint32_t)(%s) + %d)",
                       access->planned->type, access->base[0], access->width, index, 8 * c);
}

static void load_cut(Emitter *emitter, const Access *access, int c)
{
    const PlanAccess *planned = access->planned;
    const char *name = emit_name(emitter, access->instr, c);
    const char *value =
        emit_format(emitter, "rare_gather_%v(copies + %d, places, cut)", emit_memory_type(access),
                    c * planned->component_bytes);
    emit_line(emitter, "%s[p] = select_%v(cut, %s, %s[p]);", name, access->instr->type.scalar,
              emit_from_memory(emitter, access, value, true), name);
}

static void store_cut(Emitter *emitter, const Access *access, int c)
{
    emit_line(emitter, "rare_scatter_%v(copies + %d, places, %s, cut);", emit_memory_type(access),
              c * access->planned->component_bytes, emit_piece_to_memory(emitter, access, c));
}

static void move_words(Emitter *emitter, const Access *access, const char *function)
{
    const PlanAccess *planned = access->planned;
    emit_line(emitter,
              "%s(copies, %s, %s, (const int32_t *)&index, (const int32_t *)&cut, %l, %d, %d);",
              function, access->base[0], access->width, planned->element_bytes,
              planned->component_bytes < 4 ? planned->component_bytes : 4);
}

void emit_cut_lanes(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    if (!emit_may_be_cut(access) || planned->is_active_inside)
        return;
    bool has_mask = planned->is_store && planned->mask != 0;
    emit_open(emitter, "{");
    emit_line(emitter,
              "const i32x%l cut = ((u32x%l)index < (u32x%l)splat_i32x%l((int32_t)%s)) & "
              "~((u32x%l)index < (u32x%l)splat_i32x%l((int32_t)%s))%s;",
              access->width, access->count,
              has_mask ? emit_format(emitter, " & %k", planned->mask) : "");
    emit_open(emitter, "if (WCC_UNLIKELY(bitsx%l(cut) != 0)) {");
    emit_line(emitter, "char copies[%d];", emitter->plan->lanes * planned->element_bytes);
    emit_line(emitter, "const i32x%l places = linear_i32x%l(0, %d);", planned->element_bytes);
    if (!planned->is_store)
        move_words(emitter, access, "wcc_copy_cut");
    for (int c = 0; c < planned->components; c++)
        (planned->is_store ? store_cut : load_cut)(emitter, access, c);
    if (planned->is_store)
        move_words(emitter, access, "wcc_put_cut");
    emit_close(emitter);
    emit_close(emitter);
}
