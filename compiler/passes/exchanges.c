/* exchanges: groupshared words that some lanes store over what they have loaded are stored by all.
 *
 *     %a = load_var $s [%i]                 %a = load_var $s [%i]
 *     %b = load_var $s [%j]                 %b = load_var $s [%j]
 *     %c = flt %b, %a                       %c = flt %b, %a
 *     if %c {                        ->     %x = select %c, %b, %a
 *       store_var $s [%i], %b               store_var $s [%i], %x
 *       store_var $s [%j], %a               %y = select %c, %a, %b
 *       yield                               store_var $s [%j], %y
 *     }
 *
 * Sorts compare two elements and exchange them where they are in the wrong order: stores under a mask that data
 * makes, spread over words that other lanes have between them. As stores of all lanes they are whole vectors
 * (join_words.c), and nothing branches.
 *
 * A lane that is not to store puts back what is there already, as nobody stores there meanwhile: waves run one after
 * the other, and of the wave's lanes no other one goes to its places. That is so where indices differ by what follows
 * from the threads' numbers alone, and by what all lanes share only in the same way; each thread's are computed. Threads that
 * a condition on their numbers keeps away do not count, and stay away: a part of the branch's own, too.
 *
 * Not where the branch computes much, nor of words that lie far apart, which would be scattered. Not of branches that
 * lanes take by their numbers, which known_threads and full_waves take apart, nor of one store of words in a row, whose
 * mask costs nothing. Needs: uniformity. Keeps: facts. */
#include <stdlib.h>

#include "passes/shared_words.h"

enum {
    MOST_STORES = 4,
    MOST_COST = 8, /* for each of them, of what only some lanes computed */
    DEPTH = WORDS_DEPTH,
    ROW = 16,     /* threads, of which one and the next */
    FARTHEST = 64 /* have words no farther apart */
};

typedef struct Exchange {
    PassContext *context;
    IrInstr *branch;
    IrInstr *place, *data; /* whose condition is: both; of threads' numbers (NULL: none) and of what was loaded */
    int count;
    IrInstr *stores[MOST_STORES], *old[MOST_STORES]; /* what was loaded from there */
} Exchange;

/* ---- what the branch does ---- */

static bool add_store(Exchange *exchange, IrInstr *store)
{
    IrInstr *old = is_shared_word(store) && exchange->count < MOST_STORES ? shared_word_before(exchange->branch, store) : NULL;
    if (old == NULL)
        return false;
    exchange->old[exchange->count] = old;
    exchange->stores[exchange->count++] = store;
    return true;
}

/* Words that it loads once more before it stores any. */
static bool is_again(const Exchange *exchange, const IrInstr *load)
{
    return exchange->count == 0 && is_shared_word(load) && shared_word_before(exchange->branch, load) != NULL;
}

static bool finds_stores(Exchange *exchange)
{
    int cost = 0;
    EACH_IN (exchange->branch->regions[0], instr) {
        bool is_pure = is_pure_of_lane(instr),
             is_kept = instr->op == IR_store_var ? add_store(exchange, instr)
                       : instr->op == IR_load_var ? is_again(exchange, instr)
                                                  : is_pure || instr->op == IR_yield;
        if (!is_kept)
            return false;
        cost += is_pure && instr->op != IR_const ? cost_of_operation(instr) : 0;
    }
    return exchange->count > 0 && cost <= MOST_COST * exchange->count;
}

static bool is_only_in_a_row(const Exchange *exchange)
{
    return exchange->count == 1 && exchange->stores[0]->operands[0]->shape.stride == 1;
}

/* ---- whose words they are ---- */

static bool is_alike(const IrInstr *value) { return value->level <= LEVEL_WAVE; }

/* What lanes share of both. */
static bool share_the_same(const IrInstr *left, const IrInstr *right)
{
    const IrInstr *addends[2][IR_MOST_ADDENDS];
    int counts[2] = {ir_list_addends(left, addends[0]), ir_list_addends(right, addends[1])}, balance = 0;
    if (counts[0] > IR_MOST_ADDENDS || counts[1] > IR_MOST_ADDENDS)
        return false;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < counts[side]; i++) {
            int times[2] = {0, 0};
            for (int other = 0; other < 2; other++)
                for (int k = 0; k < counts[other]; k++)
                    times[other] += addends[other][k] == addends[side][i];
            balance += is_alike(addends[side][i]) && times[0] != times[1];
        }
    return balance == 0;
}

/* All of the index but what lanes share. */
static bool own_part(const IrKernel *kernel, const IrInstr *index, int thread, uint32_t *sum)
{
    const IrInstr *addends[IR_MOST_ADDENDS];
    int count = ir_list_addends(index, addends);
    *sum = (uint32_t)ir_constant_addend(index);
    if (count > IR_MOST_ADDENDS)
        return false;
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        if (is_alike(addends[i]))
            continue;
        if (!ir_compute_of_thread(kernel, addends[i], thread, DEPTH, &bits))
            return false;
        *sum += (uint32_t)bits;
    }
    return true;
}

