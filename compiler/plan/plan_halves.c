/* Which halves are rounded. A half is held as a float and rounded to 11 bits after each operation.
 *
 * Not rounded: the product of two halves that only a sum reads, where products may be contracted
 * into sums (--fp=fast, not `precise`): its 22 bits are exact in a float, and the sum rounds. Nor
 * what is a half whenever its operands are: signs, choices, whole numbers. */
#include "plan_priv.h"

static bool is_half(const IrInstr *value) { return value->type.scalar == IR_F16; }

static bool is_sum(const IrInstr *instr) { return instr->op == IR_fadd || instr->op == IR_fsub; }

static bool stays_half(IrOp op)
{
    switch (op) {
    case IR_const:
    case IR_extract:
    case IR_select:
    case IR_bitcast:
    case IR_fconvert: /* rounds by itself */
    case IR_fneg:
    case IR_fabs:
    case IR_fmin:
    case IR_fmax:
    case IR_fsaturate:
    case IR_ffloor:
    case IR_fceil:
    case IR_ftrunc:
    case IR_fround: return true;
    default: return false;
    }
}

/* By id: how often a value is read; by sums that may round it. */
static void count_readers(const IrKernel *kernel, int *readers, int *sums)
{
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use) {
            readers[(*use)->id]++;
            sums[(*use)->id] += is_half(instr) && is_sum(instr) && !instr->precise;
        }
}

void plan_halves(Arena *scratch, Plan *plan)
{
    const IrKernel *kernel = plan->kernel;
    int *readers = ARENA_ARRAY(scratch, int, kernel->next_id + 1);
    int *sums = ARENA_ARRAY(scratch, int, kernel->next_id + 1);
    if (plan->target.contracts)
        count_readers(kernel, readers, sums);
    EACH_INSTR (kernel->body, instr) {
        bool is_contracted = instr->op == IR_fmul && !instr->precise && sums[instr->id] == 1 &&
                             readers[instr->id] == 1;
        plan->values[instr->id].is_rounded = is_half(instr) && plan_is_componentwise(instr) &&
                                             !stays_half(instr->op) && !is_contracted;
    }
}
