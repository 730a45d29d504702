/* The work on one piece of an access: its loads or stores where its elements lie side by side, and
 * lane by lane where they do not. */
#include "emit_access.h"

/* ---- what memory holds ---- */

IrScalar emit_memory_type(const Access *access)
{
    return access->planned->type == IR_F16 ? IR_I16 : access->planned->type;
}

const char *emit_loaded_vector(Emitter *emitter, const Access *access)
{
    int part = access->planned->part;
    return part != 0 ? emit_format(emitter, "%s%dx%l", access->planned->is_signed ? "s" : "u", 8 * part)
                     : emit_format(emitter, "%v", emit_memory_type(access));
}

const char *emit_cell(Emitter *emitter, const Access *access, const char *at)
{
    int part = access->planned->part;
    const char *sign = access->planned->is_signed ? "" : "u";
    return part != 0 ? emit_format(emitter, "WCC_AT(const %sint%d_t, %s)", sign, 8 * part, at)
                     : emit_format(emitter, "WCC_AT(%t, %s)", emit_memory_type(access), at);
}

/* An i1 lies in memory as in pieces: all ones where it is true. */
const char *emit_from_memory(Emitter *emitter, const Access *access, const char *text, bool vector)
{
    if (access->planned->type == IR_I1 && !vector)
        return emit_format(emitter, "(%s != 0)", text);
    if (access->planned->type != IR_F16)
        return text;
    return emit_format(emitter, vector ? "f32_of_halfx%l(%s)" : "f32_of_half(%s)", text);
}

const char *emit_to_memory(Emitter *emitter, const Access *access, const char *text, bool vector)
{
    if (access->planned->type == IR_I1 && !vector)
        return emit_format(emitter, "-(%s != 0)", text);
    if (access->planned->type != IR_F16)
        return text;
    return emit_format(emitter, vector ? "half_bits_f32x%l(%s)" : "half_bits_f32(%s)", text);
}

const char *emit_piece_to_memory(Emitter *emitter, const Access *access, int c)
{
    return emit_to_memory(emitter, access, emit_piece(emitter, access->values[c]), true);
}

/* ---- side by side ---- */

const char *emit_places(Emitter *emitter, const Places *places, int c)
{
    const char *at = emit_address(emitter, places->access, c, places->index);
    return places->high == NULL
               ? at
               : emit_format(emitter, "%s, %s", at,
                             emit_address(emitter, places->high, c, places->high_index));
}

const char *emit_halves_of(const Places *places) { return places->high == NULL ? "" : "halves_"; }

const char *emit_masking_word(const PlanAccess *planned)
{
    return planned->masking == MASKING_OVER ? "over" : "masked";
}

/* "store_masked_halves_" and so on, before the type; of a vector that lies in scratch memory, or in
 * the resource, as a whole, or of one that may not. */
static const char *masked_store(Emitter *emitter, const Places *places, bool is_whole)
{
    const PlanAccess *planned = places->access->planned;
    if (planned->masking == MASKING_SKIPPED && places->high == NULL)
        return "store_some_";
    return emit_format(emitter, "store_%s_%s", is_whole ? emit_masking_word(planned) : "masked",
                       emit_halves_of(places));
}

static void load_component(Emitter *emitter, const Places *places, int c)
{
    const char *value = emit_format(emitter, "load_%s%s(%s)", emit_halves_of(places),
                                    emit_loaded_vector(emitter, places->access),
                                    emit_places(emitter, places, c));
    emit_line(emitter, "%s[p] = %s;", emit_name(emitter, places->access->instr, c),
              emit_from_memory(emitter, places->access, value, true));
}

static void store_component(Emitter *emitter, const Places *places, int c)
{
    int mask = places->access->planned->mask;
    if (mask != 0)
        emit_line(emitter, "%s%v(%s, %s, %k);", masked_store(emitter, places, true),
                  emit_memory_type(places->access), emit_places(emitter, places, c),
                  emit_piece_to_memory(emitter, places->access, c), mask);
    else
        emit_line(emitter, "store_%s%v(%s, %s);", emit_halves_of(places),
                  emit_memory_type(places->access), emit_places(emitter, places, c),
                  emit_piece_to_memory(emitter, places->access, c));
}

