/* Loads and stores as C, by access kind: broadcast, contiguous, rows, gather and scatter.
 *
 * Out of bounds loads give 0 and stores do nothing (D3D functional specification 7.16): a contiguous
 * access tests once per wave whether it lies inside and goes lane by lane otherwise. */
#include "emit_access.h"

/* ---- choosing ---- */

static bool is_32_bit(const Access *access) { return access->component_bytes == 4; }

/* Elements whose components lie side by side, in one of the sizes that wcc_lanes.h takes apart. */
static bool is_packed(const Access *access)
{
    bool whole = access->element_bytes == access->component_bytes * access->components;
    bool known = access->components == 1 || ((access->components == 2 || access->components == 4) && is_32_bit(access));
    return whole && known;
}

static bool is_planes(const Access *access) { return access->element_bytes == access->component_bytes; }

static bool is_quad(const Access *access)
{
    return access->components == 4 && is_32_bit(access) && !is_planes(access);
}

static int contiguous_stride(const Access *access) { return access->index_scale != NULL ? access->element_bytes : 1; }

static bool is_uniform_or_none(const Emitter *emitter, const IrInstr *value)
{
    return value == NULL || emit_form(emitter, value) == FORM_SCALAR || emit_form(emitter, value) == FORM_CONST;
}

/* In rows of at least `length` lanes; stride 0: or in all. */
static bool steps_in_rows(const Emitter *emitter, const IrInstr *value, int length, int stride)
{
    return (stride == 0 && is_uniform_or_none(emitter, value)) || (value->shape.length >= length && value->shape.stride == stride);
}

/* Element after element in each row of `length` lanes. */
static bool is_in_rows(const Emitter *emitter, const Access *access, int length)
{
    return (is_packed(access) || is_planes(access)) && access->extra == NULL &&
           steps_in_rows(emitter, access->index, length, contiguous_stride(access)) &&
           steps_in_rows(emitter, access->row, length, 0) && steps_in_rows(emitter, access->slice, length, 0);
}

/* `linear` & `uniform`, or |, or ^. Where `linear` starts a piece at a multiple of its length, so does the piece,
 * and its lanes are those of lane & uniform, and so on: each bit of an index depends on that bit alone. */
typedef struct Mix {
    const IrInstr *linear, *uniform;
    const char *operator;
} Mix;

static bool find_mix(const Emitter *emitter, const IrInstr *index, Mix *mix)
{
    static const char *const OPERATORS[IR_OP_COUNT] = {[IR_iand] = "&", [IR_ior] = "|", [IR_ixor] = "^"};
    if (OPERATORS[index->op] == NULL || index->type.scalar != IR_I32)
        return false;
    int uniform = is_uniform_or_none(emitter, index->operands[0]) ? 0 : 1;
    *mix = (Mix){index->operands[1 - uniform], index->operands[uniform], OPERATORS[index->op]};
    return is_uniform_or_none(emitter, mix->uniform) && mix->linear->shape.length >= emitter->lanes && mix->linear->shape.stride == 1;
}

/* Stores: no two lanes to one place, and in one order. */
static bool is_mixed(const Emitter *emitter, const Access *access)
{
    Mix mix;
    bool is_load = !ir_is(access->instr, OP_WRITES);
    return is_planes(access) && is_32_bit(access) && access->index_scale == NULL && find_mix(emitter, access->index, &mix) &&
           (is_load || (access->index->op == IR_ixor && emitter->mask.id == 0));
}

static bool is_coherent(const Access *access) { return access->instr->resource != NULL && access->instr->resource->is_coherent; }

