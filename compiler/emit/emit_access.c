/* Loads and stores as C: a writer for each way of way.def. What each way is good for, and why one
 * was taken, is the plan's.
 *
 * Out of bounds loads give 0 and stores do nothing (D3D functional specification 7.16): a
 * contiguous access tests once per wave whether it lies inside and goes lane by lane otherwise. */
#include "emit_access.h"

static bool is_proved(const Access *access)
{
    return (access->planned->is_inside || access->planned->is_near) && access->guard == NULL;
}

/* ---- one address for the wave ---- */

const char *emit_first_inside(Emitter *emitter, const Access *access)
{
    const char *inside =
        emit_format(emitter, "(uint32_t)%s < %s", emit_first_index(emitter, access), access->count);
    if (is_proved(access))
        return NULL;
    inside = emit_with_guard(emitter, access, access->planned->is_inside ? "1" : inside);
    return access->planned->is_of_lane ? emit_format(emitter, "WCC_LIKELY(%s)", inside)
                                       : inside;
}

static void load_broadcast(Emitter *emitter, const Access *access, int c, const char *at,
                           const char *inside)
{
    const IrInstr *instr = access->instr;
    IrScalar type = emit_memory_type(access);
    const char *name = emit_name(emitter, instr, c), *index = emit_first_index(emitter, access);
    const char *outside = inside != NULL ? emit_cut_component(emitter, access, index, c) : NULL;
    bool is_or_zeros = access->planned->is_or_zeros && inside != NULL && strcmp(outside, "0") == 0;
    if (is_or_zeros)
        at = emit_format(emitter, "(%s ? %s : wcc_nothing)", inside, at);
    const char *cell = plan_is_coherent(access->planned)
                           ? emit_format(emitter, "coherent_load_%f(%s)", type, at)
                           : emit_cell(emitter, access, at);
    const char *value = emit_from_memory(emitter, access, cell, false);
    if (inside != NULL && !is_or_zeros)
        value = emit_format(emitter, "%s ? %s : %s", inside, value, outside);
    const char *everywhere = emit_splat(emitter, instr->type.scalar, value);
    if (plan_is_vector(emitter->plan, instr)) /* what other waves write: as it is for this one */
        emit_each_piece(emitter, "%s[p] = %s;", name, everywhere);
    else
        emit_line(emitter, "const %t %s = %s;", instr->type.scalar, name, value);
}

/* Every active lane writes to one place: the highest one's value stays. */
static const char *last_lane_value(Emitter *emitter, const Access *access, int c)
{
    const IrInstr *value = access->values[c];
    if (plan_is_uniform(emitter->plan, value))
        return emit_scalar(emitter, value);
    int pieces = emitter->plan->pieces; /* a power of two */
    return emit_format(emitter, "lane_%v(%s, %d, last_x%l(%m, %d))", value->type.scalar,
                       emit_pieces(emitter, value, access->planned->spread[c]), pieces,
                       access->planned->mask, pieces);
}

/* All components under one condition: C compilers make a vector of them. */
static void store_broadcast(Emitter *emitter, const Access *access, const char *index, const char *inside)
{
    IrScalar type = emit_memory_type(access);
    int count = access->planned->components;
    const char *values[16];
    for (int c = 0; c < count; c++)
        values[c] = emit_to_memory(emitter, access, last_lane_value(emitter, access, c), false);
    if (inside != NULL)
        emit_open(emitter, "if (%s) {", inside);
    for (int c = 0; c < count; c++)
        emit_line(emitter, plan_is_coherent(access->planned) ? "coherent_store_%f(%s, %s);" : "WCC_AT(%t, %s) = %s;",
                  type, emit_address(emitter, access, c, index), values[c]);
    if (inside != NULL && emit_may_be_cut(access)) {
        emit_else(emitter);
        for (int c = 0; c < count; c++)
            emit_store_cut_component(emitter, access, index, c, values[c]);
    }
    if (inside != NULL)
        emit_close(emitter);
}

