/* Who stores and loads which word, for each thread: see words_in_lanes.c. */
#include "passes/words_in_lanes.h"

#include <string.h>

enum {
    SEVERAL_WAVES = INT32_MAX,
    MOST_WORDS = 4096,   /* of a variable */
    MOST_ONE_PLACE = 4,  /* loads of one place for all, of a variable: memory has it for each lane as it is */
    MOST_OF_STORE = 10,  /* loads of what one store stored */
    MOST_VECTORS = 4, VECTOR = 16 /* that one vector's lanes come from, of so many */
};

enum { STANDING_UNKNOWN, STANDS, STAYS };

typedef struct Threads {
    const bool *are_there;     /* of the group */
    const DataBranch *decided; /* NULL: all of those are */
    const bool *around;        /* most of them are there, by a branch of `chosen`; NULL: they are not looked at */
    const DataBranch *chosen;
} Threads;

static int thread_count(const WordsInLanes *lanes)
{
    int threads = (int)ir_group_size(lanes->context->kernel), most = lanes->waves * lanes->context->kernel->wave_size;
    return threads < most ? threads : most;
}

static Word *words_of(const WordsInLanes *lanes, const IrInstr *access)
{
    return lanes->words[access->variable->index];
}

static int64_t count_of(const IrVariable *variable) { return variable->count * variable->type.components; }

/* Of a component of the element that the access goes to. */
static Word *word_at(const WordsInLanes *lanes, const IrInstr *access, int place, int component)
{
    return &words_of(lanes, access)[(int64_t)place * access->variable->type.components + access->component + component];
}

static int components_of(const IrInstr *access) { return ir_accessed_type(access).components; }

/* Of components of one word each. */
static bool has_words(const IrInstr *access)
{
    return (access->op == IR_load_var || access->op == IR_store_var) &&
           op_scalar_bytes(access->variable->type.scalar) == 4 && access->variable->type.scalar != IR_I1;
}

static void need_store(WordsInLanes *lanes, int number)
{
    WordStore *store = &lanes->stores.items[number];
    if (store->is_needed)
        return;
    store->is_needed = true;
    for (int i = 0; i < store->over.count; i++)
        need_store(lanes, store->over.items[i]);
}

static void need(WordsInLanes *lanes, const Word *word)
{
    if (word->store >= 0)
        need_store(lanes, word->store);
}

static void store_over(WordsInLanes *lanes, int number, int before)
{
    WordStore *store = &lanes->stores.items[number];
    for (int i = 0; i < store->over.count; i++)
        if (store->over.items[i] == before)
            return;
    if (before >= 0)
        vec_push(lanes->context->scratch, &store->over, before);
}

/* ---- memory ---- */

static void touch(WordsInLanes *lanes, Word *word, int wave, bool stores)
{
    if (word->wave >= 0 && word->wave != wave && (stores || word->is_stored))
        lanes->is_apart = false;
    word->wave = word->wave >= 0 && word->wave != wave ? SEVERAL_WAVES : wave;
    word->is_stored |= stores;
}

/* Some words, nobody knows which, may be loaded or stored. */
static void touch_all(WordsInLanes *lanes, const IrInstr *access)
{
    Word *words = words_of(lanes, access);
    for (int64_t i = 0; words != NULL && i < count_of(access->variable); i++) {
        need(lanes, &words[i]);
        lanes->is_apart &= lanes->turn == 0 || words[i].wave < 0;
        words[i].value = ir_is(access, OP_WRITES) ? NULL : words[i].value;
        touch(lanes, &words[i], SEVERAL_WAVES, ir_is(access, OP_WRITES));
    }
}

/* ---- places ---- */

