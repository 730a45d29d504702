/* Elements of several components side by side: pieces of them are taken apart and put together by
 * shuffles, two to four words a lane at once. */
#include "emit_access.h"

/* ---- words ---- */

static const char *as_f32(Emitter *emitter, const IrInstr *value)
{
    return emit_format(emitter, op_scalar_is_float(value->type.scalar) ? "%p" : "(f32x%l)%p",
                       value);
}

static bool wants(const PlanAccess *planned, int c) { return c >= 0 && c < planned->components; }

/* ", x, y": pieces of words of the element, from component `first` on, to load to or to store; that
 * one may come before those that a load wants. */
static const char *word_list(Emitter *emitter, const Access *access, int first, int words)
{
    const char *list = "";
    for (int c = first; c < first + words; c++) {
        const char *word =
            !wants(access->planned, c) ? "&unwanted"
            : access->values != NULL   ? as_f32(emitter, access->values[c])
                                       : emit_format(emitter, "(f32x%l *)&%s[p]",
                                                     emit_name(emitter, access->instr, c));
        list = emit_format(emitter, "%s, %s", list, word);
    }
    return list;
}

const char *emit_component_list(Emitter *emitter, const Access *access)
{
    return word_list(emitter, access, 0, access->planned->components);
}

static void declare_unwanted(Emitter *emitter, const PlanAccess *planned, int first, int words)
{
    if (!wants(planned, first) || !wants(planned, first + words - 1))
        emit_line(emitter, "f32x%l unwanted;");
}

/* The access to the element's word `first`, which may come before its first component. */
static Access from_word(Emitter *emitter, const Access *access, int first)
{
    Access from = *access;
    if (first != 0)
        from.base[0] = emit_format(emitter, "%s + %d", access->base[0], 4 * first);
    return from;
}

/* ---- in the order of memory ---- */

/* Where vector `part` lies, or its halves: in the lower half of a piece's lanes, the upper one, or in both. */
static const char *place_in_order(Emitter *emitter, const Places *places, int part)
{
    const PlanAccess *planned = places->access->planned;
    int count = planned->components, bytes = planned->component_bytes * emitter->plan->lanes;
    int half = count * bytes / 2, at = part * bytes;
    const char *low = emit_address(emitter, places->access, 0, places->index);
    if (places->high == NULL || at + bytes <= half)
        return emit_format(emitter, "%s + %d", low, at);
    const char *high = emit_address(emitter, places->high, 0, places->high_index);
    return at >= half ? emit_format(emitter, "%s + %d", high, at - half)
                      : emit_format(emitter, "%s + %d, %s", low, at, high);
}

static bool is_in_halves(const Emitter *emitter, const Places *places, int part)
{
    const PlanAccess *planned = places->access->planned;
    int count = planned->components, bytes = planned->component_bytes * emitter->plan->lanes;
    return places->high != NULL && part * bytes < count * bytes / 2 && (part + 1) * bytes > count * bytes / 2;
}

static void adjacent_in_order(Emitter *emitter, const Places *places)
{
    const Access *access = places->access;
    int count = access->planned->components;
    for (int i = 0; i < count; i++) {
        const char *at = place_in_order(emitter, places, i);
        const char *halves = is_in_halves(emitter, places, i) ? "halves_" : "";
        IrScalar type = emit_memory_type(access);
        if (access->values != NULL)
            emit_line(emitter, "store_%s%v(%s, %s);", halves, type, at,
                      emit_to_memory(emitter, access, emit_in_order(emitter, access->values, count, i), true));
        else
            emit_line(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, i),
                      emit_from_memory(emitter, access, emit_format(emitter, "load_%s%v(%s)", halves, type, at), true));
    }
}

void emit_put_in_order(Emitter *emitter, const Access *access)
{
    const char *list = "";
    int count = access->planned->components;
    bool is_wide = plan_is_wide(access->planned) || access->planned->type == IR_I16;
    for (int i = 0; i < count; i++)
        list = emit_format(emitter, is_wide ? "%s%s&%s[p]" : "%s%s(f32x%l *)&%s[p]", list, i > 0 ? ", " : "",
                           emit_name(emitter, access->instr, i));
    if (is_wide)
        emit_line(emitter, "wide_put_%d_%v(%s);", count, access->instr->type.scalar, list);
    else
        emit_line(emitter, "in_order_put_%d_f32x%l(%s);", count, list);
}