static bool comes_here(const Exchange *exchange, int thread)
{
    const IrKernel *kernel = exchange->context->kernel;
    const IrRegion *region = exchange->branch->region;
    uint64_t is_there = 1;
    if (exchange->place != NULL && !(ir_compute_of_thread(kernel, exchange->place, thread, DEPTH, &is_there) && is_there & 1))
        return false;
    for (const IrInstr *around = region->owner; around != NULL; region = around->region, around = region->owner) {
        uint64_t holds;
        if (around->op == IR_if && ir_compute_of_thread(kernel, around->operands[0], thread, DEPTH, &holds) &&
            (holds & 1) != (region == around->regions[0]))
            return false;
    }
    return true;
}

typedef struct Word {
    const IrVariable *variable;
    uint32_t place;
    int thread;
} Word;

/* Words of threads in a row are near each other: a store of all of them is some vectors, no scatter. */
static bool are_near(const Word *words, int count, int stores)
{
    for (int i = 0; i + stores < count; i++) {
        const Word *next = &words[i + stores];
        bool is_row = words[i].thread / ROW == next->thread / ROW;
        uint32_t apart = next->place - words[i].place + FARTHEST;
        if (is_row && apart > 2 * FARTHEST)
            return false;
    }
    return true;
}

static int by_place(const void *left, const void *right)
{
    const Word *a = left, *b = right;
    if (a->variable != b->variable)
        return a->variable->index < b->variable->index ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

static bool are_own(const Exchange *exchange)
{
    const IrKernel *kernel = exchange->context->kernel;
    int threads = (int)ir_group_size(kernel), count = 0;
    Word *words = ARENA_ARRAY(exchange->context->scratch, Word, threads * exchange->count);
    for (int i = 1; i < exchange->count; i++)
        if (!share_the_same(exchange->stores[0]->operands[0], exchange->stores[i]->operands[0]))
            return false;
    for (int thread = 0; thread < threads; thread++) {
        bool is_there = comes_here(exchange, thread);
        for (int i = 0; i < exchange->count && is_there; i++, count++) {
            words[count] = (Word){exchange->stores[i]->variable, 0, thread};
            if (!own_part(kernel, exchange->stores[i]->operands[0], thread, &words[count].place))
                return false;
        }
    }
    if (!are_near(words, count, exchange->count))
        return false;
    qsort(words, (size_t)count, sizeof *words, by_place);
    for (int i = 1; i < count; i++)
        if (by_place(&words[i - 1], &words[i]) == 0 && words[i - 1].thread != words[i].thread)
            return false;
    return true;
}

/* ---- changing ---- */

/* Before the branch; or in it, where it is left with what threads' numbers say. */
static void store_always(Exchange *exchange)
{
    IrInstr *branch = exchange->branch;
    IrReplacements again = {0};
    EACH_IN (branch->regions[0], instr) {
        if (instr->op == IR_load_var) {
            vec_push(exchange->context->scratch, &again.from, instr);
            vec_push(exchange->context->scratch, &again.to, shared_word_before(branch, instr));
            ir_remove(instr);
        } else if (instr->op != IR_yield && exchange->place == NULL) {
            ir_move_before(instr, branch);
        }
    }
    for (int i = 0; i < exchange->count; i++) {
        IrInstr *store = exchange->stores[i];
        IrBuilder builder = ir_builder_before(exchange->context->kernel, store);
        builder.pos = store->pos;
        store->operands[1] = vary(IR_BUILD(&builder, IR_select, exchange->data, store->operands[1], exchange->old[i]));
    }
    ir_replace_all(exchange->context->kernel, &again);
    if (exchange->place == NULL)
        ir_remove(branch);
    else
        branch->operands[0] = exchange->place;
}

static bool is_known(const IrKernel *kernel, const IrInstr *condition)
{
    uint64_t holds;
    return ir_compute_of_thread(kernel, condition, 0, DEPTH, &holds);
}

static void part_condition(Exchange *exchange)
{
    IrInstr *condition = exchange->branch->operands[0];
    exchange->data = condition;
    for (int i = 0; i < 2 && condition->op == IR_iand; i++)
        if (is_known(exchange->context->kernel, condition->operands[i])) {
            exchange->place = condition->operands[i];
            exchange->data = condition->operands[1 - i];
        }
}

bool pass_exchanges(PassContext *context)
{
    bool changed = false;
    if (context->checks != 0 || context->watches_stores)
        return false;
    EACH_INSTR (context->kernel->body, instr) {
        Exchange exchange = {.context = context, .branch = instr};
        if (!is_of_some_lanes(instr) || !comes_from_data(instr->operands[0]) || !finds_stores(&exchange))
            continue;
        part_condition(&exchange);
        if (is_only_in_a_row(&exchange) || !are_own(&exchange))
            continue;
        pass_explain(context, instr->pos, "all lanes store, %d words each", exchange.count);
        store_always(&exchange);
        changed = true;
    }
    return changed;
}
