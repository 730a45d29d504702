/* form_waves: barrier-free stretches become loops over the group's waves.
 *
 * Before: one region for a thread, with barriers         After: group level, and stretches of waves
 *
 *     %1 group   = load_cbuffer $c [0]                       %1 = load_cbuffer $c [0]
 *     %2 varying = load_texture $t [...]                     wave_loop {
 *     store_var $cache [%i], %2                                %2 = load_texture $t [...]
 *     barrier                                                  store_var $cache [%i], %2
 *     loop (%n: group) {                                     }
 *       %3 = load_var $cache [...]                           barrier
 *       ...                                                  loop (%n: group) {
 *       barrier                                                wave_loop { %3 = load_var ... }
 *       continue %n2                                           barrier
 *     }                                                        continue %n2
 *                                                            }
 *
 * At group level stand: values that are uniform over the group and need no lane, stores to private
 * arrays that are uniform over the group, barriers, and the control flow that contains barriers.
 * Everything else stands in wave_loops. What a later stretch needs of an earlier one is computed again
 * where that is cheap, else kept in an IR_WAVE_VALUE variable (form_waves_values.c).
 *
 * An `if` that contains a barrier and differs between waves or lanes is dissolved: the stretches of both
 * branches follow each other, each under its guard: the group is to waves what the wave is to lanes. A
 * thread that returned before a barrier is kept out of later stretches in the same way.
 *
 * Needs: uniformity, check_barriers. Breaks: uniformity of new values (run it again). */
#include "form_waves.h"

enum { MAX_GUARDS = 64 };

typedef struct Guard { /* a stretch runs where `condition` is `wanted` */
    IrInstr *condition;
    bool wanted;
    const IrRegion *region; /* the branch's code stands here now */
} Guard;

typedef struct Former {
    PassContext *context;
    IrKernel *kernel;
    IrVariable *returned;  /* i1: this thread returned before a barrier; NULL: none does */
    Guard guards[MAX_GUARDS];
    int guard_count;
    IrInstr *stretch;      /* the open wave_loop, or NULL */
    IrRegion *stretch_body; /* where its instructions go: inside the guards */
} Former;

/* ---- what may stand at group level ------------------------------------------------------------- */

/* IrInstr.mark of what was put into a stretch, and of its results. */
enum { AT_GROUP_LEVEL, IN_STRETCH };

static void clear_mark(void *context, IrInstr *instr)
{
    (void)context;
    instr->mark = AT_GROUP_LEVEL;
    for (int i = 0; i < instr->parameter_count; i++)
        instr->parameters[i]->mark = AT_GROUP_LEVEL;
    for (int i = 0; i < instr->result_count; i++)
        instr->results[i]->mark = AT_GROUP_LEVEL;
}

static void mark_in_stretch(IrInstr *instr)
{
    instr->mark = IN_STRETCH;
    for (int i = 0; i < instr->result_count; i++)
        instr->results[i]->mark = IN_STRETCH;
}

static bool uses_stretch_value(const IrInstr *instr)
{
    for (int i = 0; i < instr->operand_count; i++)
        if (instr->operands[i]->mark == IN_STRETCH)
            return true;
    return false;
}

static bool is_group_level_value(const IrInstr *instr)
{
    if (instr->level > LEVEL_GROUP || ir_is(instr, OP_CONVERGENT))
        return false;
    if (ir_is(instr, OP_PURE) || instr->op == IR_load_cbuffer)
        return true;
    bool reads_resource = ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES) && instr->resource != NULL;
    return reads_resource && instr->resource->class == IR_SRV;
}

static bool is_uniform_private_access(const IrInstr *instr)
{
    return (instr->op == IR_store_var || instr->op == IR_load_var) && instr->variable->kind == IR_LOCAL &&
           instr->variable->level <= LEVEL_GROUP;
}

static bool all_at_group_level(const IrRegion *region);

static bool is_group_level(const IrInstr *instr)
{
    if (uses_stretch_value(instr))
        return false;
    if (instr->op == IR_if || instr->op == IR_loop || instr->op == IR_scope) {
        for (int i = 0; i < instr->result_count; i++)
            if (instr->results[i]->level > LEVEL_GROUP)
                return false;
        for (int i = 0; i < instr->parameter_count; i++)
            if (instr->parameters[i]->level > LEVEL_GROUP)
                return false;
        if (instr->op == IR_if && instr->operands[0]->level > LEVEL_GROUP)
            return false;
        return !ir_has_jump_out(instr) && all_at_group_level(instr->regions[0]) &&
               (instr->regions[1] == NULL || all_at_group_level(instr->regions[1]));
    }
    return is_group_level_value(instr) || is_uniform_private_access(instr);
}

