/* kept_words: variables that are kept over barriers and whose words go side by side are one.
 *
 *     %1 = load_var $keep0                    %0 = load_var $words       ; f32x4
 *     %2 = load_var $keep1                    %1 = extract %0 0
 *     ...                             ->      %2 = extract %0 1
 *     store_var $keep0, %8                    ...
 *     store_var $keep1, %9                    store_var $words, %8, %9, ...
 *     ...
 *
 * Four sums that a thread keeps side by side, as word_packs.c finds them, may then stay in the order of memory over
 * barriers (plan_in_order.c). */
#include "kept_words.h"

enum { MOST_WORDS = 4 };

typedef struct Words {
    PassContext *context;
    IrVariable *const *variables;
    int count;
    VEC(IrInstr *) loads, stores; /* in the order of the text; stores to all of the words behind each other */
    VEC(bool) begins;             /* by load: nothing stands between it and the one before that it could be loaded with */
} Words;

static int place_of(const Words *words, const IrInstr *access)
{
    for (int i = 0; i < words->count && is_kept_access(access); i++)
        if (access->variable == words->variables[i])
            return i;
    return -1;
}

/* Those since the last time that all were stored to. */
static int count_open(const Words *words) { return words->stores.count % words->count; }

static bool may_take_store(const Words *words, const IrInstr *store)
{
    for (int i = 1; i <= count_open(words); i++) {
        const IrInstr *other = words->stores.items[words->stores.count - i];
        if (other->variable == store->variable || other->region != store->region)
            return false;
    }
    return true;
}

static bool find_accesses(Words *words)
{
    Arena *scratch = words->context->scratch;
    const IrRegion *at_hand = NULL; /* where the last one was loaded, and nothing stored to since */
    EACH_INSTR (words->context->kernel->body, instr) {
        bool is_one = place_of(words, instr) >= 0, is_store = is_one && ir_is(instr, OP_WRITES);
        if (!is_one)
            continue;
        if (is_store ? !may_take_store(words, instr) : count_open(words) > 0)
            return false;
        if (is_store)
            vec_push(scratch, &words->stores, instr);
        else {
            vec_push(scratch, &words->loads, instr);
            vec_push(scratch, &words->begins, instr->region != at_hand);
        }
        at_hand = is_store ? NULL : instr->region;
    }
    return count_open(words) == 0;
}

static void join_loads(const Words *words, IrVariable *joined)
{
    IrKernel *kernel = words->context->kernel;
    IrInstr *all = NULL;
    for (int i = 0; i < words->loads.count; i++) {
        IrInstr *load = words->loads.items[i];
        IrBuilder builder = ir_builder_before(kernel, load);
        builder.pos = load->pos;
        if (words->begins.items[i])
            all = ir_load_var(&builder, joined, 0, words->count, load->operands[0]);
        load->note = ir_extract(&builder, all, place_of(words, load));
        ir_remove(load);
    }
}

static void join_stores(const Words *words, IrVariable *joined)
{
    IrKernel *kernel = words->context->kernel;
    for (int i = 0; i < words->stores.count; i += words->count) {
        IrInstr *values[MOST_WORDS], *last = words->stores.items[i + words->count - 1];
        for (int k = 0; k < words->count; k++) {
            const IrInstr *store = words->stores.items[i + k];
            values[place_of(words, store)] = store->operands[store->operand_count - 1];
        }
        IrBuilder builder = ir_builder_before(kernel, last);
        builder.pos = last->pos;
        ir_store_var(&builder, joined, 0, last->operands[0], values, words->count);
        for (int k = 0; k < words->count; k++)
            ir_remove(words->stores.items[i + k]);
    }
}

void kept_words_join(PassContext *context, IrVariable *const *variables, int count)
{
    Words words = {.context = context, .variables = variables, .count = count};
    if (!find_accesses(&words) || words.loads.count == 0)
        return;
    const IrVariable *first = variables[0];
    IrVariable *joined = ir_variable_new(context->kernel, first->name, IR_WAVE_VALUE,
                                         (IrType){first->type.scalar, (uint8_t)count}, 1, first->pos);
    join_loads(&words, joined);
    join_stores(&words, joined);
    pass_explain(context, first->pos, "%d words kept over barriers are one", count);
}