void emit_load_place(Emitter *emitter, const Access *access)
{
    const char *index = emit_first_index(emitter, access);
    for (int c = 0; c < access->planned->components; c++)
        load_broadcast(emitter, access, c, emit_address(emitter, access, c, index), NULL);
}

static void access_broadcast(Emitter *emitter, const Access *access)
{
    const char *index = emit_first_index(emitter, access), *inside = emit_first_inside(emitter, access);
    if (access->values != NULL) {
        store_broadcast(emitter, access, index, inside);
        return;
    }
    for (int c = 0; c < access->planned->components; c++)
        load_broadcast(emitter, access, c, emit_address(emitter, access, c, index), inside);
}

/* ---- consecutive elements ---- */

/* Declares where the wave starts: the index of a piece's first element. As numbers of 64 bits what
 * lies between pieces is part of a load's address, where sums of 32 bits, which may wrap, are
 * computed for each. */
static const char *declare_piece_index(Emitter *emitter, const Access *access)
{
    const char *first = emit_first_index(emitter, access);
    emit_line(emitter, "const int64_t start = %s;",
              emit_near(emitter, access, first, emitter->kernel->wave_size));
    return emit_format(emitter, "start + p * %d",
                       emitter->plan->lanes * plan_contiguous_stride(access->planned));
}

static void adjacent_pieces(Emitter *emitter, const Access *access,
                            void (*write)(Emitter *, const Places *))
{
    emit_open_pieces(emitter);
    write(emitter, &(Places){access, NULL, declare_piece_index(emitter, access), NULL});
    emit_close_pieces(emitter);
}

/* How large what is streamed is, is asked once for the wave. */
static void access_adjacent(Emitter *emitter, const Access *access)
{
    bool is_streamed = access->planned->is_streamed;
    if (is_streamed) {
        emit_open(emitter, "if (r%d_streams) {", access->instr->resource->index);
        adjacent_pieces(emitter, access, emit_streamed_piece);
        emit_else(emitter);
    }
    adjacent_pieces(emitter, access, emit_adjacent_piece);
    if (is_streamed)
        emit_close(emitter);
}

/* Where a run of lanes that begins at `first` is inside. */
static const char *run_inside(Emitter *emitter, const Access *access, const char *first, int lanes)
{
    int span = (lanes - 1) * emit_index_step(access->planned) + 1 +
               emit_indices_beyond(emitter, access->planned, emitter->plan->lanes);
    const char *inside = emit_format(emitter, "wcc_inside(%s, %d, %s)", first, span, access->count);
    return emit_with_guard(emitter, access, access->planned->is_inside ? "1" : inside);
}

const char *emit_wave_inside(Emitter *emitter, const Access *access)
{
    return run_inside(emitter, access, emit_first_index(emitter, access),
                      access->planned->first_pieces * emitter->plan->lanes);
}

static const char *piece_inside(Emitter *emitter, const Access *access)
{
    int lanes = emitter->plan->lanes;
    const char *first = emit_format(emitter, "(int32_t)((uint32_t)%s + (uint32_t)p * %du)", emit_first_index(emitter, access),
                                    lanes * plan_contiguous_stride(access->planned));
    return run_inside(emitter, access, first, lanes);
}

static void masked_pieces(Emitter *emitter, const Access *access,
                          void (*write)(Emitter *, const Access *, const char *))
{
    emit_begin_cut(emitter, access);
    emit_open_pieces(emitter);
    write(emitter, access, declare_piece_index(emitter, access));
    emit_close_pieces(emitter);
    emit_end_cut(emitter, access);
}

/* Where the wave is not inside as a whole. */
static void rare_pieces(Emitter *emitter, const Access *access)
{
    emit_begin_turns(emitter, access);
    masked_pieces(emitter, access, emit_masked_piece);
    emit_end_turns(emitter, access);
}