/* By thread; false: some are not known, or lie outside. */
static bool find_places(const WordsInLanes *lanes, const IrInstr *access, Threads threads, int *places)
{
    const IrKernel *kernel = lanes->context->kernel;
    for (int thread = 0; thread < thread_count(lanes); thread++) {
        uint64_t place;
        if (!threads.are_there[thread])
            continue;
        if (!ir_compute_of_thread(kernel, access->operands[0], thread, WORDS_IN_LANES_DEPTH, &place) ||
            place >= (uint64_t)access->variable->count)
            return false;
        places[thread] = (int)place;
    }
    return true;
}

/* ---- what can stand before the branches ---- */

static bool is_forwarded(const WordsInLanes *lanes, const IrInstr *load)
{
    for (int i = 0; i < lanes->forwards.count; i++)
        if (lanes->forwards.items[i].load == load)
            return true;
    return false;
}

/* Or in branches that all take. */
static bool is_in_stretch(const WordsInLanes *lanes, const IrInstr *value)
{
    const IrInstr *place = is_phi(value) ? value->owner : value;
    for (const IrInstr *around = place->region->owner; around != NULL && around->op != IR_wave_loop && around != lanes->loops[0];
         around = around->region->owner)
        if (around->op != IR_if || lanes->standing[around->id] != STANDS)
            return ir_wave_loop_around(place) == NULL;
    return true;
}

static bool can_stand(WordsInLanes *lanes, const IrInstr *value)
{
    uint8_t *known = &lanes->standing[value->id];
    if (*known != STANDING_UNKNOWN)
        return *known == STANDS;
    bool can = is_in_stretch(lanes, value);
    if (!can && !is_phi(value) && (is_pure_of_lane(value) || is_forwarded(lanes, value))) {
        can = true;
        for (int i = 0; i < value->operand_count && can && !is_forwarded(lanes, value); i++)
            can = can_stand(lanes, value->operands[i]);
    }
    *known = can ? STANDS : STAYS;
    return can;
}

/* ---- loads ---- */

LaneTable table_of_source(const Forward *forward, int source)
{
    LaneTable table = forward->from;
    for (int lane = 0; lane < table.count; lane++) {
        bool is_of = table.from[lane] >= 0 && table.from[lane] / table.count == source;
        table.from[lane] = is_of ? (int16_t)(table.from[lane] % table.count) : -1;
    }
    return table;
}

LaneTable lanes_of_source(const Forward *forward, int source)
{
    LaneTable table = forward->from;
    for (int lane = 0; lane < table.count; lane++)
        if (table.from[lane] >= 0)
            table.from[lane] = table.from[lane] / table.count == source;
    return table;
}

static int source_of(Forward *forward, IrInstr *value)
{
    int source = 0;
    while (source < forward->source_count && forward->sources[source] != value)
        source++;
    if (source == MOST_SOURCES)
        return -1;
    forward->sources[source] = value;
    forward->source_count += source == forward->source_count;
    return source;
}

/* The same in each wave. */
static bool find_lanes(const WordsInLanes *lanes, Forward *forward, Threads threads, const int *places)
{
    int wave_size = lanes->context->kernel->wave_size;
    forward->from.count = wave_size;
    for (int lane = 0; lane < wave_size; lane++)
        forward->from.from[lane] = -1;
    for (int thread = 0; thread < thread_count(lanes); thread++) {
        if (!threads.are_there[thread])
            continue;
        const Word *word = word_at(lanes, forward->load, places[thread], forward->component);
        int16_t *from = &forward->from.from[thread % wave_size];
        if (word->value == NULL || word->thread / wave_size != thread / wave_size)
            return false;
        int source = source_of(forward, word->value), lane = source * wave_size + word->thread % wave_size;
        if (source < 0 || (*from >= 0 && *from != lane))
            return false;
        *from = (int16_t)lane;
    }
    return forward->source_count > 0;
}

