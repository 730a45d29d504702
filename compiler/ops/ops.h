/* ops: the operations of the IR as one table (op.def), with constant folding. Sees neither the AST
 * nor the IR's data structures, so both sides of the compiler may use it. */
#ifndef WAVECC_OPS_H
#define WAVECC_OPS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum IrScalar {
    IR_VOID, IR_I1, IR_I16, IR_I32, IR_I64, IR_F16, IR_F32, IR_F64, IR_SCALAR_COUNT
} IrScalar;

typedef enum IrOp {
#define OP(name, operands, result, domain, flags, carries, rule, range, fold, text) IR_##name,
#include "op.def"
#undef OP
    IR_OP_COUNT
} IrOp;

/* What a run can test; kernels are prepared for a set of them, 1u << RUN_CHECK_x each. */
typedef enum RunCheck {
#define RUN_CHECK(name, when, of_what, text) RUN_CHECK_##name,
#include "run_check.def"
#undef RUN_CHECK
    RUN_CHECK_COUNT
} RunCheck;

typedef struct RunCheckInfo {
    const char *name;
    bool is_in_all;   /* --check=all asks for it */
    bool is_of_lines; /* a line's comment silences it there */
    const char *text;
} RunCheckInfo;

extern const RunCheckInfo RUN_CHECKS[RUN_CHECK_COUNT];

/* ---- the columns of op.def, whose legend says what they mean ---- */

typedef enum OpDomain {
    DOMAIN_FLOAT, DOMAIN_INTEGER, DOMAIN_LOGIC, DOMAIN_CONVERT, DOMAIN_CHOICE, DOMAIN_CONSTANT,
    DOMAIN_ID, DOMAIN_VARIABLE, DOMAIN_CBUFFER, DOMAIN_TYPED, DOMAIN_STRUCT, DOMAIN_RAW,
    DOMAIN_WORDS, DOMAIN_TEXTURE, DOMAIN_RESOURCE, DOMAIN_SAMPLE, DOMAIN_WAVE, DOMAIN_TEST, DOMAIN_CONTROL
} OpDomain;

typedef enum OpFlags {
    OP_PURE = 1 << 0, OP_READS = 1 << 1, OP_WRITES = 1 << 2, OP_CONVERGENT = 1 << 3,
    OP_SYNC = 1 << 4, OP_REGION = 1 << 5, OP_JUMP = 1 << 6, OP_COMMUTES = 1 << 7,
    OP_COMBINES = 1 << 8, OP_IDEMPOTENT = 1 << 9, OP_FLUSHES = 1 << 10
} OpFlags;

typedef enum OpCarries {
    CARRIES_VARIABLE = 1 << 0, CARRIES_RESOURCE = 1 << 1, CARRIES_SAMPLER = 1 << 2,
    CARRIES_COMBINE = 1 << 3, CARRIES_COMPONENT = 1 << 4, CARRIES_BITS = 1 << 5,
    CARRIES_TARGET = 1 << 6
} OpCarries;

/* What an instruction's immediate says. */
typedef enum OpImmediate {
    IMMEDIATE_NONE, IMMEDIATE_AXIS, IMMEDIATE_EXTENT, IMMEDIATE_CHANNEL, IMMEDIATE_DETAIL,
    IMMEDIATE_PART, IMMEDIATE_QUAD, IMMEDIATE_TOUCH, IMMEDIATE_STEP, IMMEDIATE_HINT,
    IMMEDIATE_ASSERTION, IMMEDIATE_NAME, IMMEDIATE_PRINT, IMMEDIATE_POINT, IMMEDIATE_CALL,
    IMMEDIATE_WAVES, IMMEDIATE_COUNT
} OpImmediate;

