/* lower_priv: what the files of lower share.
 *
 * The three ideas:
 *   Value    an rvalue: its leaf scalars in declaration order (matrices row by row, structs and arrays
 *            flattened), each an IR instruction.
 *   Place    an lvalue, or anything else that can be taken apart cheaply before it is read: a variable,
 *            memory behind a resource, one texel. a.b[i].xz walks places and loads only what it names.
 *   Object   a resource as a leaf of a value. It is known at compile time: an instruction that stands in
 *            no region, whose `resource` says which and whose operand 0 is the row in an array of them. */
#ifndef WAVECC_LOWER_PRIV_H
#define WAVECC_LOWER_PRIV_H

#include "lower/lower.h"

typedef struct Value {
    const Type *type;
    IrInstr **leaves;
    int count;
} Value;

/* ---- the state of one lowering ---------------------------------------------------------------- */

typedef struct Place Place;
typedef struct Backing Backing;

typedef struct Binding { /* what a variable means just now; calls bind their parameters anew */
    const Variable *variable;
    Place *place;
} Binding;

typedef struct Jumps { /* where break and continue go */
    IrInstr *break_target;
    IrInstr *continue_target;
    IrOp continue_op; /* continue, or break out of the scope around the body */
} Jumps;

typedef struct Frame { /* an inlined call, or the entry point */
    struct Frame *caller;
    SourcePos call;       /* where `caller` calls it */
    bool is_entry;
    IrInstr *scope;       /* a return that is not in tail position breaks out of it; or NULL */
    const Place *result;  /* where returns store; NULL: `value` takes the only one's */
    Value value;
} Frame;

typedef struct Lower {
    Arena *arena;
    Diagnostics *diagnostics;
    const CheckedProgram *program;
    IrKernel *kernel;
    IrBuilder builder;
    IrResource **resources; /* by Resource.index, of all resources */
    bool *resource_used;    /* by Resource.index: it is in kernel->resources */
    Binding *bindings;      /* a hash table; variable NULL is free */
    int binding_capacity, binding_count; /* a power of two; at most half of it */
    IrInstr *zero;          /* i32 0, the kernel's first instruction: most indices and rows */
    Frame *frame;
    Jumps jumps;
    int loop_depth;         /* IR loops around the cursor */
    bool dead;              /* the region at the cursor has ended: what follows is not reached */
    bool failed;            /* an error was reported */
} Lower;

/* Reports `what` as unsupported at the current position (once per lowering and place). */
void lower_unsupported(Lower *l, const char *what, const char *why);

/* ---- values.c: rvalues ------------------------------------------------------------------------ */

Value value_new(Lower *l, const Type *type);        /* leaves are NULL */
Value value_zero(Lower *l, const Type *type);
Value value_of(Lower *l, const Type *type, IrInstr *leaf); /* of one leaf */
Value value_slice(const Type *type, Value whole, int first);
Value value_constant(Lower *l, const Type *type, const ConstantLeaf *leaves);
/* EXPR_CONVERT: same shape, splat, truncation to the upper left, leaf by leaf between aggregates. */
Value value_convert(Lower *l, Value value, const Type *to);
/* The scalar kind of each leaf, SCALAR_COUNT for a resource; type_leaf_count of them. */
const ScalarKind *value_leaf_kinds(Lower *l, const Type *type);
bool type_is_leafy(const Type *type);               /* numeric or an enum: its leaves are scalars of one kind */
int type_components(const Type *type);              /* of such a type */
bool type_has_object(const Type *type);             /* a resource somewhere in it */

/* ---- leaves.c: arithmetic on leaves by scalar kind -------------------------------------------- */

bool leaf_is_float(ScalarKind kind);
bool leaf_is_signed(ScalarKind kind); /* signed integers */
int leaf_bytes(ScalarKind kind);       /* in buffers */
IrScalar leaf_memory(ScalarKind kind); /* in buffers and textures: bool is 32 bits wide */
IrInstr *leaf_constant(Lower *l, ScalarKind kind, ConstantLeaf leaf);
IrInstr *leaf_number(Lower *l, ScalarKind kind, double value); /* that number in any kind */
IrInstr *leaf_cast(Lower *l, IrInstr *value, ScalarKind from, ScalarKind to);
IrInstr *leaf_binary(Lower *l, AstOp op, ScalarKind kind, IrInstr *left, IrInstr *right);
IrInstr *leaf_unary(Lower *l, AstOp op, ScalarKind kind, IrInstr *value);
IrInstr *leaf_from_memory(Lower *l, ScalarKind kind, IrInstr *value);
IrInstr *leaf_to_memory(Lower *l, ScalarKind kind, IrInstr *value);

/* i32 index arithmetic that folds constants as it builds. */
bool index_is_constant(const IrInstr *index, int64_t *value);
IrInstr *index_constant(Lower *l, int64_t value);
IrInstr *index_add(Lower *l, IrInstr *left, IrInstr *right);
IrInstr *index_scale(Lower *l, IrInstr *index, int64_t factor);
IrInstr *index_below(Lower *l, IrInstr *index, int64_t count); /* i1; NULL: always */
IrInstr *index_and(Lower *l, IrInstr *left, IrInstr *right);   /* of such; NULL is true */
IrInstr *index_guard(Lower *l, IrInstr *valid, IrInstr *index, int32_t otherwise);