/* Vectors that each vector's lanes come from. */
static bool come_from_few(const LaneTable *table)
{
    for (int first = 0; first < table->count; first += VECTOR) {
        int vectors[MOST_VECTORS], count = 0;
        for (int lane = first; lane < first + VECTOR && lane < table->count; lane++) {
            int vector = table->from[lane] / VECTOR, at = 0;
            while (at < count && vectors[at] != vector)
                at++;
            if (table->from[lane] < 0 || at < count)
                continue;
            if (count == MOST_VECTORS)
                return false;
            vectors[count++] = vector;
        }
    }
    return true;
}

static int loads_of(const WordsInLanes *lanes, const IrInstr *value)
{
    int count = 0;
    for (int i = 0; i < lanes->forwards.count; i++)
        for (int source = 0; source < lanes->forwards.items[i].source_count; source++)
            count += lanes->forwards.items[i].sources[source] == value;
    return count;
}

static bool has_formulas(const WordsInLanes *lanes, const Forward *forward)
{
    for (int source = 0; source < forward->source_count; source++) {
        LaneTable table = table_of_source(forward, source), which = lanes_of_source(forward, source);
        if (!come_from_few(&table) || !has_lane_formula(&table) || (source > 0 && !has_lane_parting(&which)) ||
            loads_of(lanes, forward->sources[source]) >= MOST_OF_STORE)
            return false;
    }
    return true;
}

/* All lanes load from one place, and of that variable from many: memory has it for each lane as it is. */
static bool is_read_by_places(const WordsInLanes *lanes, const IrInstr *load)
{
    int count = 0;
    if (!is_const_place(load) || !is_in_stretch(lanes, load))
        return false;
    for (int i = 0; i < lanes->loop_count; i++)
        EACH_INSTR (lanes->loops[i]->regions[0], instr)
            count += instr->op == IR_load_var && instr->variable == load->variable && is_const_place(instr) &&
                     is_in_stretch(lanes, instr);
    return count > MOST_ONE_PLACE;
}

/* In each vector elements follow each other as threads do, or are one. */
static bool is_row(const WordsInLanes *lanes, Threads threads, const int *places)
{
    int before = -1;
    bool follow = true, are_one = true;
    for (int thread = 0; thread < thread_count(lanes); thread++) {
        if (!threads.are_there[thread])
            continue;
        if (before >= 0 && before / VECTOR == thread / VECTOR) {
            follow &= places[thread] - places[before] == thread - before;
            are_one &= places[thread] == places[before];
        }
        before = thread;
    }
    return follow || are_one;
}

static void load_from_memory(WordsInLanes *lanes, const IrInstr *load, Threads threads, const int *places)
{
    lanes->is_spread |= !is_row(lanes, threads, places);
    for (int thread = 0; thread < thread_count(lanes); thread++)
        for (int i = 0; i < components_of(load) && threads.are_there[thread]; i++) {
            Word *word = word_at(lanes, load, places[thread], i);
            need(lanes, word);
            touch(lanes, word, thread / lanes->context->kernel->wave_size, false);
            /* what is stored right before is not there yet */
            lanes->is_apart &= lanes->turn == 0 || word->store < 0;
        }
}

static void look_at_load(WordsInLanes *lanes, IrInstr *load, Threads threads)
{
    int *places = ARENA_ARRAY(lanes->context->scratch, int, thread_count(lanes)), count = components_of(load);
    Forward forwards[MOST_COMPONENTS];
    if (!find_places(lanes, load, threads, places)) {
        touch_all(lanes, load);
        return;
    }
    bool can_be = !is_read_by_places(lanes, load);
    for (int i = 0; i < count && can_be; i++) {
        forwards[i] = (Forward){.load = load, .component = i};
        can_be = find_lanes(lanes, &forwards[i], threads, places) && has_formulas(lanes, &forwards[i]);
    }
    if (!can_be) {
        load_from_memory(lanes, load, threads, places);
        return;
    }
    for (int i = 0; i < count; i++)
        vec_push(lanes->context->scratch, &lanes->forwards, forwards[i]);
    lanes->standing[load->id] = STANDS;
}

/* ---- stores ---- */