void emit_adjacent_piece(Emitter *emitter, const Places *places)
{
    const PlanAccess *planned = places->access->planned;
    if (plan_is_packed(planned))
        emit_adjacent_elements(emitter, places);
    else
        for (int c = 0; c < planned->components; c++)
            (planned->is_store ? store_component : load_component)(emitter, places, c);
}

void emit_streamed_piece(Emitter *emitter, const Places *places)
{
    emit_line(emitter, "store_streamed_%v(%s, %p);", places->access->planned->type,
              emit_places(emitter, places, 0), places->access->values[0]);
}

/* ---- lane by lane ---- */

bool emit_goes_by_known_runs(const PlanAccess *planned)
{
    return planned->way == WAY_contiguous ||
           (planned->way >= WAY_rows && planned->way <= WAY_stepped_halves);
}

bool emit_lanes_are_rare(const PlanAccess *planned)
{
    return emit_goes_by_known_runs(planned) || plan_is_straight(planned);
}

/* Which gathers and scatters: those of memory that other groups write, or those where a better way
 * mostly goes. */
static const char *kind_of_lanes(const Access *access)
{
    return plan_is_coherent(access->planned)        ? "coherent_"
           : emit_lanes_are_rare(access->planned) ? "rare_"
                                                    : "";
}

/* "base, offset": of a part of a word, from where words begin. */
static const char *gathered_from(Emitter *emitter, const Access *access, int c)
{
    int above = access->planned->part != 0 ? (int)access->planned->offset & 3 : 0;
    return above == 0 ? emit_format(emitter, "%s, offset", access->base[c])
                      : emit_format(emitter, "%s - %d, offset + splat_i32x%l(%d)", access->base[c], above, above);
}

/* All lanes at once where none can be outside: by loads, on machines that these take less time. */
static void gather_component(Emitter *emitter, const Access *access, int c)
{
    const PlanAccess *planned = access->planned;
    const char *lanes = emit_format(emitter, "%sgather_%s(%s, ", kind_of_lanes(access),
                                    emit_loaded_vector(emitter, access), gathered_from(emitter, access, c)),
               *value = emit_format(emitter, "%sinside)", lanes);
    if (planned->greatest >= 0 && !planned->is_inside && access->guard == NULL && !emit_lanes_are_rare(planned))
        value = emit_format(emitter, "(WCC_LIKELY(%D < %s) ? %ssplat_i32x%l(-1)) : %s)", planned->greatest, access->count,
                            lanes, value);
    emit_line(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, c),
              emit_from_memory(emitter, access, value, true));
}

/* Where no lane is off, words are stored in line. */
static void scatter_component(Emitter *emitter, const Access *access, int c)
{
    const char *kind = kind_of_lanes(access);
    IrScalar type = emit_memory_type(access);
    bool are_all = *kind == '\0' && access->planned->mask == 0 && (type == IR_I32 || type == IR_F32);
    emit_line(emitter, "%sscatter_%s%v(%s, offset, %s, inside);", kind, are_all ? "all_" : "", type, access->base[c],
              emit_piece_to_memory(emitter, access, c));
}

/* `inside` and `offset` are declared. */
static void access_lanes(Emitter *emitter, const Access *access)
{
    bool is_store = access->planned->is_store;
    if (plan_goes_by_elements(access->planned))
        emit_elements_by_lanes(emitter, access);
    else
        for (int c = 0; c < access->planned->components; c++)
            (is_store ? scatter_component : gather_component)(emitter, access, c);
    if (access->is_in_order && !is_store && access->planned->component_bytes != 4) /* words are so already */
        emit_put_in_order(emitter, access);
    emit_note_cut(emitter, access);
}

void emit_lanes_of_piece(Emitter *emitter, const Access *access)
{
    if (emit_leave_piece(emitter, access))
        return;
    emit_locate_lanes(emitter, access);
    access_lanes(emitter, access);
}

static void load_masked_component(Emitter *emitter, const Places *places, int c)
{
    const char *value = emit_format(emitter, "load_masked_%s%s(%s, inside)", emit_halves_of(places),
                                    emit_loaded_vector(emitter, places->access),
                                    emit_places(emitter, places, c));
    emit_line(emitter, "%s[p] = %s;", emit_name(emitter, places->access->instr, c),
              emit_from_memory(emitter, places->access, value, true));
}

