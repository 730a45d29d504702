/* promote: local variables of one element become SSA values.
 *
 *     store_var $x [0], %1               if %c {
 *     if %c {                              yield %2
 *       store_var $x [0], %2             } else {
 *       yield                              yield %1
 *     }                                  } -> %3
 *     %3 = load_var $x [0]
 *
 * Each component is a variable of its own here ("slot"). One walk in text order keeps the value
 * that every slot has at this point. A construct gets a result for each slot stored in it (a loop a
 * parameter, too); every edge to it carries what the slots hold there. A jump may pass through
 * several constructs: what it carries is still what holds at the jump. What a slot holds that is
 * stored first in a region and accessed there alone nobody asks for around that region: the
 * variables of inlined functions and of blocks. Parameters and results that turn out not to be
 * needed are removed afterwards. (Braun et al., Simple and Efficient Construction of SSA Form, made
 * structured.)
 *
 * Needs: nothing. Keeps: uniformity facts of other values. Variables accessed by anything but
 * load_var and store_var with a constant index of 0 stay. */
#include "passes/passes_priv.h"

typedef struct StoredSlot {
    int slot;
    int seen_before; /* order of the enclosing construct that had it already, or -1 */
} StoredSlot;

typedef VEC(StoredSlot) Slots;

typedef struct Promoter {
    PassContext *context;
    IrKernel *kernel;
    int *first_slot;       /* by variable: slot of component 0, or -1: it stays */
    IrScalar *types;       /* by slot */
    const IrRegion **home; /* by slot: the region that all of it happens in; NULL: not known */
    IrInstr **values;      /* by slot: what it holds at this point; NULL: nothing was stored */
    IrInstr *zeros[IR_SCALAR_COUNT];
    Slots *stored;         /* by order of a construct: the slots stored in it */
    int *last_seen;        /* by slot: order of the innermost open construct that has it */
    int slot_count;
} Promoter;

/* ---- which variables ---- */

static bool accesses_variable(const IrInstr *instr) { return instr->variable != NULL; }

static bool is_simple_access(const IrInstr *instr)
{
    return (instr->op == IR_load_var || instr->op == IR_store_var) &&
           is_const(instr->operands[0], 0);
}

/* `by`: what keeps the variable in memory. */
static void reject(Promoter *promoter, const IrVariable *variable, const IrInstr *by,
                   const char *why)
{
    if (promoter->first_slot[variable->index] >= 0)
        pass_explain(promoter->context, by->pos, "not promoted: %s is %s by this %s",
                     variable->name, why, op_info(by->op)->name);
    promoter->first_slot[variable->index] = -1;
}

/* Those accessed in another way, or loaded as a whole for something else than their components. */
static void reject_variables(Promoter *promoter, const IrInstr *instr)
{
    if (accesses_variable(instr) && !is_simple_access(instr)) {
        bool is_plain = instr->op == IR_load_var || instr->op == IR_store_var;
        reject(promoter, instr->variable, instr, is_plain ? "not indexed with 0" : "accessed");
    }
    EACH_USE (instr, use)
        if ((*use)->op == IR_load_var && (*use)->type.components > 1 && instr->op != IR_extract)
            reject(promoter, (*use)->variable, instr, "used whole");
}

static void number_slots(Promoter *promoter)
{
    Arena *scratch = promoter->context->scratch;
    int component_count = 0;
    for (int i = 0; i < promoter->kernel->variables.count; i++)
        component_count += promoter->kernel->variables.items[i]->type.components;
    promoter->types = ARENA_ARRAY(scratch, IrScalar, component_count + 1);
    for (int i = 0; i < promoter->kernel->variables.count; i++) {
        const IrVariable *variable = promoter->kernel->variables.items[i];
        if (promoter->first_slot[i] < 0)
            continue;
        promoter->first_slot[i] = promoter->slot_count;
        for (int k = 0; k < variable->type.components; k++)
            promoter->types[promoter->slot_count++] = variable->type.scalar;
    }
}

static void find_variables(Promoter *promoter)
{
    const IrKernel *kernel = promoter->kernel;
    promoter->first_slot = ARENA_ARRAY(promoter->context->scratch, int,
                                       kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        promoter->first_slot[i] = variable->kind == IR_LOCAL && variable->count == 1 &&
                                      !ir_is_for_show(variable)
                                  ? 0
                                  : -1;
        if (variable->kind == IR_LOCAL && variable->count != 1 && !ir_is_for_show(variable))
            pass_explain(promoter->context, variable->pos, "not promoted: %s has %lld elements",
                         variable->name, (long long)variable->count);
    }
    EACH_INSTR (kernel->body, instr)
        reject_variables(promoter, instr);
    number_slots(promoter);
}

