/* uniformity: level and shape of every value, and of what private variables hold.
 *
 *     %1 = group_id.x                          %1 group             i32 = group_id.x
 *     %2 = group_thread_id.x                   %2 varying rows(8,1) i32 = group_thread_id.x
 *     %3 = ishl %1, 3                          %3 group             i32 = ishl %1, 3
 *     %4 = iadd %3, %2                         %4 varying rows(8,1) i32 = iadd %3, %2
 *
 * Levels: constant < dispatch < group < wave < varying. A value has the level `group` if all
 * threads of a group that compute it at the same time get the same; "at the same time" is: in the
 * same turns of all loops around it. It is a statement about threads that get there, not about
 * those that do not.
 *
 * Data: op.def names for each operation a rule; uniformity_rules.c has one function per rule. Most
 * join their operands.
 *
 * Control: threads come apart where an `if` has a condition of some level; that is how far they are
 * apart in its branches (Construct.branch). A break or continue takes the threads that execute it
 * to the end of the target or its next turn: until then those left behind lack them
 * (Construct.gone), even where the next condition is uniform. Where threads meet again:
 *   - results of an if: they differ by branch, so they are at least of the condition's level;
 *   - results of a loop: threads that left in different turns meet ("temporal divergence"). A break
 *     leaves together only what is together at it since the turn's start: a uniform break behind a
 *     divergent continue is a divergent exit. A value from outside the loop, or a constant, is the
 *     same in all turns;
 *   - parameters of a loop: all threads at its head are in the same turn, so first value and later
 *     values do not mix; but different continues do, by how far threads are apart at them;
 *   - what is one of several values is not known when compiling: at least of level dispatch;
 *   - one edge that runs once (a scope without breaks) mixes nothing;
 *   - threads that returned never meet anyone: they do not count, but for what needs all lanes.
 * In the branch of an if whose condition holds in one lane of a wave at most (`thread == 0`) what
 * atomics give is uniform: no other lane gets there.
 * A private variable takes what is stored, by threads that may be apart from the others
 * (control_here); one that only a lane_loop uses is of the one lane that is there.
 *
 * All of this grows from "constant" up to a fixed point: values are recomputed in text order until
 * nothing changes; parameters, results and variables only ever get less uniform, which bounds the
 * number of turns. (Karrenberg and Hack, Whole-Function Vectorization; Sampaio et al., Divergence
 * Analysis; NIR's pass.)
 *
 * Needs: nothing; changes facts only. Any pass that makes values gives them facts that hold, or
 * "varying". */
#include "passes/uniformity.h"

/* ---- the walk -------------------------------------------------------------------------------- */

static bool same_fact(const Fact *left, const Fact *right)
{
    return left->level == right->level && left->shape.length == right->shape.length &&
           left->shape.stride == right->shape.stride && left->zeros == right->zeros;
}

static void apply_rule(Uniformity *uniformity, IrInstr *instr)
{
    Fact before = uniformity_fact(uniformity, instr), after;
    if (!uniformity_apply_rule(uniformity, instr, &after) || same_fact(&before, &after))
        return;
    instr->level = after.level;
    instr->shape = after.shape;
    uniformity->zeros[order_of(instr)] = (uint8_t)after.zeros;
    uniformity->changed = true;
}

/* What a private variable holds: all that is ever stored, where and by whom included, unless nobody loads what others have
 * there. */
static void apply_store(Uniformity *uniformity, const IrInstr *store)
{
    Fact *content = &uniformity->variables[store->variable->index], joined = *content;
    if (store->variable->kind == IR_GROUPSHARED)
        return;
    for (int i = 1; i < store->operand_count; i++)
        uniformity_join(uniformity, &joined, store->operands[i]);
    const IrInstr *lane_loop = uniformity->lane_loops[store->variable->index];
    bool is_only = uniformity->only_stores[store->variable->index] == store;
    IrLevel where = uniformity_fact(uniformity, store->operands[0]).level,
            here = control_here_in(&uniformity->control, lane_loop).level;
    if (is_only && joined.level <= LEVEL_WAVE && here > LEVEL_WAVE)
        here = LEVEL_WAVE;
    IrLevel apart = where > here ? where : here;
    if (apart < LEVEL_DISPATCH)
        apart = LEVEL_DISPATCH;
    joined = store->op == IR_store_var ? uniformity_mix(uniformity, joined, apart) : fact_varying();
    uniformity->changed |= !same_fact(content, &joined);
    *content = joined;
}

