/* Which halves are rounded. A half is held as a float and rounded to 11 bits after each operation.
 *
 * Not rounded: the product of two halves that only a sum reads, where products may be contracted
 * into sums (--fp=fast, not `precise`): its 22 bits are exact in a float, and the sum rounds. What
 * only stores to halves in memory read, and what only its bits are taken of: these round. Nor what
 * is a half whenever its operands are: signs, choices, whole numbers. */
#include "plan_priv.h"

static bool is_half(const IrInstr *value) { return value->type.scalar == IR_F16; }

static bool is_sum(const IrInstr *instr) { return instr->op == IR_fadd || instr->op == IR_fsub; }

/* Also where it rounds by itself. */
static bool stays_half(const IrInstr *instr)
{
    switch (instr->op) {
    case IR_fconvert: return instr->operands[0]->type.scalar == IR_F64;
    case IR_const:
    case IR_extract:
    case IR_select:
    case IR_bitcast:
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

/* By id: how often a value is read; by sums that may round it; by what rounds. */
typedef struct Readers {
    int *all, *sums, *rounding;
} Readers;

static Readers count_readers(Arena *scratch, const Plan *plan)
{
    int count = (int)plan->kernel->next_id + 1;
    Readers readers = {ARENA_ARRAY(scratch, int, count), ARENA_ARRAY(scratch, int, count),
                       ARENA_ARRAY(scratch, int, count)};
    EACH_INSTR (plan->kernel->body, instr)
        EACH_USE (instr, use) {
            readers.all[(*use)->id]++;
            readers.sums[(*use)->id] += is_half(instr) && is_sum(instr) && !instr->precise;
            readers.rounding[(*use)->id] += instr->op == IR_bitcast && !is_half(instr);
        }
    return readers;
}

/* What the lanes' own and what is kept over a barrier holds is floats. */
static bool stores_halves(const PlanStep *step)
{
    const PlanAccess *access = step->access;
    return step->kind == STEP_access && access->is_store && access->type == IR_F16 &&
           (access->instr->resource != NULL ||
            access->instr->variable->kind == IR_GROUPSHARED) &&
           access->way != WAY_kept;
}

/* Their places are no halves. */
static void count_stores(const Plan *plan, Readers *readers)
{
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanAccess *access = plan->steps.items[i].access;
        if (!stores_halves(&plan->steps.items[i]))
            continue;
        EACH_USE (access->instr, use)
            readers->rounding[(*use)->id] += is_half(*use);
    }
}

static bool is_rounded(const Plan *plan, const Readers *readers, const IrInstr *instr)
{
    int count = readers->all[instr->id];
    bool is_contracted = plan->target.contracts && instr->op == IR_fmul && !instr->precise &&
                         count == 1 && readers->sums[instr->id] == 1;
    return is_half(instr) && plan_is_componentwise(instr) && !stays_half(instr) &&
           !is_contracted && readers->rounding[instr->id] < count;
}

void plan_halves(Arena *scratch, Plan *plan)
{
    Readers readers = count_readers(scratch, plan);
    count_stores(plan, &readers);
    EACH_INSTR (plan->kernel->body, instr)
        plan->values[instr->id].is_rounded = is_rounded(plan, &readers, instr);
}
