/* ops: the operations of the IR as one table (op.def), with constant folding. Sees neither the AST nor
 * the IR's data structures, so both sides of the compiler may use it. */
#ifndef WAVECC_OPS_H
#define WAVECC_OPS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum IrScalar { IR_VOID, IR_I1, IR_I16, IR_I32, IR_I64, IR_F16, IR_F32, IR_F64, IR_SCALAR_COUNT } IrScalar;

typedef enum IrOp {
#define OP(name, operands, result, flags, rule, fold, text) IR_##name,
#include "op.def"
#undef OP
    IR_OP_COUNT
} IrOp;

/* What a run can test; kernels are prepared for a set of them, 1u << RUN_CHECK_x each. */
typedef enum RunCheck {
#define RUN_CHECK(name, state, text) RUN_CHECK_##name,
#include "run_check.def"
#undef RUN_CHECK
    RUN_CHECK_COUNT
} RunCheck;

typedef struct RunCheckInfo {
    const char *name;
    bool is_built;
    const char *text;
} RunCheckInfo;

extern const RunCheckInfo RUN_CHECKS[RUN_CHECK_COUNT];

typedef enum OpFlags {
    OP_PURE = 1, OP_READS = 2, OP_WRITES = 4, OP_CONVERGENT = 8, OP_SYNC = 16, OP_REGION = 32, OP_JUMP = 64
} OpFlags;

/* Least to most general; see op.def's legend. */
typedef enum OpRule {
    RULE_CONSTANT, RULE_GROUP, RULE_WAVE, RULE_VARYING, RULE_LANE, RULE_THREAD, RULE_NOTHING,
    RULE_JOIN, RULE_ADD, RULE_SUB, RULE_MUL, RULE_NEGATE, RULE_SHL, RULE_AND, RULE_BITS, RULE_DIVIDE, RULE_KEEP,
    RULE_VARIABLE, RULE_CBUFFER, RULE_MEMORY, RULE_QUERY, RULE_ATOMIC, RULE_COUNTER, RULE_PREFIX_COUNT, RULE_READ_LANE,
    RULE_PARAMETER, RULE_RESULT
} OpRule;

typedef struct OpInfo {
    const char *name;
    const char *operands; /* op.def's letters */
    char result;
    unsigned flags; /* OpFlags */
    OpRule rule;
    const char *text;
} OpInfo;

const OpInfo *op_info(IrOp op);
/* The operation of that name, or IR_OP_COUNT. */
IrOp op_by_name(const char *name, unsigned length);

const char *op_scalar_name(IrScalar scalar); /* "i32" */
int op_scalar_bits(IrScalar scalar);         /* I1: 1 */
bool op_scalar_is_float(IrScalar scalar);

/* Values are bit patterns in the low bits, zero above: i1 is 0 or 1, floats are their IEEE bits.
 * Computes `op` on `operands` of type `operand_type` (for select: of the second operand) into
 * `result_type`; false when the operation is not folded. Semantics: op.def and design of the language
 * (D3D functional specification 22: division by zero gives all ones, shifts modulo the width; float to
 * integer saturates). f16 computes in f32 and rounds. */
bool op_fold(IrOp op, IrScalar operand_type, IrScalar result_type, const uint64_t *operands, uint64_t *result);

double op_bits_to_double(IrScalar type, uint64_t bits); /* of a float type */
uint64_t op_double_to_bits(IrScalar type, double value); /* rounds to nearest even */
int64_t op_sign_extend(IrScalar type, uint64_t bits);
uint64_t op_mask_to_width(IrScalar type, uint64_t bits);
uint64_t op_reverse_bits(uint64_t value, int bits);
int op_first_high_signed(int64_t value);
double op_scale(double value, double exponent); /* value * 2^exponent; 0 and inf stay where that is finite, NaN exponent gives NaN */

#endif
