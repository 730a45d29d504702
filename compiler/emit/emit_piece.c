/* The work on one piece of an access: its address, its load or store where its elements lie side by side, and
 * lane by lane where they do not. */
#include "emit_access.h"

/* ---- addresses ---- */

/* Raw addresses lose their low bits. */
const char *emit_aligned(Emitter *emitter, const Access *access, const char *index)
{
    return access->alignment == 0 ? index : emit_format(emitter, "(%s & -%d)", index, access->alignment);
}

/* The element of a wave's first lane, or of all lanes. */
const char *emit_scalar_index(Emitter *emitter, const Access *access)
{
    return emit_aligned(emitter, access, emit_scalar(emitter, access->index));
}

/* Byte address of component `c` of the element that the scalar C expression `index` names. */
const char *emit_address(Emitter *emitter, const Access *access, int c, const char *index)
{
    if (access->index_scale != NULL)
        return emit_format(emitter, "%s + (uint32_t)(%s)", access->base[c], index);
    return emit_format(emitter, "%s + (int64_t)(%s) * %d", access->base[c], index, access->element_bytes);
}

const char *emit_with_guard(Emitter *emitter, const Access *access, const char *condition)
{
    return access->guard == NULL ? condition : emit_format(emitter, "(%s) && %s", access->guard, condition);
}

const char *emit_memory_suffix(const Access *access) { return emit_suffix(access->type == IR_F16 ? IR_I16 : access->type); }
const char *emit_memory_ctype(const Access *access) { return emit_ctype(access->type == IR_F16 ? IR_I16 : access->type); }

/* What memory holds becomes the value: halves widen, bools are tested. */
const char *emit_from_memory(Emitter *emitter, const Access *access, const char *text, bool vector)
{
    if (access->type != IR_F16)
        return text;
    return vector ? emit_format(emitter, "f32_of_halfx%d(%s)", emitter->lanes, text) : emit_format(emitter, "f32_of_half(%s)", text);
}

const char *emit_to_memory(Emitter *emitter, const Access *access, const char *text, bool vector)
{
    if (access->type != IR_F16)
        return text;
    return vector ? emit_format(emitter, "half_bits_f32x%d(%s)", emitter->lanes, text) : emit_format(emitter, "half_bits_f32(%s)", text);
}

/* ---- consecutive elements: `index` is the scalar of the first lane of the piece ---- */
/* Where component c of the piece lies: one address, or two where its halves lie apart. */
static const char *places(Emitter *emitter, const Body *body, int c)
{
    const char *at = emit_address(emitter, body->access, c, body->index);
    return body->high == NULL ? at : emit_format(emitter, "%s, %s", at, emit_address(emitter, body->high, c, body->high_index));
}

static void load_adjacent_piece(Emitter *emitter, const Body *body)
{
    const Access *access = body->access;
    const char *name[16], *halves = body->high == NULL ? "" : "halves_";
    for (int c = 0; c < access->components; c++)
        name[c] = emit_name(emitter, access->instr, c);
    if (access->components > 1 && !emit_is_planes(access)) {
        if (access->components == 2)
            emit_line(emitter, "load_2_%sf32x%d(%s, (f32x%d *)&%s[p], (f32x%d *)&%s[p]);", halves, emitter->lanes,
                      places(emitter, body, 0), emitter->lanes, name[0], emitter->lanes, name[1]);
        else
            emit_line(emitter, "load_4_%sf32x%d(%s, (f32x%d *)&%s[p], (f32x%d *)&%s[p], (f32x%d *)&%s[p], (f32x%d *)&%s[p]);",
                      halves, emitter->lanes, places(emitter, body, 0), emitter->lanes, name[0], emitter->lanes, name[1],
                      emitter->lanes, name[2], emitter->lanes, name[3]);
        return;
    }
    for (int c = 0; c < access->components; c++) {
        const char *value = emit_format(emitter, "load_%s%sx%d(%s)", halves, emit_memory_suffix(access), emitter->lanes, places(emitter, body, c));
        emit_line(emitter, "%s[p] = %s;", name[c], emit_from_memory(emitter, access, value, true));
    }
}

