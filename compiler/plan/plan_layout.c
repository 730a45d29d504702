/* How groupshared arrays of vectors lie in memory: in planes, a component's all side by side, or in
 * elements, an element's components side by side. Planes are loaded as they are, where lanes step
 * from element to element; where each lane has an index of its own, an element is one access a
 * lane and not one a component.
 *
 *     groupshared float4 bodies[256];
 *     bodies[i]          planes: 4 vectors           elements: 4 vectors and shuffles
 *     bodies[link[i]]    planes: 4 gathers           elements: 16 loads of 16 bytes and shuffles
 *
 * An array takes the layout in which its accesses cost less by way.def, those in loops more often,
 * those under a branch that lanes take one by one less often: most are borders. These costs are of elements that
 * shuffles take apart and put together. Where all that is loaded and stored of arrays of four components may stay in the
 * order of memory (plan_in_order.c: levels of a picture, sums of colours, a transpose), there are no shuffles: not there,
 * and not where it comes from and goes to. An element that all lanes load, to go on with a component of it each beside
 * others in order (a row of sums of products), is a vector then, and not put together. Only a plan tells, so there are
 * two, of which that with elements is taken if all does.
 */
#include "plan_priv.h"

enum { ONCE = 16, TURNS_OF_A_LOOP = 8, ONE_BRANCH_IN = 4, MOST_WEIGHT = 1 << 16, SOME_LANES = 1 };

typedef struct Layout {
    Plan *plan;
    const IrVariable *variable;
    int64_t cost;
    bool has_atomics;
} Layout;

static void add_access(Layout *layout, const IrInstr *instr, int weight, int mask)
{
    layout->has_atomics |= instr->op == IR_atomic_var;
    if (instr->op == IR_load_var || instr->op == IR_store_var)
        layout->cost += (int64_t)weight * plan_cost_in_variable(layout->plan, instr, mask);
}

static void add_region(Layout *layout, const IrRegion *region, int weight, int mask)
{
    EACH_IN (region, instr) {
        bool turns = instr->op == IR_loop && weight < MOST_WEIGHT;
        bool parts = instr->op == IR_if && plan_is_vector(layout->plan, instr->operands[0]);
        if (instr->variable == layout->variable)
            add_access(layout, instr, weight, mask);
        int inside = turns                              ? weight * TURNS_OF_A_LOOP
                     : parts && weight >= ONE_BRANCH_IN ? weight / ONE_BRANCH_IN
                                                        : weight;
        if (ir_is(instr, OP_REGION))
            EACH_REGION (instr, inner)
                add_region(layout, inner, inside, parts ? SOME_LANES : mask);
    }
}

static int64_t cost_of_layout(Layout *layout, bool has_elements)
{
    layout->cost = 0;
    layout->plan->variables[layout->variable->index].has_elements = has_elements;
    add_region(layout, layout->plan->kernel->body, ONCE, 0);
    return layout->cost;
}

void plan_layouts(Plan *plan, PlanLayouts layouts)
{
    for (int i = 0; i < plan->kernel->variables.count; i++) {
        const IrVariable *variable = plan->kernel->variables.items[i];
        int components = variable->type.components;
        bool has_size = op_scalar_bytes(variable->type.scalar) == 4 && components >= 2 &&
                        components <= 4;
        if (plan->variables[i].home != HOME_SHARED || !has_size)
            continue;
        Layout layout = {.plan = plan, .variable = variable};
        int64_t planes = cost_of_layout(&layout, false), elements = cost_of_layout(&layout, true);
        bool is_quad = components == 4 && !layout.has_atomics;
        plan->variables[i].has_elements = (elements < planes && !layout.has_atomics) ||
                                          (is_quad && layouts == LAYOUTS_QUADS_WHOLE);
        plan->has_quads_in_planes |= is_quad && !plan->variables[i].has_elements;
    }
}

/* All lanes load one element, whose components are read in turn by what is in order: a vector as it lies. */
static bool is_read_in_turn(const Plan *plan, const IrInstr *load)
{
    EACH_INSTR (plan->kernel->body, instr) {
        const PlanValue *value = &plan->values[instr->id];
        bool is_first = value->element != NULL && !value->element->is_loaded && value->part == 0;
        for (int i = 0; i < instr->operand_count && is_first; i++) {
            const IrInstr *read[PLAN_MOST_PARTS];
            int component = 0;
            for (int k = 0; k < value->element->count; k++)
                read[k] = value->element->parts[k]->operands[i];
            if (plan_resolve(read[0], &component) == load && plan_reading(plan, read, value->element->count) == READS_SCALARS)
                return true;
        }
    }
    return false;
}

bool plan_quads_keep_order(const Plan *plan)
{
    bool is_loaded = false;
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanAccess *access = plan->steps.items[i].kind == STEP_access ? plan->steps.items[i].access : NULL;
        const IrVariable *variable = access != NULL ? access->instr->variable : NULL;
        if (variable == NULL || !plan->variables[variable->index].has_elements || variable->type.components != 4)
            continue;
        if (access->way == WAY_broadcast) {
            is_loaded = is_loaded || (!access->is_store && is_read_in_turn(plan, access->instr));
            continue;
        }
        if (!access->is_in_order)
            return false;
        is_loaded |= !access->is_store;
    }
    return is_loaded;
}
