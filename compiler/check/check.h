/* check: from the tree as written to a typed tree: names resolved, overloads chosen, conversions
 * and copies explicit, templates instantiated, constants evaluated, layouts computed.
 *
 * One check is for one entry point at one wave size, since GroupGetWaveCount() is a constant
 * expression that depends on both. lower reads the typed tree and nothing of the AST. */
#ifndef WAVECC_CHECK_H
#define WAVECC_CHECK_H

#include "base/base.h"
#include "ops/ops.h"
#include "syntax/ast.h"

/* ---- types ---- */

typedef enum ScalarKind { /* rows of scalar.def: size, class, rank, names */
#define SCALAR(id, ...) SCALAR_##id,
#include "scalar.def"
#undef SCALAR
    SCALAR_COUNT
} ScalarKind;

typedef enum TypeKind {
    TYPE_ERROR, /* of a failed expression: converts to and from everything, silently. With a
                   name: what other shader stages have of that name (foreign.c) */
    TYPE_VOID, TYPE_SCALAR, TYPE_VECTOR, TYPE_MATRIX, TYPE_ARRAY, TYPE_STRUCT, TYPE_ENUM,
    TYPE_RESOURCE, TYPE_STRING,
    TYPE_DESCRIPTOR /* of ResourceDescriptorHeap[i] before it meets the resource type it is for;
                       lower sees none */
} TypeKind;

typedef enum ResourceKind { /* rows of resource.def: class t u b s, dimensions, writable, ... */
#define RESOURCE(id, ...) RESOURCE_##id,
#include "resource.def"
#undef RESOURCE
    RESOURCE_KIND_COUNT
} ResourceKind;

typedef enum ScalarClass { CLASS_BOOL, CLASS_SIGNED, CLASS_UNSIGNED, CLASS_FLOAT } ScalarClass;

typedef struct ScalarInfo { /* a row of scalar.def */
    const char *name;
    int bits, bytes;
    IrScalar ir;
    ScalarClass class;
    int rank;
    const char *abi; /* "F32" */
} ScalarInfo;
const ScalarInfo *scalar_info(ScalarKind scalar);

typedef enum ResourceElement { ELEMENT_NOTHING, ELEMENT_TYPED, ELEMENT_STRUCT, ELEMENT_CONSTANTS } ResourceElement;

typedef struct ResourceInfo { /* a row of resource.def */
    const char *name;
    char register_class;
    const char *abi; /* "RWTEXTURE2D" */
    int index, spatial, sizes;
    bool is_array, is_writable;
    ResourceElement element;
    const char *shape; /* "TEX2D" */
    unsigned families;
} ResourceInfo;
const ResourceInfo *resource_info(ResourceKind kind);
bool resource_is_texture(const ResourceInfo *info);

typedef struct Type Type;
typedef struct Variable Variable;
typedef struct Function Function;
typedef struct Resource Resource;
typedef struct Expr Expr;
typedef struct Stmt Stmt;

typedef struct Field {
    Name name;
    const Type *type;
    SourcePos pos;
    bool follows_base; /* the first of those that a struct adds to its base's */
    int bit_width;     /* of a bit-field; 0: it is none */
    int bit_offset;    /* from the low end of its unit, a number of `unit`'s type in memory */
    bool joins_unit;   /* that of the field before; otherwise the unit begins with this field */
    bool ends_unit;    /* ":0" follows */
    const Type *unit;  /* of a bit-field. One without a name has no value, its `type` is an empty
                          struct, but takes its bits */
    Name semantic; /* of entry-point structs; or NULL */
    int system;    /* SystemValue of `semantic`: where a parameter of the entry point is a struct,
                      the variable's own `system` is SYSTEM_NONE and each field's counts, nested
                      structs' too */
} Field;

/* Types are interned: equal types are equal pointers, except that matrices differ by layout
 * (type_same ignores that). const is a property of variables, not of types. */
