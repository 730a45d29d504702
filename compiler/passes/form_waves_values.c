/* Values between the stretches of a kernel: the second half of form_waves.
 *
 *     wave_loop { %2 = f(...) }        wave_loop { %2 = f(...)  store_var $keep2 [0], %2 }
 *     barrier                     ->   barrier
 *     wave_loop { g(%2, %1) }          wave_loop { %8 = load_var $keep2 [0]  %9 = (%1 again)
 *                                                  g(%8, %9) }
 *
 * Thread ids, constants and cheap integer expressions of them are computed again, in loops too: what
 * steps from lane to lane, and which threads a condition holds for, is no longer known of what is
 * loaded. The rest is kept. */
#include "form_waves.h"

enum {
    MAX_RECOMPUTE = 6, /* instructions; more than that and memory is cheaper, */
    MAX_STEPPING = 12, /* but of what steps in rows of lanes: as a place, loaded, it is a gather's */
    SCALAR_COST = 16   /* below that a scalar has one instruction: it is no quotient */
};

/* ---- parameters and results of group-level constructs ---------------------------------------- */

void form_waves_store_before(IrKernel *kernel, IrVariable *variable, IrInstr *value, IrInstr *place)
{
    IrBuilder builder = ir_builder_before(kernel, place);
    builder.pos = value->pos;
    ir_store_var(&builder, variable, 0, ir_const_i32(&builder, 0), &value, 1);
}

IrVariable *form_waves_keep_variable(IrKernel *kernel, const IrInstr *value)
{
    char *name = arena_printf(kernel->arena, "keep%u", value->id);
    IrVariable *variable = ir_variable_new(kernel, name, IR_WAVE_VALUE, value->type, 1, value->pos);
    variable->level = value->level;
    return variable;
}

static void replace_by_load(Demoter *demoter, IrInstr *value, IrVariable *variable,
                            IrBuilder builder)
{
    IrKernel *kernel = demoter->context->kernel;
    builder.pos = value->pos;
    IrInstr *load = ir_load_var(&builder, variable, 0, 1, ir_const_i32(&builder, 0));
    load->level = value->level;
    load->shape = value->shape;
    vec_push(kernel->arena, &demoter->replacements.from, value);
    vec_push(kernel->arena, &demoter->replacements.to, load);
}

void form_waves_demote_parameter(Demoter *demoter, IrInstr *loop, int position)
{
    IrKernel *kernel = demoter->context->kernel;
    IrInstr *parameter = loop->parameters[position];
    IrVariable *variable = form_waves_keep_variable(kernel, parameter);
    form_waves_store_before(kernel, variable, loop->operands[position], loop);
    IrEdges edges = ir_continue_edges(demoter->context->scratch, loop);
    for (int i = 0; i < edges.jumps.count; i++)
        form_waves_store_before(kernel, variable, edges.jumps.items[i]->operands[position],
                                edges.jumps.items[i]);
    ir_remove_parameter(loop, position);
    replace_by_load(demoter, parameter, variable,
                    ir_builder_before(kernel, loop->regions[0]->first));
}

void form_waves_demote_result(Demoter *demoter, IrInstr *construct, int position)
{
    IrKernel *kernel = demoter->context->kernel;
    IrInstr *result = construct->results[position];
    IrVariable *variable = form_waves_keep_variable(kernel, result);
    IrEdges edges = ir_result_edges(demoter->context->scratch, construct);
    for (int i = 0; i < edges.jumps.count; i++)
        form_waves_store_before(kernel, variable, edges.jumps.items[i]->operands[position],
                                edges.jumps.items[i]);
    ir_remove_result(construct, position);
    replace_by_load(demoter, result, variable, ir_builder_before(kernel, construct->next));
}

static void demote_construct(Demoter *demoter, IrInstr *instr)
{
    /* will be dissolved */
    bool by_wave = instr->op == IR_if && instr->operands[0]->level > LEVEL_GROUP;
    for (int i = instr->parameter_count - 1; i >= 0; i--)
        if (instr->parameters[i]->level > LEVEL_GROUP)
            form_waves_demote_parameter(demoter, instr, i);
    for (int i = instr->result_count - 1; i >= 0; i--)
        if (by_wave || instr->results[i]->level > LEVEL_GROUP)
            form_waves_demote_result(demoter, instr, i);
}

/* Of what stands at group level: it and all around it are group constructs. */
static void demote_in(Demoter *demoter, const IrRegion *region)
{
    EACH_IN (region, instr) {
        if (!ir_is(instr, OP_REGION) || !form_waves_is_group_construct(instr))
            continue;
        demote_construct(demoter, instr);
        EACH_REGION (instr, inner)
            demote_in(demoter, inner);
    }
}

void form_waves_demote(PassContext *context)
{
    Demoter demoter = {.context = context};
    demote_in(&demoter, context->kernel->body);
    ir_replace_all(context->kernel, &demoter.replacements);
}

/* ---- values of other stretches --------------------------------------------------------------- */

