/* What the generator, the printer and the interpreter of random programs share. */
#ifndef WAVECC_PROGRAM_H
#define WAVECC_PROGRAM_H

#include "programs.h"

enum { MOST_FIELDS = 6, MOST_METHODS = 4 };

/* ---- types and values ---- */

typedef enum Scalar { /* by rising rank, as far as operands meet in one kind by themselves */
    KIND_BOOL, KIND_INT, KIND_UINT, KIND_FLOAT, KIND_INT16, KIND_UINT16, KIND_INT64, KIND_UINT64,
    KIND_COUNT
} Scalar;

typedef struct ScalarRow {
    const char *name;
    int bits;
    bool is_signed, is_float;
} ScalarRow;
extern const ScalarRow SCALARS[KIND_COUNT];

typedef enum Shape { SHAPE_NUMBERS /* scalar, vector, matrix */, SHAPE_LIST, SHAPE_RECORD } Shape;

typedef struct Type Type;
typedef struct Function Function;

struct Type {
    Shape shape;
    Scalar scalar;
    int rows, columns;   /* NUMBERS: a vector has one row, a scalar one of each */
    bool is_matrix;
    const Type *element; /* LIST */
    int count;
    const char *name;    /* as it is written, without LIST's [count] */
    const Type *base;    /* RECORD: or NULL */
    const Type *fields[MOST_FIELDS]; /* behind the base's */
    const char *field_names[MOST_FIELDS];
    int field_count;
    Function *methods[MOST_METHODS];
    int method_count;
    int leaf_count;      /* scalars in it; the base's first, then the fields', in order */
};

typedef union Leaf {
    int64_t integer; /* sign- or zero-extended from the kind's bits; bool: 0 or 1 */
    float number;
} Leaf;

/* ---- trees ---- */

typedef struct Variable {
    const char *name;
    const Type *type;
    Leaf *leaves; /* while it is interpreted */
    bool is_constant;
    enum { WAY_IN, WAY_OUT, WAY_INOUT } way; /* of parameters */
    struct Expr *init; /* a parameter's default, or NULL */
    int *offsets;      /* of a cbuffer: where each leaf lies; NULL: it is no member of one */
} Variable;

typedef enum ExprKind {
    LITERAL, READ /* of `variable` */, FIELD, ELEMENT /* of a list, vector or matrix: its row */,
    SWIZZLE, NEGATE, COMPLEMENT, NOT, BINARY, CHOICE, SELECT, CONVERT, CONSTRUCT, CALL, INTRINSIC,
    OPERATOR /* a method that is written as one */, WAVE /* all that a statement computes */,
    FETCH /* of a resource that holds the program's input */, STEPPED /* ++ of an integer */
} ExprKind;

typedef enum Intrinsic {
    FN_MIN, FN_MAX, FN_CLAMP, FN_ABS, FN_COUNTBITS, FN_REVERSEBITS, FN_FIRSTBITLOW, FN_DOT, FN_ANY,
    FN_ALL, FN_ASUINT, FN_ASINT, FN_MAD, FN_MUL, FN_TRANSPOSE, FN_FLOOR, FN_TRUNC, FN_COUNT
} Intrinsic;

typedef enum Wave {
    WAVE_SUM, WAVE_PRODUCT, WAVE_MIN, WAVE_MAX, WAVE_AND, WAVE_OR, WAVE_XOR, WAVE_PREFIX_SUM,
    WAVE_PREFIX_PRODUCT, WAVE_READ_FIRST, WAVE_READ_AT, WAVE_ALL_EQUAL, WAVE_ANY, WAVE_ALL,
    WAVE_COUNT_BITS, WAVE_PREFIX_COUNT, WAVE_BALLOT, WAVE_MATCH, WAVE_IS_FIRST, WAVE_QUAD_X,
    WAVE_QUAD_Y, WAVE_QUAD_DIAGONAL, WAVE_COUNT
} Wave;

typedef struct WaveRow {
    const char *name;
    enum {
        WAVE_OF_NOTHING, WAVE_OF_BOOL, WAVE_OF_UNSIGNED, WAVE_OF_INTEGERS, WAVE_OF_NUMBERS,
        WAVE_OF_ANY
    } of;
    enum { WAVE_GIVES_SAME, WAVE_GIVES_BOOLS, WAVE_GIVES_UINT, WAVE_GIVES_UINT4 } gives;
} WaveRow;
extern const WaveRow WAVES[WAVE_COUNT];

