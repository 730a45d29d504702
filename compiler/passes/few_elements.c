/* few_elements: a private array of few elements that lanes index each for itself has constant
 * indices alone, and choices between what these load or store.
 *
 *     %2 = load_var $corner [%1]         %3 = load_var $corner [0]
 *                                        %4 = load_var $corner [1]
 *                                  ->    %5 = load_var $corner [2]
 *                                        %2 = select (ieq %1, 2), %5,
 *                                               select (ieq %1, 1), %4,
 *                                                 select (ieq %1, 0), %3, 0
 *
 *     store_var $corner [%1], %6         store_var $corner [0], select (ieq %1, 0), %6,
 *                                                                 (load_var $corner [0])
 *                                  ->    ...
 *
 * What is loaded, changed by one operation and stored again is that operation on each element:
 *
 *     %2 = load_var $counts [%1]         %3 = load_var $counts [0]
 *     %4 = iadd %2, 1                    store_var $counts [0], select (ieq %1, 0), (iadd %3, 1), %3
 *     store_var $counts [%1], %4   ->    ...
 *
 * for split_variables. A gather of each lane's own element takes as long as a dozen choices, and there is
 * one for each component: a block's palette, `direction[axis]`, the corners of a cell. Not of an array
 * that holds constants, which has ways of its own, nor where all lanes go to one element, nor of a stack
 * in a loop that lanes are to go through one after the other (lane_costs.h): a lane then goes straight to
 * its element, where choices take all of them along from turn to turn, through every branch.
 *
 * Runs uniformity where there are such arrays, and breaks it; split_variables, promote and simplify are
 * to follow. */
#include "passes/lane_costs.h"
#include "passes/lane_stacks.h"

enum {
    MOST_ELEMENTS = 8,
    MOST_CHOICES = 128, /* between the elements of an array */
    MOST_COST = 2,      /* of an operation that each element has its own of */
    MOST_LOOKED_AT = 512 /* stores of a kernel that may be updates */
};

/* A note of its load and its store. */
typedef struct Update {
    IrInstr *load, *operation;
} Update;

typedef struct Few {
    PassContext *context;
    IrKernel *kernel;
    int *choices;    /* by variable: that take the place of its accesses; 0: it stays */
    bool *is_varying, *is_table; /* by variable: some index differs between lanes; holds constants */
    IrReplacements replacements;
} Few;

/* ---- what is loaded, changed and stored again ---- */

static bool is_candidate(const IrVariable *variable)
{
    return variable->kind == IR_LOCAL && variable->count > 1 && variable->count <= MOST_ELEMENTS &&
           !ir_is_for_show(variable);
}

static bool is_loaded_for(const Few *few, const IrInstr *load, const IrInstr *store)
{
    return load->op == IR_load_var && load->variable == store->variable && load->component == store->component &&
           load->type.components == 1 && load->operands[0] == store->operands[0] && load->region == store->region &&
           ir_count_uses(few->kernel, load) == 1 && !is_stored_between(load, store);
}

static void note_update(Few *few, IrInstr *store)
{
    IrInstr *operation = store->operands[1];
    if (store->operand_count != 2 || store->operands[0]->op == IR_const || operation->region != store->region ||
        !ir_is(operation, OP_PURE) || ir_is(operation, OP_CONVERGENT) || is_phi(operation) ||
        operation->type.components != 1 || cost_of_operation(operation) > MOST_COST ||
        ir_count_uses(few->kernel, operation) != 1)
        return;
    for (int i = 0; i < operation->operand_count; i++)
        if (is_loaded_for(few, operation->operands[i], store)) {
            Update *update = ARENA_NEW(few->context->scratch, Update);
            *update = (Update){operation->operands[i], operation};
            store->note = update->load->note = update;
            return; /* `c[i] + c[i]`: the other load is one as all are */
        }
}

static void note_updates(Few *few)
{
    int looked_at = 0; /* each walks through the kernel */
    clear_notes(few->kernel);
    EACH_INSTR (few->kernel->body, instr)
        if (instr->op == IR_store_var && is_candidate(instr->variable) && looked_at++ < MOST_LOOKED_AT)
            note_update(few, instr);
}