struct Type {
    TypeKind kind;
    ScalarKind scalar;   /* SCALAR VECTOR MATRIX; ENUM: underlying */
    int rows, columns;   /* VECTOR: 1, n;  MATRIX: r, c;  SCALAR: 1, 1 */
    bool row_major;      /* MATRIX: how it lies in buffers; values have no layout */
    const Type *element; /* ARRAY; RESOURCE: T, or NULL (ByteAddressBuffer, samplers) */
    int64_t count;       /* ARRAY; -1: [] of resources */
    ResourceKind resource;
    int sample_count;    /* Texture2DMS */
    Name name;           /* STRUCT, ENUM; also spelled with template arguments: "Pair<int>" */
    const Field *fields; /* STRUCT: the base's fields first */
    int field_count;
    const Type *base;    /* STRUCT or NULL */
    bool has_bit_fields; /* STRUCT: itself or a struct in it */
    bool is_scoped;      /* ENUM: enum class, which converts to nothing by itself */
    bool is_never_negative; /* ENUM whose scalar follows from its values: its bit-fields have no sign */
    bool snorm, unorm;   /* RESOURCE element modifiers */
    const Type *foreign; /* itself, or STRUCT: the first in it, that is of another stage; or NULL */
    const struct TypeMeasures *measured; /* complete STRUCT */
    const char *reason;  /* why a foreign type is not supported */
    const char *spelling;
};

const char *type_spelling(const Type *type); /* "float4", "row_major float3x2",
                                                "Texture2D<float4>" */
bool type_same(const Type *left, const Type *right);
bool type_is_numeric(const Type *type);      /* scalar, vector, matrix */
bool type_is_floating(const Type *type);     /* numeric of a floating scalar */
int type_component_count(const Type *type);  /* scalar 1, vector n, matrix r*c; else 0 */
int type_leaf_count(const Type *type);       /* scalars in it, arrays and structs flattened;
                                                resources count 1 */
bool type_has_bit_fields(const Type *type);  /* somewhere in it */
int scalar_bits(ScalarKind scalar);          /* of a value: 1 (bool), 16, 32, 64 */
IrScalar scalar_ir(ScalarKind scalar);       /* the IR's type: I1 I16 I32 I64 F16 F32 F64 */

/* ---- layout in memory ---- */

/* HLSL "Packing Rules for Constant Variables"; structured buffers are tight. */
typedef enum LayoutRule { LAYOUT_CBUFFER, LAYOUT_STRUCTURED } LayoutRule;
/* All in bytes. A cbuffer array's elements start on 16-byte rows, the last one is not padded. */
int64_t layout_size(const Type *type, LayoutRule rule);
int64_t layout_alignment(const Type *type, LayoutRule rule);
int64_t layout_array_stride(const Type *array, LayoutRule rule);
int64_t layout_field_offset(const Type *structure, int field, LayoutRule rule);
/* Of component (row, column) of a matrix within it; of component (0, column) of a vector. */
int64_t layout_component_offset(const Type *type, int row, int column, LayoutRule rule);

/* ---- the program ---- */

typedef enum Storage {
    STORAGE_LOCAL,       /* local variables */
    STORAGE_PARAMETER,
    STORAGE_STATIC,      /* static globals and static locals: one per thread, initialised at its
                            start; locals without `init` where the tree assigns to them. Structs of resources at file scope too: `init` constructs them
                            from hidden resource variables */
    STORAGE_CONSTANT,    /* static const with a constant initialiser: `value` */
    STORAGE_GROUPSHARED,
    STORAGE_CBUFFER,     /* member of a cbuffer or of $Globals: `resource` and `offset` */
    STORAGE_RESOURCE     /* a global resource object or array of them; ConstantBuffer<T> too */
} Storage;

typedef enum Direction { DIRECTION_IN, DIRECTION_OUT, DIRECTION_INOUT } Direction;

typedef enum SystemValue {
    SYSTEM_NONE, SYSTEM_GROUP_ID, SYSTEM_GROUP_THREAD_ID, SYSTEM_DISPATCH_THREAD_ID,
    SYSTEM_GROUP_INDEX,
    SYSTEM_GROUP_WAVE_INDEX
} SystemValue;

/* A compile-time value: its leaves in declaration order (matrices row by row). Integers are kept
 * sign- or zero-extended to 64 bits, floats of every width as double. */
typedef union ConstantLeaf { int64_t integer; double number; } ConstantLeaf;