const char *emit_as_f32(Emitter *emitter, const IrInstr *value)
{
    const char *piece = emit_piece(emitter, value);
    return op_scalar_is_float(value->type.scalar) ? piece : emit_format(emitter, "(f32x%d)%s", emitter->lanes, piece);
}

static void store_adjacent_piece(Emitter *emitter, const Body *body)
{
    const Access *access = body->access;
    const IrInstr *const *values = body->values;
    const char *at = places(emitter, body, 0), *halves = body->high == NULL ? "" : "halves_";
    const char *streams = body->high == NULL ? emit_streams(emitter, access) : NULL;
    if (streams != NULL)
        emit_line(emitter, "store_streamed_%sx%d(%s, %s, %s);", emit_suffix(access->type), emitter->lanes, at, emit_piece(emitter, values[0]), streams);
    else if (access->components == 2 && !emit_is_planes(access))
        emit_line(emitter, "store_2_%sf32x%d(%s, %s, %s);", halves, emitter->lanes, at, emit_as_f32(emitter, values[0]), emit_as_f32(emitter, values[1]));
    else if (access->components == 4 && !emit_is_planes(access))
        emit_line(emitter, "store_4_%sf32x%d(%s, %s, %s, %s, %s);", halves, emitter->lanes, at, emit_as_f32(emitter, values[0]),
                  emit_as_f32(emitter, values[1]), emit_as_f32(emitter, values[2]), emit_as_f32(emitter, values[3]));
    else
        for (int c = 0; c < access->components; c++)
            emit_line(emitter, "store_%s%sx%d(%s, %s);", halves, emit_memory_suffix(access), emitter->lanes, places(emitter, body, c),
                      emit_to_memory(emitter, access, emit_piece(emitter, values[c]), true));
}

/* ---- lane by lane ---- */

/* Declares `inside` (mask) and `offset` (bytes) of piece p. */
static void locate_lanes(Emitter *emitter, const Access *access, bool is_store)
{
    int lanes = emitter->lanes;
    emit_line(emitter, "const i32x%d index = %s;", lanes, emit_aligned(emitter, access, emit_piece(emitter, access->index)));
    emit_line(emitter, "i32x%d inside = (u32x%d)index < (u32x%d)splat_i32x%d((int32_t)(%s));", lanes, lanes, lanes, lanes, access->count);
    emit_line(emitter, "i32x%d offset = index%s;", lanes, access->index_scale != NULL ? "" : emit_format(emitter, " * splat_i32x%d(%d)", lanes, access->element_bytes));
    if (access->row != NULL) {
        emit_line(emitter, "const i32x%d row = %s;", lanes, emit_piece(emitter, access->row));
        emit_line(emitter, "inside &= (u32x%d)row < (u32x%d)splat_i32x%d((int32_t)%s);", lanes, lanes, lanes, access->row_count);
        emit_line(emitter, "offset += row * splat_i32x%d((int32_t)%s);", lanes, access->row_pitch);
    }
    if (access->slice != NULL) {
        emit_line(emitter, "const i32x%d slice = %s;", lanes, emit_piece(emitter, access->slice));
        emit_line(emitter, "inside &= (u32x%d)slice < (u32x%d)splat_i32x%d((int32_t)%s);", lanes, lanes, lanes, access->slice_count);
        emit_line(emitter, "offset += slice * splat_i32x%d((int32_t)%s);", lanes, access->slice_pitch);
    }
    if (access->extra != NULL) {
        emit_line(emitter, "const i32x%d extra = %s;", lanes, emit_piece(emitter, access->extra));
        emit_line(emitter, "inside &= (u32x%d)extra <= (u32x%d)splat_i32x%d(%d);", lanes, lanes, lanes,
                  access->element_bytes - access->components * access->component_bytes);
        emit_line(emitter, "offset += extra;");
    }
    if (access->guard != NULL)
        emit_line(emitter, "inside &= splat_maskx%d(%s);", lanes, access->guard);
    if (is_store && emitter->mask.id != 0)
        emit_line(emitter, "inside &= m%d[p];", emitter->mask.id);
}