/* ---- places ------------------------------------------------------------------------------------ */

typedef enum PlaceKind {
    PLACE_VARIABLE, /* a backing: variables, constants, values already computed */
    PLACE_OBJECT,   /* a resource, or an array of them */
    PLACE_MEMORY,   /* cbuffers, structured and byte-address buffers, by byte offset */
    PLACE_TEXEL     /* one element of a typed buffer or texture */
} PlaceKind;

/* Some components of a vector or matrix: `options` lists of `width` leaf numbers, of which `selector`
 * picks one at run time (NULL: there is one list). options 0: everything. */
typedef struct Selection {
    uint8_t components[16];
    int options, width;
    IrInstr *selector;
} Selection;

/* An element's number in a slot, built dimension by dimension. In one dimension the variable's own
 * bound catches what is outside; in several each index is checked, so that none reaches a neighbour. */
typedef struct ElementIndex {
    IrInstr *index;         /* NULL: 0 */
    IrInstr *valid;         /* i1, NULL: true */
    IrInstr *unchecked;     /* the only index so far, when it is dynamic */
    int64_t unchecked_count;
    int64_t first, extra;   /* it is one of `first` .. `first + extra`, as far as constants tell */
} ElementIndex;

typedef struct Slot { /* one leaf of a type, over all elements of the arrays around it */
    const Type *type;
    const char *name;
    int64_t count;
    IrVariable *variable;   /* of resource type: the row of each element in its array of resources */
    const Resource **resources; /* of resource type: which it is, known at compile time; NULL: unset */
    const IrRegion *home;   /* where it was declared: only there an element may become another resource */
} Slot;

struct Backing {
    const Type *type;
    const char *name;
    Slot *slots;            /* NULL until needed where the leaves are known */
    int slot_count;
    IrInstr **known;        /* leaves of an rvalue, or NULL */
    const ConstantLeaf *constants; /* leaves of a constant, or NULL */
};

struct Place {
    PlaceKind kind;
    const Type *type;       /* of the whole; a selection takes components of it */
    Selection selection;
    /* VARIABLE */
    Backing *backing;
    int slot;               /* first of `type` */
    ElementIndex element;
    int64_t leaf;           /* first of `type`; of known backings, while all indices are constant */
    bool is_dynamic;        /* some index was not constant: `leaf` means nothing */
    /* OBJECT, MEMORY, TEXEL */
    const Resource *resource;
    IrInstr *row;
    /* MEMORY: bytes. TEXEL: coordinates x, y, z or slice, mip */
    LayoutRule rule;
    IrInstr *address[4];    /* structured: [0] is the element; raw: [0] is the address */
    int64_t offset;
    const Field *bits;       /* it is this bit-field of a struct; or NULL */
    IrInstr *dynamic_offset; /* or NULL */
    IrInstr *valid;         /* i1; NULL: true */
};

Place place_of_variable(Lower *l, const Variable *variable);
Place bind_constant(Lower *l, const Variable *variable, const ConstantLeaf *leaves);
Place place_of_value(Lower *l, Value value);
Place place_of_object(const Resource *resource, IrInstr *row, const Type *type);
Place place_contents(Lower *l, const Place *place); /* a ConstantBuffer<T> stands for its T */
Place place_field(Lower *l, const Place *place, int field);
Place place_base(Lower *l, const Place *place, const Type *base);
Place place_index(Lower *l, const Place *place, Value index); /* [] of anything, resources too */
Place place_swizzle(const Place *place, const uint8_t *components, int count);
/* What the object's element at `address` is: the contents of a cbuffer, an element, a texel. */
Place place_in_resource(Lower *l, IrInstr *object, const Type *type, IrInstr *const *address);

/* `type` is the expression's: with a selection the place's own type is that of the whole. */
/* bit_fields.c. In registers a bit-field is a value of its type that its bits can hold; in memory part of its unit. */
Value bits_fit(Lower *l, Value value);                 /* each bit-field in it keeps the bits that it has */
Value bits_splat(Lower *l, const Type *to, ScalarKind kind, IrInstr *number); /* a splat gives it to whole units */
IrInstr *bits_of_unit(Lower *l, const Field *field, IrInstr *unit);
IrInstr *bits_into_unit(Lower *l, const Field *field, IrInstr *unit, IrInstr *leaf); /* unit NULL: 0 */
IrInstr *bits_kept(Lower *l, const Field *field, IrInstr *leaf);

Value place_load(Lower *l, const Place *place, const Type *type);
void place_store(Lower *l, const Place *place, Value value);
/* The old value; `combine` as in IrInstr. NULL if the place cannot be operated on atomically. */
IrInstr *place_atomic(Lower *l, const Place *place, ScalarKind kind, IrOp combine, IrInstr *const *values, int count);

/* place_variable.c, place_memory.c, place_texel.c: the kinds' own loads and stores, of everything (no selection) or of
 * the components listed (count > 0). */