static void store_masked_component(Emitter *emitter, const Places *places, int c, bool is_whole)
{
    emit_line(emitter, "%s%v(%s, %s, inside);", masked_store(emitter, places, is_whole),
              emit_memory_type(places->access), emit_places(emitter, places, c),
              emit_piece_to_memory(emitter, places->access, c));
}

/* Lanes of the piece at hand that are on, by powers of two. */
static void store_end(Emitter *emitter, const Places *places, int c, const PlanEnd *end)
{
    const char *at = emit_places(emitter, places, c), *piece = emit_piece_to_memory(emitter, places->access, c);
    for (int words, from = end->first, left = end->count; left > 0; from += words, left -= words) {
        int lanes[PLAN_MOST_LANES];
        for (words = 1; 2 * words <= left;)
            words *= 2;
        for (int i = 0; i < words; i++)
            lanes[i] = from + i;
        emit_store_side_by_side(emitter, emit_format(emitter, "%s + %d", at, 4 * from), piece, piece, lanes, words);
    }
}

/* By which lanes are known to be on. */
static void store_known_component(Emitter *emitter, const Places *places, int c)
{
    const PlanAccess *planned = places->access->planned;
    emit_open(emitter, "if (%uu >> p & 1) {", planned->whole_pieces);
    emit_line(emitter, "store_%v(%s, %s);", emit_memory_type(places->access), emit_places(emitter, places, c),
              emit_piece_to_memory(emitter, places->access, c));
    for (int i = 0; i < planned->end_count; i++) {
        emit_close_with(emitter, emit_format(emitter, "} else if (p == %d) {", planned->ends[i].piece));
        emitter->indent++;
        store_end(emitter, places, c, &planned->ends[i]);
    }
    emit_else(emitter);
    store_masked_component(emitter, places, c, true);
    emit_close(emitter);
}

/* `inside` is declared. */
static void access_masked_planes(Emitter *emitter, const Places *places, bool is_whole)
{
    const PlanAccess *planned = places->access->planned;
    for (int c = 0; c < planned->components; c++)
        if (planned->is_store && is_whole && (planned->whole_pieces != 0 || planned->end_count > 0))
            store_known_component(emitter, places, c);
        else if (planned->is_store)
            store_masked_component(emitter, places, c, is_whole);
        else
            load_masked_component(emitter, places, c);
}

bool emit_may_mask_run(const Access *access)
{
    return plan_is_planes(access->planned) && !plan_is_coherent(access->planned);
}

void emit_masked_run(Emitter *emitter, const Places *places)
{
    emit_locate_lanes(emitter, places->access);
    access_masked_planes(emitter, places, false);
    emit_note_cut(emitter, places->access);
}

/* What is interleaved: by lanes where not all are on. */
static void store_masked_elements(Emitter *emitter, const Access *access, const char *index,
                                  void (*by_lanes)(Emitter *, const Access *))
{
    emit_open(emitter, "if (WCC_LIKELY(bitsx%l(inside) == %uu)) {",
              (1u << emitter->plan->lanes) - 1);
    emit_adjacent_piece(emitter, &(Places){access, NULL, index, NULL});
    emit_else(emitter);
    by_lanes(emitter, access);
    emit_close(emitter);
}

/* Planes go by machine masks. */
void emit_masked_piece(Emitter *emitter, const Access *access, const char *index)
{
    if (plan_is_planes(access->planned)) {
        emit_masked_run(emitter, &(Places){access, NULL, index, NULL});
        return;
    }
    emit_locate_lanes(emitter, access);
    store_masked_elements(emitter, access, index, access_lanes);
}

void emit_masked_piece_inside(Emitter *emitter, const Access *access, const char *index)
{
    emit_line(emitter, "const i32x%l inside = %k;", access->planned->mask);
    if (plan_is_planes(access->planned)) {
        access_masked_planes(emitter, &(Places){access, NULL, index, NULL}, true);
        return;
    }
    store_masked_elements(emitter, access, index, emit_lanes_of_piece);
}