AccessKind emit_access_kind(const Emitter *emitter, const Access *access)
{
    bool adjacent = is_packed(access) || is_planes(access);
    bool whole_wave = access->row == NULL && access->slice == NULL && access->extra == NULL;
    Form form = emit_form(emitter, access->index);
    if (whole_wave && (form == FORM_CONST || form == FORM_SCALAR))
        return ACCESS_BROADCAST;
    if (is_coherent(access))
        return ACCESS_COHERENT;
    if (whole_wave && adjacent && form == FORM_LINEAR && access->index->shape.stride == contiguous_stride(access))
        return ACCESS_CONTIGUOUS;
    if (is_in_rows(emitter, access, emitter->lanes))
        return ACCESS_ROWS;
    if (emitter->lanes >= 8 && is_in_rows(emitter, access, emitter->lanes / 2))
        return ACCESS_HALVES;
    if (is_quad(access) && access->extra == NULL && access->slice == NULL && access->row != NULL &&
        is_uniform_or_none(emitter, access->index) && access->row->shape.length >= emitter->lanes && access->row->shape.stride == 1)
        return ACCESS_COLUMN;
    return whole_wave && is_mixed(emitter, access) ? ACCESS_MIXED : ACCESS_TESTED;
}

/* ---- addresses ---- */

/* Raw addresses lose their low bits. */
static const char *aligned(Emitter *emitter, const Access *access, const char *index)
{
    return access->alignment == 0 ? index : emit_format(emitter, "(%s & -%d)", index, access->alignment);
}

/* The element of a wave's first lane, or of all lanes. */
static const char *scalar_index(Emitter *emitter, const Access *access)
{
    return aligned(emitter, access, emit_scalar(emitter, access->index));
}

/* Byte address of component `c` of the element that the scalar C expression `index` names. */
static const char *address(Emitter *emitter, const Access *access, int c, const char *index)
{
    if (access->index_scale != NULL)
        return emit_format(emitter, "%s + (uint32_t)(%s)", access->base[c], index);
    return emit_format(emitter, "%s + (int64_t)(%s) * %d", access->base[c], index, access->element_bytes);
}

static const char *with_guard(Emitter *emitter, const Access *access, const char *condition)
{
    return access->guard == NULL ? condition : emit_format(emitter, "(%s) && %s", access->guard, condition);
}

static const char *memory_suffix(const Access *access) { return emit_suffix(access->type == IR_F16 ? IR_I16 : access->type); }
static const char *memory_ctype(const Access *access) { return emit_ctype(access->type == IR_F16 ? IR_I16 : access->type); }

/* What memory holds becomes the value: halves widen, bools are tested. */
static const char *from_memory(Emitter *emitter, const Access *access, const char *text, bool vector)
{
    if (access->type != IR_F16)
        return text;
    return vector ? emit_format(emitter, "f32_of_halfx%d(%s)", emitter->lanes, text) : emit_format(emitter, "f32_of_half(%s)", text);
}

static const char *to_memory(Emitter *emitter, const Access *access, const char *text, bool vector)
{
    if (access->type != IR_F16)
        return text;
    return vector ? emit_format(emitter, "half_bits_f32x%d(%s)", emitter->lanes, text) : emit_format(emitter, "half_bits_f32(%s)", text);
}

/* ---- one address for the wave ---- */

static const char *scalar_inside(Emitter *emitter, const Access *access)
{
    const char *index = scalar_index(emitter, access);
    const char *inside = emit_format(emitter, "(uint32_t)%s < %s", index, access->count);
    return access->inside && access->guard == NULL ? NULL : with_guard(emitter, access, access->inside ? "1" : inside);
}

static void load_broadcast(Emitter *emitter, const Access *access)
{
    const char *index = scalar_index(emitter, access), *inside = scalar_inside(emitter, access);
    for (int c = 0; c < access->components; c++) {
        const char *at = address(emitter, access, c, index);
        const char *cell = is_coherent(access) ? emit_format(emitter, "coherent_load_%s(%s)", memory_suffix(access), at)
                                               : emit_format(emitter, "WCC_AT(%s, %s)", memory_ctype(access), at);
        const char *value = from_memory(emitter, access, cell, false), *name = emit_name(emitter, access->instr, c);
        bool vector = emit_form(emitter, access->instr) == FORM_VECTOR;
        if (inside != NULL)
            value = emit_format(emitter, "%s ? %s : 0", inside, value);
        if (vector) /* a value that differs between lanes of memory that other waves write: as it is for this wave */
            emit_line(emitter, EMIT_PIECES "%s[p] = splat_%sx%d(%s);", emitter->pieces, name, emit_suffix(access->instr->type.scalar), emitter->lanes, value);
        else
            emit_line(emitter, "const %s %s = %s;", emit_ctype(access->instr->type.scalar), name, value);
    }
}

