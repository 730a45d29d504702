/* check_races: two threads of a group that surely meet at one place of groupshared memory without a
 * barrier.
 *
 *     x.hlsl:7:16: warning: 'shared' is read here where another thread of the
 *         group writes, with no barrier in between
 *     x.hlsl:6:5: note: thread 32 writes here what thread 31 reads
 *
 * Indices, conditions and values that come from nothing but constants and the thread's place are
 * computed for each thread of group (0, 0, 0). What is known of an access so far: which threads
 * make it, and where. Two accesses of one barrier-free stretch clash where they are to one element
 * by two threads, and
 *   - both are stores, of values known to differ; or
 *   - one is a load, in another wave (lanes of one wave go in step here, which HLSL does not
 *     promise).
 * Atomic operations clash with nothing. What depends on memory, the dispatch or a loop's turn
 * proves nothing and is passed over: branches whose condition is not known, unless all threads of
 * the group take the same side, then what is in one side is compared with what is in it and before.
 * Of a loop one turn is looked at.
 *
 * Needs: uniformity; before flatten, which loads for threads that do not. Changes nothing. */
#include "passes/passes_priv.h"

enum {
    NOT_AWAY = -1, RETURNED = INT32_MAX, BUCKETS = 1024, MOST_KNOWN = 4096, DEEPEST_KNOWN = 500
};

/* Of one value for each thread; NULL: not known. */
typedef const uint64_t *Known;

typedef struct Access {
    const IrInstr *instr;
    Known index;
    Known value;        /* of a store of one component */
    const bool *active; /* by thread */
    /* threads by bucket of their index, and those with the same one; -1: none */
    int *first, *next;
} Access;

typedef struct Races {
    PassContext *context;
    int threads;
    Known *known;      /* by order */
    bool *is_settled;  /* by order: `known` holds */
    int known_count, depth; /* values looked at, and how far down operands: both are limited */
    int *wave;         /* by thread */
    int *away;         /* by thread: the construct (its order) at whose end it is back */
    VEC(Access) stretch; /* since the last barrier */
} Races;

/* ---- what is known of each thread ---- */

static uint64_t place_of(const IrKernel *kernel, const IrInstr *instr, uint32_t thread)
{
    return instr->op == IR_group_index ? thread
                                       : ir_place_of_thread(kernel, thread, instr->immediate);
}

static Known known_of(Races *races, const IrInstr *value);

static uint64_t *new_values(const Races *races)
{
    return ARENA_ARRAY(races->context->scratch, uint64_t, races->threads);
}

