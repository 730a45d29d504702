/* Loads and stores of lanes at known places: vectors of all that lies between, and shuffles by
 * constants, of which the C compiler makes the machine's permutations. */
#include "base/machine.h"
#include "emit_access.h"

int emit_shuffle_reach(const PlanAccess *planned)
{
    if (planned->way == WAY_shuffled_halves)
        return planned->shuffle.span;
    bool takes_vectors = !planned->is_store || planned->masking == MASKING_OVER;
    return takes_vectors ? planned->shuffle.words : planned->shuffle.span;
}

/* A number for each lane, with commas before them. */
typedef struct Numbers {
    int of[PLAN_MOST_LANES];
} Numbers;

const char *emit_lane_numbers(Emitter *emitter, const int *numbers)
{
    const char *list = "";
    for (int i = 0; i < emitter->plan->lanes; i++)
        list = emit_format(emitter, "%s, %d", list, numbers[i]);
    return list;
}

static const char *list_of(Emitter *emitter, const Numbers *numbers) { return emit_lane_numbers(emitter, numbers->of); }

static const char *vector_at(Emitter *emitter, const Access *access, int c, const char *first,
                             int vector)
{
    int bytes = vector * emitter->plan->lanes * access->planned->element_bytes;
    const char *start = emit_address(emitter, access, c, first);
    return bytes == 0 ? start : emit_format(emitter, "%s + %d", start, bytes);
}

/* ---- loads ---- */

static const char *load_vector(Emitter *emitter, const Access *access, int c, const char *first,
                               int vector)
{
    if (vector >= access->planned->shuffle.vectors)
        vector = access->planned->shuffle.vectors - 1; /* nothing is taken of it */
    return emit_format(emitter, "load_%s(%s)", emit_loaded_vector(emitter, access),
                       vector_at(emitter, access, c, first, vector));
}

/* Each lane out of vector `low` or the one behind it; what lies elsewhere is whatever is there. */
static const char *load_of_two(Emitter *emitter, const Access *access, int c, const char *first,
                               int low)
{
    int lanes = emitter->plan->lanes;
    Numbers from = {0};
    for (int i = 0; i < lanes; i++)
        from.of[i] = (access->planned->shuffle.places[i] - low * lanes) & (2 * lanes - 1);
    return emit_format(emitter, "__builtin_shufflevector(%s, %s%s)",
                       load_vector(emitter, access, c, first, low),
                       load_vector(emitter, access, c, first, low + 1), list_of(emitter, &from));
}

/* Each out of four that are repeated over the vector. */
static void load_of_quad(Emitter *emitter, const Access *access, int c, const char *first)
{
    Numbers from = {0};
    for (int i = 0; i < emitter->plan->lanes; i++)
        from.of[i] = i / 4 * 4 + access->planned->shuffle.places[i];
    const char *quad = emit_format(emitter, "repeat_quad_f32x%l(%s)", emit_address(emitter, access, c, first));
    emit_line(emitter, "%s[p] = (%v)__builtin_shufflevector(%s, %s%s);", emit_name(emitter, access->instr, c),
              access->planned->type, quad, quad, list_of(emitter, &from));
}

static void load_shuffled(Emitter *emitter, const Access *access, int c, const char *first)
{
    const PlanShuffle *shuffle = &access->planned->shuffle;
    if (shuffle->words < emitter->plan->lanes) {
        load_of_quad(emitter, access, c, first);
        return;
    }
    const char *value = load_of_two(emitter, access, c, first, 0);
    int lanes = emitter->plan->lanes;
    Numbers from = {0};
    for (int i = 0; i < lanes; i++)
        from.of[i] = i + (shuffle->places[i] >= 2 * lanes ? lanes : 0);
    if (shuffle->vectors > 2)
        value = emit_format(emitter, "__builtin_shufflevector(%s, %s%s)", value,
                            load_of_two(emitter, access, c, first, 2), list_of(emitter, &from));
    emit_line(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, c), value);
}

void emit_shuffled_halves(Emitter *emitter, const Places *places)
{
    const Access *access = places->access;
    Numbers from = {0};
    for (int i = 0; i < emitter->plan->lanes; i++)
        from.of[i] = access->planned->shuffle.places[i];
    emit_open(emitter, "{");
    for (int c = 0; c < access->planned->components; c++) {
        emit_line(emitter, "const %v halves%d = load_halves_%s(%s);", emit_memory_type(access), c,
                  emit_loaded_vector(emitter, access), emit_places(emitter, places, c));
        emit_line(emitter, "%s[p] = __builtin_shufflevector(halves%d, halves%d%s);",
                  emit_name(emitter, access->instr, c), c, c, list_of(emitter, &from));
    }
    emit_close(emitter);
}

/* ---- stores ---- */

