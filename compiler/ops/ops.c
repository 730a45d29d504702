/* The table's lookups: names, flags, scalar types. */
#include "ops.h"

#include <string.h>

enum { PURE = OP_PURE, READS = OP_READS, WRITES = OP_WRITES, CONVERGENT = OP_CONVERGENT, SYNC = OP_SYNC,
       REGION = OP_REGION, JUMP = OP_JUMP };

static const OpInfo OPS[] = {
#define OP(name, operands, result, flags, rule, fold, text) {#name, operands, result, flags, RULE_##rule, text},
#include "op.def"
#undef OP
};

static const struct { const char *name; int bits; } SCALARS[] = {
    [IR_VOID] = {"void", 0}, [IR_I1] = {"i1", 1},    [IR_I16] = {"i16", 16}, [IR_I32] = {"i32", 32},
    [IR_I64] = {"i64", 64},  [IR_F16] = {"f16", 16}, [IR_F32] = {"f32", 32}, [IR_F64] = {"f64", 64},
};

const RunCheckInfo RUN_CHECKS[RUN_CHECK_COUNT] = {
#define BUILT true
#define NOT_YET false
#define RUN_CHECK(name, state, text) {#name, state, text},
#include "run_check.def"
#undef RUN_CHECK
#undef NOT_YET
#undef BUILT
};

const OpInfo *op_info(IrOp op) { return &OPS[op]; }

IrOp op_by_name(const char *name, unsigned length)
{
    int op = 0;
    while (op < IR_OP_COUNT && (strlen(OPS[op].name) != length || memcmp(OPS[op].name, name, length) != 0))
        op++;
    return (IrOp)op;
}

const char *op_scalar_name(IrScalar scalar) { return SCALARS[scalar].name; }

int op_scalar_bits(IrScalar scalar) { return SCALARS[scalar].bits; }

bool op_scalar_is_float(IrScalar scalar) { return scalar >= IR_F16; }
