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
 * Everything else stands in wave_loops, the result of a uniform `if` with a store in it too: for
 * what takes it at group level, it is no more uniform than `wave`. What a later stretch needs of an
 * earlier one is computed again where that is cheap, else kept in an IR_WAVE_VALUE variable
 * (form_waves_values.c).
 *
 * An `if` that contains a barrier and differs between waves or lanes is dissolved: the stretches of
 * both branches follow each other, each under its guard: the group is to waves what the wave is to
 * lanes. A thread that returned before a barrier is kept out of later stretches in the same way.
 *
 * Loops that the waves go through together (interchange.c) are cut as if a barrier stood in them.
 *
 * Needs: uniformity, check_barriers. Breaks: uniformity of new values (run it again). */
#include "form_waves.h"

/* Each stretch tests all of its guards, so that guards in guards would make code with the square of
 * their depth: so many are gathered into one, a variable. */
enum { MOST_GUARDS = 8 };

typedef struct Guard { /* a stretch runs where `condition`, or else `gathered`, is `wanted` */
    IrInstr *condition;
    IrVariable *gathered;
    bool wanted;
    const IrRegion *region; /* the branch's code stands here now */
} Guard;

typedef struct Former {
    PassContext *context;
    IrKernel *kernel;
    IrVariable *returned;  /* i1: this thread returned before a barrier; NULL: none does */
    VEC(Guard) guards;     /* outermost first */
    int first_guard;       /* those before it are in its `gathered` */
    IrInstr *stretch;      /* the open wave_loop, or NULL */
    IrRegion *stretch_body; /* where its instructions go: inside the guards */
} Former;

/* ---- what may stand at group level ----------------------------------------------------------- */

/* IrInstr.mark of what was put into a stretch, and of its results. */
enum { AT_GROUP_LEVEL, IN_STRETCH };

static void clear_marks(IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr) {
        instr->mark = AT_GROUP_LEVEL;
        EACH_PHI (instr, phi)
            phi->mark = AT_GROUP_LEVEL;
    }
}

static void mark_in_stretch(IrInstr *instr)
{
    instr->mark = IN_STRETCH;
    for (int i = 0; i < instr->result_count; i++)
        instr->results[i]->mark = IN_STRETCH;
}

static bool uses_stretch_value(const IrInstr *instr)
{
    EACH_USE (instr, use)
        if ((*use)->mark == IN_STRETCH)
            return true;
    return false;
}

static bool is_group_level_value(const IrKernel *kernel, const IrInstr *instr)
{
    if (instr->level > LEVEL_GROUP || ir_is(instr, OP_CONVERGENT))
        return false;
    if (ir_is(instr, OP_PURE) || instr->op == IR_load_cbuffer)
        return true;
    if (instr->op == IR_load_var && instr->variable->kind == IR_GROUPSHARED)
        return ir_running_waves(kernel) > 1; /* settled.c; one wave passes barriers in its stretch */
    bool reads_resource = ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES) &&
                          instr->resource != NULL;
    return reads_resource && instr->resource->class == IR_SRV;
}

/* A debugger sees variables change where the waves do it, between their statements. */
static bool is_uniform_private_access(const IrInstr *instr)
{
    return (instr->op == IR_store_var || instr->op == IR_load_var) &&
           instr->variable->kind == IR_LOCAL && instr->variable->level <= LEVEL_GROUP &&
           !ir_is_for_show(instr->variable);
}

static bool all_at_group_level(const IrKernel *kernel, const IrRegion *region);

static bool is_group_level_construct(const IrKernel *kernel, const IrInstr *construct)
{
    EACH_PHI (construct, phi)
        if (phi->level > LEVEL_GROUP)
            return false;
    if (construct->op == IR_if && construct->operands[0]->level > LEVEL_GROUP)
        return false;
    EACH_REGION (construct, region)
        if (!all_at_group_level(kernel, region))
            return false;
    return !ir_has_jump_out(construct);
}

static bool is_group_level(const IrKernel *kernel, const IrInstr *instr)
{
    if (uses_stretch_value(instr))
        return false;
    if (ir_is(instr, OP_REGION) && instr->op != IR_wave_loop)
        return is_group_level_construct(kernel, instr);
    return is_group_level_value(kernel, instr) || is_uniform_private_access(instr);
}

static bool all_at_group_level(const IrKernel *kernel, const IrRegion *region)
{
    EACH_IN (region, instr)
        if (ir_is(instr, OP_JUMP) ? uses_stretch_value(instr) : !is_group_level(kernel, instr))
            return false;
    return true;
}

