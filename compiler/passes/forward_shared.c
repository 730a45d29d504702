/* forward_shared: in a group of one wave, what all lanes store to one place of groupshared memory
 * is what they load from it. So the Group Wave Index paper's Example 1 needs no groupshared memory
 * where there is one wave, without a special case for that in the shader.
 *
 *     store_var $g [0], %min (uniform)             store_var $g [0], %min      (drop_dead takes it)
 *     barrier                                ->    barrier
 *     %2 = load_var $g [0]                         uses of %2 become uses of %min
 *
 * A variable's place, an element and a component, is taken where exactly one store may reach it,
 * that store stores a value uniform over the wave, and stands before the load in the load's region
 * or one around it: then each lane that loads was active at the store. Variables with atomics or
 * with an index that is no constant in any store stay.
 *
 * Needs: uniformity. Keeps: facts. */
#include "passes/passes_priv.h"

typedef struct Read { /* of one component: a load, or what takes it out of one */
    IrInstr *value;
    const IrInstr *load;
    int component;
} Read;

typedef struct Forwarder {
    PassContext *context;
    VEC(IrInstr *) stores; /* to groupshared variables, at constant indices */
    VEC(Read) reads;
    bool *stays;                  /* by variable */
    IrReplacements replacements;
} Forwarder;

static bool is_shared_load(const IrInstr *instr)
{
    return instr->op == IR_load_var && instr->variable->kind == IR_GROUPSHARED &&
           instr->operands[0]->op == IR_const;
}

static void look_at_access(Forwarder *forwarder, IrInstr *instr)
{
    Arena *scratch = forwarder->context->scratch;
    if (instr->op == IR_extract && is_shared_load(instr->operands[0]))
        vec_push(scratch, &forwarder->reads,
                 (Read){instr, instr->operands[0],
                        instr->operands[0]->component + instr->component});
    if (instr->variable == NULL || instr->variable->kind != IR_GROUPSHARED)
        return;
    bool is_constant = instr->operands[0]->op == IR_const;
    if (is_shared_load(instr) && instr->type.components == 1)
        vec_push(scratch, &forwarder->reads, (Read){instr, instr, instr->component});
    if (instr->op == IR_store_var && is_constant)
        vec_push(scratch, &forwarder->stores, instr);
    forwarder->stays[instr->variable->index] |= instr->op == IR_atomic_var ||
                                                (instr->op == IR_store_var && !is_constant);
}

static bool stores_to_place_of(const IrInstr *store, const Read *read)
{
    int component = read->component - store->component;
    return store->variable == read->load->variable &&
           store->operands[0]->bits == read->load->operands[0]->bits && component >= 0 &&
           component < store->operand_count - 1;
}

/* The only store to the place that is read; NULL: there is none, or several. */
static const IrInstr *only_store(const Forwarder *forwarder, const Read *read)
{
    const IrInstr *found = NULL;
    for (int i = 0; i < forwarder->stores.count; i++) {
        if (!stores_to_place_of(forwarder->stores.items[i], read))
            continue;
        if (found != NULL)
            return NULL;
        found = forwarder->stores.items[i];
    }
    return found;
}

static bool stands_before(const IrInstr *store, const IrInstr *load)
{
    const IrInstr *around = load;
    while (around != NULL && around->region != store->region)
        around = around->region->owner;
    while (around != NULL && around != store)
        around = around->prev;
    return around != NULL;
}

static void forward(Forwarder *forwarder, const Read *read)
{
    Arena *arena = forwarder->context->kernel->arena;
    const IrInstr *store = forwarder->stays[read->load->variable->index]
                               ? NULL
                               : only_store(forwarder, read);
    if (store == NULL || store->operands[0]->bits >= (uint64_t)store->variable->count ||
        !stands_before(store, read->load))
        return;
    IrInstr *value = store->operands[1 + read->component - store->component];
    if (value->level == LEVEL_VARYING)
        return;
    vec_push(arena, &forwarder->replacements.from, read->value);
    vec_push(arena, &forwarder->replacements.to, value);
}

bool pass_forward_shared(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Forwarder forwarder = {.context = context};
    if (ir_running_waves(kernel) != 1)
        return false;
    forwarder.stays = ARENA_ARRAY(context->scratch, bool, kernel->variables.count + 1);
    EACH_INSTR (kernel->body, instr)
        look_at_access(&forwarder, instr);
    for (int i = 0; i < forwarder.reads.count; i++)
        forward(&forwarder, &forwarder.reads.items[i]);
    ir_replace_all(kernel, &forwarder.replacements);
    return forwarder.replacements.from.count > 0;
}