/* Of a row that is fetched ahead there are two uses. */
static Access hold_row(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    Access held = *access;
    bool is_of_row = planned->uniform_row != NULL || planned->uniform_slice != NULL;
    if (!is_of_row || !planned->is_fetched_ahead)
        return held;
    emit_line(emitter, "char *const held%u = wcc_held(%s);", planned->instr->id, access->base[0]);
    for (int c = 0; c < planned->components; c++)
        held.base[c] = emit_format(emitter, "held%u + %d", planned->instr->id, c * planned->component_bytes);
    return held;
}

/* Where all of the wave's lanes are inside, also those that are off, the mask is enough. What is
 * interleaved asks for all lanes of a piece anyway; halves of a mask alone, as double words need
 * them, clang takes out of memory. */
static void access_masked(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    bool is_wide = planned->component_bytes > 4;
    bool is_proved = planned->is_active_inside && access->guard == NULL && !is_wide;
    if (is_proved && planned->is_walked && !planned->is_store) {
        Access held = hold_row(emitter, access);
        emit_fetch_row_ahead(emitter, &held);
        masked_pieces(emitter, &held, emit_masked_piece_inside);
        return;
    }
    if (is_proved || is_wide || !plan_is_planes(planned)) {
        masked_pieces(emitter, access, is_proved ? emit_masked_piece_inside : emit_masked_piece);
        return;
    }
    emit_open(emitter, "if (WCC_LIKELY(%s)) {", emit_wave_inside(emitter, access));
    masked_pieces(emitter, access, emit_masked_piece_inside);
    emit_else(emitter);
    rare_pieces(emitter, access);
    emit_close(emitter);
}

static void access_wave(Emitter *emitter, const Access *access)
{
    if (access->planned->is_store && access->planned->mask != 0)
        masked_pieces(emitter, access, emit_masked_piece_inside);
    else
        access_adjacent(emitter, access);
}

void emit_row(Emitter *emitter, const Access *access)
{
    Access held = hold_row(emitter, access);
    emit_fetch_row_ahead(emitter, &held);
    access_wave(emitter, &held);
}

static void access_contiguous(Emitter *emitter, const Access *access)
{
    if (is_proved(access)) {
        (access->planned->is_walked ? emit_row : access_adjacent)(emitter, access);
        return;
    }
    bool asks_pieces = access->planned->asks_pieces;
    emit_open(emitter, "if (WCC_LIKELY(%s)) {",
              asks_pieces ? piece_inside(emitter, access) : emit_wave_inside(emitter, access));
    emit_row(emitter, access);
    emit_else(emitter);
    if (access->planned->has_edge)
        emit_edge(emitter, access);
    else if (emit_may_mask_run(access))
        rare_pieces(emitter, access);
    else
        emit_rare_attempts(emitter, access);
    emit_close(emitter);
}

/* Lanes find it in memory, or where it is not there as a whole, in an array. */
void emit_row_for_lanes(Emitter *emitter, const PlanStep *step)
{
    Access access = emit_locate(emitter, step);
    const char *index = emit_first_index(emitter, &access);
    IrScalar type = step->value->type.scalar;
    emit_line(emitter, "%v lanes%d[%P];", type, step->number);
    emit_line(emitter, "const %t *spread%d = (const %t *)(%s);", type, step->number, type,
              emit_address(emitter, &access, 0, index));
    emit_open(emitter, "if (!WCC_LIKELY(%s)) {", emit_wave_inside(emitter, &access));
    emit_each_piece(emitter, "lanes%d[p] = %p;", step->number, step->value);
    emit_line(emitter, "spread%d = (const %t *)lanes%d;", step->number, type, step->number);
    emit_close(emitter);
}

/* ---- the lanes of a constant ---- */

static void access_permuted(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    int64_t room = emitter->plan->variables[access->instr->variable->index].room;
    static const char *const VECTORS[] = {[1] = "one", [2] = "two", [4] = "four"};
    const char *vectors = VECTORS[room / emitter->plan->lanes];
    emit_open_pieces(emitter);
    emit_line(emitter, "const i32x%l index = %p;", planned->index);
    if (!planned->is_active_inside)
        emit_line(emitter,
                  "const i32x%l inside = (u32x%l)index < (u32x%l)splat_i32x%l((int32_t)%D);", room);
    for (int c = 0; c < planned->components; c++)
        emit_line(emitter, "%s[p] = (%v)(%slook_up_%s_i32x%l(%s, index));",
                  emit_name(emitter, access->instr, c), planned->type,
                  planned->is_active_inside ? "" : "inside & ", vectors, access->base[c]);
    emit_close_pieces(emitter);
}

