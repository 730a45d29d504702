/* words_in_lanes: what a wave stores to groupshared memory and loads again goes from lane to lane.
 *
 *     wave_loop {                              wave_loop [first 1] {
 *       %c = ult %t, 16                          %a = load_var $s [%t + 32]
 *       if %c {                                  %b = load_var $s [%t]
 *         %a = load_var $s [%t + 16]             %d = fadd %a, %b
 *         %b = load_var $s [%t]                  %e = wave_read_lane %d, %lane ^ 16
 *         store_var $s [%t], fadd %a, %b   ->    %f = fadd %e, %d
 *       }                                        %g = wave_read_lane %f, %lane ^ 8
 *     }                                          %h = fadd %g, %f
 *     barrier                                    ...
 *     wave_loop {                              }
 *       ... of 8
 *
 * Trees, scans and exchanges in groupshared memory end within one wave, and groups of one wave do nothing else. Each of
 * their steps loads what the last one stored, at another place, which the machine waits for longer than for a few
 * operations: in registers it is a shuffle.
 *
 * Who stores and loads which word is found by computing it for each thread, step by step. A load is a read of lanes
 * where all of its words were stored by threads of the same wave, each by a value that stands before it, and a formula of
 * the lane's number says by which lane (lane_formulas.c). Where that is so for what a stretch behind a barrier loads of
 * what is stored before it, and no wave touches words of another, both are one stretch, without the barrier. What is
 * computed in branches that a known part of the lanes takes is computed by all, stores stay in them; those that nobody
 * loads any more are left out. Where most lanes store a word of their own each, what the others have is chosen, too, so
 * that who loads it asks one value.
 *
 * In a group of one wave barriers are nothing, and loops around such steps are loops of the wave: a turn is a stretch of its
 * own then, that begins with words of which nothing is known.
 *
 * Needs: wave_loops. Breaks: facts; uniformity must run again. */
#include "passes/words_in_lanes.h"

/* ---- the first waves alone ---- */

/* Waves from the first on that do something there. */
static int waves_of(const IrKernel *kernel, const IrInstr *loop)
{
    const IrInstr *branch = only_branch(loop->regions[0]);
    int last = -1;
    if (branch == NULL)
        return ir_running_waves(kernel);
    for (int thread = 0; thread < (int)ir_group_size(kernel); thread++) {
        uint64_t holds = 1;
        if (!ir_compute_of_thread(kernel, branch->operands[0], thread, WORDS_IN_LANES_DEPTH, &holds))
            return ir_running_waves(kernel);
        last = holds != 0 ? thread : last;
    }
    return last / kernel->wave_size + 1;
}

/* ---- who stays ---- */

static bool is_known_return(const IrKernel *kernel, const IrInstr *instr)
{
    uint64_t holds;
    return instr->op == IR_if && instr->result_count == 0 && instr->regions[0]->first->op == IR_return &&
           only_yields(instr->regions[1]) &&
           ir_compute_of_thread(kernel, instr->operands[0], 0, WORDS_IN_LANES_DEPTH, &holds);
}

/* In the last stretch of all `if (t >= 32) return;` is a branch of those that stay. Whether there is one. */
static bool ask_who_stays(IrKernel *kernel, const IrInstr *loop)
{
    if (loop->region->owner != NULL || loop->next->op != IR_yield)
        return false;
    EACH_IN (loop->regions[0], instr) {
        if (!is_known_return(kernel, instr))
            continue;
        IrBuilder before = ir_builder_before(kernel, instr);
        instr->operands[0] = build_negated(&before, instr->operands[0]);
        ir_remove(instr->regions[0]->first);
        move_to_end(kernel, instr->next, loop->regions[0]->last, instr->regions[0]);
        ir_close_region(kernel, instr->regions[0]);
        return true;
    }
    return false;
}

/* ---- stretches behind each other ---- */

