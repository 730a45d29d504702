/* guards: an access at an index that leads outside where a condition fails loses that condition.
 *
 *     %4 = select %ok, %3, 2147483647             %5 = load_var $g [%3]
 *     %5 = load_var $g [%4]                  ->   %6 = select %ok, %5, 0
 *     store_var $g [%4], %1                       if %ok {
 *                                                   store_var $g [%3], %1
 *
 * `g[i][j]` is such an index wherever i or j is not known to be below its bound; %3, i * columns +
 * j, mostly steps evenly over the lanes where the choice does not. What is outside loads 0 and
 * stores nothing (docs/language.md), and so does what fails the condition; where it fails, loading
 * from wherever %3 leads does no harm.
 *
 * Needs: decide, behind which conditions that always hold are gone; uniformity. Keeps: facts. */
#include "passes/passes_priv.h"

/* The condition of the access's index, or NULL; `*index` is what it is where that holds. */
static IrInstr *guard_of(const IrInstr *access, IrInstr **index)
{
    if (access->variable == NULL ||
        (access->op != IR_load_var && access->op != IR_store_var && access->op != IR_atomic_var))
        return NULL;
    const IrInstr *choice = access->operands[0];
    if (choice->op != IR_select || choice->operands[2]->op != IR_const ||
        choice->operands[2]->bits < (uint64_t)access->variable->count)
        return NULL;
    *index = choice->operands[1];
    return choice->operands[0];
}

/* `value` where the condition holds, else 0. */
static IrInstr *or_zero(IrBuilder *builder, IrInstr *condition, IrInstr *value)
{
    IrInstr *zero = const_at_start(builder->kernel, value->type.scalar, 0);
    return IR_BUILD(builder, IR_select, condition, value, zero);
}

/* Whoever takes a component out of `load` gets that of `guarded`. */
static void replace_components(IrKernel *kernel, const IrInstr *load, IrInstr *const *guarded)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_extract && instr->operands[0] == load)
            instr->note = guarded[instr->component];
}

static void guard_load(IrKernel *kernel, IrInstr *load, IrInstr *condition, IrInstr *index)
{
    enum { MOST_COMPONENTS = 16 };
    IrInstr *guarded[MOST_COMPONENTS];
    IrBuilder builder = ir_builder_before(kernel, load);
    builder.pos = load->pos;
    int components = load->type.components;
    IrInstr *unguarded = ir_load_var(&builder, load->variable, load->component, components, index);
    for (int i = 0; i < components; i++)
        guarded[i] = or_zero(&builder, condition, ir_extract(&builder, unguarded, i));
    if (components == 1)
        load->note = guarded[0];
    else
        replace_components(kernel, load, guarded);
}

/* A store, or an atomic operation whose old value nobody takes, goes under the condition. */
static void guard_change(IrKernel *kernel, IrInstr *change, IrInstr *condition, IrInstr *index)
{
    IrBuilder builder = ir_builder_before(kernel, change);
    builder.pos = change->pos;
    IrInstr *branch = ir_if(&builder, condition);
    for (int side = 0; side < 2; side++)
        ir_close_region(kernel, branch->regions[side]);
    change->operands[0] = index;
    ir_move_before(change, branch->regions[0]->last);
}

static bool guard(IrKernel *kernel, IrInstr *access)
{
    IrInstr *index, *condition = guard_of(access, &index);
    if (condition == NULL)
        return false;
    if (access->op == IR_load_var)
        guard_load(kernel, access, condition, index);
    else
        guard_change(kernel, access, condition, index);
    return true;
}

bool pass_guards(PassContext *context)
{
    VEC(IrInstr *) accesses = {0};
    bool changed = false;
    mark_used(context->kernel);
    EACH_INSTR (context->kernel->body, instr)
        if (instr->variable != NULL && (instr->op != IR_atomic_var || instr->mark == 0))
            vec_push(context->scratch, &accesses, instr);
    clear_notes(context->kernel);
    for (int i = 0; i < accesses.count; i++)
        changed |= guard(context->kernel, accesses.items[i]);
    EACH_INSTR (context->kernel->body, instr)
        use_current_operands(instr);
    return changed;
}
