/* Intrinsics and operators, crossed: every row x every component type x every shape that its signature
 * allows, over edge cases, against models that know nothing of the compiler.
 *
 *     builtin.def, operators.def -> cases (cases.c) -> a shader whose thread t runs each case on inputs t
 *                                   models.def      -> what each thread must store
 *
 * A case is one row at one scalar kind and shape. Its inputs are drawn from the kind's edge values
 * (numbers.c), so that a scalar function of two arguments meets every pair. The shader runs in the reference
 * evaluator and as compiled code; a second shader has the same arguments as constants, which the compiler
 * must fold (program.c). */
#ifndef WAVECC_TEST_INTRINSICS_H
#define WAVECC_TEST_INTRINSICS_H

#include "check/check.h"

enum { MOST_ARGUMENTS = 4, MOST_COMPONENTS = 16, GROUP = 32 };

/* ---- numbers of any kind as bits (numbers.c) ---- */

typedef __typeof__(1.0L) Real;

Real number_of_bits(ScalarKind kind, uint64_t bits);         /* float kinds */
uint64_t bits_of_number(ScalarKind kind, Real number);       /* float kinds, to nearest even */
int64_t integer_of_bits(ScalarKind kind, uint64_t bits);     /* sign-extended where signed; bool 0 or 1 */
uint64_t bits_of_integer(ScalarKind kind, uint64_t integer); /* cut to the width */
Real epsilon_of(ScalarKind kind);        /* half an ulp of 1: 2^-24 for float */
Real least_normal_of(ScalarKind kind);
Real greatest_of(ScalarKind kind);
Real ulp_at(ScalarKind kind, Real exact);
int bytes_of(ScalarKind kind);           /* in the buffers of these tests */
/* The values that are worth trying; `tame`: those whose sums and products of a few stay finite. */
typedef struct Edges { const uint64_t *bits; int count; } Edges;
Edges edges_of(ScalarKind kind, bool tame);

/* ---- cases (cases.c) ---- */

typedef struct Shape { int rows, columns; } Shape; /* 0, 0 a scalar; 0, n a vector; else a matrix */
static inline int shape_count(Shape shape) { return (shape.rows ? shape.rows : 1) * (shape.columns ? shape.columns : 1); }

typedef struct Place { /* the result or an argument */
    char direction;    /* ' ' in  '>' out  '-' there is none */
    ScalarKind kind;
    Shape shape;
} Place;

/* Over which inputs: all pairs of edges; some edges; moderate numbers. */
typedef enum Battery { BATTERY_PAIRS, BATTERY_EDGES, BATTERY_TAME, BATTERY_COUNT } Battery;
extern const int BATTERY_THREADS[BATTERY_COUNT];

typedef struct Call Call;
typedef void Model(Call *call); /* fills call->wanted */

typedef struct Case {
    const char *text;    /* the expression over a, b, c, d: "lerp(a, b, c)" */
    const char *name;    /* "lerp half2x3" */
    Model *model;
    ScalarKind kind;     /* of the generic letter; of the first argument where there is none */
    Place result, arguments[MOST_ARGUMENTS];
    int argument_count;
    Battery battery;
    bool is_compiled;    /* else only evaluated, unless all are asked for */
} Case;

typedef struct Cases { VEC(Case) items; } Cases;

/* Kinds by which the cross is cut; SCALAR_COUNT and one more: rows of fixed kinds, with native 16-bit types
 * and without. */
enum { GROUP_FIXED_NATIVE = SCALAR_COUNT, GROUP_FIXED, GROUP_COUNT };
bool group_is_native(int group);
const char *group_name(int group);
void cases_of_group(Arena *arena, int group, Cases *cases); /* intrinsics, operators, casts */
/* "float2x3" */
const char *type_text(Arena *arena, ScalarKind kind, Shape shape);

/* ---- models ---- */