struct Variable {
    Name name;
    const Type *type;
    SourcePos pos;
    Storage storage;
    Direction direction;     /* PARAMETER */
    SystemValue system;      /* parameters of the entry point */
    bool is_const, is_precise, is_globallycoherent;
    bool is_reference;       /* PARAMETER declared groupshared: another name for the argument's
                                place, never a copy */
    bool is_self;            /* PARAMETER: `this`, another name for the object's place */
    bool is_named;           /* somewhere behind its declaration */
    bool names_itself;       /* LOCAL: in its `init`, where it has no value yet */
    Expr *init;              /* LOCAL, STATIC; NULL: none */
    ConstantLeaf *value;     /* CONSTANT; and CBUFFER members with a default */
    Resource *resource;      /* CBUFFER, RESOURCE */
    Name spaces;             /* CBUFFER: the namespaces around it, "a::b"; or NULL */
    int64_t offset;          /* CBUFFER: bytes from the start of the buffer */
    struct Candidate *declaration; /* what is wrong with it where the entry point gets to it; or
                                NULL */
    int index;               /* dense numbering within its function (LOCAL, PARAMETER) or the
                                program */
};

/* Each resource type that a shader takes from ResourceDescriptorHeap or SamplerDescriptorHeap is
 * an unbounded array at register 0 of this space: element i is the heap's descriptor i as that
 * type. D3D12 keeps spaces from 0xfffffff0 for itself, so that no shader can name it. */
enum { HEAP_SPACE = -16, REPORT_SPACE = HEAP_SPACE + 1 /* of a unit test's report */ };

/* A sampler's state as a root signature gives it; words are those of wcc_abi.h without their
 * WCC_. */
typedef struct StaticSampler {
    const char *filter[3];  /* min, mag, mip */
    const char *address[3];
    const char *comparison;
    float bias, min_level, max_level, border[4];
    int register_index, space;
} StaticSampler;

struct Resource { /* one declaration, as the host binds it; cbuffer blocks and $Globals too */
    Name name;
    const Type *type;        /* TYPE_RESOURCE; the element type where the declaration is an array.
                                cbuffer blocks: RESOURCE_CBUFFER whose element is a struct of the
                                members */
    Name spaces;             /* the namespaces around it, "a::b"; or NULL */
    SourcePos pos;
    char register_class;     /* t u b s */
    int register_index, space; /* assigned where not written; HEAP_SPACE: see there */
    int64_t array_count;     /* 0: no array; -1: unbounded */
    Variable **members;      /* of a cbuffer block, in order, with offsets; else NULL */
    int member_count;
    int64_t size;            /* cbuffers: bytes, rounded up to 16 */
    bool has_counter;        /* append, consume, or IncrementCounter/DecrementCounter used */
    bool is_used;            /* named in a function */
    StaticSampler *static_sampler; /* NULL: the host sets it */
    int index;               /* in CheckedProgram.resources */
};

struct Function {
    Name name;
    const Type *result;
    Variable **parameters;   /* a method's `this` is the first, DIRECTION_INOUT */
    int parameter_count;
    Variable **locals;
    int local_count;
    Stmt *body;
    SourcePos pos;
};

typedef struct CheckedProgram {
    Function *entry;
    uint32_t threads[3];
    int wave_size;
    int wave_size_preferred;           /* of [WaveSize]; 0: none */
    int wave_size_min, wave_size_max; /* of [WaveSize]; 0: none. When wave_size violates it: an
                                         error was reported */
    Resource **resources;      /* all declared in the file, in order, used or not */
    int resource_count;
    Variable **statics;        /* STORAGE_STATIC, in order of initialisation */
    int static_count;
    Variable **groupshared;    /* those the entry point can reach */
    int groupshared_count;
    int64_t groupshared_limit; /* bytes; [GroupSharedLimit], default 32768 */
    Resource *report;          /* where a unit test's failed assertions go; NULL: this is none,
                                  they do nothing */
    uint32_t test_groups[3];   /* of [Test(x, y, z)], default 1; 0 where this is none */
    const struct Checker *checker; /* what it was made by, for CheckOptions.first */
} CheckedProgram;

/* ---- typed expressions ---- */

typedef enum BuiltinId { /* rows of builtin.def */
#define BUILTIN(id, ...) BUILTIN_##id,
#include "builtin.def"
#undef BUILTIN
    BUILTIN_COUNT
} BuiltinId;

typedef enum MethodId { /* rows of method.def: methods of resources */
#define METHOD(id, ...) METHOD_##id,
#include "method.def"
#undef METHOD
    METHOD_COUNT
} MethodId;