typedef struct Carrier {
    PassContext *context;
    IrKernel *kernel;
    int *stretch_of;         /* by value id: number of its wave_loop, 0 at group level */
    int id_count;
    IrVariable **kept;       /* by value id */
    IrInstr **copy;          /* by value id: its copy in the current stretch */
    int *copy_stretch;       /* by value id: the stretch `copy` belongs to */
    int *reading;            /* by value id: the last stretch that reads it itself */
    VEC(IrInstr *) stores;   /* to IR_WAVE_VALUE variables, in text order */
    int current;             /* stretch being rewritten */
    /* operands to change, and to what: at the end, so that recompute sees the originals */
    VEC(IrInstr **) places;
    VEC(IrInstr *) values;
    IrInstr *top;            /* its first original instruction: copies go before it */
} Carrier;

/* Values in a wave_loop get its number, counted in text order. How many there are. */
static int number_stretches(Carrier *carrier)
{
    int count = 0;
    const IrInstr *stretch = NULL;
    EACH_INSTR (carrier->kernel->body, instr) {
        if (stretch != NULL && instr->region == stretch->region)
            stretch = NULL;
        int number = stretch != NULL ? count : 0;
        carrier->stretch_of[instr->id] = number;
        EACH_PHI (instr, phi)
            carrier->stretch_of[phi->id] = number;
        if (instr->op == IR_store_var && instr->variable->kind == IR_WAVE_VALUE)
            vec_push(carrier->context->scratch, &carrier->stores, instr);
        if (instr->op == IR_wave_loop) {
            stretch = instr;
            count++;
        }
    }
    return count;
}

/* Does a load of `variable` give something else in the current stretch than in stretch `from`? */
static bool stored_since(const Carrier *carrier, const IrVariable *variable, int from)
{
    for (int i = 0; i < carrier->stores.count; i++) {
        int stretch = carrier->stretch_of[carrier->stores.items[i]->id];
        if (carrier->stores.items[i]->variable == variable && stretch >= from &&
            stretch < carrier->current)
            return true;
    }
    return false;
}

static bool can_recompute(const IrInstr *value)
{
    bool pure = is_pure_of_lane(value) && value->op != IR_result &&
                value->op != IR_parameter;
    return pure && (!op_scalar_is_float(value->type.scalar) || value->level <= LEVEL_GROUP);
}

/* What steps from lane to lane is a scalar, too. */
static int own_cost(const IrInstr *value)
{
    if (value->op == IR_const)
        return 0;
    bool is_scalar = value->level < LEVEL_VARYING || value->shape.length > 1;
    int cost = cost_of_operation(value);
    return is_scalar && cost < SCALAR_COST ? 1 : cost;
}

static int recompute_cost(const Carrier *carrier, const IrInstr *value, int budget);

/* Of an operand of what is computed again. One that cannot be is kept: cheap for a scalar, and for what the stretch reads
 * anyway. */
static int operand_cost(const Carrier *carrier, const IrInstr *value, int budget)
{
    bool is_kept_value = value->op == IR_load_var && value->variable->kind == IR_WAVE_VALUE;
    if ((int)value->id >= carrier->id_count || carrier->stretch_of[value->id] == 0 ||
        carrier->copy_stretch[value->id] == carrier->current)
        return 0;
    if (can_recompute(value) || is_kept_value)
        return recompute_cost(carrier, value, budget);
    bool is_here = carrier->kept[value->id] != NULL || carrier->reading[value->id] == carrier->current;
    return is_here || value->level <= LEVEL_WAVE ? 2 : budget + 1;
}

/* What it costs to compute `value` again in another stretch; more than `budget`: too much. */
static int recompute_cost(const Carrier *carrier, const IrInstr *value, int budget)
{
    if (value->op == IR_load_var && value->variable->kind == IR_WAVE_VALUE)
        return stored_since(carrier, value->variable, carrier->stretch_of[value->id]) ? budget + 1
                                                                                      : 1;
    if (!can_recompute(value) || budget <= 0)
        return budget + 1;
    int cost = own_cost(value);
    for (int i = 0; i < value->operand_count && cost <= budget; i++)
        cost += operand_cost(carrier, value->operands[i], budget - cost);
    return cost;
}

static IrInstr *value_here(Carrier *carrier, IrInstr *value);

static IrInstr *recompute(Carrier *carrier, IrInstr *value)
{
    IrInstr *operands[8];
    for (int i = 0; i < value->operand_count && i < COUNT_OF(operands); i++)
        operands[i] = value_here(carrier, value->operands[i]);
    IrInstr *copy = ir_new(carrier->kernel, value->op, value->type, operands, value->operand_count);
    uint32_t id = copy->id;
    IrInstr fresh = *copy;
    *copy = *value; /* immediates, level, shape; then what is the copy's own */
    copy->id = id;
    copy->operands = fresh.operands;
    copy->operand_capacity = fresh.operand_capacity;
    copy->prev = copy->next = NULL;
    copy->region = NULL;
    IrBuilder builder = ir_builder_before(carrier->kernel, carrier->top);
    builder.pos = value->pos;
    builder.precise = value->precise;
    return ir_insert(&builder, copy);
}