/* ---- which arrays ---- */

static bool stores_constants(const IrInstr *store)
{
    for (int i = 1; i < store->operand_count; i++)
        if (store->operands[i]->op != IR_const)
            return false;
    return store->operands[0]->op == IR_const;
}

static int components_of(const IrInstr *access)
{
    return access->op == IR_store_var ? access->operand_count - 1 : access->type.components;
}

static void look_at(Few *few, const IrInstr *access)
{
    const IrVariable *variable = access->variable;
    int *choices = &few->choices[variable->index];
    if (access->op != IR_load_var && access->op != IR_store_var) /* an index is to be told as it is */
        *choices = MOST_CHOICES + 1;
    if (access->op == IR_store_var)
        few->is_table[variable->index] &= stores_constants(access);
    if (access->operands[0]->op == IR_const)
        return;
    few->is_varying[variable->index] |= access->operands[0]->level > LEVEL_WAVE;
    if (access->op == IR_load_var && access->note != NULL)
        return;
    *choices += (int)variable->count * components_of(access);
}

static bool has_candidates(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->variable != NULL && is_candidate(instr->variable) &&
            instr->operands[0]->op != IR_const)
            return true;
    return false;
}

static void leave_stacks(Few *few)
{
    EACH_INSTR (few->kernel->body, loop)
        if (loop->op == IR_loop && lanes_part_in(loop) && lanes_pay_in_turn(few->context, loop))
            EACH_INSTR (loop->regions[0], instr)
                if (instr->variable != NULL &&
                    is_stack_pointer(few->context->scratch, instr->operands[0], loop))
                    few->choices[instr->variable->index] = MOST_CHOICES + 1;
}

static bool find_arrays(Few *few)
{
    const IrKernel *kernel = few->kernel;
    int count = kernel->variables.count + 1;
    bool found = false;
    few->choices = ARENA_ARRAY(few->context->scratch, int, count);
    few->is_varying = ARENA_ARRAY(few->context->scratch, bool, count);
    few->is_table = ARENA_ARRAY(few->context->scratch, bool, count);
    for (int i = 0; i < kernel->variables.count; i++)
        few->is_table[i] = true;
    EACH_INSTR (kernel->body, instr)
        if (instr->variable != NULL && is_candidate(instr->variable))
            look_at(few, instr);
    leave_stacks(few);
    for (int i = 0; i < kernel->variables.count; i++) {
        bool is_chosen = few->is_varying[i] && !few->is_table[i] && few->choices[i] <= MOST_CHOICES;
        few->choices[i] = is_chosen ? few->choices[i] : 0;
        found |= is_chosen;
    }
    return found;
}

/* ---- choices ---- */

static void note_replacement(Few *few, IrInstr *from, IrInstr *to)
{
    vec_push(few->context->scratch, &few->replacements.from, from);
    vec_push(few->context->scratch, &few->replacements.to, to);
}

/* `i & 3`, `i % 4`, `i >> 30`. */
static bool is_below(const IrInstr *index, int64_t count)
{
    const IrInstr *number = index->operand_count == 2 ? index->operands[1] : NULL;
    if (number == NULL || number->op != IR_const)
        return false;
    switch (index->op) {
    case IR_iand: return number->bits < (uint64_t)count;
    case IR_urem: return number->bits != 0 && number->bits <= (uint64_t)count;
    case IR_ushr: return number->bits < 32 && UINT32_MAX >> number->bits < (uint64_t)count;
    default: return false;
    }
}

