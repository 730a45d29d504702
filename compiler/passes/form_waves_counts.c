/* Counts of lower lanes that cross a barrier for places of stores alone.
 *
 *     %7 = wave_prefix_count %6        how many lanes below keep theirs
 *     barrier                          how many the waves before keep is added up meanwhile
 *     store $kept [%7 + %20], %5       ->  computed again here, of the same condition
 *
 * The plan moves lanes together that are known to be those that are counted, and does without the count then
 * (plan_counted.c); of what is loaded again nobody knows. */
#include "form_waves.h"

/* All lanes of the wave that are threads are counted: those that come to the start of any stretch. */
static bool is_of_all_lanes(const IrInstr *count)
{
    const IrRegion *region = count->region;
    if (region->owner->op != IR_wave_loop)
        return false;
    for (const IrInstr *instr = region->first; instr != count; instr = instr->next)
        if (ir_is(instr, OP_REGION) && ir_has_jump_out(instr))
            return false;
    return true;
}

static bool is_place_of_store(const IrInstr *reader, int operand)
{
    switch (reader->op) {
    case IR_store_var: return operand == 0;
    case IR_store_typed:
    case IR_store_raw:
    case IR_store_struct: return operand == 1;
    default: return false;
    }
}

static bool is_sum(const IrInstr *reader, int operand)
{
    return reader->op == IR_iadd || reader->op == IR_isub || (reader->op == IR_select && operand > 0) ||
           ((reader->op == IR_imul || reader->op == IR_ishl) && reader->operands[1]->op == IR_const);
}

typedef struct Sums {
    VEC(const IrInstr *) found;
    bool *is_found; /* by id */
} Sums;

/* False: the reader does something else with it. */
static bool add_reader(Arena *scratch, Sums *sums, const IrInstr *reader, int operand)
{
    if (is_place_of_store(reader, operand))
        return true;
    if (!is_sum(reader, operand))
        return false;
    if (!sums->is_found[reader->id])
        vec_push(scratch, &sums->found, reader);
    sums->is_found[reader->id] = true;
    return true;
}

bool form_waves_is_for_places(PassContext *context, const IrInstr *count)
{
    const IrKernel *kernel = context->kernel;
    if (count->op != IR_wave_prefix_count || !is_of_all_lanes(count))
        return false;
    Sums sums = {.is_found = ARENA_ARRAY(context->scratch, bool, kernel->next_id)};
    vec_push(context->scratch, &sums.found, count);
    for (int i = 0; i < sums.found.count; i++) {
        const IrInstr *value = sums.found.items[i];
        EACH_INSTR (kernel->body, reader)
            for (int k = 0; k < reader->operand_count; k++) {
                bool is_elsewhere = value != count || !ir_is_within(reader, count->region->owner);
                if (reader->operands[k] == value && is_elsewhere && !add_reader(context->scratch, &sums, reader, k))
                    return false;
            }
    }
    return true;
}
