/* join_stretches: two stretches with a barrier between them are one where each wave may do its
 * part of both before the next one begins.
 *
 *     wave_loop {                                   wave_loop [down] {
 *       %1 = load_var $sum [%t - 4]                   %1 = load_var $sum [%t - 4]
 *       store_var $keep, %1                           %2 = load_var $sum [%t]
 *     }                                               store_var $sum [%t], %1 + %2
 *     barrier                                       }
 *     wave_loop {
 *       %3 = load_var $keep
 *       %2 = load_var $sum [%t]
 *       store_var $sum [%t], %2 + %3
 *     }
 *
 * A step of a scan in groupshared memory: all load before any stores. The waves above have loaded
 * what a wave stores when they go from the last one down to the first, and nothing is kept over the
 * barrier.
 *
 * Which elements a wave touches is found by computing the indices of its threads, as far as these
 * follow from the thread's place; it is between the least and the greatest of them, or anywhere.
 * What a wave does in the second stretch must not touch what those behind it touch in the first one,
 * unless both only load; and nothing must show in which order waves go where they go down.
 *
 * Only where something is kept, and the second stretch loads nothing that the first one stores: that
 * a vector's elements are loaded right behind the store of others takes longer than a loop.
 *
 * Needs: wave_loops. Breaks: facts; uniformity must run again. */
#include "passes/passes_priv.h"

enum {
    DEPTH = 12,        /* of an index or a condition */
    MOST_ACCESSES = 12 /* to groupshared memory, of a stretch */
};

/* By wave, the elements from `low` to `high`; none: low > high. */
typedef struct Access {
    const IrInstr *instr;
    int64_t *low, *high;
} Access;

typedef struct Stretch {
    PassContext *context;
    IrInstr *loop;
    Access accesses[MOST_ACCESSES];
    int count;
    bool reads_resources, writes_resources; /* that some write */
} Stretch;

/* ---- what it touches ---- */

/* False: a branch around it is not for the thread; what is not known may be. */
static bool may_be_there(const Stretch *stretch, const IrInstr *instr, int thread)
{
    for (const IrInstr *around = instr->region->owner; around != stretch->loop;
         instr = around, around = around->region->owner) {
        uint64_t holds;
        if (around->op == IR_if &&
            ir_compute_of_thread(stretch->context->kernel, around->operands[0], thread, DEPTH,
                                 &holds) &&
            (holds != 0) != (instr->region == around->regions[0]))
            return false;
    }
    return true;
}

static void add_thread(const Stretch *stretch, Access *access, int thread)
{
    const IrKernel *kernel = stretch->context->kernel;
    int wave = thread / kernel->wave_size;
    int64_t count = access->instr->variable->count, low = 0, high = count - 1;
    uint64_t place;
    if (!may_be_there(stretch, access->instr, thread))
        return;
    if (ir_compute_of_thread(kernel, access->instr->operands[0], thread, DEPTH, &place)) {
        if (place >= (uint64_t)count)
            return;
        low = high = (int64_t)place;
    }
    access->low[wave] = low < access->low[wave] ? low : access->low[wave];
    access->high[wave] = high > access->high[wave] ? high : access->high[wave];
}

static bool add_access(Stretch *stretch, const IrInstr *instr)
{
    const IrKernel *kernel = stretch->context->kernel;
    int waves = ir_running_waves(kernel);
    if (stretch->count == MOST_ACCESSES)
        return false;
    Access *access = &stretch->accesses[stretch->count++];
    access->instr = instr;
    access->low = ARENA_ARRAY(stretch->context->scratch, int64_t, waves);
    access->high = ARENA_ARRAY(stretch->context->scratch, int64_t, waves);
    for (int wave = 0; wave < waves; wave++)
        access->low[wave] = INT64_MAX, access->high[wave] = -1;
    for (int thread = 0; thread < (int)ir_group_size(kernel); thread++)
        add_thread(stretch, access, thread);
    return true;
}

static bool add_resource(Stretch *stretch, const IrInstr *instr)
{
    stretch->writes_resources |= ir_is(instr, OP_WRITES);
    stretch->reads_resources |= ir_is(instr, OP_READS) && instr->resource->class == IR_UAV;
    return !instr->resource->is_coherent;
}

/* False: it is nothing that may move past a barrier. */
static bool look_at(Stretch *stretch, const IrInstr *instr)
{
    if (ir_is(instr, OP_SYNC) || instr->op == IR_return || op_info(instr->op)->domain == DOMAIN_TEST)
        return false;
    if (instr->resource != NULL)
        return add_resource(stretch, instr);
    if (instr->variable != NULL && instr->variable->kind == IR_GROUPSHARED)
        return add_access(stretch, instr);
    return instr->variable == NULL || instr->variable->kind == IR_WAVE_VALUE ||
           !ir_is(instr, OP_WRITES);
}

static bool look_through(Stretch *stretch)
{
    EACH_INSTR (stretch->loop->regions[0], instr)
        if (!look_at(stretch, instr))
            return false;
    return true;
}

/* ---- in which order ---- */

static bool both_load(const Access *left, const Access *right)
{
    return !ir_is(left->instr, OP_WRITES) && !ir_is(right->instr, OP_WRITES);
}

/* Some wave touches in `later` what a wave above it (`above`), or below it, touches in `early`. */
static bool clash(const Access *later, const Access *early, int waves, bool above)
{
    int64_t low = INT64_MAX, high = -1; /* of all those waves */
    if (later->instr->variable != early->instr->variable || both_load(later, early))
        return false;
    for (int turn = 0; turn < waves; turn++) {
        int wave = above ? waves - 1 - turn : turn;
        if (later->low[wave] <= high && low <= later->high[wave])
            return true;
        low = early->low[wave] < low ? early->low[wave] : low;
        high = early->high[wave] > high ? early->high[wave] : high;
    }
    return false;
}