const char *builtin_name(BuiltinId id); /* as HLSL spells it */
/* Every intrinsic and every method with its signatures, as Markdown tables: docs/language.md has
 * them. */
void check_list_intrinsics(Text *out);
/* Whether a generic component letter of builtin.def's signatures stands for that kind. */
bool check_letter_has(char letter, ScalarKind kind);

typedef enum ExprKind {
    EXPR_ERROR,
    EXPR_CONSTANT,   /* value */
    EXPR_VARIABLE,   /* variable; an lvalue unless constant */
    EXPR_UNARY,      /* op (SUB NOT COMPLEMENT) on left, componentwise; type as left (NOT: bool) */
    EXPR_BINARY,     /* op, componentwise; left and right already have one type (shifts: right's
                        scalar too); comparisons give bool of that shape. Never LOGICAL_AND/OR with
                        short circuit */
    EXPR_LOGICAL,    /* && || on scalar bools, short-circuit: op, left, right (vectors before 2021:
                        BINARY) */
    EXPR_CONDITIONAL,/* scalar condition left ? middle : right, only one side evaluated */
    EXPR_SELECT,     /* componentwise: left is bool of the type's shape; both sides evaluated */
    EXPR_ASSIGN,     /* left = right. With op: left = (left's type)((operation_type)left op right)
                        and right has operation_type; left is evaluated once. Type: left's */
    EXPR_INCREMENT,  /* ++ -- (op) of left; postfix gives the old value */
    EXPR_CALL,       /* function(arguments): inout and out arguments are lvalues of the parameter's
                        type or EXPR_CONVERT of an lvalue (copied in by the conversion and out by
                        its inverse) */
    EXPR_BUILTIN,    /* builtin(arguments): argument types as builtin.def's row says after
                        conversion; out arguments are lvalues as for CALL */
    EXPR_METHOD,     /* left.method(arguments): left has TYPE_RESOURCE */
    EXPR_SWIZZLE,    /* components[component_count] of left: a vector, scalar, or matrix (then
                        row*4+column). An lvalue if left is and no component repeats */
    EXPR_FIELD,      /* left's field number `field`. left may be EXPR_CONVERT of a
                        ConstantBuffer<T> or TextureBuffer<T> to its T: the buffer's content */
    EXPR_BASE,       /* left as its base struct: a prefix of the fields */
    EXPR_INDEX,      /* left[right]: array element, vector component, matrix row, resource element
                        (buffers: scalar index; textures: uint vector), element of an array of
                        resources */
    EXPR_CONSTRUCT,  /* type from arguments whose leaves, in order, are exactly the type's leaves
                        in order and already have the right scalar kinds; a single scalar argument
                        is splatted */
    EXPR_CONVERT,    /* left to type: same shape (scalar kinds differ), splat of a scalar,
                        truncation of a vector or matrix (upper left part), or leaf by leaf between
                        aggregates */
    EXPR_COMMA       /* left, right */
} ExprKind;

struct Expr {
    ExprKind kind;
    const Type *type;
    SourcePos pos;
    bool is_lvalue;
    bool is_precise;          /* no contraction */
    bool is_decimal;          /* CONSTANT: as written in base 10, without U: no pattern of bits */
    AstOp op;
    bool postfix;
    const Type *operation_type;
    ConstantLeaf *value;
    Slice string;             /* CONSTANT of TYPE_STRING: printf's format */
    Variable *variable;
    Function *function;
    BuiltinId builtin;
    MethodId method;
    Expr *left, *middle, *right;
    Expr **arguments;
    int argument_count;
    uint32_t written;         /* BUILTIN, METHOD: bit i: argument i is an out parameter or the
                                 place of an atomic */
    uint8_t components[16];
    int component_count;
    int field;
};

/* Of a BUILTIN or METHOD: whether it writes to that argument. Those of printf have no end. */
static inline bool expr_writes_argument(const Expr *call, int argument)
{
    return argument < 32 && (call->written >> argument & 1) != 0;
}

/* ---- typed statements ---- */

typedef enum StmtKind {
    STMT_EXPR, STMT_DECLARE /* variable, with variable->init */, STMT_BLOCK, STMT_IF, STMT_LOOP,
    STMT_SWITCH, STMT_BREAK, STMT_CONTINUE, STMT_RETURN
} StmtKind;

