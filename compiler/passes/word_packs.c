/* word_packs: which words each thread loads side by side so that all that is done to them, up to a
 * store of words side by side, is the same for each of them.
 *
 *     x0 .. x6: seven words from place 4 * t on         x0 x1 x2 x3    x1 x2 x3 x4    x2 x3 x4 x5
 *     store $Out [4 * t],     x0 + x1 + x2                    \             |             /
 *     store $Out [4 * t + 1], x1 + x2 + x3        ->           + + + +, + + + +
 *     store $Out [4 * t + 2], x2 + x3 + x4                           |
 *     store $Out [4 * t + 3], x3 + x4 + x5               store $Out [4 * t]
 *
 * A thread that handles a few elements side by side keeps a window of words, of which each element wants
 * its own part. Loaded once, words of the window are vectors that shuffles took apart, and shuffles put
 * the results together again. Loaded as often as parts of it go side by side through one operation, what
 * is loaded, computed and stored stays in the order of memory (plan_in_order.c): loads of vectors, of
 * words that lie in the first-level cache, and no shuffle at all.
 *
 * Packs are found from the stores up (superword-level parallelism: Larsen, Amarasinghe, PLDI 2000). A
 * store's web is all that its words are made of: operations that are the same in each place, loads of
 * words side by side, values that all places, or lanes, share. A web holds where nothing else reads the
 * words that it loads, other webs that hold aside. Packs are chosen where some of them overlap.
 *
 * Operations of a pack then stand together, where the last of them stood: only what they are made of is
 * alive between. */
#include "word_packs.h"

#include <stdlib.h>

enum { MOST_COPIES = 256, CHEAP = 2 };

typedef struct Kept { /* a variable that is kept over barriers */
    IrVariable *variable;
    VEC(IrInstr *) stores; /* in the order of the text */
} Kept;

typedef struct Element { /* what one operation makes of packs */
    IrInstr *parts[PACK_MOST_WORDS];
    IrEdges edges; /* of parameters and results */
    const Kept *kept[PACK_MOST_WORDS]; /* of loads of what is kept over barriers */
    int count, web;
    bool is_fixed; /* its operations stay where they are */
} Element;

/* A part that another element has as well is computed for each of them; one operation for each word that is
 * loaded at most. */
typedef struct Copied {
    IrInstr **slot, *from;
} Copied;

typedef struct Web {
    bool holds, has_chosen;
    VEC(int) others; /* webs that it has elements of */
    PackReader stores;
    int count; /* of them */
    VEC(IrInstr *) swapped; /* their two operands were */
    VEC(Copied) copied;
    int loads; /* packs that it reads */
} Web;

struct WordPacks {
    PassContext *context;
    int *families; /* by id of a load; 0: none */
    int64_t *places;
    int *uses, *packed; /* by id: how often a value is read; by webs that hold, as a part */
    Element **of;       /* by id of a part */
    int *order;         /* by id: in the text */
    Kept *kept;         /* by the variable's index */
    int room;           /* ids */
    VEC(Element *) elements;
    VEC(Web) webs;
    VEC(WordPack) packs;
};

/* ---- what reads it ---- */

static void count_reading(WordPacks *packs)
{
    int place = 0;
    EACH_INSTR (packs->context->kernel->body, instr) {
        packs->order[instr->id] = place++;
        if (is_kept_access(instr)) {
            Kept *kept = &packs->kept[instr->variable->index];
            kept->variable = instr->variable;
            if (ir_is(instr, OP_WRITES))
                vec_push(packs->context->scratch, &kept->stores, instr);
        }
        for (int i = 0; i < instr->operand_count; i++)
            packs->uses[instr->operands[i]->id]++;
    }
}

WordPacks *word_packs_new(PassContext *context)
{
    int room = (int)context->kernel->next_id + 1 + MOST_COPIES;
    Arena *scratch = context->scratch;
    WordPacks *packs = ARENA_NEW(scratch, WordPacks);
    *packs = (WordPacks){.context = context,
                         .room = room,
                         .families = ARENA_ARRAY(scratch, int, room),
                         .places = ARENA_ARRAY(scratch, int64_t, room),
                         .uses = ARENA_ARRAY(scratch, int, room),
                         .packed = ARENA_ARRAY(scratch, int, room),
                         .order = ARENA_ARRAY(scratch, int, room),
                         .kept = ARENA_ARRAY(scratch, Kept, context->kernel->variables.count + 1),
                         .of = ARENA_ARRAY(scratch, Element *, room)};
    count_reading(packs);
    return packs;
}