/* Nobody leaves in it, and nothing of it orders memory. */
static bool may_be_one(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (is_jump(instr) && instr->op != IR_yield && instr->op != IR_continue && instr->op != IR_break)
            return false;
        else if (ir_is(instr, OP_SYNC) || op_info(instr->op)->domain == DOMAIN_TEST)
            return false;
    return true;
}

/* The stretch behind the next barrier, where nothing but what is of the group stands between. */
static IrInstr *stretch_behind(const IrInstr *loop)
{
    for (IrInstr *instr = loop->next; instr != NULL; instr = instr->next)
        if (instr->op == IR_wave_loop)
            return instr;
        else if (instr->op != IR_barrier && !is_pure_of_lane(instr))
            return NULL;
    return NULL;
}

static bool touches_memory(const IrInstr *loop, unsigned flags)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->resource != NULL && instr->resource->class == IR_UAV && ir_is(instr, flags))
            return true;
    return false;
}

static bool touch_resources_apart(const IrInstr *first, const IrInstr *second)
{
    bool first_writes = touches_memory(first, OP_WRITES), second_writes = touches_memory(second, OP_WRITES);
    return !(first_writes && (second_writes || touches_memory(second, OP_READS))) &&
           !(second_writes && touches_memory(first, OP_READS));
}

/* As many of those from `loop` on as can be one; what they do is in `lanes`. */
static int follow(PassContext *context, IrInstr *loop, WordsInLanes *lanes)
{
    IrInstr *loops[MOST_STRETCHES] = {loop};
    int count = 1, waves = waves_of(context->kernel, loop);
    if (!may_be_one(loop) || !look_at_words(lanes, loops, 1, waves))
        return 0;
    while (count < MOST_STRETCHES) {
        WordsInLanes longer = {.context = context, .jumps_out = lanes->jumps_out};
        IrInstr *next = stretch_behind(loops[count - 1]);
        if (next == NULL || next->immediate != WAVES_ALL || !may_be_one(next) || waves_of(context->kernel, next) != waves)
            return count;
        for (int i = 0; i < count; i++)
            if (waves > 1 && !touch_resources_apart(loops[i], next))
                return count;
        loops[count] = next;
        if (!look_at_words(&longer, loops, count + 1, waves))
            return count;
        *lanes = longer;
        count++;
    }
    return count;
}

/* ---- as one ---- */

static void join(const WordsInLanes *lanes)
{
    IrKernel *kernel = lanes->context->kernel;
    IrInstr *first = lanes->loops[0];
    for (int i = 1; i < lanes->loop_count; i++) {
        IrInstr *loop = lanes->loops[i];
        while (first->next != loop)
            if (first->next->op == IR_barrier)
                ir_remove(first->next);
            else
                ir_move_before(first->next, first);
        ir_remove(first->regions[0]->last);
        move_to_end(kernel, loop->regions[0]->first, NULL, first->regions[0]);
        ir_remove(loop);
    }
    if (lanes->waves < ir_running_waves(kernel))
        first->immediate = lanes->waves;
    if (lanes->waves == 1 && ir_running_waves(kernel) > 1)
        use_lanes_of_first_wave(kernel, first);
    forward_kept(kernel, first);
}

/* What was stored of the branch's results is what its first side gives. */
static void store_first_side(const WordsInLanes *lanes, const IrInstr *branch)
{
    for (int i = 0; i < lanes->forwards.count; i++)
        for (int source = 0; source < lanes->forwards.items[i].source_count; source++) {
            IrInstr **stored = &lanes->forwards.items[i].sources[source];
            if ((*stored)->op == IR_result && (*stored)->owner == branch)
                *stored = branch->regions[0]->last->operands[(*stored)->position];
        }
}