static bool is_promoted(const Promoter *promoter, const IrInstr *instr)
{
    return accesses_variable(instr) && promoter->first_slot[instr->variable->index] >= 0;
}

static int slot_of(const Promoter *promoter, const IrInstr *access)
{
    return promoter->first_slot[access->variable->index] + access->component;
}

/* ---- where all of a slot happens: in the region of its first access, if that is a store ---- */

static bool stands_in(const IrInstr *instr, const IrRegion *region)
{
    for (const IrRegion *at = instr->region; at != NULL; at = at->owner != NULL ? at->owner->region : NULL)
        if (at == region)
            return true;
    return false;
}

static void find_homes(Promoter *promoter)
{
    Arena *scratch = promoter->context->scratch;
    bool *is_met = ARENA_ARRAY(scratch, bool, promoter->slot_count);
    promoter->home = ARENA_ARRAY(scratch, const IrRegion *, promoter->slot_count);
    EACH_INSTR (promoter->kernel->body, instr) {
        if (!is_promoted(promoter, instr))
            continue;
        bool is_store = instr->op == IR_store_var;
        int count = is_store ? instr->operand_count - 1 : instr->type.components;
        for (int slot = slot_of(promoter, instr), end = slot + count; slot < end; slot++) {
            const IrRegion **home = &promoter->home[slot];
            if (!is_met[slot])
                *home = is_store ? instr->region : NULL;
            else if (*home != NULL && !stands_in(instr, *home))
                *home = NULL;
            is_met[slot] = true;
        }
    }
}

/* ---- which slots are stored in which construct: each once, inner ones added to outer ---- */

/* Of those stored in `region` of the construct, or in a construct there. */
static void add_slot(Promoter *promoter, const IrRegion *region, Slots *slots, int order, int slot)
{
    int *last_seen = &promoter->last_seen[slot];
    if (slots == NULL || *last_seen == order || promoter->home[slot] == region)
        return;
    vec_push(promoter->context->scratch, slots, (StoredSlot){slot, *last_seen});
    *last_seen = order;
}

static void find_stores(Promoter *promoter, const IrRegion *region, Slots *slots, int order);

static void find_stores_inside(Promoter *promoter, const IrInstr *construct, Slots *outer,
                               int outer_order)
{
    int order = construct_of(construct)->order;
    Slots *own = &promoter->stored[order];
    EACH_REGION (construct, region)
        find_stores(promoter, region, own, order);
    for (int i = 0; i < own->count; i++) {
        promoter->last_seen[own->items[i].slot] = own->items[i].seen_before;
        add_slot(promoter, construct->region, outer, outer_order, own->items[i].slot);
    }
}

static void find_stores(Promoter *promoter, const IrRegion *region, Slots *slots, int order)
{
    EACH_IN (region, instr) {
        if (is_construct(instr))
            find_stores_inside(promoter, instr, slots, order);
        else if (instr->op == IR_store_var && is_promoted(promoter, instr))
            for (int i = 1; i < instr->operand_count; i++)
                add_slot(promoter, region, slots, order, slot_of(promoter, instr) + i - 1);
    }
}

/* ---- values ---- */

static IrInstr *value_of(Promoter *promoter, int slot)
{
    if (promoter->values[slot])
        return promoter->values[slot];
    IrScalar type = promoter->types[slot];
    if (promoter->zeros[type] == NULL)
        promoter->zeros[type] = const_at_start(promoter->kernel, type, 0);
    return promoter->zeros[type];
}

/* A load's value: itself for one component, else an array that its extracts look into. */
static void promote_load(Promoter *promoter, IrInstr *load)
{
    int slot = slot_of(promoter, load), count = load->type.components;
    if (count == 1) {
        load->note = value_of(promoter, slot);
    } else {
        IrInstr **values = ARENA_ARRAY(promoter->context->scratch, IrInstr *, count);
        for (int i = 0; i < count; i++)
            values[i] = value_of(promoter, slot + i);
        load->note = values;
    }
    ir_remove(load);
}

static void promote_store(Promoter *promoter, IrInstr *store)
{
    use_current_operands(store);
    for (int i = 1; i < store->operand_count; i++)
        promoter->values[slot_of(promoter, store) + i - 1] = store->operands[i];
    ir_remove(store);
}

static void promote_extract(IrInstr *extract)
{
    IrInstr **values = extract->operands[0]->note;
    extract->note = values[extract->component];
    ir_remove(extract);
}

/* ---- control ---- */

