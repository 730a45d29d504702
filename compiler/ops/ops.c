/* The table's lookups: names, facts, scalar types. */
#include "ops.h"

#include <string.h>

enum { PURE = OP_PURE, READS = OP_READS, WRITES = OP_WRITES, CONVERGENT = OP_CONVERGENT,
       SYNC = OP_SYNC, REGION = OP_REGION, JUMP = OP_JUMP, COMMUTES = OP_COMMUTES,
       COMBINES = OP_COMBINES, IDEMPOTENT = OP_IDEMPOTENT, FLUSHES = OP_FLUSHES };
enum { NONE = 0, VARIABLE = CARRIES_VARIABLE, RESOURCE = CARRIES_RESOURCE,
       SAMPLER = CARRIES_SAMPLER, COMBINE = CARRIES_COMBINE, COMPONENT = CARRIES_COMPONENT,
       BITS = CARRIES_BITS, TARGET = CARRIES_TARGET };
/* The carries column's two halves in one number. */
enum { IMMEDIATE_SHIFT = 8 };
#define IMMEDIATE(kind) (IMMEDIATE_##kind << IMMEDIATE_SHIFT)

const OpInfo OPS[IR_OP_COUNT] = {
#define OP(name, operands, result, domain, flags, carries, rule, range, fold, text)                \
    {#name, operands, result, DOMAIN_##domain, flags, (carries) & ((1 << IMMEDIATE_SHIFT) - 1),    \
     (OpImmediate)((carries) >> IMMEDIATE_SHIFT), RULE_##rule, RANGE_RULE_##range, text},
#include "op.def"
#undef OP
};

static const struct { const char *name; int bits; } SCALARS[] = {
    [IR_VOID] = {"void", 0}, [IR_I1] = {"i1", 1},    [IR_I16] = {"i16", 16}, [IR_I32] = {"i32", 32},
    [IR_I64] = {"i64", 64},  [IR_F16] = {"f16", 16}, [IR_F32] = {"f32", 32}, [IR_F64] = {"f64", 64},
};

const RunCheckInfo RUN_CHECKS[RUN_CHECK_COUNT] = {
#define IN_ALL true
#define ON_REQUEST false
#define LINES true
#define KERNEL false
#define RUN_CHECK(name, when, of_what, text) {#name, when, of_what, text},
#include "run_check.def"
#undef RUN_CHECK
#undef KERNEL
#undef LINES
#undef ON_REQUEST
#undef IN_ALL
};

bool op_is_atomic(IrOp op) { return op_has(op, OP_WRITES) && op_carries(op, CARRIES_COMBINE); }

bool op_is_check(IrOp op) { return strncmp(OPS[op].name, "check_", strlen("check_")) == 0; }

bool op_is_numbered(IrOp op)
{
    OpImmediate immediate = OPS[op].immediate;
    return immediate >= IMMEDIATE_ASSERTION && immediate <= IMMEDIATE_POINT;
}

/* How many of `letter` stand there; called too often for strspn, which prepares a set first. */
static int count_run(const char *operands, char letter)
{
    int count = 0;
    while (operands[count] == letter)
        count++;
    return count;
}

int op_row_count(IrOp op) { return count_run(OPS[op].operands, 'R'); }

int op_address_count(IrOp op) { return count_run(OPS[op].operands + op_row_count(op), 'X'); }

IrOp op_by_name(const char *name, unsigned length)
{
    int op = 0;
    while (op < IR_OP_COUNT &&
           (strlen(OPS[op].name) != length || memcmp(OPS[op].name, name, length) != 0))
        op++;
    return (IrOp)op;
}

const char *op_scalar_name(IrScalar scalar) { return SCALARS[scalar].name; }

int op_scalar_bits(IrScalar scalar) { return SCALARS[scalar].bits; }

int op_scalar_bytes(IrScalar scalar) { return scalar == IR_I1 ? 4 : SCALARS[scalar].bits / 8; }

bool op_scalar_is_float(IrScalar scalar) { return scalar >= IR_F16; }

_Static_assert(IR_const == 0, "what has no row has none");
static const OpComplement COMPLEMENTS[IR_OP_COUNT] = {
    [IR_ieq] = {IR_ine, false}, [IR_ine] = {IR_ieq, false}, [IR_slt] = {IR_sle, true},  [IR_sle] = {IR_slt, true},
    [IR_ult] = {IR_ule, true},  [IR_ule] = {IR_ult, true},  [IR_feq] = {IR_fne, false}, [IR_fne] = {IR_feq, false},
};

OpComplement op_complement(IrOp op) { return COMPLEMENTS[op]; }