/* A store right behind the definition; behind the construct for its results. */
static void keep(Carrier *carrier, IrInstr *value)
{
    IrInstr *definition = value->op == IR_result ? value->owner : value;
    IrInstr *place = value->op == IR_parameter ? value->owner->regions[0]->first : definition->next;
    IrVariable *variable = form_waves_keep_variable(carrier->kernel, value);
    IrBuilder builder = ir_builder_before(carrier->kernel, place);
    IrInstr *parts[16];
    builder.pos = value->pos;
    for (int i = 0; i < value->type.components; i++)
        parts[i] = ir_extract(&builder, value, i);
    ir_store_var(&builder, variable, 0, ir_const_i32(&builder, 0), parts, value->type.components);
    carrier->kept[value->id] = variable;
}

static IrInstr *load_kept(Carrier *carrier, IrInstr *value)
{
    if (carrier->kept[value->id] == NULL)
        keep(carrier, value);
    IrBuilder builder = ir_builder_before(carrier->kernel, carrier->top);
    builder.pos = value->pos;
    IrInstr *index = ir_const_i32(&builder, 0);
    IrInstr *load = ir_load_var(&builder, carrier->kept[value->id], 0, value->type.components,
                                index);
    load->level = value->level;
    load->shape = value->shape;
    return load;
}

static int budget_for(const IrInstr *value)
{
    return value->shape.length > 1 && value->shape.stride != 0 ? MAX_STEPPING : MAX_RECOMPUTE;
}

static void explain_choice(const Carrier *carrier, const IrInstr *value, bool is_for_places, bool is_cheap)
{
    const PassContext *context = carrier->context;
    const char *op = op_info(value->op)->name;
    bool is_kept_value = value->op == IR_load_var && value->variable->kind == IR_WAVE_VALUE;
    if (value->op == IR_const)
        return;
    if (is_for_places)
        pass_explain(context, value->pos, "computed again: %s, for places of stores", op);
    else if (is_cheap)
        pass_explain(context, value->pos, "computed again: %s, in at most %d instructions", op,
                     budget_for(value));
    else if (is_kept_value)
        pass_explain(context, value->pos, "kept: %s, since it is stored to in between",
                     value->variable->name);
    else if (!can_recompute(value))
        pass_explain(context, value->pos, "kept: %s, which cannot be computed again", op);
    else
        pass_explain(context, value->pos,
                     "kept: %s, which more than %d instructions would compute again", op,
                     budget_for(value));
}

/* `value` as the current stretch sees it. */
static IrInstr *value_here(Carrier *carrier, IrInstr *value)
{
    if ((int)value->id >= carrier->id_count || carrier->stretch_of[value->id] == 0 ||
        carrier->stretch_of[value->id] == carrier->current)
        return value;
    if (carrier->copy_stretch[value->id] != carrier->current) {
        bool is_for_places = form_waves_is_for_places(carrier->context, value),
             cheap = is_for_places || recompute_cost(carrier, value, budget_for(value)) <= budget_for(value);
        explain_choice(carrier, value, is_for_places, cheap);
        carrier->copy[value->id] = cheap ? recompute(carrier, value) : load_kept(carrier, value);
        carrier->copy_stretch[value->id] = carrier->current;
    }
    return carrier->copy[value->id];
}

static void carry_into(Carrier *carrier, const IrInstr *stretch)
{
    carrier->current++;
    carrier->top = stretch->regions[0]->first;
    EACH_INSTR (stretch->regions[0], instr)
        EACH_USE (instr, use)
            if ((int)(*use)->id < carrier->id_count)
                carrier->reading[(*use)->id] = carrier->current;
    EACH_INSTR (stretch->regions[0], instr)
        EACH_USE (instr, use) {
            IrInstr *here = value_here(carrier, *use);
            if (here == *use)
                continue;
            vec_push(carrier->context->scratch, &carrier->places, use);
            vec_push(carrier->context->scratch, &carrier->values, here);
        }
}

void form_waves_carry_values(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    ir_renumber(kernel);
    int count = (int)kernel->next_id;
    Carrier carrier = {.context = context, .kernel = kernel, .id_count = count};
    carrier.stretch_of = ARENA_ARRAY(context->scratch, int, count);
    carrier.kept = ARENA_ARRAY(context->scratch, IrVariable *, count);
    carrier.copy = ARENA_ARRAY(context->scratch, IrInstr *, count);
    carrier.reading = ARENA_ARRAY(context->scratch, int, count);
    carrier.copy_stretch = ARENA_ARRAY(context->scratch, int, count);
    if (number_stretches(&carrier) < 2)
        return;
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_wave_loop)
            carry_into(&carrier, instr);
    for (int i = 0; i < carrier.places.count; i++)
        *carrier.places.items[i] = carrier.values.items[i];
}