/* A note of its components' values, for what takes them out of it. */
static void put_loads(Few *few, IrInstr *access)
{
    IrBuilder builder = ir_builder_before(few->kernel, access);
    int components = access->type.components;
    IrInstr *index = access->operands[0],
            **values = ARENA_ARRAY(few->context->scratch, IrInstr *, components);
    builder.pos = access->pos;
    for (int c = 0; c < components; c++) /* outside */
        values[c] = ir_const_bits(&builder, access->type.scalar, 0);
    bool is_inside = is_below(index, access->variable->count);
    for (int element = 0; element < access->variable->count; element++) {
        IrInstr *place = ir_const_i32(&builder, element),
                *is_here = IR_BUILD(&builder, IR_ieq, index, place),
                *load = ir_load_var(&builder, access->variable, access->component, components,
                                    place);
        for (int c = 0; c < components; c++) {
            IrInstr *here = ir_extract(&builder, load, c);
            values[c] = is_inside && element == 0
                            ? here
                            : IR_BUILD(&builder, IR_select, is_here, here, values[c]);
        }
    }
    access->note = values;
    if (components == 1)
        note_replacement(few, access, values[0]);
}

/* What the store gives its element: of an update, from what the element is so far. */
static IrInstr *value_for(Few *few, IrBuilder *builder, const IrInstr *store, int component, IrInstr *so_far)
{
    const Update *update = store->note;
    if (update == NULL)
        return store->operands[1 + component];
    IrInstr *changed = ir_copy_instr(few->kernel, update->operation);
    for (int i = 0; i < changed->operand_count; i++)
        if (changed->operands[i] == update->load)
            changed->operands[i] = so_far;
    return ir_insert(builder, changed);
}

static void put_stores(Few *few, IrInstr *access)
{
    IrBuilder builder = ir_builder_before(few->kernel, access);
    int components = components_of(access);
    IrInstr *index = access->operands[0],
            **values = ARENA_ARRAY(few->context->scratch, IrInstr *, components);
    const Update *update = access->note;
    builder.pos = access->pos;
    for (int element = 0; element < access->variable->count; element++) {
        IrInstr *place = ir_const_i32(&builder, element),
                *is_here = IR_BUILD(&builder, IR_ieq, index, place),
                *load = ir_load_var(&builder, access->variable, access->component, components,
                                    place);
        for (int c = 0; c < components; c++) {
            IrInstr *so_far = ir_extract(&builder, load, c), *value = value_for(few, &builder, access, c, so_far);
            values[c] = IR_BUILD(&builder, IR_select, is_here, value, so_far);
        }
        ir_store_var(&builder, access->variable, access->component, place, values, components);
    }
    ir_remove(access);
    if (update != NULL) /* its load goes with the others */
        ir_remove(update->operation);
}

static bool is_chosen(const Few *few, const IrInstr *instr)
{
    return instr->variable != NULL && few->choices[instr->variable->index] > 0 &&
           instr->operands[0]->op != IR_const;
}

static void put_choices(Few *few)
{
    IrRegion *body = few->kernel->body;
    EACH_INSTR (body, instr)
        if (is_chosen(few, instr) && instr->op == IR_store_var)
            put_stores(few, instr);
        else if (is_chosen(few, instr) && instr->note == NULL)
            put_loads(few, instr);
    EACH_INSTR (body, instr)
        if (instr->op == IR_extract && is_chosen(few, instr->operands[0])) {
            IrInstr **values = instr->operands[0]->note;
            note_replacement(few, instr, values[instr->component]);
            ir_remove(instr);
        }
    ir_replace_all(few->kernel, &few->replacements);
    EACH_INSTR (body, instr)
        if (instr->op == IR_load_var && is_chosen(few, instr))
            ir_remove(instr);
}

bool pass_few_elements(PassContext *context)
{
    Few few = {.context = context, .kernel = context->kernel};
    if (!has_candidates(context->kernel))
        return false;
    bool has_facts = pass_uniformity(context);
    note_updates(&few);
    if (!find_arrays(&few))
        return has_facts;
    for (int i = 0; i < context->kernel->variables.count; i++)
        if (few.choices[i] > 0)
            pass_explain(context, context->kernel->variables.items[i]->pos,
                         "%s is indexed by lanes: its elements are chosen from",
                         context->kernel->variables.items[i]->name);
    put_choices(&few);
    return true;
}