/* ---- stretches ------------------------------------------------------------------------------- */

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

static IrRegion *enter_flag(Former *former, IrRegion *region, IrVariable *flag, bool wanted)
{
    IrBuilder builder = ir_builder_at_end(former->kernel, region);
    IrInstr *value = ir_load_var(&builder, flag, 0, 1, ir_const_i32(&builder, 0));
    return enter_guard(former, region, value, wanted);
}

static void open_stretch(Former *former, IrInstr *before)
{
    IrBuilder builder = ir_builder_before(former->kernel, before);
    builder.pos = before->pos;
    former->stretch = ir_wave_loop(&builder);
    IrRegion *body = former->stretch->regions[0];
    if (former->returned != NULL)
        body = enter_flag(former, body, former->returned, false);
    for (int i = former->first_guard; i < former->guards.count; i++) {
        const Guard *guard = &former->guards.items[i];
        body = guard->gathered != NULL
                 ? enter_flag(former, body, guard->gathered, guard->wanted)
                 : enter_guard(former, body, guard->condition, guard->wanted);
    }
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

static bool loads(const IrRegion *region, const IrVariable *variable)
{
    EACH_INSTR (region, instr)
        if (instr->op == IR_load_var && instr->variable == variable)
            return true;
    return false;
}

/* A group-level store must not overtake a load of its array in the open stretch. */
static void keep_order(Former *former, const IrInstr *instr)
{
    bool is_store = instr->op == IR_store_var;
    if (is_store && former->stretch != NULL && loads(former->stretch->regions[0], instr->variable))
        close_stretch(former);
}

static void keep_at_group_level(Former *former, IrInstr *instr)
{
    keep_order(former, instr);
    EACH_REGION (instr, region)
        EACH_INSTR (region, inner)
            keep_order(former, inner);
    if (former->stretch != NULL)
        ir_move_before(instr, former->stretch);
}

/* ---- control flow with cuts ------------------------------------------------------------------ */

static void form_region(Former *former, IrRegion *region);
static void form_range(Former *former, IrInstr *first, const IrInstr *end);

/* Barriers cut, and the loops that waves go through together. */
static bool is_cut(const IrInstr *instr)
{
    return instr->op == IR_barrier || is_group_loop(instr);
}

static bool contains_cut(const IrInstr *instr)
{
    if (is_cut(instr))
        return true;
    EACH_REGION (instr, region)
        EACH_INSTR (region, inner)
            if (is_cut(inner))
                return true;
    return false;
}

static bool leaves_for_outer(const IrInstr *construct)
{
    EACH_REGION (construct, region)
        EACH_INSTR (region, instr)
            if (instr->target != NULL && !ir_is_within(instr->target, construct))
                return true;
    return false;
}

bool form_waves_is_group_construct(const IrInstr *construct)
{
    return leaves_for_outer(construct) || contains_cut(construct);
}

void form_waves_store_flag(IrBuilder builder, IrVariable *flag, bool value)
{
    IrInstr *constant = ir_const_bits(&builder, IR_I1, value);
    ir_store_var(&builder, flag, 0, ir_const_i32(&builder, 0), &constant, 1);
}

/* wave_loop {  store_var $inside, false  if %a { if %b { .. store_var $inside, true .. } } }
 *
 * What stretches behind this one test in the place of all guards up to here. None of these changes
 * before its branch ends. */
static void gather_guards(Former *former, IrInstr *before)
{
    IrKernel *kernel = former->kernel;
    Guard guard = former->guards.items[former->guards.count - 1];
    if (former->stretch == NULL)
        open_stretch(former, before);
    const char *name = arena_printf(kernel->arena, "inside%d", former->guards.count);
    guard.condition = NULL;
    guard.wanted = true;
    guard.gathered = ir_variable_new(kernel, name, IR_WAVE_VALUE, ir_scalar(IR_I1), 1, before->pos);
    guard.gathered->level = LEVEL_VARYING;
    guard.gathered->starts_at_zero = true;
    form_waves_store_flag(ir_builder_before(kernel, former->stretch->regions[0]->first),
                          guard.gathered, false);
    form_waves_store_flag(ir_builder_at_end(kernel, former->stretch_body), guard.gathered, true);
    former->first_guard = former->guards.count;
    vec_push(former->context->scratch, &former->guards, guard);
}

/* Takes `first` .. `end` as one branch: guarded, in the open stretch as far as that reaches. */
static void form_guarded(Former *former, IrInstr *first, const IrInstr *end, Guard guard)
{
    IrInstr *open = former->stretch;
    IrRegion *outer = former->stretch_body;
    int guard_count = former->guards.count, first_guard = former->first_guard;
    vec_push(former->context->scratch, &former->guards, guard);
    if (open != NULL)
        former->stretch_body = enter_guard(former, outer, guard.condition, guard.wanted);
    if (former->guards.count - first_guard >= MOST_GUARDS)
        gather_guards(former, first);
    form_range(former, first, end);
    former->guards.count = guard_count;
    former->first_guard = first_guard;
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
    Guard guard = {.condition = branch->operands[0], .wanted = which == 0,
                   .region = branch->region};
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
    bool by_wave = construct->op == IR_if && construct->operands[0]->level > LEVEL_GROUP;
    if (by_wave) {
        dissolve(former, construct);
        return;
    }
    close_stretch(former);
    EACH_REGION (construct, region)
        form_region(former, region);
}

/* A return of the whole guarded branch, recorded by the flag: not the group's. It leaves what
 * stands around it in the branch; whatever follows there finds no threads. */
static void return_from_branch(Former *former, IrInstr *jump)
{
    const Guard *guard = &former->guards.items[former->guards.count - 1];
    IrInstr *left = NULL, *construct = jump->region->owner;
    for (IrInstr *around = construct; around != NULL && jump->region != guard->region;
         around = around->region->owner) {
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
            if (instr->op == IR_return && former->guards.count > 0)
                return_from_branch(former, instr);
        } else if (ir_is(instr, OP_REGION) && form_waves_is_group_construct(instr)) {
            form_construct(former, instr);
        } else if (is_group_level(former->kernel, instr)) {
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

/* ---- what group level cannot keep ------------------------------------------------------------ */

static bool demote_stored(const IrInstr *instr)
{
    if (instr->op != IR_store_var || instr->variable->kind != IR_LOCAL ||
        instr->variable->level > LEVEL_GROUP)
        return false;
    instr->variable->level = LEVEL_WAVE;
    return true;
}

static bool give_to_waves(IrInstr *value)
{
    if (value->level > LEVEL_GROUP)
        return false;
    value->level = LEVEL_WAVE;
    return true;
}

static bool is_of_waves(const IrInstr *value)
{
    return value->mark == IN_STRETCH || value->level > LEVEL_GROUP;
}

/* All its parameters and results become variables of the waves. */
static bool gives_all_to_waves(const IrInstr *construct)
{
    if (construct->op == IR_if)
        return is_of_waves(construct->operands[0]);
    return (construct->op == IR_loop || construct->op == IR_scope) &&
           form_waves_leaves_apart(construct);
}

static bool settle_construct(IrInstr *construct)
{
    bool gives_all = gives_all_to_waves(construct), changed = false;
    if (construct->op == IR_if && gives_all)
        changed |= give_to_waves(construct->operands[0]);
    for (int i = 0; i < construct->parameter_count; i++)
        if (is_of_waves(construct->operands[i]))
            changed |= give_to_waves(construct->parameters[i]);
    EACH_PHI (construct, phi) {
        if (gives_all)
            changed |= give_to_waves(phi);
        phi->mark = is_of_waves(phi) ? IN_STRETCH : AT_GROUP_LEVEL;
    }
    return changed;
}

static bool settle_jump(const IrInstr *jump)
{
    const IrInstr *target = jump_target(jump);
    bool changed = false;
    for (int i = 0; i < jump->operand_count; i++)
        if (is_of_waves(jump->operands[i]))
            changed |= give_to_waves(jump->op == IR_continue ? target->parameters[i]
                                                             : target->results[i]);
    return changed;
}

static bool settle_in_stretch(IrInstr *instr)
{
    bool changed = demote_stored(instr);
    mark_in_stretch(instr);
    EACH_REGION (instr, region)
        EACH_INSTR (region, inner)
            changed |= demote_stored(inner);
    return changed;
}

static bool settle_region(const IrKernel *kernel, const IrRegion *region)
{
    bool changed = false;
    EACH_IN (region, instr) {
        if (ir_is(instr, OP_REGION) && form_waves_is_group_construct(instr)) {
            changed |= settle_construct(instr);
            EACH_REGION (instr, inner)
                changed |= settle_region(kernel, inner);
        } else if (ir_is(instr, OP_JUMP)) {
            changed |= settle_jump(instr);
        } else if (instr->op != IR_barrier && instr->op != IR_group_any &&
                   !is_group_level(kernel, instr)) {
            changed |= settle_in_stretch(instr);
        }
    }
    return changed;
}

/* Finds what will stand in stretches, in form_range's order, and gives the waves what group level
 * cannot keep then. An array that is alike in all threads is one array for the group only where no
 * stretch stores to it: each wave would do so once more. A value alike in all threads that a
 * stretch computes is not seen at group level: conditions, parameters and results there that take
 * it are of the level `wave`. */
static void settle(IrKernel *kernel)
{
    do
        clear_marks(kernel);
    while (settle_region(kernel, kernel->body));
    clear_marks(kernel);
}

/* ---- returns before a barrier ---------------------------------------------------------------- */

static bool cut_follows(const IrInstr *instr)
{
    for (const IrInstr *later = instr->next; later != NULL; later = later->next)
        if (contains_cut(later))
            return true;
    return false;
}

/* if c { A; return } rest    ->    if c { A; yield } else { rest }     where the kernel ends behind it */
static bool put_rest_into_else(IrKernel *kernel, IrInstr *branch, int returning)
{
    IrRegion *rest = branch->regions[1 - returning];
    if (rest->last->op != IR_yield || rest->first != rest->last || branch->result_count > 0)
        return false;
    ir_remove(branch->regions[returning]->last);
    ir_remove(rest->last);
    move_to_end(kernel, branch->next, branch->region->last, rest);
    ir_close_region(kernel, branch->regions[0]);
    ir_close_region(kernel, branch->regions[1]);
    return true;
}

static void guard_rest_of(IrKernel *kernel, IrRegion *region)
{
    EACH_IN (region, instr) {
        if (instr->op == IR_if && contains_cut(instr) && nothing_follows(instr))
            EACH_REGION (instr, inner)
                guard_rest_of(kernel, inner);
        if (instr->op != IR_if || contains_cut(instr) || !cut_follows(instr))
            continue;
        for (int side = 0; side < 2; side++)
            if (instr->regions[side]->last->op == IR_return &&
                put_rest_into_else(kernel, instr, side)) {
                guard_rest_of(kernel, instr->regions[1 - side]);
                return;
            }
    }
}

static void record_returns(Former *former)
{
    EACH_INSTR (former->kernel->body, instr) {
        if (instr->op != IR_return)
            continue;
        if (former->returned == NULL)
            former->returned = ir_variable_new(former->kernel, "returned", IR_WAVE_VALUE,
                                               ir_scalar(IR_I1), 1, instr->pos);
        former->returned->starts_at_zero = true;
        form_waves_store_flag(ir_builder_before(former->kernel, instr), former->returned, true);
    }
}

static bool records_return(const Former *former, const IrInstr *instr)
{
    return instr->op == IR_store_var && instr->variable == former->returned;
}

static bool has_returns(const Former *former, const IrInstr *construct)
{
    EACH_REGION (construct, region)
        EACH_INSTR (region, instr)
            if (records_return(former, instr))
                return true;
    return false;
}

/* No thread has returned where none may have before, in no turn of a loop around either: what
 * stands under that guard comes out of it. Gives whether some may have behind the region. */
static bool drop_early_guards(Former *former, IrRegion *region, bool may_have)
{
    for (IrInstr *instr = region->first, *next; instr != NULL; instr = next) {
        next = instr->next;
        if (!may_have && instr->op == IR_load_var && instr->variable == former->returned) {
            IrInstr *guard = instr->next;
            ir_move_region(guard->regions[1], guard);
            ir_remove(guard);
            next = instr->next;
            ir_remove(instr);
            continue;
        }
        may_have |= records_return(former, instr) ||
                    (instr->op == IR_loop && has_returns(former, instr));
        bool before = may_have;
        if (ir_is(instr, OP_REGION))
            EACH_REGION (instr, inner)
                may_have |= drop_early_guards(former, inner, before);
    }
    return may_have;
}

static void drop_barriers(IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_barrier)
            ir_remove(instr);
}

/* May there be more than one stretch? Group-level stores between loads cut, too. */
static bool has_cuts(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (is_cut(instr) || (instr->op == IR_store_var && is_uniform_private_access(instr)))
            return true;
    return false;
}

bool pass_form_waves(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Former former = {.context = context, .kernel = kernel};
    if (kernel->wave_count == 1 && !kernel->watches_barriers)
        drop_barriers(kernel);
    if (has_cuts(kernel)) {
        guard_rest_of(kernel, kernel->body);
        record_returns(&former);
        settle(kernel);
        form_waves_flag_exits(context);
        form_waves_demote(context);
    }
    settle(kernel);
    form_region(&former, kernel->body);
    if (former.returned != NULL)
        drop_early_guards(&former, kernel->body, false);
    form_waves_carry_values(context);
    return true;
}