static void add_values(Promoter *promoter, IrInstr *jump, const Slots *slots)
{
    for (int i = 0; i < slots->count; i++)
        ir_add_operand(promoter->kernel, jump, value_of(promoter, slots->items[i].slot));
}

/* What the slots held before a construct. */
static IrInstr **save_values(Promoter *promoter, const Slots *slots)
{
    IrInstr **saved = ARENA_ARRAY(promoter->context->scratch, IrInstr *, slots->count + 1);
    for (int i = 0; i < slots->count; i++)
        saved[i] = promoter->values[slots->items[i].slot];
    return saved;
}

static void restore_values(Promoter *promoter, const Slots *slots, IrInstr *const *saved)
{
    for (int i = 0; i < slots->count; i++)
        promoter->values[slots->items[i].slot] = saved[i];
}

static void add_parameters(Promoter *promoter, IrInstr *loop, const Slots *slots)
{
    for (int i = 0; i < slots->count; i++) {
        int slot = slots->items[i].slot;
        IrType type = ir_scalar(promoter->types[slot]);
        promoter->values[slot] = ir_add_parameter(promoter->kernel, loop, type,
                                                  value_of(promoter, slot));
    }
}

static void add_results(Promoter *promoter, IrInstr *construct, const Slots *slots)
{
    for (int i = 0; i < slots->count; i++) {
        int slot = slots->items[i].slot;
        promoter->values[slot] = ir_add_result(promoter->kernel, construct,
                                               ir_scalar(promoter->types[slot]));
    }
}

static void promote_region(Promoter *promoter, IrRegion *region);

/* A construct's note is its Slots during the walk. */
static void promote_construct(Promoter *promoter, IrInstr *construct)
{
    const Slots *slots = construct->note;
    use_current_operands(construct);
    if (construct->op == IR_loop)
        add_parameters(promoter, construct, slots);
    IrInstr **before = save_values(promoter, slots);
    EACH_REGION (construct, region) {
        restore_values(promoter, slots, before);
        promote_region(promoter, region);
    }
    add_results(promoter, construct, slots);
}

static void promote_jump(Promoter *promoter, IrInstr *jump)
{
    IrInstr *target = jump_target(jump);
    use_current_operands(jump);
    if (target)
        add_values(promoter, jump, target->note);
}

static void promote_instr(Promoter *promoter, IrInstr *instr)
{
    if (is_construct(instr))
        promote_construct(promoter, instr);
    else if (is_jump(instr))
        promote_jump(promoter, instr);
    else if (instr->op == IR_load_var && is_promoted(promoter, instr))
        promote_load(promoter, instr);
    else if (instr->op == IR_store_var && is_promoted(promoter, instr))
        promote_store(promoter, instr);
    else if (instr->op == IR_extract && is_promoted(promoter, instr->operands[0]))
        promote_extract(instr);
    else
        use_current_operands(instr);
}

static void promote_region(Promoter *promoter, IrRegion *region)
{
    EACH_IN (region, instr)
        promote_instr(promoter, instr);
}

/* Drops the promoted variables from the kernel's list. */
static void remove_variables(Promoter *promoter)
{
    IrKernel *kernel = promoter->kernel;
    int kept = 0;
    for (int i = 0; i < kernel->variables.count; i++)
        if (promoter->first_slot[i] < 0)
            kernel->variables.items[kept++] = kernel->variables.items[i];
    kernel->variables.count = kept;
    for (int i = 0; i < kept; i++)
        kernel->variables.items[i]->index = i;
}

bool pass_promote(PassContext *context)
{
    Promoter promoter = {.context = context, .kernel = context->kernel};
    find_variables(&promoter);
    if (promoter.slot_count == 0)
        return false;
    Order order = order_kernel(context->kernel, context->scratch);
    promoter.stored = ARENA_ARRAY(context->scratch, Slots, order.count + 1);
    promoter.values = ARENA_ARRAY(context->scratch, IrInstr *, promoter.slot_count);
    promoter.last_seen = ARENA_ARRAY(context->scratch, int, promoter.slot_count);
    for (int i = 0; i < promoter.slot_count; i++)
        promoter.last_seen[i] = -1;
    find_homes(&promoter);
    find_stores(&promoter, context->kernel->body, NULL, -1);
    clear_notes(context->kernel);
    for (int i = 0; i < order.constructs.count; i++)
        order.constructs.items[i]->instr->note = &promoter.stored[order.constructs.items[i]->order];
    promote_region(&promoter, context->kernel->body);
    remove_variables(&promoter);
    clean_phis(context->kernel, context->scratch);
    return true;
}