/* Of the branches that all lanes take what they do. */
static void dissolve_branches(const WordsInLanes *lanes)
{
    IrRegion *region = lanes->loops[0]->regions[0];
    for (IrInstr *instr = region->first, *after; instr != NULL; instr = after) {
        const IrInstr *before = instr->prev;
        after = instr->next;
        if (instr->op != IR_if || !all_take(lanes->context->kernel, instr, lanes->waves) || ir_has_jump_out(instr))
            continue;
        store_first_side(lanes, instr);
        take_first_side(lanes->context->kernel, instr);
        after = before == NULL ? region->first : before->next;
    }
}

/* What stands in the stretch, though in a branch of it. */
static IrInstr *in_stretch(const IrInstr *loop, IrInstr *instr)
{
    while (instr->region != loop->regions[0])
        instr = instr->region->owner;
    return instr;
}

/* The value, and what it is computed of, stands where all lanes come to it. */
static void put_before_branches(const IrInstr *loop, IrInstr *value)
{
    if (is_phi(value) || value->region == NULL || !ir_is_within(value, loop) || value->region == loop->regions[0])
        return;
    EACH_USE (value, use)
        put_before_branches(loop, *use);
    ir_move_before(value, in_stretch(loop, value));
}

/* What lanes have of one store. */
static IrInstr *build_source(IrBuilder *builder, const Forward *forward, int source)
{
    LaneTable table = table_of_source(forward, source);
    IrInstr *value = forward->sources[source];
    bool is_own = true, is_one = is_const_place(forward->load);
    int one = -1;
    for (int lane = 0; lane < table.count; lane++) {
        is_own &= table.from[lane] < 0 || table.from[lane] == lane;
        is_one &= table.from[lane] < 0 || one < 0 || table.from[lane] == one;
        one = table.from[lane] < 0 ? one : table.from[lane];
    }
    if (value->level != LEVEL_VARYING || (is_own && !is_one))
        return value;
    IrInstr *lane = is_one ? ir_const_i32(builder, one) : build_lane_formula(builder, &table);
    return IR_BUILD(builder, IR_wave_read_lane, value, lane);
}

static IrInstr *build_forward(IrBuilder *builder, const Forward *forward)
{
    IrInstr *value = build_source(builder, forward, 0);
    for (int i = 1; i < forward->source_count; i++) {
        LaneTable lanes = lanes_of_source(forward, i);
        IrInstr *from = build_source(builder, forward, i), *condition = build_lane_parting(builder, &lanes);
        value = IR_BUILD(builder, IR_select, condition, from, value);
    }
    return value;
}

/* Of loads of several components what takes one out of them. */
static void take_instead(const WordsInLanes *lanes, const Forward *forward, IrInstr *value, IrReplacements *words)
{
    Arena *arena = lanes->context->kernel->arena;
    const IrRegion *region = lanes->loops[0]->regions[0];
    if (forward->load->type.components == 1) {
        vec_push(arena, &words->from, forward->load);
        vec_push(arena, &words->to, value);
        use_instead(region, forward->load, value);
        return;
    }
    EACH_INSTR (region, instr)
        if (instr->op == IR_extract && instr->operands[0] == forward->load && instr->component == forward->component) {
            vec_push(arena, &words->from, instr);
            vec_push(arena, &words->to, value);
            use_instead(region, instr, value);
            ir_remove(instr);
        }
}

/* Where data decides that the store is done; what it asks stands before all branches. */
static IrInstr *build_decision(IrBuilder *builder, const DataBranch *decided)
{
    IrInstr *holds = NULL;
    for (; decided != NULL; decided = decided->around) {
        IrInstr *condition = decided->branch->operands[0];
        holds = build_both(builder, holds, decided->side == 0 ? condition : build_negated(builder, condition));
    }
    return holds;
}

/* What lanes have of the words then: where data decides against it, what is there. */
static void build_choice(const WordsInLanes *lanes, const Forward *forward, IrInstr *old, IrBuilder *builder)
{
    IrInstr *value = forward->load->operands[1 + forward->component];
    const IrInstr *loop = lanes->loops[0];
    put_before_branches(loop, value);
    for (const DataBranch *decided = forward->decided; decided != NULL; decided = decided->around)
        put_before_branches(loop, decided->branch->operands[0]);
    forward->choice->operands[0] = build_decision(builder, forward->decided);
    forward->choice->operands[1] = value;
    forward->choice->operands[2] = old;
    ir_insert(builder, forward->choice);
}

