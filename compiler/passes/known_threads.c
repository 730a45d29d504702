/* known_threads: who goes through a stretch is known where that hangs on the thread's place in the
 * group alone; waves of which nobody does are left out, and a few threads have scalar code each.
 *
 *     wave_loop {                             wave_loop [first 1] {
 *       %1 = group_index                        %5 = load_var $sum [0]
 *       %2 = iand %1, 127                       %6 = load_var $sum [64]
 *       %3 = ieq %2, 0                          %7 = fadd %5, %6
 *       if %3 {                                 store_var $sum [0], %7
 *         %4 = iadd %1, 64                      %8 = load_var $sum [128]
 *         $sum[%1] += $sum[%4]                  ...
 *       }                                     }
 *     }
 *
 * So end sums and scans in groupshared memory: half of the threads in each step, until one is left,
 * at elements farther and farther apart. Their indices are constants then, so that the C compiler
 * keeps in registers what goes from step to step.
 *
 * For whom a condition holds is found by computing it for each thread. What one of them does is
 * done before the next one begins where none stores what another touches, or they come to it in
 * the same order so. Waves did their work one after the other anyway. Only where that one branch
 * is all that the stretch does: what else it did would not be between the steps of other waves.
 *
 * Needs: wave_loops. Breaks: facts; uniformity must run again. */
#include "passes/passes_priv.h"

enum {
    DEPTH = 12,         /* of a condition or an index */
    MOST_ACCESSES = 16, /* of a branch */
    MOST_COPIED = 384,  /* instructions for all threads of a stretch, */
    MOST_ADDED = 4096,  /* of a kernel */
    LANES = 8, FEW = 4  /* of so many threads one, or so few, have scalar code even where vectors
                           would be rows */
};

typedef struct Access {
    const IrInstr *instr;
    uint64_t *places; /* by thread of the list; NULL: of a resource */
} Access;

typedef struct Stretch {
    PassContext *context;
    IrInstr *loop, *branch;
    bool *is_there; /* by thread: it takes the branch */
    int *threads;   /* those that do */
    int count;
    Access accesses[MOST_ACCESSES];
    int access_count;
} Stretch;

/* ---- for whom ---- */

static bool compute(const Stretch *stretch, const IrInstr *value, int thread, uint64_t *bits)
{
    return ir_compute_of_thread(stretch->context->kernel, value, thread, DEPTH, bits);
}

static bool is_plain(const IrInstr *instr)
{
    return is_pure_of_lane(instr);
}

static bool is_own_branch(const IrInstr *instr)
{
    return instr->op == IR_if && instr->result_count == 0 && only_yields(instr->regions[1]);
}

IrInstr *only_branch(const IrRegion *region)
{
    IrInstr *branch = NULL;
    EACH_IN (region, instr) {
        if (is_plain(instr) || (instr == region->last && instr->op == IR_yield))
            continue;
        if (branch != NULL || !is_own_branch(instr))
            return NULL;
        branch = instr;
    }
    return branch;
}

/* False: it is not known of some. */
static bool part_threads(Stretch *stretch, const IrInstr *condition)
{
    int threads = (int)ir_group_size(stretch->context->kernel);
    bool *is_there = ARENA_ARRAY(stretch->context->scratch, bool, threads);
    for (int thread = 0; thread < threads; thread++) {
        uint64_t holds = 0;
        if (stretch->is_there[thread] && !compute(stretch, condition, thread, &holds))
            return false;
        is_there[thread] = holds != 0;
    }
    stretch->is_there = is_there;
    return true;
}

/* Of the branch and those that are all that stands in it the innermost of whose threads that is
 * known. */
static void find_threads(Stretch *stretch, IrInstr *branch)
{
    int threads = (int)ir_group_size(stretch->context->kernel);
    stretch->is_there = ARENA_ARRAY(stretch->context->scratch, bool, threads);
    for (int thread = 0; thread < threads; thread++)
        stretch->is_there[thread] = true;
    while (branch != NULL && part_threads(stretch, branch->operands[0])) {
        stretch->branch = branch;
        branch = only_branch(branch->regions[0]);
    }
    stretch->threads = ARENA_ARRAY(stretch->context->scratch, int, threads);
    for (int thread = 0; thread < threads; thread++)
        if (stretch->is_there[thread])
            stretch->threads[stretch->count++] = thread;
}

/* ---- one after the other ---- */

