/* The addresses of an access as C expressions, and what bounds it. */
#include "emit_access.h"

/* ---- resources ---- */

/* A mip level is a texture of its own; the label of the row that the access goes to. */
static int declare_level(Emitter *emitter, const PlanAccess *planned)
{
    const IrInstr *instr = planned->instr;
    int row = planned->row, level = planned->level;
    if (level < 0)
        return row;
    const char *texture = row >= 0 ? emit_format(emitter, "row%d", row)
                                   : emit_format(emitter, "r%d", instr->resource->index);
    emit_line(emitter,
              "const WccResource level%d = wcc_level(%s, (uint32_t)%n, %d), *row%d = &level%d;",
              level, texture, instr->operands[4], instr->resource->shape == IR_SHAPE_TEX3D, level,
              level);
    return level;
}

static const char *and_guard(Emitter *emitter, const char *guard, const char *condition)
{
    return guard == NULL ? condition : emit_format(emitter, "%s && %s", guard, condition);
}

/* A further coordinate that all lanes share goes into the base, and what bounds it into the guard.
 */
static const char *add_coordinate(Emitter *emitter, Access *access, const char *data,
                                  const IrInstr *value, const char *count, const char *pitch)
{
    if (value == NULL)
        return data;
    if (access->planned->is_walked)
        return emit_format(emitter, "%s + (uint64_t)(uint32_t)%n * %s", data, value, pitch);
    access->guard =
        and_guard(emitter, access->guard, emit_format(emitter, "(uint32_t)%n < %s", value, count));
    return emit_format(emitter, "%s + (uint64_t)((uint32_t)%n < %s ? (uint32_t)%n : 0) * %s", data,
                       value, count, value, pitch);
}

static void locate_in_resource(Emitter *emitter, Access *access)
{
    const PlanAccess *planned = access->planned;
    const IrResource *resource = access->instr->resource;
    emit_declare_row(emitter, access->instr, planned->row);
    int row = declare_level(emitter, planned);
    const char *data = emit_resource_field(emitter, resource, row, "data"),
               *width = emit_resource_field(emitter, resource, row, "width");
    if (planned->part != 0)
        width = resource->shape == IR_SHAPE_RAW
                    ? emit_format(emitter, "(%s & ~3u)", width)
                    : emit_format(emitter, "(%s * %d)", width, 4 / planned->part);
    if (access->instr->op == IR_load_word)
        width = emit_format(emitter, "(%s * %d)", width, (int)resource->stride / planned->index_bytes);
    if (planned->part != 0 && planned->offset != 0)
        width = emit_format(emitter, "wcc_starts(%s, %D)", width, planned->offset + 1);
    access->width = width;
    access->count = planned->limit == LIMIT_STARTS
                        ? emit_format(emitter, "wcc_starts(%s, %d)", width,
                                      plan_contiguous_stride(planned))
                        : width;
    access->row_count = emit_resource_field(emitter, resource, row, "height");
    access->row_pitch = emit_resource_field(emitter, resource, row, "row_pitch");
    access->slice_count = emit_resource_field(emitter, resource, row, "depth");
    access->slice_pitch = emit_resource_field(emitter, resource, row, "slice_pitch");
    data = add_coordinate(emitter, access, data, planned->uniform_row, access->row_count,
                          access->row_pitch);
    data = add_coordinate(emitter, access, data, planned->uniform_slice, access->slice_count,
                          access->slice_pitch);
    if (planned->uniform_offset != NULL) {
        data = emit_format(emitter, "%s + (uint32_t)%n", data, planned->uniform_offset);
        access->guard =
            emit_format(emitter, "(uint32_t)%n <= %D", planned->uniform_offset, planned->room);
    }
    if (planned->is_outside)
        access->guard = "0";
    for (int c = 0; c < planned->components; c++)
        access->base[c] =
            emit_format(emitter, "%s + %D", data, planned->offset + c * planned->component_bytes);
}

/* ---- variables ---- */

static void locate_in_variable(Emitter *emitter, Access *access)
{
    const IrInstr *instr = access->instr;
    bool takes_words = ir_takes_words(instr);
    int64_t count = instr->variable->count, further = takes_words ? access->planned->components - 1 : 0;
    access->width = emit_format(emitter, "%D", count);
    access->count = emit_format(emitter, "%D", count > further ? count - further : 0);
    for (int c = 0; c < access->planned->components; c++)
        access->base[c] =
            takes_words ? emit_format(emitter, "(char *)%s + %d",
                                      emit_variable_base(emitter, instr->variable, instr->component),
                                      c * access->planned->component_bytes)
                        : emit_format(emitter, "(char *)%s",
                                      emit_variable_base(emitter, instr->variable, instr->component + c));
}