/* Before the branches that it stands in. */
static IrBuilder builder_for(const WordsInLanes *lanes, const Forward *forward)
{
    IrBuilder builder = ir_builder_before(lanes->context->kernel, in_stretch(lanes->loops[0], forward->load));
    builder.pos = forward->load->pos;
    return builder;
}

static void forward_words(const WordsInLanes *lanes)
{
    const IrInstr *loop = lanes->loops[0];
    IrReplacements words = {0};
    for (int i = 0; i < lanes->forwards.count; i++) {
        Forward *forward = &lanes->forwards.items[i];
        for (int source = 0; source < forward->source_count; source++) {
            IrInstr *instead = ir_replacement_of(&words, forward->sources[source]);
            forward->sources[source] = instead != NULL ? instead : forward->sources[source];
            put_before_branches(loop, forward->sources[source]);
        }
        IrBuilder builder = builder_for(lanes, forward);
        IrInstr *value = build_forward(&builder, forward);
        if (forward->choice != NULL)
            build_choice(lanes, forward, value, &builder);
        else
            take_instead(lanes, forward, value, &words);
    }
    for (int i = 0; i < lanes->forwards.count; i++)
        if (lanes->forwards.items[i].component == 0 && lanes->forwards.items[i].choice == NULL)
            ir_remove(lanes->forwards.items[i].load);
}

static void drop_stores(const WordsInLanes *lanes)
{
    for (int i = 0; i < lanes->stores.count; i++)
        if (!lanes->stores.items[i].is_needed)
            ir_remove(lanes->stores.items[i].instr);
}

/* ---- branches of which nothing is left ---- */

static void choose_results(IrKernel *kernel, IrInstr *branch)
{
    IrReplacements results = {0};
    IrBuilder builder = ir_builder_before(kernel, branch);
    for (int i = 0; i < branch->result_count; i++) {
        vec_push(kernel->arena, &results.from, branch->results[i]);
        vec_push(kernel->arena, &results.to,
                 IR_BUILD(&builder, IR_select, branch->operands[0], branch->regions[0]->last->operands[i],
                          branch->regions[1]->last->operands[i]));
    }
    ir_replace_all(kernel, &results);
    ir_remove(branch);
}

/* Known lanes take it, and it does nothing. */
static bool only_chooses(const IrKernel *kernel, const IrInstr *branch)
{
    uint64_t holds;
    if (!ir_compute_of_thread(kernel, branch->operands[0], 0, WORDS_IN_LANES_DEPTH, &holds))
        return false;
    EACH_REGION (branch, region)
        EACH_IN (region, instr)
            if (!is_pure_of_lane(instr) && instr->op != IR_yield)
                return false;
    return true;
}

static void tidy_branches(const WordsInLanes *lanes)
{
    IrKernel *kernel = lanes->context->kernel;
    EACH_IN (lanes->loops[0]->regions[0], instr) {
        if (instr->op != IR_if || !only_chooses(kernel, instr))
            continue;
        EACH_REGION (instr, region)
            while (region->first != region->last)
                ir_move_before(region->first, instr);
        choose_results(kernel, instr);
    }
}

static void take_from_lanes(const WordsInLanes *lanes)
{
    dissolve_branches(lanes);
    forward_words(lanes);
    drop_stores(lanes);
    tidy_branches(lanes);
}