/* ---- words apart ---- */

static void adjacent_words(Emitter *emitter, const Places *places)
{
    const PlanAccess *planned = places->access->planned;
    int words = plan_packed_words(planned);
    int first = words != planned->components ? -(int)planned->offset / 4 : 0;
    Access low = from_word(emitter, places->access, first);
    Access high = from_word(emitter, places->high != NULL ? places->high : &low, first);
    Places whole = {&low, places->high != NULL ? &high : NULL, places->index, places->high_index};
    declare_unwanted(emitter, planned, first, words);
    emit_line(emitter, "%s_%d_%sf32x%l(%s%s);", planned->is_store ? "store" : "load", words,
              emit_halves_of(places), emit_places(emitter, &whole, 0),
              word_list(emitter, places->access, first, words));
}

/* What one instruction a lane takes: four words, of which some may be unwanted or taken already, or
 * what is left; or all sixteen of a line. */
typedef struct Chunk {
    int first, words;
} Chunk;

enum { LINE_WORDS = 16 }; /* of the cache */

static Chunk chunk_at(const PlanAccess *planned, int c)
{
    int rest = planned->components - c, before = plan_words_before_window(planned);
    if (planned->components == LINE_WORDS)
        return (Chunk){0, LINE_WORDS};
    if (rest >= 4)
        return (Chunk){c, 4};
    if (planned->is_store)
        return (Chunk){c, rest};
    if (planned->components > 4)
        return (Chunk){planned->components - 4, 4};
    return before >= 0 ? (Chunk){-before, 4} : (Chunk){c, rest};
}

/* "scatter_4" of four words, "scatter" of one, "line_scatter" of sixteen. */
static const char *chunk_call(Emitter *emitter, const char *what, Chunk chunk)
{
    return chunk.words == LINE_WORDS ? emit_format(emitter, "line_%s", what)
           : chunk.words == 1        ? what
                                     : emit_format(emitter, "%s_%d", what, chunk.words);
}

/* Lanes that are outside read the base: it must be readable, which no place in an empty buffer's
 * element is. */
static void gather_chunk(Emitter *emitter, const Access *access, Chunk chunk)
{
    const char *is_there =
        emit_with_guard(emitter, access, emit_format(emitter, "%s > 0", access->count));
    Access from = from_word(emitter, access, chunk.first);
    emit_open(emitter, "{");
    declare_unwanted(emitter, access->planned, chunk.first, chunk.words);
    emit_line(emitter, "%s_f32x%l(%s ? %s : wcc_nothing, offset & inside%s);", chunk_call(emitter, "gather", chunk),
              is_there, from.base[0], word_list(emitter, access, chunk.first, chunk.words));
    emit_close(emitter);
}

/* Rows of memory one behind the other, those of lanes that are outside 0. */
static void gather_in_order(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    int count = planned->components;
    const char *is_there =
        emit_with_guard(emitter, access, emit_format(emitter, "%s > 0", access->count));
    emit_line(emitter, "in_order_gather_%d_f32x%l(%s ? %s : wcc_nothing, offset & inside%s);", count, is_there,
              access->base[0], emit_component_list(emitter, access));
    for (int i = 0; i < count; i++)
        emit_line(emitter, "%s[p] = (%v)((i32x%l)%s[p] & (i32x%l)in_order_repeat_%d_f32x%l((f32x%l)inside, %d));",
                  emit_name(emitter, access->instr, i), access->instr->type.scalar,
                  emit_name(emitter, access->instr, i), count, i);
}

static void scatter_in_order(Emitter *emitter, const Access *access)
{
    const char *list = "";
    int count = access->planned->components;
    for (int i = 0; i < count; i++)
        list = emit_format(emitter, "%s, (f32x%l)%s", list, emit_in_order(emitter, access->values, count, i));
    emit_line(emitter, "in_order_scatter_%d_f32x%l(%s, offset%s, inside);", count, access->base[0], list);
}