/* Every active lane writes to one place: the highest one's value stays. */
static const char *last_lane_value(Emitter *emitter, const IrInstr *value)
{
    if (emit_is_scalar_form(emitter, value) && emit_form(emitter, value) != FORM_LINEAR)
        return emit_scalar(emitter, value);
    const char *pieces = emit_pieces(emitter, value);
    return emit_format(emitter, "lane_%sx%d(%s, %d, last_x%d(%s, %d))", emit_suffix(value->type.scalar), emitter->lanes,
                       pieces, emitter->pieces, emitter->lanes, emit_mask_pieces(emitter), emitter->pieces);
}

static void store_broadcast(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    const char *index = scalar_index(emitter, access), *inside = scalar_inside(emitter, access);
    for (int c = 0; c < access->components; c++) {
        const char *value = to_memory(emitter, access, last_lane_value(emitter, values[c]), false), *at = address(emitter, access, c, index);
        const char *store = is_coherent(access) ? emit_format(emitter, "coherent_store_%s(%s, %s)", memory_suffix(access), at, value)
                                                : emit_format(emitter, "WCC_AT(%s, %s) = %s", memory_ctype(access), at, value);
        emit_line(emitter, "%s%s%s%s;", inside ? "if (" : "", inside ? inside : "", inside ? ") " : "", store);
    }
}

/* ---- consecutive elements: `index` is the scalar of the first lane of the piece ---- */

typedef struct Body { /* one piece's work: what a kind does */
    const Access *access;
    const IrInstr *const *values; /* stores */
    const char *index;            /* first lane's, for adjacent ones */
    enum { BODY_ADJACENT, BODY_MASKED, BODY_LANES } kind;
    const Access *high;           /* adjacent: NULL; or of the upper half, which lies elsewhere */
    const char *high_index;
} Body;

/* Where component c of the piece lies: one address, or two where its halves lie apart. */
static const char *places(Emitter *emitter, const Body *body, int c)
{
    const char *at = address(emitter, body->access, c, body->index);
    return body->high == NULL ? at : emit_format(emitter, "%s, %s", at, address(emitter, body->high, c, body->high_index));
}

static void load_adjacent_piece(Emitter *emitter, const Body *body)
{
    const Access *access = body->access;
    const char *name[16], *halves = body->high == NULL ? "" : "halves_";
    for (int c = 0; c < access->components; c++)
        name[c] = emit_name(emitter, access->instr, c);
    if (access->components > 1 && !is_planes(access)) {
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
        const char *value = emit_format(emitter, "load_%s%sx%d(%s)", halves, memory_suffix(access), emitter->lanes, places(emitter, body, c));
        emit_line(emitter, "%s[p] = %s;", name[c], from_memory(emitter, access, value, true));
    }
}

static const char *as_f32(Emitter *emitter, const IrInstr *value)
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
    else if (access->components == 2 && !is_planes(access))
        emit_line(emitter, "store_2_%sf32x%d(%s, %s, %s);", halves, emitter->lanes, at, as_f32(emitter, values[0]), as_f32(emitter, values[1]));
    else if (access->components == 4 && !is_planes(access))
        emit_line(emitter, "store_4_%sf32x%d(%s, %s, %s, %s, %s);", halves, emitter->lanes, at, as_f32(emitter, values[0]),
                  as_f32(emitter, values[1]), as_f32(emitter, values[2]), as_f32(emitter, values[3]));
    else
        for (int c = 0; c < access->components; c++)
            emit_line(emitter, "store_%s%sx%d(%s, %s);", halves, memory_suffix(access), emitter->lanes, places(emitter, body, c),
                      to_memory(emitter, access, emit_piece(emitter, values[c]), true));
}

/* ---- lane by lane ---- */

