/* Where variables live: groupshared memory and what several stretches need in the group's scratch
 * memory, private arrays as C arrays as long as the stack has room for them. */
#include "plan_priv.h"

static bool is_vector(const IrVariable *variable)
{
    return variable->level > LEVEL_WAVE && variable->kind != IR_GROUPSHARED;
}

/* What a private array takes for one wave; its type is at most 2 GiB for a thread, so that this
 * does not overflow. */
static int64_t bytes_of_wave(const IrKernel *kernel, const IrVariable *variable)
{
    int element =
        op_scalar_bits(variable->type.scalar) < 32 ? 4 : op_scalar_bits(variable->type.scalar) / 8;
    return variable->count * variable->type.components * element *
           (is_vector(variable) ? kernel->wave_size : 1);
}

enum { MOST_STACK_BYTES = 1 << 20, MOST_SCRATCH_BYTES = 1 << 28 };

/* One lane's at a time: it is small, and cleared for each. */
static bool is_of_lane(const PlanFacts *facts, const IrVariable *variable)
{
    const IrInstr *stretch = facts->only_stretch[variable->index];
    return stretch != NULL && stretch->op == IR_lane_loop;
}

/* Threads of hosts have stacks of some MiB: private arrays beyond the first MiB are scratch memory,
 * and what a debugger shows is, which finds it there. */
static bool *find_off_stack(Arena *arena, Plan *plan, const PlanFacts *facts)
{
    const IrKernel *kernel = plan->kernel;
    int64_t bytes = 0;
    bool *is_off_stack = ARENA_ARRAY(arena, bool, kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        bool is_local = variable->kind == IR_LOCAL && plan->variables[i].home != HOME_CONSTANT;
        int64_t own = is_local ? bytes_of_wave(kernel, variable) : 0;
        is_off_stack[i] = ir_is_for_show(variable) || (bytes + own > MOST_STACK_BYTES &&
                                                       !is_of_lane(facts, variable));
        bytes += is_off_stack[i] ? 0 : own;
    }
    plan->private_bytes = bytes;
    return is_off_stack;
}

/* Each worker has the scratch memory of a group, in which what is not on the stack lies for all
 * waves at once. */
static void limit_scratch(Diagnostics *diagnostics, Plan *plan, const bool *is_off_stack)
{
    const IrKernel *kernel = plan->kernel;
    const IrVariable *largest = NULL;
    int64_t bytes = 0;
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        if (!is_off_stack[i])
            continue;
        bytes += bytes_of_wave(kernel, variable) * kernel->wave_count;
        if (largest == NULL || bytes_of_wave(kernel, variable) > bytes_of_wave(kernel, largest))
            largest = variable;
    }
    if (bytes <= MOST_SCRATCH_BYTES)
        return;
    diag_report(diagnostics, largest->pos, DIAG_private_too_large, (long long)bytes,
                (long long)MOST_SCRATCH_BYTES);
    plan->has_failed = true;
}

/* Groupshared memory of a few words, each of which is always named: a group runs on one CPU thread, so C compilers may have
 * them in registers, which they cannot tell of memory that they are given. */
static bool is_of_named_words(const IrKernel *kernel, const PlanFacts *facts, const IrVariable *variable)
{
    enum { MOST_WORDS = 4 };
    bool are_words = op_scalar_bytes(variable->type.scalar) >= 4 && variable->type.scalar != IR_I1;
    return are_words && variable->count * variable->type.components <= MOST_WORDS && !facts->is_indexed[variable->index] &&
           !ir_is_for_show(variable) && !kernel->watches_barriers;
}

static PlanHome home_of(const IrKernel *kernel, const PlanFacts *facts, const IrVariable *variable, bool is_off_stack)
{
    int index = variable->index;
    bool in_one_stretch = facts->only_stretch[index] != NULL && !facts->is_used_widely[index];
    if (variable->kind == IR_GROUPSHARED)
        return is_of_named_words(kernel, facts, variable) ? HOME_GROUP_SCALAR : HOME_SHARED;
    if (variable->kind == IR_WAVE_VALUE)
        return HOME_WAVE_KEPT;
    if (variable->level <= LEVEL_GROUP && !facts->is_stored_in_wave[index])
        return is_off_stack ? HOME_GROUP_KEPT : HOME_GROUP_SCALAR;
    return in_one_stretch && !is_off_stack ? HOME_WAVE_LOCAL : HOME_WAVE_KEPT;
}

/* Groupshared memory and private arrays start as zero, and so do flags of waves: they are read of
 * threads too that never set them. Kept values are stored before they are loaded, and so is
 * groupshared memory whose zeros nobody sees. */
static bool is_cleared(const IrVariable *variable, const bool *zeros_are_seen)
{
    if (variable->kind == IR_GROUPSHARED)
        return zeros_are_seen[variable->index];
    return variable->kind != IR_WAVE_VALUE || variable->starts_at_zero;
}

void plan_homes(Arena *arena, Diagnostics *diagnostics, Plan *plan, const PlanFacts *facts)
{
    const IrKernel *kernel = plan->kernel;
    const bool *is_off_stack = find_off_stack(arena, plan, facts);
    const bool *zeros_are_seen = plan_find_seen_zeros(arena, kernel);
    limit_scratch(diagnostics, plan, is_off_stack);
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        if (plan->variables[i].home == HOME_CONSTANT)
            continue;
        PlanHome home = home_of(kernel, facts, variable, is_off_stack[i]);
        plan->variables[i] =
            (PlanVariable){.home = home,
                           .is_vector = is_vector(variable),
                           .is_cleared = is_cleared(variable, zeros_are_seen),
                           .stretch = home == HOME_WAVE_LOCAL ? facts->only_stretch[i] : NULL};
        bool in_scratch = home != HOME_GROUP_SCALAR && home != HOME_WAVE_LOCAL;
        plan->has_scratch |= in_scratch;
        plan->has_private_scratch |= in_scratch && variable->kind == IR_LOCAL;
    }
}