static void gather_words(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    if (access->is_in_order) {
        gather_in_order(emitter, access);
        return;
    }
    for (int c = 0; c < planned->components; c += chunk_at(planned, c).words)
        gather_chunk(emitter, access, chunk_at(planned, c));
    for (int c = 0; c < planned->components; c++)
        emit_line(emitter, "%s[p] = (%v)((i32x%l)%s[p] & inside);",
                  emit_name(emitter, access->instr, c), access->instr->type.scalar,
                  emit_name(emitter, access->instr, c));
}

static void scatter_words(Emitter *emitter, const Access *access)
{
    if (access->is_in_order && access->planned->components == 4) {
        scatter_in_order(emitter, access);
        return;
    }
    for (int c = 0; c < access->planned->components; c += chunk_at(access->planned, c).words) {
        Chunk chunk = chunk_at(access->planned, c);
        const char *list = word_list(emitter, access, chunk.first, chunk.words);
        emit_line(emitter, "%s_f32x%l(%s, offset%s, inside);", chunk_call(emitter, "scatter", chunk), access->base[c],
                  list);
    }
}

/* Four words of each, in the order of memory. */
static void load_steps_in_order(Emitter *emitter, const Access *access, const char *low, const char *high,
                                const char *step)
{
    for (int i = 0; i < 4; i++)
        emit_line(emitter, "%s[p] = (%v)in_order_load_steps_f32x%l(%s, %s, %s, %d);",
                  emit_name(emitter, access->instr, i), access->instr->type.scalar, low, high, step, i);
}

static void store_steps_in_order(Emitter *emitter, const Access *access, const char *first)
{
    for (int i = 0; i < 4; i++)
        emit_line(emitter, "in_order_store_steps_f32x%l(%s, %d, (f32x%l)%s, %d);", first, access->planned->step,
                  emit_in_order(emitter, access->values, 4, i), i);
}

void emit_stepped_elements(Emitter *emitter, const Access *access, const char *low,
                           const char *high, const char *step)
{
    const PlanAccess *planned = access->planned;
    if (access->is_in_order) {
        load_steps_in_order(emitter, access, low, high, step);
        return;
    }
    for (int c = 0; c < planned->components; c += chunk_at(planned, c).words) {
        Chunk chunk = chunk_at(planned, c);
        emit_open(emitter, "{");
        declare_unwanted(emitter, planned, chunk.first, chunk.words);
        emit_line(emitter, "%s_f32x%l(%s + %d, %s + %d, %s%s);", chunk_call(emitter, "load_steps", chunk), low,
                  4 * chunk.first, high, 4 * chunk.first, step,
                  word_list(emitter, access, chunk.first, chunk.words));
        emit_close(emitter);
    }
}

/* How far each lane lies from the lowest one, in bytes. */
static void declare_places(Emitter *emitter, const PlanAccess *planned)
{
    int places[PLAN_MOST_LANES];
    for (int i = 0; i < planned->picked.count; i++)
        places[i] = planned->picked.places[i] * planned->index_bytes;
    emit_line(emitter, "const i32x%l places = {%s};", emit_lane_numbers(emitter, places) + 2);
}

static void load_words_placed(Emitter *emitter, const Access *access, const char *first)
{
    const PlanAccess *planned = access->planned;
    for (int c = 0; c < planned->components; c++)
        emit_line(emitter, "%s[p] = (%v)load_placed_f32x%l(%s, places);", emit_name(emitter, planned->instr, c), planned->type,
                  emit_address(emitter, access, c, first));
}

void emit_load_placed(Emitter *emitter, const Access *access, const char *first)
{
    const PlanAccess *planned = access->planned;
    const char *at = emit_address(emitter, access, 0, first);
    emit_open(emitter, "{");
    declare_places(emitter, planned);
    if (plan_is_planes(planned) || planned->components == 1) {
        load_words_placed(emitter, access, first);
    } else if (access->is_in_order) {
        emit_line(emitter, "in_order_gather_%d_f32x%l(%s, places%s);", planned->components, at,
                  emit_component_list(emitter, access));
    } else {
        for (int c = 0; c < planned->components; c += chunk_at(planned, c).words) {
            Chunk chunk = chunk_at(planned, c);
            emit_open(emitter, "{");
            declare_unwanted(emitter, planned, chunk.first, chunk.words);
            emit_line(emitter, "%s_f32x%l(%s + %d, places%s);", chunk_call(emitter, "gather", chunk), at, 4 * chunk.first,
                      word_list(emitter, access, chunk.first, chunk.words));
            emit_close(emitter);
        }
    }
    emit_close(emitter);
}

