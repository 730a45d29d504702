/* Loads and stores as C: which way the shape of an index allows, and the two that need no look at pieces, one
 * address for the wave and consecutive elements. emit_rows.c has the others, emit_piece.c what they share.
 *
 * Out of bounds loads give 0 and stores do nothing (D3D functional specification 7.16): a contiguous
 * access tests once per wave whether it lies inside and goes lane by lane otherwise. */
#include "emit_access.h"

/* ---- choosing ---- */

static bool is_32_bit(const Access *access) { return access->component_bytes == 4; }

/* Elements whose components lie side by side, in one of the sizes that wcc_lanes.h takes apart. */
bool emit_is_packed(const Access *access)
{
    bool whole = access->element_bytes == access->component_bytes * access->components;
    bool known = access->components == 1 || ((access->components == 2 || access->components == 4) && is_32_bit(access));
    return whole && known;
}

bool emit_is_planes(const Access *access) { return access->element_bytes == access->component_bytes; }

bool emit_is_quad(const Access *access)
{
    return access->components == 4 && is_32_bit(access) && !emit_is_planes(access);
}

int emit_contiguous_stride(const Access *access) { return access->index_scale != NULL ? access->element_bytes : 1; }

bool emit_is_uniform_or_none(const Emitter *emitter, const IrInstr *value)
{
    return value == NULL || emit_form(emitter, value) == FORM_SCALAR || emit_form(emitter, value) == FORM_CONST;
}

/* In rows of at least `length` lanes; stride 0: or in all. */
static bool steps_in_rows(const Emitter *emitter, const IrInstr *value, int length, int stride)
{
    return (stride == 0 && emit_is_uniform_or_none(emitter, value)) || (value->shape.length >= length && value->shape.stride == stride);
}

/* Element after element in each row of `length` lanes. */
static bool is_in_rows(const Emitter *emitter, const Access *access, int length)
{
    return (emit_is_packed(access) || emit_is_planes(access)) && access->extra == NULL &&
           steps_in_rows(emitter, access->index, length, emit_contiguous_stride(access)) &&
           steps_in_rows(emitter, access->row, length, 0) && steps_in_rows(emitter, access->slice, length, 0);
}
bool emit_find_mix(const Emitter *emitter, const IrInstr *index, Mix *mix)
{
    static const char *const OPERATORS[IR_OP_COUNT] = {[IR_iand] = "&", [IR_ior] = "|", [IR_ixor] = "^"};
    if (OPERATORS[index->op] == NULL || index->type.scalar != IR_I32)
        return false;
    int uniform = emit_is_uniform_or_none(emitter, index->operands[0]) ? 0 : 1;
    *mix = (Mix){index->operands[1 - uniform], index->operands[uniform], OPERATORS[index->op]};
    return emit_is_uniform_or_none(emitter, mix->uniform) && mix->linear->shape.length >= emitter->lanes && mix->linear->shape.stride == 1;
}

/* Stores: no two lanes to one place, and in one order. */
static bool is_mixed(const Emitter *emitter, const Access *access)
{
    Mix mix;
    bool is_load = !ir_is(access->instr, OP_WRITES);
    return emit_is_planes(access) && is_32_bit(access) && access->index_scale == NULL && emit_find_mix(emitter, access->index, &mix) &&
           (is_load || (access->index->op == IR_ixor && emitter->mask.id == 0));
}

bool emit_is_coherent(const Access *access) { return access->instr->resource != NULL && access->instr->resource->is_coherent; }

AccessKind emit_access_kind(const Emitter *emitter, const Access *access)
{
    bool adjacent = emit_is_packed(access) || emit_is_planes(access);
    bool whole_wave = access->row == NULL && access->slice == NULL && access->extra == NULL;
    Form form = emit_form(emitter, access->index);
    if (whole_wave && (form == FORM_CONST || form == FORM_SCALAR))
        return ACCESS_BROADCAST;
    if (emit_is_coherent(access))
        return ACCESS_COHERENT;
    if (whole_wave && adjacent && form == FORM_LINEAR && access->index->shape.stride == emit_contiguous_stride(access))
        return ACCESS_CONTIGUOUS;
    if (is_in_rows(emitter, access, emitter->lanes))
        return ACCESS_ROWS;
    if (emitter->lanes >= 8 && is_in_rows(emitter, access, emitter->lanes / 2))
        return ACCESS_HALVES;
    if (emit_is_quad(access) && access->extra == NULL && access->slice == NULL && access->row != NULL &&
        emit_is_uniform_or_none(emitter, access->index) && access->row->shape.length >= emitter->lanes && access->row->shape.stride == 1)
        return ACCESS_COLUMN;
    return whole_wave && is_mixed(emitter, access) ? ACCESS_MIXED : ACCESS_TESTED;
}

