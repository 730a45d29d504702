/* One value: folds constants, then tries the rows of its operation until none applies. */
#include "passes/simplify.h"

enum { MAX_STEPS = 8 };

IrInstr *simplify_const(Simplifier *simplifier, IrScalar type, uint64_t bits)
{
    IrBuilder builder = ir_builder_before(simplifier->kernel, simplifier->at);
    return ir_const_bits(&builder, type, bits);
}

IrInstr *simplify_build(Simplifier *simplifier, IrOp op, IrType type, IrInstr *first,
                        IrInstr *second)
{
    IrBuilder builder = ir_builder_before(simplifier->kernel, simplifier->at);
    builder.precise = simplifier->at->precise;
    return ir_build_typed(&builder, op, type, (IrInstr *[]){first, second}, second ? 2 : 1);
}

/* ---- constants ---- */

static bool all_operands_constant(const IrInstr *instr)
{
    EACH_USE (instr, use)
        if ((*use)->op != IR_const)
            return false;
    return instr->operand_count > 0;
}

static IrInstr *fold(Simplifier *simplifier, IrInstr *instr)
{
    enum { MOST = 4 };
    uint64_t operands[MOST], bits;
    if (instr->operand_count > MOST || !ir_is(instr, OP_PURE) || ir_is(instr, OP_CONVERGENT) ||
        !all_operands_constant(instr))
        return NULL;
    for (int i = 0; i < instr->operand_count; i++)
        operands[i] = instr->operands[i]->bits;
    IrScalar operand_type = instr->operands[instr->op == IR_select ? 1 : 0]->type.scalar;
    if (!op_fold(instr->op, operand_type, instr->type.scalar, operands, &bits))
        return NULL;
    return simplify_const(simplifier, instr->type.scalar, bits);
}

static void put_constant_right(Simplifier *simplifier, IrInstr *instr)
{
    if (!ir_is(instr, OP_COMMUTES) || left_of(instr)->op != IR_const ||
        right_of(instr)->op == IR_const)
        return;
    IrInstr *constant = instr->operands[0];
    instr->operands[0] = instr->operands[1];
    instr->operands[1] = constant;
    simplifier->changed = true;
}

/* ---- the table ---- */

static void index_rows(Simplifier *simplifier, const SimplifyRow *rows)
{
    for (const SimplifyRow *row = rows; row->rule; row++)
        if (simplifier->first_row[row->op] == NULL)
            simplifier->first_row[row->op] = row;
}

void simplify_index_rows(Simplifier *simplifier)
{
    index_rows(simplifier, INTEGER_ROWS);
    index_rows(simplifier, FLOAT_ROWS);
    index_rows(simplifier, CHOICE_ROWS);
}

static IrInstr *find_better(Simplifier *simplifier, IrInstr *instr)
{
    put_constant_right(simplifier, instr);
    IrInstr *better = fold(simplifier, instr);
    for (const SimplifyRow *row = simplifier->first_row[instr->op];
         better == NULL && row && row->op == instr->op; row++)
        better = row->rule(simplifier, instr);
    return better;
}

void simplify_value(Simplifier *simplifier, IrInstr *instr)
{
    IrInstr *value = instr;
    uint32_t first_new = simplifier->kernel->next_id;
    simplifier->at = instr;
    for (int i = 0; i < MAX_STEPS && (value == instr || value->id >= first_new); i++) {
        IrInstr *better = find_better(simplifier, value);
        if (better == NULL)
            break;
        if (value != instr)
            ir_remove(value);
        value = better;
    }
    if (value == instr)
        return;
    if (value->id >= first_new && value->op != IR_const) {
        value->level = instr->level;
        value->shape = instr->shape;
    }
    instr->note = value;
    ir_remove(instr);
    simplifier->changed = true;
}
