/* What operations cost, for passes that weigh computing against something else: a branch, memory. */
#include "passes/passes_priv.h"

enum { PRODUCTS_COST = 2 /* of a quotient by a constant, see plan_quotients.c */ };

/* In simple operations of one machine vector; those not named cost 1. */
static const uint8_t COSTS[IR_OP_COUNT] = {
    [IR_fdiv] = 4, [IR_frem] = 8, [IR_fsqrt] = 4, [IR_frsqrt] = 4, [IR_frcp] = 4, [IR_fexp2] = 10,
    [IR_flog2] = 10,
    [IR_fpow] = 20, [IR_fsin] = 16, [IR_fcos] = 16, [IR_ftan] = 24, [IR_fasin] = 16,
    [IR_facos] = 16, [IR_fatan] = 16,
    [IR_fatan2] = 24, [IR_fsinh] = 20, [IR_fcosh] = 20, [IR_ftanh] = 20, [IR_fldexp] = 10,
    [IR_imul] = 2,
    [IR_sdiv] = 16, [IR_udiv] = 16, [IR_srem] = 16, [IR_urem] = 16, [IR_popcount] = 8,
    [IR_bitreverse] = 20, [IR_pack_bytes] = 8, [IR_sdot4] = 4, [IR_udot4] = 4, [IR_umulhigh] = 4,
    [IR_ufirsthigh] = 8, [IR_sfirsthigh] = 10, [IR_ufirstlow] = 10,
};

int cost_of_operation(const IrInstr *instr)
{
    bool is_product = instr->op == IR_fdiv && instr->operands[1]->op == IR_const;
    return is_product ? PRODUCTS_COST : COSTS[instr->op] ? COSTS[instr->op] : 1;
}