static bool are_decided_before(WordsInLanes *lanes, const DataBranch *decided)
{
    for (; decided != NULL; decided = decided->around)
        if (!can_stand(lanes, decided->branch->operands[0]))
            return false;
    return true;
}

static bool are_of_one_thread(const WordsInLanes *lanes, const IrInstr *store, Threads threads, const int *places)
{
    bool *are_taken = ARENA_ARRAY(lanes->context->scratch, bool, store->variable->count);
    for (int thread = 0; thread < thread_count(lanes); thread++) {
        if (threads.are_there[thread] && are_taken[places[thread]])
            return false;
        are_taken[threads.are_there[thread] ? places[thread] : 0] |= threads.are_there[thread];
    }
    return true;
}

/* Each thread's words keep what its own wave knows of them, or get what is stored. */
static bool finds_choices(WordsInLanes *lanes, IrInstr *store, Threads threads, const int *places, IrInstr **choices)
{
    Forward forwards[MOST_COMPONENTS];
    int count = components_of(store);
    if (lanes->choices + count > MOST_CHOICES || !are_decided_before(lanes, threads.decided) ||
        !are_of_one_thread(lanes, store, threads, places))
        return false;
    for (int i = 0; i < count; i++) {
        forwards[i] = (Forward){.load = store, .decided = threads.decided, .component = i};
        if (!can_stand(lanes, store->operands[1 + i]) || !find_lanes(lanes, &forwards[i], threads, places) ||
            !has_formulas(lanes, &forwards[i]))
            return false;
    }
    for (int i = 0; i < count; i++) {
        IrInstr *operands[3] = {threads.decided->branch->operands[0], store->operands[1 + i], store->operands[1 + i]};
        choices[i] = ir_new(lanes->context->kernel, IR_select, store->operands[1 + i]->type, operands, 3);
        choices[i]->level = LEVEL_VARYING;
        forwards[i].choice = choices[i];
        lanes->standing[choices[i]->id] = STANDS;
        vec_push(lanes->context->scratch, &lanes->forwards, forwards[i]);
    }
    lanes->choices += count;
    return true;
}

/* Where most threads store, a word of each, the others' are chosen, too: what loads them then has one value to ask for. */
static bool chooses_for_all(WordsInLanes *lanes, IrInstr *store, Threads *threads, int *places, IrInstr **choices)
{
    Threads all = {.are_there = threads->around, .decided = threads->chosen};
    if (all.are_there == NULL || !find_places(lanes, store, all, places) ||
        !finds_choices(lanes, store, all, places, choices))
        return false;
    *threads = all;
    return true;
}

static void look_at_store(WordsInLanes *lanes, IrInstr *store, Threads threads)
{
    int *places = ARENA_ARRAY(lanes->context->scratch, int, thread_count(lanes));
    int number = lanes->stores.count;
    vec_push(lanes->context->scratch, &lanes->stores, (WordStore){.instr = store});
    IrInstr **values = &store->operands[1], *choices[MOST_COMPONENTS];
    bool are_chosen = chooses_for_all(lanes, store, &threads, places, choices),
         are_known = are_chosen || find_places(lanes, store, threads, places);
    if (are_chosen)
        values = choices;
    else if (are_known && threads.decided != NULL) {
        are_known = finds_choices(lanes, store, threads, places, choices);
        values = choices;
    }
    if (!are_known) {
        touch_all(lanes, store);
        lanes->stores.items[number].is_needed = true;
        return;
    }
    for (int thread = 0; thread < thread_count(lanes); thread++)
        for (int i = 0; i < components_of(store) && threads.are_there[thread]; i++) {
            Word *word = word_at(lanes, store, places[thread], i);
            IrInstr *value = values[i];
            bool is_second = word->store == number; /* of two threads one is the last */
            touch(lanes, word, thread / lanes->context->kernel->wave_size, true);
            if (threads.decided != NULL && !is_second)
                store_over(lanes, number, word->store);
            word->value = !is_second && can_stand(lanes, value) ? value : NULL;
            word->thread = thread;
            word->store = number;
        }
}