typedef struct SwitchCase {
    int64_t *values;  /* labels of this body */
    int value_count;
    bool is_default;
    Stmt *body;       /* a STMT_BLOCK */
    bool falls;       /* its end is the next section's beginning; else it ends in a jump */
} SwitchCase;

struct Stmt {
    StmtKind kind;
    SourcePos pos;
    Expr *expr;        /* EXPR; IF, LOOP, SWITCH condition (NULL: for (;;)); RETURN value or
                          NULL */
    Variable *variable;
    Stmt **statements; /* BLOCK */
    int statement_count;
    Stmt *init;        /* LOOP: a block run before, its variables scoped to the loop; or NULL */
    Expr *step;        /* LOOP */
    Stmt *body, *else_body;
    bool test_after;   /* LOOP: do while */
    int32_t hint;      /* IF, LOOP: OpHint, or n > 0: [unroll(n)] */
    SwitchCase *cases;
    int case_count;
};

/* ---- the stage ---- */

typedef struct CheckOptions {
    int hlsl_version;
    bool default_hlsl_version;    /* nobody asked for it: before 2021, && || ?: took vectors, and
                                     still do with a warning */
    int shader_model_major, shader_model_minor;
    bool legacy;                  /* fxc's language: cs_5_x, -Gec */
    bool native_16bit;
    bool default_row_major;       /* -Zpr */
    bool allow_group_wave_mixing; /* -Wno-group-wave-index-mixing */
    bool group_wave_index;        /* -fgroup-wave-index: SV_GroupWaveIndex below Shader Model
                                     6.10 */
    const char *entry;            /* function name */
    int wave_size;
    int extra_waves;              /* that GroupGetWaveCount() counts besides those with threads */
    bool tests;                   /* the entry point is a unit test where it is marked [Test] */
    const CheckedProgram *first;  /* of the same file, with another entry point or wave size: what it
                                     reported of bodies that this one does not come to is not
                                     reported again; NULL: there is none */
} CheckOptions;

typedef struct CheckContext {
    Arena *arena;
    Names *names;
    Diagnostics *diagnostics;
    const CheckOptions *options;
} CheckContext;

/* A function that could be an entry point: it has numthreads, or [Test] and is a unit test. Sizes
 * are 0 where [WaveSize] does not say one, or says it in a way that only check_program can
 * evaluate (and does). */
typedef struct CheckEntry {
    Name name;
    SourcePos pos;
    bool is_test, in_namespace;
    int wave_min, wave_max, preferred;
} CheckEntry;
typedef struct CheckEntryList { VEC(CheckEntry) entries; } CheckEntryList;
CheckEntryList check_find_entries(Arena *arena, const AstUnit *unit); /* in the file's order */

/* ---- formats.c: printf ---- */

typedef struct Conversion { /* "%1.2v3f" */
    Slice before;           /* the text before it */
    Slice text;             /* all of it; empty of %% */
    Slice flags;            /* with width and precision: "1.2" */
    const char *fault;      /* why it is none; NULL: it is one */
    char letter;            /* C's; '%' of %% */
    int components;         /* of the argument */
    bool prints_integers, is_wide; /* of 64 bits */
} Conversion;

/* The conversion at or behind *at, which is moved behind it; false: there is only text.
 * `argument_bits`: of the next argument's components, as format_bits has them; 0: there is none. */
bool format_next(Slice format, size_t *at, int argument_bits, Conversion *conversion);
int format_bits(const Type *type);

/* Checks the whole unit with options->entry as the entry point; NULL when errors were reported.
 * Reporting the same diagnostic at the same place twice (another wave size) prints it once. */
CheckedProgram *check_program(CheckContext *context, const AstUnit *unit);
/* The net under check, which check_program goes by: what a function's source does and its typed tree
 * lacks. `settled`: where it declares what is initialised elsewhere (constants, static
 * variables). */
typedef struct Vanished {
    SourcePos pos;
    const char *what; /* NULL: nothing vanished */
} Vanished;
Vanished check_audit(Arena *arena, const AstDecl *written, const Function *typed,
                     const SourcePos *settled, int settled_count);
void check_print_program(Text *out, const CheckedProgram *program); /* the typed tree, for tests */

#endif