typedef enum OpAxis { AXIS_X, AXIS_Y, AXIS_Z } OpAxis;
typedef enum OpExtent {
    EXTENT_WIDTH, EXTENT_HEIGHT, EXTENT_DEPTH, EXTENT_MIPS, EXTENT_STRIDE
} OpExtent;
/* what a sampler does to a level */
typedef enum OpDetail { DETAIL_RAW, DETAIL_CLAMPED, DETAIL_BIASED } OpDetail;
/* of a word; the last three lie 1 to 3 bytes behind the address, where the last address is followed by none */
typedef enum OpPart {
    PART_BYTE, PART_HALFWORD, PART_SIGNED_BYTE, PART_SIGNED_HALFWORD, PART_BYTE_1, PART_BYTE_2, PART_BYTE_3
} OpPart;
static inline int op_part_bytes(int part) { return part == PART_HALFWORD || part == PART_SIGNED_HALFWORD ? 2 : 1; }
static inline bool op_part_is_signed(int part) { return part == PART_SIGNED_BYTE || part == PART_SIGNED_HALFWORD; }
static inline int op_part_behind(int part) { return part < PART_BYTE_1 ? 0 : part - PART_BYTE_1 + 1; }
/* QUAD_LANE: the operand says which */
typedef enum OpQuad { QUAD_LANE, QUAD_X, QUAD_Y, QUAD_DIAGONAL } OpQuad;
typedef enum OpTouch { TOUCH_LOAD, TOUCH_STORE, TOUCH_ATOMIC, TOUCH_ASK } OpTouch;
typedef enum OpStep { STEP_UP = 1, STEP_DOWN = -1 } OpStep;
/* What the source asks of an if or a loop; n > 0 is [unroll(n)]. HINT_GROUP is the pass
 * interchange's: the waves of the group go through the loop together. */
typedef enum OpHint {
    HINT_NONE = 0, HINT_UNROLL = -1, HINT_LOOP = -2, HINT_BRANCH = -3, HINT_FLATTEN = -4,
    HINT_GROUP = -5
} OpHint;

typedef enum OpRule {
    RULE_CONSTANT, RULE_GROUP, RULE_WAVE, RULE_VARYING, RULE_LANE, RULE_THREAD, RULE_NOTHING,
    RULE_JOIN, RULE_CHOOSE, RULE_ADD, RULE_SUB, RULE_MUL, RULE_NEGATE, RULE_SHL, RULE_AND, RULE_BITS,
    RULE_DIVIDE, RULE_KEEP, RULE_COMPARE, RULE_VARIABLE, RULE_CBUFFER, RULE_MEMORY, RULE_QUERY,
    RULE_ATOMIC, RULE_COUNTER, RULE_PREFIX_COUNT, RULE_READ_LANE, RULE_PARAMETER, RULE_RESULT
} OpRule;

/* What results lie between: a function each in passes/ranges_rules.c and ranges_float.c. */
typedef enum OpRange {
    RANGE_RULE_NONE, RANGE_RULE_CONST, RANGE_RULE_GROUP_ID, RANGE_RULE_THREAD, RANGE_RULE_INDEX,
    RANGE_RULE_LANE, RANGE_RULE_WAVE, RANGE_RULE_FADD, RANGE_RULE_FSUB, RANGE_RULE_FMUL, RANGE_RULE_FDIV, RANGE_RULE_FSQRT, RANGE_RULE_FEXP2, RANGE_RULE_FPOW,
    RANGE_RULE_FFMA, RANGE_RULE_FNEG, RANGE_RULE_FABS, RANGE_RULE_FMIN, RANGE_RULE_FMAX,
    RANGE_RULE_SATURATE, RANGE_RULE_ROUND, RANGE_RULE_FRACTION, RANGE_RULE_ADD, RANGE_RULE_SUB,
    RANGE_RULE_MUL, RANGE_RULE_NEGATE, RANGE_RULE_SDIV, RANGE_RULE_UDIV, RANGE_RULE_SREM,
    RANGE_RULE_UREM, RANGE_RULE_AND, RANGE_RULE_OR, RANGE_RULE_XOR, RANGE_RULE_NOT, RANGE_RULE_SHL,
    RANGE_RULE_SSHR, RANGE_RULE_USHR, RANGE_RULE_SMIN, RANGE_RULE_SMAX, RANGE_RULE_UMIN,
    RANGE_RULE_UMAX, RANGE_RULE_ABS, RANGE_RULE_EQUAL, RANGE_RULE_UNEQUAL, RANGE_RULE_SLESS,
    RANGE_RULE_SLESS_EQUAL, RANGE_RULE_ULESS, RANGE_RULE_ULESS_EQUAL, RANGE_RULE_SDOT,
    RANGE_RULE_UDOT, RANGE_RULE_POPCOUNT, RANGE_RULE_REVERSE, RANGE_RULE_UHIGH, RANGE_RULE_SHIGH, RANGE_RULE_LOW, RANGE_RULE_SELECT,
    RANGE_RULE_FCONVERT, RANGE_RULE_FTOS, RANGE_RULE_FTOU, RANGE_RULE_STOF, RANGE_RULE_UTOF,
    RANGE_RULE_SEXT, RANGE_RULE_ZEXT, RANGE_RULE_TRUNCATE, RANGE_RULE_EXTRACT, RANGE_RULE_VARIABLE,
    RANGE_RULE_REDUCE, RANGE_RULE_PREFIX, RANGE_RULE_KEEP, RANGE_RULE_KEEP_OR_ZERO, RANGE_RULE_MASK,
    RANGE_RULE_COUNT, RANGE_RULE_PREFIX_COUNT, RANGE_RULE_PART, RANGE_RULE_PHI
} OpRange;