/* Declares `inside` (mask) and `offset` (bytes) of piece p. */
static void locate_lanes(Emitter *emitter, const Access *access, bool is_store)
{
    int lanes = emitter->lanes;
    emit_line(emitter, "const i32x%d index = %s;", lanes, aligned(emitter, access, emit_piece(emitter, access->index)));
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
    if (is_quad(access) && !is_coherent(access)) { /* lanes that are outside read the base: it must be readable, which no place in an empty buffer's element is */
        const char *is_there = with_guard(emitter, access, emit_format(emitter, "%s > 0", access->count));
        const char *base = emit_format(emitter, "%s ? %s : wcc_nothing", is_there, access->base[0]);
        emit_line(emitter, "f32x%d q0, q1, q2, q3;", lanes);
        emit_line(emitter, "gather_4_f32x%d(%s, offset & inside, &q0, &q1, &q2, &q3);", lanes, base);
        for (int c = 0; c < 4; c++)
            emit_line(emitter, "%s[p] = (%sx%d)((i32x%d)q%d & inside);", emit_name(emitter, access->instr, c),
                      emit_suffix(access->instr->type.scalar), lanes, lanes, c);
        return;
    }
    for (int c = 0; c < access->components; c++) {
        const char *value = emit_format(emitter, "%sgather_%sx%d(%s, offset, inside)", is_coherent(access) ? "coherent_" : "",
                                        memory_suffix(access), lanes, access->base[c]);
        emit_line(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, c), from_memory(emitter, access, value, true));
    }
}

static void scatter_piece(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    int lanes = emitter->lanes;
    locate_lanes(emitter, access, true);
    if (is_quad(access) && !is_coherent(access)) {
        emit_line(emitter, "scatter_4_f32x%d(%s, offset, %s, %s, %s, %s, inside);", lanes, access->base[0], as_f32(emitter, values[0]),
                  as_f32(emitter, values[1]), as_f32(emitter, values[2]), as_f32(emitter, values[3]));
        return;
    }
    for (int c = 0; c < access->components; c++)
        emit_line(emitter, "%sscatter_%sx%d(%s, offset, %s, inside);", is_coherent(access) ? "coherent_" : "", memory_suffix(access),
                  lanes, access->base[c], to_memory(emitter, access, emit_piece(emitter, values[c]), true));
}

/* A masked contiguous store of 32-bit planes goes by machine masks; what is interleaved, by lanes. */
static void masked_store_piece(Emitter *emitter, const Access *access, const char *index, const IrInstr *const *values)
{
    if (!is_planes(access)) {
        scatter_piece(emitter, access, values);
        return;
    }
    locate_lanes(emitter, access, true);
    emit_line(emitter, "(void)offset;");
    for (int c = 0; c < access->components; c++)
        emit_line(emitter, "store_masked_%sx%d(%s, %s, inside);", memory_suffix(access), emitter->lanes,
                  address(emitter, access, c, index), to_memory(emitter, access, emit_piece(emitter, values[c]), true));
}

/* ---- putting it together ---- */

static void write_body(Emitter *emitter, const Body *body)
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

static void write_pieces(Emitter *emitter, const Body *body)
{
    emit_line(emitter, EMIT_PIECES "{", emitter->pieces);
    emitter->indent++;
    write_body(emitter, body);
    emitter->indent--;
    emit_line(emitter, "}");
}

static bool store_is_masked(const Emitter *emitter, const Body *body) { return body->values != NULL && emitter->mask.id != 0; }

