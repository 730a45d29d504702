/* places_priv.h: lvalues, and all that can be taken apart before it is read. */
#ifndef WAVECC_LOWER_PLACES_PRIV_H
#define WAVECC_LOWER_PLACES_PRIV_H

#include "lower/resources_priv.h"

typedef enum PlaceKind {
    PLACE_VARIABLE, /* a backing: variables, constants, values already computed */
    PLACE_OBJECT,   /* a resource, or an array of them */
    PLACE_MEMORY,   /* cbuffers, structured and byte-address buffers, by byte offset */
    PLACE_TEXEL     /* one element of a typed buffer or texture */
} PlaceKind;

/* Some components of a vector or matrix: `options` lists of `width` leaf numbers, of which
 * `selector` picks one at run time (NULL: there is one list). options 0: everything. */
typedef struct Selection {
    uint8_t components[16];
    int options, width;
    IrInstr *selector;
} Selection;

/* An element's number in a slot, built dimension by dimension. In one dimension the variable's own
 * bound catches what is outside; in several each index is checked, so that none reaches a
 * neighbour. */
typedef struct ElementIndex {
    IrInstr *index;         /* NULL: 0 */
    IrInstr *valid;         /* i1, NULL: true */
    IrInstr *unchecked;     /* the only index so far, when it is dynamic */
    int64_t unchecked_count;
} ElementIndex;

typedef struct Slot { /* one leaf of a type, over all elements of the arrays around it */
    const Type *type;
    const char *name;
    int64_t count;
    IrVariable *variable;   /* of resource type: each element's code */
    IrVariable *shown;      /* gets what `variable` gets, for debuggers; NULL: none does */
    Choice *choice;         /* of resource type: what they may be; NULL until one is touched */
} Slot;

typedef struct Backing { /* what a variable is made of */
    const Type *type;
    const char *name;
    Slot *slots;            /* NULL until needed where the leaves are known */
    int slot_count;
    IrInstr **known;        /* leaves of an rvalue, or NULL */
    const ConstantLeaf *constants; /* leaves of a constant, or NULL */
} Backing;

struct Place {
    PlaceKind kind;
    const Type *type;       /* of the whole; a selection takes components of it */
    Selection selection;
    /* VARIABLE */
    Backing *backing;
    int slot;               /* first of `type` */
    ElementIndex element;
    int64_t leaf;           /* first of `type`; of known backings, if all indices are constant */
    bool is_dynamic;        /* some index was not constant: `leaf` means nothing */
    /* OBJECT, MEMORY, TEXEL */
    const Resource *resource;
    IrInstr *row;
    /* MEMORY: bytes. TEXEL: coordinates x, y, z or slice, mip */
    LayoutRule rule;
    IrInstr *address[4];    /* structured: [0] is the element; raw: [0] is the address */
    int64_t offset;
    const Field *bits;      /* it is this bit-field of a struct; or NULL */
    IrInstr *dynamic_offset; /* or NULL */
    IrInstr *valid;         /* i1; NULL: true */
};

/* ---- backings.c: slots and the elements in them ---- */

Backing *backing_new(Lower *l, const Type *type, const char *name, IrVariableKind kind,
                     SourcePos pos); /* `name`: NULL for a parameter without one */
void backing_make_slots(Lower *l, Backing *backing, IrVariableKind kind, SourcePos pos);
int backing_slot_count(const Type *type);
Place backing_place(Backing *backing);
ElementIndex element_step(Lower *l, ElementIndex outer, int64_t count, IrInstr *index);
/* Before further steps, so that the check is built once. */
ElementIndex element_check(Lower *l, ElementIndex element);
IrInstr *element_final(Lower *l, const ElementIndex *element);

/* ---- origins.c: where places come from ---- */

