/* check_races: two threads of a group that surely meet at one place of groupshared memory without a barrier.
 *
 *     x.hlsl:7:16: warning: 'shared' is read here where another thread of the group writes, with no barrier in between
 *     x.hlsl:6:5: note: thread 32 writes here what thread 31 reads
 *
 * Indices, conditions and values that come from nothing but constants and the thread's place are computed for each
 * thread of group (0, 0, 0). What is known of an access so far: which threads make it, and where. Two
 * accesses of one barrier-free stretch clash where they are to one element by two threads, and
 *   - both are stores, of values known to differ; or
 *   - one is a load, in another wave (lanes of one wave go in step here, which HLSL does not promise).
 * Atomic operations clash with nothing. What depends on memory, the dispatch or a loop's turn proves nothing and
 * is passed over: branches whose condition is not known, unless all threads of the group take the same side,
 * then what is in one side is compared with what is in it and before. Of a loop one turn is looked at.
 *
 * Needs: uniformity; before flatten, which loads for threads that do not. Changes nothing. */
#include "passes/passes_priv.h"

enum { NOT_AWAY = -1, RETURNED = INT32_MAX, BUCKETS = 1024, MOST_KNOWN = 4096, DEEPEST_KNOWN = 500 };

/* Of one value for each thread; NULL: not known. */
typedef const uint64_t *Known;

typedef struct Access {
    const IrInstr *instr;
    Known index;
    Known value;        /* of a store of one component */
    const bool *active; /* by thread */
    int *first, *next;  /* threads by bucket of their index, and those with the same one; -1: none */
} Access;

typedef struct Checker {
    PassContext *context;
    int threads;
    Known *known;      /* by order */
    bool *is_settled;  /* by order: `known` holds */
    int known_count, depth; /* values looked at, and how far down operands: both are limited */
    int *wave;         /* by thread */
    int *away;         /* by thread: the construct (its order) at whose end it is back */
    VEC(Access) stretch; /* since the last barrier */
} Checker;

/* ---- what is known of each thread ---- */

static uint64_t place_of(const IrKernel *kernel, const IrInstr *instr, uint32_t thread)
{
    const uint32_t *size = kernel->threads;
    if (instr->op == IR_group_index)
        return thread;
    return instr->immediate == AXIS_X ? thread % size[0] : instr->immediate == AXIS_Y ? thread / size[0] % size[1] : thread / (size[0] * size[1]);
}

static Known known_of(Checker *checker, const IrInstr *value);

static uint64_t *new_values(const Checker *checker) { return ARENA_ARRAY(checker->context->scratch, uint64_t, checker->threads); }

static Known known_result(Checker *checker, const IrInstr *result)
{
    const IrInstr *branch = result->owner;
    const IrInstr *yields[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++)
        if (branch->op == IR_if && branch->regions[i] != NULL && branch->regions[i]->last->op == IR_yield)
            yields[i] = branch->regions[i]->last;
    if (yields[0] == NULL || yields[1] == NULL)
        return NULL;
    Known condition = known_of(checker, branch->operands[0]);
    Known taken = known_of(checker, yields[0]->operands[result->position]), other = known_of(checker, yields[1]->operands[result->position]);
    if (condition == NULL || taken == NULL || other == NULL)
        return NULL;
    uint64_t *values = new_values(checker);
    for (int thread = 0; thread < checker->threads; thread++)
        values[thread] = condition[thread] ? taken[thread] : other[thread];
    return values;
}