static bool all_at_group_level(const IrRegion *region)
{
    for (const IrInstr *instr = region->first; instr != NULL; instr = instr->next)
        if (ir_is(instr, OP_JUMP) ? uses_stretch_value(instr) : !is_group_level(instr))
            return false;
    return true;
}

/* ---- stretches ----------------------------------------------------------------------------------- */

static void close_stretch(Former *former)
{
    if (former->stretch == NULL)
        return;
    for (IrRegion *region = former->stretch_body; region != NULL;) {
        ir_close_region(former->kernel, region);
        region = region->owner == former->stretch ? NULL : region->owner->region;
    }
    former->stretch = NULL;
    former->stretch_body = NULL;
}

/* `if condition { yield to here } else { yield }`, or the other way round. */
static IrRegion *enter_guard(Former *former, IrRegion *region, IrInstr *condition, bool wanted)
{
    IrBuilder builder = ir_builder_at_end(former->kernel, region);
    IrInstr *guard = ir_if(&builder, condition);
    ir_close_region(former->kernel, guard->regions[wanted ? 1 : 0]);
    return guard->regions[wanted ? 0 : 1];
}

static void open_stretch(Former *former, IrInstr *before)
{
    IrBuilder builder = ir_builder_before(former->kernel, before);
    builder.pos = before->pos;
    former->stretch = ir_wave_loop(&builder);
    IrRegion *body = former->stretch->regions[0];
    if (former->returned != NULL) {
        IrBuilder inner = ir_builder_at_end(former->kernel, body);
        IrInstr *returned = ir_load_var(&inner, former->returned, 0, 1, ir_const_i32(&inner, 0));
        body = enter_guard(former, body, returned, false);
    }
    for (int i = 0; i < former->guard_count; i++)
        body = enter_guard(former, body, former->guards[i].condition, former->guards[i].wanted);
    former->stretch_body = body;
}

static void add_to_stretch(Former *former, IrInstr *instr)
{
    if (former->stretch == NULL)
        open_stretch(former, instr);
    mark_in_stretch(instr);
    ir_remove(instr);
    IrBuilder builder = ir_builder_at_end(former->kernel, former->stretch_body);
    builder.pos = instr->pos;
    ir_insert(&builder, instr);
}

typedef struct LoadSearch {
    const IrVariable *variable;
    bool found;
} LoadSearch;

static void look_for_load(void *context, IrInstr *instr)
{
    LoadSearch *search = context;
    search->found |= instr->op == IR_load_var && instr->variable == search->variable;
}

/* A group-level store must not overtake a load of its array in the open stretch. */
static void keep_order(void *context, IrInstr *instr)
{
    Former *former = context;
    LoadSearch search = {instr->variable, false};
    if (former->stretch == NULL || instr->op != IR_store_var)
        return;
    ir_walk(former->stretch->regions[0], look_for_load, &search);
    if (search.found)
        close_stretch(former);
}

static void keep_at_group_level(Former *former, IrInstr *instr)
{
    keep_order(former, instr);
    for (int i = 0; i < 2 && instr->regions[i] != NULL; i++)
        ir_walk(instr->regions[i], keep_order, former);
    if (former->stretch != NULL)
        ir_move_before(instr, former->stretch);
}

/* ---- control flow with barriers -------------------------------------------------------------------- */

static void form_region(Former *former, IrRegion *region);
static void form_range(Former *former, IrInstr *first, const IrInstr *end);

typedef struct JumpSearch { const IrInstr *construct; bool leaves; } JumpSearch;

static void look_for_leaving_jump(void *context, IrInstr *instr)
{
    JumpSearch *search = context;
    if (instr->op != IR_break && instr->op != IR_continue)
        return;
    const IrInstr *around = instr->target;
    while (around != NULL && around != search->construct)
        around = around->region->owner;
    search->leaves |= around == NULL;
}

static bool contains_barrier(const IrInstr *instr)
{
    for (int i = 0; i < 2 && instr->regions[i] != NULL; i++)
        if (ir_contains_op(instr->regions[i], IR_barrier))
            return true;
    return false;
}

bool form_waves_is_group_construct(const IrInstr *construct)
{
    JumpSearch search = {construct, false};
    for (int i = 0; i < 2 && construct->regions[i] != NULL; i++)
        ir_walk(construct->regions[i], look_for_leaving_jump, &search);
    return search.leaves || contains_barrier(construct);
}