void bind_variable(Lower *l, const Variable *variable, Place place);
/* `root`: the variable that the place is of or in; NULL: it is in none. */
void bind_alias(Lower *l, const Variable *parameter, Place place, const Variable *root);
Place bind_constant(Lower *l, const Variable *variable, const ConstantLeaf *leaves);
Place bind_local(Lower *l, const Variable *variable); /* to a new IR variable */
Place place_of_variable(Lower *l, const Variable *variable);
/* The variable itself, or what the parameter is another name for or for a part of; NULL: no variable. */
const Variable *root_of_variable(Lower *l, const Variable *variable);
Place place_of_value(Lower *l, Value value);
/* What the object's element at `address` is: the contents of a cbuffer, an element, a texel. */
Place place_in_resource(Lower *l, IrInstr *object, const Type *type, IrInstr *const *address);

/* ---- shows.c: names for debuggers; nothing where nobody asked for them ---- */

/* It is there from here on. */
void show_local(Lower *l, Backing *backing, const Variable *variable);
void show_global(Lower *l, Backing *backing, const Variable *variable); /* groupshared, static */
/* A parameter that stands for a caller's variable. */
void show_alias(Lower *l, const Variable *parameter, const Place *place);
void show_statement(Lower *l, SourcePos pos); /* one begins */
/* Around a call, which does not see its caller's names, and whose statement goes on behind it. */
Shows shows_enter_call(Lower *l);
void shows_leave_call(Lower *l, Shows outer);

/* ---- place_variable.c, place_memory.c, place_texel.c: the kinds' own loads and stores ---- */

/* Some components of a vector or matrix, in ascending order; count 0: all of any type. */
typedef struct Components {
    uint8_t list[16];
    int count;
} Components;

/* The atomics still lack their values and what combines them. */
void variable_load(Lower *l, const Place *place, Components part, IrInstr **leaves);
void variable_store(Lower *l, const Place *place, Components part, IrInstr *const *leaves);
IrInstr *variable_atomic(Lower *l, const Place *place, int component, IrScalar type);
void variable_begin(Lower *l, const Place *place); /* at zero again, if in a loop */
void memory_load(Lower *l, const Place *place, Components part, IrInstr **leaves);
void memory_store(Lower *l, const Place *place, Components part, IrInstr *const *leaves);
IrInstr *memory_atomic(Lower *l, const Place *place, int component, IrScalar type);
void texel_load(Lower *l, const Place *place, Components part, IrInstr **leaves);
void texel_store(Lower *l, const Place *place, Components part, IrInstr *const *leaves);
IrInstr *texel_atomic(Lower *l, const Place *place, int component, IrScalar type);

/* ---- place_object.c: variables of resource type ---- */

void object_load(Lower *l, Slot *slot, const ElementIndex *element, IrInstr **object);
void object_store(Lower *l, Slot *slot, const ElementIndex *element, const IrInstr *object);

/* ---- place_access.c: reading and writing ---- */

/* `type` is the expression's: with a selection the place's own type is that of the whole. */
Value place_load(Lower *l, const Place *place, const Type *type);
Value place_store(Lower *l, const Place *place, Value value); /* what it then holds */

typedef struct Atomic {
    IrScalar type;
    IrOp combine; /* as in IrInstr */
    IrInstr *const *values;
    int count;
} Atomic;
/* The old value; NULL if the place cannot be operated on atomically. */
IrInstr *place_atomic(Lower *l, const Place *place, Atomic atomic);

/* An argument of an out or inout parameter: where its value comes from and goes back to. */
typedef struct OutArgument {
    Place place;
    const Type *outer; /* the lvalue's type */
    const Type *inner; /* the parameter's */
} OutArgument;
Value out_argument_load(Lower *l, const OutArgument *argument);
void out_argument_store(Lower *l, const OutArgument *argument, Value value);

/* ---- places.c: taking apart ---- */

Place place_contents(Lower *l, const Place *place); /* a ConstantBuffer<T> stands for its T */
Place place_field(Lower *l, const Place *place, int field);
Place place_base(Lower *l, const Place *place, const Type *base);
Place place_index(Lower *l, const Place *place, Value index); /* [] of anything, resources too */
Place place_swizzle(const Place *place, const uint8_t *components, int count);

#endif