static void apply_to_region(Uniformity *uniformity, const IrRegion *region);

static void apply_to_construct(Uniformity *uniformity, IrInstr *construct)
{
    for (int i = 0; i < construct->parameter_count; i++)
        apply_rule(uniformity, construct->parameters[i]);
    control_enter(&uniformity->control, construct);
    EACH_REGION (construct, region)
        apply_to_region(uniformity, region);
    control_leave(&uniformity->control);
    for (int i = 0; i < construct->result_count; i++)
        apply_rule(uniformity, construct->results[i]);
}

static void apply_to_region(Uniformity *uniformity, const IrRegion *region)
{
    EACH_IN (region, instr) {
        if (is_construct(instr))
            apply_to_construct(uniformity, instr);
        else if (is_jump(instr))
            control_jump(&uniformity->control, instr);
        else
            apply_rule(uniformity, instr);
        if (instr->op == IR_store_var || instr->op == IR_atomic_var)
            apply_store(uniformity, instr);
    }
}

/* ---- the pass -------------------------------------------------------------------------------- */

static void save_and_forget(Fact *saved, IrInstr *value)
{
    saved[order_of(value)] = (Fact){value->level, value->shape, 0};
    value->level = LEVEL_CONSTANT;
    value->shape = (IrShape){0, 0};
}

/* What was never seen is never computed: any fact holds. */
static bool differs_from_saved(const Fact *saved, IrInstr *value)
{
    if (value->shape.length == 0) {
        value->level = LEVEL_VARYING;
        value->shape.length = 1;
    }
    Fact now = {value->level, value->shape, 0};
    return !same_fact(&saved[order_of(value)], &now);
}

static bool is_value(const IrInstr *instr) { return instr->type.scalar != IR_VOID; }

static void save_all(Fact *saved, const IrRegion *body)
{
    EACH_INSTR (body, instr) {
        if (is_value(instr))
            save_and_forget(saved, instr);
        EACH_PHI (instr, phi)
            save_and_forget(saved, phi);
    }
}

static bool any_differs(const Fact *saved, const IrRegion *body)
{
    bool differs = false;
    EACH_INSTR (body, instr) {
        if (is_value(instr))
            differs |= differs_from_saved(saved, instr);
        EACH_PHI (instr, phi)
            differs |= differs_from_saved(saved, phi);
    }
    return differs;
}

static void start_variables(Uniformity *uniformity)
{
    IrKernel *kernel = uniformity->kernel;
    uniformity->variables = ARENA_ARRAY(uniformity->scratch, Fact, kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++) {
        kernel->variables.items[i]->index = i;
        /* initially 0; wave values are stored before loaded */
        if (kernel->variables.items[i]->kind == IR_LOCAL)
            uniformity->variables[i] = fact_uniform(kernel, LEVEL_CONSTANT, ALL_ZEROS);
    }
    uniformity->lane_loops = ir_find_lane_loops(kernel, uniformity->scratch);
    uniformity->only_stores = ir_find_only_stores(kernel, uniformity->scratch);
}

static bool finish_variables(Uniformity *uniformity)
{
    bool differs = false;
    for (int i = 0; i < uniformity->kernel->variables.count; i++) {
        IrVariable *variable = uniformity->kernel->variables.items[i];
        IrLevel level = variable->kind == IR_GROUPSHARED ? LEVEL_VARYING
                                                         : uniformity->variables[i].level;
        differs |= level != variable->level;
        variable->level = level;
    }
    return differs;
}

bool pass_uniformity(PassContext *context)
{
    Uniformity uniformity = {.kernel = context->kernel, .scratch = context->scratch};
    Order order = order_kernel(context->kernel, context->scratch);
    uniformity.zeros = ARENA_ARRAY(context->scratch, uint8_t, order.count + 1);
    Fact *saved = ARENA_ARRAY(context->scratch, Fact, order.count + 1);
    save_all(saved, context->kernel->body);
    start_variables(&uniformity);
    uniformity.settled = uniformity_find_settled(context->kernel, order.count, context->scratch);
    do {
        uniformity.changed = false;
        uniformity.control = (Control){0};
        apply_to_region(&uniformity, context->kernel->body);
    } while (uniformity.changed || uniformity.control.changed);
    bool differs = any_differs(saved, context->kernel->body);
    return finish_variables(&uniformity) || differs;
}