void word_packs_add_load(WordPacks *packs, const IrInstr *load, int family, int64_t at)
{
    packs->families[load->id] = family;
    packs->places[load->id] = at;
}

/* ---- from the stores up ---- */

static bool are_one(IrInstr *const *values, int count)
{
    for (int i = 1; i < count; i++)
        if (values[i] != values[0])
            return false;
    return true;
}

static bool are_words_side_by_side(const WordPacks *packs, IrInstr *const *values, int count)
{
    int family = packs->families[values[0]->id];
    for (int i = 0; i < count; i++)
        if (packs->families[values[i]->id] != family ||
            packs->places[values[i]->id] != packs->places[values[0]->id] + i)
            return false;
    return family != 0;
}

static bool is_word(const IrInstr *value)
{
    IrScalar type = value->type.scalar;
    return value->type.components == 1 &&
           (type == IR_I32 || type == IR_F32 || type == IR_F16 || type == IR_I1);
}

/* Of a variable of one word. */
static bool is_kept_load(const IrInstr *value) { return value->op == IR_load_var && is_kept_access(value) && is_word(value); }

static bool may_be_part(const IrInstr *value)
{
    bool is_operation = is_pure_of_lane(value) &&
                        value->op != IR_extract && value->operand_count > 0;
    bool has_words = is_word(value) && value->level == LEVEL_VARYING;
    for (int i = 0; i < value->operand_count && is_operation; i++)
        has_words &= is_word(value->operands[i]);
    return has_words && (is_operation || is_phi(value) || is_kept_load(value));
}

static bool do_the_same(const IrInstr *left, const IrInstr *right)
{
    if (is_kept_load(left) && is_kept_load(right))
        return ir_same_type(left->type, right->type) && left->region == right->region;
    return ir_same_operation(left, right) &&
           (is_phi(left) ? left->owner == right->owner : left->region == right->region);
}

static bool is_element(const WordPacks *packs, IrInstr *const *values, int count)
{
    const Element *element = packs->of[values[0]->id];
    bool is_one = element != NULL && element->count == count;
    for (int i = 0; i < count && is_one; i++)
        is_one = element->parts[i] == values[i];
    return is_one;
}

static IrEdges edges_of(Arena *scratch, IrInstr *phi)
{
    if (phi->op == IR_result)
        return ir_result_edges(scratch, phi->owner);
    IrEdges edges = ir_continue_edges(scratch, phi->owner);
    vec_push(scratch, &edges.jumps, phi->owner);
    return edges;
}

static Web *web_at_hand(WordPacks *packs) { return &packs->webs.items[packs->webs.count - 1]; }

/* How well two values go as places 0 and `apart` of a pack. */
static int likeness(const WordPacks *packs, const IrInstr *first, const IrInstr *value, int apart)
{
    enum { ALIKE = 1, SAME, BESIDE };
    int family = packs->families[first->id];
    if (family != 0 && packs->families[value->id] == family)
        return packs->places[value->id] == packs->places[first->id] + apart ? BESIDE : ALIKE;
    return first == value ? SAME : first->op == value->op && family == 0 ? ALIKE : 0;
}

static void swap(IrInstr *instr)
{
    IrInstr *first = instr->operands[0];
    instr->operands[0] = instr->operands[1];
    instr->operands[1] = first;
}

/* What may go either way round goes as the first part's operands do. */
static void swap_operands(WordPacks *packs, IrInstr *const *parts, int count)
{
    IrInstr *const *like = parts[0]->operands;
    for (int i = 1; i < count && ir_is(parts[0], OP_COMMUTES); i++) {
        IrInstr *const *of = parts[i]->operands;
        int straight = likeness(packs, like[0], of[0], i) + likeness(packs, like[1], of[1], i),
            crossed = likeness(packs, like[0], of[1], i) + likeness(packs, like[1], of[0], i);
        if (crossed <= straight)
            continue;
        swap(parts[i]);
        vec_push(packs->context->scratch, &web_at_hand(packs)->swapped, parts[i]);
    }
}

static void swap_back(Web *web)
{
    for (int i = 0; i < web->swapped.count; i++)
        swap(web->swapped.items[i]);
    web->swapped.count = 0;
}