typedef struct Wanted {
    uint64_t bits;     /* of an integer kind or bool */
    Real exact, slack; /* of a float kind; see EXACT, ANY_ZERO */
} Wanted;

struct Call {
    const Case *test;
    uint64_t bits[MOST_ARGUMENTS][MOST_COMPONENTS];
    bool flushes;   /* float denormals are zeros, in arguments and between steps */
    bool overflows; /* a product may be infinite before a sum brings it back; else it is fused */
    Wanted wanted[MOST_ARGUMENTS + 1][MOST_COMPONENTS]; /* the result's, then the out arguments' */
};

#define EXACT 0.0L      /* slack: the nearest value of the kind */
#define ANY_ZERO (-1.0L) /* the same, but a zero may have either sign */

typedef struct Row { /* of models.def */
    int id;               /* BuiltinId, or operator */
    ScalarClass class;
    Model *model;
    bool is_whole, wants_edges;
} Row;
extern const Row ROWS[];
extern const int ROW_COUNT;
/* The model of an intrinsic for a kind, or NULL. */
const Row *row_of(int id, ScalarKind kind);

typedef struct OperatorModel { const char *text; const char *operands; char result; ScalarClass class; Model *model; } OperatorModel;
extern const OperatorModel OPERATORS[];
extern const int OPERATOR_COUNT;
Model model_cast;

/* ---- inputs (inputs.c) ---- */

/* One value for each kind, argument, component and thread. */
size_t inputs_size(Battery battery);
size_t input_offset(Battery battery, ScalarKind kind, int argument, int component); /* of thread 0, in bytes */
uint8_t *inputs_new(Arena *arena, Battery battery);
uint64_t input_bits(Battery battery, ScalarKind kind, int argument, int component, int thread);

/* ---- shaders (shader_text.c) ---- */

typedef struct Output { int output, component; ScalarKind kind; const char *text; } Output; /* text: "r.x" */
typedef struct Outputs { VEC(Output) items; } Outputs;
/* The components that a case stores, in order. */
Outputs outputs_of(Arena *arena, const Case *test);
int case_bytes(const Case *test); /* what a thread stores */

typedef struct Entry { /* cases of one battery in one entry point */
    const char *name;
    Battery battery;
    const Case *const *cases;
    int count;
    int tuples;         /* constant arguments: that many threads' for each case. 0: run-time arguments */
    size_t out_bytes;
} Entry;
typedef struct Entries { VEC(Entry) items; } Entries;

typedef enum Selection { SELECT_ALL, SELECT_COMPILED, SELECT_FOLDED } Selection; /* folded: all, with constant arguments */
Entries entries_of(Arena *arena, const Cases *cases, Selection selection);
/* Where thread `thread`'s results of case `index` start, component by component; folded: of tuple `thread`. */
size_t output_offset(const Entry *entry, int index, int output, int thread);
/* Which thread's inputs tuple `tuple` of a folded case has. */
int thread_of_tuple(const Entry *entry, int index, int tuple);
void entry_write(Arena *arena, Text *text, const Entry *entry);

/* ---- running (program.c) ---- */

typedef struct Program {
    Arena *arena;
    int group;
    Cases cases;
    Entries entries;
    const uint8_t *inputs[BATTERY_COUNT];
    uint8_t *out;
    int faults;
} Program;

Program program_new(int group, Selection selection);
void program_drop(Program *program);
/* Compares what each entry stores, as the reference evaluator has it. Folded entries go through the passes
 * first, and nothing but constants may be stored. */
void program_evaluate(Program *program, int wave_size);
/* As wavecc's and the C compiler's code has it, at each of the wave sizes ("4,32"). */
void program_run(Program *program, const char *wave_sizes);

/* ---- judging (judge.c) ---- */

/* Compares an entry's results with the models; prints the first that differ and counts them in `faults`. */
void judge_entry(Program *program, const Entry *entry, const char *who);

#endif