/* ---- one address for the wave ---- */

static const char *scalar_inside(Emitter *emitter, const Access *access)
{
    const char *index = emit_scalar_index(emitter, access);
    const char *inside = emit_format(emitter, "(uint32_t)%s < %s", index, access->count);
    return access->inside && access->guard == NULL ? NULL : emit_with_guard(emitter, access, access->inside ? "1" : inside);
}

static void load_broadcast(Emitter *emitter, const Access *access)
{
    const char *index = emit_scalar_index(emitter, access), *inside = scalar_inside(emitter, access);
    for (int c = 0; c < access->components; c++) {
        const char *at = emit_address(emitter, access, c, index);
        const char *cell = emit_is_coherent(access) ? emit_format(emitter, "coherent_load_%s(%s)", emit_memory_suffix(access), at)
                                               : emit_format(emitter, "WCC_AT(%s, %s)", emit_memory_ctype(access), at);
        const char *value = emit_from_memory(emitter, access, cell, false), *name = emit_name(emitter, access->instr, c);
        bool vector = emit_form(emitter, access->instr) == FORM_VECTOR;
        if (inside != NULL)
            value = emit_format(emitter, "%s ? %s : 0", inside, value);
        if (vector) /* a value that differs between lanes of memory that other waves write: as it is for this wave */
            emit_each_piece(emitter, "%s[p] = splat_%sx%d(%s);", name, emit_suffix(access->instr->type.scalar), emitter->lanes, value);
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
    const char *index = emit_scalar_index(emitter, access), *inside = scalar_inside(emitter, access);
    for (int c = 0; c < access->components; c++) {
        const char *value = emit_to_memory(emitter, access, last_lane_value(emitter, values[c]), false), *at = emit_address(emitter, access, c, index);
        const char *store = emit_is_coherent(access) ? emit_format(emitter, "coherent_store_%s(%s, %s)", emit_memory_suffix(access), at, value)
                                                : emit_format(emitter, "WCC_AT(%s, %s) = %s", emit_memory_ctype(access), at, value);
        emit_line(emitter, "%s%s%s%s;", inside ? "if (" : "", inside ? inside : "", inside ? ") " : "", store);
    }
}

/* ---- consecutive elements ---- */

static void access_contiguous(Emitter *emitter, const Access *access, const IrInstr *const *values)
{
    const char *first = emit_scalar_index(emitter, access);
    int step = emitter->lanes * emit_contiguous_stride(access);
    int span = access->index_scale != NULL ? emitter->kernel->wave_size * access->element_bytes - access->element_bytes + 1 : emitter->kernel->wave_size;
    Body fast = {.access = access, .values = values, .index = emit_format(emitter, "%s + p * %d", first, step), .kind = BODY_ADJACENT};
    Body slow = {.access = access, .values = values, .index = fast.index, .kind = BODY_LANES};
    if (emit_store_is_masked(emitter, &fast)) {
        Body masked = {.access = access, .values = values, .index = fast.index, .kind = BODY_MASKED};
        emit_body_in_pieces(emitter, &masked);
        return;
    }
    if (access->inside && access->guard == NULL) {
        emit_body_in_pieces(emitter, &fast);
        return;
    }
    const char *inside = emit_format(emitter, "wcc_inside(%s, %d, %s)", first, span, access->count);
    emit_line(emitter, "if (WCC_LIKELY(%s)) {", emit_with_guard(emitter, access, access->inside ? "1" : inside));
    emitter->indent++;
    if (values == NULL)
        emit_fetch_ahead(emitter, access, emit_address(emitter, access, 0, first), emitter->kernel->wave_size * access->element_bytes);
    emit_body_in_pieces(emitter, &fast);
    emitter->indent--;
    emit_line(emitter, "} else {");
    emitter->indent++;
    emit_body_in_pieces(emitter, &slow);
    emitter->indent--;
    emit_line(emitter, "}");
}

/* ---- the table ---- */

static AccessWriter *const WRITERS[] = {
    [ACCESS_COHERENT] = emit_access_coherent, [ACCESS_CONTIGUOUS] = access_contiguous, [ACCESS_ROWS] = emit_access_rows,
    [ACCESS_HALVES] = emit_access_halves,     [ACCESS_COLUMN] = emit_access_column,         [ACCESS_MIXED] = emit_access_mixed,
    [ACCESS_TESTED] = emit_access_tested,
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