static void count_operands(WordPacks *packs, const IrInstr *instr, int by)
{
    for (int i = 0; i < instr->operand_count; i++)
        packs->uses[instr->operands[i]->id] += by;
}

/* Of what stands there, for who reads it there. */
static bool copy_part(WordPacks *packs, IrInstr **slot)
{
    IrInstr *part = *slot;
    if (is_phi(part) || is_kept_load(part) || cost_of_operation(part) > CHEAP ||
        (int)packs->context->kernel->next_id + 1 >= packs->room)
        return false;
    IrBuilder builder = ir_builder_before(packs->context->kernel, part->next);
    builder.pos = part->pos;
    *slot = ir_insert(&builder, ir_copy_instr(packs->context->kernel, part));
    packs->order[(*slot)->id] = packs->order[part->id];
    packs->uses[(*slot)->id] = 1;
    packs->uses[part->id]--;
    count_operands(packs, part, 1);
    vec_push(packs->context->scratch, &web_at_hand(packs)->copied, ((Copied){slot, part}));
    return true;
}

static void take_copies_back(WordPacks *packs, Web *web)
{
    for (int i = web->copied.count - 1; i >= 0; i--) {
        const Copied *copied = &web->copied.items[i];
        count_operands(packs, copied->from, -1);
        packs->uses[copied->from->id]++;
        ir_remove(*copied->slot);
        *copied->slot = copied->from;
    }
    web->copied.count = 0;
}

static bool has_before(IrInstr **const *slots, int i)
{
    for (int k = 0; k < i; k++)
        if (*slots[k] == *slots[i])
            return true;
    return false;
}

static bool is_there_before(const Element *element, int part)
{
    for (int i = 0; i < part; i++)
        if (element->kept[i] == element->kept[part])
            return true;
    return false;
}

static bool has_variable(const Element *element, const Kept *kept)
{
    for (int i = 0; i < element->count; i++)
        if (element->kept[i] == kept)
            return true;
    return false;
}

/* The variable is a part of another element, which has others beside it. */
static bool is_in_another(const WordPacks *packs, const Element *element, int part)
{
    for (int i = 0; i < packs->elements.count; i++) {
        const Element *other = packs->elements.items[i];
        if (has_variable(other, element->kept[part]) && memcmp(other->kept, element->kept, sizeof element->kept) != 0)
            return true;
    }
    return false;
}

/* Each of its variables is stored to where the others are. */
static bool find_kept(const WordPacks *packs, Element *element)
{
    for (int i = 0; i < element->count; i++)
        element->kept[i] = &packs->kept[element->parts[i]->variable->index];
    const Kept *first = element->kept[0];
    for (int i = 0; i < element->count; i++) {
        const Kept *kept = element->kept[i];
        bool is_alike = kept->stores.count == first->stores.count;
        for (int k = 0; k < kept->stores.count && is_alike; k++)
            is_alike = kept->stores.items[k]->region == first->stores.items[k]->region;
        if (!is_alike || is_there_before(element, i) || is_in_another(packs, element, i))
            return false;
    }
    return true;
}

static bool add_element(WordPacks *packs, const PackReader *reader, int count)
{
    IrInstr *first = *reader->slots[0];
    for (int i = 0; i < count; i++)
        if (!may_be_part(*reader->slots[i]) || !do_the_same(first, *reader->slots[i]))
            return false;
    for (int i = 0; i < count; i++) {
        bool is_taken = packs->of[(*reader->slots[i])->id] != NULL || has_before(reader->slots, i);
        if (is_taken && !copy_part(packs, reader->slots[i]))
            return false;
    }
    Element *element = ARENA_NEW(packs->context->scratch, Element);
    *element = (Element){.count = count, .web = packs->webs.count - 1};
    for (int i = 0; i < count; i++) {
        element->parts[i] = *reader->slots[i];
        packs->of[element->parts[i]->id] = element;
    }
    if (is_phi(first))
        element->edges = edges_of(packs->context->scratch, first);
    bool may_be = !is_kept_load(first) || find_kept(packs, element);
    vec_push(packs->context->scratch, &packs->elements, element);
    swap_operands(packs, element->parts, count);
    return may_be;
}

