/* How each value exists in C. A value is in pieces where it varies; one that a run computes and
 * only that run reads is one piece at a time, all others are arrays. */
#include "plan_priv.h"

const IrInstr *plan_resolve(const IrInstr *value, int *component)
{
    while (value->op == IR_extract) {
        *component = value->component;
        value = value->operands[0];
    }
    return value;
}

bool plan_is_same_in_pieces(const Plan *plan, const IrInstr *value)
{
    return plan_is_uniform(plan, value) || (value->shape.length > 0 && value->shape.length % plan->lanes == 0 && value->shape.stride == 0);
}

const PlanElement *plan_element_of(const Plan *plan, const IrInstr *value, int *part)
{
    int component = 0;
    value = plan_resolve(value, &component);
    const PlanValue *planned = &plan->values[value->id];
    *part = value->type.components > 1 ? component : planned->part;
    return planned->element;
}

static PlanForm form_of(const IrKernel *kernel, const IrInstr *value)
{
    bool integer = !op_scalar_is_float(value->type.scalar) && value->type.scalar != IR_I1;
    if (value->op == IR_const)
        return FORM_CONST;
    if (value->level <= LEVEL_WAVE)
        return FORM_SCALAR;
    if (integer && value->type.components == 1 && value->shape.length >= kernel->wave_size)
        return value->shape.stride == 0 ? FORM_SCALAR : FORM_LINEAR;
    return FORM_VECTOR;
}

void plan_forms(Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        plan->values[instr->id].form = form_of(plan->kernel, instr);
        EACH_PHI (instr, phi)
            plan->values[phi->id].form = form_of(plan->kernel, phi);
    }
}

static void note_read(Plan *plan, const IrInstr *read, int run)
{
    int component = 0;
    PlanValue *value = &plan->values[plan_resolve(read, &component)->id];
    value->is_array |= run == 0 || value->run != run;
}

/* With what an element is read together: its other parts, by what takes it apart; what the other parts
 * of the reader's read. */
static void note_read_of_element(Plan *plan, const IrInstr *instr, int operand, int run)
{
    int part = 0;
    const PlanElement *element = plan_element_of(plan, instr->operands[operand], &part),
                      *reader = plan->values[instr->id].element;
    for (int i = 0; element != NULL && !element->is_loaded && i < element->count; i++)
        note_read(plan, element->parts[i], run);
    for (int i = 0; reader != NULL && run != 0 && i < reader->count; i++)
        note_read(plan, reader->parts[i]->operands[operand], run);
}

/* A value that something else than a piece of the same run reads is an array. */
void plan_arrays(Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        int run = plan->values[instr->id].is_cold ? 0 : plan->values[instr->id].run;
        if (instr->op == IR_extract) /* named where it is used */
            continue;
        for (int i = 0; i < instr->operand_count; i++) {
            note_read(plan, instr->operands[i], run);
            note_read_of_element(plan, instr, i, run);
        }
    }
    for (int i = 0; i < plan->steps.count; i++) { /* an access by `i ^ j` reads i, one in two runs
                                                     what tells them apart, one by clamps what these make */
        const PlanAccess *access = plan->steps.items[i].access;
        if (access != NULL && access->way == WAY_mixed)
            plan->values[access->mix.linear->id].is_array = true;
        if (access != NULL && access->clamp.chain != NULL && !plan->values[access->clamp.chain->id].is_cold)
            plan->values[access->clamp.chain->id].is_array = true;
        if (access != NULL && access->split != NULL)
            plan->values[access->split->id].is_array = true;
        const IrInstr *places[PLAN_PLACES];
        for (int k = 0; k < plan_asked_places(plan, access, places); k++)
            plan->values[places[k]->id].is_array = true;
    }
}