/* ---- all of it ---- */

static bool find_sides(const WordsInLanes *lanes, const IrInstr *branch, Threads threads, bool *first, bool *second)
{
    for (int thread = 0; thread < thread_count(lanes); thread++) {
        uint64_t holds;
        if (!threads.are_there[thread])
            continue;
        if (!ir_compute_of_thread(lanes->context->kernel, branch->operands[0], thread, WORDS_IN_LANES_DEPTH, &holds))
            return false;
        first[thread] = holds != 0;
        second[thread] = holds == 0;
    }
    return true;
}

/* False: it surely does not, whatever data says: `t < 32 && s[t + 32] < s[t]`. */
static bool may_hold(const WordsInLanes *lanes, const IrInstr *condition, int thread, int depth)
{
    const IrKernel *kernel = lanes->context->kernel;
    const IrInstr *branch = condition->op == IR_result ? condition->owner : NULL;
    uint64_t holds;
    if (depth == 0 || ir_compute_of_thread(kernel, condition, thread, WORDS_IN_LANES_DEPTH, &holds))
        return depth == 0 || holds != 0;
    if (condition->op == IR_iand)
        return may_hold(lanes, condition->operands[0], thread, depth - 1) &&
               may_hold(lanes, condition->operands[1], thread, depth - 1);
    if (branch == NULL || branch->op != IR_if ||
        !ir_compute_of_thread(kernel, branch->operands[0], thread, WORDS_IN_LANES_DEPTH, &holds))
        return true;
    const IrInstr *last = branch->regions[holds != 0 ? 0 : 1]->last;
    return last->op != IR_yield || may_hold(lanes, last->operands[condition->position], thread, depth - 1);
}

static int count_of_threads(const bool *are_there, int count)
{
    int there = 0;
    for (int thread = 0; thread < count; thread++)
        there += are_there[thread];
    return there;
}

/* In loops: nobody knows in which turn. */
static void look_at_any(WordsInLanes *lanes, const IrInstr *construct)
{
    EACH_REGION (construct, region)
        EACH_INSTR (region, instr)
            if (is_shared(instr))
                touch_all(lanes, instr);
}

static void look_through(WordsInLanes *lanes, const IrRegion *region, Threads threads);

static void look_at_branch(WordsInLanes *lanes, IrInstr *branch, Threads threads)
{
    int count = thread_count(lanes);
    bool *first = ARENA_ARRAY(lanes->context->scratch, bool, count),
         *second = ARENA_ARRAY(lanes->context->scratch, bool, count);
    if (find_sides(lanes, branch, threads, first, second)) {
        Threads taking = {.are_there = first, .decided = threads.decided};
        int there = count_of_threads(first, count), all = count_of_threads(threads.are_there, count);
        if (threads.decided == NULL && there == count)
            lanes->standing[branch->id] = STANDS;
        if (threads.decided == NULL && there < all && there * 2 > all) {
            DataBranch *chosen = ARENA_NEW(lanes->context->scratch, DataBranch);
            *chosen = (DataBranch){branch, 0, NULL};
            taking.around = threads.are_there;
            taking.chosen = chosen;
        }
        look_through(lanes, branch->regions[0], taking);
        look_through(lanes, branch->regions[1], (Threads){.are_there = second, .decided = threads.decided});
    } else {
        for (int thread = 0; thread < count; thread++)
            first[thread] = threads.are_there[thread] && may_hold(lanes, branch->operands[0], thread, WORDS_IN_LANES_DEPTH);
        DataBranch *decided = ARENA_ARRAY(lanes->context->scratch, DataBranch, 2);
        for (int side = 0; side < 2; side++) {
            decided[side] = (DataBranch){branch, side, threads.decided};
            const bool *are_there = side == 0 ? first : threads.are_there;
            look_through(lanes, branch->regions[side], (Threads){.are_there = are_there, .decided = &decided[side]});
        }
    }
}