static bool go_through(PassContext *context, IrInstr *loop, const bool *jumps_out)
{
    WordsInLanes lanes = {.context = context, .jumps_out = jumps_out};
    if (follow(context, loop, &lanes) == 0 || lanes.forwards.count == 0 ||
        (lanes.is_spread && lanes.waves < ir_running_waves(context->kernel)))
        return false;
    find_stores_needed(&lanes);
    pass_explain(context, loop->pos, "%d loads of words of the wave's own are reads of lanes, over %d barriers",
                 lanes.forwards.count, lanes.loop_count - 1);
    join(&lanes);
    take_from_lanes(&lanes);
    return true;
}

/* ---- loops of groups of one wave ---- */

static bool touches_words(const IrInstr *instr)
{
    if (!is_construct(instr))
        return is_shared(instr);
    EACH_REGION (instr, region)
        EACH_INSTR (region, inner)
            if (is_shared(inner))
                return true;
    return false;
}

/* Who leaves it leaves before a turn has touched memory, or when it has done all that. */
static bool is_left_at_ends(const IrInstr *loop, const bool *jumps_out)
{
    bool touches = false, leaves_between = false;
    EACH_IN (loop->regions[0], instr) {
        if (touches && leaves_between && touches_words(instr))
            return false;
        touches |= touches_words(instr);
        leaves_between |= touches && is_construct(instr) && jumps_out[instr->id];
    }
    return true;
}

/* A turn is a stretch of its own: what is there as it begins nobody knows. */
static bool go_through_turn(PassContext *context, IrInstr *loop, const bool *jumps_out)
{
    WordsInLanes lanes = {.context = context, .jumps_out = jumps_out};
    if (!goes_on_together(loop) || !all_lanes_come_to(loop) || !may_be_one(loop) || !is_left_at_ends(loop, jumps_out) ||
        !look_at_words(&lanes, &loop, 1, 1) || lanes.forwards.count == 0)
        return false;
    find_stores_needed(&lanes);
    pass_explain(context, loop->pos, "%d loads of words that a turn stores are reads of lanes", lanes.forwards.count);
    take_from_lanes(&lanes);
    return true;
}

/* ---- the pass ---- */

/* What is found out about a kernel of many stretches goes with each of them. */
static bool go_through_alone(const PassContext *context, IrInstr *loop, const bool *jumps_out)
{
    PassContext own = *context;
    own.scratch = arena_new("stretch");
    bool changed = (loop->op == IR_loop ? go_through_turn : go_through)(&own, loop, jumps_out);
    arena_drop(own.scratch);
    return changed;
}

/* Not part of one before it, nor on a side that no lane takes. */
static bool is_still_there(const IrKernel *kernel, const IrInstr *loop)
{
    const IrRegion *region = loop->region;
    while (region != NULL && region->owner != NULL)
        region = region->owner->region;
    return region == kernel->body;
}

bool pass_words_in_lanes(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    bool changed = false;
    if (context->checks != 0 || context->watches_stores || context->keeps_shared || kernel->watches_barriers ||
        kernel->thread_of_lane != NULL || kernel->wave_size > MOST_TABLE_LANES)
        return false;
    bool is_one = ir_running_waves(kernel) == 1;
    VEC(IrInstr *) loops = {0};
    EACH_INSTR (kernel->body, instr)
        if ((instr->op == IR_wave_loop && instr->immediate == WAVES_ALL) ||
            (instr->op == IR_loop && is_one && ir_wave_loop_around(instr) != NULL))
            vec_push(context->scratch, &loops, instr);
    const bool *jumps_out = NULL; /* NULL: the kernel has changed */
    for (int i = 0; i < loops.count; i++)
        if (is_still_there(kernel, loops.items[i])) {
            bool asks = ask_who_stays(kernel, loops.items[i]);
            changed |= asks;
            if (asks || jumps_out == NULL) {
                ir_renumber(kernel);
                jumps_out = ir_find_jumps_out(kernel, context->scratch);
            }
            if (go_through_alone(context, loops.items[i], jumps_out)) {
                changed = true;
                jumps_out = NULL;
            }
        }
    if (changed)
        pass_simplify(context);
    return changed;
}