/* By place in the vector. Where no lane goes is the one before it, too: what a shuffle leaves open is nothing that C
 * compilers have to mask out again, as clang 19 does not (LLVM's poison, of which `x & 0` is no zero). */
typedef struct LanesOfVector {
    Numbers from, is_taken; /* -1: it is */
    int count;
} LanesOfVector;

static LanesOfVector lanes_of_vector(const Emitter *emitter, const PlanShuffle *shuffle, int vector)
{
    LanesOfVector found = {.count = 0};
    int lanes = emitter->plan->lanes;
    for (int i = 0; i < lanes; i++) {
        if (shuffle->places[i] / lanes != vector)
            continue;
        found.from.of[shuffle->places[i] % lanes] = i;
        found.is_taken.of[shuffle->places[i] % lanes] = -1;
        found.count++;
    }
    for (int i = 1; i < lanes; i++)
        if (found.is_taken.of[i] == 0)
            found.from.of[i] = found.from.of[i - 1];
    return found;
}

static const char *mask_of_vector(Emitter *emitter, const Access *access, const LanesOfVector *found)
{
    int mask = access->planned->mask;
    const char *constant = emit_format(emitter, "(i32x%l){%s}", list_of(emitter, &found->is_taken) + 2);
    if (mask == 0)
        return constant;
    return emit_format(emitter, "__builtin_shufflevector(%k, %k%s) & %s", mask, mask,
                       list_of(emitter, &found->from), constant);
}

static void store_vector(Emitter *emitter, const Access *access, int c, const char *first,
                         int vector)
{
    LanesOfVector found = lanes_of_vector(emitter, &access->planned->shuffle, vector);
    bool is_whole = found.count == emitter->plan->lanes && access->planned->mask == 0;
    const char *value = emit_format(emitter, "__builtin_shufflevector(%p, %p%s)",
                                    access->values[c], access->values[c],
                                    list_of(emitter, &found.from));
    const char *at = vector_at(emitter, access, c, first, vector);
    IrScalar type = emit_memory_type(access);
    if (is_whole)
        emit_line(emitter, "store_%v(%s, %s);", type, at, value);
    else if (found.count > 0)
        emit_line(emitter, "store_%s_%v(%s, %s, %s);",
                  emit_masking_word(access->planned), type, at, value,
                  mask_of_vector(emitter, access, &found));
}

/* On 8 lanes, where machines take longer for a masked store, to memory that others write, too. */
static void store_words(Emitter *emitter, const Access *access, int c, const char *first)
{
    const PlanAccess *planned = access->planned;
    for (int i = 0; i < emitter->plan->lanes; i++)
        emit_line(emitter, "WCC_AT(%t, %s + %d) = (%p)[%d];", emit_memory_type(access),
                  emit_address(emitter, access, c, first),
                  planned->shuffle.places[i] * planned->element_bytes, access->values[c], i);
}

/* The same under a mask: a branch for each lane would be mistaken, so those that are off store to a
 * place of their own. */
static void store_words_that_are_on(Emitter *emitter, const Access *access, int c,
                                    const char *first)
{
    const PlanAccess *planned = access->planned;
    emit_open(emitter, "{");
    emit_line(emitter, "char *const at = %s, nowhere[8];", emit_address(emitter, access, c, first));
    emit_line(emitter, "const uint32_t on = bitsx%l(%k);", planned->mask);
    for (int i = 0; i < emitter->plan->lanes; i++)
        emit_line(emitter, "WCC_AT(%t, wcc_place_if(on >> %d & 1, at, %d, nowhere)) = (%p)[%d];",
                  emit_memory_type(access), i,
                  planned->shuffle.places[i] * planned->element_bytes, access->values[c], i);
    emit_close(emitter);
}

/* Which a masked store may write as a whole, where all lanes are on. */
static bool is_one_vector(const PlanShuffle *shuffle) { return shuffle->vectors == 1; }

static void store_shuffled(Emitter *emitter, const Access *access, int c, const char *first)
{
    const PlanAccess *planned = access->planned;
    bool by_words = !machine_has_masks(emitter->plan->lanes) && planned->masking != MASKING_OVER;
    if (by_words && planned->mask == 0) {
        store_words(emitter, access, c, first);
        return;
    }
    if (by_words && !is_one_vector(&planned->shuffle)) {
        store_words_that_are_on(emitter, access, c, first);
        return;
    }
    for (int vector = 0; vector < planned->shuffle.vectors; vector++)
        store_vector(emitter, access, c, first, vector);
}

void emit_shuffled(Emitter *emitter, const Access *access, const char *first)
{
    for (int c = 0; c < access->planned->components; c++)
        (access->values != NULL ? store_shuffled : load_shuffled)(emitter, access, c, first);
}