static bool touches_resource(const IrInstr *instr)
{
    OpDomain domain = op_info(instr->op)->domain;
    return instr->resource != NULL && !op_is_atomic(instr->op) && !instr->resource->is_coherent &&
           (domain == DOMAIN_TYPED || domain == DOMAIN_STRUCT || domain == DOMAIN_RAW ||
            domain == DOMAIN_TEXTURE) &&
           ir_is(instr, OP_READS | OP_WRITES) && !ir_is(instr, OP_CONVERGENT | OP_SYNC);
}

static bool touches_shared(const IrInstr *instr)
{
    return (instr->op == IR_load_var || instr->op == IR_store_var) &&
           instr->variable->kind == IR_GROUPSHARED;
}

static bool note_access(Stretch *stretch, const IrInstr *instr)
{
    uint64_t *places = NULL;
    if (stretch->access_count == MOST_ACCESSES)
        return false;
    if (touches_shared(instr)) {
        places = ARENA_ARRAY(stretch->context->scratch, uint64_t, stretch->count);
        for (int i = 0; i < stretch->count; i++)
            if (!compute(stretch, instr->operands[0], stretch->threads[i], &places[i]) &&
                stretch->count > 1)
                return false;
    }
    stretch->accesses[stretch->access_count++] = (Access){instr, places};
    return true;
}

/* Whether it may be copied; its accesses are noted. */
static bool is_known_kind(Stretch *stretch, const IrInstr *instr)
{
    if (touches_shared(instr) || touches_resource(instr) || instr->op == IR_load_cbuffer)
        return instr->op == IR_load_cbuffer || note_access(stretch, instr);
    bool may_turn = instr->op == IR_loop || instr->op == IR_scope || instr->op == IR_break ||
                    instr->op == IR_continue;
    return is_plain(instr) || instr->op == IR_if || instr->op == IR_yield ||
           (may_turn && stretch->count == 1);
}

static bool shares_components(const IrInstr *left, const IrInstr *right)
{
    return left->component < right->component + ir_accessed_type(right).components &&
           right->component < left->component + ir_accessed_type(left).components;
}

static bool are_of_one_wave(const Stretch *stretch, int i, int j)
{
    int wave_size = stretch->context->kernel->wave_size;
    return stretch->threads[i] / wave_size == stretch->threads[j] / wave_size;
}

/* Lanes of a wave did `first` before any did `second`: now the higher thread does that only after
 * the lower one did `second`, which makes a difference where both touch an element. */
static bool keeps_order(const Stretch *stretch, const Access *first, const Access *second)
{
    bool are_loads = first->instr->op == IR_load_var && second->instr->op == IR_load_var;
    if (first->instr->variable != second->instr->variable || are_loads ||
        !shares_components(first->instr, second->instr))
        return true;
    for (int low = 0; low < stretch->count; low++)
        for (int high = low + 1; high < stretch->count && are_of_one_wave(stretch, low, high); high++)
            if (second->places[low] == first->places[high])
                return false;
    return true;
}

/* Stores to resources are in the same order where there is one of them. */
static bool may_take_turns(const Stretch *stretch)
{
    int resources = 0, written = 0;
    for (int i = 0; i < stretch->access_count; i++) {
        const Access *access = &stretch->accesses[i];
        resources += access->places == NULL;
        written += access->places == NULL && ir_is(access->instr, OP_WRITES);
        for (int j = i + 1; j < stretch->access_count && access->places != NULL; j++)
            if (stretch->accesses[j].places != NULL &&
                !keeps_order(stretch, access, &stretch->accesses[j]))
                return false;
    }
    return written == 0 || resources == 1;
}

/* In each vector elements follow each other as threads do, or are one, so that it is loaded as a
 * whole, if for few lanes. */
static bool is_row(const Stretch *stretch, const Access *access)
{
    bool follow = true, are_one = true;
    for (int i = 1; i < stretch->count && access->places != NULL; i++) {
        uint64_t step = access->places[i] - access->places[i - 1];
        if (stretch->threads[i] / LANES != stretch->threads[i - 1] / LANES)
            continue;
        follow &= step == (uint64_t)(stretch->threads[i] - stretch->threads[i - 1]);
        are_one &= step == 0;
    }
    return follow || are_one;
}

static int waves_of(const Stretch *stretch)
{
    int waves = 1;
    for (int i = 1; i < stretch->count; i++)
        waves += !are_of_one_wave(stretch, i - 1, i);
    return waves;
}

/* Vectors cost as much for one lane as for all. */
static bool gains(const Stretch *stretch)
{
    int wave_size = stretch->context->kernel->wave_size,
        vectors = waves_of(stretch) * wave_size / LANES;
    for (int i = 0; i < stretch->access_count; i++)
        if (!is_row(stretch, &stretch->accesses[i]))
            return true;
    return stretch->count <= (vectors < FEW ? FEW : vectors) && stretch->count < wave_size;
}