static bool some_clash(const Stretch *later, const Stretch *early, bool above)
{
    int waves = ir_running_waves(later->context->kernel);
    for (int i = 0; i < later->count; i++)
        for (int j = 0; j < early->count; j++)
            if (clash(&later->accesses[i], &early->accesses[j], waves, above))
                return true;
    return false;
}

/* The order of the waves does not show in the stretch. */
static bool has_no_order(const Stretch *stretch)
{
    return !stretch->writes_resources && !some_clash(stretch, stretch, true) &&
           !some_clash(stretch, stretch, false);
}

static bool touch_resources_apart(const Stretch *first, const Stretch *second)
{
    return !(first->writes_resources && (second->reads_resources || second->writes_resources)) &&
           !(first->reads_resources && second->writes_resources);
}

/* ---- whether it pays ---- */

static bool loads_what_is_stored(const Stretch *first, const Stretch *second)
{
    for (int i = 0; i < first->count; i++)
        for (int j = 0; j < second->count; j++)
            if (first->accesses[i].instr->variable == second->accesses[j].instr->variable &&
                ir_is(first->accesses[i].instr, OP_WRITES) &&
                ir_is(second->accesses[j].instr, OP_READS))
                return true;
    return false;
}

static bool touches(const IrInstr *loop, const IrVariable *variable, IrOp op)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->op == op && instr->variable == variable)
            return true;
    return false;
}

static bool keeps_values(const IrInstr *first, const IrInstr *second)
{
    EACH_INSTR (first->regions[0], instr)
        if (instr->op == IR_store_var && instr->variable->kind == IR_WAVE_VALUE &&
            touches(second, instr->variable, IR_load_var))
            return true;
    return false;
}

/* ---- joining ---- */

/* The store that the load behind it, in the same region, gives back; NULL: none surely does. */
static IrInstr *store_before(const IrInstr *load)
{
    for (IrInstr *instr = load->prev; instr != NULL; instr = instr->prev) {
        if (instr->op == IR_store_var && instr->variable == load->variable)
            return instr;
        if (is_construct(instr) && touches(instr, load->variable, IR_store_var))
            return NULL;
    }
    return NULL;
}

void forward_kept(IrKernel *kernel, const IrInstr *loop)
{
    IrReplacements loaded = {0};
    EACH_IN (loop->regions[0], instr) {
        const IrInstr *store = instr->op == IR_load_var && instr->variable->kind == IR_WAVE_VALUE &&
                                       instr->type.components == 1
                                   ? store_before(instr)
                                   : NULL;
        if (store == NULL || store->operand_count != 2 || store->component != instr->component)
            continue;
        vec_push(kernel->arena, &loaded.from, instr);
        vec_push(kernel->arena, &loaded.to, store->operands[1]);
    }
    ir_replace_all(kernel, &loaded);
}

static void join(PassContext *context, IrInstr *first, IrInstr *barrier, IrInstr *second,
                 int immediate)
{
    pass_explain(context, second->pos, "joined with what stands before the barrier%s",
                 immediate == WAVES_DOWN ? ", from the last wave down" : "");
    while (first->next != second) /* what is of the group */
        ir_move_before(first->next, first);
    ir_remove(barrier);
    ir_remove(first->regions[0]->last);
    move_to_end(context->kernel, second->regions[0]->first, NULL, first->regions[0]);
    ir_remove(second);
    first->immediate = immediate;
    forward_kept(context->kernel, first);
}

/* The stretch behind the next barrier, where nothing but what is of the group stands between. */
static IrInstr *stretch_behind(IrInstr *first, IrInstr **barrier)
{
    *barrier = NULL;
    for (IrInstr *instr = first->next; instr != NULL; instr = instr->next) {
        if (instr->op == IR_wave_loop)
            return *barrier != NULL ? instr : NULL;
        if (instr->op == IR_barrier && *barrier == NULL)
            *barrier = instr;
        else if (!ir_is(instr, OP_PURE) || ir_is(instr, OP_CONVERGENT))
            return NULL;
    }
    return NULL;
}

static bool join_next(PassContext *context, IrInstr *loop)
{
    IrInstr *barrier, *next = stretch_behind(loop, &barrier);
    if (next == NULL || loop->immediate != WAVES_ALL || next->immediate != WAVES_ALL ||
        !keeps_values(loop, next))
        return false;
    Stretch first = {.context = context, .loop = loop}, second = {.context = context, .loop = next};
    if (!look_through(&first) || !look_through(&second) || !touch_resources_apart(&first, &second) ||
        loads_what_is_stored(&first, &second))
        return false;
    bool goes_up = !some_clash(&second, &first, true),
         goes_down = !some_clash(&second, &first, false) && has_no_order(&first) &&
                     has_no_order(&second);
    if (goes_up || goes_down)
        join(context, loop, barrier, next, goes_up ? WAVES_ALL : WAVES_DOWN);
    return goes_up || goes_down;
}

bool pass_join_stretches(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    bool changed = false;
    if (context->checks != 0 || context->watches_stores || kernel->watches_barriers ||
        kernel->thread_of_lane != NULL || ir_running_waves(kernel) == 1)
        return false;
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_wave_loop)
            changed |= join_next(context, instr);
    return changed;
}