void object_load(Lower *l, const Slot *slot, const ElementIndex *element, IrInstr **object);
void object_store(Lower *l, Slot *slot, const ElementIndex *element, IrInstr *object);
void variable_load(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr **leaves);
void variable_store(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr *const *leaves);
IrInstr *variable_atomic(Lower *l, const Place *place, int component, IrScalar type, IrOp combine, IrInstr *const *values, int count);
void memory_load(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr **leaves);
void memory_store(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr *const *leaves);
IrInstr *memory_atomic(Lower *l, const Place *place, int component, IrScalar type, IrOp combine, IrInstr *const *values, int count);
void texel_load(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr **leaves);
void texel_store(Lower *l, const Place *place, const uint8_t *components, int count, IrInstr *const *leaves);
IrInstr *texel_atomic(Lower *l, const Place *place, int component, IrScalar type, IrOp combine, IrInstr *const *values, int count);

/* backings.c: variables as slots */
/* `name`: NULL for a parameter without one. */
Backing *backing_new(Lower *l, const Type *type, const char *name, IrVariableKind kind, SourcePos pos);
Backing *backing_of_value(Lower *l, Value value);
void backing_need_slots(Lower *l, Backing *backing); /* gives a known backing variables */
int backing_slot_count(const Type *type);
Place backing_place(const Backing *backing);
ElementIndex element_step(Lower *l, ElementIndex outer, int64_t count, IrInstr *index);
ElementIndex element_check(Lower *l, ElementIndex element); /* before further steps, so the check is built once */
IrInstr *element_final(Lower *l, const ElementIndex *element);
void bind_variable(Lower *l, const Variable *variable, Place place);
Place *find_binding(Lower *l, const Variable *variable);
void zero_variable(Lower *l, const Place *place); /* in loops: a declaration begins at zero again */

/* ---- resources.c, reflection.c ------------------------------------------------------------------ */

IrReflection lower_reflect(Lower *l); /* fills l->resources */
IrResource *use_resource(Lower *l, const Resource *resource); /* lists it among the kernel's */
int64_t resource_rows(const Resource *resource); /* that the host binds for it */
/* x, y, z or slice, mip from a coordinate's components; buffers: the element alone. */
void texel_address(Lower *l, const IrInstr *object, IrInstr *const *coordinates, IrInstr *mip, IrInstr *address[4]);
int64_t slices_per_element(const Type *type); /* of an array of cubes or of multisampled textures; else 1 */
int64_t samples_of(Lower *l, const IrInstr *object);
IrInstr *object_new(Lower *l, const Resource *resource, IrInstr *row);
const Resource *object_resource(Lower *l, const IrInstr *object);

/* ---- expressions.c, calls.c, statements.c ------------------------------------------------------- */

Value lower_expr(Lower *l, const Expr *expr);
IrInstr *lower_scalar(Lower *l, const Expr *expr); /* of a type with one leaf */
IrInstr *lower_object(Lower *l, const Expr *expr); /* a resource; NULL after an error */
Place lower_place(Lower *l, const Expr *expr);
bool expr_is_cheap(const Expr *expr); /* evaluating it for nothing costs less than a branch */
Value lower_call(Lower *l, const Expr *expr);
void lower_stmt(Lower *l, const Stmt *stmt, bool is_tail);
/* Questions that decide the shape of what is built: stmt_shape.c. A return in tail position ends the
 * function by reaching its end. A guard is an if without else that always returns: what follows it in
 * tail position of an inlined function becomes its else. */
bool stmt_is_guard(const Stmt *stmt);
bool stmt_returns_early(const Stmt *body); /* some return is not in tail position */
int stmt_return_count(const Stmt *body);
bool stmt_ends_in_return(const Stmt *body); /* its last statement, blocks looked into */
bool stmt_has_continue(const Stmt *body);  /* of the loop whose body it is */
bool stmt_has_break(const Stmt *body);     /* of the loop or switch whose body it is */

/* Whether the function may change the variable: assigns to it or passes it as out, inout or atomic. */
bool expr_writes(const Expr *expr, const Variable *variable); /* NULL writes nothing */
bool function_writes(const Function *function, const Variable *variable);

/* An argument of an out or inout parameter: where its value comes from and goes back to. */
typedef struct OutArgument {
    Place place;
    const Type *outer; /* the lvalue's type */
    const Type *inner; /* the parameter's */
} OutArgument;
OutArgument lower_out_argument(Lower *l, const Expr *argument);
Value out_argument_load(Lower *l, const OutArgument *argument);
void out_argument_store(Lower *l, const OutArgument *argument, Value value);

/* A region's cursor: begin moves into it, end closes it and comes back. */
typedef struct Cursor {
    IrBuilder builder;
    bool dead;
} Cursor;
Cursor cursor_enter(Lower *l, IrRegion *region);
bool cursor_leave(Lower *l, Cursor cursor); /* whether the region's end is reached */

/* ---- builtins ---------------------------------------------------------------------------------- */

Value lower_builtin(Lower *l, const Expr *expr);
Value lower_method(Lower *l, const Expr *expr);
void lower_entry_inputs(Lower *l, const Function *entry);

#endif
