/* rows_in_turn: an access to an array of resources whose index differs between lanes goes through
 * the rows one after the other, each for the lanes that want it.
 *
 *     %9 = load_typed $Buffers[%row] [%i]         loop {
 *                                                   %2 wave = wave_read_first %row
 *                                                   %3 = ieq %row, %2
 *                                                   if %3 {
 *                                                     %4 = load_typed $Buffers[%2] [%i]
 *                                                     break %4
 *                                                   }
 *                                                   continue
 *                                                 } -> %9
 *
 * Each turn takes one row and all its lanes, so there are as many turns as rows. Emit needs it: its
 * accesses have one resource each.
 *
 * Needs: uniformity. Breaks: facts; uniformity must run again. */
#include "passes/passes_priv.h"

static bool is_varying_row(const IrInstr *instr, const IrResource *array, int operand)
{
    return array != NULL && array->array_count != 0 && instr->operand_count > operand &&
           instr->operands[operand]->level == LEVEL_VARYING;
}

/* Of the resource, or of the sampler beside it. */
static bool has_varying_row(const IrInstr *instr)
{
    return is_varying_row(instr, instr->resource, 0) || is_varying_row(instr, instr->sampler, 1);
}

static IrInstr *copy_for_rows(IrBuilder *builder, const IrInstr *access, IrInstr *const rows[2])
{
    IrInstr *copy = ir_new(builder->kernel, access->op, access->type, access->operands,
                           access->operand_count);
    for (int i = 0; i < 2; i++)
        if (rows[i] != NULL)
            copy->operands[i] = rows[i];
    copy->resource = access->resource;
    copy->sampler = access->sampler;
    copy->combine = access->combine;
    copy->immediate = access->immediate;
    copy->component = access->component;
    return ir_insert(builder, copy);
}

/* The first lane's rows, NULL where they do not vary; gives which lanes have the same. */
static IrInstr *read_rows(IrBuilder *body, const IrInstr *access, IrInstr *rows[2])
{
    IrInstr *same = NULL;
    for (int i = 0; i < 2; i++) {
        rows[i] = NULL;
        if (!is_varying_row(access, i == 0 ? access->resource : access->sampler, i))
            continue;
        rows[i] = IR_BUILD(body, IR_wave_read_first, access->operands[i]);
        IrInstr *equal = IR_BUILD(body, IR_ieq, access->operands[i], rows[i]);
        same = same != NULL ? IR_BUILD(body, IR_iand, same, equal) : equal;
    }
    return same;
}

/* The loop before `access`, with a copy of it; its results are the components of what the access
 * gives. */
static IrInstr *build_loop(IrKernel *kernel, IrInstr *access)
{
    IrBuilder builder = ir_builder_before(kernel, access);
    builder.pos = access->pos;
    IrInstr *loop = ir_loop(&builder), *values[16];
    IrBuilder body = ir_builder_at_end(kernel, loop->regions[0]);
    body.pos = access->pos;
    IrInstr *rows[2], *branch = ir_if(&body, read_rows(&body, access, rows));
    IrBuilder chosen = ir_builder_at_end(kernel, branch->regions[0]);
    chosen.pos = access->pos;
    IrInstr *copy = copy_for_rows(&chosen, access, rows);
    int count = access->type.scalar == IR_VOID ? 0 : access->type.components;
    for (int i = 0; i < count; i++) {
        values[i] = ir_extract(&chosen, copy, i);
        ir_add_result(kernel, loop, ir_scalar(access->type.scalar));
    }
    ir_jump(&chosen, IR_break, loop, values, count);
    ir_close_region(kernel, branch->regions[1]);
    ir_jump(&body, IR_continue, loop, NULL, 0);
    return loop;
}

static void replace(Arena *arena, IrReplacements *replacements, IrInstr *old, IrInstr *with)
{
    vec_push(arena, &replacements->from, old);
    vec_push(arena, &replacements->to, with);
    ir_remove(old);
}

bool pass_rows_in_turn(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    IrReplacements replacements = {0};
    VEC(IrInstr *) accesses = {0};
    EACH_INSTR (kernel->body, instr)
        if (has_varying_row(instr)) {
            instr->note = build_loop(kernel, instr);
            vec_push(context->scratch, &accesses, instr);
        } else if (instr->op == IR_extract && has_varying_row(instr->operands[0])) {
            const IrInstr *loop = instr->operands[0]->note;
            replace(kernel->arena, &replacements, instr, loop->results[instr->component]);
        }
    for (int i = 0; i < accesses.count; i++) {
        IrInstr *access = accesses.items[i];
        const IrInstr *loop = access->note;
        if (loop->result_count == 1)
            replace(kernel->arena, &replacements, access, loop->results[0]);
        else
            ir_remove(access);
    }
    ir_replace_all(kernel, &replacements);
    return accesses.count > 0;
}