/* What is left to do for a thread. */
static int size_of(const Stretch *stretch)
{
    int size = 0;
    uint64_t bits;
    EACH_INSTR (stretch->branch->regions[0], instr)
        size += !compute(stretch, instr, stretch->threads[0], &bits) && instr->op != IR_yield;
    return size * stretch->count;
}

static bool can_take_turns(Stretch *stretch)
{
    if (stretch->count > MOST_COPIED || size_of(stretch) > MOST_COPIED)
        return false;
    EACH_INSTR (stretch->branch->regions[0], instr)
        if (!is_known_kind(stretch, instr))
            return false;
    return (stretch->count == 1 || may_take_turns(stretch)) && gains(stretch);
}

static void become_constant(IrInstr *instr, uint64_t bits)
{
    instr->op = IR_const;
    instr->bits = bits;
    instr->operand_count = 0;
    instr->immediate = 0;
    instr->level = LEVEL_CONSTANT;
    instr->shape = (IrShape){1, 0};
}

/* What is known of what it computes becomes constants. */
static void copy_for(Stretch *stretch, IrBuilder *builder, int thread)
{
    IrReplacements map = {0};
    ir_clone_region(builder, stretch->loop->regions[0], &map);
    ir_remove(builder->region->last); /* the yield */
    for (int i = 0; i < map.from.count; i++) {
        uint64_t bits;
        if (compute(stretch, map.from.items[i], thread, &bits))
            become_constant(map.to.items[i], bits);
    }
}

static void take_turns(Stretch *stretch)
{
    IrKernel *kernel = stretch->context->kernel;
    IrBuilder before = ir_builder_before(kernel, stretch->loop);
    before.pos = stretch->loop->pos;
    IrInstr *turns = ir_wave_loop(&before);
    turns->immediate = 1;
    for (int i = 0; i < stretch->count; i++) {
        IrBuilder builder = ir_builder_at_end(kernel, turns->regions[0]);
        builder.pos = stretch->loop->pos;
        copy_for(stretch, &builder, stretch->threads[i]);
    }
    ir_close_region(kernel, turns->regions[0]);
    ir_remove(stretch->loop);
    pass_explain(stretch->context, stretch->branch->pos,
                 "for %d known threads, one after the other", stretch->count);
}

/* ---- the first waves alone ---- */

bool all_take(const IrKernel *kernel, const IrInstr *branch, int waves)
{
    int count = (int)ir_group_size(kernel), all = waves * kernel->wave_size;
    uint64_t holds = 1;
    for (int thread = 0; thread < (all < count ? all : count) && holds != 0; thread++)
        if (!ir_compute_of_thread(kernel, branch->operands[0], thread, DEPTH, &holds))
            return false;
    return holds != 0;
}

/* Of the branches around that of the threads, and it, those that all of the first waves take. */
static void always_take(Stretch *stretch, int waves)
{
    IrKernel *kernel = stretch->context->kernel;
    IrInstr *branch = only_branch(stretch->loop->regions[0]);
    while (branch != NULL) {
        IrInstr *inner = branch == stretch->branch ? NULL : only_branch(branch->regions[0]);
        IrBuilder before = ir_builder_before(kernel, branch);
        if (all_take(kernel, branch, waves))
            branch->operands[0] = ir_const_bits(&before, IR_I1, 1);
        branch = inner;
    }
}

/* In the first wave, by that of a lane. */
static IrInstr *place_of_lane(const IrKernel *kernel, const IrInstr *id, IrInstr *lane,
                              IrInstr *zero)
{
    bool is_row = kernel->threads[0] >= (uint32_t)kernel->wave_size;
    if (id->op == IR_group_index || (is_row && id->op == IR_group_thread_id && id->immediate == 0))
        return lane;
    return id->op == IR_wave_index || (is_row && id->op == IR_group_thread_id) ? zero : NULL;
}

void use_lanes_of_first_wave(IrKernel *kernel, IrInstr *loop)
{
    IrReplacements map = {0};
    IrBuilder start = ir_builder_before(kernel, loop->regions[0]->first);
    IrInstr *lane = ir_build(&start, IR_lane_index, NULL, 0), *zero = ir_const_i32(&start, 0);
    EACH_INSTR (loop->regions[0], instr) {
        IrInstr *instead = place_of_lane(kernel, instr, lane, zero);
        if (instead == NULL)
            continue;
        vec_push(kernel->arena, &map.from, instr);
        vec_push(kernel->arena, &map.to, instead);
    }
    ir_replace_all(kernel, &map);
}