static void access_contiguous(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    const char *first = scalar_index(emitter, access);
    int step = emitter->lanes * contiguous_stride(access);
    int span = access->index_scale != NULL ? emitter->kernel->wave_size * access->element_bytes - access->element_bytes + 1 : emitter->kernel->wave_size;
    Body fast = {.access = access, .values = values, .index = emit_format(emitter, "%s + p * %d", first, step), .kind = BODY_ADJACENT};
    Body slow = {.access = access, .values = values, .index = fast.index, .kind = BODY_LANES};
    if (store_is_masked(emitter, &fast)) {
        Body masked = {.access = access, .values = values, .index = fast.index, .kind = BODY_MASKED};
        write_pieces(emitter, &masked);
        return;
    }
    if (access->inside && access->guard == NULL) {
        write_pieces(emitter, &fast);
        return;
    }
    const char *inside = emit_format(emitter, "wcc_inside(%s, %d, %s)", first, span, access->count);
    emit_line(emitter, "if (WCC_LIKELY(%s)) {", with_guard(emitter, access, access->inside ? "1" : inside));
    emitter->indent++;
    if (values == NULL)
        emit_fetch_ahead(emitter, access, address(emitter, access, 0, first), emitter->kernel->wave_size * access->element_bytes);
    write_pieces(emitter, &fast);
    emitter->indent--;
    emit_line(emitter, "} else {");
    emitter->indent++;
    write_pieces(emitter, &slow);
    emitter->indent--;
    emit_line(emitter, "}");
}

/* A lane of each piece, as a scalar: of vectors that step in rows, or of scalars. */
static const char *lane_of_piece(Emitter *emitter, const IrInstr *value, int lane)
{
    int32_t stride = value->shape.stride;
    if (emit_form(emitter, value) == FORM_VECTOR)
        return emit_format(emitter, "%s[%d]", emit_piece(emitter, value), lane);
    if (emit_form(emitter, value) == FORM_LINEAR)
        return emit_format(emitter, "%s + p * %d + %d", emit_scalar(emitter, value), (int32_t)((uint32_t)emitter->lanes * (uint32_t)stride),
                           (int32_t)((uint32_t)lane * (uint32_t)stride));
    return emit_scalar(emitter, value);
}

static const char *first_of_piece(Emitter *emitter, const IrInstr *value) { return lane_of_piece(emitter, value, 0); }

static const char *and_condition(Emitter *emitter, const char *left, const char *right)
{
    return left == NULL ? right : emit_format(emitter, "%s && %s", left, right);
}

static void open_branch(Emitter *emitter, const char *format, const char *condition)
{
    emit_line(emitter, format, condition);
    emitter->indent++;
}

static void close_branch(Emitter *emitter)
{
    emitter->indent--;
    emit_line(emitter, "}");
}

/* A run of lanes that are adjacent in memory: a piece or half of one. Names of C variables. */
typedef struct Run {
    int lane, lanes; /* first, how many */
    const char *first, *row, *slice;
} Run;

static Run whole_piece(const Emitter *emitter) { return (Run){0, emitter->lanes, "first", "row_first", "slice_first"}; }
static Run low_half(const Emitter *emitter) { return (Run){0, emitter->lanes / 2, "first", "row_first", "slice_first"}; }
static Run high_half(const Emitter *emitter) { return (Run){emitter->lanes / 2, emitter->lanes / 2, "second", "row_second", "slice_second"}; }

/* The access at the run's row and slice, and what must hold further. */
static Access shift_by_row(Emitter *emitter, const Access *access, Run run, const char **inside)
{
    Access shifted = *access;
    const char *offset = "";
    if (access->row != NULL) {
        *inside = and_condition(emitter, *inside, emit_format(emitter, "%s < %s", run.row, access->row_count));
        offset = emit_format(emitter, " + (uint64_t)%s * %s", run.row, access->row_pitch);
    }
    if (access->slice != NULL) {
        *inside = and_condition(emitter, *inside, emit_format(emitter, "%s < %s", run.slice, access->slice_count));
        offset = emit_format(emitter, "%s + (uint64_t)%s * %s", offset, run.slice, access->slice_pitch);
    }
    for (int c = 0; c < access->components; c++)
        shifted.base[c] = emit_format(emitter, "%s%s", access->base[c], offset);
    return shifted;
}

static void declare_firsts(Emitter *emitter, const Access *access, Run run)
{
    const char *first = emit_format(emitter, "(%s)", lane_of_piece(emitter, access->index, run.lane));
    emit_line(emitter, "const int32_t %s = %s;", run.first, aligned(emitter, access, first));
    if (access->row != NULL)
        emit_line(emitter, "const uint32_t %s = (uint32_t)%s;", run.row, lane_of_piece(emitter, access->row, run.lane));
    if (access->slice != NULL)
        emit_line(emitter, "const uint32_t %s = (uint32_t)%s;", run.slice, lane_of_piece(emitter, access->slice, run.lane));
}