/* ---- values kept over barriers ---- */

static void load_kept(Emitter *emitter, const Access *access)
{
    const IrInstr *instr = access->instr;
    for (int c = 0; c < access->planned->components; c++) {
        const char *cell = emit_variable_base(emitter, instr->variable, instr->component + c);
        const char *name = emit_name(emitter, instr, c);
        if (!emitter->plan->variables[instr->variable->index].is_vector) {
            emit_line(emitter, "const %t %s = %s;", instr->type.scalar, name, cell);
            continue;
        }
        if (!emit_is_declared(emitter, instr))
            emit_line(emitter, "%v %s[%P];", instr->type.scalar, name);
        emit_each_piece(emitter, "%s[p] = %s[p];", name, cell);
    }
}

static void store_kept(Emitter *emitter, const Access *access)
{
    const IrVariable *variable = access->instr->variable;
    for (int c = 0; c < access->planned->components; c++) {
        const char *cell = emit_variable_base(emitter, variable, access->instr->component + c);
        if (!emitter->plan->variables[variable->index].is_vector)
            emit_line(emitter, "%s = %n;", cell, access->values[c]);
        else if (access->is_in_order)
            emit_each_piece(emitter, "%s[p] = (%v)%s;", cell, variable->type.scalar,
                            emit_in_order(emitter, access->values, access->planned->components, c));
        else if (access->planned->mask == 0)
            emit_each_piece(emitter, "%s[p] = %p;", cell, access->values[c]);
        else
            emit_each_piece(emitter, "%s[p] = select_%v(%k, %p, %s[p]);", cell,
                            variable->type.scalar, access->planned->mask, access->values[c], cell);
    }
}

static void access_kept(Emitter *emitter, const Access *access)
{
    (access->values != NULL ? store_kept : load_kept)(emitter, access);
}

/* ---- private arrays that vary: [element][lane], a uniform index is a vector a piece ---- */

static void load_private_row(Emitter *emitter, const Access *access, const char *base, int c)
{
    const IrInstr *index = access->planned->index;
    emit_line(emitter, "%s[p] = (uint32_t)%n < %s ? %s[(uint32_t)%n][p] : (%v){0};",
              emit_name(emitter, access->instr, c), index, access->count, base, index,
              access->instr->type.scalar);
}

static void store_private_row(Emitter *emitter, const Access *access, const char *base, int c)
{
    const char *cell = emit_format(emitter, "%s[(uint32_t)%n][p]", base, access->planned->index);
    if (access->planned->mask == 0)
        emit_line(emitter, "%s = %p;", cell, access->values[c]);
    else
        emit_line(emitter, "%s = select_%v(%k, %p, %s);", cell, access->planned->type,
                  access->planned->mask, access->values[c], cell);
}

static void gather_private(Emitter *emitter, const Access *access, const char *base, int c)
{
    emit_line(emitter, "%s[p] = gather_%v(%s, offset, inside);",
              emit_name(emitter, access->instr, c), access->instr->type.scalar, base);
}

static void scatter_private(Emitter *emitter, const Access *access, const char *base, int c)
{
    emit_line(emitter, "scatter_%v(%s, offset, %p, inside & %k);", access->planned->type, base,
              access->values[c], access->planned->mask);
}

/* In C, halves are floats and bools words. */
static int bytes_in_c(IrScalar type)
{
    return type == IR_I16 ? 2 : op_scalar_bits(type) == 64 ? 8 : 4;
}