void emit_store_steps(Emitter *emitter, const Access *access, const char *first)
{
    const PlanAccess *planned = access->planned;
    if (access->is_in_order) {
        store_steps_in_order(emitter, access, first);
        return;
    }
    for (int c = 0; c < planned->components; c += chunk_at(planned, c).words) {
        Chunk chunk = chunk_at(planned, c);
        emit_line(emitter, "%s_f32x%l(%s + %d, %d%s);", chunk_call(emitter, "store_steps", chunk), first,
                  4 * chunk.first, planned->step, word_list(emitter, access, chunk.first, chunk.words));
    }
}

/* ---- two or four halfwords ---- */

/* A piece of each component, h0, h1 ...: as they lie in memory. */
static const char *halfword_list(Emitter *emitter, const Access *access)
{
    const char *list = "";
    for (int c = 0; c < access->planned->components; c++)
        list = access->values != NULL
                   ? emit_format(emitter, "%s, %s", list, emit_piece_to_memory(emitter, access, c))
                   : emit_format(emitter, "%s, &h%d", list, c);
    return list;
}

static void declare_halfwords(Emitter *emitter, const Access *access)
{
    if (access->values == NULL)
        emit_line(emitter, "i16x%l h0, h1%s;", access->planned->components == 4 ? ", h2, h3" : "");
}

static void take_halfwords(Emitter *emitter, const Access *access)
{
    for (int c = 0; c < access->planned->components && access->values == NULL; c++)
        emit_line(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, c),
                  emit_from_memory(emitter, access, emit_format(emitter, "h%d", c), true));
}

static void adjacent_halfwords(Emitter *emitter, const Places *places)
{
    const Access *access = places->access;
    declare_halfwords(emitter, access);
    emit_line(emitter, "%s_%d_%si16x%l(%s%s);", access->values != NULL ? "store" : "load",
              access->planned->components, emit_halves_of(places), emit_places(emitter, places, 0),
              halfword_list(emitter, access));
    take_halfwords(emitter, access);
}

static void halfwords_by_lanes(Emitter *emitter, const Access *access)
{
    declare_halfwords(emitter, access);
    if (access->values != NULL)
        emit_line(emitter, "scatter_%d_i16x%l(%s, offset%s, inside);", access->planned->components,
                  access->base[0], halfword_list(emitter, access));
    else
        emit_line(emitter, "gather_%d_i16x%l(%s, offset, inside%s);", access->planned->components,
                  access->base[0], halfword_list(emitter, access));
    take_halfwords(emitter, access);
}

/* ---- two or four words of 64 bits ---- */

static void adjacent_double_words(Emitter *emitter, const Places *places)
{
    const Access *access = places->access;
    const char *list = "";
    for (int c = 0; c < access->planned->components; c++)
        list = access->values != NULL
                   ? emit_format(emitter, "%s, %s", list, emit_piece(emitter, access->values[c]))
                   : emit_format(emitter, "%s, &%s[p]", list, emit_name(emitter, access->instr, c));
    emit_line(emitter, "wide_%s_%d_%s%v(%s%s);", access->values != NULL ? "store" : "load", access->planned->components,
              emit_halves_of(places), access->planned->type, emit_places(emitter, places, 0), list);
}

/* ---- all ---- */

void emit_adjacent_elements(Emitter *emitter, const Places *places)
{
    bool are_words = plan_packed_words(places->access->planned) != 0;
    (places->access->is_in_order              ? adjacent_in_order
     : plan_is_wide(places->access->planned) ? adjacent_double_words
     : are_words                              ? adjacent_words
                                              : adjacent_halfwords)(emitter, places);
}

void emit_elements_by_lanes(Emitter *emitter, const Access *access)
{
    if (access->planned->component_bytes == 2)
        halfwords_by_lanes(emitter, access);
    else
        (access->values != NULL ? scatter_words : gather_words)(emitter, access);
}