Access emit_locate(Emitter *emitter, const PlanStep *step)
{
    const PlanAccess *planned = step->access;
    const IrInstr *instr = step->instr;
    Access access = {.planned = planned, .instr = instr, .is_in_order = planned->is_in_order};
    if (planned->is_store)
        access.values =
            (const IrInstr *const *)&instr->operands[instr->operand_count - planned->components];
    if (instr->variable != NULL)
        locate_in_variable(emitter, &access);
    else
        locate_in_resource(emitter, &access);
    return access;
}

/* ---- scalar addresses ---- */

const char *emit_aligned(Emitter *emitter, const Access *access, const char *index)
{
    int alignment = access->planned->alignment;
    return alignment == 0 ? index : emit_format(emitter, "(%s & -%d)", index, alignment);
}

const char *emit_near(Emitter *emitter, const Access *access, const char *index, int lanes)
{
    return access->planned->is_near && !access->planned->has_lane
               ? emit_format(emitter, "wcc_near(%s, %d, %s)", index, lanes - 1, access->count)
               : index;
}

/* C compilers make a part of the address of each constant, and share the rest. */
static const char *wide_sum(Emitter *emitter, const IrInstr *value, const IrInstr *loop)
{
    bool is_sum = value->op == IR_iadd && ir_is_defined_in(value, loop);
    return is_sum ? emit_format(emitter, "%s + %s", wide_sum(emitter, value->operands[0], loop),
                                wide_sum(emitter, value->operands[1], loop))
                  : emit_format(emitter, "(int64_t)%s", emit_first(emitter, value));
}

const char *emit_first_index(Emitter *emitter, const Access *access)
{
    if (access->planned->adds_up)
        return wide_sum(emitter, access->planned->index, ir_loop_around(access->instr));
    if (access->planned->beside != NULL)
        return emit_format(emitter, "((int64_t)%s + %d)", emit_first(emitter, access->planned->beside),
                           access->planned->behind);
    return emit_aligned(emitter, access, emit_first(emitter, access->planned->index));
}

const char *emit_address(Emitter *emitter, const Access *access, int c, const char *index)
{
    return emit_format(emitter, "%s + (int64_t)(%s) * %d", access->base[c], index,
                       access->planned->index_bytes);
}

const char *emit_with_guard(Emitter *emitter, const Access *access, const char *condition)
{
    return access->guard == NULL ? condition
                                 : emit_format(emitter, "(%s) && %s", access->guard, condition);
}

/* ---- lane by lane ---- */

static const char *splat_of(Emitter *emitter, const char *number)
{
    return emit_splat(emitter, IR_I32,
                      emit_here(emitter, emit_format(emitter, "(int32_t)%s", number)));
}

/* A further coordinate that varies: its test, and its part of the offset. */
static void locate_along(Emitter *emitter, const char *name, const IrInstr *value,
                         const char *count, const char *pitch)
{
    if (value == NULL)
        return;
    emit_line(emitter, "const i32x%l %s = %p;", name, value);
    emit_line(emitter, "inside &= (u32x%l)%s < (u32x%l)%s;", name, splat_of(emitter, count));
    emit_line(emitter, "offset += %s * %s;", name, splat_of(emitter, pitch));
}

void emit_locate_lanes(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    const char *scale = planned->index_bytes == 1
                            ? ""
                            : emit_format(emitter, " * splat_i32x%l(%d)", planned->index_bytes);
    emit_line(emitter, "const i32x%l index = %s;",
              emit_aligned(emitter, access, emit_piece(emitter, planned->index)));
    if (planned->is_inside)
        emit_line(emitter, "i32x%l inside = splat_i32x%l(-1);");
    else if (planned->is_active_inside)
        emit_line(emitter, "i32x%l inside = %k;", planned->mask);
    else
        emit_line(emitter, "i32x%l inside = (u32x%l)index < (u32x%l)%s;",
                  splat_of(emitter, emit_format(emitter, "(%s)", access->count)));
    emit_line(emitter, "i32x%l offset = index%s;", scale);
    locate_along(emitter, "row", planned->lane_row, access->row_count, access->row_pitch);
    locate_along(emitter, "slice", planned->lane_slice, access->slice_count, access->slice_pitch);
    if (planned->lane_offset != NULL) {
        emit_line(emitter, "const i32x%l extra = %p;", planned->lane_offset);
        emit_line(emitter, "inside &= (u32x%l)extra <= (u32x%l)splat_i32x%l(%d);",
                  (int)planned->room);
        emit_line(emitter, "offset += extra;");
    }
    if (access->guard != NULL)
        emit_line(emitter, "inside &= splat_maskx%l(%s);", access->guard);
    bool is_done = planned->is_active_inside && !planned->is_inside;
    if (planned->is_store && planned->mask != 0 && !is_done)
        emit_line(emitter, "inside &= %k;", planned->mask);
}

/* ---- values that only it reads ---- */

void emit_cold(Emitter *emitter, const Access *access)
{
    for (int i = 0; i < access->planned->cold.count; i++)
        emit_piece_of(emitter, access->planned->cold.items[i]);
}