static WordPack *pack_of(WordPacks *packs, IrInstr *const *loads, int count)
{
    int family = packs->families[loads[0]->id];
    int64_t at = packs->places[loads[0]->id];
    for (int i = 0; i < packs->packs.count; i++) {
        WordPack *pack = &packs->packs.items[i];
        if (pack->family == family && pack->at == at && pack->count == count)
            return pack;
    }
    WordPack pack = {.family = family, .at = at, .count = count};
    for (int i = 0; i < count; i++)
        pack.loads[i] = loads[i];
    vec_push(packs->context->scratch, &packs->packs, pack);
    return &packs->packs.items[packs->packs.count - 1];
}

/* What is read there can be a pack. */
static bool follow(WordPacks *packs, const PackReader *reader, int count, bool takes_uniform)
{
    IrInstr *values[PACK_MOST_WORDS];
    for (int i = 0; i < count; i++)
        values[i] = *reader->slots[i];
    if (all_uniform(values, count))
        return takes_uniform || are_one(values, count);
    if (are_words_side_by_side(packs, values, count)) {
        vec_push(packs->context->scratch, &pack_of(packs, values, count)->readers, *reader);
        web_at_hand(packs)->loads++;
        return true;
    }
    if (is_element(packs, values, count)) {
        vec_push(packs->context->scratch, &web_at_hand(packs)->others, packs->of[values[0]->id]->web);
        return true;
    }
    bool is_shared = takes_uniform && are_one(values, count) && packs->families[values[0]->id] == 0 &&
                     packs->of[values[0]->id] == NULL;
    return is_shared || add_element(packs, reader, count);
}

/* An operation has its operands, a parameter or result what each edge brings. */
static int operand_count(const Element *element)
{
    return element->kept[0] != NULL ? element->kept[0]->stores.count
           : is_phi(element->parts[0]) ? element->edges.jumps.count : element->parts[0]->operand_count;
}

static PackReader reader_of(const Element *element, int operand)
{
    PackReader reader = {.web = element->web};
    for (int i = 0; i < element->count; i++) {
        IrInstr *part = element->parts[i];
        if (element->kept[i] != NULL) {
            reader.readers[i] = element->kept[i]->stores.items[operand];
            reader.slots[i] = &reader.readers[i]->operands[reader.readers[i]->operand_count - 1];
            continue;
        }
        reader.readers[i] = is_phi(part) ? element->edges.jumps.items[operand] : part;
        reader.slots[i] = &reader.readers[i]->operands[is_phi(part) ? part->position : operand];
    }
    return reader;
}

static bool follow_elements(WordPacks *packs, int first)
{
    for (int i = first; i < packs->elements.count; i++) {
        const Element *element = packs->elements.items[i];
        for (int k = 0; k < operand_count(element); k++) {
            PackReader reader = reader_of(element, k);
            bool is_operation = !is_phi(element->parts[0]) && element->kept[0] == NULL;
            if (!follow(packs, &reader, element->count, is_operation))
                return false;
        }
    }
    return true;
}

/* Copies were made for operands that had been swapped. */
static void undo(WordPacks *packs, Web *web)
{
    take_copies_back(packs, web);
    swap_back(web);
}

static void forget_elements(WordPacks *packs, int first)
{
    for (int i = first; i < packs->elements.count; i++)
        for (int k = 0; k < packs->elements.items[i]->count; k++)
            packs->of[packs->elements.items[i]->parts[k]->id] = NULL;
    packs->elements.count = first;
}

static bool follow_web(WordPacks *packs, const PackReader *reader, int count)
{
    int first = packs->elements.count;
    vec_push(packs->context->scratch, &packs->webs, ((Web){.stores = *reader, .count = count}));
    bool holds = !are_one((IrInstr *[]){*reader->slots[0], *reader->slots[count - 1]}, 2) &&
                 follow(packs, reader, count, false) && follow_elements(packs, first) &&
                 web_at_hand(packs)->copied.count <= count * web_at_hand(packs)->loads;
    if (!holds) {
        forget_elements(packs, first);
        undo(packs, web_at_hand(packs));
    }
    web_at_hand(packs)->holds = holds;
    return holds;
}

void word_packs_follow(WordPacks *packs, IrInstr *const *stores, int count)
{
    PackReader reader = {.web = packs->webs.count};
    if (count > PACK_MOST_WORDS)
        return;
    for (int i = 0; i < count; i++) {
        reader.readers[i] = stores[i];
        reader.slots[i] = &stores[i]->operands[stores[i]->operand_count - 1];
    }
    follow_web(packs, &reader, count);
}

