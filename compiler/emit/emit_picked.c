/* Stores of known lanes at known places: words that lie side by side together, out of vectors of one component each, or
 * of elements as they lie in memory. */
#include "emit_access.h"

enum { MOST_VECTORS = 4, MOST_WORDS = PLAN_MOST_LANES * MOST_VECTORS };

/* What is stored, in the order of memory for each lane. */
typedef struct Words {
    const char *vectors[MOST_VECTORS]; /* the C of each */
    bool are_two;                      /* words of both vectors may go into one store */
    int count;
    int vector[MOST_WORDS], lane[MOST_WORDS], byte[MOST_WORDS];
} Words;

static void add_word(Words *words, int vector, int lane, int byte)
{
    words->vector[words->count] = vector;
    words->lane[words->count] = lane;
    words->byte[words->count++] = byte;
}

/* Of a component; of both of a pair in turn. */
static Words words_of(Emitter *emitter, const Access *access, int c, int components)
{
    const PlanPicked *picked = &access->planned->picked;
    Words words = {.are_two = components == 2};
    for (int k = 0; k < components; k++)
        words.vectors[k] = emit_piece_to_memory(emitter, access, c + k);
    for (int i = 0; i < picked->count; i++)
        for (int k = 0; k < components; k++)
            add_word(&words, k, picked->lanes[i], picked->places[i] * access->planned->index_bytes + 4 * k);
    return words;
}

/* Elements of four words as they lie in memory. */
static Words words_in_order(Emitter *emitter, const Access *access)
{
    const PlanAccess *planned = access->planned;
    const PlanPicked *picked = &planned->picked;
    int lanes = emitter->plan->lanes, count = planned->components;
    Words words = {.are_two = false};
    for (int k = 0; k < count; k++)
        words.vectors[k] = emit_to_memory(emitter, access, emit_in_order(emitter, access->values, count, k), true);
    for (int i = 0; i < picked->count; i++)
        for (int k = 0; k < count; k++) {
            int word = picked->lanes[i] * count + k;
            add_word(&words, word / lanes, word % lanes, picked->places[i] * planned->index_bytes + 4 * k);
        }
    return words;
}

/* Of up to four components from `c` on, put together: of lane 4 * k + j vector j has four words from 4 * k on. */
static Words words_put_together(Emitter *emitter, const Access *access, int c, int count)
{
    const PlanAccess *planned = access->planned;
    const PlanPicked *picked = &planned->picked;
    Words words = {.are_two = false};
    for (int k = 0; k < MOST_VECTORS; k++) {
        words.vectors[k] = emit_format(emitter, "words%d", k);
        emit_line(emitter, "f32x%l words%d = (f32x%l)%s;", k,
                  emit_piece_to_memory(emitter, access, c + (k < count ? k : count - 1)));
    }
    emit_line(emitter, "transpose_4x%l(&words0, &words1, &words2, &words3);");
    for (int i = 0; i < picked->count; i++)
        for (int k = 0; k < count; k++)
            add_word(&words, picked->lanes[i] % 4, picked->lanes[i] / 4 * 4 + k,
                     picked->places[i] * planned->index_bytes + 4 * (c + k));
    return words;
}

/* From `from` on lie so many side by side, of what one store may take, a power of two. */
static int together(const Emitter *emitter, const Words *words, int from)
{
    int count = 1, power = 1;
    while (from + count < words->count && count < emitter->plan->lanes &&
           words->byte[from + count] == words->byte[from] + 4 * count &&
           (words->are_two || words->vector[from + count] == words->vector[from]))
        count++;
    while (2 * power <= count)
        power *= 2;
    return power;
}

void emit_store_side_by_side(Emitter *emitter, const char *place, const char *first, const char *second, const int *lanes,
                             int count)
{
    const char *list = "";
    int width = emitter->plan->lanes;
    for (int i = 0; i < count; i++)
        list = emit_format(emitter, "%s, %d", list, lanes[i]);
    if (count == 1)
        emit_line(emitter, "WCC_AT(int32_t, %s) = ((i32x%l)%s)[%d];", place, lanes[0] < width ? first : second, lanes[0] % width);
    else
        emit_line(emitter, "wcc_store_words_%d(%s, __builtin_shufflevector((i32x%l)%s, (i32x%l)%s%s));", count, place, first,
                  second, list);
}

static void store_together(Emitter *emitter, const Words *words, int from, int count, const char *at)
{
    int lanes[PLAN_MOST_LANES];
    const char *place = words->byte[from] == 0 ? at : emit_format(emitter, "%s + %d", at, words->byte[from]);
    const char *first = words->vectors[words->are_two ? 0 : words->vector[from]],
               *second = words->are_two ? words->vectors[1] : first;
    for (int i = 0; i < count; i++)
        lanes[i] = words->lane[from + i] + (words->are_two ? words->vector[from + i] * emitter->plan->lanes : 0);
    emit_store_side_by_side(emitter, place, first, second, lanes, count);
}

static void store_words(Emitter *emitter, const Words *words, const char *at)
{
    for (int from = 0, count; from < words->count; from += count) {
        count = together(emitter, words, from);
        store_together(emitter, words, from, count, at);
    }
}

void emit_picked(Emitter *emitter, const Access *access, const char *first)
{
    const PlanAccess *planned = access->planned;
    bool are_planes = plan_is_planes(planned), are_apart = are_planes || planned->components <= 2;
    for (int c = 0; c < planned->components && are_planes; c++) {
        Words words = words_of(emitter, access, c, 1);
        store_words(emitter, &words, emit_address(emitter, access, c, first));
    }
    if (are_planes)
        return;
    int count = planned->components, most = access->is_in_order ? count : MOST_VECTORS;
    for (int c = 0; c < count; c += most) {
        emit_open(emitter, "{");
        Words words = access->is_in_order ? words_in_order(emitter, access)
                      : are_apart         ? words_of(emitter, access, 0, count)
                                          : words_put_together(emitter, access, c, count - c < most ? count - c : most);
        store_words(emitter, &words, emit_address(emitter, access, 0, first));
        emit_close(emitter);
    }
}