/* Takes `first` .. `end` as one branch: guarded, in the open stretch as far as that reaches. */
static void form_guarded(Former *former, IrInstr *first, const IrInstr *end, Guard guard)
{
    IrInstr *open = former->stretch;
    IrRegion *outer = former->stretch_body;
    former->guards[former->guard_count++] = guard;
    if (open != NULL)
        former->stretch_body = enter_guard(former, outer, guard.condition, guard.wanted);
    form_range(former, first, end);
    former->guard_count--;
    if (open == NULL || former->stretch != open) {
        close_stretch(former);
        return;
    }
    ir_close_region(former->kernel, former->stretch_body);
    former->stretch_body = outer;
}

static void form_branch(Former *former, IrInstr *branch, int which)
{
    IrRegion *region = branch->regions[which];
    Guard guard = {branch->operands[0], which == 0, branch->region};
    if (region->last->op == IR_return) { /* recorded by the returned flag before it */
        ir_remove(region->last);
        ir_close_region(former->kernel, region);
    }
    if (region->last->op == IR_break || region->last->op == IR_continue)
        diag_report(former->context->diagnostics, branch->pos, DIAG_barrier_exit_not_supported);
    IrInstr *first = region->first;
    if (ir_is(first, OP_JUMP))
        return;
    ir_move_region(region, branch);
    form_guarded(former, first, branch, guard);
}

/* An if between waves or lanes with a barrier inside: both branches in line, guarded. */
static void dissolve(Former *former, IrInstr *branch)
{
    form_branch(former, branch, 0);
    form_branch(former, branch, 1);
    ir_remove(branch);
}

static void form_construct(Former *former, IrInstr *construct)
{
    bool by_wave = construct->op == IR_if && (construct->operands[0]->level > LEVEL_GROUP || uses_stretch_value(construct));
    if (by_wave && former->guard_count < MAX_GUARDS) {
        dissolve(former, construct);
        return;
    }
    close_stretch(former);
    for (int i = 0; i < 2 && construct->regions[i] != NULL; i++)
        form_region(former, construct->regions[i]);
}

/* A return of the whole guarded branch, recorded by the flag: not the group's. It leaves what stands around
 * it in the branch; whatever follows there finds no threads. */
static void return_from_branch(Former *former, IrInstr *jump)
{
    const Guard *guard = &former->guards[former->guard_count - 1];
    IrInstr *left = NULL, *construct = jump->region->owner;
    for (IrInstr *around = construct; around != NULL && jump->region != guard->region; around = around->region->owner) {
        if (around->op != IR_if)
            left = around;
        if (around->region == guard->region)
            break;
    }
    IrBuilder builder = ir_builder_before(former->kernel, jump);
    const IrInstr *target = left != NULL ? left : construct;
    IrInstr **zeros = ARENA_ARRAY(former->context->scratch, IrInstr *, target->result_count + 1);
    for (int i = 0; i < target->result_count; i++)
        zeros[i] = ir_const_bits(&builder, target->results[i]->type.scalar, 0);
    ir_jump(&builder, left != NULL ? IR_break : IR_yield, left, zeros, target->result_count);
    ir_remove(jump);
}

static void form_range(Former *former, IrInstr *first, const IrInstr *end)
{
    for (IrInstr *instr = first, *next; instr != end; instr = next) {
        next = instr->next;
        if (instr->op == IR_barrier || instr->op == IR_group_any || ir_is(instr, OP_JUMP)) {
            close_stretch(former);
            if (instr->op == IR_return && former->guard_count > 0)
                return_from_branch(former, instr);
        } else if (ir_is(instr, OP_REGION) && form_waves_is_group_construct(instr)) {
            form_construct(former, instr);
        } else if (is_group_level(instr)) {
            keep_at_group_level(former, instr);
        } else {
            add_to_stretch(former, instr);
        }
    }
}

static void form_region(Former *former, IrRegion *region)
{
    form_range(former, region->first, NULL);
    close_stretch(former);
}

/* ---- private arrays that waves must not share ---------------------------------------------------------- */

static void demote_stored(void *context, IrInstr *instr)
{
    bool *changed = context;
    if (instr->op != IR_store_var || instr->variable->kind != IR_LOCAL || instr->variable->level > LEVEL_GROUP)
        return;
    instr->variable->level = LEVEL_WAVE;
    *changed = true;
}