static bool leave_waves_out(Stretch *stretch)
{
    const IrKernel *kernel = stretch->context->kernel;
    int waves = stretch->threads[stretch->count - 1] / kernel->wave_size + 1;
    if (waves == ir_running_waves(kernel))
        return false;
    stretch->loop->immediate = waves;
    always_take(stretch, waves);
    if (waves == 1)
        use_lanes_of_first_wave(stretch->context->kernel, stretch->loop);
    pass_explain(stretch->context, stretch->branch->pos, "for %d of %d waves", waves,
                 ir_running_waves(kernel));
    return true;
}

/* ---- the pass ---- */

/* Nothing is told of threads (checks name who went astray) or of the order of waves, and lanes are
 * threads in order. */
static bool may_move_threads(const PassContext *context)
{
    const IrKernel *kernel = context->kernel;
    return context->checks == 0 && !context->watches_stores && !kernel->watches_barriers &&
           kernel->thread_of_lane == NULL;
}

/* ---- several branches ---- */

static bool is_in_one_wave(const Stretch *stretch)
{
    return stretch->count > 0 && are_of_one_wave(stretch, 0, stretch->count - 1);
}

/* A stretch of branches one behind the other, all of threads of one wave, is a stretch of each. Whoever returns in one
 * of them would come to the next stretch. */
static bool has_apart(PassContext *context, IrInstr *loop)
{
    int count = 0, wave = 0;
    EACH_IN (loop->regions[0], instr) {
        if (is_plain(instr) || instr == loop->regions[0]->last)
            continue;
        Stretch stretch = {.context = context, .loop = loop};
        if (!is_own_branch(instr) || ir_has_jump_out(instr))
            return false;
        find_threads(&stretch, instr);
        int of = is_in_one_wave(&stretch) ? stretch.threads[0] / context->kernel->wave_size : -1;
        if (stretch.branch == NULL || of < 0 || (count > 0 && of != wave))
            return false;
        wave = of;
        count++;
    }
    return count > 1;
}

/* A copy of the stretch, with the nth branch alone. */
static void copy_with(IrKernel *kernel, IrInstr *loop, int n)
{
    IrBuilder before = ir_builder_before(kernel, loop);
    before.pos = loop->pos;
    IrInstr *copy = ir_wave_loop(&before);
    IrBuilder builder = ir_builder_at_end(kernel, copy->regions[0]);
    IrReplacements map = {0};
    ir_clone_region(&builder, loop->regions[0], &map);
    EACH_IN (copy->regions[0], instr)
        if (instr->op == IR_if && n-- != 0)
            ir_remove(instr);
}

static bool take_apart(PassContext *context)
{
    bool changed = false;
    EACH_INSTR (context->kernel->body, instr) {
        if (instr->op != IR_wave_loop || instr->immediate != WAVES_ALL ||
            !has_apart(context, instr))
            continue;
        int count = 0;
        EACH_IN (instr->regions[0], branch)
            count += branch->op == IR_if;
        for (int i = 0; i < count; i++)
            copy_with(context->kernel, instr, i);
        ir_remove(instr);
        changed = true;
    }
    return changed;
}

/* `if (t >= 64) return;` is a branch of those that stay. */
static bool ask_who_stays(IrKernel *kernel, const IrInstr *loop)
{
    bool changed = false;
    EACH_IN (loop->regions[0], instr) {
        bool is_branch = instr->op == IR_if && instr->result_count == 0;
        if (!is_branch || !only_yields(instr->regions[0]) || only_yields(instr->regions[1]))
            continue;
        change_sides(kernel, instr);
        changed = true;
    }
    return changed;
}

static bool go_through(PassContext *context, IrInstr *loop, int *added)
{
    Stretch stretch = {.context = context, .loop = loop};
    find_threads(&stretch, only_branch(loop->regions[0]));
    if (stretch.branch == NULL || stretch.count == 0)
        return false;
    if (can_take_turns(&stretch) && *added + size_of(&stretch) <= MOST_ADDED) {
        *added += size_of(&stretch);
        take_turns(&stretch);
        return true;
    }
    return leave_waves_out(&stretch);
}

bool pass_known_threads(PassContext *context)
{
    int added = 0;
    bool has_prepared = false, changed = false;
    if (!may_move_threads(context))
        return false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_wave_loop)
            has_prepared |= ask_who_stays(context->kernel, instr);
    has_prepared |= take_apart(context);
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_wave_loop && instr->immediate == WAVES_ALL)
            changed |= go_through(context, instr, &added);
    if (changed)
        pass_simplify(context);
    return has_prepared || changed;
}