static Known known_operation(Checker *checker, const IrInstr *instr)
{
    Known operands[4];
    if (!ir_is(instr, OP_PURE) || ir_is(instr, OP_CONVERGENT) || instr->operand_count == 0 || instr->operand_count > 4 || instr->type.components != 1)
        return NULL;
    for (int i = 0; i < instr->operand_count; i++)
        if ((operands[i] = known_of(checker, instr->operands[i])) == NULL)
            return NULL;
    IrScalar type = instr->operands[instr->op == IR_select ? 1 : 0]->type.scalar;
    uint64_t *values = new_values(checker);
    for (int thread = 0; thread < checker->threads; thread++) {
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

static Known compute_known(Checker *checker, const IrInstr *value)
{
    bool is_place = value->op == IR_group_index || value->op == IR_group_thread_id;
    if (value->op == IR_result)
        return known_result(checker, value);
    if (value->op != IR_const && value->op != IR_group_id && !is_place)
        return known_operation(checker, value);
    uint64_t *values = new_values(checker);
    for (int thread = 0; thread < checker->threads; thread++)
        values[thread] = is_place ? place_of(checker->context->kernel, value, (uint32_t)thread) : value->op == IR_const ? value->bits : 0;
    return values;
}

static Known known_of(Checker *checker, const IrInstr *value)
{
    int order = order_of(value);
    if (!checker->is_settled[order]) {
        checker->is_settled[order] = true;
        checker->depth++;
        if (checker->known_count++ < MOST_KNOWN && checker->depth < DEEPEST_KNOWN)
            checker->known[order] = compute_known(checker, value);
        checker->depth--;
    }
    return checker->known[order];
}

/* ---- who clashes ---- */

static int *waves_of_threads(const Checker *checker)
{
    const IrKernel *kernel = checker->context->kernel;
    int *waves = ARENA_ARRAY(checker->context->scratch, int, checker->threads);
    for (int lane = 0; lane < kernel->wave_count * kernel->wave_size; lane++) {
        int32_t thread = ir_thread_of_lane(kernel, lane);
        if (thread >= 0 && thread < checker->threads)
            waves[thread] = lane / kernel->wave_size;
    }
    return waves;
}

static bool is_store(const Access *access) { return access->instr->op == IR_store_var; }

static bool threads_clash(const Checker *checker, const Access *first, int thread, const Access *second, int other)
{
    if (is_store(first) && is_store(second))
        return first->value != NULL && second->value != NULL && first->value[thread] != second->value[other];
    return checker->wave[thread] != checker->wave[other];
}

static void report(const Checker *checker, const Access *first, int thread, const Access *second, int other)
{
    Diagnostics *diagnostics = checker->context->diagnostics;
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

static int components_of(const IrInstr *instr) { return is_store(&(Access){.instr = instr}) ? instr->operand_count - 1 : instr->type.components; }

static bool shares_components(const IrInstr *left, const IrInstr *right)
{
    return left->component < right->component + components_of(right) && right->component < left->component + components_of(left);
}

static int bucket_of(uint64_t index) { return (int)(index % BUCKETS); }

/* The threads that make the access, by element; what is outside touches nothing. */
static void chain(const Checker *checker, Access *access)
{
    access->next = ARENA_ARRAY(checker->context->scratch, int, checker->threads);
    access->first = ARENA_ARRAY(checker->context->scratch, int, BUCKETS);
    for (int i = 0; i < BUCKETS; i++)
        access->first[i] = -1;
    for (int thread = checker->threads - 1; thread >= 0; thread--) {
        if (!access->active[thread] || access->index[thread] >= (uint64_t)access->instr->variable->count)
            continue;
        int *first = &access->first[bucket_of(access->index[thread])];
        access->next[thread] = *first;
        *first = thread;
    }
}

/* Reports one clash at most. */
static void compare(const Checker *checker, const Access *first, const Access *second)
{
    for (int other = 0; other < checker->threads; other++)
        for (int thread = second->active[other] ? first->first[bucket_of(second->index[other])] : -1; thread >= 0; thread = first->next[thread])
            if (other != thread && second->index[other] == first->index[thread] && threads_clash(checker, first, thread, second, other)) {
                report(checker, first, thread, second, other);
                return;
            }
}

/* ---- the walk ---- */

static const bool *active_here(const Checker *checker)
{
    bool *active = ARENA_ARRAY(checker->context->scratch, bool, checker->threads);
    for (int thread = 0; thread < checker->threads; thread++)
        active[thread] = checker->away[thread] == NOT_AWAY;
    return active;
}

static void add_access(Checker *checker, const IrInstr *instr)
{
    enum { MOST_ACCESSES = 64 };
    Known index = known_of(checker, instr->operands[0]);
    if (index == NULL || checker->stretch.count >= MOST_ACCESSES)
        return;
    Access access = {.instr = instr, .index = index, .active = active_here(checker)};
    if (is_store(&access) && instr->operand_count == 2)
        access.value = known_of(checker, instr->operands[1]);
    chain(checker, &access);
    for (int i = 0; i < checker->stretch.count; i++) {
        const Access *other = &checker->stretch.items[i];
        if (other->instr->variable == instr->variable && shares_components(other->instr, instr) && (is_store(other) || is_store(&access)))
            compare(checker, other, &access);
    }
    if (is_store(&access))
        compare(checker, &access, &access);
    vec_push(checker->context->scratch, &checker->stretch, access);
}

/* Those that are here are away until the construct's end; of whom nothing is known too. */
static void send_away(Checker *checker, int until)
{
    for (int thread = 0; thread < checker->threads; thread++)
        if (checker->away[thread] == NOT_AWAY)
            checker->away[thread] = until;
}

static void welcome_back(Checker *checker, int from)
{
    for (int thread = 0; thread < checker->threads; thread++)
        if (checker->away[thread] == from)
            checker->away[thread] = NOT_AWAY;
}

static bool has_barrier(const IrInstr *construct)
{
    for EACH_REGION(region, construct)
        if (ir_contains_flags(region, OP_SYNC))
            return true;
    return false;
}

static void walk_region(Checker *checker, const IrRegion *region);

/* Threads for which the condition is not `side` wait at the end. A region's own mark keeps them apart from
 * those that leave it. */
static void walk_side(Checker *checker, const IrInstr *branch, int side, Known condition)
{
    int waiting = -2 - order_of(branch);
    for (int thread = 0; condition != NULL && thread < checker->threads; thread++)
        if (checker->away[thread] == NOT_AWAY && (condition[thread] != 0) == (side != 0))
            checker->away[thread] = waiting;
    if (branch->regions[side] != NULL)
        walk_region(checker, branch->regions[side]);
    welcome_back(checker, waiting);
}

/* Of the two sides only what all threads do together is known; neither is done for certain. */
static void walk_unknown_if(Checker *checker, const IrInstr *branch)
{
    int before = checker->stretch.count, *away = ARENA_ARRAY(checker->context->scratch, int, checker->threads);
    memcpy(away, checker->away, sizeof(int) * (size_t)checker->threads);
    for (int side = 0; side < 2; side++) {
        if (branch->operands[0]->level > LEVEL_GROUP)
            send_away(checker, RETURNED);
        walk_side(checker, branch, side, NULL);
        memcpy(checker->away, away, sizeof(int) * (size_t)checker->threads);
        checker->stretch.count = checker->stretch.count < before ? checker->stretch.count : before;
    }
    if (branch->operands[0]->level > LEVEL_GROUP && ir_has_jump_out(branch)) /* who is left? */
        send_away(checker, RETURNED);
    if (has_barrier(branch) || ir_has_jump_out(branch))
        checker->stretch.count = 0;
}

static void walk_construct(Checker *checker, const IrInstr *construct)
{
    if (construct->op != IR_if) {
        if (has_barrier(construct) || construct->op == IR_loop)
            checker->stretch.count = 0;
        for EACH_REGION(region, construct)
            walk_region(checker, region);
        if (has_barrier(construct) || construct->op == IR_loop)
            checker->stretch.count = 0;
    } else if (known_of(checker, construct->operands[0]) == NULL) {
        walk_unknown_if(checker, construct);
    } else {
        for (int side = 0; side < 2; side++)
            walk_side(checker, construct, side, known_of(checker, construct->operands[0]));
    }
    welcome_back(checker, order_of(construct));
}

static void walk_jump(Checker *checker, const IrInstr *jump)
{
    if (jump->op == IR_return)
        send_away(checker, RETURNED);
    else if (jump->op != IR_yield)
        send_away(checker, order_of(jump->target));
}

static void walk_region(Checker *checker, const IrRegion *region)
{
    for (const IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
        bool is_shared = instr->variable != NULL && instr->variable->kind == IR_GROUPSHARED;
        if (is_shared && (instr->op == IR_load_var || instr->op == IR_store_var))
            add_access(checker, instr);
        else if (ir_is(instr, OP_SYNC))
            checker->stretch.count = 0;
        else if (is_construct(instr))
            walk_construct(checker, instr);
        else if (is_jump(instr))
            walk_jump(checker, instr);
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
    Checker checker = {.context = context, .threads = (int)ir_group_size(context->kernel)};
    if (!diag_is_enabled(context->diagnostics, DIAG_race_of_load) || !uses_shared_memory(context->kernel) || checker.threads < 2)
        return false;
    int count = order_kernel(context->kernel, context->scratch).count;
    checker.known = ARENA_ARRAY(context->scratch, Known, count + 1);
    checker.is_settled = ARENA_ARRAY(context->scratch, bool, count + 1);
    checker.wave = waves_of_threads(&checker);
    checker.away = ARENA_ARRAY(context->scratch, int, checker.threads);
    for (int thread = 0; thread < checker.threads; thread++)
        checker.away[thread] = NOT_AWAY;
    walk_region(&checker, context->kernel->body);
    return false;
}