static Known known_result(Races *races, const IrInstr *result)
{
    const IrInstr *branch = result->owner;
    const IrInstr *yields[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        if (branch->op == IR_if && branch->regions[i] != NULL &&
            branch->regions[i]->last->op == IR_yield)
            yields[i] = branch->regions[i]->last;
    if (yields[0] == NULL || yields[1] == NULL)
        return NULL;
    Known condition = known_of(races, branch->operands[0]);
    Known taken = known_of(races, yields[0]->operands[result->position]),
          other = known_of(races, yields[1]->operands[result->position]);
    if (condition == NULL || taken == NULL || other == NULL)
        return NULL;
    uint64_t *values = new_values(races);
    for (int thread = 0; thread < races->threads; thread++)
        values[thread] = condition[thread] ? taken[thread] : other[thread];
    return values;
}

static Known known_operation(Races *races, const IrInstr *instr)
{
    Known operands[4]; /* no more than pack_bytes has */
    if (!ir_is(instr, OP_PURE) || ir_is(instr, OP_CONVERGENT) || instr->operand_count == 0)
        return NULL;
    for (int i = 0; i < instr->operand_count; i++)
        if ((operands[i] = known_of(races, instr->operands[i])) == NULL)
            return NULL;
    IrScalar type = instr->operands[instr->op == IR_select ? 1 : 0]->type.scalar;
    uint64_t *values = new_values(races);
    for (int thread = 0; thread < races->threads; thread++) {
        uint64_t bits[4];
        for (int i = 0; i < instr->operand_count; i++)
            bits[i] = operands[i][thread];
        if (instr->op == IR_select)
            values[thread] = bits[0] ? bits[1] : bits[2];
        else if (!op_fold(instr->op, type, instr->type.scalar, bits, &values[thread]))
            return NULL;
    }
    return values;
}

static Known compute_known(Races *races, const IrInstr *value)
{
    bool is_place = value->op == IR_group_index || value->op == IR_group_thread_id;
    if (value->op == IR_result)
        return known_result(races, value);
    if (value->op != IR_const && value->op != IR_group_id && !is_place)
        return known_operation(races, value);
    uint64_t *values = new_values(races);
    for (int thread = 0; thread < races->threads; thread++)
        values[thread] = is_place ? place_of(races->context->kernel, value, (uint32_t)thread)
                         : value->op == IR_const ? value->bits
                                                 : 0;
    return values;
}

static Known known_of(Races *races, const IrInstr *value)
{
    int order = order_of(value);
    if (!races->is_settled[order]) {
        races->is_settled[order] = true;
        races->depth++;
        if (races->known_count++ < MOST_KNOWN && races->depth < DEEPEST_KNOWN)
            races->known[order] = compute_known(races, value);
        races->depth--;
    }
    return races->known[order];
}

/* ---- who clashes ---- */

static int *waves_of_threads(const Races *races)
{
    const IrKernel *kernel = races->context->kernel;
    int *waves = ARENA_ARRAY(races->context->scratch, int, races->threads);
    for (int lane = 0; lane < kernel->wave_count * kernel->wave_size; lane++) {
        int32_t thread = ir_thread_of_lane(kernel, lane);
        if (thread >= 0 && thread < races->threads)
            waves[thread] = lane / kernel->wave_size;
    }
    return waves;
}

static bool is_store(const Access *access) { return access->instr->op == IR_store_var; }

static bool threads_clash(const Races *races, const Access *first, int thread, const Access *second,
                          int other)
{
    if (is_store(first) && is_store(second))
        return first->value != NULL && second->value != NULL &&
               first->value[thread] != second->value[other];
    return races->wave[thread] != races->wave[other];
}

static void report(const Races *races, const Access *first, int thread, const Access *second,
                   int other)
{
    Diagnostics *diagnostics = races->context->diagnostics;
    const char *name = first->instr->variable->name;
    if (is_store(first) && is_store(second)) {
        diag_report(diagnostics, second->instr->pos, DIAG_race_of_stores, name);
        diag_report(diagnostics, first->instr->pos, DIAG_stores_clash, thread, other);
    } else if (is_store(first)) {
        diag_report(diagnostics, second->instr->pos, DIAG_race_of_load, name);
        diag_report(diagnostics, first->instr->pos, DIAG_written_here, thread, other);
    } else {
        diag_report(diagnostics, first->instr->pos, DIAG_race_of_load, name);
        diag_report(diagnostics, second->instr->pos, DIAG_written_here, other, thread);
    }
}

static bool shares_components(const IrInstr *left, const IrInstr *right)
{
    return left->component < right->component + ir_accessed_type(right).components &&
           right->component < left->component + ir_accessed_type(left).components;
}

static int bucket_of(uint64_t index) { return (int)(index % BUCKETS); }

/* The threads that make the access, by element; what is outside touches nothing. */
static void chain(const Races *races, Access *access)
{
    access->next = ARENA_ARRAY(races->context->scratch, int, races->threads);
    access->first = ARENA_ARRAY(races->context->scratch, int, BUCKETS);
    for (int i = 0; i < BUCKETS; i++)
        access->first[i] = -1;
    for (int thread = races->threads - 1; thread >= 0; thread--) {
        if (!access->active[thread] ||
            access->index[thread] >= (uint64_t)access->instr->variable->count)
            continue;
        int *first = &access->first[bucket_of(access->index[thread])];
        access->next[thread] = *first;
        *first = thread;
    }
}

/* Reports one clash at most. */
static void compare(const Races *races, const Access *first, const Access *second)
{
    for (int other = 0; other < races->threads; other++)
        for (int thread = second->active[other] ? first->first[bucket_of(second->index[other])]
                                                : -1;
             thread >= 0; thread = first->next[thread])
            if (other != thread && second->index[other] == first->index[thread] &&
                threads_clash(races, first, thread, second, other)) {
                report(races, first, thread, second, other);
                return;
            }
}

/* ---- the walk ---- */

static const bool *active_here(const Races *races)
{
    bool *active = ARENA_ARRAY(races->context->scratch, bool, races->threads);
    for (int thread = 0; thread < races->threads; thread++)
        active[thread] = races->away[thread] == NOT_AWAY;
    return active;
}

static void add_access(Races *races, const IrInstr *instr)
{
    enum { MOST_ACCESSES = 64 };
    Known index = known_of(races, instr->operands[0]);
    if (index == NULL || races->stretch.count >= MOST_ACCESSES)
        return;
    Access access = {.instr = instr, .index = index, .active = active_here(races)};
    if (is_store(&access) && instr->operand_count == 2)
        access.value = known_of(races, instr->operands[1]);
    chain(races, &access);
    for (int i = 0; i < races->stretch.count; i++) {
        const Access *other = &races->stretch.items[i];
        if (other->instr->variable == instr->variable && shares_components(other->instr, instr) &&
            (is_store(other) || is_store(&access)))
            compare(races, other, &access);
    }
    if (is_store(&access))
        compare(races, &access, &access);
    vec_push(races->context->scratch, &races->stretch, access);
}

/* Those that are here are away until the construct's end; of whom nothing is known too. */
static void send_away(Races *races, int until)
{
    for (int thread = 0; thread < races->threads; thread++)
        if (races->away[thread] == NOT_AWAY)
            races->away[thread] = until;
}

static void welcome_back(Races *races, int from)
{
    for (int thread = 0; thread < races->threads; thread++)
        if (races->away[thread] == from)
            races->away[thread] = NOT_AWAY;
}

/* Fences, too. */
static bool is_barrier(const IrInstr *instr)
{
    return instr->op == IR_barrier || instr->op == IR_fence || instr->op == IR_device_fence;
}

static bool has_barrier(const IrInstr *construct)
{
    EACH_REGION (construct, region)
        EACH_INSTR (region, instr)
            if (is_barrier(instr))
                return true;
    return false;
}

static void walk_region(Races *races, const IrRegion *region);

/* Threads for which the condition is not `side` wait at the end. A region's own mark keeps them
 * apart from those that leave it. */
static void walk_side(Races *races, const IrInstr *branch, int side, Known condition)
{
    int waiting = -2 - order_of(branch);
    for (int thread = 0; condition != NULL && thread < races->threads; thread++)
        if (races->away[thread] == NOT_AWAY && (condition[thread] != 0) == (side != 0))
            races->away[thread] = waiting;
    if (branch->regions[side] != NULL)
        walk_region(races, branch->regions[side]);
    welcome_back(races, waiting);
}

/* Of the two sides only what all threads do together is known; neither is done for certain. */
static void walk_unknown_if(Races *races, const IrInstr *branch)
{
    int before = races->stretch.count,
        *away = ARENA_ARRAY(races->context->scratch, int, races->threads);
    memcpy(away, races->away, sizeof(int) * (size_t)races->threads);
    for (int side = 0; side < 2; side++) {
        if (branch->operands[0]->level > LEVEL_GROUP)
            send_away(races, RETURNED);
        walk_side(races, branch, side, NULL);
        memcpy(races->away, away, sizeof(int) * (size_t)races->threads);
        races->stretch.count = races->stretch.count < before ? races->stretch.count : before;
    }
    if (branch->operands[0]->level > LEVEL_GROUP && ir_has_jump_out(branch)) /* who is left? */
        send_away(races, RETURNED);
    if (has_barrier(branch) || ir_has_jump_out(branch))
        races->stretch.count = 0;
}

static void walk_construct(Races *races, const IrInstr *construct)
{
    if (construct->op != IR_if) {
        if (has_barrier(construct) || construct->op == IR_loop)
            races->stretch.count = 0;
        EACH_REGION (construct, region)
            walk_region(races, region);
        if (has_barrier(construct) || construct->op == IR_loop)
            races->stretch.count = 0;
    } else if (known_of(races, construct->operands[0]) == NULL) {
        walk_unknown_if(races, construct);
    } else {
        for (int side = 0; side < 2; side++)
            walk_side(races, construct, side, known_of(races, construct->operands[0]));
    }
    welcome_back(races, order_of(construct));
}

static void walk_jump(Races *races, const IrInstr *jump)
{
    if (jump->op == IR_return)
        send_away(races, RETURNED);
    else if (jump->op != IR_yield)
        send_away(races, order_of(jump->target));
}

static void walk_region(Races *races, const IrRegion *region)
{
    EACH_IN (region, instr) {
        bool is_shared = instr->variable != NULL && instr->variable->kind == IR_GROUPSHARED;
        if (is_shared && (instr->op == IR_load_var || instr->op == IR_store_var))
            add_access(races, instr);
        else if (is_barrier(instr))
            races->stretch.count = 0;
        else if (is_construct(instr))
            walk_construct(races, instr);
        else if (is_jump(instr))
            walk_jump(races, instr);
    }
}

static bool uses_shared_memory(const IrKernel *kernel)
{
    for (int i = 0; i < kernel->variables.count; i++)
        if (kernel->variables.items[i]->kind == IR_GROUPSHARED)
            return true;
    return false;
}

bool pass_check_races(PassContext *context)
{
    Races races = {.context = context, .threads = (int)ir_group_size(context->kernel)};
    if (!diag_is_enabled(context->diagnostics, DIAG_race_of_load) ||
        !uses_shared_memory(context->kernel) || races.threads < 2)
        return false;
    int count = order_kernel(context->kernel, context->scratch).count;
    races.known = ARENA_ARRAY(context->scratch, Known, count + 1);
    races.is_settled = ARENA_ARRAY(context->scratch, bool, count + 1);
    races.wave = waves_of_threads(&races);
    races.away = ARENA_ARRAY(context->scratch, int, races.threads);
    for (int thread = 0; thread < races.threads; thread++)
        races.away[thread] = NOT_AWAY;
    walk_region(&races, context->kernel->body);
    return false;
}