/* Finds what will stand in stretches, in form_range's order. An array that is alike in all threads is one
 * array for the group only where no stretch stores to it: each wave would do so once more. */
static void demote_arrays_in(IrRegion *region, bool *changed)
{
    for (IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
        bool group_construct = ir_is(instr, OP_REGION) && form_waves_is_group_construct(instr);
        if (!group_construct && (instr->op == IR_barrier || ir_is(instr, OP_JUMP) || is_group_level(instr)))
            continue;
        if (!group_construct) {
            mark_in_stretch(instr);
            demote_stored(changed, instr);
        }
        for (int i = 0; i < 2 && instr->regions[i] != NULL; i++) {
            if (group_construct)
                demote_arrays_in(instr->regions[i], changed);
            else
                ir_walk(instr->regions[i], demote_stored, changed);
        }
    }
}

static void demote_shared_arrays(IrKernel *kernel)
{
    bool changed;
    do {
        changed = false;
        ir_walk(kernel->body, clear_mark, NULL);
        demote_arrays_in(kernel->body, &changed);
    } while (changed);
    ir_walk(kernel->body, clear_mark, NULL);
}

/* ---- returns before a barrier ----------------------------------------------------------------------- */

static bool barrier_follows(const IrInstr *instr)
{
    for (const IrInstr *later = instr->next; later != NULL; later = later->next)
        if (later->op == IR_barrier || contains_barrier(later))
            return true;
    return false;
}

/* if c { A; return } rest    ->    if c { A; yield } else { rest }     at the kernel's top level */
static bool put_rest_into_else(IrKernel *kernel, IrInstr *branch, int returning)
{
    IrRegion *rest = branch->regions[1 - returning];
    if (rest->last->op != IR_yield || rest->first != rest->last || branch->result_count > 0)
        return false;
    ir_remove(branch->regions[returning]->last);
    ir_remove(rest->last);
    for (IrInstr *instr = branch->next, *next; instr != NULL && !ir_is(instr, OP_JUMP); instr = next) {
        next = instr->next;
        ir_remove(instr);
        IrBuilder builder = ir_builder_at_end(kernel, rest);
        builder.pos = instr->pos;
        ir_insert(&builder, instr);
    }
    ir_close_region(kernel, branch->regions[0]);
    ir_close_region(kernel, branch->regions[1]);
    return true;
}

static void guard_rest_of(IrKernel *kernel, IrRegion *region)
{
    for (IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
        if (instr->op != IR_if || contains_barrier(instr) || !barrier_follows(instr))
            continue;
        for (int side = 0; side < 2; side++)
            if (instr->regions[side]->last->op == IR_return && put_rest_into_else(kernel, instr, side)) {
                guard_rest_of(kernel, instr->regions[1 - side]);
                return;
            }
    }
}

static void record_return(void *context, IrInstr *instr)
{
    Former *former = context;
    if (instr->op != IR_return)
        return;
    if (former->returned == NULL)
        former->returned = ir_variable_new(former->kernel, "returned", IR_WAVE_VALUE, ir_scalar(IR_I1), 1, instr->pos);
    IrBuilder builder = ir_builder_before(former->kernel, instr);
    IrInstr *one = ir_const_bits(&builder, IR_I1, 1);
    ir_store_var(&builder, former->returned, 0, ir_const_i32(&builder, 0), &one, 1);
}

static void drop_barrier(void *context, IrInstr *instr)
{
    (void)context;
    if (instr->op == IR_barrier)
        ir_remove(instr);
}

static void look_for_cut(void *context, IrInstr *instr)
{
    bool *found = context;
    *found |= instr->op == IR_barrier || (instr->op == IR_store_var && is_uniform_private_access(instr));
}

/* May there be more than one stretch? Barriers cut, and so do group-level stores between loads. */
static bool has_cuts(const IrKernel *kernel)
{
    bool found = false;
    ir_walk(kernel->body, look_for_cut, &found);
    return found;
}

bool pass_form_waves(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Former former = {.context = context, .kernel = kernel};
    if (kernel->wave_count == 1 && !kernel->watches_barriers)
        ir_walk(kernel->body, drop_barrier, NULL);
    if (has_cuts(kernel)) {
        guard_rest_of(kernel, kernel->body);
        ir_walk(kernel->body, record_return, &former);
        form_waves_flag_exits(context);
        form_waves_demote(context);
    }
    demote_shared_arrays(kernel);
    form_region(&former, kernel->body);
    form_waves_carry_values(context);
    return true;
}