typedef struct Expr Expr;
struct Expr {
    ExprKind kind;
    const Type *type;
    Leaf leaf;                 /* LITERAL */
    Variable *variable;
    int field;                 /* FIELD: counted from the base's first */
    int components[4], component_count; /* SWIZZLE */
    char operation[3];         /* BINARY, OPERATOR: "<<" */
    bool is_implicit;          /* CONVERT: not written */
    bool is_method;            /* FETCH: .Load(...), with a mip level where there is one */
    Fetch fetch;
    Intrinsic intrinsic;
    Wave wave;
    Function *function;
    Expr *left, *middle, *right;
    Expr *arguments[16];
    int argument_count;
};

typedef enum StmtKind {
    BLOCK, DECLARE, ASSIGN /* place operation= value */, STEP /* ++ or -- */, IF, FOR, WHILE, DO,
    SWITCH, BREAK, CONTINUE, RETURN, EVALUATE, ATOMIC /* on a cell: `operation` says how */,
    EXCHANGE /* over groupshared memory */
} StmtKind;

enum { CELL_ADD, CELL_MIN, CELL_MAX, CELL_AND, CELL_OR, CELL_XOR, CELL_KINDS = 8 };

typedef struct Stmt Stmt;
struct Stmt {
    StmtKind kind;
    Variable *variable;        /* DECLARE, EXCHANGE; FOR, WHILE, DO: the counter */
    Expr *place, *value;       /* IF, SWITCH: value */
    Expr *list[16];            /* DECLARE: {...} */
    int list_count;
    char operation[3];         /* ASSIGN: "" is plain; STEP: "++" */
    bool is_prefix;            /* STEP */
    int turns;                 /* of loops; EXCHANGE: how many threads further on */
    const char *shared;        /* EXCHANGE: the array */
    int cell;                  /* ATOMIC: CELL_ADD; of the row that `place` computes */
    VEC(Stmt *) body;
    VEC(Stmt *) else_body;
    int labels[4];             /* SWITCH: of the cases, each in `body` a block; then a default */
};

/* Whether it prints its counter at the start of each turn. */
static inline bool loop_prints(const Stmt *stmt) { return stmt->kind == FOR && stmt->turns == 3; }

struct Function {
    const char *name;          /* with its namespaces */
    Variable *parameters[6];
    int parameter_count;
    const Type *result;        /* NULL: void */
    Stmt *body;
    const Type *owner;         /* a method's struct */
    Variable *self[MOST_FIELDS * 3]; /* the fields of its object, by number */
    bool is_pure;              /* stores to nothing but its locals */
    bool is_overloaded;        /* arguments have its parameters' very types */
};

struct Program {
    Text text;
    VEC(Variable *) globals;   /* static ones, members of structs, elements of each thread's own */
    Expr *global_values[16]; /* NULL: all zeros */
    bool clears[16];           /* main begins with storing zeros there */
    Stmt *main;
    Variable *thread;          /* main's parameter */
    Variable *lane, *lanes;    /* what the wave says */
    uint8_t constants[CONSTANT_BYTES]; /* of the cbuffer */
    int constant_bytes;
    Variable *source[4];       /* main's first variables: what it reads */
    Variable *sinks[MOST_SINKS]; /* what is hashed, in order */
    int sink_count;
};

/* ---- program_types.c ---- */
const Type *type_numbers(Arena *arena, Scalar scalar, int rows, int columns, bool is_matrix);
const Type *type_list(Arena *arena, const Type *element, int count);
bool type_is_same(const Type *left, const Type *right);
/* The leaf at which field `field` begins (the base's fields count first); its type. */
int type_field(const Type *record, int field, const Type **type, const char **name);
int type_all_fields(const Type *record); /* the base's too */

/* ---- program_print.c ---- */
void print_declared(Text *out, const Type *type, const char *name); /* "int a[3]" */
void print_expr(Text *out, const Expr *expr);
void print_stmt(Text *out, const Stmt *stmt, int depth);
void print_function(Text *out, const Function *function, const char *name, int depth);

#endif