static void gather_piece(Emitter *emitter, const Access *access)
{
    int lanes = emitter->lanes;
    locate_lanes(emitter, access, false);
    if (emit_is_quad(access) && !emit_is_coherent(access)) { /* lanes that are outside read the base: it must be readable, which no place in an empty buffer's element is */
        const char *is_there = emit_with_guard(emitter, access, emit_format(emitter, "%s > 0", access->count));
        const char *base = emit_format(emitter, "%s ? %s : wcc_nothing", is_there, access->base[0]);
        emit_line(emitter, "f32x%d q0, q1, q2, q3;", lanes);
        emit_line(emitter, "gather_4_f32x%d(%s, offset & inside, &q0, &q1, &q2, &q3);", lanes, base);
        for (int c = 0; c < 4; c++)
            emit_line(emitter, "%s[p] = (%sx%d)((i32x%d)q%d & inside);", emit_name(emitter, access->instr, c),
                      emit_suffix(access->instr->type.scalar), lanes, lanes, c);
        return;
    }
    for (int c = 0; c < access->components; c++) {
        const char *value = emit_format(emitter, "%sgather_%sx%d(%s, offset, inside)", emit_is_coherent(access) ? "coherent_" : "",
                                        emit_memory_suffix(access), lanes, access->base[c]);
        emit_line(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, c), emit_from_memory(emitter, access, value, true));
    }
}

static void scatter_piece(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    int lanes = emitter->lanes;
    locate_lanes(emitter, access, true);
    if (emit_is_quad(access) && !emit_is_coherent(access)) {
        emit_line(emitter, "scatter_4_f32x%d(%s, offset, %s, %s, %s, %s, inside);", lanes, access->base[0], emit_as_f32(emitter, values[0]),
                  emit_as_f32(emitter, values[1]), emit_as_f32(emitter, values[2]), emit_as_f32(emitter, values[3]));
        return;
    }
    for (int c = 0; c < access->components; c++)
        emit_line(emitter, "%sscatter_%sx%d(%s, offset, %s, inside);", emit_is_coherent(access) ? "coherent_" : "", emit_memory_suffix(access),
                  lanes, access->base[c], emit_to_memory(emitter, access, emit_piece(emitter, values[c]), true));
}

/* A masked contiguous store of 32-bit planes goes by machine masks; what is interleaved, by lanes. */
static void masked_store_piece(Emitter *emitter, const Access *access, const char *index, const IrInstr *const *values)
{
    if (!emit_is_planes(access)) {
        scatter_piece(emitter, access, values);
        return;
    }
    locate_lanes(emitter, access, true);
    emit_line(emitter, "(void)offset;");
    for (int c = 0; c < access->components; c++)
        emit_line(emitter, "store_masked_%sx%d(%s, %s, inside);", emit_memory_suffix(access), emitter->lanes,
                  emit_address(emitter, access, c, index), emit_to_memory(emitter, access, emit_piece(emitter, values[c]), true));
}

/* ---- putting it together ---- */

void emit_body(Emitter *emitter, const Body *body)
{
    if (body->kind == BODY_ADJACENT && body->values == NULL)
        load_adjacent_piece(emitter, body);
    else if (body->kind == BODY_ADJACENT)
        store_adjacent_piece(emitter, body);
    else if (body->kind == BODY_MASKED)
        masked_store_piece(emitter, body->access, body->index, body->values);
    else if (body->values == NULL)
        gather_piece(emitter, body->access);
    else
        scatter_piece(emitter, body->access, body->values);
}

void emit_body_in_pieces(Emitter *emitter, const Body *body)
{
    emit_open_pieces(emitter);
    emit_body(emitter, body);
    emit_close_pieces(emitter);
}

bool emit_store_is_masked(const Emitter *emitter, const Body *body) { return body->values != NULL && emitter->mask.id != 0; }