static void locate_private(Emitter *emitter, const Access *access)
{
    emit_line(emitter, "const i32x%l index = %p;", access->planned->index);
    emit_line(emitter, "const i32x%l inside = (u32x%l)index < (u32x%l)splat_i32x%l(%s);",
              access->count);
    emit_line(emitter,
              "const i32x%l offset = (index * splat_i32x%l(%d) + linear_i32x%l(p * %l, 1)) * "
              "splat_i32x%l(%d);",
              emitter->kernel->wave_size, bytes_in_c(access->planned->type));
}

static void access_private(Emitter *emitter, const Access *access)
{
    static void (*const WRITERS[2][2])(Emitter *, const Access *, const char *,
                                       int) = {{gather_private, scatter_private},
                                               {load_private_row, store_private_row}};
    bool is_row = access->planned->way == WAY_private_row, is_store = access->values != NULL;
    const IrInstr *instr = access->instr;
    if (is_row && is_store)
        emit_line(emitter, "if ((uint32_t)%n < %s)", access->planned->index, access->count);
    emit_open_pieces(emitter);
    if (!is_row)
        locate_private(emitter, access);
    for (int c = 0; c < access->planned->components; c++)
        WRITERS[is_row][is_store](
            emitter, access, emit_variable_base(emitter, instr->variable, instr->component + c), c);
    emit_close_pieces(emitter);
}

/* ---- the table ---- */

static void (*const WRITERS[PLAN_WAY_COUNT])(Emitter *, const Access *) = {
    [WAY_kept] = access_kept,
    [WAY_private_row] = access_private,
    [WAY_private_lanes] = access_private,
    [WAY_broadcast] = access_broadcast,
    [WAY_masked] = access_masked,
    [WAY_contiguous] = access_contiguous,
    [WAY_pieces] = emit_same_in_pieces,
    [WAY_permuted] = access_permuted,
    [WAY_half_pieces] = emit_same_in_pieces,
    [WAY_piece_words] = emit_last_of_pieces,
    [WAY_half_words] = emit_last_of_pieces,
    [WAY_two_places] = emit_two_places,
    [WAY_crowded] = emit_crowded,
    [WAY_straight] = emit_access_straight,
    [WAY_straight_strided] = emit_access_straight_steps,
    [WAY_straight_stepped] = emit_access_straight_steps,
    [WAY_same] = emit_access_same,
    [WAY_counted] = emit_counted,
};

/* Scalars are declared where they are defined. */
static bool is_declared_first(const Emitter *emitter, const PlanAccess *planned)
{
    bool is_defined = planned->way == WAY_kept || (planned->way == WAY_broadcast &&
                                                   !plan_is_vector(emitter->plan, planned->instr));
    return !planned->is_store && !is_defined && !planned->is_together &&
           !emit_is_declared(emitter, planned->instr);
}

/* Nobody reads what pieces without an active lane have, but C wants it to be something. */
static void clear_last_pieces(Emitter *emitter, const PlanAccess *planned)
{
    for (int c = 0; c < planned->components; c++)
        emit_line(emitter, "for (int p = %d; p < %P; p++) %s[p] = (%v){0};", planned->first_pieces,
                  emit_name(emitter, planned->instr, c), planned->instr->type.scalar);
}

void emit_begin_first_pieces(Emitter *emitter, const PlanAccess *planned)
{
    if (planned->first_pieces == emitter->plan->pieces)
        return;
    if (!planned->is_store && plan_is_vector(emitter->plan, planned->instr))
        clear_last_pieces(emitter, planned);
    emitter->first_pieces = planned->first_pieces;
}

void emit_end_first_pieces(Emitter *emitter) { emitter->first_pieces = 0; }

void emit_access(Emitter *emitter, const PlanStep *step)
{
    Access access = emit_locate(emitter, step);
    if (is_declared_first(emitter, step->access))
        emit_declare(emitter, step->instr);
    emit_begin_first_pieces(emitter, step->access);
    (WRITERS[step->access->way] != NULL ? WRITERS[step->access->way] : emit_attempts)(emitter,
                                                                                      &access);
    emit_end_first_pieces(emitter);
}