bool word_packs_follow_results(WordPacks *packs, IrInstr **results, int count)
{
    PackReader reader = {.web = packs->webs.count};
    if (packs->of[results[0]->id] != NULL)
        return false;
    for (int i = 0; i < count; i++) {
        reader.readers[i] = results[i]->owner;
        reader.slots[i] = &results[i];
    }
    return follow_web(packs, &reader, count) && web_at_hand(packs)->loads > 0;
}

/* ---- which webs hold ---- */

static bool holds(const WordPacks *packs, const PackReader *reader)
{
    return packs->webs.items[reader->web].holds;
}

#define EACH_READER(packs, pack, reader)                                                           \
    for (WordPack *pack = (packs)->packs.items, *pack##_end = pack + (packs)->packs.count;         \
         pack < pack##_end; pack++)                                                                \
        for (PackReader *reader = pack->readers.items, *reader##_end = reader + pack->readers.count; \
             reader < reader##_end; reader++)                                                      \
            if (holds(packs, reader))

static void count_packed(WordPacks *packs)
{
    memset(packs->packed, 0, (size_t)packs->room * sizeof *packs->packed);
    EACH_READER (packs, pack, reader)
        for (int i = 0; i < pack->count; i++)
            packs->packed[(*reader->slots[i])->id]++;
}

static bool drop_webs(WordPacks *packs)
{
    bool has_changed = false;
    count_packed(packs);
    EACH_READER (packs, pack, reader)
        for (int i = 0; i < pack->count; i++) {
            uint32_t id = (*reader->slots[i])->id;
            bool is_kept = packs->packed[id] == packs->uses[id];
            packs->webs.items[reader->web].holds &= is_kept;
            has_changed |= !is_kept;
        }
    for (int i = 0; i < packs->webs.count; i++) {
        Web *web = &packs->webs.items[i];
        for (int k = 0; k < web->others.count && web->holds; k++)
            if (!packs->webs.items[web->others.items[k]].holds) {
                web->holds = false;
                has_changed = true;
            }
    }
    return has_changed;
}

static bool is_read(const WordPacks *packs, const WordPack *pack)
{
    for (int i = 0; i < pack->readers.count; i++)
        if (holds(packs, &pack->readers.items[i]))
            return true;
    return false;
}

static bool overlaps_another(const WordPacks *packs, const WordPack *pack)
{
    for (int i = 0; i < packs->packs.count; i++) {
        const WordPack *other = &packs->packs.items[i];
        if (other != pack && other->family == pack->family && other->at < pack->at + pack->count &&
            pack->at < other->at + other->count && is_read(packs, other))
            return true;
    }
    return false;
}

/* Where two of a family's packs overlap, all of them are chosen; of groupshared words all are. */
static void choose(WordPacks *packs)
{
    for (int i = 0; i < packs->packs.count; i++) {
        const WordPack *pack = &packs->packs.items[i];
        bool is_shared = pack->loads[0]->variable != NULL;
        if (!is_read(packs, pack) || (!is_shared && !overlaps_another(packs, pack)))
            continue;
        for (int k = 0; k < packs->packs.count; k++)
            packs->packs.items[k].is_chosen |= packs->packs.items[k].family == pack->family &&
                                               is_read(packs, &packs->packs.items[k]);
    }
    EACH_READER (packs, pack, reader)
        packs->webs.items[reader->web].has_chosen |= pack->is_chosen;
}

/* ---- bringing operations together ---- */

static Element *element_read(const WordPacks *packs, const PackReader *reader, int count)
{
    IrInstr *values[PACK_MOST_WORDS];
    for (int i = 0; i < count; i++)
        values[i] = *reader->slots[i];
    return is_element(packs, values, count) ? packs->of[values[0]->id] : NULL;
}

static bool is_kept(const WordPacks *packs, const Element *element)
{
    const Web *web = &packs->webs.items[element->web];
    return web->holds && web->has_chosen;
}

/* Operations stay where something else reads one of them, or reads it where it stands. */
static bool fix_elements(WordPacks *packs)
{
    bool has_changed = false;
    for (int i = 0; i < packs->elements.count; i++) {
        Element *element = packs->elements.items[i];
        for (int k = 0; k < operand_count(element); k++) {
            PackReader reader = reader_of(element, k);
            Element *read = element_read(packs, &reader, element->count);
            bool is_fixed = read != NULL && !read->is_fixed && element->is_fixed;
            has_changed |= is_fixed;
            if (is_fixed)
                read->is_fixed = true;
        }
    }
    return has_changed;
}

static void count_reader(WordPacks *packs, const PackReader *reader, int count)
{
    for (int i = 0; i < count && element_read(packs, reader, count) != NULL; i++)
        packs->packed[(*reader->slots[i])->id]++;
}

static void count_parts(WordPacks *packs)
{
    for (int i = 0; i < packs->webs.count; i++)
        if (packs->webs.items[i].holds)
            count_reader(packs, &packs->webs.items[i].stores, packs->webs.items[i].count);
    for (int i = 0; i < packs->elements.count; i++) {
        const Element *element = packs->elements.items[i];
        for (int k = 0; k < operand_count(element); k++) {
            PackReader reader = reader_of(element, k);
            count_reader(packs, &reader, element->count);
        }
    }
}

static bool is_read_alone(const WordPacks *packs, const IrInstr *part)
{
    return packs->packed[part->id] != packs->uses[part->id];
}

static IrInstr *last_of(const WordPacks *packs, const Element *element)
{
    IrInstr *last = element->parts[0];
    for (int i = 1; i < element->count; i++)
        if (packs->order[element->parts[i]->id] > packs->order[last->id])
            last = element->parts[i];
    return last;
}

typedef struct Move {
    const Element *element;
    IrInstr *last;
    int order;
} Move;

static int compare_moves(const void *left, const void *right)
{
    const Move *first = left, *second = right;
    return (first->order > second->order) - (first->order < second->order);
}

/* What others are made of goes first. */
static void move_together(WordPacks *packs)
{
    VEC(Move) moves = {0};
    for (int i = 0; i < packs->elements.count; i++) {
        const Element *element = packs->elements.items[i];
        IrInstr *last = last_of(packs, element);
        Move move = {element, last, packs->order[last->id]};
        if (!element->is_fixed && !is_phi(last) && element->kept[0] == NULL)
            vec_push(packs->context->scratch, &moves, move);
    }
    if (moves.count > 0)
        qsort(moves.items, (size_t)moves.count, sizeof *moves.items, compare_moves);
    for (int i = 0; i < moves.count; i++)
        for (int k = 0; k < moves.items[i].element->count; k++)
            if (moves.items[i].element->parts[k] != moves.items[i].last)
                ir_move_before(moves.items[i].element->parts[k], moves.items[i].last);
}

static void bring_together(WordPacks *packs)
{
    count_parts(packs);
    for (int i = 0; i < packs->elements.count; i++) {
        Element *element = packs->elements.items[i];
        element->is_fixed = !is_kept(packs, element);
        for (int k = 0; k < element->count && !element->is_fixed; k++)
            element->is_fixed = is_read_alone(packs, element->parts[k]);
    }
    while (fix_elements(packs))
        continue;
    move_together(packs);
}

void word_packs_settle(WordPacks *packs)
{
    while (drop_webs(packs))
        continue;
    count_packed(packs);
    choose(packs);
    for (int i = 0; i < packs->webs.count; i++)
        if (!packs->webs.items[i].holds || !packs->webs.items[i].has_chosen)
            undo(packs, &packs->webs.items[i]);
    bring_together(packs);
}

int word_packs_count(const WordPacks *packs) { return packs->packs.count; }

const WordPack *word_packs_get(const WordPacks *packs, int i) { return &packs->packs.items[i]; }

bool word_packs_has(const WordPacks *packs, const IrInstr *load)
{
    bool is_packed = false;
    for (int i = 0; i < packs->packs.count && packs->packed[load->id] > 0; i++) {
        const WordPack *pack = &packs->packs.items[i];
        is_packed |= pack->is_chosen && pack->family == packs->families[load->id];
    }
    return is_packed;
}

void word_packs_use(WordPacks *packs, const WordPack *pack, IrInstr *const *words)
{
    for (int i = 0; i < pack->readers.count; i++)
        for (int k = 0; k < pack->count && holds(packs, &pack->readers.items[i]); k++)
            *pack->readers.items[i].slots[k] = words[k];
}

bool word_packs_next_kept(const WordPacks *packs, int *at, IrVariable **variables, int *count)
{
    for (; *at < packs->elements.count; ++*at) {
        const Element *element = packs->elements.items[*at];
        if (element->kept[0] == NULL || !is_kept(packs, element))
            continue;
        for (int i = 0; i < element->count; i++)
            variables[i] = element->kept[i]->variable;
        *count = element->count;
        ++*at;
        return true;
    }
    return false;
}