typedef struct OpInfo {
    const char *name;
    const char *operands; /* letters */
    char result;
    OpDomain domain;
    unsigned flags;       /* OpFlags */
    unsigned carries;     /* OpCarries */
    OpImmediate immediate;
    OpRule rule;
    OpRange range;
    const char *text;
} OpInfo;

extern const OpInfo OPS[IR_OP_COUNT];
static inline const OpInfo *op_info(IrOp op) { return &OPS[op]; }
/* Any of these OpFlags; any of these OpCarries. */
static inline bool op_has(IrOp op, unsigned flags) { return (OPS[op].flags & flags) != 0; }
static inline bool op_carries(IrOp op, unsigned carried)
{
    return (OPS[op].carries & carried) != 0;
}
bool op_is_atomic(IrOp op); /* reads, combines and writes in one */
/* Operands come as rows of resources, address, values: how many there are of the first and the
 * second. */
bool op_is_check(IrOp op); /* reports faults of some lanes: check_... */
bool op_is_numbered(IrOp op); /* its immediate is a place in one of the kernel's lists: #n */
int op_row_count(IrOp op);
int op_address_count(IrOp op); /* 1 of load_var, 2 of load_struct, 0 where there is no place */
/* example.def's row for an operation, whose legend says what it holds. */
typedef struct OpExample {
    IrOp shown_by;     /* the operation itself, or the one whose example shows it */
    const char *value;
    const char *text;
} OpExample;

extern const OpExample OP_EXAMPLES[IR_OP_COUNT];
extern const char OP_EXAMPLE_HEAD[]; /* what stands before each: a kernel up to its constants */
/* Every operation with its example, as Markdown: docs/ir.md has it. */
struct Text;
void op_list(struct Text *out);

/* The operation of that name, or IR_OP_COUNT. */
IrOp op_by_name(const char *name, unsigned length);

const char *op_scalar_name(IrScalar scalar); /* "i32" */
int op_scalar_bits(IrScalar scalar);         /* I1: 1 */
int op_scalar_bytes(IrScalar scalar);        /* in memory; I1: 4 */
bool op_scalar_is_float(IrScalar scalar);

/* < and <= of integers. */
static inline bool op_is_order(IrOp op) { return op == IR_ult || op == IR_ule || op == IR_slt || op == IR_sle; }

/* The comparison that is true where this one is not, of the same operands or of these the other way round: not (a < b) is
 * b <= a. IR_const: none, as of the ordered comparisons of floats, NaN fails both. */
typedef struct OpComplement { IrOp op; bool swaps; } OpComplement;
OpComplement op_complement(IrOp op);

/* Values are bit patterns in the low bits, zero above: i1 is 0 or 1, floats are their IEEE bits.
 * Computes `op` on `operands` of type `operand_type` (for select: of the second operand) into
 * `result_type`; false when the operation is not folded. Semantics: op.def and design of the
 * language (D3D functional specification 22: division by zero gives all ones, shifts modulo the
 * width; float to integer saturates). f16 computes in f32 and rounds. */
bool op_fold(IrOp op, IrScalar operand_type, IrScalar result_type, const uint64_t *operands,
             uint64_t *result);

double op_bits_to_double(IrScalar type, uint64_t bits); /* of a float type */
uint64_t op_double_to_bits(IrScalar type, double value); /* rounds to nearest even */
int64_t op_sign_extend(IrScalar type, uint64_t bits);
uint64_t op_mask_to_width(IrScalar type, uint64_t bits);
uint64_t op_reverse_bits(uint64_t value, int bits);
/* The sum of the products of four bytes, modulo 2^64. */
uint64_t op_sdot4(uint64_t a, uint64_t b);
uint64_t op_udot4(uint64_t a, uint64_t b);
int op_first_high_signed(int64_t value);
/* value * 2^exponent; 0 and inf stay where that is finite, NaN exponent gives NaN */
double op_scale(double value, double exponent);

#endif