static void look_through(WordsInLanes *lanes, const IrRegion *region, Threads threads)
{
    EACH_IN (region, instr) {
        bool is_word = is_shared(instr) && has_words(instr) && words_of(lanes, instr) != NULL;
        if (is_word && instr->op == IR_load_var)
            look_at_load(lanes, instr, threads);
        else if (is_word)
            look_at_store(lanes, instr, threads);
        else if (is_shared(instr) && words_of(lanes, instr) == NULL)
            lanes->is_apart &= lanes->loop_count == 1;
        else if (is_shared(instr))
            touch_all(lanes, instr);
        else if (instr->op == IR_if && !lanes->jumps_out[instr->id])
            look_at_branch(lanes, instr, threads);
        else if (is_construct(instr))
            look_at_any(lanes, instr);
    }
}

static Word *new_words(const WordsInLanes *lanes, const IrVariable *variable)
{
    Word *words = ARENA_ARRAY(lanes->context->scratch, Word, count_of(variable));
    for (int64_t i = 0; i < count_of(variable); i++)
        words[i] = (Word){.store = -1, .wave = -1};
    return words;
}

/* What the last stretch loads is what those before it stored, of lanes. */
static bool last_goes_on(const WordsInLanes *lanes, int before)
{
    return lanes->loop_count == 1 || lanes->forwards.count > before;
}

bool look_at_words(WordsInLanes *lanes, IrInstr *const *loops, int count, int waves)
{
    const IrKernel *kernel = lanes->context->kernel;
    int before = 0;
    memcpy(lanes->loops, loops, (size_t)count * sizeof *loops);
    lanes->loop_count = count;
    lanes->waves = waves;
    lanes->is_apart = true;
    lanes->words = ARENA_ARRAY(lanes->context->scratch, Word *, kernel->variables.count);
    lanes->standing = ARENA_ARRAY(lanes->context->scratch, uint8_t, (int)kernel->next_id + MOST_CHOICES);
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        if (variable->kind == IR_GROUPSHARED && count_of(variable) <= MOST_WORDS && variable->type.components <= MOST_COMPONENTS)
            lanes->words[i] = new_words(lanes, variable);
    }
    bool *all = ARENA_ARRAY(lanes->context->scratch, bool, thread_count(lanes));
    for (int thread = 0; thread < thread_count(lanes); thread++)
        all[thread] = true;
    for (lanes->turn = 0; lanes->turn < count; lanes->turn++) {
        before = lanes->forwards.count;
        look_through(lanes, loops[lanes->turn]->regions[0], (Threads){.are_there = all});
    }
    return (count == 1 || lanes->is_apart) && last_goes_on(lanes, before);
}

/* ---- who loads it behind them ---- */

static bool is_in_loops(const WordsInLanes *lanes, const IrInstr *instr)
{
    for (int i = 0; i < lanes->loop_count; i++)
        if (ir_is_within(instr, lanes->loops[i]))
            return true;
    return false;
}

/* In a loop of the group: in its next turn. */
static bool comes_behind(const WordsInLanes *lanes, const IrInstr *instr)
{
    if (lanes->loops[0]->region->owner != NULL)
        return !is_forwarded(lanes, instr);
    return !is_in_loops(lanes, instr) && instr->id > lanes->loops[lanes->loop_count - 1]->id;
}

void find_stores_needed(WordsInLanes *lanes)
{
    EACH_INSTR (lanes->context->kernel->body, instr) {
        if (!is_shared(instr) || instr->op == IR_store_var || words_of(lanes, instr) == NULL ||
            !comes_behind(lanes, instr))
            continue;
        for (int64_t i = 0; i < count_of(instr->variable); i++)
            need(lanes, &words_of(lanes, instr)[i]);
    }
}