static const char *and_unmasked(Emitter *emitter, const Body *body, const char *inside)
{
    if (!store_is_masked(emitter, body))
        return inside;
    return emit_format(emitter, "%s && bitsx%d(m%d[p]) == %uu", inside, emitter->lanes, emitter->mask.id, (1u << emitter->lanes) - 1);
}

static const char *run_inside(Emitter *emitter, const Access *access, Run run)
{
    int span = access->index_scale != NULL ? run.lanes * access->element_bytes - access->element_bytes + 1 : run.lanes;
    return emit_format(emitter, "wcc_inside(%s, %d, %s)", run.first, span, access->count);
}

/* if (test && inside) { the adjacent piece } else { */
static void try_adjacent(Emitter *emitter, const Access *access, const IrInstr *const *values, const char *test)
{
    Run run = whole_piece(emitter);
    const char *inside = and_condition(emitter, test, run_inside(emitter, access, run));
    Access row = shift_by_row(emitter, access, run, &inside);
    Body body = {.access = &row, .values = values, .index = run.first, .kind = BODY_ADJACENT};
    open_branch(emitter, "if (WCC_LIKELY(%s)) {", with_guard(emitter, access, and_unmasked(emitter, &body, inside)));
    write_body(emitter, &body);
    emitter->indent--;
    open_branch(emitter, "} else%s {", "");
}

/* The same where the halves of the piece lie in different rows, as those of 8 x 8 threads do in 16 lanes. */
static void try_halves(Emitter *emitter, const Access *access, const IrInstr *const *values, const char *test)
{
    Run runs[] = {low_half(emitter), high_half(emitter)};
    Access rows[2];
    const char *inside = test;
    for (int i = 0; i < 2; i++) {
        inside = and_condition(emitter, inside, run_inside(emitter, access, runs[i]));
        rows[i] = shift_by_row(emitter, access, runs[i], &inside);
    }
    Body body = {.access = &rows[0], .values = values, .index = runs[0].first, .kind = BODY_ADJACENT, .high = &rows[1], .high_index = runs[1].first};
    open_branch(emitter, "if (WCC_LIKELY(%s)) {", with_guard(emitter, access, and_unmasked(emitter, &body, inside)));
    write_body(emitter, &body);
    emitter->indent--;
    open_branch(emitter, "} else%s {", "");
}

static void access_rows(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    Body slow = {.access = access, .values = values, .index = "first", .kind = BODY_LANES};
    emit_line(emitter, EMIT_PIECES "{", emitter->pieces);
    emitter->indent++;
    declare_firsts(emitter, access, whole_piece(emitter));
    try_adjacent(emitter, access, values, NULL);
    write_body(emitter, &slow);
    close_branch(emitter);
    close_branch(emitter);
}

static void access_halves(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    Body slow = {.access = access, .values = values, .index = "first", .kind = BODY_LANES};
    emit_line(emitter, EMIT_PIECES "{", emitter->pieces);
    emitter->indent++;
    declare_firsts(emitter, access, low_half(emitter));
    declare_firsts(emitter, access, high_half(emitter));
    try_halves(emitter, access, values, NULL);
    write_body(emitter, &slow);
    close_branch(emitter);
    close_branch(emitter);
}

static void write_column(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    const char *at = emit_format(emitter, "%s + (uint32_t)first * (uint64_t)%d + (uint64_t)row_first * %s", access->base[0],
                                 access->element_bytes, access->row_pitch);
    const char *name[4];
    for (int c = 0; c < 4 && values == NULL; c++)
        name[c] = emit_format(emitter, "(f32x%d *)&%s[p]", emitter->lanes, emit_name(emitter, access->instr, c));
    if (values == NULL)
        emit_line(emitter, "load_column_4_f32x%d(%s, %s, %s, %s, %s, %s);", emitter->lanes, at, access->row_pitch, name[0], name[1], name[2], name[3]);
    else
        emit_line(emitter, "store_column_4_f32x%d(%s, %s, %s, %s, %s, %s);", emitter->lanes, at, access->row_pitch,
                  as_f32(emitter, values[0]), as_f32(emitter, values[1]), as_f32(emitter, values[2]), as_f32(emitter, values[3]));
}

/* if (test && inside) { the column } else { */
static void try_column(Emitter *emitter, const Access *access, const IrInstr *const *values, const char *test)
{
    Body body = {.access = access, .values = values, .index = "first", .kind = BODY_ADJACENT};
    const char *inside = emit_format(emitter, "(uint32_t)first < %s && wcc_inside((int32_t)row_first, %d, %s)", access->count,
                                     emitter->lanes, access->row_count);
    inside = and_unmasked(emitter, &body, and_condition(emitter, test, inside));
    open_branch(emitter, "if (WCC_LIKELY(%s)) {", with_guard(emitter, access, inside));
    write_column(emitter, access, values);
    emitter->indent--;
    open_branch(emitter, "} else%s {", "");
}

static void access_column(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    Body slow = {.access = access, .values = values, .index = "first", .kind = BODY_LANES};
    emit_line(emitter, EMIT_PIECES "{", emitter->pieces);
    emitter->indent++;
    declare_firsts(emitter, access, whole_piece(emitter));
    try_column(emitter, access, values, NULL);
    write_body(emitter, &slow);
    close_branch(emitter);
    close_branch(emitter);
}

static void write_mixed(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    for (int c = 0; c < access->components; c++) {
        const char *at = address(emitter, access, c, "first"), *suffix = emit_suffix(access->type);
        if (values == NULL)
            emit_line(emitter, "%s[p] = permute_%sx%d(load_%sx%d(%s), from);", emit_name(emitter, access->instr, c), suffix,
                      emitter->lanes, suffix, emitter->lanes, at);
        else
            emit_line(emitter, "store_%sx%d(%s, permute_%sx%d(%s, from));", suffix, emitter->lanes, at, suffix, emitter->lanes,
                      emit_piece(emitter, values[c]));
    }
}

static void access_mixed(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    Body slow = {.access = access, .values = values, .index = "first", .kind = BODY_LANES};
    Mix mix;
    find_mix(emitter, access->index, &mix);
    const char *uniform = emit_scalar(emitter, mix.uniform);
    emit_line(emitter, EMIT_PIECES "{", emitter->pieces);
    emitter->indent++;
    emit_line(emitter, "const int32_t start = %s, first = (start %s %s) & -%d;", first_of_piece(emitter, mix.linear), mix.operator, uniform,
              emitter->lanes);
    const char *inside = emit_format(emitter, "start %% %d == 0 && %s", emitter->lanes, run_inside(emitter, access, whole_piece(emitter)));
    open_branch(emitter, "if (WCC_LIKELY(%s)) {", with_guard(emitter, access, inside));
    emit_line(emitter, "const i32x%d from = linear_i32x%d(0, 1) %s splat_i32x%d(%s);", emitter->lanes, emitter->lanes, mix.operator,
              emitter->lanes, uniform);
    write_mixed(emitter, access, values);
    emitter->indent--;
    open_branch(emitter, "} else%s {", "");
    write_body(emitter, &slow);
    close_branch(emitter);
    close_branch(emitter);
}

/* A C condition that `value` steps by `stride` in each run of `lanes` lanes of piece p; NULL where that is known, "0"
 * where it cannot be. */
static const char *steps_test(Emitter *emitter, const IrInstr *value, int lanes, int stride)
{
    if (value == NULL || (stride == 0 && is_uniform_or_none(emitter, value)))
        return NULL;
    if (value->shape.length >= lanes)
        return value->shape.stride == stride ? NULL : "0";
    return emit_format(emitter, "%ssteps_byx%d(%s, %d)", lanes < emitter->lanes ? "halves_" : "", emitter->lanes, emit_piece(emitter, value), stride);
}

/* All of them; "0" where one cannot be. */
static const char *join_tests(Emitter *emitter, const char *a, const char *b, const char *c)
{
    const char *tests[] = {a, b, c}, *all = NULL;
    for (int i = 0; i < 3; i++) {
        if (tests[i] != NULL && strcmp(tests[i], "0") == 0)
            return "0";
        if (tests[i] != NULL)
            all = and_condition(emitter, all, tests[i]);
    }
    return all;
}

/* Rows of threads fill half a piece each, so what steps by one in memory probably does so in halves. */
static bool has_short_rows(const Emitter *emitter)
{
    const IrKernel *kernel = emitter->kernel;
    uint32_t half = (uint32_t)emitter->lanes / 2;
    return emitter->lanes >= 8 && kernel->threads[0] % half == 0 && kernel->threads[0] % (2 * half) != 0 && kernel->threads[1] > 1;
}

/* Not known at compile time: min and max with a border often leave an index that steps all the same. */
static void access_tested(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    Body slow = {.access = access, .values = values, .index = "first", .kind = BODY_LANES};
    bool known_place = access->extra == NULL, adjacent = (is_packed(access) || is_planes(access)) && known_place;
    bool halves = has_short_rows(emitter);
    int lanes = halves ? emitter->lanes / 2 : emitter->lanes;
    const char *in_row = join_tests(emitter, steps_test(emitter, access->index, lanes, contiguous_stride(access)),
                                    steps_test(emitter, access->row, lanes, 0), steps_test(emitter, access->slice, lanes, 0));
    const char *in_column = join_tests(emitter, steps_test(emitter, access->index, emitter->lanes, 0), steps_test(emitter, access->row, emitter->lanes, 1), NULL);
    bool try_row = adjacent && in_row != NULL && strcmp(in_row, "0") != 0;
    bool try_down = is_quad(access) && access->row != NULL && access->slice == NULL && known_place && !halves &&
                    (in_column == NULL || strcmp(in_column, "0") != 0);
    int open = 0;
    emit_line(emitter, EMIT_PIECES "{", emitter->pieces);
    emitter->indent++;
    if (try_row || try_down)
        declare_firsts(emitter, access, whole_piece(emitter));
    if (try_row && halves) {
        declare_firsts(emitter, access, high_half(emitter));
        try_halves(emitter, access, values, in_row), open++;
    } else if (try_row) {
        try_adjacent(emitter, access, values, in_row), open++;
    }
    if (try_down)
        try_column(emitter, access, values, in_column), open++;
    write_body(emitter, &slow);
    for (; open > 0; open--)
        close_branch(emitter);
    close_branch(emitter);
}

static void access_coherent(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    write_pieces(emitter, &(Body){.access = access, .values = values, .kind = BODY_LANES});
}

/* Writes the C of an access; loads have no values. */
typedef void Writer(Emitter *emitter, const Access *access, const IrInstr *const *values);

static Writer *const WRITERS[] = {
    [ACCESS_COHERENT] = access_coherent, [ACCESS_CONTIGUOUS] = access_contiguous, [ACCESS_ROWS] = access_rows,
    [ACCESS_HALVES] = access_halves,     [ACCESS_COLUMN] = access_column,         [ACCESS_MIXED] = access_mixed,
    [ACCESS_TESTED] = access_tested,
};

void emit_load(Emitter *emitter, const Access *access)
{
    AccessKind kind = emit_access_kind(emitter, access);
    emit_flush(emitter);
    if (kind != ACCESS_BROADCAST || emit_form(emitter, access->instr) == FORM_VECTOR)
        emit_declare(emitter, access->instr);
    if (kind == ACCESS_BROADCAST)
        load_broadcast(emitter, access);
    else
        WRITERS[kind](emitter, access, NULL);
}

void emit_store(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    AccessKind kind = emit_access_kind(emitter, access);
    emit_flush(emitter);
    if (kind == ACCESS_BROADCAST)
        store_broadcast(emitter, access, values);
    else
        WRITERS[kind](emitter, access, values);
}
